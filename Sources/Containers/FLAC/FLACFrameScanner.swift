package import AudioBase
import FramedStreams
import XiphAudio

/// A frame that was read.
package struct FLACFrame: ScannedFrame, BitwiseCopyable {
  package var offset: Int64
  package var byteCount: Int
  package var frameCount: Int
  /// False if the header is damaged, because a walk from there would not find the frame again.
  package var isEntryPoint: Bool
}

/// Finds the frames of a stream, which do not state their lengths: a frame ends at the header of the next one.
///
/// A damaged header costs only its own frame: where the next number does not follow within the largest size of a frame,
/// a header with one of the next numbers after it counts, and the frame before the damage ends where its CRC-16 is
/// right.
///
/// Of a source that is still arriving a frame is measured by its contents, so that it is there with its last byte: no
/// header follows the last one.
package struct FLACFrameScanner: FrameScanner {
  /// Closer together than in other formats, because the walk reads all bytes.
  package static let packetsPerMark: Int64 = 16

  package var position: Int64
  /// The number of bytes that belonged to no frame.
  private var skippedByteCount: Int64 = 0
  /// The frame at ``position`` if its header is damaged: a substitute for that, and its bytes.
  private var damaged: (header: FLACFrameHeader, byteCount: Int)?
  /// The frame that ends at ``position`` if its contents showed it.
  private var previous: FLACFrameHeader?
  /// The bytes of the frame found last.
  private var bytes: [UInt8] = []
  /// The number of frames whose header was damaged.
  private var damagedCount = 0
  /// The upper bound on the size of a frame.
  var frameSizeUpperBound = Int.max
  /// The number of bits per sample if headers leave it to `STREAMINFO`.
  var statedBitDepth = 0
  package var window: SourceWindow
  private let limits: ResourceLimits
  /// The number of bytes that are examined together: no more than must be available if they are still arriving.
  private let viewByteCount: Int
  /// The state of a source that is still arriving; `nil` for a complete source.
  private var arrival: ArrivingFLACFrame?

  init(_ source: any ByteSource, at position: Int64, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 16)
    viewByteCount = source.isArriving ? FLACFrameHeader.maximumByteCount : 1 << 13
    self.position = position
    arrival = source.isArriving ? ArrivingFLACFrame() : nil
    self.limits = limits
  }

  package var warnings: [String] {
    (skippedByteCount > 0 ? ["\(skippedByteCount) bytes between frames were skipped"] : [])
      + (damagedCount > 0 ? ["the headers of \(damagedCount) frames are damaged"] : [])
  }

  /// Moves to an offset, and forgets the frames found so far, because the bytes may have changed.
  package mutating func move(to place: Int64) {
    if arrival != nil { arrival = ArrivingFLACFrame() }
    (position, damaged, previous) = (place, nil, nil)
  }

  package mutating func resynchronize(at offset: Int64) { move(to: offset) }

  package mutating func append(
    _ packet: Int, of frame: FLACFrame, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)? {
    bytes.append(contentsOf: self.bytes)
    return (frame.offset, frame.frameCount)
  }

  /// Returns true if a frame of a number begins at a position.
  mutating func hasFrame(_ number: Int64, at place: Int64) throws(ContainerError) -> Bool {
    try frame(at: place)?.number == number
  }

  /// Returns the header of the frame that begins at a position; `nil` if there is none.
  mutating func frame(at place: Int64) throws(ContainerError) -> FLACFrameHeader? { try header(at: place).header }

  /// Finds the first frame from ``position`` on and moves there, or returns `nil` at the end of the source.
  mutating func first() throws(ContainerError) -> FLACFrameHeader? { try findHeader() }

  private mutating func header(at place: Int64) throws(ContainerError) -> (header: FLACFrameHeader?, isEnd: Bool) {
    if arrival != nil {
      // The last frame may be shorter than headers can be.
      let range = try window.load(atLeast: FLACFrameMeasure.leastByteCount, at: place)
      let near = range.prefix(FLACFrameHeader.maximumByteCount)
      if let header = FLACFrameHeader(window.bytes.span.extracting(near)) { return (header, false) }
    }
    let range = try window.load(FLACFrameHeader.maximumByteCount, at: place)
    if range.isEmpty { return (nil, true) }
    return (FLACFrameHeader(window.bytes.span.extracting(range)), false)
  }

  /// Searches for a header from ``position`` on, and moves there; returns `nil` at the end of the source.
  private mutating func findHeader() throws(ContainerError) -> FLACFrameHeader? {
    let start = position
    var place = position
    while true {
      guard place - start <= Int64(limits.resynchronizationByteCount) else {
        throw ContainerError(.malformed, "no frame begins where one should", at: start, in: .flac)
      }
      let (header, isEnd) = try header(at: place)
      if isEnd { return nil }
      if let header {
        skippedByteCount += place - start
        position = place
        return header
      }
      place += 1
    }
  }

  /// Cuts off the bytes after the end of the last frame; returns false if its contents do not show the end.
  private mutating func trim(_ header: FLACFrameHeader) -> Bool {
    var measure = FLACFrameMeasure(header, statedBitDepth: statedBitDepth)
    guard case .whole(let byteCount) = measure.walk(bytes.span) else { return false }
    if byteCount < bytes.count { bytes.removeLast(bytes.count - byteCount) }
    return true
  }

  package mutating func next() throws(ContainerError) -> FLACFrame? {
    let isDamaged = damaged != nil
    bytes.removeAll(keepingCapacity: true)
    guard let (header, offset) = try read() else { return nil }
    return FLACFrame(
      offset: offset, byteCount: bytes.count, frameCount: header.blockSize, isEntryPoint: !isDamaged)
  }

  /// Reads the next frame's bytes and moves past it; returns `nil` at the end of the source.
  ///
  /// A header within the frame counts only where its number follows: an 8-bit CRC alone may match by chance. The last
  /// frame reaches to the end of the source, or to an ID3v1 tag there.
  private mutating func read() throws(ContainerError) -> (header: FLACFrameHeader, offset: Int64)? {
    if let damaged { return try take(damaged) }
    if let arrived = try arrived() { return arrived }
    previous = nil
    guard let header = try findHeader() else { return nil }
    let start = position
    var (later, isLast): (Int?, Bool) = (nil, false)
    var isMeasured = false
    while true {
      let place = start + Int64(bytes.count)
      let range = try window.load(viewByteCount, at: place)
      isLast = range.isEmpty
      if isLast { break }
      let found = look(range, isStart: place == start, header)
      if later == nil, let offset = found.later { later = bytes.count + offset }
      guard bytes.count <= limits.packetByteCount - found.byteCount else {
        if later != nil { break }
        throw ContainerError(.limitExceeded, "a frame has more bytes than the limit allows", at: start, in: .flac)
      }
      bytes.append(contentsOf: window.bytes[range.lowerBound..<(range.lowerBound + found.byteCount)])
      if found.isNext {
        later = nil
        break
      }
      guard bytes.count > frameSizeUpperBound else { continue }
      if later != nil { break }
      // Another file may follow the last frame, whose contents show where it ends.
      if !isMeasured, trim(header) { break }
      isMeasured = true
    }
    if let later, split(at: later, header) { return (header, start) }
    if isLast { _ = trim(header) }
    position = start + Int64(bytes.count)
    let tag = bytes.count - 128
    if try window.load(1, at: position).isEmpty, tag > 0, bytes[tag...].starts(with: "TAG".utf8) {
      bytes.removeLast(128)
    }
    return (header, start)
  }

  /// Reads the next frame if its contents show its length; `nil` if they do not, or the source is complete.
  private mutating func arrived() throws(ContainerError) -> (header: FLACFrameHeader, offset: Int64)? {
    guard let arrival else { return nil }
    if arrival.start != position || arrival.header == nil {
      let earlier = (position: position, skipped: skippedByteCount)
      guard let header = try findHeader() else { return nil }
      if let previous, position > earlier.position, header.number != previous.nextNumber,
        previous.isFollowed(by: header)
      {
        var lost = previous
        lost.number = previous.nextNumber
        let byteCount = Int(position - earlier.position)
        (position, skippedByteCount) = earlier
        self.previous = nil
        return try take((lost, byteCount))
      }
      arrival.begin(header, at: position, statedBitDepth: statedBitDepth)
    }
    guard let header = arrival.header,
      let byteCount = try arrival.byteCount(in: window.source, limit: limits.packetByteCount)
    else { return nil }
    bytes.append(contentsOf: arrival.bytes.prefix(byteCount))
    let start = position
    position += Int64(byteCount)
    previous = header
    return (header, start)
  }

  /// Reads a frame whose header is damaged, for the decoder to refuse.
  private mutating func take(
    _ damaged: (header: FLACFrameHeader, byteCount: Int)
  ) throws(ContainerError) -> (header: FLACFrameHeader, offset: Int64) {
    let start = position
    _ = try window.append(damaged.byteCount, at: start, to: &bytes)
    self.damaged = nil
    position = start + Int64(damaged.byteCount)
    damagedCount += 1
    return (damaged.header, start)
  }

  /// Cuts the bytes read before a header of a later number, whose offset from the frame's start is `later`; returns
  /// `false` if all of them may be the last frame, because nothing shows where that ends.
  private mutating func split(at later: Int, _ header: FLACFrameHeader) -> Bool {
    let end = Self.end(of: bytes.span.extracting(0..<later))
    guard end != nil || bytes.count > frameSizeUpperBound else { return false }
    bytes.removeLast(bytes.count - (end ?? later))
    position += Int64(end ?? later)
    guard let end else { return true }
    var lost = header
    lost.number = header.nextNumber
    damaged = (lost, later - end)
    return true
  }

  /// Returns the end of a frame by its CRC-16 (RFC 9639, 9.3), followed by bytes that are most like the start of its
  /// header; `nil` if there is no such position.
  private static func end(of bytes: Span<UInt8>) -> Int? {
    var register: UInt16 = 0
    var best: (end: Int, distance: Int)?
    for place in bytes.indices {
      register ^= UInt16(bytes[place]) << 8
      for _ in 0..<8 { register = register & 0x8000 != 0 ? register << 1 ^ 0x8005 : register << 1 }
      guard register == 0, place >= 8, place < bytes.count - 4 else { continue }
      let distance = (0..<4).reduce(0) { $0 + (bytes[$1] ^ bytes[place + 1 + $1]).nonzeroBitCount }
      if distance <= best?.distance ?? Int.max { best = (place + 1, distance) }
    }
    return best?.end
  }

  /// The findings of a view of a frame.
  private struct Finding {
    /// The number of bytes of the view that certainly belong to the frame.
    var byteCount: Int
    /// True if the next frame follows directly.
    var isNext = false
    /// The position of the first header of a later frame.
    var later: Int?
  }

  /// Searches a view of the window for the next header.
  private func look(_ range: Range<Int>, isStart: Bool, _ header: FLACFrameHeader) -> Finding {
    let view = window.bytes.span.extracting(range)
    let isEnd = range.count < viewByteCount
    var place = isStart ? 1 : 0
    var later: Int?
    while place < view.count {
      while place <= view.count &- 8, !Self.hasOnes(view.extracting(place..<(place &+ 8))) { place &+= 8 }
      guard place < view.count else { break }
      if view[place] == 0xFF {
        // A header that may be cut by the view is read again at the start of the next.
        if !isEnd, place > 0, place > view.count - FLACFrameHeader.maximumByteCount {
          return Finding(byteCount: place, later: later)
        }
        if let next = FLACFrameHeader(view.extracting(place..<view.count)) {
          if next.number == header.nextNumber, next.hasVariableBlockSize == header.hasVariableBlockSize {
            return Finding(byteCount: place, isNext: true, later: nil)
          }
          if later == nil, header.isFollowed(by: next) { later = place }
        }
      }
      place += 1
    }
    return Finding(byteCount: view.count, later: later)
  }

  /// Returns true if one of eight bytes is 0xFF, with which headers begin.
  @inline(__always)
  private static func hasOnes(_ eight: Span<UInt8>) -> Bool {
    let low = UInt64(eight[0]) | UInt64(eight[1]) &<< 8 | UInt64(eight[2]) &<< 16 | UInt64(eight[3]) &<< 24
    let high = UInt64(eight[4]) &<< 32 | UInt64(eight[5]) &<< 40 | UInt64(eight[6]) &<< 48 | UInt64(eight[7]) &<< 56
    let word = low | high
    // A byte of all ones carries into the next bit where one is added; so may the byte above one, which is looked at.
    return (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 != 0
  }
}
