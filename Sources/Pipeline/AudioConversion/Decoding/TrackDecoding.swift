import AudioBase

// Holds throughout: times are options of the program, not of a file; the command line and the interfaces check
// theirs.

/// Decodes one track of a file into samples of a precision: seeking, decoding, concealing and trimming.
struct TrackDecoding<Sample: AudioSample>: ~Copyable {
  private(set) var stage: DecodingStage<Sample>
  /// Frames that will come out, where the container tells.
  let expectedFrameCount: Int64?
  private var source: PacketSource
  /// What there is to watch after a seek; `nil` where the decoder has seen every packet, or nothing depends on it.
  private var trust: SeekTrust?
  private let options: DecodingOptions
  private var info: TrackInfo

  /// Opens a track and seeks to the first wanted frame.
  init(
    _ decoder: consuming any PacketDecoder & ~Copyable, of reader: any ContainerReader, track: Int,
    options: DecodingOptions
  ) throws(DecodingError) {
    let info = reader.tracks[track]
    let format = decoder.format
    let history = decoder.history
    let preroll = max(
      Self.prerollPacketCount(decoder.prerollPacketCount, history, options.seeking), PacketSource.rollDistance(of: info)
    )
    var trimmer = Self.makeTrimmer(for: info, rate: format.sampleRate, options: options)
    expectedFrameCount = Self.expectedFrames(of: info, kept: trimmer.kept, format: format)
    var source = PacketSource(reader: reader, track: track)
    // A track that is read whole starts at its first packet, so that a decoder's history is never cut.
    let beginsLater = options.start > 0 || (options.stretch?.lowerBound ?? 0) > 0
    if beginsLater, try Self.maySeek(history, options.seeking) {
      let target = SeekTarget(
        frame: trimmer.kept.lowerBound, framesPerPacket: format.framesPerPacket, prerollPacketCount: preroll)
      do throws(ContainerError) { trimmer.move(to: try source.seek(target)) } catch { throw .container(error) }
      if trimmer.position > 0 { trust = SeekTrust(history, options.seeking) }
    }
    self.source = source
    self.options = options
    self.info = info
    stage = DecodingStage(decoder, trimmer: trimmer, damagePolicy: options.damagePolicy)
    stage.isAccountedByFile = true
    if beginsLater { stage.countOnlyKept() }
  }

  /// Packets to decode before the first wanted one: those that the decoder asks for, and once more as many as settle
  /// its memory, which must be whole themselves.
  private static func prerollPacketCount(
    _ asked: Int, _ history: DecoderHistory, _ seeking: SeekingAccuracy
  ) -> Int {
    guard case .packets(let count) = history, seeking != .quick else { return asked }
    return max(asked, count) + count
  }

  /// Whether decoding may begin in the middle.
  private static func maySeek(
    _ history: DecoderHistory, _ seeking: SeekingAccuracy
  ) throws(DecodingError) -> Bool {
    guard case .unbounded(let reason) = history, seeking != .quick else { return true }
    guard seeking == .exact else { throw .needsHistory(reason) }
    return false
  }

  private static func makeTrimmer(for track: TrackInfo, rate: Double, options: DecodingOptions) -> Trimmer {
    var trimmer = Trimmer(options.trimming == .packetTable ? track.packetTable : nil, decodedRate: rate)
    let count = options.duration.map { frameIndex($0, rate: rate) }
    trimmer.narrow(toStart: frameIndex(options.start, rate: rate), count: count)
    if let stretch = options.stretch { trimmer.narrow(toStart: stretch.lowerBound, count: Int64(stretch.count)) }
    return trimmer
  }

  /// Decodes until there is a frame to hand out, and returns which frames of the stage's block it is, or `nil` at the end.
  mutating func decodeNext() throws(DecodingError) -> Range<Int>? {
    while !stage.isFinished {
      let kept: Range<Int>
      if let filled = stage.concealNext() {
        kept = filled
      } else {
        guard try advance() else { break }
        kept = try decodePacket()
      }
      if !kept.isEmpty { return kept }
    }
    try stage.checkEnd()
    return nil
  }

  /// Hands the next kept frames to a chain, and returns whether there were any.
  mutating func loadNext(into chain: inout OutputChain<Sample>) throws(DecodingError) -> Bool {
    guard let kept = try decodeNext() else { return false }
    stage.load(kept, into: &chain)
    return true
  }

  /// Moves loaded frames on into an output.
  func run(_ chain: inout OutputChain<Sample>, into output: inout PacketBatch) throws(ConversionError) {
    try chain.run(stage.block, into: &output)
  }

  /// Ends a chain, and returns whether everything has found room.
  func finish(_ chain: inout OutputChain<Sample>, into output: inout PacketBatch) throws(ConversionError) -> Bool {
    try chain.finish(stage.block, into: &output)
  }

  /// What has been decoded so far.
  func currentReport() -> DecodingReport { stage.report }

  /// Moves to the next packet and returns whether there is one.
  private mutating func advance() throws(DecodingError) -> Bool {
    do throws(ContainerError) {
      let isThere = try source.advance()
      if source.packetTable != info.packetTable { followPacketTable() }
      return isThere
    } catch {
      guard options.damagePolicy == .conceal, error.kind != .inputOutput, stage.report.packetCount > 0 else {
        throw .container(error)
      }
      stage.noteEarlyEnd(error)
      return false
    }
  }

  /// Keeps what a container has found out while its packets were read.
  private mutating func followPacketTable() {
    info.packetTable = source.packetTable
    var trimmer = Self.makeTrimmer(for: info, rate: stage.format.sampleRate, options: options)
    trimmer.move(to: stage.trimmer.position)
    stage.trimmer = trimmer
  }

  /// Decodes the current packet and returns the frames to hand out.
  private mutating func decodePacket() throws(DecodingError) -> Range<Int> {
    guard trust != nil else { return try decodeCurrent() }
    let (trimmer, report) = (stage.trimmer, stage.report)
    let kept = try decodeCurrent()
    let isWanted = stage.packetEnd > trimmer.kept.lowerBound
    let verdict = trust!.note(isWanted: isWanted, hasFlaw: stage.hasFlaw, stage.history())
    guard case .doubtful(let reason) = verdict else { return kept }
    guard options.seeking == .exact else { throw .needsHistory(reason) }
    stage.restart(trimmer, report)
    trust = nil
    do throws(ContainerError) { try source.rewind() } catch { throw .container(error) }
    return 0..<0
  }

  private mutating func decodeCurrent() throws(DecodingError) -> Range<Int> {
    let place = source.current
    let stated = source.frames(of: place, decodedFramesPerPacket: stage.format.framesPerPacket)
    let position = (packet: source.packetNumber, fileOffset: source.fileOffset)
    return try Self.decode(place, of: source.batch, stated: stated, at: position, with: &stage)
  }

  private static func decode(
    _ place: PacketDescription, of batch: borrowing PacketBatch, stated: Int,
    at position: (packet: Int64, fileOffset: Int64), with stage: inout DecodingStage<Sample>
  ) throws(DecodingError) -> Range<Int> {
    let bytes = batch.bytes.span.extracting(place.startOffset..<(place.startOffset + place.byteCount))
    return try stage.decode(bytes, frameCount: place.frameCount, stated: stated, at: position)
  }

  private static func expectedFrames(of track: TrackInfo, kept: Range<Int64>, format: DecodedFormat) -> Int64? {
    var end = kept.upperBound
    if let packets = track.packetCount {
      let (decoded, overflow) = packets.multipliedReportingOverflow(by: Int64(format.framesPerPacket))
      if !overflow { end = min(end, decoded) }
    }
    return end == Int64.max ? nil : max(0, end - kept.lowerBound)
  }
}

/// The frame at a time, in frames from the start; never beyond what 62 bits hold.
private func frameIndex(_ seconds: Double, rate: Double) -> Int64 {
  precondition(seconds >= 0, "times are not negative")
  let frame = (seconds * rate).rounded()
  return frame < 0x1p62 ? Int64(frame) : 1 << 62
}
