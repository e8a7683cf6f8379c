import Foundation

do {
  var bench = try Bench(CommandLine.arguments.dropFirst())
  try bench.run()
} catch {
  FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
  exit(1)
}
