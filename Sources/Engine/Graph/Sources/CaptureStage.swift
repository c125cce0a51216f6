import AudioBase
package import AudioDevices
package import AudioPlayback

// Bound throughout: devices have few channels, and rings a constant length.

/// A device's captured frames as a stage: the device's thread writes into a ring, and rendering reads from it.
///
/// `@unchecked`: as for `RenderStage`; the ring is made for two threads.
package final class CaptureStage: RenderStage, @unchecked Sendable {
  /// The captured frames that have not been read yet.
  package let ring: SampleRing

  /// Prepares a stage for a device's format.
  package init(_ device: DeviceFormat, capacity: Int) throws(AudioError) {
    let format = GraphFormat(sampleRate: device.sampleRate, channelCount: device.channelCount)
    guard format.isPossible else { throw .format(format) }
    ring = SampleRing(channelCount: device.channelCount, minimumCapacity: 8 * capacity)
    try super.init(format: format, capacity: capacity)
  }

  package override var inputLimit: Int { 0 }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    // Frames collected while nothing was rendered would be heard late for ever.
    ring.skip(ring.queuedCount - max(4 * count, block.capacity))
    let taken = ring.read(into: &block, 0..<count)
    silence(taken..<count)
    if taken < count { context.lacksInput = true }
  }

  /// Writes captured frames, on the device's thread. Frames are lost if there is no room for them.
  ///
  /// - Parameters:
  ///   - samples: One channel after the other, `frameCount` samples each.
  ///   - frameCount: Frames.
  func write(_ samples: Span<Float>, frameCount: Int) {
    _ = ring.write(samples, stride: frameCount, 0..<frameCount)
  }
}
