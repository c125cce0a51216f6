package import AudioBase
import Bitstream

/// The parts of a Vorbis stream's headers that containers and the catalog need. Vorbis I, 4.2.
package struct VorbisHeaders: Equatable, Sendable {
  /// The number of channels, 1…255.
  package let channelCount: Int
  /// The sampling rate, in Hz.
  package let sampleRate: Int
  /// The bit rate in bits/s, or `nil`.
  package let nominalBitRate: Int?
  /// The number of samples of a short block, 64…8192.
  package let shortBlockSize: Int
  /// The number of samples of a long block, 64…8192, at least ``shortBlockSize``.
  package let longBlockSize: Int
  /// The modes: true for each one with long blocks.
  package let modes: [Bool]

  /// Returns the bytes that the header of a type begins with: 1 for identification, 3 for comments, 5 for set-up.
  package static func magic(_ type: UInt8) -> [UInt8] { [type] + Array("vorbis".utf8) }

  /// Reads the identification header and the set-up header.
  ///
  /// - Throws: `CodecError` of kind ``ErrorKind/truncated`` or ``ErrorKind/malformed``.
  package init(identification: Span<UInt8>, setup: Span<UInt8>) throws(CodecError) {
    do throws(EndOfBytes) {
      var reader = ByteReader(identification)
      let magic = try reader.readBytes(7)
      let version = try reader.readUInt32LittleEndian()
      channelCount = Int(try reader.readUInt8())
      sampleRate = Int(try reader.readUInt32LittleEndian())
      try reader.skip(4)
      let nominal = Int32(bitPattern: try reader.readUInt32LittleEndian())
      nominalBitRate = nominal > 0 ? Int(nominal) : nil
      try reader.skip(4)
      let sizes = try reader.readUInt8()
      (shortBlockSize, longBlockSize) = (1 << Int(sizes & 15), 1 << Int(sizes >> 4))
      let isFramed = try reader.readUInt8() & 1 == 1
      let hasMagic = magic.indices.allSatisfy { magic[$0] == Self.magic(1)[$0] }
      modes = try VorbisSetup.modes(setup, channelCount: channelCount)
      isValid = hasMagic && version == 0 && isFramed
    } catch {
      throw CodecError(
        .truncated, "a header of Vorbis is cut", clause: "Vorbis I, 4.2", bitOffset: error.offset * 8)
    }
    guard isValid, channelCount > 0, sampleRate > 0, shortBlockSize >= 64, shortBlockSize <= longBlockSize,
      longBlockSize <= 8192, !modes.isEmpty
    else { throw CodecError(.malformed, "the headers of Vorbis are not as they must be", clause: "Vorbis I, 4.2") }
  }

  private let isValid: Bool

  /// Returns the number of samples of a packet's block; `nil` for bytes that are no audio packet. Vorbis I, 4.3.1.
  package func blockSize(_ packet: Span<UInt8>) -> Int? {
    guard packet.count > 0, packet[0] & 1 == 0 else { return nil }
    // At most 64 modes, hence six bits: within the first byte.
    let width = LowBitReader.width(modes.count - 1)
    let mode = Int(packet[0] >> 1) & (1 << width - 1)
    guard modes.indices.contains(mode) else { return nil }
    return modes[mode] ? longBlockSize : shortBlockSize
  }

  /// Returns the number of frames that a packet adds after a block of another size. Vorbis I, 4.3.8: from the middle of
  /// a block to the middle of the next.
  ///
  /// The first packet of a stream adds nothing; it counts as if one of its own size had preceded it, and containers say
  /// that these frames are priming.
  package static func frameCount(blockSize: Int, previous: Int?) -> Int { ((previous ?? blockSize) + blockSize) / 4 }

  /// The loudspeakers, in the order of the channels.
  package var layout: ChannelLayout { XiphChannels.layout(channelCount: channelCount) }
}
