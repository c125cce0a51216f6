import AudioBase
import Bitstream
import ID3Tags

/// A chunk to be written.
struct OutgoingChunk {
  var code: FourCharacterCode
  var body: [UInt8]

  /// The number of bytes of the chunk, header and padding included.
  var byteCount: Int { AIFFLayout.chunkHeaderByteCount + body.count + body.count & 1 }

  /// Returns the chunks with the contents of `metadata`.
  ///
  /// Title, artist, copyright and comments have their own chunks; all else of the info dictionary and the pictures go
  /// into an ID3 tag, which then holds those four too. Of the regions only loops have a place; see ``InstrumentChunk``.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if a value does not fit its field.
  static func chunks(_ metadata: Metadata, sampleRate: Double) throws(ContainerError) -> [OutgoingChunk] {
    var chunks: [OutgoingChunk] = []
    for code in TextChunks.written {
      guard let key = TextChunks.key(code), let text = metadata[key], !text.isEmpty else { continue }
      chunks.append(OutgoingChunk(code: code, body: Array(text.utf8)))
    }
    var markers = try MarkerChunk.numbered(metadata.markers)
    let instrument = InstrumentChunk.bytes(metadata.regions, markers: &markers)
    if !markers.isEmpty { chunks.append(OutgoingChunk(code: .markerChunk, body: try MarkerChunk.bytes(markers))) }
    if let instrument { chunks.append(OutgoingChunk(code: .instrumentChunk, body: instrument)) }
    let tag = try tag(metadata, sampleRate: sampleRate)
    if !tag.isEmpty { chunks.append(OutgoingChunk(code: .id3Chunk, body: tag)) }
    guard chunks.allSatisfy({ $0.body.count < Int32.max }) else {
      throw ContainerError(.unsupported, "a chunk is smaller than 2 GiB", at: 0, in: .form)
    }
    return chunks
  }

  /// Returns the ID3 tag for metadata without its own chunk; empty if there is none.
  private static func tag(_ metadata: Metadata, sampleRate: Double) throws(ContainerError) -> [UInt8] {
    let own = Set(TextChunks.written.compactMap(TextChunks.key))
    let isNeeded =
      !metadata.id3Tag.isEmpty || !metadata.artwork.isEmpty
      || !metadata.info.keys.allSatisfy { own.contains($0) && metadata.values(of: $0).count == 1 }
    guard isNeeded else { return [] }
    var said = metadata
    // Markers have their chunk; a tag that contained chapters of its own keeps them.
    let before = try? ID3Tag(parsing: metadata.id3Tag.span).metadata(sampleRate: sampleRate)
    if before?.markers != metadata.markers { said.markers = [] }
    var options = ID3WritingOptions(sampleRate: sampleRate)
    let bytes = try ID3Tag.bytes(for: said, options: options)
    guard bytes.count & 1 == 1 else { return bytes }
    // SoX does not find the chunk after one of an odd length.
    options.paddingByteCount = 1
    return try ID3Tag.bytes(for: said, options: options)
  }
}

extension [UInt8] {
  /// Appends a chunk with its header and padding.
  mutating func append(_ chunk: OutgoingChunk) {
    append(bigEndian: chunk.code.rawValue)
    append(bigEndian: UInt32(chunk.body.count))
    append(contentsOf: chunk.body)
    if chunk.body.count & 1 == 1 { append(0) }
  }
}
