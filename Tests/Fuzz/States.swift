import CPlatform
import LaunchModel
import LaunchPath

/// State files: what decodes encodes to what decodes to the same, and nothing traps.
enum Target {
  private static let headerBytes = 32

  static func look(_ input: [UInt8]) {
    decode(input)
    decode(repaired(input))
  }

  private static func decode(_ bytes: [UInt8]) {
    let state: LaunchState
    do {
      state = try StateCodec.decode(bytes)
    } catch {
      hold(!error.description.isEmpty, "an error says nothing")
      return
    }
    let encoded = StateCodec.encode(state)
    hold(encoded.count <= bytes.count, "a state grows when it is written again")
    do {
      hold(try StateCodec.decode(encoded) == state, "a state changes when it is written again")
    } catch {
      fatalError("a state that was written is not read: \(error)")
    }
  }

  /// The bytes behind a header that is whole: a fuzzer finds no checksum.
  private static func repaired(_ input: [UInt8]) -> [UInt8] {
    var bytes = input
    bytes += [UInt8](repeating: 0, count: max(0, headerBytes - bytes.count))
    put(Array("LPSTATE1".utf8), at: 0, in: &bytes)
    put(little(1), at: 8, in: &bytes)
    put(little(UInt32(bytes.count - headerBytes)), at: 12, in: &bytes)
    // Proof: the ranges lie within the buffer, which has at least a header.
    let checksum = unsafe bytes.withUnsafeBytes { buffer in
      let head = unsafe launchpath_crc32c(0, buffer.baseAddress, 24)
      return unsafe launchpath_crc32c(head, buffer.baseAddress! + 28, buffer.count - 28)
    }
    put(little(checksum), at: 24, in: &bytes)
    return bytes
  }

  private static func little(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func put(_ more: [UInt8], at offset: Int, in bytes: inout [UInt8]) {
    bytes.replaceSubrange(offset..<offset + more.count, with: more)
  }
}
