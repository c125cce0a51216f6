import FramedStreams
import MPEG4Systems

/// The three bytes before every AudioMuxElement: `syncword` and `audioMuxLengthBytes`, ISO/IEC 14496-3, 1.7.2.
struct LOASHeader: FrameHeader, BitwiseCopyable {
  static let byteCount = 3
  static let firstByte: UInt8 = 0x56
  /// The largest number that 13 bits can count.
  static let maximumElementByteCount = StreamMuxConfig.maximumElementByteCount

  /// `audioMuxLengthBytes`: the number of bytes of the element after the header.
  var elementByteCount: Int

  /// The number of bytes of the header and the element.
  var frameByteCount: Int { LOASHeader.byteCount + elementByteCount }

  /// Reads the header at `start`, or returns `nil` if these bytes are not one.
  init?(_ bytes: Span<UInt8>, at start: Int) {
    guard start >= 0, bytes.count - start >= LOASHeader.byteCount, bytes[start] == Self.firstByte,
      bytes[start + 1] & 0xE0 == 0xE0
    else { return nil }
    elementByteCount = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
    // Not even the first bit would fit.
    if elementByteCount == 0 { return nil }
  }
}
