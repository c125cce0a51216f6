/// The header of a frame of SBC, the codec of Bluetooth (A2DP specification 1.3, 12.9).
///
/// ```
/// 0x9C │ rate 2, blocks 2, channel mode 2, allocation 1, bands 1 │ bit pool 8 │ check 8 │ scale factors │ samples
/// ```
package struct SBCFrameHeader: Equatable, BitwiseCopyable, Sendable {
  package static let byteCount = 4
  package static let firstByte: UInt8 = 0x9C
  /// The largest number of frames of a packet: 16 blocks of eight bands.
  package static let maximumFrameCount = 128
  /// An upper bound of a frame's size in bytes: 256 bits for each of 16 blocks of two channels.
  package static let maximumByteCount = 1 << 11

  /// The second byte of the header. The bit pool is not part of it and may change from frame to frame.
  package let parameters: UInt8
  package let bitPool: Int

  /// Reads the header at `index`; `nil` if there is none.
  package init?(_ bytes: Span<UInt8>, at index: Int) {
    guard index >= 0, index + Self.byteCount <= bytes.count, bytes[index] == Self.firstByte else { return nil }
    (parameters, bitPool) = (bytes[index + 1], Int(bytes[index + 2]))
    guard bitPool >= 2, bitPool <= (channelMode < 2 ? 16 : 32) * bandCount else { return nil }
  }

  package var sampleRate: Int { [16_000, 32_000, 44_100, 48_000][Int(parameters >> 6)] }
  /// 4, 8, 12 or 16.
  private var blockCount: Int { 4 * (Int(parameters >> 4 & 3) + 1) }
  /// One channel, two, stereo, joint stereo.
  private var channelMode: Int { Int(parameters >> 2 & 3) }
  package var channelCount: Int { channelMode == 0 ? 1 : 2 }
  private var bandCount: Int { parameters & 1 == 0 ? 4 : 8 }
  package var frameCount: Int { blockCount * bandCount }

  /// The number of bytes of the whole frame.
  package var byteCount: Int {
    let bits =
      channelMode < 2
      ? blockCount * channelCount * bitPool : (channelMode == 3 ? bandCount : 0) + blockCount * bitPool
    return Self.byteCount + bandCount * channelCount / 2 + (bits + 7) / 8
  }
}
