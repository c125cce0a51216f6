/// A container of the package, as the catalog lists it.
public struct ContainerDescriptor: Sendable {
  /// Core Audio's file type, such as `m4af`.
  public let fileType: FourCharacterCode
  /// The name, for people.
  public let name: String
  /// The file name extensions without the dot, lower case, the usual one first.
  public let extensions: [String]
  /// The media types, the usual one first.
  public let mediaTypes: [String]
  /// The certainty of recognition, 0 (not this format) to 100, judging by the first bytes of a file (up to 4 KiB).
  public let probe: (@Sendable (_ head: Span<UInt8>) -> Int)?
  /// Opens a file for reading; `nil` where this package only writes the format.
  public let open:
    (@Sendable (_ source: any ByteSource, _ limits: ResourceLimits) throws(ContainerError) -> any ContainerReader)?
  /// Begins a new file; `nil` where this package only reads the format. Several ``WriterSettings/tracks`` are refused
  /// with ``ErrorKind/unsupported`` where the format holds one.
  public var create:
    (@Sendable (_ sink: any ByteSink, _ settings: WriterSettings) throws(ContainerError) -> any ContainerWriter)?
  {
    guard let makeWriter, !holdsSeveralTracks else { return makeWriter }
    let meantFormatIDs = meantExtension == nil ? nil : formatIDs
    return { (sink: any ByteSink, settings: WriterSettings) throws(ContainerError) -> any ContainerWriter in
      guard settings.tracks.count <= 1 else { throw .oneTrack }
      guard meantFormatIDs?.contains(settings.format.formatID) ?? true else {
        throw ContainerError(.unsupported, "the extension of the file's name stands for another data format", at: 0)
      }
      return try makeWriter(sink, settings)
    }
  }
  private let makeWriter: (@Sendable (any ByteSink, WriterSettings) throws(ContainerError) -> any ContainerWriter)?
  /// True if a new file takes any number of ``WriterSettings/tracks``.
  public let holdsSeveralTracks: Bool
  /// True if the format can be written to a pipe.
  public let canWriteToPipe: Bool
  /// True if a file can say which of its decoded frames are the recording. Where it cannot, a new file ignores
  /// ``WriterSettings/packetTable``; where it can, it holds the table or refuses it.
  public let marksRecording: Bool
  /// True if a new file can be told at its end which frames are the recording, even in a pipe.
  public let marksRecordingAtEnd: Bool
  /// True if a reader takes every byte once and in order, so that an endless pipe can be read without keeping it.
  public let readsForwardOnly: Bool
  /// The data formats that the container can hold, as format IDs.
  public private(set) var formatIDs: [FourCharacterCode]
  /// The extension to whose formats ``formatIDs`` are narrowed; see ``named(extension:)``.
  public private(set) var meantExtension: String?
  private let meanings: [String: [FourCharacterCode]]
  /// The linear PCM that a new file can hold, the usual kind first; none where it holds no linear PCM.
  public let sampleFormats: [SampleFormat]
  /// Returns the role of a chunk in the container; `nil` where a program cannot put chunks of its own into a file.
  public let chunkRole: (@Sendable (FourCharacterCode) -> ChunkRole)?
  /// Finds the bytes of a file that change with its tags, while packets and data without a key stay unchanged; `nil`
  /// where the format has no tags, and for a change or a file that requires writing all of it anew.
  public let editTags:
    (@Sendable (_ source: any ByteSource, _ change: MetadataChange) throws(ContainerError) -> FileEdit?)?
  /// Verifies the checks that precede packets in their frames, which readers of packets skip; `nil` where the format
  /// has none, or readers verify them.
  public let checkFrames:
    (@Sendable (any ByteSource, ResourceLimits, ProtectedBitsSearch) throws(ContainerError) -> FrameChecks)?

  /// Returns the container as files of an extension are: one that stands for fewer data formats than the container
  /// holds narrows ``formatIDs`` to them.
  ///
  /// - Parameter suffix: The extension, in lower case and without the dot; `nil` for a name without one.
  public func named(extension suffix: String?) -> ContainerDescriptor {
    guard let suffix, let meant = meanings[suffix] else { return self }
    var narrowed = self
    (narrowed.formatIDs, narrowed.meantExtension) = (meant, suffix)
    return narrowed
  }

  /// Creates a descriptor. `meanings` are the data formats that an extension stands for, where they are not all that
  /// the container holds.
  public init(
    fileType: FourCharacterCode, name: String, extensions: [String], mediaTypes: [String] = [],
    formatIDs: [FourCharacterCode], meanings: [String: [FourCharacterCode]] = [:], sampleFormats: [SampleFormat] = [],
    probe: (@Sendable (Span<UInt8>) -> Int)? = nil,
    open: (@Sendable (any ByteSource, ResourceLimits) throws(ContainerError) -> any ContainerReader)? = nil,
    create: (@Sendable (any ByteSink, WriterSettings) throws(ContainerError) -> any ContainerWriter)? = nil,
    holdsSeveralTracks: Bool = false, canWriteToPipe: Bool = false, marksRecording: Bool = true,
    marksRecordingAtEnd: Bool = false,
    readsForwardOnly: Bool = false,
    chunkRole: (@Sendable (FourCharacterCode) -> ChunkRole)? = nil,
    editTags: (@Sendable (any ByteSource, MetadataChange) throws(ContainerError) -> FileEdit?)? = nil,
    checkFrames: (
      @Sendable (any ByteSource, ResourceLimits, ProtectedBitsSearch) throws(ContainerError) -> FrameChecks
    )? = nil
  ) {
    self.fileType = fileType
    self.name = name
    self.extensions = extensions
    self.mediaTypes = mediaTypes
    self.formatIDs = formatIDs
    self.meanings = meanings
    self.sampleFormats = sampleFormats
    self.probe = probe
    self.open = open
    makeWriter = create
    self.holdsSeveralTracks = holdsSeveralTracks
    self.canWriteToPipe = canWriteToPipe
    self.marksRecording = marksRecording
    self.marksRecordingAtEnd = marksRecordingAtEnd
    self.readsForwardOnly = readsForwardOnly
    self.chunkRole = chunkRole
    self.editTags = editTags
    self.checkFrames = checkFrames
  }
}
