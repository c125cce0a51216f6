import AudioBase
import AudioConversion
import SignalProcessing

/// A track that is being played to a meter.
struct LoudnessMeasurement: ~Copyable {
  private var decoder: TrackDecoder
  /// The loudness meter with the samples so far.
  private(set) var meter: LoudnessMeter
  private var formatChangeCount: Int64

  init(_ decoder: consuming TrackDecoder) throws(AudioError) {
    guard let meter = LoudnessMeter(sampleRate: decoder.format.sampleRate, channels: Self.channels(decoder)) else {
      throw Self.rateRefused
    }
    formatChangeCount = decoder.report.formatChangeCount
    self.decoder = decoder
    self.meter = meter
  }

  private static func channels(_ decoder: borrowing TrackDecoder) -> [LoudnessChannel] {
    decoder.format.layout.speakers.map(\.loudnessChannel)
  }

  private static var rateRefused: AudioError {
    .configuration(CodecError(.unsupported, "loudness is measured from 8 to 384 kHz"))
  }

  /// The number of frames that have been measured.
  var frameCount: Int64 { decoder.report.frameCount }

  /// The result of decoding so far.
  var report: DecodingReport { decoder.report }

  /// Measures the next frames, and returns true if there were any.
  mutating func measureNext() throws(AudioError) -> Bool {
    guard let frames = try decoder.decodeNext() else { return false }
    if decoder.report.formatChangeCount != formatChangeCount {
      formatChangeCount = decoder.report.formatChangeCount
      guard meter.change(toSampleRate: decoder.format.sampleRate, channels: Self.channels(decoder)) else {
        throw Self.rateRefused
      }
    }
    meter.add(decoder.block.planes, planeStride: decoder.block.capacity, frames: frames)
    return true
  }
}
