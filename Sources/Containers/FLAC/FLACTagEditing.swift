import AudioBase
import Bitstream
import VorbisComments

/// Changes comments and pictures between the blocks of a native FLAC file, RFC 9639, 8; all other blocks stay.
///
/// The block of comments is placed after the pictures when the blocks are rewritten, so that growing texts take their
/// room from the padding after them and nothing moves.
enum FLACTagEditing {
  private struct Block {
    var type: UInt8
    var body: [UInt8]
  }

  private enum BlockType {
    static let padding: UInt8 = 1
    static let comments: UInt8 = 4
    static let picture: UInt8 = 6
  }

  /// Returns the edit, or `nil` if markers change, which are stored in a block as sample positions.
  static func edit(_ source: any ByteSource, _ change: MetadataChange) throws(ContainerError) -> FileEdit? {
    guard !change.changesMarkers else { return nil }
    var window = SourceWindow(source, capacity: 4096)
    guard let (blocks, range) = try blocks(&window, change.limits) else { return nil }
    var edit = FileEdit()
    guard let kept = try editedBlocks(blocks, change) else { return nil }
    let byteCount = kept.reduce(0) { $0 + 4 + $1.body.count }
    // The padding is the last block, unless nothing is left for it.
    var padding = Int(range.upperBound - range.lowerBound) - byteCount
    if padding != 0, padding < 4 || padding - 4 > MetadataChange.largestPaddingByteCount {
      padding = 4 + MetadataChange.paddingByteCount
    }
    var bytes: [UInt8] = []
    for (index, block) in kept.enumerated() {
      bytes += FLACMetadataBlocks.block(
        block.type, block.body, isLast: padding == 0 && index == kept.count - 1)
    }
    if padding > 0 { bytes += FLACMetadataBlocks.padding(padding) }
    edit.replace(range, with: bytes)
    return edit
  }

  /// Returns all blocks with their ranges; `nil` for a stream without any.
  private static func blocks(
    _ window: inout SourceWindow, _ limits: ResourceLimits
  ) throws(ContainerError) -> (blocks: [Block], range: Range<Int64>)? {
    var place = try FLACFile.skipTags(&window).start
    guard try window.bigEndian(4, at: place) == 0x664C_6143 else { return nil }
    place += 4
    let start = place
    var blocks: [Block] = []
    var total = 0
    while true {
      let header = try window.bigEndian(4, at: place)
      let count = Int(header & 0xFF_FFFF)
      total += count
      guard total <= limits.streamHeadByteCount, blocks.count < 1 << 14 else {
        throw ContainerError(.limitExceeded, "the blocks of metadata are larger than the limit", at: place, in: .flac)
      }
      var body: [UInt8] = []
      guard try window.append(count, at: place + 4, to: &body) == count else {
        throw ContainerError(.truncated, "a block of metadata is whole", at: place, in: .flac)
      }
      blocks.append(Block(type: UInt8(header >> 24 & 0x7F), body: body))
      place += 4 + Int64(count)
      if header >> 31 == 1 { return (blocks, start..<place) }
    }
  }

  private static func editedBlocks(_ blocks: [Block], _ change: MetadataChange) throws(ContainerError) -> [Block]? {
    let old = blocks.first { $0.type == BlockType.comments }
    guard let comments = VorbisCommentEdit(old?.body ?? [], change, holdsPictures: false),
      comments.bytes.count <= FLACMetadataBlocks.largestBody
    else { return nil }
    var isFirst = true
    var result = blocks.filter { block in
      switch block.type {
      case BlockType.padding: return false
      case BlockType.picture: return !change.changesArtwork
      case BlockType.comments:
        defer { isFirst = false }
        return !isFirst
      default: return true
      }
    }
    for picture in change.added.artwork {
      guard let body = VorbisComments.pictureBytes(picture),
        body.count <= FLACMetadataBlocks.largestBody
      else {
        throw ContainerError(.unsupported, "a picture in a FLAC file has less than 16 MiB", at: 0, in: .flac)
      }
      result.append(Block(type: BlockType.picture, body: body))
    }
    if old != nil || !change.added.info.isEmpty {
      result.append(Block(type: BlockType.comments, body: comments.bytes))
    }
    return result
  }
}
