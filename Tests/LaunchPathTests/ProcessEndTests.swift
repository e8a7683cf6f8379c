import Foundation
import LaunchModel
import Testing

struct ProcessEndTests {
  @Test func `a program that returns from main has ended, without a word`() throws {
    let root = try TemporaryFolder()
    #expect(try Writer.run("return", root.path).status == 0)
    let names = try root.files("state/recordings").filter {
      $0.hasSuffix(".lprec") && $0 != RecordingLayout.spareName
    }
    try #require(names.count == 1)
    let path = root.path + "/state/recordings/" + names[0]
    let recording = try Recording(reading: [UInt8](Data(contentsOf: URL(filePath: path))))
    #expect(recording.end == .ended)
    #expect(recording.endedAt != nil)
  }
}
