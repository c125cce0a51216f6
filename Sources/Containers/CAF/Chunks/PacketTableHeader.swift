import AudioBase
import Bitstream

/// The first fields of `pakt`: `CAFPacketTableHeader` without the descriptions that follow it.
struct PacketTableHeader: Equatable, BitwiseCopyable {
  static let byteCount = 24

  /// `mNumberPackets`.
  var packetCount: Int64
  /// `mNumberValidFrames`; negative if the writer's count overflowed, as with FLAC written by FFmpeg.
  var validFrames: Int64
  /// `mPrimingFrames`.
  var primingFrames: Int32
  /// `mRemainderFrames`.
  var remainderFrames: Int32
}

extension PacketTableHeader {
  /// Reads the fields; `nil` if there are too few bytes, or a count other than that of valid frames is negative.
  init?(parsing body: Span<UInt8>) {
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      packetCount = Int64(bitPattern: try reader.readUInt64())
      validFrames = Int64(bitPattern: try reader.readUInt64())
      primingFrames = Int32(bitPattern: try reader.readUInt32())
      remainderFrames = Int32(bitPattern: try reader.readUInt32())
    } catch {
      return nil
    }
    guard packetCount >= 0, primingFrames >= 0, remainderFrames >= 0 else { return nil }
  }

  /// The fields as bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: packetCount)
    bytes.append(bigEndian: validFrames)
    bytes.append(bigEndian: primingFrames)
    bytes.append(bigEndian: remainderFrames)
    return bytes
  }
}

/// The numbers of `pakt`: seven bits per byte, the most significant first, bit 7 set where another byte follows.
enum VariableInteger {
  /// The number of bytes of the longest number that is read.
  static let maximumByteCount = 9

  /// Appends a number, which must not be negative.
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    precondition(number >= 0)
    var shift = (max(1, Int.bitWidth - number.leadingZeroBitCount) - 1) / 7 * 7
    while shift > 0 {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift) | 0x80)
      shift -= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: number) & 0x7F)
  }
}
