import AudioBase

/// A track of a file that is being written.
struct OutputTrack {
  /// `track_ID`.
  var identifier: UInt32
  var kind: MediaKind
  /// `handler_type`, such as `soun`.
  var handler: FourCharacterCode
  /// The time scale of the track, in units per second.
  var timescale: UInt32
  /// The language, as three letters of ISO 639-2; empty if there is none.
  var language = ""
  var picture: PictureInfo?
  /// The entries of `stsd`.
  var descriptions: [DescribedStream]
  /// The sample description of the next samples, counted from 1.
  private(set) var descriptionNumber: UInt32 = 1
  /// False if the times of packets are in another time scale than the track's; times are then counted by frames.
  var takesTimings = true
  /// The part of the media that is the recording; `nil` if it is all of it and this is not to be stated.
  var trimming: OutputTrimming?
  /// The presentation time of the media's time 0 in the movie: ``TrackInfo/presentationStart``.
  var presentationStart: Int64 = 0
  /// The number of samples to decode before a seek target, or `nil`.
  var rollDistance: Int?
  /// The bits of a packet's first byte that are all set if decoding can begin there: for USAC, whose packets show it
  /// themselves. `nil` if the packets' timings show it.
  var entryMask: UInt8?
  /// The track that names this one's chapters.
  var chapterTrack: UInt32?
  /// True if players are to present the track by themselves.
  var isEnabled = true
  /// The durations of packets without a timing.
  var clock = PacketClock()
  /// The packet of a format with equal packets, such as linear PCM.
  var constantPacket: TimedSample?
  /// The properties of the packets to come that are known beforehand.
  var expectation: OutputExpectation?
  /// The whole track, or the fragment that is being collected.
  var tables = TrackTables()
  /// The bytes of the fragment that is being collected.
  var pending: [UInt8] = []

  /// The decode time of the first sample, which the tables themselves do not record.
  var firstDecodeTime: Int64?
  /// The earliest time of presentation, counted from the first decode time.
  var firstPresentation: Int64?
  /// The total duration of all samples, including those of earlier fragments.
  private(set) var duration: Int64 = 0
  /// The number of samples of earlier fragments.
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

  /// Declares that the samples that follow are described by another entry.
  mutating func useDescription(_ number: UInt32, clock: PacketClock) {
    descriptionNumber = number
    self.clock = clock
    tables.useDescription(number, timescale: timescale)
  }

  /// The place in its media at which the track begins to be shown.
  var shownStart: Int64 { trimming?.start ?? max(0, 0 - presentationStart) }
  /// The number of samples of the track.
  var count: Int64 { flushedCount + tables.count }
  /// The decode time at which the fragment in progress begins, in the media's time scale.
  var fragmentStart: Int64 { duration - tables.duration }

  /// The statistics of the stream for an ES_Descriptor.
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

  /// Extends the samples so far until `decodeTime` if the next sample begins after the end of the last one.
  mutating func closeGap(before decodeTime: Int64) {
    let first = firstDecodeTime ?? decodeTime
    firstDecodeTime = first
    let gap = decodeTime.subtractingReportingOverflow(first).partialValue.subtractingReportingOverflow(duration)
    guard !gap.overflow, gap.partialValue > 0, gap.partialValue < Int64(UInt32.max) else { return }
    // Where the last sample has been written already, the next fragment says when it begins.
    if !changeLastDuration(by: gap.partialValue), tables.count == 0, flushedCount > 0 { duration += gap.partialValue }
  }

  /// Lengthens the last sample by `difference`, if that is possible.
  mutating func changeLastDuration(by difference: Int64) -> Bool {
    guard tables.changeLastDuration(by: difference) else { return false }
    duration += difference
    return true
  }

  /// Clears the samples of a fragment that has been written.
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
  /// The stream as stated by its source, for recognising it again.
  var stream: CodedStream

  /// The names of chapters.
  static let chapters = DescribedStream(
    entry: .chapterText,
    stream: CodedStream(format: StreamFormat(formatID: "text", sampleRate: 0, channelsPerFrame: 0)))
}

/// The properties of a track's packets that are known beforehand.
struct OutputExpectation: BitwiseCopyable {
  var packetCount: Int64
  /// The number of bytes of all packets, `nil` if that is not known.
  var byteCount: Int64?
  /// True if packets share the file with those of other tracks.
  var isInterleaved = false

  /// Returns an upper bound for the size of the samples' tables, based on the known packets.
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

/// The part of a track's media that is the recording, in the media's time scale.
struct OutputTrimming: Equatable, BitwiseCopyable {
  /// The start of the recording.
  var start: Int64
  /// The duration; 0 for "to the end", which only fragments may state.
  var duration: Int64
}

/// The statistics of a stream that its description states.
package struct StreamStatistics: Equatable, BitwiseCopyable {
  /// The number of bytes of the largest packet.
  var bufferByteCount: Int
  /// The fullest second, in bits/s.
  var maximum = 0
  /// The average over the whole stream, in bits/s.
  var average = 0

  package init(bufferByteCount: Int, maximum: Int = 0, average: Int = 0) {
    self.bufferByteCount = bufferByteCount
    self.maximum = maximum
    self.average = average
  }
}
