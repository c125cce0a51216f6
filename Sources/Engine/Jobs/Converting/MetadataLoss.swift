public import AudioBase
import AudioFiles

/// What an input says about its recording and its copy does not.
public struct MetadataLoss: Sendable, Equatable {
  /// The keys of the info dictionary that are missing, sorted.
  public var keys: [InfoKey] = []
  /// Pictures that are missing.
  public var pictureCount = 0
  /// Markers and regions that are missing.
  public var markerCount = 0

  /// Creates the loss of nothing.
  public init() {}

  /// Whether nothing is missing.
  public var isEmpty: Bool { self == MetadataLoss() }

  /// Keys of what belongs to a file and its packets, not to the recording: a new file has its own, or none.
  static let ownOfFiles: Set<InfoKey> = [
    .approximateDuration, .encodingApplication, .nominalBitRate, .sourceBitDepth, .sourceEncoder, InfoKey("iTunSMPB"),
  ]

  /// Compares what was to be said with what is.
  init(_ wanted: Metadata, found: Metadata) {
    // The keys of Vorbis comments have no case.
    let known = Set(found.info.keys.map { $0.rawValue.lowercased() })
    keys = wanted.info.keys.filter { key in
      guard !Self.ownOfFiles.contains(key), wanted[key]?.isEmpty == false,
        !known.contains(key.rawValue.lowercased())
      else { return false }
      // A date without more than its year is a year to some formats.
      return !([.year, .recordedDate].contains(key) && (found[.year] ?? found[.recordedDate]) != nil)
    }.sorted()
    pictureCount = max(0, wanted.artwork.count - found.artwork.count)
    markerCount =
      max(0, wanted.markers.count - found.markers.count) + max(0, wanted.regions.count - found.regions.count)
  }

  /// Reads back what a whole output says, before it gets its name; an output that cannot be read back, such as a pipe,
  /// is judged by an empty file of its type in memory.
  init(_ wanted: Metadata, in sink: any FileSink, _ container: ContainerDescriptor, _ settings: WriterSettings) {
    self.init()
    guard !wanted.isEmpty else { return }
    guard let open = container.open else {
      self.init(wanted, found: Metadata())
      return
    }
    do throws(ContainerError) {
      let source: any ByteSource
      if let written = sink.written { source = written } else { source = try Self.emptyFile(container, settings) }
      self.init(wanted, found: try open(source, ResourceLimits()).metadata)
    } catch {
      // A file of no packets is refused by some readers, and then nothing is known.
      if sink.written != nil { self.init(wanted, found: Metadata()) }
    }
  }

  private static func emptyFile(
    _ container: ContainerDescriptor, _ settings: WriterSettings
  ) throws(ContainerError) -> any ByteSource {
    guard let create = container.create else { throw ContainerError(.invalidState, "the type is written", at: 0) }
    let sink = MemoryByteSink()
    var writer = try create(sink, settings)
    try writer.finish()
    return MemoryByteSource(sink.bytes)
  }
}

extension MetadataLoss: CustomStringConvertible {
  /// What is missing, in words.
  public var description: String {
    var parts = keys.map { "'\($0.rawValue)'" }
    if pictureCount > 0 { parts.append(pictureCount == 1 ? "a picture" : "\(pictureCount) pictures") }
    if markerCount > 0 { parts.append(markerCount == 1 ? "a marker" : "\(markerCount) markers") }
    return parts.joined(separator: ", ")
  }
}
