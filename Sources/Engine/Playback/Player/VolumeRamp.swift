import AudioBase
import AudioDevices
import Synchronization

// Holds throughout: ramps have at least one frame while they run, and gains come checked from a player.

/// The volume of a player: set by any thread, applied by the device's thread without a lock.
///
/// The device's thread takes an order that it finds whole, and leaves one that it does not to its next cycle.
struct VolumeRamp: ~Copyable, Sendable {
  /// A volume, and the ramp to it.
  ///
  /// Not private: the owner of a ramp destroys it, and in debug builds, which see one file at a time, the compiler
  /// (Swift 6.3.1) ends with an error where the type is not visible to it.
  struct Order {
    var volume: Float
    var frameCount: UInt32
    /// The volume at which the ramp begins; NaN for the volume of the previous frame.
    var start: Float
  }

  /// The volume, the frames until it is reached, and the volume at the start of the ramp.
  private let order = PublishedWords()
  /// The last order, for the thread that gives the next one.
  private let last = Lock(Order(volume: 1, frameCount: 0, start: .nan))

  // The following belongs to the device's thread; others only read it.
  private let taken = Atomic<UInt64>(0)
  private let gain = Atomic<UInt32>(Float(1).bitPattern)
  private let goal = Atomic<UInt32>(Float(1).bitPattern)
  private let step = Atomic<UInt32>(0)
  private let rest = Atomic<Int>(0)

  /// The volume that the last frame was played with.
  var current: Float { Float(bitPattern: gain.load(ordering: .relaxed)) }

  /// Requests a volume, which is reached linearly over the given number of frames from the next cycle on.
  ///
  /// If the device has not taken the previous request yet, the ramp begins at the volume at which that request would
  /// have ended, or begun.
  func set(_ volume: Float, frameCount: UInt32) {
    last.withLock { last in
      let isWaiting = taken.load(ordering: .acquiring) != order.version
      let place = !isWaiting ? .nan : last.frameCount == 0 ? last.volume : last.start
      last = Order(volume: volume, frameCount: frameCount, start: place)
      order.set((UInt64(volume.bitPattern), UInt64(frameCount), UInt64(place.bitPattern), 0))
    }
  }

  /// Multiplies the first `count` frames of each channel. Called by the device's thread only.
  ///
  /// - Parameter stride: The number of samples from one channel to the next.
  func apply(to planes: inout MutableSpan<Float>, stride: Int, count: Int) {
    take()
    let target = Float(bitPattern: goal.load(ordering: .relaxed))
    let left = rest.load(ordering: .relaxed)
    guard count > 0, left > 0 || target != 1 else { return }
    var ramp = GainRamp(to: target, step: Float(bitPattern: step.load(ordering: .relaxed)), frameCount: left)
    for channel in 0..<(planes.count / stride) {
      var plane = planes._mutatingExtracting((channel * stride)..<(channel * stride + count))
      plane.scale(by: ramp)
    }
    ramp.advance(by: count)
    rest.store(ramp.frameCount, ordering: .relaxed)
    gain.store(ramp.gain(-1).bitPattern, ordering: .relaxed)
  }

  /// Starts the ramp that was set since the last cycle.
  private func take() {
    let wanted = order.version
    guard wanted != taken.load(ordering: .relaxed), let words = order.words(ofVersion: wanted) else { return }
    taken.store(wanted, ordering: .releasing)
    let volume = Float(bitPattern: UInt32(truncatingIfNeeded: words.0))
    let frameCount = Int(truncatingIfNeeded: words.1)
    let begin = Float(bitPattern: UInt32(truncatingIfNeeded: words.2))
    let change = frameCount > 0 ? (volume - (begin.isNaN ? current : begin)) / Float(frameCount) : 0
    goal.store(volume.bitPattern, ordering: .relaxed)
    step.store(change.bitPattern, ordering: .relaxed)
    rest.store(frameCount, ordering: .relaxed)
    if frameCount == 0 { gain.store(volume.bitPattern, ordering: .relaxed) }
  }
}
