// A program that tests start to see what the HTTP client does to its process: unlike the tests
// themselves, it has nothing of libcurl before it asks.
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
exit(Sender.run(arguments))
