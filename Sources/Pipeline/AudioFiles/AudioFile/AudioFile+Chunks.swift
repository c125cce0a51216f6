public import AudioBase

extension AudioFile {
  /// The kinds of chunks or boxes at the top of the file, each once, in the order of the file:
  /// `kAudioFilePropertyChunkIDs`.
  public var chunkIdentifiers: [FourCharacterCode] {
    var seen: Set<FourCharacterCode> = []
    return chunks.map(\.identifier).filter { seen.insert($0).inserted }
  }

  /// Chunks of a kind: `AudioFileCountUserData`.
  public func chunkCount(of identifier: FourCharacterCode) -> Int {
    chunks.count { $0.identifier == identifier }
  }

  /// Bytes of a chunk's body, `nil` where there is no such chunk: `AudioFileGetUserDataSize64`.
  ///
  /// - Parameter index: Counted among the chunks of that kind.
  public func chunkByteCount(of identifier: FourCharacterCode, index: Int) -> Int64? {
    chunk(identifier, index)?.byteCount
  }

  /// Reads a part of a chunk's body and returns how many bytes it was: `AudioFileGetUserDataAtOffset`.
  ///
  /// - Parameters:
  ///   - index: Counted among the chunks of that kind.
  ///   - offset: Bytes from the start of the body.
  /// - Throws: ``ErrorKind/invalidState`` where there is no such chunk: `kAudioFileInvalidChunkError`.
  public func readChunk(
    _ identifier: FourCharacterCode, index: Int, at offset: Int64, into bytes: inout MutableSpan<UInt8>
  ) throws(ContainerError) -> Int {
    let input = try reading()
    guard let chunk = chunk(identifier, index), offset >= 0 else {
      throw ContainerError(.invalidState, "there is no such chunk", at: 0, in: identifier)
    }
    guard offset < chunk.byteCount, !bytes.isEmpty else { return 0 }
    let count = Int(min(Int64(bytes.count), chunk.byteCount - offset))
    var part = bytes._mutatingExtracting(0..<count)
    return try input.source.read(at: chunk.bodyOffset + offset, into: &part)
  }

  private var chunks: [ChunkInfo] { if case .reading(let input) = state { input.reader.chunks } else { [] } }

  private func chunk(_ identifier: FourCharacterCode, _ index: Int) -> ChunkInfo? {
    let matching = chunks.filter { $0.identifier == identifier }
    return matching.indices.contains(index) ? matching[index] : nil
  }
}
