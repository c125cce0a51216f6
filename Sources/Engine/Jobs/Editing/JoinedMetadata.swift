import AudioBase
import AudioFiles

/// The joined metadata of several files: those on which all agree, the pictures of the first, and all positions, moved
/// with the sound.
struct JoinedMetadata {
  /// One of the files.
  struct Part {
    var path: Pathname
    var reader: any ContainerReader
    /// The track that is joined.
    var track: Int
    /// The seconds of its recording, if they are known to the frame.
    var duration: Double?
  }

  private(set) var metadata = Metadata()
  private(set) var notes: [JobNote] = []
  private let parts: [Part]

  /// Joins the metadata of the files.
  ///
  /// - Parameters:
  ///   - rate: The sample rate in which places of the output count.
  ///   - makesChapters: True if each file becomes a chapter, in place of its own chapters and markers.
  init(_ parts: [Part], rate: Double, makesChapters: Bool) throws(AudioError) {
    self.parts = parts
    takeTexts()
    takePictures()
    var start: Double? = 0
    for (index, part) in parts.enumerated() {
      if makesChapters {
        guard let start else { throw .input(parts[index - 1].path, .refused(Self.unknownLength)) }
        metadata.markers.append(chapter(index, at: start * rate))
      }
      takePlaces(of: part, from: start, rate: rate, without: makesChapters)
      noteRest(of: part)
      start = start.flatMap { start in part.duration.map { start + $0 } }
    }
  }

  private static let unknownLength = "chapters need to know how long the file is at the rate of the first"

  private mutating func takeTexts() {
    let all = parts.map(\.reader.metadata)
    guard let first = all.first else { return }
    metadata.fillValues(from: first)
    metadata.keepValues { key in all.allSatisfy { $0.values(of: key) == first.values(of: key) } }
    // The sound begins when that of the first does.
    metadata[.broadcastTimeReference] = first[.broadcastTimeReference]
    let keys = Set(all.flatMap(\.info.keys)).filter { metadata[$0] == nil && !TagChanges.technicalKeys.contains($0) }
    for key in TagChanges.technicalKeys { metadata[key] = nil }
    if !keys.isEmpty { notes.append(.filesDiffer(keys.sorted())) }
  }

  private mutating func takePictures() {
    metadata.artwork = parts.first?.reader.metadata.artwork ?? []
    let known = Set(metadata.artwork.map(\.bytes))
    for part in parts {
      let count = part.reader.metadata.artwork.count { !known.contains($0.bytes) }
      if count > 0 { notes.append(.tagItemNotKept("\(count) picture\(count == 1 ? "" : "s") of \(part.path)")) }
    }
  }

  private func chapter(_ index: Int, at frame: Double) -> Marker {
    let part = parts[index]
    let name = part.reader.metadata[.title] ?? String(decoding: part.path.lastComponent, as: UTF8.self)
    return Marker(name: name, framePosition: frame.rounded(), identifier: index + 1)
  }

  /// Takes markers and regions over.
  ///
  /// - Parameter start: Seconds before the part; `nil` if they are not known.
  private mutating func takePlaces(of part: Part, from start: Double?, rate: Double, without markers: Bool) {
    var own = part.reader.metadata
    let ownRate = part.reader.tracks[part.track].format.sampleRate
    if markers, !own.markers.isEmpty {
      let count = own.markers.count
      notes.append(
        .tagItemNotKept("\(count) marker\(count == 1 ? "" : "s") of \(part.path), whose chapter is the file,"))
      own.markers = []
    }
    let count = own.markers.count + own.regions.count
    guard count > 0 else { return }
    guard let start, ownRate > 0 else {
      notes.append(
        .tagItemNotKept("\(count) place\(count == 1 ? "" : "s") of \(part.path), before which a length is not known,"))
      return
    }
    own.move(by: TimeMap(scale: rate / ownRate, offset: (start * rate).rounded()))
    metadata.markers += own.markers
    metadata.regions += own.regions
  }

  /// Adds notes on metadata that a join cannot hold.
  private mutating func noteRest(of part: Part) {
    let others = part.reader.otherTracks(than: [part.track]).count
    if others > 0 { notes.append(.tracksLeftOut(others)) }
    for warning in part.reader.warnings { notes.append(.oddInput("\(part.path): \(warning)")) }
  }
}

extension ContainerReader {
  /// Tracks that a copy of some leaves out; not the text track of chapters, which are metadata.
  func otherTracks(than taken: [Int]) -> [Int] {
    tracks.indices.filter { index in
      !taken.contains(index)
        && !(tracks[index].mediaKind == .other && tracks[index].format.formatID == "text" && !metadata.markers.isEmpty)
    }
  }
}
