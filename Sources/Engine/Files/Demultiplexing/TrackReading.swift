import AudioBase

/// The packets of one track in order, from a reused batch.
struct TrackReading {
  let track: Int
  private let info: TrackInfo
  private let timescale: Int
  /// The format of the batch's packets, and the number of the stream that says so.
  private var format: StreamFormat
  private var streamNumber = 0
  private var batch = PacketBatch()
  private var index = -1
  /// The number of the packet after the current one.
  private var nextNumber: Int64 = 0
  /// The decode time of that packet, where packets carry no timing.
  private var nextTime: Int64 = 0
  /// True if the track has ended, normally or by an error.
  private(set) var hasEnded = false
  /// The next packet, `nil` before the first read and at the end.
  private(set) var current: DemultiplexedPacket?

  init(_ track: Int, _ info: TrackInfo) {
    self.track = track
    self.info = info
    format = info.format
    // Containers without a time scale count frames.
    timescale = info.timescale > 0 ? info.timescale : max(1, Int(exactly: info.format.sampleRate.rounded()) ?? 1)
  }

  /// The bytes of the current packet, as a range of the batch's bytes.
  var range: Range<Int> {
    guard index >= 0, index < batch.count else { return 0..<0 }
    let place = batch.descriptions[index]
    return place.startOffset..<(place.startOffset + place.byteCount)
  }

  /// Hands the bytes of the batch out, or takes them back.
  mutating func exchangeBytes(with bytes: inout [UInt8]) { swap(&batch.bytes, &bytes) }

  /// True if the next ``advance(_:)`` has to read from the file.
  var needsRead: Bool { index + 1 >= batch.count }

  /// Makes the next packet the current one.
  mutating func advance(_ reader: inout any ContainerReader) throws(ContainerError) {
    guard !hasEnded else { return current = nil }
    index += 1
    if index >= batch.count {
      current = nil
      do throws(ContainerError) {
        hasEnded = try !reader.readPackets(ofTrack: track, into: &batch) || batch.count == 0
      } catch {
        hasEnded = true
        throw error
      }
      guard !hasEnded else { return }
      if batch.streamNumber != streamNumber {
        streamNumber = batch.streamNumber
        format = reader.streamChanges(ofTrack: track).stream(streamNumber)?.format ?? info.format
      }
      index = 0
      nextNumber = batch.firstPacket
    }
    current = packet()
  }

  private mutating func packet() -> DemultiplexedPacket {
    let place = batch.descriptions[index]
    let count = format.hasConstantPackets ? max(1, place.byteCount / format.bytesPerPacket) : 1
    let frames = place.frameCount > 0 ? place.frameCount : format.framesPerPacket * count
    var timing = PacketTiming(decodeTime: nextTime, duration: duration(frames))
    if batch.timings.count == batch.count { timing = batch.timings[index] }
    let packet = DemultiplexedPacket(
      track: track, number: nextNumber, packetCount: count,
      fileOffset: index < batch.fileOffsets.count ? batch.fileOffsets[index] : 0, byteCount: place.byteCount,
      frameCount: frames, streamNumber: streamNumber, timing: timing, timescale: timescale,
      presentationStart: info.presentationStart)
    nextNumber &+= Int64(count)
    nextTime = timing.decodeTime &+ timing.duration
    return packet
  }

  /// Returns the duration of frames in units of the time scale.
  private func duration(_ frames: Int) -> Int64 {
    // Only streams after the first have another rate than the one by which a container without a time scale counts.
    guard streamNumber != 0, info.timescale == 0, format.sampleRate > 0 else { return Int64(frames) }
    return Int64(exactly: (Double(frames) * Double(timescale) / format.sampleRate).rounded()) ?? Int64(frames)
  }

  /// Prepares to read from another packet on, whose decode time is used if packets carry none.
  mutating func restart(at packet: Int64, decodeTime: Int64) {
    index = -1
    batch.removeAll(nextPacket: packet)
    nextNumber = packet
    nextTime = decodeTime
    current = nil
    hasEnded = false
  }

  /// Returns a time of the shared time line in the track's media.
  func mediaTime(_ time: MediaTime) -> Int64 {
    let units = time.units(of: Int64(timescale))
    let (difference, overflow) = units.subtractingReportingOverflow(info.presentationStart)
    return overflow ? (units < 0 ? 0 : .max) : max(0, difference)
  }

  /// Returns the frame at a media time, counted like ``ContainerReader/locate(_:ofTrack:)``.
  func frame(at mediaTime: Int64) -> Int64 {
    guard info.mediaKind == .audio, info.timescale > 0, info.format.sampleRate > 0 else { return mediaTime }
    let rate = info.format.sampleRate
    guard rate != Double(timescale) else { return mediaTime }
    return Int64(exactly: (Double(mediaTime) * rate / Double(timescale)).rounded(.down)) ?? .max
  }
}
