import AudioBase

/// Writes one stream of sound as a transport stream: AAC in ADTS, MPEG audio, AC-3 or Enhanced AC-3 (ISO/IEC 13818-1).
///
/// ```
/// PAT │ PMT │ PES of some frames │ PES │ … │ PAT │ PMT │ PES │ … │ the clock at the end
/// ```
/// The frames are those of the container for a bare stream, whose writer makes them. Tables are repeated for programs
/// that begin in the middle; of a list of segments each segment begins with them, and they are nowhere else.
struct TransportWriter: ContainerWriter {
  /// The bytes of one PES packet at most, but for a larger frame, and its seconds: a clock is to be sent as often.
  private static let maximumByteCount = 2800
  private static let maximumSeconds = 0.09
  /// The seconds between tables; ETSI TR 101 290, 5.2.1 has 0.5 at most.
  private static let tableSeconds = 0.4

  private let sink: any ByteSink
  private let frames = FrameSink()
  private var framer: any ContainerWriter
  private var format: StreamFormat
  private var packets: TransportPackets
  private let tables: TransportTables
  /// The seconds of a segment, in a list of segments.
  private let segmentSeconds: Double?
  /// The bytes of frames that are still to be written, and their seconds.
  private var pending: [UInt8] = []
  private var pendingSeconds = 0.0
  /// The times of the next frame, of the last tables, and of the next segment.
  private var seconds = 0.0
  private var tableTime = -Double.infinity
  private var segmentEnd: Double
  private var isFinished = false
  private(set) var dataOffset: Int64 = 0

  init(_ sink: any ByteSink, settings: WriterSettings, _ framings: TransportFramings) throws(ContainerError) {
    let container = [framings.adts] + framings.mpegAudio + framings.ac3
    guard let create = container.first(where: { $0.formatIDs.contains(settings.format.formatID) })?.create else {
      throw ContainerError(.unsupported, "transport streams are written of AAC, MPEG audio and AC-3", at: 0, in: "mp2t")
    }
    guard settings.format.sampleRate > 0, settings.format.sampleRate.isFinite else {
      throw ContainerError(.unsupported, "transport streams state times, which need a rate", at: 0, in: "mp2t")
    }
    // Which frames are the recording has no place here, and neither have metadata.
    var own = WriterSettings(format: settings.format, layout: settings.layout, cookie: settings.cookie)
    own.bitRate = settings.bitRate
    framer = try create(frames, own)
    (self.sink, format) = (sink, settings.format)
    tables = try TransportTables(settings.format, language: settings.language)
    packets = TransportPackets(streamIdentifier: tables.streamIdentifier)
    if case .fragmented(let seconds) = settings.structure { segmentSeconds = seconds } else { segmentSeconds = nil }
    segmentEnd = segmentSeconds ?? .infinity
  }

  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: "mp2t")
    }
    for index in descriptions.indices {
      frames.bytes.removeAll(keepingCapacity: true)
      try framer.write(bytes, descriptions: descriptions.extracting(index..<(index + 1)))
      let count = descriptions[index].frameCount > 0 ? descriptions[index].frameCount : format.framesPerPacket
      try add(Double(count) / format.sampleRate)
    }
  }

  /// Adds the frame that has been made, which lasts some seconds.
  private mutating func add(_ duration: Double) throws(ContainerError) {
    // A segment is no longer than it should be, unless a frame is.
    if let segmentSeconds, seconds + pendingSeconds + duration > segmentEnd + 1e-6, seconds + pendingSeconds > 0 {
      try flush()
      segmentEnd = seconds + segmentSeconds
      tableTime = -.infinity
    } else if !pending.isEmpty,
      pending.count + frames.bytes.count > Self.maximumByteCount
        || pendingSeconds + duration > Self.maximumSeconds
    {
      try flush()
    }
    pending += frames.bytes
    pendingSeconds += duration
  }

  /// Writes the frames that have been added as one PES packet.
  private mutating func flush() throws(ContainerError) {
    guard !pending.isEmpty else { return }
    var made: [UInt8] = []
    if segmentSeconds == nil ? seconds >= tableTime + Self.tableSeconds : tableTime < 0 {
      packets.append(section: tables.association, identifier: 0, to: &made)
      packets.append(section: tables.map, identifier: TransportTables.mapIdentifier, to: &made)
      tableTime = seconds
    }
    if dataOffset == 0 { dataOffset = sink.byteCount + Int64(made.count) }
    try packets.append(frames: pending, seconds: seconds, to: &made, at: sink.byteCount)
    try sink.append(made.span)
    seconds += pendingSeconds
    pending.removeAll(keepingCapacity: true)
    pendingSeconds = 0
  }

  mutating func changeStream(to stream: CodedStream) throws(ContainerError) {
    try framer.changeStream(to: stream)
    format = stream.format
  }

  mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    isFinished = true
    try flush()
    guard seconds > 0 else {
      throw ContainerError(.unsupported, "a transport stream has one frame of sound at least", at: 0, in: "mp2t")
    }
    var made: [UInt8] = []
    packets.append(clockAt: seconds, to: &made)
    try sink.append(made.span)
  }
}

/// The frames that a writer of bare streams makes.
private final class FrameSink: ByteSink {
  var bytes: [UInt8] = []
  /// False, as of a pipe: no frame is added that would count the others.
  var canOverwrite: Bool { false }
  var byteCount: Int64 { Int64(bytes.count) }
  func append(_ more: Span<UInt8>) { bytes.append(copying: more) }
  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    throw ContainerError(.invalidState, "frames are not overwritten", at: offset)
  }
}
