import Transforms

// Bound throughout: ratios are 32 at most, and runs have a constant length.

/// Plays faster or slower, higher or lower at once, by a ratio that may change at any frame.
///
/// Output frame n stands for the sum of the ratios of all previous frames. Between frames a sinc under Kaiser's window
/// interpolates, 24 zero crossings to each side, whose cutoff is lowered where the ratio is above 1. On a frame, at a
/// ratio of 1 or less, the input passes unchanged. The output is not delayed.
struct VariableResampler: Sendable {
  /// The frames that are given at a time.
  static let runLength = 512

  private static let crossings = 24
  private static let steps = 512
  private let channelCount: Int
  private let highestRatio: Double
  /// The right half of the interpolating function, ``steps`` values for each zero crossing, and two more.
  private let kernel: [Float]
  private(set) var input: StreamWindow
  /// The moment that is played next: a frame and a fraction.
  private var frame = 0
  private var fraction = 0.0
  private var weights: [Float]
  /// The frames of the whole stream, once that is known.
  private var frameCount: Int?
  /// The output of ``read(_:ratio:)``, ``runLength`` frames of each channel.
  private(set) var output: [Float]

  /// - Parameter blockLength: The largest number of frames passed at a time.
  init(channelCount: Int, highestRatio: Double, blockLength: Int) {
    self.channelCount = channelCount
    self.highestRatio = highestRatio
    let widest = Self.width(highestRatio)
    input = StreamWindow(
      channelCount: channelCount, capacity: 2 * widest + 2 * blockLength + 4096, history: widest)
    weights = Array(repeating: 0, count: 2 * widest + 4)
    output = Array(repeating: 0, count: Self.runLength * channelCount)
    let shape = 9.0
    let peak = WindowSlope.besselI0(shape)
    kernel = (0..<(Self.crossings * Self.steps + 2)).map { index in
      let distance = Double(index) / Double(Self.steps)
      let share = distance / Double(Self.crossings)
      guard share < 1, index == 0 || index % Self.steps != 0 else { return 0 }
      let taper = WindowSlope.besselI0(shape * (1 - share * share).squareRoot()) / peak
      return Float(ElementaryFunctions.sinc(distance) * taper)
    }
  }

  /// Returns the frames to each side on which a frame depends.
  private static func width(_ ratio: Double) -> Int {
    Int((Double(crossings) * max(1, ratio)).rounded(.up)) + 1
  }

  /// Clears the stream.
  mutating func reset() {
    input.reset()
    (frame, fraction, frameCount) = (0, 0, nil)
  }

  /// Takes frames.
  mutating func append(_ count: Int, _ fill: (_ channel: Int, _ samples: inout MutableSpan<Float>) -> Void) {
    input.append(count, fill)
  }

  /// Ends the input.
  mutating func end() {
    if frameCount == nil { frameCount = input.end }
  }

  /// Moves to the nearest frame.
  mutating func snap() {
    if fraction >= 0.5 { frame += 1 }
    fraction = 0
  }

  /// True if all output has been given.
  var isOver: Bool { frameCount.map { frame >= $0 } ?? false }

  /// Returns the number of frames that must arrive before the next one can be returned.
  func wantedFrameCount(ratio: Double) -> Int {
    guard frameCount == nil else { return 0 }
    return max(0, frame + reach(ratio) - input.end)
  }

  /// Returns the number of coming input frames that the next output frame depends on.
  private func reach(_ ratio: Double) -> Int {
    // Up to three more, so that they can be summed by fours.
    fraction == 0 && ratio <= 1 ? 1 : Self.width(ratio) + 4
  }

  /// Makes frames in ``output``.
  ///
  /// - Returns: The number of frames; fewer than requested, where input is needed or all has been given.
  mutating func read(_ count: Int, ratio: Double) -> Int {
    let ratio = min(ratio, highestRatio)
    var made = 0
    while made < min(count, Self.runLength), !isOver {
      let needed = frame + reach(ratio)
      if needed > input.end {
        guard frameCount != nil else { break }
        input.drop(before: frame - Self.width(highestRatio))
        input.appendSilence(min(input.room, Self.width(highestRatio)))
        continue
      }
      if fraction == 0 && ratio <= 1 {
        for channel in 0..<channelCount {
          output[channel * Self.runLength + made] = input.frames(channel, frame..<(frame + 1))[0]
        }
      } else {
        interpolate(at: made, cutoff: ratio > 1 ? 1 / ratio : 1)
      }
      made += 1
      let moment = fraction + ratio
      let whole = moment.rounded(.down)
      frame += Int(whole)
      fraction = moment - whole
    }
    input.drop(before: frame - Self.width(highestRatio))
    return made
  }

  private mutating func interpolate(at place: Int, cutoff: Double) {
    let width = Int((Double(Self.crossings) / cutoff).rounded(.up))
    let first = max(frame - width + 1, input.start)
    let count = (frame + width + 1 - first + 3) / 4 * 4
    let scale = cutoff * Double(Self.steps)
    let (frame, fraction, kernel) = (frame, fraction, kernel)
    var taps = weights.mutableSpan
    for index in 0..<count {
      let distance = abs(Double(first + index - frame) - fraction) * scale
      let step = min(Int(distance), Self.crossings * Self.steps)
      let between = Float(distance - Double(step))
      taps[index] = step < Self.crossings * Self.steps ? kernel[step] + (kernel[step + 1] - kernel[step]) * between : 0
    }
    let (stream, factors) = (input, weights)
    for channel in 0..<channelCount {
      let frames = stream.frames(channel, first..<(first + count))
      let sum = InnerProduct<Float>.of(frames, factors.span.extracting(0..<count))
      output[channel * Self.runLength + place] = sum * Float(cutoff)
    }
  }
}
