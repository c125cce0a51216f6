import AudioBase

// Holds throughout: parts come only if there is a neighbour.

/// The packets of a recording, with those of its neighbours in an album without gaps before and after them.
///
/// ```
/// end of the track before │ the recording │ beginning of the track after
/// ```
/// Each part has its own decoder: at a border ``SourceEvent/formatChanged(_:)`` states the stream of the next one. Only
/// the recording is reported on.
struct AlbumPackets: PacketSource {
  static let liesInFile = true

  private enum Part {
    case before, recording, after
  }

  private var before: TrackPackets?
  private var recording: TrackPackets
  private var after: TrackPackets?
  private var part: Part
  /// True if the part has just begun and its decoder has not been created yet.
  private var isAtBorder = false
  private var reportOfRecording: DecodingReport?

  /// Joins the parts.
  init(_ recording: TrackPackets, before: TrackPackets? = nil, after: TrackPackets? = nil) {
    self.before = before
    self.recording = recording
    self.after = after
    part = before == nil ? .recording : .before
  }

  /// The stream with which decoding begins, if it is not that of the recording.
  var streamBefore: CodedStream? { before?.stream }

  private var current: TrackPackets {
    _read {
      switch part {
      case .before: yield before!
      case .recording: yield recording
      case .after: yield after!
      }
    }
    _modify {
      switch part {
      case .before: yield &before!
      case .recording: yield &recording
      case .after: yield &after!
      }
    }
  }

  mutating func next(into batch: inout PacketBatch) throws(ContainerError) -> SourceEvent {
    // Not through `current`, whose frame is on the heap: this is called for every batch, and the counting below for
    // every packet.
    let event =
      switch part {
      case .before: try before!.next(into: &batch)
      case .recording: try recording.next(into: &batch)
      case .after: try after!.next(into: &batch)
      }
    guard case .ended = event, part == .before || (part == .recording && after != nil) else { return event }
    part = part == .before ? .recording : .after
    isAtBorder = true
    batch.removeAll(nextPacket: 0)
    return .formatChanged(current.stream)
  }

  func makeDecoder(for stream: CodedStream) throws(AudioError) -> any PacketDecoder & ~Copyable {
    try current.makeDecoder(for: stream)
  }

  mutating func begin<Sample: AudioSample>(
    with decoder: consuming any PacketDecoder & ~Copyable
  ) throws(AudioError) -> DecodingStage<Sample> {
    try current.begin(with: decoder)
  }

  mutating func change<Sample: AudioSample>(
    _ stage: inout DecodingStage<Sample>, to decoder: consuming any PacketDecoder & ~Copyable
  ) throws(AudioError) {
    guard isAtBorder else { return try current.change(&stage, to: decoder) }
    isAtBorder = false
    try stage.checkEnd()
    if part == .after { reportOfRecording = stage.report }
    stage = try begin(with: decoder)
  }

  mutating func adjust(_ trimmer: inout Trimmer, decodedRate: Double) {
    current.adjust(&trimmer, decodedRate: decodedRate)
  }

  func frameCount(of packet: PacketDescription, decodedFramesPerPacket: Int) -> Int {
    switch part {
    case .before: before!.frameCount(of: packet, decodedFramesPerPacket: decodedFramesPerPacket)
    case .recording: recording.frameCount(of: packet, decodedFramesPerPacket: decodedFramesPerPacket)
    case .after: after!.frameCount(of: packet, decodedFramesPerPacket: decodedFramesPerPacket)
    }
  }

  mutating func skipRest() { current.skipRest() }

  mutating func rewind() throws(ContainerError) -> Int64 { try current.rewind() }

  var isBetweenRecordings: Bool { isAtBorder }

  func report(_ current: DecodingReport) -> DecodingReport {
    switch part {
    case .before: DecodingReport()
    case .recording: isAtBorder ? DecodingReport() : current
    case .after: reportOfRecording ?? current
    }
  }
}
