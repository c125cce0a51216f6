import AudioBase

/// The position of a segment, and the unit of its blocks' times.
struct Segment: BitwiseCopyable {
  /// The first byte of the body; positions in the segment are counted from it.
  var bodyOffset: Int64
  /// The first byte after it; `nil` if its size is open.
  var end: Int64?
  /// The first cluster, or the end if there is none.
  var firstCluster: Int64
  /// `TimestampScale`: nanoseconds of a tick.
  var timestampScale: UInt64 = 1_000_000
  /// `Duration`, in ticks.
  var duration: Double?

  /// `Duration` in seconds, if it is stated and makes sense.
  var seconds: Double? {
    guard let duration, duration > 0, duration.isFinite else { return nil }
    let seconds = duration * Double(timestampScale) / 1e9
    return seconds < 0x1p40 ? seconds : nil
  }
}

/// Reads the elements before the clusters, and those after them that the index points to.
struct SegmentHead {
  private(set) var segment: Segment
  /// All tracks, in file order.
  private(set) var tracks: [TrackEntry] = []
  /// The metadata of the recording.
  private(set) var texts = TextReading()
  /// The remarks on things left out.
  private(set) var remarks: [String] = []

  private var window: SourceWindow
  private let limits: ResourceLimits
  private var trackFailure: ContainerError?
  /// The offsets of elements that have been read.
  private var readPlaces: Set<Int64> = []
  /// Elements that the index names, by their name and place.
  private var announced: [(name: UInt32, place: Int64)] = []
  /// The largest number of entries of the index that are read.
  private static let maximumEntryCount = 256

  /// Reads the head of a file.
  ///
  /// - Throws: ``ContainerError`` if the file is not Matroska, needs features that are not read here, or has no
  ///   tracks.
  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    var window = SourceWindow(source, capacity: ElementReading.windowByteCount)
    let header = try DocumentHeader(&window, at: 0, limits: limits)
    try header.check(at: 0)
    var place = header.end
    var found = try ElementReading.element(at: place, &window)
    while let element = found, element.identifier == ElementName.void || element.identifier == ElementName.check {
      guard let end = element.end else { break }
      place = end
      found = try ElementReading.element(at: place, &window)
    }
    guard let element = found, element.identifier == ElementName.segment else {
      throw ContainerError(
        .malformed, "no segment follows the header of EBML", at: place, in: MatroskaFile.fileType)
    }
    segment = Segment(bodyOffset: element.bodyOffset, end: element.end, firstCluster: element.bodyOffset)
    (self.window, self.limits) = (window, limits)
    try readInOrder()
    if !source.isArriving { try readAnnounced() }
    if tracks.isEmpty {
      throw trackFailure ?? element.failure(.malformed, "the segment describes no tracks")
    }
    if texts.isFull { remarks.append("there is more metadata than is taken, and the rest was left out") }
  }

  /// Reads elements up to the first cluster.
  private mutating func readInOrder() throws(ContainerError) {
    var place = segment.bodyOffset
    while segment.end.map({ place < $0 }) ?? true {
      segment.firstCluster = place
      let element: Element
      do throws(ContainerError) {
        guard let found = try ElementReading.element(at: place, &window) else { return }
        element = found
      } catch {
        guard error.kind == .malformed else { throw error }
        // Blocks are searched for from here on.
        return remarks.append("the head of the segment is damaged: \(error)")
      }
      guard element.identifier != ElementName.cluster, element.identifier != ElementName.document,
        element.identifier != ElementName.segment, let end = element.end
      else { return }
      try read(element)
      place = end
      segment.firstCluster = place
    }
  }

  /// Reads elements that the index names and that were not met before the clusters.
  private mutating func readAnnounced() throws(ContainerError) {
    var index = 0
    while index < announced.count {
      let (name, place) = announced[index]
      index += 1
      guard !readPlaces.contains(place) else { continue }
      do throws(ContainerError) {
        guard let element = try ElementReading.element(at: place, &window), element.identifier == name else {
          remarks.append("the index names an element at byte \(place), which is not there")
          continue
        }
        try read(element)
      } catch {
        if error.kind == .inputOutput { throw error }
        remarks.append("the index names an element at byte \(place), which is not there")
      }
    }
  }

  /// Reads one element of the segment; an error in it becomes a remark.
  private mutating func read(_ element: Element) throws(ContainerError) {
    guard isRead(element.identifier), readPlaces.count < Self.maximumEntryCount,
      readPlaces.insert(element.start).inserted
    else { return }
    do throws(ContainerError) {
      switch element.identifier {
      case ElementName.seekHead: try readIndex(element)
      case ElementName.info: try readInfo(element)
      case ElementName.tracks: try readTracks(element)
      case ElementName.tags: try texts.readTags(element, &window, limits: limits)
      case ElementName.chapters: try texts.readChapters(element, &window, limits: limits)
      case ElementName.attachments: try texts.readAttachments(element, &window, limits: limits)
      default: break
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      if element.identifier == ElementName.tracks { trackFailure = trackFailure ?? error }
      remarks.append("a part of the segment's head is damaged: \(error)")
    }
  }

  private mutating func readIndex(_ list: Element) throws(ContainerError) {
    var children = try list.children()
    while let seek = try children.next(&window) {
      guard seek.identifier == ElementName.seek, announced.count < Self.maximumEntryCount else { continue }
      var (name, place): (UInt64, UInt64?) = (0, nil)
      var fields = try seek.children()
      while let field = try fields.next(&window) {
        if field.identifier == ElementName.seekIdentifier { name = try field.unsigned(&window) }
        if field.identifier == ElementName.seekPosition { place = try field.unsigned(&window) }
      }
      guard let place, place < UInt64(Int64.max / 4), let known = UInt32(exactly: name), isRead(known) else { continue }
      announced.append((known, segment.bodyOffset + Int64(place)))
    }
  }

  private func isRead(_ name: UInt32) -> Bool {
    name != ElementName.cluster && name != ElementName.cues && ElementName.isWithinSegment(name)
  }

  private mutating func readInfo(_ info: Element) throws(ContainerError) {
    var children = try info.children()
    while let element = try children.next(&window) {
      switch element.identifier {
      case ElementName.timestampScale: segment.timestampScale = max(1, try element.unsigned(&window))
      case ElementName.duration: segment.duration = try element.float(&window)
      case ElementName.title: texts.title = try element.text(&window, limits: limits)
      case ElementName.writingApplication: texts.application = try element.text(&window, limits: limits)
      default: break
      }
    }
  }

  private mutating func readTracks(_ list: Element) throws(ContainerError) {
    guard tracks.isEmpty else { return }
    var children = try list.children()
    while let element = try children.next(&window) {
      guard element.identifier == TrackName.entry else { continue }
      guard tracks.count < limits.trackCount else {
        throw element.failure(.limitExceeded, "there are more tracks than the limit")
      }
      do throws(ContainerError) {
        tracks.append(try TrackEntry(element, &window, limits: limits))
      } catch {
        if error.kind == .inputOutput { throw error }
        trackFailure = trackFailure ?? error
        remarks.append("a track is left out: \(error)")
      }
    }
  }
}
