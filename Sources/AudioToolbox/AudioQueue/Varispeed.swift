import Foundation

/// Plays faster or slower, higher or lower at once, at a rate that may change at any frame.
///
/// Output frame n stands for the moment that the rates of all frames before add up to. Between input frames a windowed sinc
/// interpolates, 16 zero crossings to each side, whose cutoff goes down where the rate is above 1. At a rate of 1 the
/// frames pass unchanged.
struct Varispeed {
  /// Rates that there are.
  static let rates: ClosedRange<Double> = 0.5...2

  private static let reach = 16
  private static let steps = 256
  /// The right half of the interpolating function, ``steps`` values for each zero crossing, and one more to interpolate.
  private let kernel: [Float]
  /// Input frames around the one that is played.
  private let window: SampleMemory
  private var count = 0
  /// The moment that is played next, in frames from the window's start.
  private var moment = 0.0
  private var hasEnded = false

  init(channelCount: Int) {
    window = SampleMemory(channelCount: channelCount, capacity: 4096)
    kernel = (0..<(Self.reach * Self.steps + 2)).map { index in
      let distance = Double(index) / Double(Self.steps)
      guard index % Self.steps != 0 else { return index == 0 ? 1 : 0 }
      let share = min(1, distance / Double(Self.reach))
      // Blackman's window.
      let taper = 0.42 + 0.5 * cos(.pi * share) + 0.08 * cos(2 * .pi * share)
      return Float(sin(.pi * distance) / (.pi * distance) * taper)
    }
    reset()
  }

  /// Input frames to either side that a frame depends on, at the highest rate.
  private static var margin: Int { reach * 2 }

  /// Forgets what came before.
  mutating func reset() {
    count = Self.margin
    window.clear(0..<count)
    moment = Double(Self.margin)
    hasEnded = false
  }

  /// Gives frames.
  ///
  /// - Parameter pull: Gives as many frames as asked for into a memory from an offset on.
  mutating func read(
    _ frameCount: Int, rate: Double, into target: SampleMemory, at offset: Int,
    pull: (_ frameCount: Int, _ memory: SampleMemory, _ offset: Int) -> QueueReading
  ) -> QueueReading {
    var reading = QueueReading()
    while reading.frameCount < frameCount {
      while Int(moment) + Self.margin >= count {
        guard !hasEnded else { break }
        dropPlayed()
        let more = pull(512, window, count)
        count += more.frameCount
        if more.state == .ended { hasEnded = true }
        if more.frameCount == 0 && more.state == .starved {
          reading.state = .starved
          return reading
        }
      }
      if hasEnded && moment >= Double(count) {
        reading.state = .ended
        return reading
      }
      for channel in 0..<target.channelCount {
        let sample = interpolated(channel, cutoff: rate > 1 ? 1 / rate : 1)
        unsafe target.plane(channel)[offset + reading.frameCount] = sample
      }
      reading.frameCount += 1
      moment += rate
    }
    return reading
  }

  /// Moves the window on, so that the frames before the margin go.
  private mutating func dropPlayed() {
    let first = min(Int(moment) - Self.margin, count)
    guard first > 0, count + 512 > window.capacity else { return }
    for channel in 0..<window.channelCount {
      let plane = unsafe window.plane(channel)
      unsafe plane.update(from: plane + first, count: count - first)
    }
    count -= first
    moment -= Double(first)
  }

  private func interpolated(_ channel: Int, cutoff: Double) -> Float {
    let plane = unsafe window.plane(channel)
    let center = Int(moment)
    let fraction = moment - Double(center)
    if fraction == 0 && cutoff == 1 { return unsafe plane[center] }
    let width = Int((Double(Self.reach) / cutoff).rounded(.up))
    var sum: Float = 0
    for frame in max(0, center - width + 1)..<min(count, center + width + 1) {
      let place = abs(moment - Double(frame)) * cutoff * Double(Self.steps)
      let index = Int(place)
      guard index <= Self.reach * Self.steps else { continue }
      let between = Float(place - Double(index))
      let weight = kernel[index] + (kernel[index + 1] - kernel[index]) * between
      unsafe sum += plane[frame] * weight
    }
    return sum * Float(cutoff)
  }
}
