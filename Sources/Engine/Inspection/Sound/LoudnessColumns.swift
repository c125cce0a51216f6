import AudioBase
import AudioJobs
import SignalProcessing

/// The loudness of a sound over time: ITU-R BS.1770-4, EBU Tech 3341 and 3342.
public struct LoudnessColumns: Sendable {
  /// The duration of a column in seconds: 0.1, or in long sounds a power of two times that.
  public var secondsPerColumn: Double
  /// The largest momentary loudness (400 ms) of each column, in LUFS; -∞ in silence, `nil` in the first 400 ms.
  public var momentary: [Double?] = []
  /// The largest short-term loudness (3 s) of each column, likewise.
  public var shortTerm: [Double?] = []
  /// The integrated, gated loudness, in LUFS; `nil` in silence.
  public var integrated: Double?
  /// The loudness range, in LU.
  public var range: Double?
  /// The true peak: the largest magnitude between samples; 1 is full scale.
  public var truePeak = 0.0
  /// The largest magnitude of a sample.
  public var samplePeak = 0.0
}

/// Measures loudness as the sound is decoded.
struct LoudnessBuilder {
  private var meter: LoudnessMeter
  private let wanted: Int
  private let sampleRate: Double
  private var columns: LoudnessColumns
  /// The number of columns that have been finished, in tenths of a second.
  private var stepCount = 0
  private var stepsPerColumn = 1
  private var frameCount = 0

  /// Returns `nil` for rates that are not measured.
  init?(sampleRate: Double, layout: ChannelLayout, wanted: Int) {
    guard let meter = LoudnessMeter(sampleRate: sampleRate, channels: layout.speakers.map(\.loudnessChannel)) else {
      return nil
    }
    self.meter = meter
    self.sampleRate = sampleRate
    self.wanted = max(1, wanted)
    columns = LoudnessColumns(secondsPerColumn: 0.1)
  }

  /// The frame at which the present tenth of a second ends.
  private var stepEnd: Int { Int((Double(stepCount + 1) * sampleRate / 10).rounded()) }

  /// Adds planar frames.
  mutating func add(_ block: borrowing SampleBlock<Double>) {
    var next = 0
    while next < block.frameCount {
      let count = min(block.frameCount - next, stepEnd - frameCount)
      meter.add(block.planes, planeStride: block.capacity, frames: next..<(next + count))
      next += count
      frameCount += count
      if frameCount == stepEnd { finishStep() }
    }
  }

  private mutating func finishStep() {
    if stepCount % stepsPerColumn == 0 {
      if columns.momentary.count >= 2 * wanted {
        columns.momentary = Columns.joined(columns.momentary, by: Self.larger)
        columns.shortTerm = Columns.joined(columns.shortTerm, by: Self.larger)
        stepsPerColumn *= 2
        columns.secondsPerColumn *= 2
      }
      if stepCount % stepsPerColumn == 0 {
        columns.momentary.append(nil)
        columns.shortTerm.append(nil)
      }
    }
    let last = columns.momentary.count - 1
    columns.momentary[last] = Self.larger(columns.momentary[last], meter.momentary)
    columns.shortTerm[last] = Self.larger(columns.shortTerm[last], meter.shortTerm)
    stepCount += 1
  }

  private static func larger(_ first: Double?, _ second: Double?) -> Double? {
    guard let first, let second else { return first ?? second }
    return max(first, second)
  }

  var result: LoudnessColumns {
    var result = columns
    result.integrated = meter.integrated
    result.range = meter.range
    result.truePeak = meter.truePeak
    result.samplePeak = meter.samplePeak
    return result
  }
}
