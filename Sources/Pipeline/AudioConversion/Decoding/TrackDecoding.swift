import AudioBase

/// Decodes one track of a file into samples of a precision: seeking, decoding, concealing and trimming.
struct TrackDecoding<Sample: AudioSample>: ~Copyable {
  private(set) var stage: DecodingStage<Sample>
  /// Frames that will come out, where the container tells.
  let expectedFrameCount: Int64?
  private var source: PacketSource
  private let damagePolicy: DamagePolicy
  private let options: DecodingOptions
  private var info: TrackInfo

  /// Opens a track and seeks to the first wanted frame.
  init(
    _ decoder: consuming any PacketDecoder & ~Copyable, of reader: any ContainerReader, track: Int,
    options: DecodingOptions
  ) throws(DecodingError) {
    let info = reader.tracks[track]
    let format = decoder.format
    let preroll = max(decoder.prerollPacketCount, PacketSource.rollDistance(of: info))
    var trimmer = Self.makeTrimmer(for: info, rate: format.sampleRate, options: options)
    expectedFrameCount = Self.expectedFrames(of: info, kept: trimmer.kept, format: format)
    var source = PacketSource(reader: reader, track: track)
    // A track that is read whole starts at its first packet, so that a decoder's history is never cut.
    if options.start > 0 {
      let target = SeekTarget(
        frame: trimmer.kept.lowerBound, framesPerPacket: format.framesPerPacket, prerollPacketCount: preroll)
      do throws(ContainerError) { trimmer.move(to: try source.seek(target)) } catch { throw .container(error) }
    }
    self.source = source
    self.options = options
    self.info = info
    damagePolicy = options.damagePolicy
    stage = DecodingStage(decoder, trimmer: trimmer, damagePolicy: options.damagePolicy)
    stage.isAccountedByFile = true
  }

  private static func makeTrimmer(for track: TrackInfo, rate: Double, options: DecodingOptions) -> Trimmer {
    var trimmer = Trimmer(options.trimming == .packetTable ? track.packetTable : nil, decodedRate: rate)
    let count = options.duration.map { frameIndex($0, rate: rate) }
    trimmer.narrow(toStart: frameIndex(options.start, rate: rate), count: count)
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
      guard damagePolicy == .conceal, error.kind != .inputOutput, stage.report.packetCount > 0 else {
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

  private mutating func decodePacket() throws(DecodingError) -> Range<Int> {
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
