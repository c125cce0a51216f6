public import AudioBase

extension AudioFile {
  /// The distinct kinds of chunks or boxes at the top of the file, in file order: `kAudioFilePropertyChunkIDs`. For a
  /// file that is being written, those that were set.
  public var chunkIdentifiers: [FourCharacterCode] {
    var seen: Set<FourCharacterCode> = []
    let all = writtenChunks.map { $0.map(\.identifier) } ?? chunks.map(\.identifier)
    return all.filter { seen.insert($0).inserted }
  }

  /// Returns the number of chunks of a kind: `AudioFileCountUserData`.
  public func chunkCount(of identifier: FourCharacterCode) -> Int {
    if let writtenChunks { return writtenChunks.count { $0.identifier == identifier } }
    return chunks.count { $0.identifier == identifier }
  }

  /// Returns the bytes of a chunk's body, `nil` if the chunk does not exist: `AudioFileGetUserDataSize64`.
  ///
  /// - Parameters:
  ///   - identifier: The kind of chunk.
  ///   - index: The position among the chunks of that kind.
  public func chunkByteCount(of identifier: FourCharacterCode, index: Int) -> Int64? {
    if let writtenChunks {
      return place(of: identifier, index, in: writtenChunks).map { Int64(writtenChunks[$0].bytes.count) }
    }
    return chunk(identifier, index)?.byteCount
  }

  /// Reads a part of a chunk's body and returns the number of bytes read: `AudioFileGetUserDataAtOffset`.
  ///
  /// - Parameters:
  ///   - identifier: The kind of chunk.
  ///   - index: The position among the chunks of that kind.
  ///   - offset: The number of bytes from the start of the body.
  ///   - bytes: Filled from its start on.
  /// - Throws: `ErrorKind.invalidState` if the chunk does not exist: `kAudioFileInvalidChunkError`.
  public func readChunk(
    _ identifier: FourCharacterCode, index: Int, at offset: Int64, into bytes: inout MutableSpan<UInt8>
  ) throws(ContainerError) -> Int {
    guard let size = chunkByteCount(of: identifier, index: index), offset >= 0 else { throw Self.noChunk(identifier) }
    guard offset < size, !bytes.isEmpty else { return 0 }
    let count = Int(min(Int64(bytes.count), size - offset))
    if let writtenChunks, let place = place(of: identifier, index, in: writtenChunks) {
      let start = Int(offset)
      let body = writtenChunks[place].bytes
      bytes.copy(body.span.extracting(start..<(start + count)), at: 0)
      return count
    }
    let input = try reading()
    guard let chunk = chunk(identifier, index) else { throw Self.noChunk(identifier) }
    var part = bytes._mutatingExtracting(0..<count)
    return try input.source.read(at: chunk.bodyOffset + offset, into: &part)
  }

  /// Returns true if a program may put a chunk of this name into files of this type.
  public func takesChunk(_ identifier: FourCharacterCode) -> Bool {
    guard let role = container.chunkRole else { return false }
    return role(identifier) != .structure
  }

  /// Sets or adds one of the program's own chunks: `AudioFileSetUserData`. A metadata chunk replaces the one that
  /// ``metadata`` would produce.
  ///
  /// - Parameters:
  ///   - identifier: The kind of chunk.
  ///   - index: Counted among the chunks of that kind; their number to add one.
  ///   - bytes: The chunk's body.
  /// - Throws: `ErrorKind.unsupported` if the file type has no place for it, `ErrorKind.invalidState` where
  ///   chunks would be left out.
  public func setChunk(_ identifier: FourCharacterCode, index: Int, to bytes: [UInt8]) throws(AudioError) {
    guard takesChunk(identifier) else {
      throw AudioError(ContainerError(.unsupported, "this file type takes no such chunk", at: 0, in: identifier))
    }
    let output = try writing()
    var chunks = output.settings.userChunks
    if let place = place(of: identifier, index, in: chunks) {
      chunks[place].bytes = bytes
    } else {
      guard index == chunks.count(where: { $0.identifier == identifier }) else {
        throw AudioError(Self.noChunk(identifier))
      }
      chunks.append(UserChunk(identifier: identifier, bytes: bytes))
    }
    try output.setUserChunks(chunks)
  }

  /// Removes a chunk that was set, or that another program wrote into the file: `AudioFileRemoveUserData`.
  ///
  /// - Throws: `ErrorKind.invalidState` if the chunk does not exist.
  public func removeChunk(_ identifier: FourCharacterCode, index: Int) throws(AudioError) {
    let output = try writing()
    var chunks = output.settings.userChunks
    guard let place = place(of: identifier, index, in: chunks) else { throw AudioError(Self.noChunk(identifier)) }
    chunks.remove(at: place)
    try output.setUserChunks(chunks)
  }

  private static func noChunk(_ identifier: FourCharacterCode) -> ContainerError {
    ContainerError(.invalidState, "there is no such chunk", at: 0, in: identifier)
  }

  /// The chunks that a file gets which is being written; `nil` for others.
  private var writtenChunks: [UserChunk]? {
    if case .writing(let output) = state { output.settings.userChunks } else { nil }
  }

  private func place(of identifier: FourCharacterCode, _ index: Int, in chunks: [UserChunk]) -> Int? {
    let matching = chunks.indices.filter { chunks[$0].identifier == identifier }
    return matching.indices.contains(index) ? matching[index] : nil
  }

  private var chunks: [ChunkInfo] { if case .reading(let input) = state { input.reader.chunks } else { [] } }

  private func chunk(_ identifier: FourCharacterCode, _ index: Int) -> ChunkInfo? {
    let matching = chunks.filter { $0.identifier == identifier }
    return matching.indices.contains(index) ? matching[index] : nil
  }
}

extension AudioFileInput {
  /// Returns the chunks that other programs have put into the file, so that they are kept in a rewritten file.
  ///
  /// - Parameter limits: The limits; chunks that exceed ``ResourceLimits/structureByteCount`` together with the
  ///   previous ones are left out.
  func foreignChunks(limits: ResourceLimits) throws(ContainerError) -> [UserChunk] {
    try container.foreignChunks(of: reader, in: source, limits: limits)
  }
}

extension MediaFile {
  /// Returns the chunks that other programs wrote into the file, to keep them when it is rewritten.
  ///
  /// - Parameter limits: The limits; chunks that exceed `ResourceLimits.structureByteCount` together with the previous
  ///   ones are left out.
  public func foreignChunks(limits: ResourceLimits = ResourceLimits()) throws(ContainerError) -> [UserChunk] {
    // Behind the samples a chunk of no name would be taken for damage.
    try container.foreignChunks(of: reader, in: source, limits: limits).filter(\.identifier.isPlausibleChunk)
  }
}

extension ContainerDescriptor {
  fileprivate func foreignChunks(
    of reader: any ContainerReader, in source: any ByteSource, limits: ResourceLimits
  ) throws(ContainerError) -> [UserChunk] {
    guard let role = chunkRole else { return [] }
    var room = Int64(limits.structureByteCount)
    var kept: [UserChunk] = []
    for chunk in reader.chunks where role(chunk.identifier) == .foreign && chunk.byteCount <= room {
      var bytes = [UInt8](repeating: 0, count: Int(chunk.byteCount))
      var span = bytes.mutableSpan
      let count = try source.read(at: chunk.bodyOffset, into: &span)
      room -= chunk.byteCount
      kept.append(UserChunk(identifier: chunk.identifier, bytes: Array(bytes.prefix(count))))
    }
    return kept
  }
}
