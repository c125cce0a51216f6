import AudioBase
import AudioFiles

/// The chunks that other programs have put into a file, such as `iXML`, `axml` and `chna`, which a copy keeps.
struct CarriedChunks {
  private(set) var kept: [UserChunk] = []
  private(set) var lost: [FourCharacterCode] = []

  /// File types that have the same chunks.
  private static let families: [Set<FourCharacterCode>] = [["WAVE", "RF64", "BW64"], ["AIFF", "AIFC"]]

  /// Reads the chunks of a file.
  ///
  /// - Parameter isSameSound: True if the copy has the same frames of the same channels at the same rate. Chunks of
  ///   unknown contents may refer to these.
  init(of media: MediaFile, into container: ContainerDescriptor, isSameSound: Bool) throws(AudioError) {
    guard let role = media.container.chunkRole else { return }
    lost = media.reader.chunks.map(\.identifier).filter { role($0) == .foreign }
    let types = [media.container.fileType, container.fileType]
    let isAlike = types[0] == types[1] || Self.families.contains { $0.isSuperset(of: types) }
    guard isSameSound, isAlike, container.chunkRole != nil else { return }
    kept = try raising(input: "-") { () throws(ContainerError) in try media.foreignChunks() }
    for chunk in kept { if let index = lost.firstIndex(of: chunk.identifier) { lost.remove(at: index) } }
  }

  /// Adds the chunks to a file to be written, and adds notes on those that it cannot hold.
  func settle(into settings: inout WriterSettings, _ sink: any FileSink, _ notes: inout JobNotes) {
    var lost = lost
    if sink.canOverwrite { settings.userChunks = kept } else { lost += kept.map(\.identifier) }
    guard !lost.isEmpty else { return }
    let counts = Dictionary(grouping: lost, by: \.self).mapValues(\.count)
    let names = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      $1 == 1 ? "'\($0)'" : "'\($0)' (\($1) times)"
    }
    notes.add(.tagItemNotKept("\(names.count == 1 ? "the chunk" : "the chunks") \(names.joined(separator: ", "))"))
  }
}

extension MediaFile {
  /// The names of metadata without a key in the file, or in the files it is made from, such as frames of an ID3 tag;
  /// they are not searched for in a pipe.
  var unnamedItems: [String] {
    var seen: Set<String> = []
    guard parts.isEmpty else {
      return parts.flatMap { $0.container.foreignChunkNames(of: $0.reader) + $0.unnamedItems }.filter {
        seen.insert($0).inserted
      }
    }
    return isRegularFile ? container.unnamedItems(of: reader, in: source) : reader.unnamedItems
  }
}

extension ContainerDescriptor {
  /// Names of the chunks that other programs have put into a file.
  fileprivate func foreignChunkNames(of reader: any ContainerReader) -> [String] {
    guard let role = chunkRole else { return [] }
    return reader.chunks.filter { role($0.identifier) == .foreign }.map { "the chunk '\($0.identifier)'" }
  }

  fileprivate func unnamedItems(of reader: any ContainerReader, in source: any ByteSource) -> [String] {
    let metadata = reader.metadata
    let rate = reader.tracks.first { $0.mediaKind == .audio }?.format.sampleRate ?? 0
    let change = MetadataChange(from: metadata, to: metadata, clears: true, sampleRate: rate)
    return ((try? editTags?(source, change))??.cleared ?? []) + reader.unnamedItems
  }

  /// Names the languages of tracks that a file of this type cannot state; MP4, Matroska and transport streams have a
  /// field of three letters.
  func missingLanguages(_ tracks: [TrackInfo]) -> [String] {
    tracks.map(\.language).filter { language in
      let isHeld =
        (statesStarts || ["mkv ", "webm", "hls ", "mp2t", "m2ts", "hlst"].contains(fileType))
        && language.utf8.count == 3
        && language.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      return !language.isEmpty && !isHeld
    }.map { "the track's language '\($0)'" }
  }

  /// Returns the items of a list that a new file does not hold.
  func missing(_ items: [String], in sink: any FileSink) -> [String] {
    guard !items.isEmpty, let open, let source = sink.written, let reader = try? open(source, ResourceLimits()) else {
      return items
    }
    var held = unnamedItems(of: reader, in: source) + foreignChunkNames(of: reader)
    return items.filter { name in
      guard let index = held.firstIndex(of: name) else { return true }
      held.remove(at: index)
      return false
    }
  }
}
