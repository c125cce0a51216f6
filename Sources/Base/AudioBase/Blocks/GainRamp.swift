// Holds throughout: a ramp has at least one frame while it runs.

/// The gain of consecutive samples, which changes linearly until it reaches its target, and then stays there.
///
/// ```
/// target                ──────────────
///                   ╱
///               ╱                        frame n of a ramp of c frames, 0 ≤ n < c:
/// from      ╱                            target − step · (c − 1 − n)
/// ```
/// Counting from the end makes the last frame exactly the target. Nothing is allocated.
public struct GainRamp: Sendable, Hashable, BitwiseCopyable {
  /// The gain at the end and afterwards; 1 leaves samples unchanged.
  public let target: Float
  /// The change from one frame to the next, before the target is reached.
  public let step: Float
  /// The number of frames up to and including the first one with the target gain; 0 after the target has been reached.
  @inlinable public var frameCount: Int { left }
  @usableFromInline var left: Int

  /// Creates a gain that stays the same.
  @inlinable
  public init(_ gain: Float) { self.init(to: gain, step: 0, frameCount: 0) }

  /// Creates a ramp whose first frame is a step away from `start`, and whose last has the target.
  ///
  /// - Parameters:
  ///   - start: The gain of the last frame before the ramp.
  ///   - target: The gain of its last frame.
  ///   - frameCount: The number of frames of the ramp; 0 or fewer jump to the target.
  @inlinable
  public init(from start: Float, to target: Float, frameCount: Int) {
    let step = frameCount > 0 ? (target - start) / Float(frameCount) : 0
    self.init(to: target, step: step, frameCount: step == 0 ? 0 : frameCount)
  }

  /// Creates the remaining part of a ramp.
  ///
  /// - Parameters:
  ///   - target: The gain of its last frame.
  ///   - step: The change from one frame to the next.
  ///   - frameCount: The number of frames that are left of it.
  @inlinable
  public init(to target: Float, step: Float, frameCount: Int) {
    (self.target, self.step, left) = (target, step, max(0, frameCount))
  }

  /// True if all frames have the same gain.
  @inlinable public var isConstant: Bool { frameCount == 0 }
  /// True if samples stay unchanged.
  @inlinable public var isUnity: Bool { frameCount == 0 && target == 1 }

  /// Returns the gain of a frame, counted from the ramp's next frame; -1 is the frame before it.
  @inlinable
  public func gain(_ frame: Int) -> Float {
    frame < frameCount ? target - step * Float(frameCount - 1 - frame) : target
  }

  /// Returns in how many of the next `count` frames the gain still changes.
  @inlinable
  package func rampedFrameCount(of count: Int) -> Int { min(left, count) }

  /// Skips frames, so that the next one is frame 0.
  @inlinable
  public mutating func advance(by count: Int) { left = max(0, left - count) }
}
