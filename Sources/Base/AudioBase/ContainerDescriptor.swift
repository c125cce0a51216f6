/// A container as entered in the catalog: its names, its contents, its reader and its writer.
///
/// A format states its names and what it holds, and of the rest what it has:
///
/// ```swift
/// let container = ContainerDescriptor(fileType: "mine", name: "Mine", formatIDs: [.linearPCM]) {
///   $0.extensions = ["mine"]
///   $0.probe = { head in head[0] == 0x4D ? 100 : 0 }
///   $0.open = { source, limits throws(ContainerError) in try MyReader(source) }
/// }
/// ```
public struct ContainerDescriptor: Sendable {
  /// Core Audio's file type, such as `m4af`.
  public let fileType: FourCharacterCode
  /// The name to show.
  public let name: String
  /// The file name extensions without the dot, lower case, the usual one first.
  public var extensions: [String] = []
  /// The media types (MIME), the usual one first.
  public var mediaTypes: [String] = []
  /// The certainty of recognition, 0 (not this format) to 100, judging by the first bytes of a file (up to 4 KiB).
  public var probe: (@Sendable (_ head: Span<UInt8>) -> Int)?
  /// True if no bytes of a file identify its format; a file with one of the ``extensions`` then has this format if no
  /// other one is recognised.
  public var isKnownByName = false
  /// Opens a file for reading; `nil` if this package only writes the format.
  public var open:
    (@Sendable (_ source: any ByteSource, _ limits: ResourceLimits) throws(ContainerError) -> any ContainerReader)?
  /// Begins a new file; `nil` if this package only reads the format. Several ``WriterSettings/tracks`` are rejected
  /// with ``ErrorKind/unsupported`` if the format holds only one.
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
  /// Begins a new file, for ``create``, which refuses several tracks where ``holdsSeveralTracks`` is false.
  public var makeWriter:
    (@Sendable (_ sink: any ByteSink, _ settings: WriterSettings) throws(ContainerError) -> any ContainerWriter)?
  /// True if a new file takes any number of ``WriterSettings/tracks``.
  public var holdsSeveralTracks = false
  /// True if the format can be written to a pipe.
  public var canWriteToPipe = false
  /// True if a file can state which of its decoded frames are the recording. If it cannot, a new file ignores
  /// ``WriterSettings/packetTable``; if it can, it stores the table or rejects it.
  public var marksRecording = true
  /// True if the frames that belong to the recording can be set at the end of writing, even in a pipe.
  public var marksRecordingAtEnd = false
  /// True if a reader takes every byte once and in order, so that an endless pipe can be read without keeping it.
  public var readsForwardOnly = false
  /// The format IDs of the data that the container can hold.
  public private(set) var formatIDs: [FourCharacterCode]
  /// The extension that narrows ``formatIDs``; see ``named(extension:)``.
  public private(set) var meantExtension: String?
  /// The data formats that each extension implies, if these are not all that the container holds.
  public var meanings: [String: [FourCharacterCode]] = [:]
  /// The linear PCM that a new file can hold, the usual kind first; none if it holds no linear PCM.
  public var sampleFormats: [SampleFormat] = []
  /// Returns the role of a chunk in the container; `nil` if a program cannot put chunks of its own into a file.
  public var chunkRole: (@Sendable (FourCharacterCode) -> ChunkRole)?
  /// Finds the bytes of a file that change with its tags, while packets and data without a key stay unchanged; `nil` if
  /// the format has no tags, and for a change or a file that requires writing all of it again.
  public var editTags:
    (@Sendable (_ source: any ByteSource, _ change: MetadataChange) throws(ContainerError) -> FileEdit?)?
  /// Verifies the checks that precede packets in their frames and that packet readers skip; `nil` if the format has
  /// none, or readers verify them.
  public var checkFrames:
    (@Sendable (any ByteSource, ResourceLimits, ProtectedBitsSearch) throws(ContainerError) -> FrameChecks)?

  /// Returns the container with its ``formatIDs`` narrowed to those that files of an extension hold.
  ///
  /// - Parameter suffix: The extension, in lower case and without the dot; `nil` for a name without one.
  public func named(extension suffix: String?) -> ContainerDescriptor {
    guard let suffix, let meant = meanings[suffix] else { return self }
    var narrowed = self
    (narrowed.formatIDs, narrowed.meantExtension) = (meant, suffix)
    return narrowed
  }

  /// Creates a descriptor.
  ///
  /// - Parameters:
  ///   - fileType: Core Audio's file type.
  ///   - name: The name, for people.
  ///   - formatIDs: The data formats that the container can hold.
  ///   - configure: Sets what the format has beyond these.
  public init(
    fileType: FourCharacterCode, name: String, formatIDs: [FourCharacterCode],
    _ configure: (inout ContainerDescriptor) -> Void
  ) {
    self.fileType = fileType
    self.name = name
    self.formatIDs = formatIDs
    configure(&self)
  }
}
