/// One container of the package, as the catalog lists it.
public struct ContainerDescriptor: Sendable {
  /// Core Audio's file type, such as `m4af`.
  public let fileType: FourCharacterCode
  /// The name, for people.
  public let name: String
  /// File name extensions without the dot, lower case, the usual one first.
  public let extensions: [String]
  /// Media types, the usual one first.
  public let mediaTypes: [String]
  /// How sure the container is, 0 (not mine) to 100, judging by the first bytes of a file (up to 4 KiB).
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
  /// Whether the format can be written to a pipe.
  public let canWriteToPipe: Bool
  /// Whether a file can say which of its decoded frames are the recording. Where it cannot, a new file leaves
  /// ``WriterSettings/packetTable`` aside; where it can, it holds the table or refuses it.
  public let marksRecording: Bool
  /// Whether a new file can be told at its end which frames are the recording even where it goes to a pipe.
  public let marksRecordingAtEnd: Bool
  /// Whether a reader takes every byte once and in order, so that an endless pipe can be read without keeping it.
  public let readsForwardOnly: Bool
  /// The data formats that the container can hold, as format IDs.
  public private(set) var formatIDs: [FourCharacterCode]
  /// The extension among ``extensions`` to which ``formatIDs`` are narrowed; see ``named(extension:)``.
  public private(set) var meantExtension: String?
  private let meanings: [String: [FourCharacterCode]]
  /// The linear PCM that a new file can hold, the usual kind first; none where it holds no linear PCM.
  public let sampleFormats: [SampleFormat]
  /// What a chunk of a name is to the container; `nil` where a program cannot put chunks of its own into a file.
  public let chunkRole: (@Sendable (FourCharacterCode) -> ChunkRole)?
  /// Finds out which bytes of a file differ once its tags are others, packets and all that has no key left alone; `nil`
  /// where the format has no tags, and for a change or a file whose tags can only be changed by writing all of it anew.
  public let editTags:
    (@Sendable (_ source: any ByteSource, _ change: MetadataChange) throws(ContainerError) -> FileEdit?)?
  /// Sums up the checks that frames carry in front of their packets, which readers of packets do without; `nil` where
  /// the format has none, or readers look at them.
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
