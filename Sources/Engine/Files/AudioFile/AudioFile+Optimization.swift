import AudioBase

extension AudioFile {
  /// Reorders the file so that it can be played while it arrives: `AudioFileOptimize`.
  ///
  /// A file that is being written is finished first. If the file is not in that order, all packets and the metadata are
  /// copied to a new file with the index first, which then replaces the old one. Afterwards the file is open as before,
  /// with ``Access/readWrite`` if it had been made by this object.
  ///
  /// - Throws: `ErrorKind.invalidState` if the file has no name or may not be written. After any failure the old
  ///   file is as it was.
  public func optimize() throws(AudioError) {
    guard let path, path != "-", !isClosed else {
      throw .container(ContainerError(.invalidState, "only an open file with a name is optimised", at: 0))
    }
    if case .writing = state {
      try close()
      try reopen(path)
    } else if options.access != .readWrite {
      throw .container(ContainerError(.invalidState, "the file is not open for writing", at: 0))
    }
    guard case .reading(let input) = state, !input.reader.isOptimized else { return }
    try Self.rewrite(input, at: path, in: container, limits: options.limits)
    try reopen(path)
  }

  private var isClosed: Bool { if case .closed = state { true } else { false } }

  private func reopen(_ path: String) throws(AudioError) {
    let media = try AudioFileInput.open(path: path, options: options)
    container = media.container
    state = .reading(try AudioFileInput(media, codecs: options.codecs))
  }

  private static func rewrite(
    _ input: AudioFileInput, at path: String, in container: ContainerDescriptor, limits: ResourceLimits
  ) throws(AudioError) {
    let sink = try FileByteSink(path: Pathname(path), replacing: input.source)
    do throws(ContainerError) {
      guard input.reader.tracks.count == 1 else {
        throw ContainerError(.unsupported, "a file of several tracks is not rewritten", at: 0)
      }
      guard let create = container.create else {
        throw ContainerError(.unsupported, "this file type is only read", at: 0)
      }
      var settings = WriterSettings(copying: input.info, metadata: input.reader.metadata)
      settings.structure = .indexFirst
      settings.userChunks = try input.foreignChunks(limits: limits)
      var writer = try create(sink, settings)
      var reader = input.reader
      _ = try copyPackets(of: &reader, track: input.track, to: &writer)
      try writer.finish()
    } catch {
      sink.discard()
      throw .container(error)
    }
    try sink.commit()
  }
}
