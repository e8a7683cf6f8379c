// A program that tests start to see what becomes of its files when it is killed, forked, or runs
// out of disk: what it does is told by its first argument.
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
exit(Verb.run(arguments))
