import AudioBase

// Holds throughout: times are options of the program, not of a file; the command line and the interfaces check
// theirs.

/// The packets of one track of a file, from the packet at which decoding has to begin.
struct TrackPackets: PacketSource {
  static let liesInFile = true

  var reader: any ContainerReader
  let track: Int
  private(set) var info: TrackInfo
  private let codecs: [CodecDescriptor]
  let options: DecodeRequest
  private var hasEnded = false
  /// True if the container has determined which frames are the recording: a stream may prove longer than its header
  /// states.
  private var hasNewTable = false
  /// The number of the stream that the last packets are of, and its format.
  private(set) var streamNumber = 0
  private var format: StreamFormat
  /// Changes of the stream so far.
  private var changeCount = 0
  /// The start of the part in which decoding began: the first packet, and its first frame.
  private(set) var partStart: (packet: Int64, frame: Int64) = (0, 0)

  /// Prepares a track; ``begin(with:)`` moves to its first requested packet.
  init(_ reader: any ContainerReader, track: Int, codecs: [CodecDescriptor], options: DecodeRequest) {
    self.reader = reader
    self.track = track
    self.codecs = codecs
    self.options = options
    info = reader.tracks[track]
    format = info.format
  }

  /// The track's stream, with its first packet.
  var stream: CodedStream { CodedStream(of: reader, track: track, configuration: options.configuration) }

  /// Returns the number of frames that will be decoded, if the container states it; `nil` if the stream is known to
  /// change.
  func expectedFrameCount(for format: DecodedFormat) -> Int64? {
    guard reader.streamChanges(ofTrack: track).isEmpty else { return nil }
    let kept = makeTrimmer(rate: format.sampleRate).kept
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
    guard batch.streamNumber == streamNumber else { return .formatChanged(try change(to: batch)) }
    return .packets
  }

  /// Reads single-frame packets with a known position directly into memory, as many as fit, and returns their number: 0
  /// if they are stored differently or cannot be read.
  mutating func readFrames(into bytes: inout MutableSpan<UInt8>, bytesPerFrame: Int) -> Int {
    guard !hasEnded, var constant = reader as? any ConstantPacketReader, constant.cursor.framesPerPacket == 1,
      constant.cursor.bytesPerPacket == bytesPerFrame, let packetCount = constant.cursor.packetCount
    else { return 0 }
    let wanted = Int(min(Int64(bytes.count / bytesPerFrame), packetCount - constant.cursor.nextPacket))
    guard wanted > 0 else { return 0 }
    do throws(ContainerError) {
      var part = bytes._mutatingExtracting(0..<(wanted * bytesPerFrame))
      let got = try constant.source.read(at: constant.cursor.position, into: &part) / bytesPerFrame
      try constant.cursor.seek(toPacket: constant.cursor.nextPacket + Int64(got))
      reader = constant
      return got
    } catch {
      return 0
    }
  }

  /// Records that packets are of another stream, and returns that stream.
  mutating func change(to batch: borrowing PacketBatch) throws(ContainerError) -> CodedStream {
    let place = batch.fileOffsets.first ?? 0
    guard changeCount < ResourceLimits().streamChangeCount else {
      throw ContainerError(
        .limitExceeded, "the packets change to another stream more often than the limit allows", at: place)
    }
    changeCount += 1
    streamNumber = batch.streamNumber
    var stream = CodedStream(of: info, configuration: options.configuration)
    if streamNumber != 0 {
      guard let other = reader.streamChanges(ofTrack: track).stream(streamNumber) else {
        throw ContainerError(.invalidState, "the container tells the stream of its packets", at: place)
      }
      stream = other
    }
    stream.firstPacket = Array(batch.packet(0))
    format = stream.format
    return stream
  }

  mutating func skipRest() { hasEnded = true }

  func makeDecoder(for stream: CodedStream) throws(AudioError) -> any PacketDecoder & ~Copyable {
    var selection = DecoderSelection(codecs, options)
    // A configuration from outside stands for that of the first stream.
    if streamNumber > 0 { selection.configuration = nil }
    return try selection.makeDecoder(for: stream)
  }

  mutating func begin<Sample: AudioSample>(
    with decoder: consuming any PacketDecoder & ~Copyable
  ) throws(AudioError) -> DecodingStage<Sample> {
    let format = decoder.format
    var trimmer = makeTrimmer(rate: format.sampleRate)
    // A track that is read whole starts at its first packet, so that a decoder's history is never cut.
    let beginsLater = options.start > 0 || (options.stretch?.lowerBound ?? 0) > 0
    guard beginsLater else {
      return DecodingStage<Sample>(decoder, trimmer: trimmer, damagePolicy: options.damagePolicy)
    }
    var decoder = decoder
    if reader.streamChanges(ofTrack: track).isEmpty { try seekInFirstStream(decoder, &trimmer) }
    if !reader.streamChanges(ofTrack: track).isEmpty {
      // Known before, or found while reading.
      trimmer = makeTrimmer(rate: format.sampleRate)
      decoder = try seekOverChanges(from: decoder, &trimmer)
    }
    let hasMoved = trimmer.position > partStart.frame
    let trust = hasMoved ? SeekTrust(Self.history(of: decoder), options.seeking) : nil
    var stage = DecodingStage<Sample>(decoder, trimmer: trimmer, damagePolicy: options.damagePolicy)
    stage.trust = trust
    stage.countOnlyKept()
    if streamNumber != 0 { stage.noteFormat() }
    return stage
  }

  /// Moves to the pre-roll of the first requested frame, in a track whose packets are of one stream.
  private mutating func seekInFirstStream(
    _ decoder: borrowing any PacketDecoder & ~Copyable, _ trimmer: inout Trimmer
  ) throws(AudioError) {
    guard try Self.maySeek(decoder.history, options.seeking) else { return }
    let target = SeekTarget(
      frame: trimmer.kept.lowerBound, framesPerPacket: decoder.format.framesPerPacket,
      prerollPacketCount: prerollPacketCount(of: decoder), canBegin: decoder.canBegin)
    try raising { () throws(ContainerError) in
      trimmer.move(to: try seek(target))
    }
  }

  static func history(of decoder: borrowing any PacketDecoder & ~Copyable) -> DecoderHistory { decoder.history }

  /// Returns the number of packets to decode before the first requested packet.
  func prerollPacketCount(of decoder: borrowing any PacketDecoder & ~Copyable) -> Int {
    max(
      Self.prerollPacketCount(decoder.prerollPacketCount, decoder.history, options.seeking),
      Self.rollDistance(of: info))
  }

  /// Begins with the packet and the frame of a part.
  mutating func begin(part packet: Int64, frame: Int64) { partStart = (packet, frame) }

  /// Keeps the findings of a container while its packets were read.
  mutating func adjust(_ trimmer: inout Trimmer, decodedRate: Double) {
    guard hasNewTable else { return }
    hasNewTable = false
    let position = trimmer.position
    trimmer = makeTrimmer(rate: decodedRate)
    trimmer.move(to: position)
  }

  private func makeTrimmer(rate: Double) -> Trimmer {
    // Frames of the first stream; where the stream changes they are rescaled.
    var trimmer = Trimmer(options.trimming == .packetTable ? info.packetTable : nil, decodedRate: rate)
    // The end by one rate is not that by others, to a frame.
    if info.packetTable?.remainderFrames == 0, !reader.streamChanges(ofTrack: track).isEmpty { trimmer.openEnd() }
    options.narrow(&trimmer, rate: rate)
    return trimmer
  }

  /// Returns the number of frames that a packet decodes to, based on its duration in the container.
  ///
  /// A decoder returns whole coded frames, whatever the container states for the last packet. A packet holds several of
  /// them only where the container has a constant duration of which this one is a multiple, as in ADTS; without a
  /// constant, durations state times, not numbers of frames. Linear PCM has as many as stated. Spectral band
  /// replication doubles the frames without the container's knowledge.
  func frameCount(of packet: PacketDescription, decodedFramesPerPacket decoded: Int) -> Int {
    guard packet.frameCount > 0, packet.frameCount <= PacketLimits.maximumFrameCount, decoded > 0 else {
      return max(decoded, 1)
    }
    guard decoded > 1 else { return packet.frameCount }
    if format.durationsAreStated(besides: decoded) { return packet.frameCount }
    let constant = format.framesPerPacket
    guard constant > 0 else { return decoded }
    let codedFrames = (packet.frameCount + constant / 2) / constant
    return max(1, min(codedFrames, PacketLimits.maximumFrameCount / decoded)) * decoded
  }

  /// Returns to the first packet of the stream in which decoding began.
  mutating func rewind() throws(ContainerError) -> Int64 {
    hasEnded = false
    try reader.seek(toPacket: partStart.packet, ofTrack: track)
    return partStart.frame
  }
}

extension StreamFormat {
  /// Returns true if the container's durations are those of the decoder's output, and the only source for them: packets
  /// that state their own length, and do not all have as many frames as the decoder may return. A file of Vorbis may
  /// have short blocks alone, all alike; no other number of frames follows from that.
  func durationsAreStated(besides decodedFramesPerPacket: Int) -> Bool {
    statesPacketDurations && framesPerPacket != decodedFramesPerPacket
  }
}
