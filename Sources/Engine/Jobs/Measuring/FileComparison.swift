import AudioBase
public import AudioCatalog
import AudioConversion
public import AudioFiles
import SignalProcessing

// Bound throughout: arrays hold a stretch of at most ten seconds and the frames of one batch.
// Holds throughout: frames are taken from the arrays that hold them, whose counts are compared first.

/// The comparison of the sound of two files, sample by sample, in double precision.
///
/// ```swift
/// var comparison = FileComparison(of: "master.wav", and: "copy.m4a")
/// comparison.alignment = .seconds(0.1)
/// print(try comparison.run().signalToNoise)
/// ```
/// Both need the same rate and the same number of channels, which are taken in the order of WAVE.
public struct FileComparison: Sendable {
  /// The reference file; `-` is standard input.
  public var first: Pathname
  /// The file to compare with it.
  public var second: Pathname
  /// The largest difference between samples that counts as equal; full scale is 1.
  public var tolerance = 0.0
  /// The largest shift between the files, 0 to ``longestRange``; it is found by cross-correlation. `nil` compares frame
  /// by frame from the first on.
  public var alignment: AlignmentRange?
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard

  /// The range of offsets in which an alignment is searched.
  public enum AlignmentRange: Sendable, Hashable {
    /// A number of seconds.
    case seconds(Double)
    /// A number of frames.
    case frames(Int64)
  }

  /// The largest ``alignment``, in seconds.
  public static let longestRange = 10.0
  /// The number of frames of the first file that are searched for in the second.
  private static let patternLength = 1 << 17
  /// The level below which sound does not begin, −60 dB of full scale.
  private static let threshold: Float = 0.001

  /// Creates a comparison.
  public init(of first: Pathname, and second: Pathname) { (self.first, self.second) = (first, second) }

  /// Decodes both files and compares them.
  ///
  /// - Throws: `AudioError`, also where rates or numbers of channels differ.
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> ComparisonReport {
    guard tolerance >= 0, tolerance.isFinite else {
      throw .input(first, .option("the tolerance is not 0 or more"))
    }
    let files = (try JobFiles.open(first, catalog), try JobFiles.open(second, catalog))
    let readers = (files.0.reader, files.1.reader)
    var one = try samples(first, readers.0, control)
    var other = try samples(second, readers.1, control)
    guard one.format.sampleRate == other.format.sampleRate,
      one.format.channelsPerFrame == other.format.channelsPerFrame
    else {
      throw .input(
        second,
        .refused("\(Self.words(other.format)) cannot be compared with \(Self.words(one.format)); convert one of them"))
    }
    var report = ComparisonReport(sampleRate: one.format.sampleRate)
    let range = try rangeInFrames(one.format.sampleRate)
    if range > 0 {
      // A match within the range may begin before the second file.
      var search = try SearchedStretch(
        samples(first, readers.0, control), behind: range, length: Self.patternLength, threshold: Self.threshold)
      if search.samples.count < Int(range) {
        search = try SearchedStretch(
          samples(first, readers.0, control), behind: 0, length: Self.patternLength, threshold: Self.threshold)
      }
      try align(search, samples(second, readers.1, control), range: range, &report)
    }
    var count = DifferenceCount(channelCount: one.format.channelsPerFrame, tolerance: tolerance)
    try Self.walk(&one, &other, &count, &report)
    for (path, file) in [(first, files.0), (second, files.1)] {
      try file.checkFiles()
      report.notes += file.reader.warnings.map { .ofInput(path, .oddInput($0)) }
    }
    report.notes.forEach(control.note)
    count.finish(&report)
    report.isIdentical =
      count.isWithinTolerance && report.unmatchedFrameCount <= range
      && (report.comparedFrameCount > 0 || report.frameCounts == (0, 0))
    return report
  }

  /// Returns the range of the alignment at a rate, 0 for none.
  private func rangeInFrames(_ rate: Double) throws(AudioError) -> Int64 {
    let frames: Double =
      switch alignment {
      case .seconds(let seconds): (seconds * rate).rounded()
      case .frames(let count): Double(count)
      case nil: 0
      }
    guard frames >= 0, frames <= Self.longestRange * rate, frames < 0x1p24 else {
      throw .input(first, .option("the range of the alignment is not within 0 and 10 seconds"))
    }
    return Int64(frames)
  }

  private static func words(_ format: StreamFormat) -> String {
    "\(format.channelsPerFrame) channels at \(Int64(format.sampleRate)) Hz"
  }

  private func samples(
    _ path: Pathname, _ reader: any ContainerReader, _ control: JobControl
  ) throws(AudioError) -> TrackSamples {
    try TrackSamples(
      TrackSamples.Opening(
        path: path, reader: reader, track: nil, decoding: DecodeRequest(), catalog: catalog), control)
  }

  /// Finds the first file's stretch in the second file.
  private func align(
    _ stretch: SearchedStretch, _ samples: consuming TrackSamples, range: Int64, _ report: inout ComparisonReport
  ) throws(AudioError) {
    guard !stretch.samples.isEmpty else { return }
    let start = max(0, stretch.start - range)
    let field = try SearchedStretch(
      samples, from: start, count: Int(stretch.start - start + range) + stretch.samples.count)
    // A file that ends within the range is followed by silence.
    let padding = [Float](repeating: 0, count: stretch.samples.count)
    let expected = Int(stretch.start - start)
    guard
      let match = AlignmentSearch(stretch.samples).bestMatch(in: field.samples + padding, expected: expected)
    else { return }
    let offset = Int64(match.place) + start - stretch.start
    guard offset.magnitude <= range.magnitude else { return }
    (report.offset, report.correlation) = (offset, match.correlation)
  }

  /// Compares frame by frame from the place on at which both have begun.
  private static func walk(
    _ one: inout TrackSamples, _ other: inout TrackSamples, _ count: inout DifferenceCount,
    _ report: inout ComparisonReport
  ) throws(AudioError) {
    let channels = one.format.channelsPerFrame
    var (first, second) = (SampleQueue(skipping: max(0, -report.offset)), SampleQueue(skipping: max(0, report.offset)))
    while true {
      let hasFirst = try first.fill(from: &one, channels)
      let hasSecond = try second.fill(from: &other, channels)
      guard hasFirst, hasSecond else { break }
      let frames = min(first.frameCount(channels), second.frameCount(channels))
      let frame = first.takenFrameCount
      count.add(first.next(frames, channels), second.next(frames, channels), at: frame)
      first.compact()
      second.compact()
    }
    report.comparedFrameCount = count.frameCount
    report.frameCounts = (try first.countRest(of: &one, channels), try second.countRest(of: &other, channels))
  }
}

/// The result of comparing two files.
public struct ComparisonReport: Sendable {
  /// A sample at which the files differ.
  public struct Difference: Sendable, Hashable {
    /// The frame of the first file.
    public var frame: Int64
    /// The channel, in the order of WAVE.
    public var channel: Int
    /// The sample of the first file; full scale is 1.
    public var first: Double
    /// The sample of the second file.
    public var second: Double
  }

  /// The remarks on the files, each with its path.
  public internal(set) var notes: [JobNote] = []
  /// The frames per second.
  public var sampleRate: Double
  /// The delay of the second file, in frames: frame n of the first corresponds to frame n + offset of the second.
  public var offset: Int64 = 0
  /// The correlation at the found offset, 0 to 1; `nil` if none was searched or nothing was similar.
  public var correlation: Double?
  /// The numbers of frames of both files.
  public var frameCounts: (first: Int64, second: Int64) = (0, 0)
  /// The number of compared frames, which both files have.
  public var comparedFrameCount: Int64 = 0
  /// The number of samples that differ by more than the tolerance.
  public var differingSampleCount: Int64 = 0
  /// The first sample that differs by more than the tolerance.
  public var firstDifference: Difference?
  /// The largest difference between two samples; full scale is 1.
  public var peakDifference = 0.0
  /// The ratio of the first file's power to that of the difference, in dB: infinite if there is no difference, `nil` if
  /// the first file is silent.
  public var signalToNoise: Double?
  /// True if all samples are equal within the tolerance, and neither file is longer than the range allows.
  public var isIdentical = false

  /// The number of frames after the compared ones that only one file has.
  public var unmatchedFrameCount: Int64 {
    max(
      frameCounts.first - comparedFrameCount - max(0, -offset), frameCounts.second - comparedFrameCount - max(0, offset)
    )
  }

  init(sampleRate: Double) { self.sampleRate = sampleRate }
}

/// The samples of a track that have been decoded and not been compared.
private struct SampleQueue {
  private var samples: [Double] = []
  private var place = 0
  private var skipping: Int64
  /// The number of frames that were skipped or taken.
  private(set) var takenFrameCount: Int64 = 0
  private var isAtEnd = false

  init(skipping: Int64) { self.skipping = skipping }

  func frameCount(_ channels: Int) -> Int { (samples.count - place) / max(1, channels) }

  /// Decodes until a frame is available, and returns true if there is one.
  mutating func fill(from track: inout TrackSamples, _ channels: Int) throws(AudioError) -> Bool {
    while frameCount(channels) == 0 {
      guard !isAtEnd, try track.next() else {
        isAtEnd = true
        return false
      }
      append(track.block)
      let skipped = Int(min(skipping, Int64(frameCount(channels))))
      skipping -= Int64(skipped)
      place += skipped * channels
      takenFrameCount += Int64(skipped)
      compact()
    }
    return true
  }

  private mutating func append(_ block: borrowing SampleBlock<Double>) {
    let planes = block.planes
    for frame in 0..<block.frameCount {
      for channel in 0..<block.channelCount { samples.append(planes[channel * block.capacity + frame]) }
    }
  }

  /// Returns the samples of the next frames, which must be there.
  mutating func next(_ frames: Int, _ channels: Int) -> ArraySlice<Double> {
    takenFrameCount += Int64(frames)
    place += frames * channels
    return samples[(place - frames * channels)..<place]
  }

  /// Removes frames that have been taken.
  mutating func compact() {
    guard place == samples.count || place > 1 << 16 else { return }
    samples.removeFirst(place)
    place = 0
  }

  /// Decodes to the end, and returns the frames of the whole track.
  mutating func countRest(of track: inout TrackSamples, _ channels: Int) throws(AudioError) -> Int64 {
    var total = takenFrameCount + Int64(frameCount(channels))
    guard !isAtEnd else { return total }
    while try track.next() { total += Int64(track.block.frameCount) }
    return total
  }
}

/// The differences of two streams of samples, summed up.
private struct DifferenceCount {
  private let channelCount: Int
  private let tolerance: Double
  private var report = ComparisonReport(sampleRate: 0)
  private var power = (signal: 0.0, noise: 0.0)
  /// The number of frames that were compared.
  private(set) var frameCount: Int64 = 0

  init(channelCount: Int, tolerance: Double) {
    self.channelCount = max(1, channelCount)
    self.tolerance = tolerance
  }

  var isWithinTolerance: Bool { report.differingSampleCount == 0 }

  mutating func add(_ first: ArraySlice<Double>, _ second: ArraySlice<Double>, at frame: Int64) {
    frameCount += Int64(first.count / channelCount)
    for (index, (one, other)) in zip(first, second).enumerated() {
      // Equal bits are no difference, not even for NaN.
      guard one.bitPattern != other.bitPattern else {
        if one.isFinite { power.signal += one * one }
        continue
      }
      let difference = (one - other).magnitude
      if one.isFinite { power.signal += one * one }
      power.noise += difference * difference
      report.peakDifference = max(report.peakDifference, difference.isNaN ? .infinity : difference)
      guard !(difference <= tolerance) else { continue }
      report.differingSampleCount += 1
      if report.firstDifference == nil {
        report.firstDifference = ComparisonReport.Difference(
          frame: frame + Int64(index / channelCount), channel: index % channelCount, first: one, second: other)
      }
    }
  }

  /// Writes the sums into a report.
  func finish(_ result: inout ComparisonReport) {
    result.differingSampleCount = report.differingSampleCount
    result.firstDifference = report.firstDifference
    result.peakDifference = report.peakDifference
    guard power.signal > 0 else { return }
    result.signalToNoise = power.noise == 0 ? .infinity : Decibels.level(ofPower: power.signal / power.noise)
  }
}

/// A stretch of a track, its channels mixed to one, for finding an alignment.
private struct SearchedStretch {
  /// The first frame.
  private(set) var start: Int64 = 0
  /// The mixed samples.
  private(set) var samples: [Float] = []

  /// Creates the stretch that begins where the track first exceeds a threshold, at or after a frame.
  init(_ track: consuming TrackSamples, behind first: Int64, length: Int, threshold: Float) throws(AudioError) {
    var skipping = first
    while samples.count < length, try track.next() {
      var mixed = Self.mix(track.block)
      let skipped = Int(min(skipping, Int64(mixed.count)))
      skipping -= Int64(skipped)
      start += Int64(skipped)
      mixed.removeFirst(skipped)
      if samples.isEmpty {
        let silent = mixed.firstIndex { $0.magnitude > threshold } ?? mixed.count
        start += Int64(silent)
        mixed.removeFirst(silent)
      }
      samples += mixed.prefix(length - samples.count)
    }
  }

  /// Creates the stretch that begins at a frame.
  init(_ track: consuming TrackSamples, from first: Int64, count: Int) throws(AudioError) {
    start = first
    var skipping = first
    while samples.count < count, try track.next() {
      var mixed = Self.mix(track.block)
      let skipped = Int(min(skipping, Int64(mixed.count)))
      skipping -= Int64(skipped)
      mixed.removeFirst(skipped)
      samples += mixed.prefix(count - samples.count)
    }
  }

  /// Returns the sum of the channels with decreasing weights, so that no two cancel each other.
  private static func mix(_ block: borrowing SampleBlock<Double>) -> [Float] {
    let planes = block.planes
    var mixed: [Float] = []
    for frame in 0..<block.frameCount {
      var sum = 0.0
      for channel in 0..<block.channelCount {
        let sample = planes[channel * block.capacity + frame]
        if sample.magnitude <= 1e9 { sum += sample / Double(1 + channel) }
      }
      mixed.append(Float(sum))
    }
    return mixed
  }
}
