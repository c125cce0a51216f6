import AudioBase
import FuzzSupport

/// Stereo of 16, mono of 24, six channels of 16, stereo of 20 and of 32 bits. `Fuzz/seed` has the first three in this
/// order.
private let cookies: [[UInt8]] = [(16, 2), (24, 1), (16, 6), (20, 2), (32, 2)].map { (depth: UInt8, channels: UInt8) in
  [0, 0, 16, 0, 0, depth, 40, 10, 14, channels, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 172, 68]
}

private func stream(_ cookie: [UInt8]) -> CodedStream {
  CodedStream(
    format: StreamFormat(formatID: .appleLossless, sampleRate: 44_100, channelsPerFrame: Int(cookie[9])), cookie: cookie
  )
}

/// The bytes are the number of a cookie, or 255 and a cookie of 24 bytes, and packets, each after its size in two
/// bytes.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  guard bytes.first == 255, bytes.count > 25 else {
    PacketList.run(bytes, as: cookies.map { stream($0) })
    return 0
  }
  let own = stream(Array(bytes[1..<25]))
  if PacketExerciser(own) != nil { PacketList.run([0] + bytes[25...], as: [own]) }
  return 0
}
