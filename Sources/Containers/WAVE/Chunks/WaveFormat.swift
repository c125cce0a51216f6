import AudioBase
import Bitstream
import WaveFormats

/// The body of the chunk `fmt `, `WAVEFORMATEX` or `WAVEFORMATEXTENSIBLE`, as this container interprets it:
/// ``WaveFormatFields`` has the places of the fields, this type their meaning.
///
/// The extension of formats in blocks:
/// ```
///  18 frames a block │ MS ADPCM: 20 number of coefficient pairs │ 22 pairs of 16-bit integers
/// ```
struct WaveFormat: Equatable {
  /// The largest number of bytes of a format chunk that are read: more than 256 pairs of coefficients.
  static let maximumByteCount = 2048

  /// The coding of the packets.
  var tag: WaveFormatTag
  /// `nChannels`.
  var channelCount: UInt16
  /// `nSamplesPerSec`.
  var sampleRate: UInt32
  /// `nAvgBytesPerSec`.
  var bytesPerSecond: UInt32
  /// `nBlockAlign`: bytes of a frame, or of a block of frames.
  var blockAlign: UInt16
  /// `wBitsPerSample`: the width of a sample's place.
  var bitsPerSample: UInt16
  /// `wValidBitsPerSample`: how many of them are the sample's.
  var validBitsPerSample: UInt16
  /// `wSamplesPerBlock`, or 0.
  var framesPerBlock: UInt16 = 0
  /// `dwChannelMask`, or 0 if none is stated.
  var channelMask: UInt32 = 0
  /// True if the extensible form is used.
  var isExtensible = false
  /// The bytes after `cbSize` in formats with blocks, and of AAC.
  var blockExtension: [UInt8] = []
  /// The order of the numbers and samples.
  var byteOrder = SampleFormat.ByteOrder.littleEndian

  /// The loudspeakers of the channel mask, lowest bit first; a channel without a bit has no known place.
  var layout: ChannelLayout {
    guard channelMask != 0 else { return ChannelLayout(unlabelledChannelCount: Int(channelCount)) }
    let bits = (0..<18).filter { channelMask >> UInt32($0) & 1 == 1 }
    var speakers = bits.prefix(Int(channelCount)).map { Speaker(rawValue: UInt32($0 + 1)) }
    while speakers.count < Int(channelCount) { speakers.append(.unknown) }
    return ChannelLayout(speakers)
  }
}
