import LaunchPath
import Testing

struct NamesTests {
  private let recorder = Recorder(
    folder: "", app: "names", version: "1.0.0", build: "", spawnedAt: nil)

  @Test func `a name has one number, however many names there are`() {
    let texts = (0..<3000).map { "name \($0)" }
    let numbers = texts.map(recorder.name)
    #expect(Set(numbers).count == texts.count)
    #expect(!numbers.contains(0))
    #expect(texts.map(recorder.name) == numbers)
  }

  @Test func `a literal has the number of its text`() {
    let literals: [StaticString] = ["feed", "store", "theme", "feed"]
    for literal in literals + literals {
      #expect(recorder.name(literal) == recorder.name("\(literal)"))
    }
  }

  @Test func `names that find no room have no number, and those before keep theirs`() {
    let first = recorder.name("first")
    let numbers = (0..<100).map { recorder.name("\($0) " + String(repeating: "x", count: 2000)) }
    #expect(numbers.contains(0))
    #expect(recorder.name("first") == first)
    #expect(recorder.name("") == 0)
  }
}
