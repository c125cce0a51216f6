public import AudioBase

/// Decodes one track of a file, block by block: seeking, decoding, concealing and trimming.
///
/// ```swift
/// var decoder = try TrackDecoder(of: reader, track: 0, codecs: catalog.codecs)
/// while let frames = try decoder.decodeNext() { try writer.write(decoder.block, frames: frames) }
/// ```
/// After the first few packets nothing is allocated.
public struct TrackDecoder: ~Copyable {
  /// What is decoded to.
  public let format: DecodedFormat
  /// The block that ``decodeNext()`` has filled, in the decoder's channel order.
  public private(set) var block: PCMBlock
  /// What has been decoded so far.
  public private(set) var report = DecodingReport()
  /// Frames that will come out, where the container tells.
  public let expectedFrameCount: Int64?

  private var source: PacketSource
  private var decoder: any PacketDecoder & ~Copyable
  private var trimmer: Trimmer
  private let damagePolicy: DamagePolicy
  /// Frames that remain to be filled in for a damaged packet.
  private var framesToConceal = 0

  /// Opens a track for decoding and seeks to the first wanted frame.
  ///
  /// - Parameters:
  ///   - reader: The file; the decoder keeps its own copy of the cursor.
  ///   - track: An index into the reader's tracks.
  ///   - codecs: The decoders to choose from. Linear PCM needs none.
  public init(
    of reader: any ContainerReader, track: Int, codecs: [CodecDescriptor], options: DecodingOptions = DecodingOptions()
  ) throws(DecodingError) {
    guard reader.tracks.indices.contains(track), reader.tracks[track].mediaKind == .audio else {
      throw .noAudioTrack
    }
    let info = reader.tracks[track]
    let decoder = try makePacketDecoder(for: info, codecs: codecs, configuration: options.configuration)
    let format = decoder.format
    let preroll = max(decoder.prerollPacketCount, PacketSource.rollDistance(of: info))
    let trimmer = Self.makeTrimmer(for: info, rate: format.sampleRate, options: options)
    var source = PacketSource(reader: reader, track: track)
    var position: Int64 = 0
    // A track that is read whole starts at its first packet, so that a decoder's history is never cut.
    if options.start > 0 {
      let target = SeekTarget(
        frame: trimmer.kept.lowerBound, framesPerPacket: format.framesPerPacket, prerollPacketCount: preroll)
      do throws(ContainerError) { position = try source.seek(target) } catch { throw .container(error) }
    }
    self.format = format
    self.decoder = decoder
    self.source = source
    self.trimmer = trimmer
    self.trimmer.move(to: position)
    block = PCMBlock(channelCount: format.layout.channelCount, capacity: max(format.framesPerPacket, 1))
    damagePolicy = options.damagePolicy
    expectedFrameCount = Self.expectedFrames(of: info, kept: trimmer.kept, format: format)
  }

  private static func makeTrimmer(for track: TrackInfo, rate: Double, options: DecodingOptions) -> Trimmer {
    var trimmer = Trimmer(options.trimming == .packetTable ? track.packetTable : nil, decodedRate: rate)
    let count = options.duration.map { frameIndex($0, rate: rate) }
    trimmer.narrow(toStart: frameIndex(options.start, rate: rate), count: count)
    return trimmer
  }

  /// Decodes until there is a frame to hand out, and returns which frames of ``block`` it is, or `nil` at the end.
  ///
  /// - Throws: ``DecodingError/packet(_:)`` with ``DamagePolicy/stop``, or at the end where not a single packet could
  ///   be decoded; ``DecodingError/container(_:)`` where the source fails or, with ``DamagePolicy/stop``, where the
  ///   container is cut off.
  public mutating func decodeNext() throws(DecodingError) -> Range<Int>? {
    while !trimmer.isFinished {
      if framesToConceal > 0 {
        conceal()
      } else {
        guard try advance() else { break }
        try decodePacket()
      }
      let kept = trimmer.pass(block.frameCount)
      if !kept.isEmpty {
        report.frameCount += Int64(kept.count)
        return kept
      }
    }
    if report.damagedPacketCount == report.packetCount, let first = report.damage.first { throw .packet(first) }
    return nil
  }

  /// Moves to the next packet and returns whether there is one.
  private mutating func advance() throws(DecodingError) -> Bool {
    do throws(ContainerError) {
      return try source.advance()
    } catch {
      guard damagePolicy == .conceal, error.kind != .inputOutput, report.packetCount > 0 else {
        throw .container(error)
      }
      report.earlyEnd = report.earlyEnd ?? error
      return false
    }
  }

  private mutating func decodePacket() throws(DecodingError) {
    let place = source.current
    let stated = source.frames(of: place, decodedFramesPerPacket: format.framesPerPacket)
    let room = max(stated, place.frameCount)
    if room > block.capacity { block = PCMBlock(channelCount: block.channelCount, capacity: room) }
    report.packetCount += 1
    do throws(CodecError) {
      try Self.decode(place, of: source.batch, with: &decoder, into: &block)
      if let error = decoder.remark {
        report.noteRemark(DamagedPacket(packet: source.packetNumber, fileOffset: source.fileOffset, error: error))
      }
    } catch {
      let damaged = DamagedPacket(packet: source.packetNumber, fileOffset: source.fileOffset, error: error)
      report.note(damaged)
      guard damagePolicy == .conceal else { throw .packet(damaged) }
      framesToConceal = stated
      conceal()
    }
  }

  private static func decode(
    _ place: PacketDescription, of batch: borrowing PacketBatch, with decoder: inout any PacketDecoder & ~Copyable,
    into block: inout PCMBlock
  ) throws(CodecError) {
    let bytes = batch.bytes.span.extracting(place.startOffset..<(place.startOffset + place.byteCount))
    try decoder.decode(bytes, frameCount: place.frameCount, into: &block)
  }

  /// Fills in one packet's worth of frames, and never more than the damaged packet had.
  private mutating func conceal() {
    decoder.conceal(into: &block)
    if block.frameCount > framesToConceal { block.setFrameCount(framesToConceal) }
    // A decoder that fills in nothing would never come to an end.
    framesToConceal = block.frameCount == 0 ? 0 : framesToConceal - block.frameCount
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
