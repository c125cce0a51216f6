package import AudioBase
package import AudioConversion
import AudioFiles

/// A track of a file that is being assembled: its input, until the file takes it.
///
/// A feed takes packets as they are, or samples that it encodes. It is used from one thread at a time.
package final class TrackFeed {
  /// The properties of the track in the new file. `TrackInfo.presentationStart` is set when the file begins.
  package private(set) var info: TrackInfo
  /// Packets that have not been written yet.
  var pending = PacketBatch()
  /// The encoder of samples; `nil` if packets are copied.
  let encoding: SampleEncoding?
  /// The time at which the media's time 0 is presented, counted from the start of the session in units of
  /// ``timescale``; with an encoder, before its priming.
  private(set) var origin: Int64
  /// The number of decoded units at the start that are not presented.
  private(set) var leading: Int64 = 0
  /// The number of decoded units at the end that are not presented.
  private(set) var trailing: Int64 = 0
  /// The number of units of all packets so far.
  private(set) var mediaDuration: Int64 = 0
  /// The end of the session, from its start, in units of ``timescale``; `nil` if it is open.
  package var sessionEnd: Int64?
  private(set) var hasEnded = false
  /// True if no packets have come.
  package private(set) var isEmpty = true

  /// Prepares to take packets.
  ///
  /// - Parameters:
  ///   - info: The format with its cookie and layout, or the sample entry of a track without audio;
  ///     `TrackInfo.timescale` must be set.
  ///   - origin: The time at which the first packet is presented, counted from the start of the session in units of
  ///     that time scale.
  package init(packets info: TrackInfo, origin: Int64) {
    self.info = info
    self.origin = origin
    encoding = nil
  }

  /// Prepares to encode samples.
  ///
  /// - Parameters:
  ///   - input: Linear PCM, as it arrives.
  ///   - output: The packets to make.
  ///   - delay: The presentation time of the first sample, counted from the start of the session, in seconds; samples
  ///     before it are dropped.
  ///   - codecs: Encoders to choose from.
  package init(
    samples input: CodedStream, as output: PacketRequest, delay: Double, codecs: [CodecDescriptor]
  ) throws(AudioError) {
    let encoding = try SampleEncoding(from: input, to: output, skipping: max(0, -delay), codecs: codecs)
    info = TrackInfo(format: encoding.output.format, cookie: encoding.output.cookie)
    info.layout = encoding.output.layout
    info.timescale = Self.timescale(of: encoding.output.format)
    let units = Int64(exactly: (max(0, delay) * Double(info.timescale)).rounded()) ?? 0
    leading = Int64(encoding.primingFrames) * Self.unitsPerFrame(info)
    origin = units &- leading
    self.encoding = encoding
  }

  /// Returns the time scale for sound of a format: its rate, or a thousand times that if it is not a whole number.
  package static func timescale(of format: StreamFormat) -> Int {
    let rate = format.sampleRate
    let scale = rate == rate.rounded() ? rate : (rate * 1000).rounded()
    return Int(exactly: scale) ?? 0
  }

  private static func unitsPerFrame(_ info: TrackInfo) -> Int64 {
    info.format.sampleRate > 0 && Double(info.timescale) > info.format.sampleRate ? 1000 : 1
  }

  /// The number of time units per second.
  package var timescale: Int { info.timescale }

  /// The time that the track has reached, in seconds from the start of the session.
  package var reachedSeconds: Double {
    let media = Double(mediaDuration) / Double(max(1, timescale))
    let units = encoding.map { Double($0.takenFrames) / $0.inputRate } ?? media
    let start = encoding == nil ? origin : origin &+ leading
    return units + Double(start) / Double(max(1, timescale))
  }

  /// Sets a program's settings for the track: its language and its display.
  package func describe(_ change: (inout TrackInfo) -> Void) { change(&info) }

  // MARK: Coming in

  /// Adds packets.
  ///
  /// - Parameters:
  ///   - packets: With a timing for each, whose durations count; of formats whose packets are all alike any number in
  ///     one entry.
  ///   - trimAtStart: Decoded units at their start that are not presented.
  ///   - trimAtEnd: Decoded units at their end that are not presented.
  package func append(_ packets: PacketBatch, trimAtStart: Int64 = 0, trimAtEnd: Int64 = 0) {
    let isSound = info.mediaKind == .audio
    for index in 0..<packets.count {
      var timing = index < packets.timings.count ? packets.timings[index] : PacketTiming(decodeTime: 0, duration: 0)
      timing.decodeTime = mediaDuration
      pending.append(packets.packet(index), frameCount: packets.descriptions[index].frameCount)
      pending.timings.append(timing)
      mediaDuration &+= timing.duration
    }
    isEmpty = isEmpty && packets.count == 0
    guard isSound else { return }
    // Frames left out at the start must precede everything else.
    if leading &+ trimAtStart <= mediaDuration { leading &+= trimAtStart }
    trailing = trimAtEnd
  }

  /// Adds samples, and encodes them as far as possible.
  ///
  /// - Parameters:
  ///   - bytes: Whole frames; where channels have their own buffers, these follow each other.
  ///   - frameCount: The number of frames.
  package func append(_ bytes: Span<UInt8>, frameCount: Int) throws(AudioError) {
    guard let encoding else { return }
    isEmpty = isEmpty && frameCount == 0
    try encoding.append(bytes, frameCount: frameCount)
    try encoding.takePackets { batch in note(batch) }
  }

  /// Inserts silence before all samples, for files that cannot state a later start of a track. Call it before the first
  /// samples.
  ///
  /// - Throws: `ErrorKind.unsupported` if that would be longer than an hour.
  package func startWithSilence() throws(AudioError) {
    let delay = origin &+ leading
    guard let encoding, delay > 0 else { return }
    let frames = (Double(delay) / Double(max(1, timescale)) * encoding.inputRate).rounded()
    guard frames <= Self.longestSilence * encoding.inputRate, let count = Int(exactly: frames) else {
      throw .container(
        ContainerError(.unsupported, "no more than an hour of silence stands in front of a track", at: 0))
    }
    try encoding.prependSilence(frameCount: count)
    origin = 0 &- leading
  }

  /// The longest silence, in seconds, that is written for a late start in a file type that cannot state it.
  private static let longestSilence = 3600.0

  /// Ends the input.
  package func end() throws(AudioError) {
    guard !hasEnded else { return }
    hasEnded = true
    guard let encoding else { return }
    encoding.end()
    try encoding.takePackets { batch in note(batch) }
    if let table = encoding.packetTable {
      leading = table.primingFrames * Self.unitsPerFrame(info)
      trailing = table.remainderFrames * Self.unitsPerFrame(info)
      // The last packet of some encoders is shorter than the others.
      mediaDuration = leading &+ trailing &+ table.validFrames * Self.unitsPerFrame(info)
    }
    if let cookie = encoding.cookie { info.cookie = cookie }
  }

  /// Keeps packets that an encoder has made.
  private func note(_ batch: borrowing PacketBatch) {
    let format = info.format
    let units = Self.unitsPerFrame(info)
    for index in 0..<batch.count {
      let place = batch.descriptions[index]
      let frames =
        format.hasConstantPackets
        ? place.byteCount / format.bytesPerPacket * format.framesPerPacket
        : place.frameCount > 0 ? place.frameCount : format.framesPerPacket
      pending.append(batch.packet(index), frameCount: place.frameCount)
      pending.timings.append(PacketTiming(decodeTime: mediaDuration, duration: Int64(frames) * units))
      mediaDuration &+= Int64(frames) * units
    }
  }

  // MARK: Going out

  /// The number of decoded units at the start that are not presented, including those before the session.
  var hiddenAtStart: Int64 { min(mediaDuration, max(leading, 0 &- origin)) }

  /// The decoded units at the end that are not presented, including those after the session.
  var hiddenAtEnd: Int64 {
    let beyond = sessionEnd.map { max(0, origin &+ mediaDuration &- $0) } ?? 0
    return min(mediaDuration &- hiddenAtStart, max(trailing, beyond))
  }

  /// The frames of the packets that are the recording, in units of ``timescale``.
  var packetTable: PacketTable {
    let (start, end) = (hiddenAtStart, hiddenAtEnd)
    return PacketTable(
      primingFrames: start, validFrames: mediaDuration &- start &- end, remainderFrames: end,
      timescale: Double(timescale))
  }

  /// The properties of this track for a file of several tracks.
  var placedInfo: TrackInfo {
    var placed = info
    placed.presentationStart = origin
    placed.packetTable = nil
    return placed
  }
}
