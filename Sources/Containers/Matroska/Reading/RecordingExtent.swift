import AudioBase

/// The frames of a track that are the recording, by `CodecDelay` and `DiscardPadding` (RFC 9559, 5.1.3 and 5.1.4.1).
struct RecordingExtent {
  /// The decoded frames before the recording.
  let primingFrames: Int64
  /// The rate in which frames are counted: with SBR, the doubled output rate, because priming need not be a whole
  /// number of the core's frames.
  private let rate: Double
  /// The number of counted frames per frame of the packets.
  private let scale: Int64
  private let framesPerPacket: Int64
  private let isAlwaysTold: Bool

  /// Determines the extent from the track's own statements.
  ///
  /// - Parameter firstFrameCount: The number of frames of the first packet, which is not heard in Vorbis.
  init(_ track: TrackEntry, _ mapping: SoundMapping, firstFrameCount: Int64) {
    let doubled = track.outputSampleRate == 2 * mapping.format.sampleRate
    scale = doubled ? 2 : 1
    rate = mapping.format.sampleRate * Double(scale)
    framesPerPacket = Int64(mapping.format.framesPerPacket) * scale
    var delay = RecordingExtent.frames(track.codecDelay, rate: rate)
    if delay == 0, let preSkip = mapping.preSkip { delay = Int64(preSkip) }
    switch mapping.durations {
    case .vorbis: (primingFrames, isAlwaysTold) = (delay + firstFrameCount, true)
    case .opus, .flac, .appleLossless, .wavPack: (primingFrames, isAlwaysTold) = (delay, true)
    case .constant, .fixed, .dts, .untold: (primingFrames, isAlwaysTold) = (delay, false)
    }
  }

  /// Returns the nanoseconds as frames, to the nearest one; sums stay below 2^50.
  static func frames(_ nanoseconds: UInt64, rate: Double) -> Int64 {
    Int64(saturating: min((Double(nanoseconds) * rate / 1e9).rounded(), 0x1p50))
  }

  /// Returns the table of a track whose packets have been counted; `nil` if all frames are the recording, or their
  /// number is not known.
  func table(packetCount: Int64, frameCount: Int64, padding: Int64) -> PacketTable? {
    let (frameCount, isBeyond) = frameCount.multipliedReportingOverflow(by: scale)
    guard frameCount > 0, !isBeyond, rate > 0 else { return nil }
    let cut = padding > 0 ? Self.frames(UInt64(padding), rate: rate) : 0
    guard isAlwaysTold || primingFrames > 0 || cut > 0 else { return nil }
    let priming = min(primingFrames, frameCount)
    let valid = max(0, frameCount - priming - cut)
    let (decoded, overflow) = packetCount.multipliedReportingOverflow(by: framesPerPacket)
    let all = overflow || framesPerPacket == 0 ? frameCount : max(decoded, frameCount)
    return PacketTable(
      primingFrames: priming, validFrames: valid, remainderFrames: all - priming - valid, timescale: rate)
  }

  /// Returns the table of a track whose end is known by the segment's duration alone, which is rounded to ticks: no
  /// frame that may belong to the recording is cut.
  func table(seconds: Double, tick: Double) -> PacketTable? {
    guard isAlwaysTold || primingFrames > 0, rate > 0 else { return nil }
    let end = Int64(saturating: ((seconds + tick) * rate).rounded(.up))
    return PacketTable(
      primingFrames: primingFrames, validFrames: max(0, end - primingFrames), remainderFrames: 0, timescale: rate)
  }
}
