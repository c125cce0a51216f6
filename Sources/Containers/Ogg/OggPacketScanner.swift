import AudioBase

/// Puts the packets of one logical stream together from its pages, RFC 3533, 5.
struct OggPacketScanner {
  /// What is known of a packet beside its bytes.
  struct Packet {
    /// Bytes of the packet, of which fewer may have been kept.
    var byteCount: Int
    /// Bytes from the start of the file to the packet's first byte.
    var offset: Int64
    /// Where the page begins on which the packet begins, where no other packet begins on it before.
    var pageOffset: Int64?
    /// The granule position of the page on which the packet ends, where no other packet ends on it behind.
    var granule: Int64?
    /// Whether the packet ends on the last page of the stream.
    var isOnLastPage: Bool
  }

  /// From where packets are read on.
  struct Place: Equatable {
    /// Where the page begins, or where one is looked for.
    var offset: Int64
    /// The lacing values of the page that have been used up.
    var segment = 0
    /// The number of the page that should come, where that is known.
    var sequence: UInt32?
    var isAtEnd = false
    /// What was counted up to here.
    var skippedByteCount: Int64 = 0
    /// What was counted up to here.
    var gapCount = 0
  }

  /// The number of the logical stream.
  let serial: UInt32
  /// How often pages were missing or damaged, so that packets may be lost.
  private(set) var gapCount = 0
  private var pages: OggPageScanner
  private var page: OggPageHeader?
  private var segment = 0
  private var bodyPlace = 0
  private var sequence: UInt32?
  private var isAtEnd = false
  private var hasBegunPacketOnPage = false

  init(_ pages: OggPageScanner, serial: UInt32, at place: Place) {
    self.pages = pages
    self.serial = serial
    move(to: place)
  }

  /// Bytes that belonged to no sound page.
  var skippedByteCount: Int64 { pages.skippedByteCount }

  /// Where reading goes on.
  var place: Place {
    var place = Place(
      offset: pages.position, segment: page == nil ? segment : 0, sequence: sequence, isAtEnd: isAtEnd)
    if let page, segment < pages.lacing.count {
      place = Place(offset: pages.pageOffset, segment: segment, sequence: page.sequence, isAtEnd: false)
    }
    place.skippedByteCount = pages.skippedByteCount
    place.gapCount = gapCount
    return place
  }

  /// Goes to a place.
  mutating func move(to place: Place) {
    pages.move(to: place.offset)
    page = nil
    segment = place.segment
    sequence = place.sequence
    isAtEnd = place.isAtEnd
  }

  /// Goes back to a place as if nothing had been read since.
  mutating func restore(_ place: Place) {
    move(to: place)
    pages.restore(skippedByteCount: place.skippedByteCount)
    gapCount = place.gapCount
  }

  /// Appends up to `limit` bytes of the next packet and goes behind it; `nil` at the end of the stream.
  mutating func next(into bytes: inout [UInt8], keeping limit: Int) throws(ContainerError) -> Packet? {
    let first = bytes.count
    var packet: Packet?
    while true {
      if page == nil || segment >= pages.lacing.count {
        guard try nextPage(isWithinPacket: packet != nil) else {
          bytes.removeLast(bytes.count - first)
          return nil
        }
        // What was begun has no end: the page begins with another packet.
        if packet != nil, page?.isContinued != true || lostSequence {
          bytes.removeLast(bytes.count - first)
          packet = nil
          gapCount += 1
        } else if lostSequence {
          gapCount += 1
        }
        if packet == nil { skipContinuation() }
        continue
      }
      var part = packet ?? begin()
      let isWhole = take(&part, into: &bytes, most: limit - (bytes.count - first))
      packet = part
      if isWhole { return part }
    }
  }

  /// Whether the page does not follow the one before it.
  private var lostSequence = false

  private mutating func nextPage(isWithinPacket: Bool) throws(ContainerError) -> Bool {
    let wantedSegment = page == nil ? segment : 0
    guard !isAtEnd else { return false }
    while true {
      guard let found = try pages.next() else { return false }
      guard found.serial == serial else { continue }
      lostSequence = sequence != nil && found.sequence != sequence
      page = found
      sequence = found.sequence &+ 1
      isAtEnd = found.isLast
      segment = 0
      bodyPlace = pages.bodyIndex
      hasBegunPacketOnPage = false
      if wantedSegment > 0, !isWithinPacket {
        for _ in 0..<min(wantedSegment, pages.lacing.count) { passSegment() }
        hasBegunPacketOnPage = true
      }
      return true
    }
  }

  private mutating func passSegment() {
    bodyPlace += Int(pages.lacing[segment])
    segment += 1
  }

  /// Passes the rest of a packet whose beginning is not there.
  private mutating func skipContinuation() {
    guard page?.isContinued == true, segment == 0 else { return }
    while segment < pages.lacing.count {
      let isEnd = pages.lacing[segment] < 255
      passSegment()
      if isEnd { return }
    }
  }

  private mutating func begin() -> Packet {
    let isFirst = !hasBegunPacketOnPage
    hasBegunPacketOnPage = true
    return Packet(
      byteCount: 0, offset: pages.pageOffset + Int64(bodyPlace - pages.bodyIndex + headByteCount),
      pageOffset: isFirst ? pages.pageOffset : nil, granule: nil, isOnLastPage: false)
  }

  private var headByteCount: Int { OggPageHeader.byteCount + pages.lacing.count }

  /// Takes the segments of the page that belong to the packet, and returns whether it ends here.
  private mutating func take(_ packet: inout Packet, into bytes: inout [UInt8], most: Int) -> Bool {
    var isWhole = false
    let start = bodyPlace
    while segment < pages.lacing.count, !isWhole {
      isWhole = pages.lacing[segment] < 255
      passSegment()
    }
    let count = bodyPlace - start
    packet.byteCount += count
    let kept = max(0, min(count, most))
    bytes.append(contentsOf: pages.bytes[start..<(start + kept)])
    guard isWhole else { return false }
    packet.isOnLastPage = page?.isLast == true
    if !pages.lacing[segment...].contains(where: { $0 < 255 }) { packet.granule = page?.granule }
    return true
  }
}
