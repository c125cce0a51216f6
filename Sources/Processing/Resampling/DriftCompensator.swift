import Transforms

// Bound throughout: who makes one has checked the channels; all lengths are constant.
// Holds throughout: places lie within the window by the counts of `frameCount(upTo:)` and `room`.

/// Plays a stream slightly faster or slower, so that two drifting clocks stay together.
///
/// ``TimePitchProcessor`` takes any rate; this type takes only ``rates``. A sinc under Kaiser's window interpolates, 12
/// zero crossings to each side; between 256 tabulated phases its taps follow straight lines. At a rate of 1 that began
/// on a frame, samples pass unchanged.
///
/// ```
/// append ─► │ window │ ─ 24 taps at a phase that moves with each frame ─► write
/// ```
/// While the rate is close to 1, frames that follow each other share the taps of the phase in their middle. Their own
/// phases differ from it by a few thousandths of a frame at most; ten taps that give the signal's slope correct for
/// that. So few are enough because the correction is small: a tone of 15 kHz at 48 kHz, whose slope they give to 45 dB,
/// changes by less than −42 dB in that time.
///
/// A change of the rate makes no step in the sound, for the phase continues from its value. Nothing is allocated after
/// `init`.
package struct DriftCompensator: ~Copyable, Sendable {
  /// The supported rates, in input frames per output frame.
  package static let rates = 0.99...1.01
  /// The delay of the output, in frames.
  package static let delay = crossings

  private static let crossings = 12
  private static let tapCount = 2 * crossings
  private static let slopeCrossings = 5
  private static let slopeTapCount = 2 * slopeCrossings
  private static let phaseCount = 256
  /// The taps of each phase, as two rows: their values at its beginning, and their change within it.
  private static let taps = makeTaps()
  /// The taps that give the signal's slope in the middle of each phase, a frame being the unit of time.
  private static let slopeTaps = makeSlopeTaps()

  /// The frames of each channel that the window holds.
  private let capacity: Int
  /// The number of channels.
  package let channelCount: Int
  private var samples: [Float]
  /// The place in the window of the first frame that the next output depends on.
  private var first = 0
  /// The place after the last frame received.
  private var end: Int
  /// The position of the next output between two frames.
  private var fraction = 0.0
  private var step = 0.0

  /// Creates a stage for a stream that begins with silence.
  ///
  /// - Parameters:
  ///   - channelCount: At least 1.
  ///   - blockLength: The number of frames that can be appended at once when all that can be given has been taken.
  package init(channelCount: Int, blockLength: Int) {
    self.channelCount = channelCount
    // No larger than need be: with hundreds of streams a window is out of the cache each time that it is used.
    capacity = blockLength + 2 * Self.tapCount
    samples = Array(repeating: 0, count: channelCount * capacity)
    // The first frame of the input is the first of the output.
    end = Self.crossings - 1
  }

  /// The rate in input frames per output frame, clamped to ``rates``.
  package var rate: Double {
    get { 1 + step }
    set { step = newValue.isNaN ? 0 : min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound) - 1 }
  }

  /// The number of frames that can be appended now.
  package var room: Int { capacity - (end - first) }

  /// Appends frames.
  ///
  /// - Parameters:
  ///   - count: At most ``room``.
  ///   - fill: Writes those of a channel.
  package mutating func append(_ count: Int, _ fill: (_ channel: Int, _ samples: inout MutableSpan<Float>) -> Void) {
    precondition(count >= 0 && count <= room)
    makeRoom()
    for channel in 0..<channelCount {
      let base = channel * capacity + end
      var all = samples.mutableSpan
      var part = all._mutatingExtracting(base..<(base + count))
      fill(channel, &part)
    }
    _ = commit(count)
  }

  /// Moves the frames so that ``plane(_:)`` has ``room`` after them.
  package mutating func makeRoom() { if end + room > capacity { moveDown() } }

  /// Returns the memory of a channel after the received frames: ``room`` frames, after a call of ``makeRoom()``.
  @_lifetime(&self)
  package mutating func plane(_ channel: Int) -> MutableSpan<Float> {
    let base = channel * capacity + end
    let count = room
    let all = samples.mutableSpan
    return all._consumingExtracting(base..<(base + count))
  }

  /// Appends the first frames that were written to ``plane(_:)`` of each channel.
  ///
  /// - Parameter count: At most ``room``.
  /// - Returns: The largest magnitude among every fourth frame, for detecting silence.
  package mutating func commit(_ count: Int) -> Float {
    precondition(count >= 0 && count <= room)
    var peak: Float = 0
    for channel in 0..<channelCount {
      let base = channel * capacity + end
      var all = samples.mutableSpan
      var part = all._mutatingExtracting(base..<(base + count))
      _ = NonNumbers.silence(&part)
      for index in stride(from: 0, to: count, by: 4) { peak = max(peak, abs(part[index])) }
    }
    end += count
    return peak
  }

  private mutating func moveDown() {
    let (first, end, length) = (first, end, capacity)
    for channel in 0..<channelCount {
      var all = samples.mutableSpan
      var plane = all._mutatingExtracting((channel * length)..<((channel + 1) * length))
      for index in first..<end { plane[index - first] = plane[index] }
    }
    (self.first, self.end) = (0, end - first)
  }

  /// Returns the number of frames available now, up to a limit.
  package func frameCount(upTo limit: Int) -> Int {
    // The last frame that can be given begins a window that is complete.
    let last = Double(end - first - Self.tapCount) - fraction
    guard last >= 0 else { return 0 }
    var count = Int(last / (1 + step)) + 1
    // Rounding may go either way.
    while count > 0, fraction + Double(count - 1) * (1 + step) >= Double(end - first - Self.tapCount + 1) { count -= 1 }
    return min(max(0, limit), count)
  }

  /// Writes the next frames of a channel; call ``advance(_:)`` after all channels have been written.
  ///
  /// - Parameter output: As many samples as ``frameCount(upTo:)`` has allowed.
  package func write(_ channel: Int, into output: inout MutableSpan<Float>) {
    let base = channel * capacity + first
    let input = samples.span.extracting(base..<(base + end - first))
    guard step != 0 || fraction != 0 else {
      for index in output.indices { output[index] = input[index + Self.crossings - 1] }
      return
    }
    let sharedCount = sharedFrameCount
    var index = 0
    while index < output.count {
      let position = fraction + Double(index) * (1 + step)
      let frame = Int(position)
      let shared = min(sharedCount, output.count - index, input.count - frame - Self.tapCount + 1)
      if shared >= 16 {
        let frames: SIMD16<Float> = interpolate(
          input.extracting(frame..<(frame + 15 + Self.tapCount)), position - Double(frame))
        store(frames, into: &output, at: index)
        index += 16
      } else if shared >= 8 {
        let frames: SIMD8<Float> = interpolate(
          input.extracting(frame..<(frame + 7 + Self.tapCount)), position - Double(frame))
        store(frames, into: &output, at: index)
        index += 8
      } else {
        output[index] = interpolate(input.extracting(frame..<(frame + Self.tapCount)), position - Double(frame))
        index += 1
      }
    }
  }

  /// The number of neighbouring frames that share the taps of a phase: the first and the last of them lie four
  /// thousandths of a frame from it at most, within which the slope describes the change.
  private var sharedFrameCount: Int { abs(step) <= 0.0005 ? 16 : abs(step) <= 0.001 ? 8 : 1 }

  /// Returns the row of a phase, and the position within it; a phase just outside 0 to 1 extrapolates the nearest row.
  @inline(__always)
  private func row(_ phase: Double) -> (index: Int, place: Float) {
    let place = phase * Double(Self.phaseCount)
    let row = min(Int(place), Self.phaseCount - 1)
    return (row, Float(place - Double(row)))
  }

  /// Interpolates consecutive frames, one a lane; the first is at a phase of the input's first window.
  ///
  /// Sixteen lanes take a quarter fewer instructions than eight, as each tap is loaded for twice as many. A frame takes
  /// 49 instructions; it took 69 where each frame had 32 taps at its own phase.
  @inline(__always)
  private func interpolate<Lanes: SIMD<Float>>(_ input: Span<Float>, _ phase: Double) -> Lanes {
    let (row, place) = row(phase + step * Double(Lanes.scalarCount - 1) / 2)
    let start = row * 2 * Self.tapCount
    let table = Self.taps.span.extracting(start..<(start + 2 * Self.tapCount))
    var sum = Lanes.zero
    for tap in 0..<Self.tapCount {
      sum += lanes(input, tap) * (table[tap] + place * table[tap + Self.tapCount])
    }
    let slopeTable = Self.slopeTaps.span.extracting((row * Self.slopeTapCount)..<((row + 1) * Self.slopeTapCount))
    var slope = Lanes.zero
    for tap in 0..<Self.slopeTapCount {
      slope += lanes(input, tap + Self.crossings - Self.slopeCrossings) * slopeTable[tap]
    }
    var distances = Lanes.zero
    for lane in 0..<Lanes.scalarCount { distances[lane] = Float(lane) - Float(Lanes.scalarCount - 1) / 2 }
    return sum + slope * (distances * Float(step))
  }

  /// Returns as many frames as there are lanes, from an index on.
  @inline(__always)
  private func lanes<Lanes: SIMD<Float>>(_ input: Span<Float>, _ index: Int) -> Lanes {
    let frames = input.extracting(index..<(index + Lanes.scalarCount))
    var values = Lanes.zero
    for lane in 0..<Lanes.scalarCount { values[lane] = frames[lane] }
    return values
  }

  /// Writes a frame a lane, from an index on.
  @inline(__always)
  private func store<Lanes: SIMD<Float>>(_ frames: Lanes, into output: inout MutableSpan<Float>, at index: Int) {
    var part = output._mutatingExtracting(index..<(index + Lanes.scalarCount))
    for lane in 0..<Lanes.scalarCount { part[lane] = frames[lane] }
  }

  /// Returns one frame, at a phase of the input's window.
  private func interpolate(_ input: Span<Float>, _ phase: Double) -> Float {
    let (row, place) = row(phase)
    let start = row * 2 * Self.tapCount
    let table = Self.taps.span
    let constant = InnerProduct<Float>.of(input, table.extracting(start..<(start + Self.tapCount)))
    let linear = InnerProduct<Float>.of(
      input, table.extracting((start + Self.tapCount)..<(start + 2 * Self.tapCount)))
    return constant + place * linear
  }

  /// Skips frames that were written.
  package mutating func advance(_ count: Int) {
    let position = fraction + Double(count) * (1 + step)
    let whole = position.rounded(.down)
    first += Int(whole)
    fraction = position - whole
  }

  private static func makeTaps() -> [Float] {
    let rows = (0...phaseCount).map { phase in
      (0..<tapCount).map { tap(Double($0 - crossings + 1) - Double(phase) / Double(phaseCount)) }
    }
    var table: [Float] = []
    for phase in 0..<phaseCount {
      for tap in rows[phase] { table.append(Float(tap)) }
      for (tap, next) in zip(rows[phase], rows[phase + 1]) { table.append(Float(next - tap)) }
    }
    return table
  }

  private static func makeSlopeTaps() -> [Float] {
    var table: [Float] = []
    for phase in 0..<phaseCount {
      let middle = (Double(phase) + 0.5) / Double(phaseCount)
      for tap in 0..<slopeTapCount { table.append(Float(slopeTap(Double(tap - slopeCrossings + 1) - middle))) }
    }
    return table
  }

  /// Returns the interpolating function at a distance from its centre in frames.
  private static func tap(_ distance: Double) -> Double {
    guard distance != 0 else { return 1 }
    guard distance != distance.rounded() else { return 0 }
    return ElementaryFunctions.sinc(distance) * taper(distance / Double(crossings), shape: 8)
  }

  /// Returns the function that gives the slope between samples at a distance from its centre, which is not 0: the
  /// sinc's own slope with the sign turned, for a sample's distance falls as the phase moves on.
  private static func slopeTap(_ distance: Double) -> Double {
    let cosine = Trigonometry.cosineAndSine(turns: distance / 2).cosine
    return (ElementaryFunctions.sinc(distance) - cosine) / distance
      * taper(distance / Double(slopeCrossings), shape: 3.5)
  }

  /// Returns Kaiser's window at a share of its half length.
  private static func taper(_ share: Double, shape: Double) -> Double {
    guard abs(share) < 1 else { return 0 }
    return WindowSlope.besselI0(shape * (1 - share * share).squareRoot()) / WindowSlope.besselI0(shape)
  }
}
