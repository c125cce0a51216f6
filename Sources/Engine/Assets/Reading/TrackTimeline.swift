package import AudioBase
package import AudioFiles

/// The requested part of a track.
package struct PresentedPart: Sendable {
  /// The time line of the track.
  package var timeline: TrackTimeline
  /// The requested part, in units of the time line's scale; `nil` for all.
  package var range: Range<Int64>?

  /// Creates a part of a track, or all of it.
  package init(of timeline: TrackTimeline, _ range: Range<Int64>? = nil) {
    (self.timeline, self.range) = (timeline, range)
  }
}

/// The presentation time of a track, and the part of its media that is presented.
///
/// ```
/// media          │ priming │ presented                  │ remainder │
///                mediaStart ┘                           │
/// presentation        start ┘─────── duration ──────────┘
/// ```
package struct TrackTimeline: Sendable, BitwiseCopyable {
  /// The number of time units per second, at least 1.
  package let timescale: Int64
  /// The presentation time of the first part on the time line that all tracks share; at least 0.
  package let start: Int64
  /// The media time of the first presented frame, behind an encoder's priming.
  package let mediaStart: Int64
  /// The presentation duration of the track; `nil` if only reading all packets would show it.
  package let duration: Int64?

  /// Computes the time line of a track.
  ///
  /// - Parameters:
  ///   - info: The track, as its container describes it.
  ///   - scannedFrames: Frames of all packets, if they have been counted.
  package init(of info: TrackInfo, scannedFrames: Int64? = nil) {
    let rate = info.format.sampleRate
    let scale = info.timescale > 0 ? Int64(info.timescale) : max(1, Int64(exactly: rate.rounded()) ?? 1)
    let shift = info.timescale > 0 ? info.presentationStart : 0
    let whole = Self.mediaDuration(of: info, scannedFrames, timescale: scale)
    timescale = scale
    if info.mediaKind == .audio, let table = info.packetTable, table.timescale > 0, table.primingFrames >= 0 {
      let priming = Self.units(table.primingFrames, at: table.timescale, in: scale) ?? 0
      mediaStart = priming
      // A file that states nothing of its start means its recording, not the priming before it.
      start = shift == 0 ? 0 : max(0, shift &+ priming)
      duration = Self.units(max(0, table.validFrames), at: table.timescale, in: scale) ?? whole
    } else {
      // Pictures may be decoded before the first one is shown; of sound everything is given.
      mediaStart = info.mediaKind == .audio || shift >= 0 ? 0 : 0 &- max(shift, -Int64.max)
      start = max(0, shift)
      duration = whole
    }
  }

  /// The offset from a media time to the time line that all tracks share.
  package var offset: Int64 { start &- mediaStart }

  /// The end of the track; `nil` if it is unknown.
  package var end: MediaTime? { duration.map { MediaTime(value: start &+ $0, timescale: timescale) } }

  private static func mediaDuration(of info: TrackInfo, _ scannedFrames: Int64?, timescale: Int64) -> Int64? {
    let rate = info.format.sampleRate
    if let scannedFrames, rate > 0 { return units(scannedFrames, at: rate, in: timescale) }
    var counted: Int64?
    if info.mediaKind == .audio, let packets = info.packetCount, info.format.framesPerPacket > 0, rate > 0 {
      let frames = packets.multipliedReportingOverflow(by: Int64(info.format.framesPerPacket))
      if !frames.overflow { counted = units(frames.partialValue, at: rate, in: timescale) }
    }
    if let counted, info.format.hasConstantPackets { return counted }
    let stated = info.duration.flatMap { Int64(exactly: ($0 * Double(timescale)).rounded()) }
    return stated ?? counted
  }

  /// Returns the duration of frames in units of another scale, rounded to the nearest.
  private static func units(_ frames: Int64, at rate: Double, in timescale: Int64) -> Int64? {
    if rate == Double(timescale) { return frames }
    return Int64(exactly: (Double(frames) * Double(timescale) / rate).rounded())
  }
}

extension MediaTime {
  /// Returns the same time in units of another time scale, rounded up and clamped to 64 bits.
  package func unitsRoundedUp(of timescale: Int64) -> Int64 {
    let product = Int128(value) * Int128(max(1, timescale))
    let divisor = Int128(self.timescale)
    return Int64(clamping: product / divisor + (product % divisor > 0 ? 1 : 0))
  }
}
