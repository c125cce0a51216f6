import AudioBase
import Bitstream

/// `WAVEFORMATEX` and `WAVEFORMATEXTENSIBLE`: the body of the chunk `fmt `.
///
/// ```
///  0 tag │ 2 channels │ 4 rate │ 8 bytes a second │ 12 block align │ 14 bits │ 16 cbSize │ 18 extension
///  extensible: 18 valid bits │ 20 channel mask │ 24 SubFormat, a GUID of 16 bytes
///  in blocks:  18 frames a block │ MS ADPCM: 20 number of coefficient pairs │ 22 pairs of 16-bit integers
/// ```
struct WaveFormat: Equatable {
  /// `WAVE_FORMAT_EXTENSIBLE`.
  static let extensibleTag: UInt16 = 0xFFFE
  /// The last eight bytes that all of Microsoft's `KSDATAFORMAT_SUBTYPE_…` share.
  static let subformatTail: [UInt8] = [0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
  /// The last eight bytes of the subformats of ambisonic B-format, whose channels have no loudspeakers.
  static let ambisonicTail: [UInt8] = [0x86, 0x44, 0xC8, 0xC1, 0xCA, 0x00, 0x00, 0x00]
  /// The most of a format chunk that is looked at: more than 256 pairs of coefficients.
  static let maximumByteCount = 2048

  /// What the packets are.
  var tag: FormatTag
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
  /// `dwChannelMask`, or 0 where none is stated.
  var channelMask: UInt32 = 0
  /// Whether the extensible form is used.
  var isExtensible = false
  /// What follows `cbSize` in formats with blocks.
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
