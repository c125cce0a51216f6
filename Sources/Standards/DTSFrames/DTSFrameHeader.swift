package import AudioBase
import FramedStreams

/// The header of a DTS Coherent Acoustics frame, in big-endian words of 16 bits.
///
/// ```
/// SYNC 32 │ FTYPE 1 │ SHORT 5 │ CPF 1 │ NBLKS 7 │ FSIZE 14 │ AMODE 6 │ SFREQ 4 │ … │ LFF at bit 85
/// ```
/// ETSI TS 102 114, 5.3.
package struct DTSFrameHeader: FrameHeader, Equatable, Sendable, BitwiseCopyable {
  /// The number of bytes needed to read a header.
  package static let byteCount = 12
  package static let firstByte: UInt8 = 0x7F
  /// The largest number of frames of a packet: 128 blocks of 32.
  package static let maximumFrameCount = 4096
  /// The most bytes of a frame.
  package static let maximumByteCount = 1 << 14

  /// The number of bytes of the core of a frame.
  package let byteCount: Int
  /// The number of frames of one channel.
  package let frameCount: Int
  /// `AMODE`, 0…9.
  package let arrangement: Int
  package let hasLowFrequency: Bool
  /// The sample rate in Hz.
  package let sampleRate: Int

  private static let sampleRates: [16 of Int] = [
    0, 8000, 16_000, 32_000, 0, 0, 11_025, 22_050, 44_100, 0, 0, 12_000, 24_000, 48_000, 0, 0,
  ]

  /// Reads the header at `index`; `nil` if there is none, or it has reserved values.
  package init?(_ bytes: Span<UInt8>, at index: Int) {
    guard index >= 0, index + Self.byteCount <= bytes.count, bytes[index] == Self.firstByte, bytes[index + 1] == 0xFE,
      bytes[index + 2] == 0x80, bytes[index + 3] == 0x01
    else { return nil }
    func bits(_ first: Int, _ count: Int) -> Int {
      (first..<(first + count)).reduce(0) { $0 << 1 | Int(bytes[index + $1 >> 3] >> UInt8(7 - $1 & 7)) & 1 }
    }
    frameCount = 32 * (bits(39, 7) + 1)
    byteCount = bits(46, 14) + 1
    arrangement = bits(60, 6)
    sampleRate = Self.sampleRates[bits(66, 4)]
    hasLowFrequency = bits(85, 2) != 0
    guard frameCount >= 6 * 32, byteCount >= 96, arrangement <= 9, sampleRate > 0 else { return nil }
  }

  /// The loudspeakers in libdca's order: those of `AMODE`, then the LFE.
  package var speakers: [Speaker] {
    let full: [Speaker] =
      switch arrangement {
      case 0: [.center]
      case 1...4: [.left, .right]
      case 5: [.center, .left, .right]
      case 6: [.left, .right, .centerSurround]
      case 7: [.center, .left, .right, .centerSurround]
      case 8: [.left, .right, .leftSurround, .rightSurround]
      default: [.center, .left, .right, .leftSurround, .rightSurround]
      }
    return full + (hasLowFrequency ? [.lowFrequency] : [])
  }

  /// The data format.
  package var format: StreamFormat {
    StreamFormat(
      formatID: "dtsc", sampleRate: Double(sampleRate), channelsPerFrame: speakers.count, framesPerPacket: frameCount)
  }
}
