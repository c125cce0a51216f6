public import AudioBase
public import AudioFiles

extension Catalog {
  /// The options for opening or creating a file with the containers and codecs of this catalog.
  public var fileOptions: AudioFile.Options { AudioFile.Options(containers: containers, codecs: codecs) }

  /// Returns a parser of a stream of any of this catalog's containers.
  ///
  /// - Parameters:
  ///   - hint: The file type that the stream is known to have; its container is taken unseen.
  ///   - limits: Bounds for the values that a stream may state.
  public func makeStreamParser(
    hint: FourCharacterCode? = nil, limits: ResourceLimits = ResourceLimits()
  ) -> StreamParser {
    StreamParser(containers: containers, hint: hint, limits: limits)
  }
}

extension AudioFile {
  /// Opens a file by its name with all formats of this package; `-` is standard input.
  ///
  /// - Throws: `AudioError`.
  public convenience init(path: String) throws(AudioError) {
    try self.init(path: path, options: Catalog.standard.fileOptions)
  }

  /// Makes a new file of a type that this package writes; throws if the file exists.
  ///
  /// - Parameter fileType: Core Audio's file type, such as `caff`.
  /// - Throws: `AudioError`; `AudioError.unknownFormat` if no container of the package has that type.
  public convenience init(
    creating path: String, fileType: FourCharacterCode, settings: WriterSettings
  ) throws(AudioError) {
    guard let container = Catalog.standard.container(fileType: fileType) else { throw .unknownFormat }
    try self.init(
      creating: path, container: container, settings: settings, options: Catalog.standard.fileOptions)
  }
}
