import Glibc

/// What libFuzzer calls for each input; which target it is, the other files of the build say.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  // Proof: the fuzzer owns so many bytes until the call returns; they are copied.
  Target.look(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Ends the run with a fault unless something holds.
func hold(_ isTrue: Bool, _ what: @autoclosure () -> String) {
  if !isTrue { fatalError(what()) }
}
