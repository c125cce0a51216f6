public import AudioBase

/// One audio file, open for reading or for writing: the `AudioFileID` of Audio File Services.
///
/// ```swift
/// let file = try AudioFile(path: "song.m4a", options: .init(containers: catalog.containers, codecs: catalog.codecs))
/// let read = try file.readPacketData(from: 0, count: 100, into: &bytes, descriptions: &descriptions)
/// ```
/// It is used from one thread at a time. Numbers of packets, frames and bytes are counted from 0. In linear PCM and
/// G.711 each frame is a packet. Properties of a closed file are those that it had last.
///
/// A file that was opened with ``Access/readWrite`` is rewritten as a whole: with the first change a new file begins
/// beside it, its packets are copied, and ``close()`` puts the new file in the place of the old one.
public final class AudioFile {
  /// The access to an existing file.
  public enum Access: Sendable {
    /// `kAudioFileReadPermission`.
    case readOnly
    /// `kAudioFileReadWritePermission`.
    case readWrite
  }

  /// Options for opening or creating a file.
  public struct Options: Sendable {
    /// The containers to choose from, by default those of the catalog.
    public var containers: [ContainerDescriptor]
    /// The codecs that state layers and pre-roll; without codecs, only containers state them.
    public var codecs: [CodecDescriptor]
    /// The file type to prefer if the first bytes leave a choice, and to try if they are inconclusive.
    public var fileTypeHint: FourCharacterCode?
    /// The access to an existing file.
    public var access = Access.readOnly
    /// The permission for a new file to replace another one: `kAudioFileFlags_EraseFile`.
    public var replacement = ReplacementPolicy.refuse
    /// The location of a new file while it is written.
    public var placement = FilePlacement.whenWhole
    /// The limits on resources.
    public var limits = ResourceLimits()

    /// Creates options.
    public init(containers: [ContainerDescriptor], codecs: [CodecDescriptor] = []) {
      self.containers = containers
      self.codecs = codecs
    }
  }

  enum State {
    case reading(AudioFileInput)
    case writing(AudioFileOutput)
    case closed(TrackInfo, Metadata)
  }

  var state: State
  var options: Options
  /// The file's name, if it has one.
  let path: String?
  /// The container of the file.
  public internal(set) var container: ContainerDescriptor

  /// Opens a file by its name: `AudioFileOpenURL`; `-` is standard input.
  ///
  /// - Throws: `AudioError`.
  public init(path: String, options: Options) throws(AudioError) {
    let media = try AudioFileInput.open(path: path, options: options)
    self.options = options
    self.path = path
    container = media.container
    state = .reading(try AudioFileInput(media, codecs: options.codecs))
  }

  /// Opens the file in a source, for reading only: `AudioFileOpenWithCallbacks`.
  ///
  /// - Throws: `AudioError`.
  public init(source: any ByteSource, options: Options) throws(AudioError) {
    let media = try AudioFileInput.open(source, name: nil, options: options)
    self.options = options
    path = nil
    container = media.container
    state = .reading(try AudioFileInput(media, codecs: options.codecs))
  }

  /// Makes a new file: `AudioFileCreateWithURL`.
  ///
  /// The header is written with the first packets, so that cookie, layout, metadata and all else in `settings` can be
  /// set until then.
  ///
  /// - Throws: `AudioError`; `ErrorKind.unsupported` if the container does not hold the format.
  public convenience init(
    creating path: String, container: ContainerDescriptor, settings: WriterSettings, options: Options
  ) throws(AudioError) {
    try self.init(creating: Pathname(path), container: container, settings: settings, options: options)
  }

  /// Makes a new file, like the initializer that takes a text, with a name of any bytes. If the name is not text, this
  /// object cannot reopen the finished file.
  public init(
    creating path: Pathname, container: ContainerDescriptor, settings: WriterSettings, options: Options
  ) throws(AudioError) {
    try raising { () throws(ContainerError) in try AudioFileOutput.check(settings, for: container) }
    let sink = try makeSink(
      path: path, replacement: options.replacement, placement: options.placement, segments: container.segmentKind)
    guard sink.canOverwrite || container.canWriteToPipe else {
      throw .container(ContainerError(.unsupported, "this file type cannot be written to a pipe", at: 0))
    }
    self.options = options
    // Once it is finished its creator may continue with it.
    self.options.access = .readWrite
    self.path = String(validating: path.bytes, as: UTF8.self)
    self.container = container
    state = .writing(AudioFileOutput(sink, file: sink, container: container, settings: settings))
  }

  /// Makes a new file in a sink: `AudioFileInitializeWithCallbacks`.
  ///
  /// - Throws: `AudioError`; of kind `unsupported` if the container cannot hold the format, or cannot be written
  ///   to such a sink.
  public init(
    creatingIn sink: any ByteSink, container: ContainerDescriptor, settings: WriterSettings, options: Options
  ) throws(AudioError) {
    try raising { () throws(ContainerError) in try AudioFileOutput.check(settings, for: container) }
    guard sink.canOverwrite || container.canWriteToPipe else {
      throw AudioError(ContainerError(.unsupported, "this file type cannot be written to a pipe", at: 0))
    }
    self.options = options
    path = nil
    self.container = container
    state = .writing(AudioFileOutput(sink, file: nil, container: container, settings: settings))
  }

  /// Finishes a file that is written, and releases it: `AudioFileClose`. A second call does nothing.
  ///
  /// After a failed write the unfinished file is removed, or, if it is written in place, brought into the best order
  /// that the disk allows.
  ///
  /// - Throws: `AudioError`; the failure of an earlier write where there was one.
  public func close() throws(AudioError) {
    let last = (info, metadata)
    defer { state = .closed(last.0, last.1) }
    if case .writing(let output) = state { try output.finish() }
  }

  deinit {
    // A file that is not closed is incomplete; the bytes already in place stay.
    if case .writing(let output) = state { output.abandon() }
  }
}

extension AudioFile {
  /// The properties of the track that is read or written.
  var info: TrackInfo {
    switch state {
    case .reading(let input): input.info
    case .writing(let output): output.info
    case .closed(let info, _): info
    }
  }

  /// Returns the part that reads.
  func reading() throws(ContainerError) -> AudioFileInput {
    guard case .reading(let input) = state else {
      throw ContainerError(.invalidState, "the file is not open for reading", at: 0)
    }
    return input
  }

  /// Returns the writing part; for a file opened for reading and writing, it is created here.
  func writing() throws(AudioError) -> AudioFileOutput {
    switch state {
    case .writing(let output): return output
    case .reading(let input): return try beginRewriting(input)
    case .closed: throw AudioError(ContainerError(.invalidState, "the file is not open for writing", at: 0))
    }
  }

  private func beginRewriting(_ input: AudioFileInput) throws(AudioError) -> AudioFileOutput {
    guard options.access == .readWrite, let path, path != "-" else {
      throw AudioError(ContainerError(.invalidState, "the file is not open for writing", at: 0))
    }
    let sink = try AudioFileOutput.rewritingSink(path: path, of: input.source)
    let (output, chunks) = try raising { () throws(ContainerError) in
      (
        try AudioFileOutput(rewriting: input, in: sink, container: container),
        try input.foreignChunks(limits: options.limits)
      )
    }
    try output.setUserChunks(chunks)
    state = .writing(output)
    return output
  }
}
