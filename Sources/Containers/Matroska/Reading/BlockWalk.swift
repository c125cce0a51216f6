import AudioBase

/// The stored bytes of one frame of a track, as a range of the file.
struct StoredFrame: BitwiseCopyable {
  /// The offset from the start of the file, in bytes.
  var offset: Int64
  var byteCount: Int
}

/// The fields before the frames of a block.
struct BlockHead: BitwiseCopyable {
  /// The number of bytes from the start of the file to the element that holds the block.
  var start: Int64 = 0
  /// `TrackNumber` of the track.
  var track: UInt64 = 0
  /// The presentation time, in ticks of the segment; it includes the track's `CodecDelay`.
  var timestamp: Int64 = 0
  /// `DiscardPadding`, in nanoseconds: sound to leave out at the end of the block, or at its beginning where negative.
  var discardPadding: Int64 = 0
}

/// The bytes that a block begins with (RFC 9559, 10.1 and 10.2).
private struct BlockFields: BitwiseCopyable {
  var track: UInt64
  /// The time in ticks, from the cluster's own time.
  var relativeTimestamp: Int16
  var flags: UInt8
  /// The total number of bytes.
  var byteCount: Int

  /// Reads them; `nil` if they are cut.
  init?(_ bytes: Span<UInt8>) {
    guard let number = ElementReading.variableInteger(bytes), bytes.count >= number.byteCount + 3 else { return nil }
    let place = number.byteCount
    track = number.value
    relativeTimestamp = Int16(bitPattern: UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]))
    (flags, byteCount) = (bytes[place + 2], place + 3)
  }
}

/// Walks over the blocks of a segment, from cluster to cluster (RFC 9559, 5.1.3 and 10).
///
/// ```
/// Cluster │ Timestamp │ SimpleBlock │ BlockGroup │ Block │ DiscardPadding │  Cluster …  Cues  Tags
/// ```
/// The size of a cluster may be open; it ends where an element begins that only segments have. So elements are taken as
/// they follow each other, and reading resumes at a cluster's stated end after damage.
struct BlockWalk {
  private(set) var window: SourceWindow
  private let limits: ResourceLimits
  private let segment: Segment
  /// The offset of the next element.
  private(set) var position: Int64
  private var clusterTimestamp: Int64 = 0
  private var clusterEnd: Int64?
  /// The present block.
  private(set) var block = BlockHead()
  /// Its frames.
  private(set) var frames: [StoredFrame] = []

  /// The number of bytes that were skipped because of damage.
  private(set) var skippedByteCount: Int64 = 0
  /// The number of blocks that contradict themselves.
  private(set) var damagedBlockCount: Int64 = 0
  /// The file ends within a block.
  private(set) var isCut = false
  /// True if another document follows, which is not read.
  private(set) var hasFurtherDocument = false
  /// The farthest position that was counted, so that a second walk counts nothing twice.
  private var countedUpTo: Int64 = 0

  /// A place from which a walk can continue.
  struct Mark: BitwiseCopyable {
    var position: Int64
    var clusterTimestamp: Int64
    var clusterEnd: Int64?
  }

  /// Begins with the first cluster of a segment.
  init(_ source: any ByteSource, _ segment: Segment, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: ElementReading.windowByteCount)
    (self.segment, self.limits) = (segment, limits)
    position = segment.firstCluster
  }

  /// The place before the next element.
  var mark: Mark { Mark(position: position, clusterTimestamp: clusterTimestamp, clusterEnd: clusterEnd) }

  /// Moves to a place from ``mark``, or to an element of a segment.
  mutating func move(to mark: Mark) {
    (position, clusterTimestamp, clusterEnd) = (mark.position, mark.clusterTimestamp, mark.clusterEnd)
    frames.removeAll(keepingCapacity: true)
  }

  /// Records that a block is incomplete.
  mutating func noteCut() { isCut = true }

  /// Appends the bytes of a stored frame to an array; returns false if the source ends first.
  mutating func append(
    _ byteCount: Int, at offset: Int64, to bytes: inout [UInt8]
  ) throws(ContainerError) -> Bool {
    try window.append(byteCount, at: offset, to: &bytes) == byteCount
  }

  /// Finds the next block of a requested track; false at the end.
  ///
  /// - Throws: ``ErrorKind/malformed`` if no cluster follows damage within the limit.
  mutating func next(_ isWanted: (UInt64) -> Bool) throws(ContainerError) -> Bool {
    while true {
      if let end = segment.end, position >= end {
        try lookBehindSegment(end)
        return false
      }
      let element: Element
      do throws(ContainerError) {
        guard let found = try ElementReading.element(at: position, &window) else {
          if let byteCount = window.source.byteCount, position < byteCount { isCut = true }
          return false
        }
        element = found
      } catch {
        guard error.kind == .malformed else { throw error }
        guard try passDamage(from: position) else { return false }
        continue
      }
      if element.identifier == ElementName.document || element.identifier == ElementName.segment {
        hasFurtherDocument = true
        return false
      }
      switch try take(element, isWanted) {
      case .found: return true
      case .passed: continue
      case .ended: return false
      case .damaged: guard try passDamage(from: element.start) else { return false }
      }
    }
  }

  private enum Step { case found, passed, ended, damaged }

  private mutating func take(_ element: Element, _ isWanted: (UInt64) -> Bool) throws(ContainerError) -> Step {
    if ElementName.isWithinSegment(element.identifier) { clusterEnd = nil }
    if element.identifier == ElementName.cluster {
      (clusterTimestamp, clusterEnd, position) = (0, element.end, element.bodyOffset)
      return .passed
    }
    guard let end = element.end else { return .damaged }
    if let clusterEnd, end > clusterEnd { return .damaged }
    guard isWithinSource(end) else { return try takeCut(element) }
    switch element.identifier {
    case ElementName.clusterTimestamp:
      guard let byteCount = element.byteCount, byteCount <= 8 else { return .damaged }
      clusterTimestamp = Int64(clamping: try element.unsigned(&window))
    case ElementName.simpleBlock, ElementName.blockGroup:
      guard try hasArrived(element) else {
        isCut = true
        return .ended
      }
      var head = BlockHead()
      head.start = element.start
      let isRead = try readBlock(element, &head, isWanted)
      // Only now, for a source that is still arriving may have to come back to it.
      position = end
      guard let isRead else {
        if element.start >= countedUpTo { (damagedBlockCount, countedUpTo) = (damagedBlockCount + 1, end) }
        return .passed
      }
      guard isRead else { return .passed }
      block = head
      return .found
    default: break
    }
    position = end
    return .passed
  }

  /// Returns an element that reaches beyond the end: the file is cut there, unless its size is wrong and clusters
  /// follow.
  private mutating func takeCut(_ element: Element) throws(ContainerError) -> Step {
    var isFollowed = false
    do throws(ContainerError) {
      if !window.source.isArriving { isFollowed = try findCluster(from: element.start + 1) }
    } catch {
      guard error.kind == .malformed else { throw error }
    }
    if isFollowed {
      noteSkipped(element.start..<position)
      return .passed
    }
    if element.identifier == ElementName.simpleBlock || element.identifier == ElementName.blockGroup { isCut = true }
    return .ended
  }

  /// Returns true if a block is complete, where only the source can show it: an incomplete block is not part of a file,
  /// nor of a stream.
  private mutating func hasArrived(_ block: Element) throws(ContainerError) -> Bool {
    guard window.source.isArriving, let end = block.end, end > block.bodyOffset else { return true }
    return try !window.load(1, at: end - 1).isEmpty
  }

  private func isWithinSource(_ end: Int64) -> Bool {
    if let byteCount = window.source.byteCount, end > byteCount { return false }
    if let segmentEnd = segment.end, end > segmentEnd { return false }
    return true
  }

  /// Reads a block, and returns true if it belongs to a requested track and has frames; `nil` if it contradicts itself.
  private mutating func readBlock(
    _ element: Element, _ head: inout BlockHead, _ isWanted: (UInt64) -> Bool
  ) throws(ContainerError) -> Bool? {
    guard element.identifier == ElementName.blockGroup else { return try readFrames(element, &head, isWanted) }
    var block: Element?
    do throws(ContainerError) {
      var children = try element.children()
      while let child = try children.next(&window) {
        switch child.identifier {
        case ElementName.block: block = child
        case ElementName.discardPadding: head.discardPadding = try child.signed(&window)
        default: break
        }
      }
    } catch {
      if error.kind == .malformed { return nil }
      throw error
    }
    guard let block else { return nil }
    return try readFrames(block, &head, isWanted)
  }

  /// Reads the fields before the frames, and the places of the frames (RFC 9559, 10.1 to 10.3).
  private mutating func readFrames(
    _ element: Element, _ head: inout BlockHead, _ isWanted: (UInt64) -> Bool
  ) throws(ContainerError) -> Bool? {
    guard let end = element.end, let byteCount = element.byteCount else { return nil }
    let place = try window.load(Int(min(byteCount, Int64(BlockLacing.shortHeader))), at: element.bodyOffset)
    guard let fields = BlockFields(window.bytes.span.extracting(place)) else { return nil }
    head.track = fields.track
    guard isWanted(fields.track) else { return false }
    head.timestamp = clusterTimestamp.addingReportingOverflow(Int64(fields.relativeTimestamp)).partialValue
    let start = element.bodyOffset + Int64(fields.byteCount)
    var found: [StoredFrame] = []
    // So that its memory is used again.
    swap(&found, &frames)
    defer { swap(&found, &frames) }
    found.removeAll(keepingCapacity: true)
    guard let lacing = BlockLacing(flags: fields.flags) else {
      guard end - start <= Int64(Int32.max) else { return nil }
      if end > start { found.append(StoredFrame(offset: start, byteCount: Int(end - start))) }
      return !found.isEmpty
    }
    let room = Int(min(end - start, Int64(ElementReading.windowByteCount)))
    let table = try window.load(room, at: start)
    let bytes = window.bytes.span.extracting(table)
    guard lacing.append(bytes, at: start, byteCount: end - start, to: &found) else {
      found.removeAll(keepingCapacity: true)
      return nil
    }
    return !found.isEmpty
  }

  // MARK: - Damage

  /// Resumes after damage: at the end of the cluster if that is known, otherwise at the next cluster.
  private mutating func passDamage(from start: Int64) throws(ContainerError) -> Bool {
    if let end = clusterEnd, end > start, isWithinSource(end) {
      noteSkipped(start..<end)
      (position, clusterEnd) = (end, nil)
      return true
    }
    return try findCluster(from: start + 1, damagedFrom: start)
  }

  private mutating func noteSkipped(_ bytes: Range<Int64>) {
    skippedByteCount += max(0, bytes.upperBound - max(bytes.lowerBound, countedUpTo))
    countedUpTo = max(countedUpTo, bytes.upperBound)
  }

  /// Moves to the next start of a cluster, and returns true if there is one.
  private mutating func findCluster(from start: Int64, damagedFrom: Int64? = nil) throws(ContainerError) -> Bool {
    var offset = start
    let name: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
    while offset - start <= Int64(limits.resynchronizationByteCount) {
      let view = try window.load(atLeast: name.count, at: offset)
      guard view.count >= name.count else {
        if let damagedFrom { noteSkipped(damagedFrom..<(offset + Int64(view.count))) }
        position = offset + Int64(view.count)
        return false
      }
      let last = view.upperBound - name.count
      var found: Int?
      for index in view.lowerBound...last where window.bytes[index] == name[0] {
        if (1..<4).allSatisfy({ window.bytes[index + $0] == name[$0] }) {
          found = index
          break
        }
      }
      guard let found else {
        offset += Int64(last - view.lowerBound + 1)
        continue
      }
      offset += Int64(found - view.lowerBound)
      if try beginsCluster(at: offset) {
        if let damagedFrom { noteSkipped(damagedFrom..<offset) }
        (position, clusterEnd) = (offset, nil)
        return true
      }
      offset += 1
    }
    throw ContainerError(.malformed, "no cluster follows within the limit", at: start, in: MatroskaFile.fileType)
  }

  /// Returns true if a cluster begins at a position, judging by its name, its size and its first element.
  private mutating func beginsCluster(at offset: Int64) throws(ContainerError) -> Bool {
    do throws(ContainerError) {
      guard let cluster = try ElementReading.element(at: offset, &window),
        cluster.end.map(isWithinSource) ?? true,
        let first = try ElementReading.element(at: cluster.bodyOffset, &window)
      else { return false }
      return ElementName.beginsCluster(first.identifier)
    } catch {
      if error.kind == .malformed { return false }
      throw error
    }
  }

  /// Searches for another document after the segment.
  private mutating func lookBehindSegment(_ end: Int64) throws(ContainerError) {
    guard !window.source.isArriving, !hasFurtherDocument else { return }
    do throws(ContainerError) {
      let next = try ElementReading.element(at: end, &window)?.identifier
      hasFurtherDocument = next == ElementName.document || next == ElementName.segment
    } catch {
      guard error.kind == .malformed else { throw error }
    }
  }
}
