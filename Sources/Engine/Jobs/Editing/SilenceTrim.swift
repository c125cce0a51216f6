import AudioBase
import AudioCatalog
import AudioConversion
public import AudioFiles

/// Trims the silence at the beginning and the end of a recording.
public struct SilenceTrim: Sendable {
  /// The conversion of the trimmed part: input, output, data format, encoder, level.
  public var conversion: FileConversion
  /// The largest magnitude of silence, where full scale is 1: -60 dB by default.
  public var threshold = 0.001
  /// The seconds of silence to keep at each end.
  public var margin = 0.0

  /// Creates a job.
  public init(from input: Pathname, to output: Pathname) { conversion = FileConversion(from: input, to: output) }

  /// The result of trimming.
  public struct Report: Sendable {
    /// The number of frames trimmed at the beginning.
    public var leadingFrameCount: Int64
    /// The number of frames trimmed at the end.
    public var trailingFrameCount: Int64
    /// The frames per second.
    public var sampleRate: Double
    /// The result of the conversion.
    public var conversion: ConversionReport
  }

  /// Finds the sound and writes it.
  ///
  /// - Throws: `AudioError`, also where all is silent. Nothing is left of the output then.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> Report {
    guard (0...1).contains(threshold), (0...1e6).contains(margin) else {
      throw .output(conversion.output, .option("the threshold is not within 0 and 1, or the margin not 0 or more"))
    }
    let media = try JobFiles.open(conversion.input, conversion.catalog, rawFormat: conversion.rawFormat)
    let samples = try TrackSamples(
      TrackSamples.Opening(
        path: conversion.input, reader: media.reader, track: conversion.track, decoding: conversion.decoding,
        catalog: conversion.catalog), control)
    let search = try SilenceSearch(samples, threshold: threshold, duration: 0)
    guard let sound = search.sound else { throw .input(conversion.input, .refused("all of it is silent")) }
    let frames = Int64((margin * search.sampleRate).rounded())
    let kept = max(0, sound.lowerBound - frames)..<min(search.frameCount, sound.upperBound + frames)
    var work = conversion
    work.decoding.stretch = kept
    let report = try work.run(of: media, control)
    return Report(
      leadingFrameCount: kept.lowerBound, trailingFrameCount: search.frameCount - kept.upperBound,
      sampleRate: search.sampleRate, conversion: report)
  }
}
