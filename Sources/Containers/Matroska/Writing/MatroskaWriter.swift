import AudioBase

/// Writes packets of one audio track into a Matroska or WebM file, RFC 9559.
///
/// ```
/// EBML │ Segment │ SeekHead │ Void │ Info │ Tracks │ Chapters │ Tags │ Attachments │ Cluster … │ Cues
/// ```
/// Clusters have two seconds of sound or 512 KiB; each is written whole, so that a file that is abandoned, and one in a
/// pipe, opens with the sound up to its last cluster. The last few packets are held back, because what is to be left
/// out of them is known at the end: `DiscardPadding` applies to the last packet, and packets of which nothing is heard
/// are left out.
struct MatroskaWriter: ContainerWriter {
  static let applicationName = "swift-audio-toolbox"
  /// The number of bytes of the index of elements and its padding.
  private static let indexByteCount = 192
  private static let clusterByteCount = 1 << 19
  /// In milliseconds, the unit of all times.
  private static let clusterDuration: Int64 = 2000
  /// The number of packets that are held back: as many as an encoder's remainder may fill, and one more.
  private static let heldPacketCount = 4
  /// The frames of a block of samples.
  private static let framesPerBlock = 1024

  /// A packet, and its place in time.
  private struct Held {
    var bytes: [UInt8]
    /// The number of frames before the packet, and in it.
    var start: Int64
    var frameCount: Int64
  }

  private let sink: any ByteSink
  private let isWebM: Bool
  private var track: WrittenTrack
  private var metadata: Metadata
  private var table: PacketTable?
  private var isBegun = false
  private var isFinished = false
  /// The number of frames that were added.
  private var frameCount: Int64 = 0
  private var firstFrameCount: Int64?
  private var previousBlock: Int?
  private var held: [Held] = []
  /// Samples of less than a block.
  private var samples: [UInt8] = []
  private var cluster: [UInt8] = []
  private var clusterTime: Int64 = 0
  /// The clusters, by time and place.
  private var cues: [(time: Int64, position: Int64)] = []
  /// The names of elements at the top and their offsets in the segment.
  private var index: [(name: UInt32, position: Int64)] = []
  private var segmentOffset: Int64 = 0
  private var durationOffset: Int64 = 0
  private var tracksOffset: Int64 = 0
  private(set) var dataOffset: Int64 = 0

  init(_ sink: any ByteSink, settings: WriterSettings, isWebM: Bool) throws(ContainerError) {
    guard sink.byteCount == 0 else {
      throw ContainerError(
        .invalidState, "a Matroska file begins at the first byte of its sink", at: 0, in: MatroskaFile.fileType)
    }
    track = try WrittenTrack(settings, isWebM: isWebM)
    (self.sink, self.isWebM, metadata) = (sink, isWebM, settings.metadata)
    if let table = settings.packetTable { try setPacketTable(table) }
  }

  private func refusal(_ kind: ErrorKind, _ rule: StaticString) -> ContainerError {
    ContainerError(kind, rule, at: sink.byteCount, in: MatroskaFile.fileType)
  }

  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    guard !isFinished else { throw refusal(.invalidState, "nothing can be written after the end") }
    if case .constant(let size, _) = track.durations {
      guard bytes.count % size == 0 else { throw refusal(.malformed, "packets of one size are whole") }
      return try addSamples(bytes, size: size)
    }
    if descriptions.isEmpty, track.format.bytesPerPacket > 0 {
      let size = track.format.bytesPerPacket
      guard bytes.count % size == 0 else { throw refusal(.malformed, "packets of one size are whole") }
      for start in stride(from: 0, to: bytes.count, by: size) { try add(bytes.extracting(start..<(start + size)), 0) }
      return
    }
    for index in descriptions.indices {
      let place = descriptions[index]
      guard place.startOffset >= 0, place.byteCount >= 0, place.startOffset <= bytes.count,
        place.byteCount <= bytes.count - place.startOffset
      else { throw refusal(.invalidState, "a packet lies outside its bytes") }
    }
    for index in descriptions.indices {
      let place = descriptions[index]
      try add(bytes.extracting(place.startOffset..<(place.startOffset + place.byteCount)), place.frameCount)
    }
  }

  private mutating func addSamples(_ bytes: Span<UInt8>, size: Int) throws(ContainerError) {
    samples.append(copying: bytes)
    let block = size * Self.framesPerBlock
    var start = 0
    while samples.count - start >= block {
      try hold(Array(samples[start..<(start + block)]), frames: Int64(Self.framesPerBlock))
      start += block
    }
    samples.removeFirst(start)
  }

  private mutating func add(_ packet: Span<UInt8>, _ stated: Int) throws(ContainerError) {
    // A packet without bytes stands for a missing one: time continues without it.
    guard packet.count > 0 else {
      let (sum, overflow) = frameCount.addingReportingOverflow(Int64(max(0, stated)))
      if !overflow { frameCount = sum }
      return
    }
    let head = packet.extracting(0..<min(packet.count, track.durations.headByteCount))
    let content = track.durations.content(head: head, byteCount: packet.count, previousBlock: &previousBlock)
    // Readers trust the packets' own durations, so these count.
    let frames = track.format.statesPacketDurations || stated <= 0 ? content.frameCount : Int64(stated)
    try hold(Array(copying: packet), frames: frames)
  }

  private mutating func hold(_ bytes: [UInt8], frames: Int64) throws(ContainerError) {
    if firstFrameCount == nil { firstFrameCount = frames }
    held.append(Held(bytes: bytes, start: frameCount, frameCount: frames))
    let (end, overflow) = frameCount.addingReportingOverflow(frames)
    guard !overflow else { throw refusal(.unsupported, "a stream has fewer frames") }
    frameCount = end
    if held.count > Self.heldPacketCount { try put(held.removeFirst()) }
  }

  /// The frames that every decoder leaves out of the first packet of Vorbis.
  private var silentFrameCount: Int64 {
    if case .vorbis = track.durations { firstFrameCount ?? 0 } else { 0 }
  }

  /// Returns the milliseconds of a number of frames.
  private func time(_ frames: Int64) -> Int64 {
    Int64(saturating: (Double(max(0, frames - silentFrameCount)) * 1000 / track.format.sampleRate).rounded())
  }

  private func nanoseconds(_ frames: Double, rate: Double) -> UInt64 {
    let value = (max(0, frames) * 1e9 / rate).rounded()
    return value < 0x1p62 ? UInt64(value) : 0
  }

  /// `CodecDelay`: the time of the frames before the recording.
  private var codecDelay: UInt64 {
    guard let table else { return 0 }
    let silent = Double(silentFrameCount) * table.timescale / track.format.sampleRate
    return nanoseconds(Double(table.primingFrames) - silent, rate: table.timescale)
  }

  /// Adds a packet to a cluster.
  private mutating func put(_ packet: Held, padding: UInt64 = 0) throws(ContainerError) {
    if !isBegun { try begin() }
    let time = time(packet.start)
    if !cluster.isEmpty,
      time - clusterTime >= Self.clusterDuration || cluster.count + packet.bytes.count > Self.clusterByteCount
    {
      try flushCluster()
    }
    if cluster.isEmpty { clusterTime = time }
    let relative = UInt16(bitPattern: Int16(clamping: time - clusterTime))
    var body: [UInt8] = [0x81, UInt8(relative >> 8), UInt8(truncatingIfNeeded: relative)]
    var elements = ElementBytes()
    if padding == 0 {
      // A keyframe.
      body.append(0x80)
      elements.add(ElementName.simpleBlock, body + packet.bytes)
    } else {
      body.append(0)
      elements.add(ElementName.blockGroup) {
        $0.add(ElementName.block, body + packet.bytes)
        $0.add(ElementName.discardPadding, signed: Int64(padding))
      }
    }
    cluster += elements.bytes
  }

  private mutating func flushCluster() throws(ContainerError) {
    guard !cluster.isEmpty else { return }
    cues.append((clusterTime, sink.byteCount - segmentOffset))
    var stamp = ElementBytes()
    stamp.add(ElementName.clusterTimestamp, unsigned: UInt64(max(0, clusterTime)))
    var head = ElementBytes()
    head.addHead(ElementName.cluster, wideSize: UInt64(stamp.bytes.count + cluster.count))
    let bytes = head.bytes + stamp.bytes
    try sink.append(bytes.span)
    let body = cluster
    try sink.append(body.span)
    cluster.removeAll(keepingCapacity: true)
  }

  /// Writes everything before the first cluster.
  private mutating func begin() throws(ContainerError) {
    isBegun = true
    var head = ElementBytes()
    head.add(ElementName.document) {
      $0.add(ElementName.ebmlVersion, unsigned: 1)
      $0.add(ElementName.ebmlReadVersion, unsigned: 1)
      $0.add(ElementName.maximumNameLength, unsigned: 4)
      $0.add(ElementName.maximumSizeLength, unsigned: 8)
      $0.add(ElementName.documentType, text: isWebM ? "webm" : "matroska")
      $0.add(ElementName.documentVersion, unsigned: 4)
      $0.add(ElementName.documentReadVersion, unsigned: 2)
    }
    head.addHead(ElementName.segment, wideSize: nil)
    segmentOffset = Int64(head.bytes.count)
    let texts = TextWriting(metadata: metadata, sampleRate: track.format.sampleRate, isWebM: isWebM)
    var body = ElementBytes()
    var place: Int64 { Int64(Self.indexByteCount + body.bytes.count) }
    index = [(ElementName.info, place)]
    body.add(ElementName.info) {
      $0.add(ElementName.timestampScale, unsigned: 1_000_000)
      if let title = texts.title { $0.add(ElementName.title, text: title) }
      $0.add(ElementName.muxingApplication, text: Self.applicationName)
      $0.add(ElementName.writingApplication, text: texts.application)
      // The duration takes the place of it at the end.
      $0.addVoid(byteCount: Self.durationByteCount)
    }
    durationOffset = segmentOffset + place - Int64(Self.durationByteCount)
    index.append((ElementName.tracks, place))
    tracksOffset = segmentOffset + place
    body.add(ElementName.tracks, track.entry(codecDelay: codecDelay))
    for (name, element) in [
      (ElementName.chapters, texts.chapters), (ElementName.tags, texts.tags),
      (ElementName.attachments, texts.attachments),
    ] where !element.isEmpty {
      index.append((name, place))
      body.append(contentsOf: element)
    }
    let bytes = head.bytes + seekHead + body.bytes
    try sink.append(bytes.span)
    dataOffset = sink.byteCount
  }

  /// The number of bytes of `Duration`: two for the name, one for the size, and eight.
  private static let durationByteCount = 11

  /// `SeekHead`, filled up to its room.
  private var seekHead: [UInt8] {
    var elements = ElementBytes()
    elements.add(ElementName.seekHead) {
      for entry in index {
        $0.add(ElementName.seek) {
          $0.add(ElementName.seekIdentifier, unsigned: UInt64(entry.name))
          $0.add(ElementName.seekPosition, unsigned: UInt64(entry.position), isFixed: true)
        }
      }
    }
    elements.addVoid(byteCount: Self.indexByteCount - elements.bytes.count)
    return elements.bytes
  }

  /// Keeps the frames that are the recording.
  mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) {
    guard table != self.table else { return }
    guard !isFinished else { throw refusal(.invalidState, "nothing can be written after the end") }
    guard table.primingFrames >= 0, table.validFrames >= 0, table.timescale > 0, table.timescale.isFinite else {
      throw refusal(.invalidState, "a table counts frames")
    }
    let old = (self.table, track)
    self.table = table
    if case .opus = track.durations {
      try track.setPreSkip(Int(clamping: (Double(table.primingFrames) * 48_000 / table.timescale).wholeNumber))
    }
    guard isBegun, !sink.canOverwrite, old.0?.primingFrames ?? 0 != table.primingFrames else { return }
    (self.table, track) = old
    throw refusal(.unsupported, "to a pipe the priming is written at the start")
  }

  mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    guard !isFinished else { throw refusal(.invalidState, "nothing can be written after the end") }
    let old = track.configuration
    try track.setCookie(cookie)
    guard isBegun, !sink.canOverwrite, track.configuration != old else { return }
    throw refusal(.unsupported, "to a pipe the configuration is written at the start")
  }

  /// Replaces texts and pictures, as long as they have not been written.
  mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    guard metadata != self.metadata else { return }
    guard !isBegun, !isFinished else {
      throw refusal(.unsupported, "the metadata stand before the packets")
    }
    self.metadata = metadata
  }

  /// Writes the packets that were held back and the cues, and completes the headers.
  mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    if case .constant(let size, _) = track.durations, !samples.isEmpty {
      let rest = samples
      samples = []
      try hold(rest, frames: Int64(rest.count / size))
    }
    if !isBegun { try begin() }
    let rate = track.format.sampleRate
    var cut = 0.0
    if let table {
      let heard = Double(table.primingFrames + table.validFrames) / table.timescale * rate
      cut = max(0, Double(frameCount) - heard)
    }
    while held.count > 1, let last = held.last, cut >= Double(last.frameCount), last.frameCount > 0 {
      cut -= Double(last.frameCount)
      frameCount -= last.frameCount
      held.removeLast()
    }
    let packets = held
    held = []
    for (index, packet) in packets.enumerated() {
      try put(packet, padding: index == packets.count - 1 ? nanoseconds(cut, rate: rate) : 0)
    }
    try flushCluster()
    try writeCues()
    isFinished = true
    guard sink.canOverwrite else { return }
    try completeHeaders(duration: (Double(frameCount - silentFrameCount) - cut) * 1000 / rate)
  }

  private mutating func writeCues() throws(ContainerError) {
    guard !cues.isEmpty else { return }
    index.append((ElementName.cues, sink.byteCount - segmentOffset))
    var elements = ElementBytes()
    elements.add(ElementName.cues) {
      for cue in cues {
        $0.add(CueName.point) {
          $0.add(CueName.time, unsigned: UInt64(max(0, cue.time)))
          $0.add(CueName.positions) {
            $0.add(CueName.track, unsigned: 1)
            $0.add(CueName.clusterPosition, unsigned: UInt64(cue.position))
          }
        }
      }
    }
    try sink.append(elements.bytes.span)
  }

  private func completeHeaders(duration: Double) throws(ContainerError) {
    let size = ElementBytes.wideSize(UInt64(sink.byteCount - segmentOffset))
    try sink.overwrite(size.span, at: segmentOffset - 8)
    let index = seekHead
    try sink.overwrite(index.span, at: segmentOffset)
    if duration > 0 {
      var elements = ElementBytes()
      elements.add(ElementName.duration, float: duration)
      try sink.overwrite(elements.bytes.span, at: durationOffset)
    }
    var tracks = ElementBytes()
    tracks.add(ElementName.tracks, track.entry(codecDelay: codecDelay))
    try sink.overwrite(tracks.bytes.span, at: tracksOffset)
  }
}

extension Double {
  /// The nearest whole number, within 62 bits.
  fileprivate var wholeNumber: Int64 { Int64(saturating: rounded()) }
}
