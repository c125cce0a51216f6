import AudioBase
import AudioConversion
import AudioFiles
import SignalProcessing

/// A requested change of level, before the recording is measured.
public struct LevelChange: Hashable, Sendable {
  /// The gain in dB.
  public var gain = 0.0
  /// The loudness to reach in LUFS, after ``gain``; the recording is decoded once more to measure it.
  public var targetLoudness: Double?
  /// The limit of the output's true peak if ``targetLoudness`` raises the level, in dB of full scale: the loudness
  /// stays below the target instead, as ``JobNote/peakLimited(loudness:)`` reports.
  public var truePeakCeiling = -1.0
  /// The duration in seconds of the rise from silence at the start.
  public var fadeIn = 0.0
  /// The duration in seconds of the fade to silence at its end.
  public var fadeOut = 0.0

  /// The allowed values of ``gain``, in dB.
  public static let gains = -200.0...200.0
  /// The allowed values of ``targetLoudness``, in LUFS.
  public static let loudnesses = -70.0...0.0
  /// The allowed values of ``truePeakCeiling``, in dB of full scale.
  public static let ceilings = -200.0...0.0
  /// The allowed durations of a fade, in seconds.
  public static let fades = 0.0...1e6

  /// Creates a change without effect.
  public init() {}

  /// True if nothing is changed.
  public var isNone: Bool {
    self == LevelChange() || (gain == 0 && targetLoudness == nil && fadeIn == 0 && fadeOut == 0)
  }

  /// The names of the requests.
  var names: String {
    let asked = [
      (gain != 0, "gain"), (targetLoudness != nil, "loudness"), (fadeIn != 0, "fade-in"),
      (fadeOut != 0, "fade-out"),
    ]
    return asked.filter(\.0).map(\.1).joined(separator: ", ")
  }

  /// The reason for which a number is out of its range, or `nil`.
  var refusal: StaticString? {
    if !Self.gains.contains(gain) { return "the gain is not within -200 and 200 dB" }
    if !Self.loudnesses.contains(targetLoudness ?? 0) { return "the loudness is not within -70 and 0 LUFS" }
    if !Self.ceilings.contains(truePeakCeiling) { return "the ceiling is not within -200 and 0 dB" }
    if !Self.fades.contains(fadeIn) || !Self.fades.contains(fadeOut) { return "a fade is not 0 to 1,000,000 s" }
    return nil
  }
}

extension ConversionWork {
  /// Returns the level of the job with the values that depend on the recording: its loudness and its length.
  ///
  /// - Parameters:
  ///   - format: The output's format, whose channels are measured at its rate.
  func envelope(_ format: StreamFormat, _ notes: inout JobNotes) throws(AudioError) -> GainEnvelope {
    let change = job.level
    var envelope = GainEnvelope()
    envelope.gain = Decibels.amplitude(ofLevel: change.gain)
    envelope.fadeIn = change.fadeIn
    guard change.targetLoudness != nil || change.fadeOut > 0 else { return envelope }
    let measured = try measure(format, envelope)
    if change.fadeOut > 0 {
      envelope.fadeOut = GainEnvelope.FadeOut(end: measured.seconds, duration: change.fadeOut)
    }
    if change.targetLoudness != nil, measured.meter?.integrated == nil { notes.add(.loudnessUnknown) }
    if let target = change.targetLoudness, let loudness = measured.meter?.integrated {
      let peak = measured.meter.map { Decibels.level(ofAmplitude: $0.truePeak) } ?? 0
      var gain = target - loudness
      if gain > change.truePeakCeiling - peak, gain > 0 {
        gain = max(min(gain, change.truePeakCeiling - peak), 0)
        notes.add(.peakLimited(loudness: loudness + gain))
      }
      envelope.gain *= Decibels.amplitude(ofLevel: gain)
    }
    return envelope
  }

  /// Decodes and converts the recording once, as for the output except for encoding, and measures it.
  private func measure(
    _ wanted: StreamFormat, _ envelope: GainEnvelope
  ) throws(AudioError) -> (seconds: Double, meter: LoudnessMeter?) {
    var request = packets(
      .planar(.float64, sampleRate: wanted.sampleRate, channelCount: wanted.channelsPerFrame))
    request.stages.level = envelope
    var samples = try TrackSamples(
      TrackSamples.Opening(
        path: job.input, reader: media.reader, track: track, decoding: job.decoding, catalog: job.catalog,
        stage: .measuringLoudness), to: request, control)
    let channels = samples.layout?.speakers.map(\.loudnessChannel) ?? []
    var meter: LoudnessMeter?
    if job.level.targetLoudness != nil {
      meter = LoudnessMeter(sampleRate: samples.format.sampleRate, channels: channels)
      guard meter != nil else {
        throw .input(job.input, .refused("loudness is measured from 8 to 384 kHz"))
      }
    }
    while try samples.next() {
      meter?.add(samples.block.planes, planeStride: samples.block.capacity, frames: 0..<samples.block.frameCount)
    }
    return (samples.inputSeconds, meter)
  }
}
