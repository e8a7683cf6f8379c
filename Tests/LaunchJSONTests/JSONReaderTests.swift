import LaunchJSON
import Testing

/// What a reader of untrusted text has to hold.
struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

  @Test func `every kind of value is read, in order`() throws {
    let value = try read(#" {"a": [1, -2.5e3, true, false, null], "b": {"c": "d"}, "e": []} "#)
    #expect(value.object?.map(\.key) == ["a", "b", "e"])
    #expect(value["a"]?.array?.count == 5)
    #expect(value["a"]?.array?[1].double == -2500)
    #expect(value["b"]?["c"]?.string == "d")
    #expect(value["e"]?.array == [])
  }

  @Test func `whole numbers of 64 bits lose nothing`() throws {
    let value = try read("[9223372036854775807, -9223372036854775808, 18446744073709551615]")
    #expect(value.array?[0].int64 == .max)
    #expect(value.array?[1].int64 == .min)
    #expect(value.array?[2] == .number("18446744073709551615"))
    #expect(value.array?[2].int64 == nil)
  }

  @Test(
    arguments: [
      "", " ", "nul", "[", "]", "{", "}", "[1,]", "[,1]", "[1 2]", #"{"a"}"#, #"{"a":}"#,
      #"{"a":1,}"#, "{a:1}", "{'a':1}", #"{1:2}"#, "01", "-", "+1", ".5", "1.", "1e", "1e+",
      "0x1", "NaN", "Infinity", "\"", "\"\t\"", #""\x""#, #""\u12""#, #""\ud800""#,
      #""\ud800\u0041""#, #""\udc00""#, "1 2", "[1]]", "// c\n1", "\"\n\"", "True", "[1}",
      #"{"a":1]"#,
    ])
  func `what is no JSON is refused with its place`(text: String) {
    let error = #expect(throws: JSONError.self) { try read(text) }
    if let error { #expect((0...text.utf8.count).contains(error.offset)) }
  }

  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
  ])
  func `a text that is no UTF-8 is refused`(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
  }

  @Test func `a text cut at any byte is refused`() throws {
    let whole = Array(#"{"a": [1, "x\u00e9\ud83d\ude00é", {"b": null}], "c": true}"#.utf8)
    _ = try JSONReader.read(whole)
    for count in whole.indices {
      #expect(throws: JSONError.self) { try JSONReader.read(Array(whole[..<count])) }
    }
  }

  @Test func `hostile depth is refused, and costs no stack`() {
    let deep = String(repeating: "[", count: 1_000_000)
    let error = #expect(throws: JSONError.self) { try read(deep) }
    #expect(error?.code == .tooLarge)
  }

  // What copies the values before it for each value needs minutes for either.
  @Test(
    .timeLimit(.minutes(1)), arguments: ["1,", #"{"a":{"b":1}},"#])
  func `an array is read in time linear in its elements`(_ element: String) throws {
    let text = "[" + String(repeating: element, count: 150_000) + "1]"
    #expect(try read(text).array?.count == 150_001)
  }

  @Test func `a key that stands twice is refused where it stands again`() {
    let error = #expect(throws: JSONError.self) { try read(#"{"a":1,"b":2,"a":3}"#) }
    #expect(error?.code == .duplicateKey)
    #expect(error?.offset == 13)
  }

  @Test func `two spellings of one letter are two keys`() throws {
    #expect(try read("{\"\u{E9}\":1,\"e\u{301}\":2}").object?.count == 2)
  }

  @Test func `a place is a line and a column`() {
    let error = #expect(throws: JSONError.self) { try read("{\n  \"a\": x\n}") }
    #expect(error?.line == 2)
    #expect(error?.column == 8)
  }

  @Test func `what the writer writes reads back`() throws {
    let value = try read(#"{"a":[1,2.5,"\u0000\"\\</script>\u2028é😀"],"b":{},"c":null}"#)
    for isPretty in [false, true] {
      var writer = JSONWriter(isPretty: isPretty)
      writer.value(value)
      #expect(try JSONReader.read(writer.bytes) == value)
      #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("</"))
    }
  }

  @Test func `bytes at random are read or refused, and never trap`() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    let alphabet = Array(#"{}[]",:\u0123d8eE+-.truefalsn \#n"#.utf8) + [0xFF, 0xC3, 0xA9]
    for _ in 0..<5000 {
      var bytes: [UInt8] = []
      for _ in 0..<24 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      guard let value = try? JSONReader.read(bytes) else { continue }
      var writer = JSONWriter()
      writer.value(value)
      #expect((try? JSONReader.read(writer.bytes)) == value)
    }
  }
}
