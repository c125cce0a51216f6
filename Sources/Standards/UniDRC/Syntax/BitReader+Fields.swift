import AudioBase
import Bitstream

extension BitReader {
  /// Reads an unsigned number of 0…32 bits.
  mutating func field(_ count: Int) throws(CodecError) -> Int {
    do throws(EndOfBits) { return Int(try read(count)) } catch {
      throw CodecError(
        .truncated, "the data of dynamic range control end early", clause: "ISO/IEC 23003-4, 7",
        bitOffset: error.offset)
    }
  }

  /// Reads one bit.
  mutating func flag() throws(CodecError) -> Bool { try field(1) != 0 }

  /// Skips bits.
  mutating func pass(_ count: Int) throws(CodecError) {
    do throws(EndOfBits) { try skip(count) } catch {
      throw CodecError(
        .truncated, "the data of dynamic range control end early", clause: "ISO/IEC 23003-4, 7",
        bitOffset: error.offset)
    }
  }
}

/// A part of a configuration or payload that another version of the standard has added.
struct ExtensionPart: BitwiseCopyable {
  /// The number of its kind.
  var type: Int
  /// The bit after it.
  var end: Int
}

extension BitReader {
  /// Reads the head of the next extension; `nil` at the end of their list.
  ///
  /// - Parameter lengthBits: The bits of the field that states the size of the size: 3 in gains, 4 elsewhere.
  mutating func nextExtension(_ lengthBits: Int) throws(CodecError) -> ExtensionPart? {
    let type = try field(4)
    guard type != 0 else { return nil }
    let size = try field(try field(lengthBits) + 4) + 1
    guard size <= remaining else {
      throw CodecError(
        .truncated, "the data of dynamic range control end early", clause: "ISO/IEC 23003-4, 7", bitOffset: offset)
    }
    return ExtensionPart(type: type, end: offset + size)
  }

  /// Goes to the end of an extension, which its contents cannot exceed.
  mutating func leave(_ part: ExtensionPart) throws(CodecError) {
    guard offset <= part.end else {
      throw CodecError(
        .malformed, "an extension of dynamic range control is longer than it states", clause: "ISO/IEC 23003-4, 7",
        bitOffset: part.end)
    }
    try pass(part.end - offset)
  }
}
