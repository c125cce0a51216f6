import AudioBase

/// One track of a file that is being written.
struct OutputTrack {
  /// `track_ID`.
  var identifier: UInt32
  var kind: MediaKind
  /// `handler_type`, such as `soun`.
  var handler: FourCharacterCode
  /// Units of a second in which the track counts time.
  var timescale: UInt32
  /// ISO 639-2's three letters; empty for none.
  var language = ""
  var picture: PictureInfo?
  /// The entries of `stsd`.
  var descriptions: [DescribedStream]
  /// The entry of the samples that come next, from 1 on.
  private(set) var descriptionNumber: UInt32 = 1
  /// False where times of packets are those of another time scale than the track's, and frames tell the time.
  var takesTimings = true
  /// Which part of the media is the recording; `nil` for all of it, without saying so.
  var trimming: OutputTrimming?
  /// When the media's time 0 is presented in the movie: ``TrackInfo/presentationStart``.
  var presentationStart: Int64 = 0
  /// Samples to decode before the one wanted, or `nil`.
  var rollDistance: Int?
  /// The track that names this one's chapters.
  var chapterTrack: UInt32?
  /// Whether players are to present the track by themselves.
  var isEnabled = true
  /// How long packets last that come without a timing.
  var clock = PacketClock()
  /// The packet of a format whose packets are all alike, such as linear PCM.
  var constantPacket: TimedSample?
  /// What is known beforehand of the packets to come.
  var expectation: OutputExpectation?
  /// The whole track, or the fragment that is being collected.
  var tables = TrackTables()
  /// The bytes of the fragment that is being collected.
  var pending: [UInt8] = []

  /// Decode time of the first sample, of which the tables themselves know nothing.
  var firstDecodeTime: Int64?
  /// The earliest time of presentation, counted from the first decode time.
  var firstPresentation: Int64?
  /// The sum of the durations of all samples, those of earlier fragments included.
  private(set) var duration: Int64 = 0
  /// Samples of earlier fragments.
  private(set) var flushedCount: Int64 = 0
  private(set) var flushedByteCount: Int64 = 0
  private var largestOfAll: UInt32 = 0

  init(identifier: UInt32, kind: MediaKind, timescale: UInt32, description: DescribedStream) {
    self.identifier = identifier
    self.kind = kind
    self.timescale = timescale
    descriptions = [description]
    switch kind {
    case .audio: handler = "soun"
    case .video: handler = "vide"
    case .other: handler = SampleDescription.handler(of: description.entry.type)
    }
  }

  /// Lets the samples that come next be described by another entry.
  mutating func useDescription(_ number: UInt32, clock: PacketClock) {
    descriptionNumber = number
    self.clock = clock
    tables.useDescription(number, timescale: timescale)
  }

  /// Where in its media the track begins to be shown.
  var shownStart: Int64 { trimming?.start ?? max(0, 0 - presentationStart) }
  /// Samples of the track.
  var count: Int64 { flushedCount + tables.count }
  /// Decode time at which the fragment that is being collected begins, in the media's time scale.
  var fragmentStart: Int64 { duration - tables.duration }

  /// What an ES_Descriptor tells of the stream.
  var statistics: StreamStatistics {
    let bytes = flushedByteCount + tables.byteCount
    var rates = StreamStatistics(bufferByteCount: Int(max(largestOfAll, tables.largest)))
    if duration > 0 { rates.average = Int((Double(bytes) * 8 * Double(timescale) / Double(duration)).rounded()) }
    rates.maximum = max(rates.average, Int((tables.chunks.largestByteRate * 8).rounded(.up)))
    return rates
  }

  /// Adds one sample at `offset`.
  mutating func append(_ sample: TimedSample, at offset: Int64) throws(ContainerError) {
    try checkRoom(1)
    if firstPresentation == nil || sample.presentationOffset != 0 {
      firstPresentation = min(firstPresentation ?? .max, duration + Int64(sample.presentationOffset))
    }
    tables.append(sample, at: offset, timescale: timescale)
    duration += Int64(sample.duration)
  }

  /// Adds samples that are all alike.
  mutating func append(_ count: Int, of sample: TimedSample, at offset: Int64) throws(ContainerError) {
    try checkRoom(Int64(count))
    firstPresentation = firstPresentation ?? 0
    tables.append(count, of: sample, at: offset, timescale: timescale)
    duration += Int64(sample.duration) * Int64(count)
  }

  private func checkRoom(_ added: Int64) throws(ContainerError) {
    guard tables.count + added <= Int64(UInt32.max),
      tables.sizes.isConstant || tables.count + added <= TrackTables.maximumListedSampleCount
    else {
      throw ContainerError(.unsupported, "one index counts samples in 32 bits; fragments hold more", at: 0, in: "stsz")
    }
  }

  /// Lets what was written so far last until `decodeTime`, where the next sample begins later than the last one ends.
  mutating func closeGap(before decodeTime: Int64) {
    let first = firstDecodeTime ?? decodeTime
    firstDecodeTime = first
    let gap = decodeTime.subtractingReportingOverflow(first).partialValue.subtractingReportingOverflow(duration)
    guard !gap.overflow, gap.partialValue > 0, gap.partialValue < Int64(UInt32.max) else { return }
    // Where the last sample has been written already, the next fragment says when it begins.
    if !changeLastDuration(by: gap.partialValue), tables.count == 0, flushedCount > 0 { duration += gap.partialValue }
  }

  /// Lets the last sample last `difference` longer, as far as that is possible.
  mutating func changeLastDuration(by difference: Int64) -> Bool {
    guard tables.changeLastDuration(by: difference) else { return false }
    duration += difference
    return true
  }

  /// Forgets the samples of a fragment that has been written.
  mutating func noteFlushed() {
    flushedCount += tables.count
    flushedByteCount += tables.byteCount
    largestOfAll = max(largestOfAll, tables.largest)
    tables.removeAll()
    pending.removeAll(keepingCapacity: true)
  }
}

/// A stream of a track and the entry of `stsd` that describes it.
struct DescribedStream {
  var entry: SampleDescription
  /// The stream as its source states it, to know it again.
  var stream: CodedStream

  /// The names of chapters.
  static let chapters = DescribedStream(
    entry: .chapterText,
    stream: CodedStream(format: StreamFormat(formatID: "text", sampleRate: 0, channelsPerFrame: 0)))
}

/// What is known beforehand of the packets of a track.
struct OutputExpectation: BitwiseCopyable {
  var packetCount: Int64
  /// Bytes of all packets, `nil` where that is not known.
  var byteCount: Int64?
  /// Whether packets share the file with those of other tracks.
  var isInterleaved = false

  /// An upper bound for what the tables of the samples take, as far as it can be told.
  func tableByteCount(_ track: OutputTrack) -> Int64 {
    let count = max(0, packetCount)
    var bytes = track.constantPacket == nil ? count.saturatingMultiply(4) : 0
    let perPacket =
      track.constantPacket.map { Int64($0.duration) } ?? Int64(track.clock.framesPerPacket) * track.clock.unitsPerFrame
    var chunkCount = count
    var chunkByteCount: Int64 = 20
    if perPacket > 0 {
      let seconds = count.saturatingMultiply(perPacket) / Int64(track.timescale)
      let size =
        byteCount ?? (track.constantPacket.map { count.saturatingMultiply(Int64($0.byteCount)) } ?? seconds << 18)
      chunkCount = min(count, seconds.saturatingAdd(size / (ChunkList.maximumByteCount / 2)).saturatingAdd(4))
      if !isInterleaved { chunkByteCount = 8 }
    } else {
      bytes = bytes.saturatingAdd(count.saturatingMultiply(8))
    }
    if isInterleaved { chunkCount = min(count, max(chunkCount, count / 8 + 4)) }
    if track.kind == .video { bytes = bytes.saturatingAdd(count.saturatingMultiply(12)) }
    return bytes.saturatingAdd(chunkCount.saturatingMultiply(chunkByteCount)).saturatingAdd(128)
  }
}

/// Which part of a track's media is the recording, in the media's time scale.
struct OutputTrimming: Equatable, BitwiseCopyable {
  /// Where the recording begins.
  var start: Int64
  /// How long it is; 0 for "to the end", which only fragments may say.
  var duration: Int64
}

/// What is measured of a stream for its description.
package struct StreamStatistics: Equatable, BitwiseCopyable {
  /// Bytes of the largest packet.
  var bufferByteCount: Int
  /// The fullest second, in bits/s.
  var maximum = 0
  /// Bits/s over the whole stream.
  var average = 0

  package init(bufferByteCount: Int, maximum: Int = 0, average: Int = 0) {
    self.bufferByteCount = bufferByteCount
    self.maximum = maximum
    self.average = average
  }
}
