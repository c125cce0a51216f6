import AudioBase
import Bitstream

/// The fields that `WAVEFORMATEXTENSIBLE` adds behind `cbSize`.
///
/// ```
///  0 valid bits │ 2 channel mask │ 6 SubFormat, a GUID of 16 bytes: 6 its first number │ 14 its last eight bytes
/// ```
package struct WaveFormatExtension: Equatable, Sendable {
  /// `WAVE_FORMAT_EXTENSIBLE`: the tag of formats with the extension.
  package static let tag: UInt16 = 0xFFFE
  /// The last eight bytes of all of Microsoft's `KSDATAFORMAT_SUBTYPE_…`.
  package static let subformatTail: [UInt8] = [0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
  /// The last eight bytes of the subformats of ambisonic B-format, whose channels have no loudspeakers.
  package static let ambisonicTail: [UInt8] = [0x86, 0x44, 0xC8, 0xC1, 0xCA, 0x00, 0x00, 0x00]

  /// `wValidBitsPerSample`: the number of valid bits of a sample.
  package var validBitsPerSample: UInt16
  /// `dwChannelMask`, or 0 if none is stated.
  package var channelMask: UInt32
  /// The first number of `SubFormat`: a format tag.
  package var subformat: UInt32
  /// The last eight bytes of `SubFormat`.
  package var subformatTail = Self.subformatTail

  /// Creates an extension for one of Microsoft's subformats.
  package init(_ tag: WaveFormatTag, validBitsPerSample: UInt16, channelMask: UInt32) {
    self.validBitsPerSample = validBitsPerSample
    self.channelMask = channelMask
    subformat = UInt32(tag.rawValue)
  }

  /// Reads the 22 bytes at the start of `bytes`.
  init(parsing bytes: Span<UInt8>, order: SampleFormat.ByteOrder) throws(EndOfBytes) {
    var reader = ByteReader(bytes)
    validBitsPerSample = try reader.readUInt16(order)
    channelMask = try reader.readUInt32(order)
    subformat = try reader.readUInt32(order)
    try reader.skip(4)
    let tail = try reader.readBytes(8)
    subformatTail = tail.indices.map { tail[$0] }
  }

  /// The 22 bytes, little endian; `SubFormat` has Microsoft's common bytes between its number and its tail.
  package var bytes: [UInt8] {
    var body: [UInt8] = []
    body.append(littleEndian: validBitsPerSample)
    body.append(littleEndian: channelMask)
    body.append(littleEndian: subformat)
    body.append(littleEndian: 0 as UInt16)
    body.append(littleEndian: 0x10 as UInt16)
    return body + subformatTail
  }
}
