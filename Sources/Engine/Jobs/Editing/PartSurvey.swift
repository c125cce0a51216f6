import AudioBase
import AudioConversion
import AudioFiles

/// The common properties of files that are joined or mixed, and their durations, without decoding.
struct PartSurvey {
  /// The rate and the channels of the first part, and a sample format that holds all parts without loss.
  let shape: JoinedSound.Shape
  /// The duration of each part in seconds, if it states its number of frames: computed at the rate of the first part.
  private(set) var durations: [Double?] = []
  /// The number of frames of all parts at the rate of the first, if all state them; computed for parts with other
  /// rates.
  let expectedFrameCount: Int64?
  /// True if all parts are integers of lossless formats.
  let isLossless: Bool
  /// The losses of parts that take the rate and the channels of the first.
  private(set) var notes: [JobNote] = []

  /// Examines the parts, at least one.
  init(_ parts: [TrackSamples.Opening]) throws(AudioError) {
    var formats: [SampleFormat] = []
    var first: (rate: Double, layout: ChannelLayout)?
    var total: Double? = 0
    for part in parts {
      let track = try JobFiles.audioTrack(part.track, of: part.reader, part.path)
      formats.append(part.reader.tracks[track].losslessSamples)
      let samples = try TrackSamples(part, as: .float32, JobControl())
      let rate = samples.format.sampleRate
      let layout = samples.layout ?? ChannelLayout(usualFor: samples.format.channelsPerFrame)
      let shape = first ?? (rate, layout)
      first = shape
      if rate > shape.rate { notes.append(.ofInput(part.path, .rateLoweredToFirst(rate, to: shape.rate))) }
      let route = try ChannelRoute(from: layout, to: shape.layout, by: .mixing)
      if layout.channelCount > shape.layout.channelCount || !(route.mixed.isEmpty && route.leftOut.isEmpty) {
        let note = JobNote.channelsMixedToFirst(layout, to: shape.layout, leftOut: route.leftOut)
        notes.append(.ofInput(part.path, note))
      }
      let frames = samples.expectedFrameCount.map { (Double($0) * shape.rate / max(rate, 1)).rounded(.up) }
      durations.append(frames.map { $0 / shape.rate })
      total = total.flatMap { sum in frames.map { sum + $0 } }
    }
    isLossless = formats.allSatisfy { $0.encoding == .signedInteger }
    let widest = formats.map(\.bitsPerSample).max() ?? 16
    let samples: SampleFormat =
      isLossless ? SampleFormat(.signedInteger, bitsPerSample: widest) : widest == 64 ? .float64 : .float32
    let (rate, layout) = first ?? (44_100, ChannelLayout(usualFor: 2))
    shape = JoinedSound.Shape(samples: samples, sampleRate: rate, layout: layout)
    expectedFrameCount = total.map { Int64(saturating: $0.rounded()) }
  }
}

extension TrackInfo {
  /// The samples that the track decodes to without loss: integers of its depth in whole bytes, or floats.
  var losslessSamples: SampleFormat {
    let isLossless = [.linearPCM, .appleLossless, .flac, "TTA1", "wvpk"].contains(format.formatID)
    // WavPack of floats states no depth of integers.
    let isFloat = format.linearPCMFlags.contains(.float) || format.formatID == "wvpk" && format.formatFlags == 0
    guard isLossless, !isFloat else { return format.bitsPerChannel == 64 && isFloat ? .float64 : .float32 }
    let depth = sourceBitDepth ?? (format.bitsPerChannel > 0 ? format.bitsPerChannel : 32)
    return SampleFormat(.signedInteger, bitsPerSample: min(max((depth + 7) / 8 * 8, 8), 32))
  }
}
