import Glibc
import LaunchModel

/// What a recording's file is called: `APP-PROCESS-TIME.lprec`.
///
/// The text is made when it is asked for, which is after the first frame where there is a spare.
struct RecordingName: Sendable {
  let app: String
  let process: pid_t
  /// CLOCK_BOOTTIME at its beginning, in nanoseconds.
  let boottime: UInt64
  /// Tells the recordings of one process apart; the first has the number 1.
  let number: UInt64

  var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    for byte in app.utf8.prefix(64) {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E
      bytes.append(isPlain ? byte : 0x5F)
    }
    Self.append(UInt64(process), radix: 10, to: &bytes)
    Self.append(boottime, radix: 16, to: &bytes)
    if number > 1 { Self.append(number, radix: 10, to: &bytes) }
    bytes.append(0x2E)
    bytes += RecordingLayout.fileExtension.utf8
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a hyphen and a number, by hand: `String(_:radix:)` has to be instantiated first.
  private static func append(_ number: UInt64, radix: UInt64, to bytes: inout [UInt8]) {
    bytes.append(0x2D)
    var scale: UInt64 = 1
    while number / scale >= radix { scale *= radix }
    while scale > 0 {
      let digit = UInt8(number / scale % radix)
      bytes.append(digit + (digit < 10 ? 0x30 : 0x57))
      scale /= radix
    }
  }
}
