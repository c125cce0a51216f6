package import AudioBase
import XiphAudio

/// Writes packets of Opus, Vorbis or FLAC into an Ogg file. RFC 3533, RFC 7845, Vorbis I, A, and RFC 9639, 10.1.
///
/// Pages have a second of sound or 8 KiB, whichever comes first. Nothing is written before the first page of sound is
/// full, from whose bytes the number of the stream is made: so that the same input gives the same file, and successive
/// files have different numbers.
package struct OggWriter: ContainerWriter {
  private let sink: any ByteSink
  private var mapping: OggMapping
  private var metadata: Metadata
  private let layout: ChannelLayout
  private var table: PacketTable?
  private var pages: OggPageWriter?
  /// Packets that wait for the first page to be full.
  private var waiting = PacketBatch()
  private var waitingFrameCount: Int64 = 0
  /// The number of frames that were added, in units of granule positions, from the first packet on.
  private var frameCount: Int64 = 0
  /// The offset of the page that is held back.
  private var pageStart: Int64 = 0
  private var firstFrameCount: Int64?
  private var previousBlock: Int?
  private var isFinished = false
  package private(set) var dataOffset: Int64 = 0

  /// The largest number of bytes of a page before another packet.
  private static let pageByteCount = 8192

  package init(_ sink: any ByteSink, settings: WriterSettings) throws(ContainerError) {
    guard sink.byteCount == 0 else {
      throw ContainerError(.invalidState, "an Ogg file begins at the first byte of its sink", at: 0, in: "OggS")
    }
    mapping = try OggMapping(settings)
    self.sink = sink
    metadata = settings.metadata
    layout = settings.layout
    if let table = settings.packetTable { try setPacketTable(table) }
    // Errors in the metadata are reported at once.
    _ = try mapping.headerPackets(metadata, layout: layout)
  }

  package mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    guard !isFinished else { throw refusal("nothing can be written after the end") }
    for index in descriptions.indices {
      let place = descriptions[index]
      guard place.startOffset >= 0, place.byteCount >= 0, place.startOffset <= bytes.count,
        place.byteCount <= bytes.count - place.startOffset
      else { throw refusal("a packet lies outside its bytes") }
      try add(bytes.extracting(place.startOffset..<(place.startOffset + place.byteCount)), place.frameCount)
    }
    try writeOutput()
  }

  private func refusal(_ rule: StaticString) -> ContainerError {
    ContainerError(.invalidState, rule, at: sink.byteCount, in: "OggS")
  }

  private mutating func add(_ packet: Span<UInt8>, _ stated: Int) throws(ContainerError) {
    // A packet without bytes stands for a missing one: time continues without it.
    guard packet.count > 0 else {
      let (sum, overflow) = frameCount.addingReportingOverflow(Int64(max(0, stated)))
      if !overflow { frameCount = sum }
      return
    }
    guard let count = mapping.frameCount(packet, previousBlock: &previousBlock) else {
      throw ContainerError(.malformed, "a packet is not one of its format", at: sink.byteCount, in: "OggS")
    }
    if firstFrameCount == nil { firstFrameCount = Int64(count) }
    let (end, overflow) = frameCount.addingReportingOverflow(Int64(count))
    guard !overflow else { throw refusal("a stream has fewer frames") }
    frameCount = end
    guard pages != nil else {
      let start = waiting.bytes.count
      waiting.bytes.append(copying: packet)
      waiting.noteAppendedPacket(from: start, fileOffset: 0, frameCount: count)
      waitingFrameCount += Int64(count)
      let isFull = waiting.bytes.count >= Self.pageByteCount || waitingFrameCount >= Int64(mapping.sampleRate)
      return isFull ? try begin() : ()
    }
    try put(packet, end: frameCount, count: count)
  }

  private mutating func put(_ packet: Span<UInt8>, end: Int64, count: Int) throws(ContainerError) {
    guard var pages else { return }
    self.pages = nil
    defer { self.pages = pages }
    let start = end - Int64(count)
    let isFull =
      pages.pendingByteCount > 0
      && (pages.pendingByteCount + packet.count > Self.pageByteCount
        || end - pageStart > Int64(mapping.sampleRate))
    if isFull, pages.hasPendingPacket {
      pages.flush()
      pageStart = start
    }
    pages.add(packet, granule: max(0, granule(end)))
  }

  /// Returns the granule position of a number of frames.
  private func granule(_ frames: Int64) -> Int64 {
    // The frames that Vorbis decodes before its granule positions begin.
    guard case .vorbis = mapping else { return frames }
    let silent = firstFrameCount ?? 0
    return frames - max(silent, table?.primingFrames ?? 0)
  }

  /// Writes the headers, and the packets that have waited.
  private mutating func begin() throws(ContainerError) {
    let headers = try mapping.headerPackets(metadata, layout: layout)
    var digest = headers.flatMap { $0 }
    digest.append(contentsOf: waiting.bytes)
    var pages = OggPageWriter(serial: OggChecksum.value(ofPage: digest.span))
    for (index, packet) in headers.enumerated() {
      pages.add(packet.span, granule: 0)
      if index == 0 { pages.flush() }
    }
    pages.flush()
    dataOffset = Int64(pages.output.count)
    self.pages = pages
    let waiting = waiting
    self.waiting.removeAll(nextPacket: 0)
    var end = frameCount - waitingFrameCount
    pageStart = end
    for place in waiting.descriptions {
      end += Int64(place.frameCount)
      try put(
        waiting.bytes.span.extracting(place.startOffset..<(place.startOffset + place.byteCount)), end: end,
        count: place.frameCount)
    }
    try writeOutput()
  }

  private mutating func writeOutput() throws(ContainerError) {
    guard let output = pages?.takeOutput(), !output.isEmpty else { return }
    try sink.append(output.span)
  }

  /// Keeps the range of frames that is the recording.
  ///
  /// - Throws: ``ErrorKind/unsupported`` for priming that the format cannot state, or not any more.
  package mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) {
    guard table != self.table else { return }
    guard !isFinished else { throw refusal("nothing can be written after the end") }
    guard table.primingFrames >= 0, table.validFrames >= 0, table.timescale > 0 else {
      throw refusal("a table counts frames")
    }
    var table = table
    let rate = Double(mapping.sampleRate)
    if table.timescale != rate {
      guard let factor = Int64(exactly: rate / table.timescale) else {
        throw ContainerError(
          .unsupported, "the frames of the table are not whole ones of the stream", at: sink.byteCount, in: "OggS")
      }
      let priming = table.primingFrames.multipliedReportingOverflow(by: factor)
      let valid = table.validFrames.multipliedReportingOverflow(by: factor)
      guard !priming.overflow, !valid.overflow else { throw refusal("a stream has fewer frames") }
      (table.primingFrames, table.validFrames) = (priming.partialValue, valid.partialValue)
      table.timescale = rate
    }
    switch mapping {
    case .opus(var header):
      guard let preSkip = UInt16(exactly: table.primingFrames) else {
        throw ContainerError(.unsupported, "Opus in Ogg skips 65535 frames at most", at: 0, in: "OggS")
      }
      header.preSkip = Int(preSkip)
      try replace(.opus(header))
    case .vorbis:
      // Priming beyond the first packet moves all granule positions.
      let silent = firstFrameCount ?? table.primingFrames
      guard pages == nil || max(table.primingFrames, silent) == max(self.table?.primingFrames ?? 0, silent) else {
        throw ContainerError(
          .unsupported, "the priming of Vorbis in Ogg is stated at the start", at: sink.byteCount, in: "OggS")
      }
    case .flac:
      guard table.primingFrames == 0, table.remainderFrames == 0 || table.validFrames == frameCount || frameCount == 0
      else {
        throw ContainerError(.unsupported, "FLAC cannot say which frames are the recording", at: 0, in: .flac)
      }
    case .speex: break
    }
    self.table = table
  }

  /// Replaces the first header by another one of the same length.
  private mutating func replace(_ other: OggMapping) throws(ContainerError) {
    guard other != mapping else { return }
    let hasWritten = sink.byteCount > 0 || !(pages?.output.isEmpty ?? true)
    guard hasWritten, let pages else { return mapping = other }
    guard sink.canOverwrite else {
      throw ContainerError(.unsupported, "to a pipe the header is written at the start", at: 0, in: "OggS")
    }
    try writeOutput()
    var page = OggPage()
    page.isFirst = true
    page.granule = 0
    page.serial = pages.serial
    let body = try other.headerPackets(metadata, layout: layout)[0]
    page.lacing = [UInt8(truncatingIfNeeded: body.count)]
    // Holds: identification headers have fewer than 255 bytes except for Opus of more than 234 channels.
    guard body.count < 255 else {
      throw ContainerError(.unsupported, "the header of so many channels is written at the start", at: 0, in: "OggS")
    }
    let bytes = OggPageWriter.bytes(page, body: body)
    try sink.overwrite(bytes.span, at: 0)
    mapping = other
  }

  package mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    guard !isFinished else { throw refusal("nothing can be written after the end") }
    switch mapping {
    case .flac: try replace(.flac(try OggMapping.lossless(cookie)))
    case .opus(let header):
      var other: OpusHeader
      do throws(CodecError) { other = try OpusHeader(cookie.span) } catch { throw refusal(error.rule) }
      guard other.agrees(with: header) else { throw refusal("all packets of a stream have one configuration") }
      if table != nil { other.preSkip = header.preSkip }
      try replace(.opus(other))
    case .vorbis(_, let own):
      guard XiphLacing.split(cookie)?.last == XiphLacing.split(own)?.last else {
        throw refusal("all packets of a stream have one configuration")
      }
    case .speex: break
    }
  }

  /// Replaces texts and pictures, until they have been written.
  package mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    guard metadata != self.metadata else { return }
    guard pages == nil, !isFinished else {
      throw ContainerError(.unsupported, "the comments stand before the packets", at: sink.byteCount, in: "OggS")
    }
    _ = try mapping.headerPackets(metadata, layout: layout)
    self.metadata = metadata
  }

  /// Writes the last page, whose granule position states the end of the recording.
  package mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    if pages == nil { try begin() }
    var end = granule(frameCount)
    if let table {
      let wanted: Int64
      switch mapping {
      case .opus: wanted = table.primingFrames + table.validFrames
      case .vorbis, .flac, .speex: wanted = table.validFrames
      }
      // With fewer frames than the table states, all of them are the recording.
      end = min(end, wanted)
    }
    guard max(0, end) >= pages?.finishedGranule ?? 0 else {
      throw ContainerError(
        .unsupported, "what is cut at the end lies on the last page; the remainder is longer", at: sink.byteCount,
        in: "OggS")
    }
    pages?.flush(isLast: true, granule: max(0, end))
    try writeOutput()
    isFinished = true
  }
}
