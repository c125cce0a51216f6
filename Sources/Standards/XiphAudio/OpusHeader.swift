package import AudioBase
import Bitstream

/// The identification header of an Opus stream: `OpusHead` of Ogg (RFC 7845, 5.1) or the contents of `dOps` of MP4
/// ("Encapsulation of Opus in ISO Base Media File Format", 4.3.2).
package struct OpusHeader: Equatable, Sendable {
  /// The number of channels, 1…255.
  package var channelCount: Int
  /// The number of frames at 48 kHz to skip at the beginning.
  package var preSkip: Int
  /// The sampling rate of the encoder's input in Hz, or 0; for information only.
  package var inputSampleRate: UInt32
  /// The gain of the samples, in 256ths of a decibel.
  package var outputGain: Int
  /// The channel mapping family: 0 for mono or stereo, 1 for the loudspeakers of Vorbis, 255 for channels without
  /// positions.
  package var mappingFamily: UInt8
  /// The number of coded streams, 1…255.
  package var streamCount: Int
  /// The number of streams of two channels, which come first.
  package var coupledCount: Int
  /// The index of the decoded channel for each channel; 255 for silence.
  package var mapping: [UInt8]

  /// The eight bytes that an `OpusHead` begins with.
  package static let magic = Array("OpusHead".utf8)
  /// The eight bytes that an `OpusTags` begins with.
  package static let tagsMagic = Array("OpusTags".utf8)

  /// Creates the header of a stream of one or two channels.
  package init(channelCount: Int, preSkip: Int = 0, inputSampleRate: UInt32 = 48_000) {
    self.channelCount = channelCount
    self.preSkip = preSkip
    self.inputSampleRate = inputSampleRate
    (outputGain, mappingFamily, streamCount) = (0, 0, 1)
    coupledCount = channelCount == 2 ? 1 : 0
    mapping = channelCount == 2 ? [0, 1] : [0]
  }

  /// Reads a header in either form.
  ///
  /// - Throws: `CodecError`: ``ErrorKind/truncated`` if it is cut, ``ErrorKind/malformed`` for numbers that no
  ///   stream has, ``ErrorKind/unsupported`` for another version or family of mapping, such as ambisonics.
  package init(_ bytes: Span<UInt8>) throws(CodecError) {
    self.init(channelCount: 1)
    let version: UInt8
    let isOgg = Self.begins(bytes, with: Self.magic)
    do throws(EndOfBytes) {
      version = try readFields(bytes, isOgg: isOgg)
    } catch {
      throw CodecError(.truncated, "the Opus header is cut", clause: "RFC 7845, 5.1", bitOffset: error.offset * 8)
    }
    // The upper four bits are those of a version that older readers cannot read.
    guard version >> 4 == 0, isOgg || version == 0 else {
      throw CodecError(.unsupported, "the Opus header is of a version that is not known here", clause: "RFC 7845, 5.1")
    }
    try check()
  }

  /// Reads the fields and returns the version.
  private mutating func readFields(_ bytes: Span<UInt8>, isOgg: Bool) throws(EndOfBytes) -> UInt8 {
    var reader = ByteReader(bytes)
    if isOgg { try reader.skip(Self.magic.count) }
    let version = try reader.readUInt8()
    channelCount = Int(try reader.readUInt8())
    preSkip = Int(isOgg ? try reader.readUInt16LittleEndian() : try reader.readUInt16())
    inputSampleRate = isOgg ? try reader.readUInt32LittleEndian() : try reader.readUInt32()
    let gain = isOgg ? try reader.readUInt16LittleEndian() : try reader.readUInt16()
    outputGain = Int(Int16(bitPattern: gain))
    mappingFamily = try reader.readUInt8()
    (streamCount, coupledCount) = (1, channelCount == 2 ? 1 : 0)
    mapping = channelCount == 2 ? [0, 1] : [0]
    guard mappingFamily != 0 else { return version }
    streamCount = Int(try reader.readUInt8())
    coupledCount = Int(try reader.readUInt8())
    let table = try reader.readBytes(channelCount)
    mapping = table.indices.map { table[$0] }
    return version
  }

  /// Checks that the numbers are within their ranges, RFC 7845, 5.1.1.
  private func check() throws(CodecError) {
    let clause: StaticString = "RFC 7845, 5.1.1"
    guard channelCount > 0 else { throw CodecError(.malformed, "an Opus stream has a channel", clause: clause) }
    let most: Int
    switch mappingFamily {
    case 0: most = 2
    case 1: most = 8
    case 255: most = 255
    case 2, 3:
      throw CodecError(
        .unsupported, "Opus with ambisonics (mapping families 2 and 3) is not decoded", clause: "RFC 8486")
    default: throw CodecError(.unsupported, "this mapping family of Opus is not known", clause: clause)
    }
    guard channelCount <= most else {
      throw CodecError(.malformed, "the mapping family of Opus has fewer channels", clause: clause)
    }
    let decodedCount = streamCount + coupledCount
    guard streamCount > 0, coupledCount <= streamCount, decodedCount <= 255,
      mapping.allSatisfy({ $0 == 255 || Int($0) < decodedCount })
    else { throw CodecError(.malformed, "channels of Opus are those of its streams", clause: clause) }
  }

  /// The header as the first packet of an Ogg stream.
  package var bytes: [UInt8] {
    var bytes = Self.magic + [1, UInt8(truncatingIfNeeded: channelCount)]
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: preSkip))
    bytes.append(littleEndian: inputSampleRate)
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: outputGain))
    bytes.append(mappingFamily)
    guard mappingFamily != 0 else { return bytes }
    return bytes + [UInt8(truncatingIfNeeded: streamCount), UInt8(truncatingIfNeeded: coupledCount)] + mapping
  }

  /// The loudspeakers, in the order of the channels.
  package var layout: ChannelLayout {
    mappingFamily == 255
      ? ChannelLayout(unlabelledChannelCount: channelCount) : XiphChannels.layout(channelCount: channelCount)
  }

  /// Returns true if a decoder of this stream can continue with another.
  package func agrees(with other: OpusHeader) -> Bool {
    channelCount == other.channelCount && outputGain == other.outputGain && mappingFamily == other.mappingFamily
      && streamCount == other.streamCount && coupledCount == other.coupledCount && mapping == other.mapping
  }

  private static func begins(_ bytes: Span<UInt8>, with magic: [UInt8]) -> Bool {
    bytes.count >= magic.count && magic.indices.allSatisfy { bytes[$0] == magic[$0] }
  }
}
