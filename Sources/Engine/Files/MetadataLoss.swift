public import AudioBase

/// The metadata of an input that its copy lacks, or has only in part.
public struct MetadataLoss: Sendable, Equatable {
  /// The keys of the info dictionary that are missing, sorted.
  public var keys: [InfoKey] = []
  /// The keys whose texts differ, for example because they were cut, sorted.
  public var changedKeys: [InfoKey] = []
  /// The keys whose several values have become one text, sorted.
  public var joinedKeys: [InfoKey] = []
  /// The keys whose texts in the file are too long to be read (`ResourceLimits.metadataTextByteCount`), sorted.
  public var unreadKeys: [InfoKey] = []
  /// The number of missing pictures.
  public var pictureCount = 0
  /// The number of pictures without their description.
  public var descriptionCount = 0
  /// The number of pictures without their kind, such as back cover.
  public var kindCount = 0
  /// The number of missing markers.
  public var markerCount = 0
  /// The number of missing regions, loops among them.
  public var regionCount = 0
  /// The number of markers and regions with another name, kind, channel or time of day.
  public var changedMarkerCount = 0

  /// Creates the loss of nothing.
  public init() {}

  /// True if nothing is missing.
  public var isEmpty: Bool { self == MetadataLoss() }

  /// Compares the requested metadata with those found.
  ///
  /// - Parameter sampleRate: The rate, in Hz, in which places count; those that differ by no more than a frame or a
  ///   millisecond are alike.
  init(_ wanted: Metadata, found: Metadata, sampleRate: Double) {
    compareTexts(wanted, found)
    let pictures = Dictionary(grouping: found.artwork, by: \.bytes)
    for picture in wanted.artwork {
      guard let held = pictures[picture.bytes] else {
        pictureCount += 1
        continue
      }
      let isDescribed = picture.description.isEmpty || held.contains { $0.description == picture.description }
      if !isDescribed { descriptionCount += 1 }
      if picture.kind != .other, !held.contains(where: { $0.kind == picture.kind }) { kindCount += 1 }
    }
    let tolerance = max(1, sampleRate / 1000)
    markerCount = missing(wanted.markers.map(Place.init), found.markers.map(Place.init), tolerance)
    regionCount = missing(wanted.regions.compactMap(Place.init), found.regions.compactMap(Place.init), tolerance)
  }

  private mutating func compareTexts(_ wanted: Metadata, _ found: Metadata) {
    // The keys of Vorbis comments have no case.
    let known = Dictionary(found.info.keys.map { ($0.rawValue.lowercased(), $0) }) { first, _ in first }
    // Values of keys that nobody asked for: some formats have another name for what they were given.
    let asked = Set(wanted.info.keys.map { $0.rawValue.lowercased() })
    let others = Set(found.info.keys.filter { !asked.contains($0.rawValue.lowercased()) }.map(found.values(of:)))
    for key in wanted.info.keys.sorted() where !InfoKey.ownOfFiles.contains(key) && wanted[key]?.isEmpty == false {
      let (own, held) = (wanted.values(of: key), known[key.rawValue.lowercased()].map(found.values(of:)) ?? [])
      if own == held || Self.isSaidByDate(key, wanted, found) { continue }
      if held.isEmpty, others.contains(own) { continue }
      if held.isEmpty {
        keys.append(key)
      } else if own.count > 1, held.count == 1, held[0] == wanted[key] {
        joinedKeys.append(key)
      } else if !(own.count == held.count && zip(own, held).allSatisfy(Self.isSameText)) {
        changedKeys.append(key)
      }
    }
  }

  /// Returns true if a year is that of a date, or a date consists only of that year.
  private static func isSaidByDate(_ key: InfoKey, _ wanted: Metadata, _ found: Metadata) -> Bool {
    guard [.year, .recordedDate].contains(key), let text = wanted[key] else { return false }
    return [found[.year], found[.recordedDate]].contains { $0?.hasPrefix(text) == true }
  }

  /// Returns true if two texts are equivalent, such as `03/12` and `3/12`, or differ only by blanks at their ends.
  private static func isSameText(_ one: String, _ other: String) -> Bool {
    func numbers(_ text: String) -> [Double]? {
      let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map { Double($0) }
      let known = parts.compactMap(\.self)
      return known.count == parts.count ? known : nil
    }
    if let first = numbers(one), let second = numbers(other) { return first == second }
    func words(_ text: String) -> Substring {
      var rest = text[...]
      while rest.first?.isWhitespace == true { rest.removeFirst() }
      while rest.last?.isWhitespace == true { rest.removeLast() }
      return rest
    }
    return words(one) == words(other)
  }

  /// Finds for each requested position one that was read, in the order of time, and returns the number of positions
  /// without one.
  private mutating func missing(_ wanted: [Place], _ found: [Place], _ tolerance: Double) -> Int {
    var count = 0
    let wanted = wanted.sorted { $0.start < $1.start }
    var left = found.sorted { $0.start < $1.start }[...]
    for place in wanted {
      while let first = left.first, first.start < place.start - tolerance { left.removeFirst() }
      let near = left.prefix { $0.start <= place.start + tolerance }
      let index = near.firstIndex { $0.isAlike(place, tolerance) && $0.says(place) }
      guard let match = index ?? near.firstIndex(where: { $0.isAlike(place, tolerance) }) else {
        count += 1
        continue
      }
      if index == nil { changedMarkerCount += 1 }
      left.remove(at: match)
    }
    return count
  }

  /// Reads the metadata of a complete output before it gets its name; an output that cannot be read back, such as a
  /// pipe, is replaced by an empty file of its type in memory.
  package init(_ wanted: Metadata, in sink: any FileSink, _ container: ContainerDescriptor, _ settings: WriterSettings)
  {
    self.init()
    guard !wanted.isEmpty else { return }
    let rate = settings.format.sampleRate
    guard let open = container.open else {
      self.init(wanted, found: Metadata(), sampleRate: rate)
      return
    }
    do throws(ContainerError) {
      let source: any ByteSource
      if let written = sink.written { source = written } else { source = try Self.emptyFile(container, settings) }
      // Structures may be written up to this size, so they are read up to it.
      var limits = ResourceLimits()
      limits.structureByteCount = 1 << 24
      let reader = try open(source, limits)
      var found = reader.metadata
      // Some streams count in frames of another rate than the writer's, as HE-AAC does.
      let own = reader.tracks.first { $0.mediaKind == .audio }?.format.sampleRate ?? rate
      if own > 0, own != rate, found[.broadcastTimeReference] == nil { found.move(by: TimeMap(scale: rate / own)) }
      self.init(wanted, found: found, sampleRate: rate)
      excuseLongTexts(wanted, container, settings)
    } catch {
      // A file of no packets is refused by some readers, and then nothing is known.
      if sink.written != nil { self.init(wanted, found: Metadata(), sampleRate: rate) }
    }
  }

  /// Finds the keys whose texts are only too long to be read back: a file of the type holds them with short texts.
  private mutating func excuseLongTexts(
    _ wanted: Metadata, _ container: ContainerDescriptor, _ settings: WriterSettings
  ) {
    let long = Set(
      (keys + changedKeys + joinedKeys).filter { key in
        wanted[key].map { $0.utf8.count > ResourceLimits.metadataTextByteCount } ?? false
      })
    guard !long.isEmpty, let open = container.open else { return }
    var settings = settings
    settings.metadata = Metadata()
    for key in long { settings.metadata[key] = "1" }
    // Of a type whose files have one packet at least nothing is known.
    guard let found = try? open(Self.emptyFile(container, settings), ResourceLimits()).metadata else { return }
    let held = Set(found.info.keys.map { $0.rawValue.lowercased() })
    unreadKeys = long.filter { held.contains($0.rawValue.lowercased()) }.sorted()
    keys.removeAll(where: unreadKeys.contains)
    changedKeys.removeAll(where: unreadKeys.contains)
    joinedKeys.removeAll(where: unreadKeys.contains)
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

/// A marker, or a region by its ends.
private struct Place {
  var start: Double
  var end: Double
  private var name: String
  private var isLoop = false
  private var marker: Marker?

  init(_ marker: Marker) {
    (start, end, name) = (marker.framePosition, marker.framePosition, marker.name)
    self.marker = marker
  }

  init?(_ region: Region) {
    let frames = region.markers.map(\.framePosition)
    guard let start = frames.min(), let end = frames.max() else { return nil }
    (self.start, self.end, name) = (start, end, region.name)
    isLoop = region.flags.contains(.loop)
  }

  /// Returns true if both describe the same stretch of the same kind.
  func isAlike(_ wanted: Place, _ tolerance: Double) -> Bool {
    abs(end - wanted.end) <= tolerance && isLoop == wanted.isLoop
  }

  /// Returns true if this contains everything in `wanted`.
  func says(_ wanted: Place) -> Bool {
    guard name == wanted.name else { return false }
    guard let marker, let other = wanted.marker else { return true }
    return [0, marker.type].contains(other.type) && [0, marker.channel].contains(other.channel)
      && (other.time == nil || marker.time == other.time)
  }
}

extension MetadataLoss: CustomStringConvertible {
  /// The missing metadata, as text.
  public var description: String {
    var parts = keys.map { "'\($0.rawValue)'" }
    parts += changedKeys.map { "all of '\($0.rawValue)'" }
    parts += joinedKeys.map { "several values of '\($0.rawValue)'" }
    func add(_ count: Int, _ one: String, _ several: String) {
      if count > 0 { parts.append(count == 1 ? one : "\(count) \(several)") }
    }
    add(pictureCount, "a picture", "pictures")
    add(descriptionCount, "the description of a picture", "descriptions of pictures")
    add(kindCount, "the kind of a picture", "kinds of pictures")
    add(markerCount, "a marker", "markers")
    add(regionCount, "a region", "regions")
    add(changedMarkerCount, "all that is said of a marker", "markers with all that is said of them")
    return parts.joined(separator: ", ")
  }

  /// The losses in one sentence, without a full stop.
  package var sentence: String {
    let lost = description
    let names = unreadKeys.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    let sentences = [
      lost.isEmpty ? nil : "the file type has no place for \(lost)",
      names.isEmpty
        ? nil
        : "\(names): longer than is read here (\(ResourceLimits.metadataTextByteCount) bytes), though it is in the file",
    ]
    return sentences.compactMap(\.self).joined(separator: "; ")
  }
}
