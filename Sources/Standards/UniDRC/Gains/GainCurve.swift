import AudioBase

/// The way from a node's decibels to the factor of samples.
///
/// ISO/IEC 23003-4, 6.4.
struct GainMapping: Sendable, BitwiseCopyable {
  /// The factors of decibels below and above 0.
  var cut = 1.0
  var boost = 1.0
  /// dB that are added.
  var offset = 0.0
  /// dB, of which 6 double the amplitude, as a level in dB, of which 20 · log10 2 do.
  private static let unit = 1.0034333188799373
  /// The smallest and largest gain in dB: beyond any gain that a stream can state, and within the range of numbers.
  private static let limits = -240.0...120.0

  /// Returns a node's factor.
  func factor(_ gain: Double) -> Double {
    let level = gain * (gain < 0 ? cut : boost) + offset
    let limited = min(max(level, GainMapping.limits.lowerBound), GainMapping.limits.upperBound)
    return Decibels.amplitude(ofLevel: limited * GainMapping.unit)
  }

  /// Returns the change of the factor from sample to sample at a node.
  func slope(_ node: GainNode, factor: Double, step: Int) -> Double {
    let ratio = node.gain < 0 ? cut : boost
    return 0.6931471805599453 / 6 * ratio * factor * node.slope / Double(step)
  }
}

/// The gains of one sequence over time, for channels that share them.
///
/// The nodes in a packet belong to the frame after the decoded frame, so that the next packet can add nodes to that
/// frame:
/// ```
/// packet k decodes      frame k       │ its nodes are of frame k + 1
/// packet k + 1 decodes  frame k + 1   │ its nodes are of frame k + 2, some of them of frame k + 1
/// ```
/// ISO/IEC 23003-4, 6.4.6. Memory is allocated once.
struct GainCurve: Sendable {
  /// A node as a factor.
  private struct Point: Sendable, BitwiseCopyable {
    /// The number of samples from the start of the frame that is decoded.
    var time: Int
    var factor: Double
    /// The change of the factor from sample to sample.
    var slope: Double
  }

  /// The sequence in the packets.
  let sequence: Int
  /// The channels that get the gains; empty for all.
  let channels: [Int]
  /// The factor of each sample of the frame that is decoded.
  private(set) var factors: [Float]
  private let mapping: GainMapping
  private let isLinear: Bool
  private let step: Int
  /// Samples by which gains are later than their frame.
  private let delay: Int
  private var points: [Point] = []
  /// dB of the last node, for packets without gains.
  private var lastGain = 0.0

  // Bound: frames have at most 4,096 samples; three packets' nodes are waited for at most.
  init(_ shape: SequenceShape, sequence: Int, channels: [Int], mapping: GainMapping) {
    self.sequence = sequence
    self.channels = channels
    self.mapping = mapping
    (isLinear, step, delay) = (shape.isLinear, shape.step, shape.delay)
    factors = Array(repeating: 1, count: shape.frameLength)
    points.reserveCapacity(4 * GainPayload.maximumNodeCount)
    reset()
  }

  /// Clears all gains: the first frame begins at 0 dB, from where the way leads to the first node.
  ///
  /// The standard's text was not available; fdk-aac does so.
  mutating func reset() {
    points.removeAll(keepingCapacity: true)
    points.append(Point(time: delay, factor: 1, slope: 0))
    lastGain = 0
  }

  /// Takes a packet's nodes, and computes the factors of the frame that it decodes to.
  ///
  /// A node that does not follow those before it is left out.
  mutating func advance(_ nodes: [GainNode]) {
    for node in nodes { append(node) }
    advance()
  }

  /// Computes the factors of a frame whose packet has no gains: the last gain holds and approaches 0 dB.
  mutating func advanceWithoutNodes() {
    append(GainNode(time: factors.count - 1, gain: lastGain * (lastGain < 0 ? 0.98 : 0.9)))
    advance()
  }

  private mutating func append(_ node: GainNode) {
    let time = node.time + factors.count + delay
    guard points.isEmpty || time > points[points.count - 1].time else { return }
    let factor = mapping.factor(node.gain)
    let slope = isLinear ? 0 : mapping.slope(node, factor: factor, step: step)
    points.append(Point(time: time, factor: factor, slope: slope))
    lastGain = node.gain
  }

  private mutating func advance() {
    let count = factors.count
    var (next, frame) = (0, 0)
    while frame < count {
      while next < points.count, points[next].time <= frame { next += 1 }
      let end = next < points.count ? min(count, points[next].time) : count
      if next == 0 || next == points.count {
        hold(Float(points[next == 0 ? 0 : next - 1].factor), frame..<end)
      } else {
        interpolate(points[next - 1], points[next], frame..<end)
      }
      frame = end
    }
    for index in points.indices { points[index].time -= count }
    // The last point before the next frame is where its first part begins.
    var passed = 0
    while passed + 1 < points.count, points[passed + 1].time <= 0 { passed += 1 }
    points.removeFirst(passed)
  }

  private mutating func hold(_ factor: Float, _ frames: Range<Int>) {
    for frame in frames { factors[frame] = factor }
  }

  /// Fills in the factors between two points.
  private mutating func interpolate(_ first: Point, _ second: Point, _ frames: Range<Int>) {
    guard !isLinear else {
      let slope = (second.factor - first.factor) / Double(second.time - first.time)
      for frame in frames { factors[frame] = Float(first.factor + slope * Double(frame - first.time)) }
      return
    }
    let piece = SplinePiece(
      from: (first.factor, first.slope), to: (second.factor, second.slope), length: second.time - first.time)
    for frame in frames { factors[frame] = Float(max(0, piece.value(Double(frame - first.time)))) }
  }
}

/// A curve between two nodes that has their values and slopes.
///
/// ISO/IEC 23003-4, 6.4.6. A parabola from the end with the steeper slope and the tangent of the other end where they
/// meet within the piece, a cubic otherwise.
struct SplinePiece: BitwiseCopyable {
  private typealias Polynomial = (constant: Double, linear: Double, square: Double, cube: Double)

  private var before: Polynomial
  private var after: Polynomial
  /// The place from which on ``after`` holds.
  private var join: Double

  init(from first: (value: Double, slope: Double), to second: (value: Double, slope: Double), length: Int) {
    let length = Double(length)
    let isFirstSteeper = abs(first.slope) > abs(second.slope)
    // Seen from the steeper end: the line runs through the other one.
    let (steep, flat) = isFirstSteeper ? (first, second) : (second, first)
    let direction = isFirstSteeper ? 1.0 : -1.0
    let distance =
      abs(first.slope) == abs(second.slope)
      ? -1 : 2 * (flat.value - steep.value - direction * flat.slope * length) / (direction * (steep.slope - flat.slope))
    guard distance > 0, distance < length else {
      let change = second.value - first.value
      let square = (3 * change / length - 2 * first.slope - second.slope) / length
      let cube = (first.slope + second.slope - 2 * change / length) / (length * length)
      before = (first.value, first.slope, square, cube)
      (after, join) = (before, length)
      return
    }
    let bend = direction * (flat.slope - steep.slope) / (2 * distance)
    let line: Polynomial =
      isFirstSteeper
      ? (second.value - second.slope * length, second.slope, 0, 0) : (first.value, first.slope, 0, 0)
    if isFirstSteeper {
      join = distance
      before = (first.value, first.slope, bend, 0)
      after = line
    } else {
      // value + slope · (t − length) + bend · (t − length)²
      join = length - distance
      before = line
      after = (
        second.value - second.slope * length + bend * length * length, second.slope - 2 * bend * length, bend, 0
      )
    }
  }

  /// Returns the value at a distance from the first node.
  func value(_ time: Double) -> Double {
    let part = time < join ? before : after
    return part.constant + time * (part.linear + time * (part.square + time * part.cube))
  }
}
