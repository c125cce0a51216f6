package import AudioBase
import Bitstream
import FramedStreams
import MPEG4Systems

/// A frame with readable packets: its position, and the multiplex of its packets.
package struct LOASFrame: ScannedFrame, BitwiseCopyable {
  package var offset: Int64
  /// The number of bytes of the frame, header included.
  var wholeByteCount: Int
  package var packetCount: Int
  /// True if reading can begin here with the first configuration of the stream or one in the frame.
  package var isEntryPoint: Bool
  /// The bytes of all packets, and of the largest packet.
  var contents: ElementContents

  package var byteCount: Int { contents.byteCount }
  package var largestPacketByteCount: Int { contents.largestByteCount }
}

/// Walks a LOAS stream from frame to frame, and skips garbage and unusable frames.
///
/// ```
/// A a a B b b B b …    B occurs twice, or nothing else within reach: the stream changes
/// A a a ? a a A a …    the old configuration returns before ? was repeated: the frames up to it are left out
/// ```
package struct LOASFrameScanner: FrameScanner {
  package var window: SourceWindow
  private let limits: ResourceLimits
  package var position: Int64 = 0
  /// The configuration in force.
  private(set) var multiplex: Multiplex?
  private var firstMultiplex: Multiplex?
  /// The configuration that is known to be that of the previous frame's stream.
  private var settled: Multiplex?
  /// True if the configuration in force is the first one, bit for bit.
  private var isFirst = true
  /// True if no configuration is in force because the last one cannot be read here or was not accepted: frames are left
  /// out until the next one.
  private var isForeign = false
  /// True if a frame is accepted with any configuration: it was found before, or nothing is known before it.
  private var believesNext = false
  /// True if elements of this stream are longer than their packets.
  private var hasPadding = false
  /// Bits of the element of the frame found last that were read.
  private var bit = 0
  /// The number of bytes between frames that were skipped.
  private var skippedByteCount: Int64 = 0
  /// The number of frames that were left out because their packets do not fit.
  private var damagedFrameCount = 0
  /// The number of frames that were left out because they are of a configuration that is not read, or was not believed.
  private var foreignFrameCount = 0
  /// The reason for which the first of them was left out.
  private var foreignReason: StaticString?

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: source.byteCount == nil ? 1 << 14 : 1 << 16)
    self.limits = limits
  }

  package var warnings: [String] {
    var lines: [String] = []
    if skippedByteCount > 0 { lines.append("\(skippedByteCount) bytes between frames were skipped") }
    if damagedFrameCount > 0 { lines.append("\(damagedFrameCount) damaged frames were left out") }
    if foreignFrameCount > 0 {
      let reason = foreignReason.map { ": \($0)" } ?? ""
      lines.append("the configuration changes: \(foreignFrameCount) frames of another one were left out\(reason)")
    }
    return lines
  }

  /// Continues with the first configuration of the stream, or with the frame's own.
  package mutating func move(to offset: Int64) {
    position = offset
    multiplex = firstMultiplex
    isFirst = true
    isForeign = false
    believesNext = true
    settled = nil
  }

  package mutating func resynchronize(at offset: Int64) { move(to: offset) }

  package mutating func stream(of frame: LOASFrame, after known: CodedStream) throws(ContainerError) -> CodedStream? {
    guard let multiplex, multiplex !== settled else { return nil }
    settled = multiplex
    let stream = multiplex.stream
    return stream.isSame(as: known) ? nil : stream
  }

  /// Finds the next frame whose packets can be read, or returns `nil` at the end of the stream.
  ///
  /// - Throws: ``ErrorKind/truncated`` for a last frame that the source cuts short, and ``ErrorKind/malformed`` if no
  ///   frame follows within the limit.
  package mutating func next() throws(ContainerError) -> LOASFrame? {
    let start = position
    while let (byteCount, judgement) = try nextFrame() {
      let offset = position
      position += Int64(byteCount)
      switch judgement {
      case .usable(let firstBit, let own, let contents):
        if try take(own, byteCount: byteCount, at: offset), let multiplex {
          if !contents.isExact { hasPadding = true }
          bit = firstBit
          return LOASFrame(
            offset: offset, wholeByteCount: byteCount, packetCount: multiplex.packetCount,
            isEntryPoint: own != nil || isFirst, contents: contents)
        }
      case .withoutConfiguration: break
      case .unsupported(let rule):
        guard firstMultiplex != nil else { throw ContainerError(.unsupported, rule, at: offset, in: "loas") }
        // The next configuration must be read, whatever it is.
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
  /// Returns true if a configuration found in a frame applies to the stream from here on.
  ///
  /// One that differs from the configuration in force must not be damage: looking ahead, as far as the window goes, the
  /// next configuration must be the same, or there must be none.
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

  /// Returns true if an element has the same configuration; `nil` if it has none or it cannot be parsed.
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
  /// The classification of an element.
  private enum Judgement {
    /// The packets are readable; the configuration is included if it is not the current one.
    case usable(firstBit: Int, Multiplex?, ElementContents)
    /// No configuration is known yet.
    case withoutConfiguration
    case unsupported(StaticString)
    case broken
  }

  /// Examines the frame at `offset`, which must be available completely.
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
        // Frames of a configuration that is not read here cannot be examined.
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

  /// A frame's length and its classification.
  private typealias Found = (byteCount: Int, judgement: Judgement)

  /// Moves to the next frame and returns it: the frame in place if it is valid or another follows it, else the next one
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

  /// Returns true if another header, or the end of the source, follows a frame.
  private mutating func isConfirmed(_ byteCount: Int, at offset: Int64) throws(ContainerError) -> Bool {
    let wanted = byteCount + LOASHeader.byteCount
    let place = try window.load(wanted, at: offset)
    if place.count == byteCount { return true }
    return place.count == wanted && LOASHeader(window.bytes.span.extracting(place), at: byteCount) != nil
  }

  /// Searches from ``position`` on for a frame that is confirmed by the next one and whose packets fit, as far as the
  /// window shows.
  ///
  /// - Parameter start: The offset of the first skipped byte.
  private mutating func search(from start: Int64) throws(ContainerError) -> Found? {
    let found = try search(from: start, limit: limits.resynchronizationByteCount, in: "loas") {
      (scanner: inout LOASFrameScanner, header: LOASHeader) throws(ContainerError) -> Found? in
      let judgement = try scanner.judge(header.frameByteCount, at: scanner.position)
      let isFrame = try scanner.isFrame(header.frameByteCount, at: scanner.position, judgement)
      return isFrame ? (header.frameByteCount, judgement) : nil
    }
    guard found != nil || firstMultiplex != nil else {
      throw ContainerError(.malformed, "the source holds no LOAS frame with a configuration", at: start, in: "loas")
    }
    skippedByteCount += position - start
    return found
  }

  /// Returns true if a candidate of a search is accepted: if the next frame confirms it and its packets fit as far as
  /// is known, or, at the start of a stream, if its packets fit its configuration to the last byte.
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

  package mutating func append(
    _ packet: Int, of frame: LOASFrame, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)? {
    let place = try element(of: frame)
    let bits = try copyPacket(of: frame, in: place, to: &bytes)
    bit = bits.upperBound
    return (frame.offset + Int64(LOASHeader.byteCount + bits.lowerBound / 8), 0)
  }

  package mutating func pass(_ packet: Int, of frame: LOASFrame) throws(ContainerError) {
    let place = try element(of: frame)
    bit = try nextPacket(of: frame, in: window.bytes.span.extracting(place)).upperBound
  }

  /// The place of a frame's element in the window.
  private mutating func element(of frame: LOASFrame) throws(ContainerError) -> Range<Int> {
    let place = try window.load(frame.wholeByteCount, at: frame.offset)
    guard place.count == frame.wholeByteCount else {
      throw ContainerError(.truncated, "the source ends within the frame", at: frame.offset, in: "loas")
    }
    return (place.lowerBound + LOASHeader.byteCount)..<place.upperBound
  }

  /// The bits of an element that are its next packet.
  private func nextPacket(of frame: LOASFrame, in element: Span<UInt8>) throws(ContainerError) -> Range<Int> {
    var reader = BitReader(element, bits: bit..<(element.count * 8))
    guard let byteCount = try? multiplex?.payloadByteCount(&reader), byteCount <= reader.remaining / 8 else {
      throw ContainerError(.malformed, "a packet lies within its frame", at: frame.offset, in: "loas")
    }
    return reader.offset..<(reader.offset + byteCount * 8)
  }

  private func copyPacket(
    of frame: LOASFrame, in place: Range<Int>, to bytes: inout [UInt8]
  ) throws(ContainerError) -> Range<Int> {
    let element = window.bytes.span.extracting(place)
    let bits = try nextPacket(of: frame, in: element)
    let start = bytes.count
    // Bound: a packet that lies within its frame.
    bytes.append(contentsOf: repeatElement(0, count: bits.count / 8))
    var all = bytes.mutableSpan
    var packet = all._mutatingExtracting(start..<all.count)
    copyBytes(of: element, fromBit: bits.lowerBound, to: &packet)
    return bits
  }
}

/// Fills `packet` with the bits from `bit` on, which need not begin a byte; all of them must be available.
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
