import AudioBase

/// Walks over the packets of one stream.
///
/// ```
/// page │ end of packet 3 │ packet 4 │ packet 5 │ start of packet 6 │     page │ end of packet 6 │ …
///                                              ▲ the page's granule position
/// ```
struct OggCursor {
  /// The position of sound at the end of a page: its granule position, and the number of frames up to there.
  struct Anchor: Equatable {
    var granule: Int64
    var frame: Int64
    /// True if the stream ends with the page.
    var isLast: Bool
  }

  /// A packet.
  struct Packet {
    /// The offset of the stream's page in the file; of several pages, the first.
    var fileOffset: Int64
    /// The number of frames that the packet adds; 0 if its bytes do not state it.
    var frameCount: Int
  }

  /// The codec of the stream, by its headers.
  private(set) var mapping: OggMapping
  /// The number of the next packet.
  private(set) var packet: Int64 = 0
  /// The frames of all packets before.
  private(set) var frame: Int64 = 0
  /// The block size of the Vorbis packet before.
  private(set) var previousBlock: Int?
  /// The ends of the first page that has one, of the last but one, and of the last.
  private(set) var anchors: (first: Anchor?, previous: Anchor?, last: Anchor?)
  /// The number of frames of the first packet, after it has been returned.
  private(set) var firstFrameCount: Int?
  /// The number of links of a chain after the first.
  private(set) var linkCount = 0
  /// The number of pages that are missing, judging by their numbers.
  private(set) var missingPageCount: Int64 = 0
  /// The number of packets substituted for lost ones.
  private(set) var lostPacketCount: Int64 = 0
  /// True if the file ended without a page that ends the stream, which the last page should do (RFC 3533, 6).
  private(set) var isOpenEnded = false
  /// The number of packets skipped because they carry no audio.
  private(set) var passedPacketCount: Int64 = 0

  /// The streams of the chain found so far.
  var chain: OggChain
  /// The stream of ``chain`` to which the next packet belongs.
  private(set) var streamNumber = 0
  /// The seconds of the streams before the last change.
  private(set) var earlierSeconds = 0.0
  private var changeFrame: Int64 = 0
  /// True if another stream begins before the next packet; ``takeChange()`` moves on to it.
  private var hasChanged = false
  /// False after a search from some position on, when the numbers of packets no longer count from the first packet.
  private var isCountExact = true
  /// The index of the stream among those that begin together.
  var ordinal = 0

  private var serial: UInt32
  private var scanner: OggPageScanner
  private let limits: ResourceLimits
  /// The first byte after the headers; no stream begins before it.
  private var headersEnd: Int64
  /// True if ``OggPageScanner/page`` has packets that were not given.
  private var hasPage = false
  private var segment = 0
  private var place = 0
  /// The first segment after the last packet that ends on the page.
  private var lastEnd = 0
  private var nextSequence: UInt32?
  /// True if the page read last ends the stream.
  private var endsWithPage = false
  /// The beginning of a packet that continues on the next page.
  private var partial: [UInt8] = []
  private var partialOffset: Int64 = 0
  private var isPartialOpen = false
  /// The number of frames for which lost packets must still be substituted.
  private var lostFrames: Int64 = 0
  private var lostFrameTotal: Int64 = 0
  private var usualFrameCount = 0
  private var scratch: [UInt8] = []

  /// The largest numbers of concealed frames per byte of the file, and for the whole file: pages without bytes could
  /// otherwise produce days of sound. 64 frames per byte are 6 kbit/s at 48 kHz.
  private static let lostFramesPerByte: Int64 = 64
  private static let freeLostFrames: Int64 = 1 << 17

  init(_ source: any ByteSource, _ stream: OggHeaderPackets, _ mapping: OggMapping, limits: ResourceLimits) {
    self.mapping = mapping
    chain = OggChain(mapping)
    serial = stream.serial
    self.limits = limits
    headersEnd = stream.end
    scanner = OggPageScanner(source, at: stream.end, limits: limits)
  }

  /// The number of bytes that belonged to no page.
  var skippedByteCount: Int64 { scanner.state.skippedByteCount }

  /// The lowest byte that is read again.
  var lowestNeededOffset: Int64 { hasPage ? scanner.page.offset : scanner.position }

  /// True if the next packet begins on its own page.
  var isAtPageStart: Bool { !hasPage && !isPartialOpen && lostFrames == 0 }

  /// Moves to a page that begins with a whole packet, with known preceding pages.
  mutating func move(to mark: OggPageMark) {
    forget(position: mark.offset)
    (packet, frame, previousBlock) = (mark.packet, mark.frame, mark.previousBlock)
    (nextSequence, serial, mapping) = (mark.sequence, mark.serial, mark.mapping)
    (linkCount, headersEnd, streamNumber) = (mark.linkCount, mark.headersEnd, mark.streamNumber)
    isCountExact = true
  }

  /// Searches for a page from a position on; its first starting packet counts as `packet`.
  mutating func resynchronize(at offset: Int64, asPacket packet: Int64) {
    forget(position: max(offset, headersEnd))
    self.packet = packet
    (nextSequence, previousBlock) = (nil, nil)
    isCountExact = false
  }

  private mutating func forget(position: Int64) {
    scanner.move(to: position)
    (hasPage, isPartialOpen, lostFrames, hasChanged) = (false, false, 0, false)
    partial.removeAll(keepingCapacity: true)
    anchors.last = nil
  }

  /// A mark of where the next packet begins.
  var mark: OggPageMark {
    OggPageMark(
      packet: packet, frame: frame, offset: scanner.position, previousBlock: previousBlock, sequence: nextSequence,
      serial: serial, mapping: mapping, linkCount: linkCount, headersEnd: headersEnd,
      streamNumber: streamNumber)
  }

  /// Appends the next packet's bytes and describes it; `nil` at the end.
  ///
  /// Packets missing between pages are given as packets without bytes, which decoders fill in for.
  mutating func next(into bytes: inout [UInt8]) throws(ContainerError) -> Packet? {
    while true {
      if let packet = try nextOfStream(into: &bytes) { return packet }
      guard takeChange() else { return nil }
    }
  }

  /// Continues with a following stream of another configuration; returns false if there is none.
  mutating func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// The seconds of all packets so far.
  var seconds: Double { earlierSeconds + Double(frame &- changeFrame) / Double(mapping.sampleRate) }

  /// Reads as ``next(into:)``, but also returns `nil` before a stream of another configuration.
  mutating func nextOfStream(into bytes: inout [UInt8]) throws(ContainerError) -> Packet? {
    while !hasChanged {
      if lostFrames > 0 { return takeLost() }
      guard hasPage else {
        guard try loadPage() else { return nil }
        continue
      }
      let start = bytes.count
      guard let offset = try takePacket(into: &bytes) else { continue }
      guard bytes.count > start else {
        pass()
        continue
      }
      let count = frameCount(of: bytes, from: start)
      if count == nil, mapping.passesOverForeignPackets {
        bytes.removeLast(bytes.count - start)
        pass()
        continue
      }
      note(count ?? 0)
      return Packet(fileOffset: offset, frameCount: count ?? 0)
    }
    return nil
  }

  /// Returns the number of frames of a packet, the last of some bytes.
  private mutating func frameCount(of bytes: [UInt8], from start: Int) -> Int? {
    mapping.frameCount(bytes.span.extracting(start..<bytes.count), previousBlock: &previousBlock)
  }

  private mutating func note(_ frameCount: Int) {
    count(frameCount)
    noteAnchor()
  }

  private mutating func count(_ frameCount: Int) {
    if packet == 0 { firstFrameCount = frameCount }
    packet += 1
    frame &+= Int64(frameCount)
    if frameCount > 0 { usualFrameCount = frameCount }
  }

  private mutating func pass() {
    passedPacketCount += 1
    noteAnchor()
  }

  /// Records the page's granule position if its last packet has been returned.
  private mutating func noteAnchor() {
    guard segment >= lastEnd, scanner.page.granule >= 0 else { return }
    let anchor = Anchor(granule: scanner.page.granule, frame: frame, isLast: scanner.page.isLast)
    if anchors.first == nil { anchors.first = anchor }
    anchors.previous = anchors.last
    anchors.last = anchor
  }

  /// Returns a packet in place of a lost one: as long as the previous packets, or 20 ms if their duration is unknown,
  /// and never so short that a gap becomes more packets than the file has bytes.
  private mutating func takeLost() -> Packet {
    let count = min(lostFrames, Int64(max(usualFrameCount > 0 ? usualFrameCount : mapping.sampleRate / 50, 64)))
    lostFrames -= count
    packet += 1
    frame &+= count
    lostPacketCount += 1
    return Packet(fileOffset: scanner.page.offset, frameCount: Int(count))
  }

  /// Appends the bytes of the page's next packet and returns its offset; `nil` if the page ends first.
  private mutating func takePacket(into bytes: inout [UInt8]) throws(ContainerError) -> Int64? {
    let lacing = scanner.page.lacing
    if !isPartialOpen, segment < lacing.count, lacing[segment] == 0 { return passEmptyPackets(lacing) }
    let start = place
    var isWhole = false
    while segment < lacing.count, !isWhole {
      place += Int(lacing[segment])
      isWhole = lacing[segment] < 255
      segment += 1
    }
    if segment >= lacing.count { hasPage = false }
    guard isWhole else {
      if place > start || segment > 0 { try keepPartial(start..<place) }
      return nil
    }
    let offset = isPartialOpen ? partialOffset : scanner.page.offset
    guard partial.count + place - start <= limits.packetByteCount else {
      throw ContainerError(.limitExceeded, "a packet has more bytes than the limit allows", at: offset, in: "OggS")
    }
    if isPartialOpen { bytes.append(contentsOf: partial) }
    isPartialOpen = false
    partial.removeAll(keepingCapacity: true)
    try scanner.append(start..<place, to: &bytes)
    return offset
  }

  /// Skips empty packets, of which a page may have hundreds.
  private mutating func passEmptyPackets(_ lacing: [UInt8]) -> Int64? {
    while segment < lacing.count, lacing[segment] == 0 {
      passedPacketCount += 1
      segment += 1
    }
    noteAnchor()
    if segment >= lacing.count { hasPage = false }
    return nil
  }

  /// Counts the whole packets on the rest of the present page, without copying their bytes.
  ///
  /// The others, and substitutes for lost ones, are left to ``next(into:)``.
  mutating func countPage(_ counts: inout OggPacketCounts) throws(ContainerError) {
    guard hasPage, lostFrames == 0, !isPartialOpen else { return }
    let lacing = scanner.page.lacing
    let first = segment
    let (bytes, body) = try scanner.body()
    let limit = limits.packetByteCount
    while segment < lacing.count {
      var (end, next) = (place, segment)
      while next < lacing.count, lacing[next] == 255 { (end, next) = (end + 255, next + 1) }
      guard next < lacing.count, end + Int(lacing[next]) - place <= limit else { break }
      end += Int(lacing[next])
      let packet = bytes.span.extracting((body + place)..<(body + end))
      (segment, place) = (next + 1, end)
      let frameCount = packet.isEmpty ? nil : mapping.frameCount(packet, previousBlock: &previousBlock)
      if packet.isEmpty || (frameCount == nil && mapping.passesOverForeignPackets) {
        passedPacketCount += 1
      } else {
        count(frameCount ?? 0)
        counts.add(byteCount: packet.count, frameCount: frameCount ?? 0)
      }
    }
    if segment > first { noteAnchor() }
    if segment >= lacing.count { hasPage = false }
  }

  private mutating func keepPartial(_ range: Range<Int>) throws(ContainerError) {
    if !isPartialOpen { partialOffset = scanner.page.offset }
    guard partial.count + range.count <= limits.packetByteCount else {
      throw ContainerError(
        .limitExceeded, "a packet has more bytes than the limit allows", at: partialOffset, in: "OggS")
    }
    isPartialOpen = true
    try scanner.append(range, to: &partial)
  }

  /// Finds the next page of the stream; `false` at its end, and before a stream of another configuration.
  private mutating func loadPage() throws(ContainerError) -> Bool {
    while true {
      guard try scanner.next() else {
        isOpenEnded = !endsWithPage
        return false
      }
      let page = scanner.page
      if page.isFirst, page.offset >= headersEnd {
        scanner.move(to: page.offset)
        do throws(ContainerError) { try followChain(from: page.offset) } catch {
          // The next call meets it again.
          scanner.move(to: page.offset)
          throw error
        }
        if hasChanged { return false }
        continue
      }
      guard page.serial == serial else { continue }
      try begin(page)
      return true
    }
  }

  /// Prepares to give the packets of a page of the stream.
  private mutating func begin(_ page: OggPage) throws(ContainerError) {
    let hasHole = nextSequence.map { $0 != page.sequence } ?? false
    if let nextSequence, hasHole {
      let distance = page.sequence &- nextSequence
      missingPageCount += distance < 1 << 16 ? Int64(distance) : 1
    }
    nextSequence = page.sequence &+ 1
    endsWithPage = page.isLast
    (hasPage, segment, place) = (true, 0, 0)
    lastEnd = (page.lacing.lastIndex { $0 < 255 } ?? page.lacing.count) + 1
    if hasHole || !page.isContinued {
      isPartialOpen = false
      partial.removeAll(keepingCapacity: true)
    }
    if page.isContinued, !isPartialOpen { passRestOfPacket(page.lacing) }
    if hasHole { try noteHole() }
    if segment >= page.lacing.count { hasPage = false }
  }

  /// Passes over the end of a packet whose beginning is missing.
  private mutating func passRestOfPacket(_ lacing: [UInt8]) {
    while segment < lacing.count {
      place += Int(lacing[segment])
      segment += 1
      if lacing[segment - 1] < 255 { return }
    }
  }

  /// Determines from the page's granule position how much is missing before it.
  private mutating func noteHole() throws(ContainerError) {
    let page = scanner.page
    previousBlock = nil
    guard let last = anchors.last, page.granule >= 0, !page.isLast else { return }
    // Frames that the page itself has, and those since the last granule position.
    var own: Int64 = 0
    var block: Int?
    var start = place
    var end = place
    for value in page.lacing[segment...] {
      end += Int(value)
      guard value < 255 else { continue }
      scratch.removeAll(keepingCapacity: true)
      try scanner.append(start..<min(end, start + 16), to: &scratch)
      own += Int64(mapping.frameCount(scratch.span, previousBlock: &block) ?? 0)
      start = end
    }
    let (due, overflow) = page.granule.subtractingReportingOverflow(last.granule)
    let missing = due &- own &- (frame &- last.frame)
    let budget = Self.freeLostFrames &+ page.offset.multipliedReportingOverflow(by: Self.lostFramesPerByte).partialValue
    guard !overflow, missing > 0, missing <= budget - lostFrameTotal else { return }
    lostFrames = missing
    lostFrameTotal += missing
  }

  /// Continues with the stream that begins after the end of this one: a stream with the same configuration if there is
  /// one, otherwise the stream at the same position as this one.
  private mutating func followChain(from offset: Int64) throws(ContainerError) {
    let link = try OggLink(&scanner, limits: limits)
    var next = link.streams[min(ordinal, link.streams.count - 1)]
    var found: OggMapping?
    for stream in link.streams {
      let candidate = try stream.mapping(at: offset)
      guard candidate.agrees(with: mapping) else { continue }
      (next, found) = (stream, candidate)
      break
    }
    if let found {
      // The decoder continues, and its last block of Vorbis overlaps with the first of the new stream.
      mapping = found
    } else {
      try change(to: next.mapping(at: offset), at: offset)
      previousBlock = nil
    }
    serial = next.serial
    headersEnd = next.end
    scanner.move(to: next.end)
    (nextSequence, isPartialOpen) = (nil, false)
    anchors.last = nil
    partial.removeAll(keepingCapacity: true)
    linkCount += 1
  }

  private mutating func change(to mapping: OggMapping, at offset: Int64) throws(ContainerError) {
    let number = try chain.number(of: mapping, at: offset, limits: limits)
    if isCountExact {
      try chain.note(.init(packet: packet, byteOffset: offset, stream: number), limits: limits)
    }
    (earlierSeconds, changeFrame) = (seconds, frame)
    (self.mapping, streamNumber, usualFrameCount, hasChanged) = (mapping, number, 0, true)
  }
}

extension OggMapping {
  /// True if bytes that are not a packet of sound still belong to a stream: headers in the middle of Vorbis.
  fileprivate var passesOverForeignPackets: Bool {
    if case .vorbis = self { return true }
    return false
  }
}
