package import AudioBase
import Bitstream
import VorbisComments

/// The blocks of metadata before the frames of a new file. RFC 9639, 8.
///
/// ```
/// fLaC │ STREAMINFO │ SEEKTABLE     │ CUESHEET      │ APPLICATION … │ VORBIS_COMMENT │ PICTURE … │ PADDING
///      │            │ not on a pipe │ where markers │ others' own   │                │           │ room for changes
/// ```
package struct FLACMetadataBlocks {
  /// The offset of the body of `STREAMINFO`.
  static let streamInfoOffset: Int64 = 8
  /// The offset of the part that may change while the file is written: after `STREAMINFO`.
  static let tableOffset: Int64 = 42
  /// The number of bytes for the seek table and for changes together.
  static let reservedByteCount = 8192
  /// The largest body of a block.
  static let largestBody = 0xFF_FFFF

  /// The key of the comment that states the loudspeakers, if the number of channels does not imply them.
  package static let channelMaskKey = InfoKey("WAVEFORMATEXTENSIBLE_CHANNEL_MASK")

  /// Returns the comment for a layout, or `nil` if the number of channels implies it or WAVE has no mask for it.
  static func channelMask(_ layout: ChannelLayout, usual: ChannelLayout) -> String? {
    guard layout.waveMask != 0, layout != usual, layout.inWaveOrder == layout else { return nil }
    if layout.channelCount < 3, [[.left, .right], [.center]].contains(layout.speakers) { return nil }
    return "0x" + String(layout.waveMask, radix: 16, uppercase: true)
  }

  /// Returns the bytes of a block.
  static func block(_ type: UInt8, _ body: [UInt8], isLast: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt32(isLast ? 0x80 | type : type) << 24 | UInt32(body.count))
    return bytes + body
  }

  /// Returns the block of markers, or no bytes if there are none or too many.
  static func cueSheet(_ markers: [Marker], frameCount: Int64) -> [UInt8] {
    markers.isEmpty || markers.count > FLACCueSheet.capacity
      ? [] : block(5, FLACCueSheet.bytes(markers, frameCount: frameCount), isLast: false)
  }

  /// Returns the `APPLICATION` blocks of other programs, not marked as the last block.
  static func applications(_ chunks: [UserChunk]) throws(ContainerError) -> [UInt8] {
    var bytes: [UInt8] = []
    for chunk in chunks {
      guard chunk.bytes.count <= largestBody - 4 else {
        throw ContainerError(
          .unsupported, "a block of a FLAC file has less than 16 MiB", at: tableOffset, in: chunk.identifier)
      }
      var body: [UInt8] = []
      body.append(bigEndian: chunk.identifier.rawValue)
      bytes += block(2, body + chunk.bytes, isLast: false)
    }
    return bytes
  }

  /// Returns the blocks of comments and pictures, not marked as the last block.
  static func texts(_ metadata: Metadata) throws(ContainerError) -> [UInt8] {
    let vendor = metadata[.sourceEncoder] ?? "swift-audio-toolbox"
    guard let comments = VorbisComments.bytes(metadata, vendor: vendor), comments.count <= largestBody else {
      throw ContainerError(.unsupported, "the texts of a FLAC file have less than 16 MiB", at: tableOffset, in: .flac)
    }
    var bytes = block(4, comments, isLast: false)
    for picture in metadata.artwork {
      guard let body = VorbisComments.pictureBytes(picture), body.count <= largestBody else {
        throw ContainerError(
          .unsupported, "a picture in a FLAC file has less than 16 MiB", at: tableOffset, in: .flac)
      }
      bytes += block(6, body, isLast: false)
    }
    return bytes
  }

  /// Returns the last block: the given number of zero bytes, including four bytes of header.
  static func padding(_ byteCount: Int) -> [UInt8] {
    // Bound: the previous free space, a block of 16 MiB at most.
    block(1, [UInt8](repeating: 0, count: byteCount - 4), isLast: true)
  }
}
