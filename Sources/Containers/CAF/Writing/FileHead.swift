import AudioBase
import Bitstream

/// The bytes before the packets of a new file.
struct FileHead {
  private(set) var bytes: [UInt8] = []
  /// The offset of the chunk `kuki`, if there is one.
  private(set) var cookieOffset: Int64?
  /// The offsets of the chunks of metadata, and their names.
  private(set) var metadataChunks: [(code: FourCharacterCode, offset: Int64)] = []
  /// A chunk `free` that the packet table may take.
  private(set) var room: Range<Int64>?

  /// The offset of the packets.
  var dataOffset: Int64 { Int64(bytes.count) }

  init(_ format: StreamFormat, settings: WriterSettings, hasTable: Bool) throws(ContainerError) {
    bytes.append(bigEndian: FourCharacterCode("caff").rawValue)
    bytes.append(bigEndian: 1 as UInt16)
    bytes.append(bigEndian: 0 as UInt16)
    bytes.append(.descriptionChunk, try AudioDescription.body(format))
    let layout = settings.layout
    // Mono and stereo go without saying.
    if layout.channelCount == format.channelsPerFrame,
      layout != ChannelLayout(unlabelledChannelCount: layout.channelCount)
    {
      bytes.append(.layoutChunk, layout.bytes)
    }
    if !settings.cookie.isEmpty {
      cookieOffset = Int64(bytes.count)
      bytes.append(.cookieChunk, CookieForm.fileCookie(settings.cookie, formatID: format.formatID))
    }
    for (type, body) in FileHead.chunks(settings.metadata) {
      metadataChunks.append((type, Int64(bytes.count)))
      bytes.append(type, body)
    }
    if hasTable, let packets = settings.expectedPacketCount { makeRoom(for: packets, format) }
    bytes.append(bigEndian: FourCharacterCode.dataChunk.rawValue)
    bytes.append(bigEndian: CAFLayout.unknownSize)
    bytes.append(bigEndian: 0 as UInt32)
  }

  /// Leaves space for the packet table, unless it would be unreasonably large.
  private mutating func makeRoom(for packets: Int64, _ format: StreamFormat) {
    let largest: Int64 = 1 << 26
    guard let bound = PacketTableBuilder.byteCountBound(packetCount: packets, format: format), bound <= largest else {
      return
    }
    let start = Int64(bytes.count)
    // The room ends with the header of another `free` chunk.
    bytes.append(.fillerChunk, [UInt8](repeating: 0, count: Int(bound + CAFLayout.chunkHeaderByteCount)))
    room = start..<Int64(bytes.count)
  }

  /// Returns metadata as chunks; pictures and ID3 tags have no place.
  static func chunks(_ metadata: Metadata) -> [(FourCharacterCode, [UInt8])] {
    var chunks: [(FourCharacterCode, [UInt8])] = []
    if !metadata.info.isEmpty { chunks.append((.informationChunk, InformationChunk.body(metadata.info))) }
    let names = MarkerChunks.names(metadata)
    if !names.isEmpty { chunks.append((.stringsChunk, StringsChunk.body(names))) }
    if !metadata.markers.isEmpty { chunks.append((.markerChunk, MarkerChunks.body(metadata.markers))) }
    if !metadata.regions.isEmpty { chunks.append((.regionChunk, MarkerChunks.body(metadata.regions))) }
    return chunks
  }
}

extension [UInt8] {
  /// Appends a chunk: type, size, body.
  mutating func append(_ type: FourCharacterCode, _ body: [UInt8]) {
    append(bigEndian: type.rawValue)
    append(bigEndian: Int64(body.count))
    self += body
  }
}
