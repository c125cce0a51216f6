import AudioBase

// Holds throughout: times are options of the program, not of a file; the command line and the interfaces check
// theirs.

/// The packets of one track of a file, from where decoding has to begin.
struct TrackPackets: PacketSource {
  static let liesInFile = true

  var reader: any ContainerReader
  let track: Int
  private(set) var info: TrackInfo
  private let codecs: [CodecDescriptor]
  private let options: DecodingOptions
  private var hasEnded = false
  /// Whether the container has found out which frames are the recording: a stream may turn out longer than its header
  /// says.
  private var hasNewTable = false

  /// Prepares a track; ``begin(with:)`` goes to its first wanted packet.
  init(_ reader: any ContainerReader, track: Int, codecs: [CodecDescriptor], options: DecodingOptions) {
    self.reader = reader
    self.track = track
    self.codecs = codecs
    self.options = options
    info = reader.tracks[track]
  }

  /// The track's stream, with its first packet.
  var stream: CodedStream { CodedStream(of: reader, track: track, configuration: options.configuration) }

  /// Frames that will come out of a decoder, where the container tells.
  func expectedFrameCount(for format: DecodedFormat) -> Int64? {
    let kept = Self.makeTrimmer(for: info, rate: format.sampleRate, options: options).kept
    var end = kept.upperBound
    if let packets = info.packetCount {
      let (decoded, overflow) = packets.multipliedReportingOverflow(by: Int64(format.framesPerPacket))
      if !overflow { end = min(end, decoded) }
    }
    return end == Int64.max ? nil : max(0, end - kept.lowerBound)
  }

  mutating func next(into batch: inout PacketBatch) throws(ContainerError) -> SourceEvent {
    guard !hasEnded else { return .ended }
    // Left so where reading throws.
    hasEnded = true
    guard try reader.readPackets(ofTrack: track, into: &batch), batch.count > 0 else { return .ended }
    hasEnded = false
    let table = info.packetTable == nil ? nil : reader.tracks[track].packetTable
    if table != info.packetTable { (info.packetTable, hasNewTable) = (table, true) }
    return .packets
  }

  mutating func skipRest() { hasEnded = true }

  func makeDecoder(for stream: CodedStream) throws(DecodingError) -> any PacketDecoder & ~Copyable {
    try makePacketDecoder(for: stream, codecs: codecs, isConfigured: options.configuration != nil)
  }

  mutating func begin<Sample: AudioSample>(
    with decoder: consuming any PacketDecoder & ~Copyable
  ) throws(DecodingError) -> DecodingStage<Sample> {
    let (format, history) = (decoder.format, decoder.history)
    let preroll = max(
      Self.prerollPacketCount(decoder.prerollPacketCount, history, options.seeking), Self.rollDistance(of: info))
    var trimmer = Self.makeTrimmer(for: info, rate: format.sampleRate, options: options)
    var trust: SeekTrust?
    // A track that is read whole starts at its first packet, so that a decoder's history is never cut.
    let beginsLater = options.start > 0 || (options.stretch?.lowerBound ?? 0) > 0
    if beginsLater, try Self.maySeek(history, options.seeking) {
      let target = SeekTarget(
        frame: trimmer.kept.lowerBound, framesPerPacket: format.framesPerPacket, prerollPacketCount: preroll)
      do throws(ContainerError) { trimmer.move(to: try seek(target)) } catch { throw .container(error) }
      if trimmer.position > 0 { trust = SeekTrust(history, options.seeking) }
    }
    var stage = DecodingStage<Sample>(decoder, trimmer: trimmer, damagePolicy: options.damagePolicy)
    stage.trust = trust
    if beginsLater { stage.countOnlyKept() }
    return stage
  }

  /// Keeps what a container has found out while its packets were read.
  mutating func adjust(_ trimmer: inout Trimmer, decodedRate: Double) {
    guard hasNewTable else { return }
    hasNewTable = false
    let position = trimmer.position
    trimmer = Self.makeTrimmer(for: info, rate: decodedRate, options: options)
    trimmer.move(to: position)
  }

  private static func makeTrimmer(for track: TrackInfo, rate: Double, options: DecodingOptions) -> Trimmer {
    var trimmer = Trimmer(options.trimming == .packetTable ? track.packetTable : nil, decodedRate: rate)
    let count = options.duration.map { frameIndex($0, rate: rate) }
    trimmer.narrow(toStart: frameIndex(options.start, rate: rate), count: count)
    if let stretch = options.stretch { trimmer.narrow(toStart: stretch.lowerBound, count: Int64(stretch.count)) }
    return trimmer
  }

  /// Frames that a packet decodes to, judging by its duration in the container.
  ///
  /// A decoder gives whole coded frames, whatever the container says of the last packet. A packet holds several of
  /// them only where the container has a constant duration of which this one is a multiple, as in ADTS; without a
  /// constant, durations tell when packets sound, not how many frames they have. Linear PCM has as many as it says.
  /// Spectral band replication doubles the frames without the container knowing.
  func frameCount(of packet: PacketDescription, decodedFramesPerPacket decoded: Int) -> Int {
    guard packet.frameCount > 0, packet.frameCount <= PacketLimits.maximumFrameCount, decoded > 0 else {
      return max(decoded, 1)
    }
    guard decoded > 1 else { return packet.frameCount }
    let constant = info.format.framesPerPacket
    guard constant > 0 else { return info.format.statesPacketDurations ? packet.frameCount : decoded }
    let codedFrames = (packet.frameCount + constant / 2) / constant
    return max(1, min(codedFrames, PacketLimits.maximumFrameCount / decoded)) * decoded
  }

  /// Goes back to the first packet.
  mutating func rewind() throws(ContainerError) {
    hasEnded = false
    try reader.seek(toPacket: 0, ofTrack: track)
  }
}
