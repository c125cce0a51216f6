import AudioBase
import Bitstream
import MPEG4Systems

/// A frame whose packets can be read: its place, and how its packets are multiplexed.
struct LOASFrame: BitwiseCopyable {
  /// Bytes from the start of the source to the sync word.
  var offset: Int64
  /// Bytes of the frame, header included.
  var byteCount: Int
  /// Bits from the start of the element to the first PayloadLengthInfo.
  var firstBit: Int
  /// Whether reading can begin here with the first configuration of the stream or one of the frame's own.
  var isEntryPoint: Bool
  /// Bytes of all packets, and of the largest one.
  var contents: ElementContents
}

/// Walks a LOAS stream from frame to frame, over garbage and over frames that cannot be used.
///
/// ```
/// A a a B b b B b …    B comes twice, or nothing else within reach: the stream changes
/// A a a ? a a A a …    the old configuration comes back before ? was repeated: the frames up to it are left out
/// ```
struct LOASFrameScanner {
  private var window: SourceWindow
  private let limits: ResourceLimits
  /// Where the next frame is looked for.
  private(set) var position: Int64 = 0
  /// The configuration in force.
  private(set) var multiplex: Multiplex?
  private var firstMultiplex: Multiplex?
  /// Whether the configuration in force is the first one, bit for bit.
  private var isFirst = true
  /// Whether no configuration is in force, as the last one cannot be read here or was not believed: frames are left out
  /// until the next one.
  private var isForeign = false
  /// Whether a frame is believed whatever configuration it has: it was found before, or nothing is known before it.
  private var believesNext = false
  /// Whether elements of this stream are longer than their packets.
  private var hasPadding = false
  /// Bytes between frames that were passed over.
  private(set) var skippedByteCount: Int64 = 0
  /// Frames that were left out because their packets do not fit.
  private(set) var damagedFrameCount = 0
  /// Frames that were left out because they are of a configuration that is not read, or was not believed.
  private(set) var foreignFrameCount = 0
  /// Why the first of them was left out.
  private(set) var foreignReason: StaticString?

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: source.byteCount == nil ? 1 << 14 : 1 << 16)
    self.limits = limits
  }

  /// Goes on at a byte offset, with the first configuration of the stream, or with that of the frame that stands there.
  mutating func move(to offset: Int64) {
    position = offset
    multiplex = firstMultiplex
    isFirst = true
    isForeign = false
    believesNext = true
  }

  /// Finds the next frame whose packets can be read, or returns `nil` at the end of the stream.
  ///
  /// - Throws: ``ErrorKind/truncated`` for a last frame that the source cuts short, and ``ErrorKind/malformed`` where
  ///   no frame follows within the limit.
  mutating func next() throws(ContainerError) -> LOASFrame? {
    let start = position
    while let (byteCount, judgement) = try nextFrame() {
      let offset = position
      position += Int64(byteCount)
      switch judgement {
      case .usable(let firstBit, let multiplex, let contents):
        if try take(multiplex, byteCount: byteCount, at: offset) {
          if !contents.isExact { hasPadding = true }
          return LOASFrame(
            offset: offset, byteCount: byteCount, firstBit: firstBit, isEntryPoint: multiplex != nil || isFirst,
            contents: contents)
        }
      case .withoutConfiguration: break
      case .unsupported(let rule):
        guard firstMultiplex != nil else { throw ContainerError(.unsupported, rule, at: offset, in: "loas") }
        // Whatever configuration comes next must be looked at.
        multiplex = nil
        isForeign = true
        foreignFrameCount += 1
        foreignReason = foreignReason ?? rule
      case .broken: damagedFrameCount += 1
      }
      if firstMultiplex == nil, position - start > Int64(limits.resynchronizationByteCount) {
        throw ContainerError(.malformed, "no configuration of the multiplex within the limit", at: start, in: "loas")
      }
    }
    return nil
  }

  /// Puts the configuration of a frame in force, and returns true if the frame can be read.
  private mutating func take(_ own: Multiplex?, byteCount: Int, at offset: Int64) throws(ContainerError) -> Bool {
    if let own {
      let isBelieved = try believes(own, byteCount: byteCount, at: offset)
      if isBelieved {
        multiplex = own
        if firstMultiplex == nil { firstMultiplex = own }
        isFirst = own == firstMultiplex
      } else {
        multiplex = nil
        foreignReason = foreignReason ?? "a configuration that is not repeated is not believed"
      }
      isForeign = !isBelieved
    }
    believesNext = false
    guard !isForeign else {
      foreignFrameCount += 1
      return false
    }
    return true
  }
}

extension LOASFrameScanner {
  /// Whether a configuration that a frame brings is that of the stream from here on.
  ///
  /// One that says something else than the one in force must not be damage: looking ahead, as far as the window goes,
  /// the next configuration must be the same, or there must be none.
  private mutating func believes(
    _ own: Multiplex, byteCount: Int, at offset: Int64
  ) throws(ContainerError) -> Bool {
    guard let multiplex, !believesNext, own.config.cookie != multiplex.config.cookie else { return true }
    var ahead = byteCount
    while ahead + LOASHeader.byteCount <= window.capacity {
      var view = try window.load(ahead + LOASHeader.byteCount, at: offset)
      guard let header = LOASHeader(window.bytes.span.extracting(view), at: ahead) else { return ahead > byteCount }
      let end = ahead + header.frameByteCount
      guard end <= window.capacity else { return true }
      view = try window.load(end, at: offset)
      guard view.count == end else { return ahead > byteCount }
      let start = view.lowerBound + ahead + LOASHeader.byteCount
      if let isSame = Self.repeats(own, in: window.bytes.span.extracting(start..<view.upperBound)) { return isSame }
      ahead = end
    }
    return true
  }

  /// Whether an element has the same configuration; `nil` where it has none, or none that can be told.
  private static func repeats(_ multiplex: Multiplex, in element: Span<UInt8>) -> Bool? {
    var reader = BitReader(element)
    guard let sameBit = try? reader.read(1), sameBit == 0 else { return nil }
    if multiplex.skipRepetition(in: &reader) { return true }
    do throws(MultiplexError) {
      return try StreamMuxConfig(parsing: &reader, in: element).cookie == multiplex.config.cookie
    } catch {
      return nil
    }
  }
}

extension LOASFrameScanner {
  /// What an element turned out to be.
  private enum Judgement {
    /// The packets fit; a configuration is given where it is not the one in force.
    case usable(firstBit: Int, Multiplex?, ElementContents)
    /// No configuration is known yet.
    case withoutConfiguration
    case unsupported(StaticString)
    case broken
  }

  /// Looks into the frame at `offset`, all of which must be there.
  private mutating func judge(_ byteCount: Int, at offset: Int64) throws(ContainerError) -> Judgement {
    let place = try window.load(byteCount, at: offset)
    guard place.count == byteCount, byteCount > LOASHeader.byteCount else { return .broken }
    let element = window.bytes.span.extracting((place.lowerBound + LOASHeader.byteCount)..<place.upperBound)
    var reader = BitReader(element)
    do throws(MultiplexError) {
      switch try ElementStart(parsing: &reader, in: element, known: multiplex) {
      case .new(let found):
        let firstBit = reader.offset
        return .usable(firstBit: firstBit, found, try found.config.walk(&reader))
      case .same:
        // Frames of a configuration that is not read here cannot be looked into.
        if isForeign { return .usable(firstBit: reader.offset, nil, ElementContents()) }
        guard let multiplex else { return .withoutConfiguration }
        let firstBit = reader.offset
        return .usable(firstBit: firstBit, nil, try multiplex.config.walk(&reader))
      }
    } catch {
      if case .unsupported(let rule) = error { return .unsupported(rule) }
      return .broken
    }
  }

  /// A frame's length and what it turned out to be.
  private typealias Found = (byteCount: Int, judgement: Judgement)

  /// Moves to the next frame and returns it: the one in place where it is sound or another follows it, else the next
  /// that is confirmed.
  private mutating func nextFrame() throws(ContainerError) -> Found? {
    guard firstMultiplex != nil else { return try search(from: position) }
    let place = try window.load(LOASHeader.byteCount, at: position)
    if place.isEmpty { return nil }
    guard let header = LOASHeader(window.bytes.span.extracting(place), at: 0) else {
      let isCut = place.count < LOASHeader.byteCount && window.bytes[place.lowerBound] == 0x56
      if isCut { throw ContainerError(.truncated, "the source ends within the last header", at: position, in: "loas") }
      return try search(from: position)
    }
    let byteCount = header.frameByteCount
    let isWhole = try window.load(byteCount, at: position).count == byteCount
    if isWhole {
      let judgement = try judge(byteCount, at: position)
      if case .usable(_, _, let contents) = judgement, contents.isExact { return (byteCount, judgement) }
      if try isConfirmed(byteCount, at: position) { return (byteCount, judgement) }
    }
    let start = position
    position += 1
    if let found = try search(from: start) {
      damagedFrameCount += 1
      return found
    }
    guard !isWhole else {
      damagedFrameCount += 1
      return nil
    }
    skippedByteCount -= position - start
    position = start
    throw ContainerError(.truncated, "the source ends within the last frame", at: start, in: "loas")
  }

  /// Whether another header, or the end of the source, follows a frame.
  private mutating func isConfirmed(_ byteCount: Int, at offset: Int64) throws(ContainerError) -> Bool {
    let wanted = byteCount + LOASHeader.byteCount
    let place = try window.load(wanted, at: offset)
    if place.count == byteCount { return true }
    return place.count == wanted && LOASHeader(window.bytes.span.extracting(place), at: byteCount) != nil
  }

  /// Looks from ``position`` on for a frame that the next one confirms and whose packets fit, as far as can be known.
  ///
  /// - Parameter start: Where the bytes begin that are passed over.
  private mutating func search(from start: Int64) throws(ContainerError) -> Found? {
    while position - start <= Int64(limits.resynchronizationByteCount) {
      let view = try window.load(atLeast: LOASHeader.byteCount, at: position)
      guard view.count >= LOASHeader.byteCount else {
        position += Int64(view.count)
        return try endOfSearch(from: start)
      }
      let (skipped, header) = LOASFrameScanner.candidate(in: window.bytes.span.extracting(view))
      position += Int64(skipped)
      guard let header else { continue }
      let judgement = try judge(header.frameByteCount, at: position)
      if try isFrame(header.frameByteCount, at: position, judgement) {
        skippedByteCount += position - start
        return (header.frameByteCount, judgement)
      }
      position += 1
    }
    position = start
    throw ContainerError(.malformed, "no frame follows within the limit", at: start, in: "loas")
  }

  /// The first header of a stretch of at least three bytes, and how many bytes there are in front of it.
  private static func candidate(in bytes: Span<UInt8>) -> (skipped: Int, header: LOASHeader?) {
    for index in 0...(bytes.count - LOASHeader.byteCount) where bytes[index] == 0x56 {
      if let header = LOASHeader(bytes, at: index) { return (index, header) }
    }
    return (bytes.count - LOASHeader.byteCount + 1, nil)
  }

  /// Whether a candidate of a search is believed: where the next frame confirms it and its packets fit as far as can be
  /// known, or at the start of a stream where it has a configuration that its packets fit to the last byte.
  private mutating func isFrame(
    _ byteCount: Int, at offset: Int64, _ judgement: Judgement
  ) throws(ContainerError) -> Bool {
    if firstMultiplex == nil, case .usable(_, _, let contents) = judgement, contents.isExact { return true }
    guard try isConfirmed(byteCount, at: offset) else { return false }
    switch judgement {
    case .usable(_, _, let contents): return contents.isExact || hasPadding || firstMultiplex == nil
    case .withoutConfiguration: return true
    case .unsupported: return firstMultiplex == nil
    case .broken: return false
    }
  }

  private mutating func endOfSearch(from start: Int64) throws(ContainerError) -> Found? {
    guard firstMultiplex != nil else {
      throw ContainerError(.malformed, "the source holds no LOAS frame with a configuration", at: start, in: "loas")
    }
    skippedByteCount += position - start
    return nil
  }

  /// Appends the packet whose PayloadLengthInfo begins at bit `bit` of a frame's element.
  ///
  /// - Returns: The bit behind the packet, and the byte of the source in which it begins.
  mutating func appendPacket(
    of frame: LOASFrame, at bit: Int, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (nextBit: Int, offset: Int64) {
    let place = try window.load(frame.byteCount, at: frame.offset)
    guard place.count == frame.byteCount, let multiplex else {
      throw ContainerError(.truncated, "the source ends within the frame", at: frame.offset, in: "loas")
    }
    let element = window.bytes.span.extracting((place.lowerBound + LOASHeader.byteCount)..<place.upperBound)
    var reader = BitReader(element, bits: bit..<(element.count * 8))
    guard let byteCount = try? multiplex.payloadByteCount(&reader), byteCount <= reader.remaining / 8 else {
      throw ContainerError(.malformed, "a packet lies within its frame", at: frame.offset, in: "loas")
    }
    let begin = reader.offset
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: byteCount))
    var all = bytes.mutableSpan
    var packet = all._mutatingExtracting(start..<(start + byteCount))
    copyBytes(of: element, fromBit: begin, to: &packet)
    return (begin + byteCount * 8, frame.offset + Int64(LOASHeader.byteCount + begin / 8))
  }
}

/// Fills `packet` with the bits from `bit` on, which need not begin a byte; all of them must be there.
private func copyBytes(of element: Span<UInt8>, fromBit bit: Int, to packet: inout MutableSpan<UInt8>) {
  let shift = UInt8(bit & 7)
  let first = bit >> 3
  if shift == 0 {
    packet.copy(element.extracting(first..<(first + packet.count)))
    return
  }
  let source = element.extracting(first..<(first + packet.count + 1))
  for index in packet.indices { packet[index] = source[index] << shift | source[index + 1] >> (8 - shift) }
}
