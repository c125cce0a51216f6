package import AudioBase
package import AudioFiles

/// Reads the packets of one track as its file holds them, with their presentation times and the frames to cut off after
/// decoding: an encoder's priming and remainder, and frames outside of the requested part.
///
/// ```swift
/// var packets = try PresentedPackets(of: media.reader, track: 0, part: PresentedPart(of: timeline))
/// var portion = PacketPortion()
/// while try packets.next(into: &portion, packetCount: 64) { use(portion.packets) }
/// ```
/// Samples that need no decoder are cut to the frame. Of all others whole packets come, for a part in the middle with
/// the packets before it that a decoder needs.
package struct PresentedPackets {
  private let track: Int
  private let info: TrackInfo
  private let timeline: TrackTimeline
  private var demultiplexer: Demultiplexer
  /// The part of the media that is presented.
  private let kept: Range<Int64>
  /// True if packets after the requested part are left out; if the whole track is requested they are included, because
  /// they belong to it.
  private let endsEarly: Bool
  /// A packet that has been read and not yet returned, whose bytes the demultiplexer still lends.
  private var held: DemultiplexedPacket?
  private var hasEnded = false

  /// Prepares to read a track.
  ///
  /// - Parameters:
  ///   - reader: The file; its own cursor stays where it is.
  ///   - track: An index into the reader's tracks.
  ///   - part: The requested part of the track.
  /// - Throws: `AudioError` if the start of the part cannot be found.
  package init(of reader: any ContainerReader, track: Int, part: PresentedPart) throws(AudioError) {
    let (timeline, range) = (part.timeline, part.range)
    self.track = track
    self.timeline = timeline
    info = reader.tracks[track]
    demultiplexer = Demultiplexer(reader, selection: [track])
    // Times are bounded so that nothing below overflows: 2^60 units are more than any file has.
    let from = min(max(0, (range?.lowerBound ?? timeline.start) &- timeline.start), 1 << 60)
    let lower = timeline.mediaStart &+ from
    var upper = timeline.duration.map { timeline.mediaStart &+ $0 } ?? Int64.max
    endsEarly = range.map { $0.upperBound < (timeline.duration.map { timeline.start &+ $0 } ?? .max) } ?? false
    if let range, range.upperBound < 1 << 60 { upper = min(upper, max(lower, range.upperBound &- timeline.offset)) }
    kept = lower..<max(lower, upper)
    if from > 0 {
      try demultiplexer.seek(to: MediaTime(value: mediaTimeToSeek(lower), timescale: timeline.timescale))
    }
  }

  /// Returns the position on the time line of the file, as its demultiplexer counts, from which packets are read: as
  /// far before the requested part as the decoder needs.
  private func mediaTimeToSeek(_ media: Int64) -> Int64 {
    let packet = info.format.framesPerPacket > 1 ? Int64(info.format.framesPerPacket) : 0
    let rate = info.format.sampleRate
    var preroll: Int64 = 0
    if info.mediaKind == .audio, packet > 0, rate > 0 {
      // AAC's packets overlap; the same holds of most formats that are transformed.
      let units = Double(packet) * Double(timeline.timescale) / rate
      preroll = (Int64(exactly: units.rounded(.up)) ?? 0) &* Int64(max(1, min(info.rollDistance ?? 1, 1 << 12)))
    }
    return max(0, media &- preroll) &+ (info.timescale > 0 ? info.presentationStart : 0)
  }

  /// Returns the stream of packets: that of the track's description, or another one if the track's stream changes.
  package func stream(of portion: PacketPortion, in reader: any ContainerReader) -> CodedStream {
    reader.streamChanges(ofTrack: track).stream(portion.streamNumber) ?? CodedStream(of: info)
  }

  /// Fills a portion with the next packets, all of one stream, and returns true if there were any.
  ///
  /// - Parameters:
  ///   - portion: Emptied first.
  ///   - packetCount: The largest number of packets; for formats whose packets are all alike the most runs.
  /// - Throws: `AudioError` if the file cannot be read further; a further call continues to the end.
  package mutating func next(
    into portion: inout PacketPortion, packetCount: Int
  ) throws(AudioError) -> Bool {
    portion.removeAll(timescale: timeline.timescale)
    while portion.packets.count < packetCount, !hasEnded {
      guard let packet = try take() else {
        hasEnded = true
        break
      }
      if portion.packets.count > 0, packet.streamNumber != portion.streamNumber {
        held = packet
        break
      }
      portion.streamNumber = packet.streamNumber
      append(packet, to: &portion)
    }
    return portion.packets.count > 0
  }

  private mutating func take() throws(AudioError) -> DemultiplexedPacket? {
    if let packet = held {
      held = nil
      return packet
    }
    do throws(AudioError) {
      return try demultiplexer.next(ofTrack: track)
    } catch {
      hasEnded = true
      throw error
    }
  }

  private mutating func append(_ packet: DemultiplexedPacket, to portion: inout PacketPortion) {
    let isSound = info.mediaKind == .audio
    let shown = isSound ? packet.timing.decodeTime : packet.timing.presentationTime
    if endsEarly, shown >= kept.upperBound {
      // Pictures are not shown in the order in which they come.
      hasEnded = isSound || packet.timing.decodeTime >= kept.upperBound
      return
    }
    if isSound, info.format.hasConstantPackets, info.format.framesPerPacket == 1 {
      return appendRun(packet, to: &portion)
    }
    var timing = packet.timing
    // A file may tell its end by the duration of the last packet, which decodes to as much as all others.
    if isSound { timing.duration = max(timing.duration, units(ofFrames: packet.frameCount)) }
    timing.decodeTime &+= timeline.offset
    portion.append(demultiplexer.packetBytes, frameCount: packet.frameCount, timing, packetCount: packet.packetCount)
    guard isSound else { return }
    let end = shown &+ timing.duration
    portion.trimAtStart &+= max(0, min(end, kept.lowerBound) &- shown)
    portion.trimAtEnd &+= max(0, end &- max(shown, kept.upperBound))
  }

  /// Returns the duration of frames, in units of the time line.
  private func units(ofFrames count: Int) -> Int64 {
    guard info.format.sampleRate > 0 else { return 0 }
    return Int64(exactly: (Double(count) * Double(timeline.timescale) / info.format.sampleRate).rounded()) ?? 0
  }

  /// Adds equal packets, without those outside the requested part.
  private mutating func appendRun(_ packet: DemultiplexedPacket, to portion: inout PacketPortion) {
    let count = Int64(packet.packetCount)
    let each = packet.timing.duration / max(1, count)
    let start = packet.timing.decodeTime
    var wanted = 0..<count
    if each > 0, each &* count == packet.timing.duration {
      let first = max(0, min(count, (kept.lowerBound &- start &+ each &- 1) / each))
      let end = kept.upperBound == .max ? count : max(first, min(count, (kept.upperBound &- start &+ each &- 1) / each))
      wanted = first..<end
    }
    guard !wanted.isEmpty else { return }
    let size = packet.byteCount / packet.packetCount
    let bytes = demultiplexer.packetBytes.extracting(
      Int(wanted.lowerBound) * size..<Int(wanted.upperBound) * size)
    let timing = PacketTiming(
      decodeTime: start &+ wanted.lowerBound &* each &+ timeline.offset, duration: each &* Int64(wanted.count))
    portion.append(
      bytes, frameCount: wanted.count * max(1, info.format.framesPerPacket), timing, packetCount: wanted.count)
  }
}
