package import AudioBase
import Bitstream
import FramedStreams
import MPEG4Systems

/// One packet of a frame, as a place in the source.
struct ADTSBlock: Equatable, BitwiseCopyable {
  /// The offset from the start of the source, in bytes.
  var offset: Int64
  /// The number of bytes of the raw_data_block, or of all blocks of the frame if they cannot be separated.
  var byteCount: Int
  /// The number of raw data blocks in the packet, usually 1.
  var blockCount: Int
  /// The number of frames of sound in several blocks; 0 for a single block.
  var frameCount: Int { blockCount > 1 ? 1024 * blockCount : 0 }
}

/// A frame: its offset and its packets.
package struct ADTSFrame: ScannedFrame {
  package var offset: Int64
  var header: ADTSHeader
  var blocks: [4 of ADTSBlock]
  package var packetCount: Int
  /// True if the header leaves the channels to a program_config_element, and the first packet begins with one.
  var beginsWithProgram = false

  package var byteCount: Int { (0..<packetCount).reduce(0) { $0 + blocks[$1].byteCount } }
  package var largestPacketByteCount: Int { (0..<packetCount).reduce(0) { max($0, blocks[$1].byteCount) } }
  package var frameCount: Int { blocks[0].frameCount }
}

/// Walks an ADTS stream from frame to frame, and skips tags and garbage.
///
/// ```
/// A A A │ B B B        two headers in a row that agree: the stream changes
/// A A ? A A A          a header that the next one does not agree with is garbage
/// A ────A─A            a length beyond the next header is wrong, and the frame ends there
/// ```
package struct ADTSFrameScanner: FrameScanner {
  package var window: SourceWindow
  private let limits: ResourceLimits
  package var position: Int64 = 0
  /// The header that frames agree with, after the first one has been found; it changes with the stream.
  private var stream: ADTSHeader?
  /// The number of bytes between frames that were skipped.
  private var skippedByteCount: Int64 = 0
  /// The number of frames that were left out because the check over their block positions failed.
  private var damagedFrameCount = 0
  /// The number of frames whose length reached beyond the next header.
  private var cutFrameCount = 0
  /// The longest frame so far, in bytes.
  private var longestByteCount = 0
  /// The ID3v2 tags before the stream.
  private(set) var tagsInFront: [Range<Int64>] = []
  /// True if a header counts only if another one follows its frame, as in the middle of a stream.
  private var needsConfirmation = true
  /// True if a frame that was found before begins at ``position``, of whichever of the streams.
  private var isAtKnownFrame = false

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: source.byteCount == nil ? 1 << 14 : 1 << 16)
    self.limits = limits
  }

  package mutating func move(to offset: Int64) {
    position = offset
    needsConfirmation = stream == nil
    isAtKnownFrame = stream != nil
  }

  package mutating func resynchronize(at offset: Int64) {
    position = offset
    needsConfirmation = true
    isAtKnownFrame = false
  }

  package mutating func append(
    _ packet: Int, of frame: ADTSFrame, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)? {
    let block = frame.blocks[packet]
    guard try window.append(block.byteCount, at: block.offset, to: &bytes) == block.byteCount else { return nil }
    return (block.offset, block.frameCount)
  }

  package var warnings: [String] {
    var lines: [String] = []
    if skippedByteCount > 0 { lines.append("\(skippedByteCount) bytes between frames were skipped") }
    if cutFrameCount > 0 {
      lines.append("frames that state a length beyond the next one and were cut there: \(cutFrameCount)")
    }
    if damagedFrameCount > 0 { lines.append("\(damagedFrameCount) frames with a wrong header check were left out") }
    return lines
  }

  /// Finds the next frame, or returns `nil` at the end of the stream.
  ///
  /// - Throws: ``ErrorKind/truncated`` for a last frame that the source cuts short, and
  ///   ``ErrorKind/malformed`` if no frame follows within the limit.
  package mutating func next() throws(ContainerError) -> ADTSFrame? {
    while var header = try nextHeader() {
      let offset = position
      if try endsEarly(&header) { cutFrameCount += 1 }
      longestByteCount = max(longestByteCount, header.frameByteCount)
      let whole = try window.load(header.frameByteCount, at: offset)
      guard whole.count == header.frameByteCount else {
        throw ContainerError(.truncated, "the source ends within the last frame", at: offset, in: "adts")
      }
      position += Int64(header.frameByteCount)
      isAtKnownFrame = false
      if let frame = blocks(of: header, at: offset, window.bytes.span.extracting(whole)) { return frame }
      damagedFrameCount += 1
    }
    return nil
  }

  /// Shortens the frame at ``position`` if another frame begins within it, and either no frame follows it or its length
  /// is unusual.
  ///
  /// For a stream that arrives only the latter is checked, so that frames need not wait for the next header.
  private mutating func endsEarly(_ header: inout ADTSHeader) throws(ContainerError) -> Bool {
    let stated = header.frameByteCount
    if stated <= 2 * longestByteCount {
      guard !window.source.isArriving, try !confirms(header, at: position) else { return false }
    }
    let end = position + Int64(stated)
    var place = position + Int64(header.headerByteCount)
    while place < end {
      let view = try window.load(atLeast: ADTSHeader.byteCount, at: place)
      guard view.count >= ADTSHeader.byteCount else { return false }
      let (skipped, found) = ADTSHeader.first(in: window.bytes.span.extracting(view))
      place += Int64(skipped)
      guard let found else { continue }
      if place < end, found.agrees(with: header), try confirms(found, at: place) {
        header.frameByteCount = Int(place - position)
        return true
      }
      place += 1
    }
    return false
  }

  /// Moves to the next header that agrees with the stream, and returns it.
  private mutating func nextHeader() throws(ContainerError) -> ADTSHeader? {
    if position == 0 { try skipTagsInFront() }
    guard let stream, !needsConfirmation else { return try searchHeader() }
    let place = try window.load(ADTSHeader.byteCount, at: position)
    if let header = ADTSHeader(window.bytes.span.extracting(place), at: 0) {
      if header.agrees(with: stream) { return header }
      if isAtKnownFrame {
        self.stream = header
        return header
      }
    }
    if (2..<ADTSHeader.byteCount).contains(place.count), window.bytes[place.lowerBound] == 0xFF,
      window.bytes[place.lowerBound + 1] & 0xF6 == 0xF0
    {
      throw ContainerError(.truncated, "the source ends within the last header", at: position, in: "adts")
    }
    let tag = try window.load(TagHeader.longestNameByteCount, at: position)
    if TagHeader.endsAudio(window.bytes.span.extracting(tag), at: 0) { return nil }
    return try searchHeader()
  }

  private mutating func skipTagsInFront() throws(ContainerError) {
    tagsInFront.removeAll()
    while true {
      let place = try window.load(10, at: position)
      guard place.count == 10,
        let byteCount = TagHeader.identifierTagByteCount(window.bytes.span, at: place.lowerBound)
      else { return }
      tagsInFront.append(position..<(position + Int64(byteCount)))
      position += Int64(byteCount)
    }
  }

  /// Searches for a header that a second one confirms, or that ends with the source; a header of another stream counts
  /// only if a second one agrees with it.
  ///
  /// Never requests more than the frame of a candidate and the header after it, so that a stream that arrives is known
  /// after one frame.
  private mutating func searchHeader() throws(ContainerError) -> ADTSHeader? {
    let start = position
    let found = try search(from: start, limit: limits.resynchronizationByteCount, in: "adts") {
      (scanner: inout ADTSFrameScanner, header: ADTSHeader) throws(ContainerError) in
      try scanner.confirms(header, at: scanner.position) ? header : nil
    }
    guard stream != nil || found != nil else {
      throw ContainerError(.malformed, "the source holds no ADTS frame", at: start, in: "adts")
    }
    // Bytes before the position that a caller sought count as skipped, but not the frame within which it lies.
    if stream == nil || !needsConfirmation { skippedByteCount += position - start }
    guard let found else { return nil }
    (stream, needsConfirmation) = (found, false)
    return found
  }

  /// Returns true if the frame at a position is followed by one of the same stream, or, for a frame of the current or
  /// the first stream, by a tag or the end.
  private mutating func confirms(_ header: ADTSHeader, at position: Int64) throws(ContainerError) -> Bool {
    let size = header.frameByteCount
    let isExpected = stream.map(header.agrees) ?? true
    var view = try window.load(size + ADTSHeader.byteCount, at: position)
    guard view.count > size else { return view.count == size && isExpected }
    if let second = ADTSHeader(window.bytes.span.extracting(view), at: size) { return second.agrees(with: header) }
    guard isExpected else { return false }
    view = try window.load(size + TagHeader.longestNameByteCount, at: position)
    return TagHeader.endsAudio(window.bytes.span.extracting(view), at: size)
  }
}

extension ADTSFrameScanner {
  /// Splits a whole frame into packets, or returns `nil` if the positions of its blocks cannot be trusted.
  private func blocks(of header: ADTSHeader, at offset: Int64, _ bytes: Span<UInt8>) -> ADTSFrame? {
    let start = header.headerByteCount
    let empty = ADTSBlock(offset: offset, byteCount: 0, blockCount: 1)
    var frame = ADTSFrame(offset: offset, header: header, blocks: .init(repeating: empty), packetCount: 1)
    frame.beginsWithProgram =
      header.channelConfiguration == 0 && bytes.count > start
      && UInt32(bytes[start] >> 5) == ADTSConfiguration.programConfigurationIdentifier
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
    frame.packetCount = header.blockCount
    return frame
  }
}

extension ADTSFrameScanner {
  /// Examines frames whose headers differ from the previous ones, or that begin with a program_config_element.
  package mutating func stream(of frame: ADTSFrame, after known: ADTSStream) throws(ContainerError) -> ADTSStream? {
    let isDescribed = known.describes(frame.header)
    guard !isDescribed || frame.beginsWithProgram else { return nil }
    var block: [UInt8] = []
    if frame.beginsWithProgram { _ = try append(0, of: frame, to: &block) }
    if isDescribed {
      guard !known.isProgram(of: block.span), try isBorneOut(block.span, of: frame) else { return nil }
    }
    return ADTSStream(frame.header, firstBlock: block.span)
  }

  /// Returns true if a program_config_element that differs from the previous one is accepted: if it states the object
  /// type and the rate of the header, and the next frame begins with it too, or with the first of its channel elements.
  private mutating func isBorneOut(_ block: Span<UInt8>, of frame: ADTSFrame) throws(ContainerError) -> Bool {
    let header = frame.header
    var bits = BitReader(block)
    guard (try? bits.read(3)) == ADTSConfiguration.programConfigurationIdentifier,
      let program = try? ProgramConfigElement(parsing: &bits, anchor: 0),
      program.objectType == Int(header.profile), program.samplingFrequencyIndex == Int(header.samplingFrequencyIndex),
      let first = program.front.first ?? program.side.first ?? program.back.first
    else { return false }
    let byteCount = (bits.offset + 7) / 8
    let ahead = try start(behind: frame, byteCount)
    if ahead.count == byteCount, ahead.indices.allSatisfy({ ahead[$0] == block[$0] }) { return true }
    // id_syn_ele is 0 for a single channel and 1 for a pair; element_instance_tag follows.
    guard let start = ahead.first else { return false }
    return start >> 1 == UInt8(first.flag ? 1 : 0) << 4 | UInt8(first.tag & 15)
  }

  /// Returns up to `byteCount` bytes of the first raw_data_block after a frame if the next frame is of the same stream;
  /// otherwise none.
  ///
  /// The frame stays in view, because a pipe gives each byte only once.
  private mutating func start(behind frame: ADTSFrame, _ byteCount: Int) throws(ContainerError) -> [UInt8] {
    let next = frame.header.frameByteCount
    var view = try window.load(min(next + ADTSHeader.byteCount, window.capacity), at: frame.offset)
    guard let header = ADTSHeader(window.bytes.span.extracting(view), at: next), header.agrees(with: frame.header)
    else { return [] }
    let start = next + header.headerByteCount
    view = try window.load(
      min(start + min(byteCount, header.frameByteCount - header.headerByteCount), window.capacity), at: frame.offset)
    return view.count > start ? Array(window.bytes[(view.lowerBound + start)..<view.upperBound]) : []
  }
}
