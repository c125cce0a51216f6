import AudioBase
import Bitstream
import XiphAudio

/// `STREAMINFO`, RFC 9639, 8.2: 34 bytes.
struct FLACStreamInfo: Equatable {
  /// The number of bytes of the block's body.
  static let byteCount = 34

  var minimumBlockSize: Int
  var maximumBlockSize: Int
  /// The size of the largest frame in bytes, 0 if it is unknown.
  var maximumFrameSize: Int
  /// The sample rate in Hz.
  var sampleRate: Int
  var channelCount: Int
  var bitsPerSample: Int
  /// The number of frames (samples of one channel), 0 if it is unknown.
  var totalFrameCount: Int64

  init(_ body: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    let bits: UInt64
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      minimumBlockSize = Int(try reader.readUInt16())
      maximumBlockSize = Int(try reader.readUInt16())
      try reader.skip(3)
      maximumFrameSize = Int(try reader.readUInt24())
      bits = try reader.readUInt64()
      try reader.skip(16)
    } catch {
      throw ContainerError(.truncated, "STREAMINFO has 34 bytes", at: offset, in: .flac)
    }
    sampleRate = Int(bits >> 44)
    channelCount = Int(bits >> 41 & 7) + 1
    bitsPerSample = Int(bits >> 36 & 31) + 1
    totalFrameCount = Int64(bits & 0xF_FFFF_FFFF)
    guard sampleRate > 0, minimumBlockSize >= 16, maximumBlockSize >= minimumBlockSize, bitsPerSample >= 4 else {
      throw ContainerError(
        .malformed, "a stream has a rate, blocks of 16 frames or more, and 4 bits a sample or more", at: offset,
        in: .flac)
    }
  }

  /// Adopts the size of a block that exceeds the stated maximum; `false` if it does not, or if the header belongs to
  /// another stream.
  ///
  /// For blocks of one size (RFC 9639, 9.1) one frame states it for all. For others nothing states how large they
  /// become.
  mutating func takeBlockSize(of header: FLACFrameHeader) -> Bool {
    let size = header.blockSize
    // 65,536 has no place in the block, RFC 9639, 8.2 and 9.1.6.
    guard size > maximumBlockSize, size <= 65_535, header.channelCount == channelCount,
      header.sampleRate == 0 || header.sampleRate == sampleRate
    else { return false }
    minimumBlockSize = header.hasVariableBlockSize ? 16 : size
    maximumBlockSize = header.hasVariableBlockSize ? 65_535 : size
    return true
  }

  /// Writes the sizes of blocks into the block's bytes, which are ``byteCount`` or more.
  func putBlockSizes(into bytes: inout [UInt8]) {
    for (place, size) in [(0, minimumBlockSize), (2, maximumBlockSize)] {
      bytes[place] = UInt8(truncatingIfNeeded: size >> 8)
      bytes[place + 1] = UInt8(truncatingIfNeeded: size)
    }
  }

  /// True if all blocks except the last have one size.
  var hasFixedBlockSize: Bool { minimumBlockSize == maximumBlockSize }

  /// The upper bound on the size of a frame: as stated, or as if its samples were stored verbatim, with room for
  /// headers and a side channel's additional bit.
  var frameSizeUpperBound: Int {
    if maximumFrameSize > 0 { return maximumFrameSize }
    return 18 + channelCount * (2 + (maximumBlockSize * (bitsPerSample + 1) + 7) / 8)
  }

  /// The loudspeakers by the number of channels, RFC 9639, 9.1.3.
  var layout: ChannelLayout {
    switch channelCount {
    case 3: ChannelLayout([.left, .right, .center])
    case 4: ChannelLayout([.left, .right, .leftSurround, .rightSurround])
    case 5: ChannelLayout([.left, .right, .center, .leftSurround, .rightSurround])
    case 6: ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])
    case 7:
      ChannelLayout([.left, .right, .center, .lowFrequency, .centerSurround, .leftSide, .rightSide])
    case 8:
      ChannelLayout([
        .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftSide, .rightSide,
      ])
    default: ChannelLayout(unlabelledChannelCount: channelCount)
    }
  }
}
