// Names and documentation are those of the header.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioConversion
import AudioErrors
public import CSwiftAudioToolbox
import SignalProcessing

@c(sat_resample_float)
public func satResampleFloat(
  _ input: UnsafePointer<Float>?, _ frames: Int64, _ channels: Int32, _ rates: UnsafePointer<sat_rates>?,
  _ output: UnsafeMutablePointer<Float>?, _ room: Int64, _ error: UnsafeMutablePointer<sat_error>?
) -> Int64 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    try unsafe resample(input, (frames, channels), rates, into: (output, room))
  }
}

@c(sat_resample_double)
public func satResampleDouble(
  _ input: UnsafePointer<Double>?, _ frames: Int64, _ channels: Int32, _ rates: UnsafePointer<sat_rates>?,
  _ output: UnsafeMutablePointer<Double>?, _ room: Int64, _ error: UnsafeMutablePointer<sat_error>?
) -> Int64 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    try unsafe resample(input, (frames, channels), rates, into: (output, room))
  }
}

/// The most frames that are converted in a call.
private let mostFrames: Int64 = 1 << 40

@unsafe
private func resample<Sample: ResamplerSample>(
  _ input: UnsafePointer<Sample>?, _ count: (frames: Int64, channels: Int32), _ rates: UnsafePointer<sat_rates>?,
  into output: (samples: UnsafeMutablePointer<Sample>?, room: Int64)
) throws(AudioError) -> Int64 {
  guard let rates = unsafe rates?.pointee else { throw .nullPointer }
  guard count.frames <= mostFrames else { throw .frameCount }
  _ = try sampleCount(count.frames, count.channels)
  let (frames, channels) = (Int(count.frames), Int(count.channels))
  guard let settings = ResamplerSettings(rates.method) else {
    throw AudioError(.option, .call, "there is no way \(rates.method) to convert rates")
  }
  let work: SampleRateConversion<Sample>
  do throws(ResamplerError) {
    work = try SampleRateConversion(from: rates.from, to: rates.to, channelCount: channels, settings: settings)
  } catch {
    throw .rates(rates.from, rates.to, error)
  }
  let total = work.outputFrameCount(for: frames)
  guard let samples = unsafe output.samples else { return Int64(total) }
  guard let input = unsafe input else { throw .nullPointer }
  guard unsafe total <= output.room, !total.multipliedReportingOverflow(by: channels).overflow else {
    throw AudioError(
      .limitExceeded, .call, "there will be \(total) frames, and there is room for \(unsafe output.room)")
  }
  let given = unsafe UnsafeBufferPointer(start: input, count: frames * channels)
  let made = unsafe UnsafeMutableBufferPointer(start: samples, count: total * channels)
  var place = unsafe made.mutableSpan
  work.convert(unsafe given.span, into: &place)
  return Int64(total)
}

extension ResamplerSettings {
  /// Creates the quality that a number of the header stands for.
  fileprivate init?(_ method: Int32) {
    switch method {
    case Int32(SAT_LINEAR): self.init(complexity: .linear)
    case Int32(SAT_LOW): self.init(quality: .low)
    case Int32(SAT_NORMAL): self.init()
    case Int32(SAT_HIGH): self.init(quality: .maximum)
    case Int32(SAT_MASTERING): self.init(complexity: .mastering, quality: .maximum)
    case Int32(SAT_MINIMUM_PHASE): self.init(complexity: .minimumPhase)
    default: return nil
    }
    delivery = .blocks
  }
}

/// The conversion of interleaved samples from one rate to another, all at once.
private final class SampleRateConversion<Sample: ResamplerSample> {
  private var resampler: Resampler<Sample>
  private let channelCount: Int
  /// A stretch of one channel before and after.
  private var before: [Sample]
  private var after: [Sample]

  /// The number of frames that are converted at a time.
  private static var runLength: Int { 16_384 }

  init(from: Double, to: Double, channelCount: Int, settings: ResamplerSettings) throws(ResamplerError) {
    resampler = try Resampler(from: from, to: to, channelCount: channelCount, settings: settings)
    self.channelCount = channelCount
    // Bound: a constant.
    before = Array(repeating: 0, count: Self.runLength)
    after = before
  }

  /// Returns the number of output frames for the given number of input frames.
  func outputFrameCount(for frames: Int) -> Int { resampler.totalOutputFrameCount(forInput: frames) }

  /// Converts frames, as many as the two spans hold.
  func convert(_ input: Span<Sample>, into output: inout MutableSpan<Sample>) {
    let (given, wanted) = (input.count / channelCount, output.count / channelCount)
    var (consumed, produced) = (0, 0)
    var hasEnded = false
    while produced < wanted {
      if consumed == given, !hasEnded {
        resampler.endInput()
        hasEnded = true
      }
      let run = min(Self.runLength, given - consumed)
      let room = min(Self.runLength, wanted - produced)
      var progress = ResamplerProgress(consumed: 0, produced: 0)
      for channel in 0..<channelCount {
        take(input, channel, from: consumed, run)
        progress = process(channel, run, room)
        give(channel, progress.produced, to: &output, at: produced)
      }
      guard progress.consumed + progress.produced > 0 || !hasEnded else { break }
      consumed += progress.consumed
      produced += progress.produced
    }
  }

  private func take(_ input: Span<Sample>, _ channel: Int, from first: Int, _ count: Int) {
    var place = first * channelCount + channel
    for index in 0..<count {
      before[index] = input[place]
      place += channelCount
    }
  }

  private func process(_ channel: Int, _ count: Int, _ room: Int) -> ResamplerProgress {
    let before = before
    var all = after.mutableSpan
    var part = all._mutatingExtracting(0..<room)
    return resampler.process(channel: channel, before.span.extracting(0..<count), into: &part)
  }

  private func give(_ channel: Int, _ count: Int, to output: inout MutableSpan<Sample>, at first: Int) {
    var place = first * channelCount + channel
    for index in 0..<count {
      output[place] = after[index]
      place += channelCount
    }
  }
}
