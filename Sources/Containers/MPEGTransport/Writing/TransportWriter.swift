import AudioBase
import Bitstream
import XiphAudio

/// Writes one audio stream as a transport stream: AAC in ADTS, MPEG audio, AC-3, Enhanced AC-3 (ISO/IEC 13818-1) or
/// Opus ("Encapsulation of Opus in MPEG-2 Transport Streams", wiki.xiph.org).
///
/// ```
/// PAT │ PMT │ PES of some frames │ PES │ … │ PAT │ PMT │ PES │ … │ the clock at the end
/// ```
/// The frames are those of the container for a bare stream, whose writer makes them. Tables are repeated for programs
/// that begin in the middle; of a list of segments each segment begins with them, and they are nowhere else.
struct TransportWriter: ContainerWriter {
  /// The largest number of bytes of a PES packet, unless a single frame is larger, and its largest duration in seconds:
  /// a clock must be sent as often.
  private static let maximumByteCount = 2800
  private static let maximumSeconds = 0.09
  /// The seconds between tables; ETSI TR 101 290, 5.2.1 has 0.5 at most.
  private static let tableSeconds = 0.4

  private let sink: any ByteSink
  private let hasArrivalTimes: Bool
  /// The arrival time of the last packet, in units of 1 / 27 MHz.
  private var arrival: UInt64 = 0
  private let frames = FrameSink()
  /// The writer of bare frames; `nil` for Opus, whose units are written directly.
  private var framer: (any ContainerWriter)?
  /// The frames that are still to be cut from the beginning of Opus.
  private var leadingTrim = 0
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

  /// Begins a stream.
  ///
  /// - Parameter hasArrivalTimes: True for packets of 192 bytes, as Blu-ray discs and camcorders have them.
  init(
    _ sink: any ByteSink, settings: WriterSettings, _ framings: TransportFramings, hasArrivalTimes: Bool = false
  ) throws(ContainerError) {
    guard settings.format.sampleRate > 0, settings.format.sampleRate.isFinite else {
      throw ContainerError(.unsupported, "transport streams state times, which need a rate", at: 0, in: "mp2t")
    }
    // Which frames are the recording has no place here, and neither have metadata.
    var own = WriterSettings(format: settings.format, layout: settings.layout, cookie: settings.cookie)
    own.bitRate = settings.bitRate
    if settings.format.formatID == .opus {
      leadingTrim = (try? OpusHeader(settings.cookie.span))?.preSkip ?? 0
    } else {
      let container = [framings.adts] + framings.mpegAudio + framings.ac3
      guard let create = container.first(where: { $0.formatIDs.contains(settings.format.formatID) })?.create else {
        throw ContainerError(
          .unsupported, "transport streams are written of AAC, MPEG audio, AC-3 and Opus", at: 0, in: "mp2t")
      }
      framer = try create(frames, own)
    }
    (self.sink, format, self.hasArrivalTimes) = (sink, settings.format, hasArrivalTimes)
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
      var count = descriptions[index].frameCount > 0 ? descriptions[index].frameCount : format.framesPerPacket
      if framer != nil {
        try framer?.write(bytes, descriptions: descriptions.extracting(index..<(index + 1)))
      } else {
        let (start, size) = (descriptions[index].startOffset, descriptions[index].byteCount)
        guard start >= 0, size > 0, start <= bytes.count, size <= bytes.count - start else {
          throw ContainerError(.malformed, "a packet lies in what is written", at: sink.byteCount, in: "mp2t")
        }
        count = try addUnit(bytes.extracting(start..<(start + size)))
      }
      try add(Double(count) / format.sampleRate)
    }
  }

  /// Makes the unit of a packet of Opus, and returns its frames:
  ///
  /// ```
  /// prefix 11 = 0x3FF │ trims 2 × 1 │ 3 │ size: bytes of 255, and a last one │ trim 16 │ packet
  /// ```
  private mutating func addUnit(_ packet: Span<UInt8>) throws(ContainerError) -> Int {
    guard let count = OpusPacket.frameCount(packet) else {
      throw ContainerError(.malformed, "a packet of Opus says how long it is", at: sink.byteCount, in: "mp2t")
    }
    let trim = min(leadingTrim, count)
    leadingTrim -= trim
    frames.bytes += [0x7F, 0xE0 | (trim > 0 ? 0x10 : 0)]
    // Bound: a byte for each 255 of the packet.
    frames.bytes += [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    if trim > 0 { frames.bytes.append(bigEndian: UInt16(trim)) }
    frames.bytes.append(copying: packet)
    return count
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
    if dataOffset == 0 { dataOffset = sink.byteCount + Int64(made.count / TransportPacket.byteCount * stride) }
    let tableCount = made.count / TransportPacket.byteCount
    try packets.append(frames: pending, seconds: seconds, to: &made, at: sink.byteCount)
    try append(made, tableCount: tableCount, lasting: pendingSeconds)
    seconds += pendingSeconds
    pending.removeAll(keepingCapacity: true)
    pendingSeconds = 0
  }

  /// The bytes from packet to packet.
  private var stride: Int { TransportPacket.byteCount + (hasArrivalTimes ? 4 : 0) }

  /// Writes packets; the first one after the tables states the clock.
  private mutating func append(_ made: [UInt8], tableCount: Int, lasting duration: Double) throws(ContainerError) {
    guard hasArrivalTimes else { return try sink.append(made.span) }
    let count = made.count / TransportPacket.byteCount
    // Packets come evenly; the clock begins a second after the arrivals, so that tables can come before it.
    let first = UInt64(min((seconds + 1) * 27e6, 0x1p62).rounded())
    let step = UInt64(min(duration * 27e6, 0x1p40)) / UInt64(count + 2)
    var timed: [UInt8] = []
    for index in 0..<count {
      let wanted =
        index < tableCount ? first - UInt64(tableCount - index) * step : first + UInt64(index - tableCount) * step
      arrival = max(arrival + 1, wanted)
      // Two bits of a permission to copy, and thirty of the time.
      timed.append(bigEndian: UInt32(truncatingIfNeeded: arrival & 0x3FFF_FFFF))
      timed += made[(index * TransportPacket.byteCount)..<((index + 1) * TransportPacket.byteCount)]
    }
    try sink.append(timed.span)
  }

  mutating func changeStream(to stream: CodedStream) throws(ContainerError) {
    guard framer != nil else {
      throw ContainerError(.unsupported, "Opus in a transport stream does not change", at: sink.byteCount, in: "mp2t")
    }
    try framer?.changeStream(to: stream)
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
    try append(made, tableCount: 0, lasting: 0)
  }
}

/// The frames that a writer of bare streams makes.
private final class FrameSink: ByteSink {
  var bytes: [UInt8] = []
  /// False, as for a pipe: no frame with the total count is added.
  var canOverwrite: Bool { false }
  var byteCount: Int64 { Int64(bytes.count) }
  func append(_ more: Span<UInt8>) { bytes.append(copying: more) }
  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    throw ContainerError(.invalidState, "frames are not overwritten", at: offset)
  }
}
