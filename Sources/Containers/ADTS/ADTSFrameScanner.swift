import AudioBase
import Bitstream

/// One packet of a frame, as a place in the source.
struct ADTSBlock: Equatable, BitwiseCopyable {
  /// Bytes from the start of the source.
  var offset: Int64
  /// Bytes of the raw_data_block, or of all blocks of the frame where nothing tells them apart.
  var byteCount: Int
  /// Raw data blocks in the packet, usually 1.
  var blockCount: Int
}

/// One frame: where it begins, and its packets.
struct ADTSFrame {
  var offset: Int64
  var header: ADTSHeader
  var blocks: [4 of ADTSBlock]
  var count: Int
}

/// Walks an ADTS stream from frame to frame, over tags and garbage.
struct ADTSFrameScanner {
  /// The longest frame, and the header of the one after it.
  private static let reach = 8191 + ADTSHeader.byteCount

  private var window: SourceWindow
  private let limits: Limits
  /// Where the next frame is looked for.
  private(set) var position: Int64 = 0
  /// The header that all frames agree with, once the first is found.
  private(set) var stream: ADTSHeader?
  /// Bytes between frames that were passed over.
  private(set) var skippedByteCount: Int64 = 0
  /// Frames that were left out because the check over their block positions failed.
  private(set) var damagedFrameCount = 0

  init(_ source: any ByteSource, limits: Limits) {
    window = SourceWindow(source, capacity: source.byteCount == nil ? 1 << 14 : 1 << 16)
    self.limits = limits
  }

  /// Goes on at a frame that was found before.
  mutating func move(to offset: Int64) { position = offset }

  /// Appends the bytes of a packet and returns whether all were there.
  mutating func append(_ block: ADTSBlock, to bytes: inout [UInt8]) throws(ContainerError) -> Bool {
    try window.append(block.byteCount, at: block.offset, to: &bytes) == block.byteCount
  }

  /// Finds the next frame, or returns `nil` at the end of the stream.
  ///
  /// - Throws: ``ErrorKind/truncated`` for a last frame that the source cuts short, and
  ///   ``ErrorKind/malformed`` where no frame follows within the limit.
  mutating func next() throws(ContainerError) -> ADTSFrame? {
    while let header = try nextHeader() {
      let offset = position
      // Once confirmed a header is believed, so only the end of the source can cut the frame short.
      let whole = try window.load(header.frameByteCount, at: offset)
      guard whole.count == header.frameByteCount else {
        throw ContainerError(.truncated, "the source ends within the last frame", at: offset, in: "adts")
      }
      position += Int64(header.frameByteCount)
      if let frame = blocks(of: header, at: offset, window.bytes.span.extracting(whole)) { return frame }
      damagedFrameCount += 1
    }
    return nil
  }

  /// Moves to the next header that agrees with the stream, and returns it.
  private mutating func nextHeader() throws(ContainerError) -> ADTSHeader? {
    if position == 0 { try skipTagsInFront() }
    let place = try window.load(ADTSHeader.byteCount, at: position)
    if let stream, let header = ADTSHeader(window.bytes.span, at: place.lowerBound), place.count == 7,
      header.agrees(with: stream)
    {
      return header
    }
    if stream != nil, (2..<ADTSHeader.byteCount).contains(place.count), window.bytes[place.lowerBound] == 0xFF,
      window.bytes[place.lowerBound + 1] & 0xF6 == 0xF0
    {
      throw ContainerError(.truncated, "the source ends within the last header", at: position, in: "adts")
    }
    if stream == nil, let header = try headerInPlace() { return header }
    return try searchHeader()
  }

  /// The first header, where it stands right here and the next one confirms it: a stream that arrives is known after one
  /// frame.
  private mutating func headerInPlace() throws(ContainerError) -> ADTSHeader? {
    let place = try window.load(ADTSHeader.byteCount, at: position)
    guard place.count == ADTSHeader.byteCount, let header = ADTSHeader(window.bytes.span, at: place.lowerBound) else {
      return nil
    }
    let wanted = header.frameByteCount + ADTSHeader.byteCount
    let frame = try window.load(wanted, at: position)
    guard frame.count == wanted,
      let second = ADTSHeader(window.bytes.span, at: frame.lowerBound + header.frameByteCount),
      second.agrees(with: header)
    else { return nil }
    stream = header
    return header
  }

  private mutating func skipTagsInFront() throws(ContainerError) {
    while true {
      let place = try window.load(10, at: position)
      guard place.count == 10,
        let byteCount = TagHeader.identifierTagByteCount(window.bytes.span, at: place.lowerBound)
      else { return }
      position += Int64(byteCount)
    }
  }

  /// Looks for a header that a second one confirms, or that ends with the source.
  private mutating func searchHeader() throws(ContainerError) -> ADTSHeader? {
    let start = position
    while position - start <= Int64(limits.resynchronizationByteCount) {
      let view = try window.load(min(window.capacity, ADTSFrameScanner.reach + 4096), at: position)
      let isLast = view.count < ADTSFrameScanner.reach + 4096
      // Every candidate of this stretch has its confirmation in view.
      let stretch = isLast ? view.upperBound : view.lowerBound + 4096
      for index in view.lowerBound..<stretch {
        if window.bytes[index] == 0xFF,
          let header = confirmedHeader(at: index, view, isLast: isLast)
        {
          if stream == nil { stream = header }
          position += Int64(index - view.lowerBound)
          skippedByteCount += position - start
          return header
        }
        let isTag = stream != nil && index == view.lowerBound && position == start
        if isTag, TagHeader.endsAudio(window.bytes.span.extracting(view), at: 0) { return nil }
      }
      position += Int64(stretch - view.lowerBound)
      if isLast { return try endOfSearch(from: start) }
    }
    position = start
    throw ContainerError(.malformed, "no frame follows within the limit", at: start, in: "adts")
  }

  private mutating func endOfSearch(from start: Int64) throws(ContainerError) -> ADTSHeader? {
    guard stream != nil else {
      throw ContainerError(.malformed, "the source holds no ADTS frame", at: start, in: "adts")
    }
    skippedByteCount += position - start
    return nil
  }

  private func confirmedHeader(at index: Int, _ view: Range<Int>, isLast: Bool) -> ADTSHeader? {
    let known = stream
    let bytes = window.bytes.span.extracting(0..<view.upperBound)
    guard let header = ADTSHeader(bytes, at: index), known.map(header.agrees) ?? true else { return nil }
    let next = index + header.frameByteCount
    let isConfirmed: Bool
    if let second = ADTSHeader(bytes, at: next) {
      isConfirmed = second.agrees(with: header)
    } else {
      isConfirmed = isLast && (next == view.upperBound || TagHeader.endsAudio(bytes, at: next))
    }
    return isConfirmed ? header : nil
  }
}

extension ADTSFrameScanner {
  /// Splits a whole frame into packets, or returns `nil` where the positions of its blocks cannot be trusted.
  private func blocks(of header: ADTSHeader, at offset: Int64, _ bytes: Span<UInt8>) -> ADTSFrame? {
    let start = header.headerByteCount
    let empty = ADTSBlock(offset: offset, byteCount: 0, blockCount: 1)
    var frame = ADTSFrame(offset: offset, header: header, blocks: .init(repeating: empty), count: 1)
    guard header.blockCount > 1, header.isProtected else {
      frame.blocks[0] = ADTSBlock(
        offset: offset + Int64(start), byteCount: bytes.count - start, blockCount: header.blockCount)
      return frame
    }
    var check = CyclicRedundancyCheck.adts
    check.update(bytes.extracting(0..<(start - 2)))
    guard check.value == UInt32(bytes[start - 2]) << 8 | UInt32(bytes[start - 1]) else { return nil }
    var begin = 0
    for block in 0..<header.blockCount {
      let place = ADTSHeader.byteCount + 2 * block
      let isLast = block == header.blockCount - 1
      let end = isLast ? bytes.count - start : Int(bytes[place]) << 8 | Int(bytes[place + 1])
      // Two bytes of each block are its own check, which is not part of the raw_data_block.
      guard end - begin >= 2, end <= bytes.count - start else { return nil }
      frame.blocks[block] = ADTSBlock(
        offset: offset + Int64(start + begin), byteCount: end - begin - 2, blockCount: 1)
      begin = end
    }
    frame.count = header.blockCount
    return frame
  }
}
