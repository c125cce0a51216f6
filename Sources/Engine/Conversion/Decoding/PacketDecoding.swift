import AudioBase

/// The result of a step of decoding.
enum DecodingStep {
  /// The stage's block holds frames; this non-empty range of them is kept.
  case frames(Range<Int>)
  /// The format of the next frames may differ.
  case formatChanged
  /// More packets are needed.
  case starved
  /// All frames have been returned.
  case ended
}

/// A source and its decoder: packets drawn, decoded, concealed and trimmed into samples of a precision.
struct PacketDecoding<Source: PacketSource & ~Copyable, Sample: AudioSample>: ~Copyable {
  /// The source of the packets.
  var source: Source
  /// The decoder, and the frames of the last packet.
  var stage: DecodingStage<Sample>
  private var batch = PacketBatch()
  /// The packet of the batch that is decoded next.
  private var index = 0
  /// The event that the source returned while the decoder waited for a packet, to be handled once losses are concealed.
  private var drawn: Result<SourceEvent, ContainerError>?
  /// The next stream, once the decoder's last frames have been returned.
  private var nextStream: CodedStream?
  /// The error after which decoding cannot continue, repeated in each call; `nil` if only packets have failed.
  private var failure: AudioError?

  /// Begins decoding with a decoder of the source's first stream.
  init(
    _ source: consuming Source, with decoder: consuming any PacketDecoder & ~Copyable
  ) throws(AudioError) {
    stage = try source.begin(with: decoder)
    stage.isAccountedByFile = Source.liesInFile
    self.source = source
  }

  /// Decodes until there are frames to return, or an event has to be handled first.
  ///
  /// - Throws: `AudioError` for a packet, after which the next call continues; any other error
  ///   again in each call.
  mutating func next() throws(AudioError) -> DecodingStep {
    if let failure { throw failure }
    do throws(AudioError) { return try step() } catch { throw noted(error) }
  }

  private mutating func step() throws(AudioError) -> DecodingStep {
    while true {
      if let stream = nextStream {
        if let step = try change(to: stream) { return step }
        continue
      }
      if Source.liesInFile, stage.isFinished {
        forgetBatch()
        source.skipRest()
      } else if let filled = concealNext() {
        if filled.isEmpty { continue }
        return .frames(filled)
      }
      guard drawn == nil, index < batch.count else {
        if let step = try load() { return step }
        continue
      }
      let kept = try decodePacket()
      if !kept.isEmpty { return .frames(kept) }
    }
  }

  /// Decodes until there are frames to return, and returns their range in the stage's block; `nil` at the end.
  mutating func nextFrames() throws(AudioError) -> Range<Int>? {
    while true {
      switch try next() {
      case .frames(let kept): return kept
      case .formatChanged: continue
      case .starved, .ended: return nil
      }
    }
  }

  /// Returns the bytes of the next frames that are kept, as they are in the batch: for linear PCM in a stream that does
  /// not change; empty at the end. Used in place of ``next()``.
  ///
  /// - Parameter bytesPerFrame: The number of bytes per frame of all channels.
  mutating func nextUndecoded(bytesPerFrame: Int) throws(AudioError) -> Range<Int> {
    if let failure { throw failure }
    do throws(AudioError) { return try passNext(bytesPerFrame) } catch { throw noted(error) }
  }

  private mutating func passNext(_ bytesPerFrame: Int) throws(AudioError) -> Range<Int> {
    while true {
      if stage.isFinished {
        forgetBatch()
        source.skipRest()
      }
      guard index < batch.count else {
        if try load() != nil { return 0..<0 }
        continue
      }
      let place = batch.descriptions[index]
      index += 1
      let kept = stage.passUndecoded(frameCount: place.byteCount / bytesPerFrame)
      guard kept.isEmpty else {
        let start = place.startOffset + kept.lowerBound * bytesPerFrame
        return start..<(start + kept.count * bytesPerFrame)
      }
    }
  }

  /// True if no packet from the source is waiting.
  private var hasDrawnNothing: Bool { index >= batch.count && nextStream == nil }

  /// The bytes of the packets that were drawn last.
  var batchBytes: [UInt8] { batch.bytes }

  /// The number of frames of packets that have been drawn and not decoded, minus those that a decoder with look-ahead
  /// will hold back.
  var drawnFrameCount: Int {
    var count = -stage.silentFrameCount
    for place in batch.descriptions.dropFirst(index) {
      count += source.frameCount(of: place, decodedFramesPerPacket: stage.format.framesPerPacket)
    }
    return count
  }

  /// The result of decoding the recording so far.
  var report: DecodingReport { source.report(stage.report) }

  /// Clears the packets that were read ahead, and the decoder's memory.
  mutating func reset(trimmer: Trimmer) {
    forgetBatch()
    (nextStream, failure) = (nil, nil)
    stage.reset(trimmer: trimmer)
  }

  /// Records an error after which nothing can be read, and discards a partially filled batch.
  private mutating func noted(_ error: AudioError) -> AudioError {
    if error.stage == .packet { return error }
    forgetBatch()
    (nextStream, failure) = (nil, error)
    return error
  }

  /// Reads packets, and returns the step that must be done before they can be decoded.
  private mutating func load() throws(AudioError) -> DecodingStep? {
    let event: SourceEvent
    do throws(ContainerError) {
      event = try draw()
    } catch {
      guard stage.damagePolicy == .conceal, error.kind != .inputOutput, stage.report.packetCount > 0 else {
        throw .container(error)
      }
      stage.noteEarlyEnd(.container(error))
      // The part of a batch read before it failed is not a packet.
      forgetBatch()
      source.skipRest()
      return nil
    }
    switch event {
    case .packets: adjustTrimmer()
    case .lost(let count, let following):
      adjustTrimmer()
      stage.lose(packetCount: count, before: following)
    case .formatChanged(let stream):
      nextStream = stream
      if let kept = stage.giveHeld(), !kept.isEmpty { return .frames(kept) }
    case .starved: return .starved
    case .ended:
      if let kept = stage.giveHeld(), !kept.isEmpty { return .frames(kept) }
      if Source.liesInFile { try stage.checkEnd() }
      return .ended
    }
    return nil
  }

  /// Returns the source's next event, or the one that was read ahead.
  private mutating func draw() throws(ContainerError) -> SourceEvent {
    if let drawn {
      self.drawn = nil
      return try drawn.get()
    }
    forgetBatch()
    return try source.next(into: &batch)
  }

  /// Conceals missing frames, with the help of the next packet where the decoder uses that and it is available.
  private mutating func concealNext() -> Range<Int>? {
    guard stage.wantsNextPacket else { return stage.concealNext() }
    if index >= batch.count, drawn == nil { drawAhead() }
    guard drawn == nil, index < batch.count else { return stage.concealNext() }
    return stage.concealNext(before: index, of: batch)
  }

  /// Reads ahead in the source while frames are still to be concealed.
  private mutating func drawAhead() {
    forgetBatch()
    do throws(ContainerError) {
      let event = try source.next(into: &batch)
      switch event {
      case .packets: adjustTrimmer()
      // More may have come when it is asked again.
      case .starved: break
      default: drawn = .success(event)
      }
    } catch {
      forgetBatch()
      drawn = .failure(error)
    }
  }

  /// Continues with the decoder of another stream; returns `nil` if the recording ends before it.
  private mutating func change(to stream: CodedStream) throws(AudioError) -> DecodingStep? {
    nextStream = nil
    do throws(AudioError) {
      try source.change(&stage, to: source.makeDecoder(for: stream))
    } catch {
      try endBefore(error)
      return nil
    }
    stage.isAccountedByFile = Source.liesInFile
    return .formatChanged
  }

  /// Lets the source update the kept frames, counted from the packet that it returns next.
  private mutating func adjustTrimmer() {
    let position = stage.trimmer.position
    // Held and concealed frames lie before that.
    let frames = stage.heldFrameCount + stage.framesToConceal
    guard frames > 0 else { return source.adjust(&stage.trimmer, decodedRate: stage.format.sampleRate) }
    stage.trimmer.move(to: position &+ Int64(frames))
    source.adjust(&stage.trimmer, decodedRate: stage.format.sampleRate)
    stage.trimmer.move(to: position)
  }

  /// Ends a recording that continues as a stream that cannot be decoded: with tolerant handling of damage, everything
  /// before it is kept, and the report has the reason for the missing rest.
  private mutating func endBefore(_ error: AudioError) throws(AudioError) {
    guard [.decoder, .configuration].contains(error.stage), Source.liesInFile, !source.isBetweenRecordings,
      stage.damagePolicy == .conceal, stage.report.packetCount > 0
    else { throw error }
    let isUnknown = error.stage == .decoder
    let rule = isUnknown ? "the stream changes, and there is no decoder for what it changes to" : error.rule
    var end = AudioError(.unsupported, .container, rule)
    end.place.byte = batch.fileOffsets.first ?? 0
    stage.noteEarlyEnd(end)
    forgetBatch()
    source.skipRest()
  }

  private mutating func forgetBatch() {
    drawn = nil
    batch.removeAll(nextPacket: 0)
    index = 0
  }

  /// Decodes the next packet of the batch and returns the frames to return to the caller.
  private mutating func decodePacket() throws(AudioError) -> Range<Int> {
    let before = stage.trust == nil ? nil : (trimmer: stage.trimmer, report: stage.report)
    let stated = source.frameCount(
      of: batch.descriptions[index], decodedFramesPerPacket: stage.format.framesPerPacket)
    index += 1
    let kept = try stage.decode(index - 1, of: batch, stated: stated)
    guard let before, let reason = stage.doubt(ofFramesFrom: before.trimmer.kept.lowerBound) else { return kept }
    guard stage.trust?.mayRestart == true else { throw .needsHistory(reason) }
    forgetBatch()
    let first = try raising { () throws(ContainerError) in try source.rewind() }
    stage.restart(before.trimmer, before.report, fromFrame: first)
    return 0..<0
  }
}

extension PacketDecoding where Source == TrackPackets {
  /// Reads kept frames of linear PCM directly from the file into memory, if no packets wait that were read ahead, and
  /// returns their number. If there are fewer than fit, ``nextUndecoded(bytesPerFrame:)`` continues, and throws errors.
  mutating func readUndecoded(into bytes: inout MutableSpan<UInt8>, bytesPerFrame: Int) -> Int {
    let (kept, position) = (stage.trimmer.kept, stage.trimmer.position)
    guard hasDrawnNothing, position >= kept.lowerBound, position < kept.upperBound else { return 0 }
    let room = Int(min(Int64(bytes.count / bytesPerFrame), kept.upperBound - position))
    var part = bytes._mutatingExtracting(0..<(room * bytesPerFrame))
    let count = source.readFrames(into: &part, bytesPerFrame: bytesPerFrame)
    _ = stage.passUndecoded(frameCount: count)
    return count
  }
}
