// Memory that one thread fills while others read the part that is filled already: an array cannot be read while it is
// written. Frames below `count` never change again, and the count is published once they are written.

import Synchronization

// Bound throughout: how much is kept is a test's own number.
// Holds throughout: planes have room for `frameLimit` samples each.

/// The samples that a virtual device has played, up to a number of frames.
///
/// `@unchecked`: one thread at a time appends, and others read what lies before the count alone.
@safe
final class KeptSamples: @unchecked Sendable {
  private let channelCount: Int
  private let frameLimit: Int
  private let samples: UnsafeMutableBufferPointer<Float>
  private let count = Atomic<Int>(0)

  init(channelCount: Int, frameLimit: Int) {
    (self.channelCount, self.frameLimit) = (channelCount, frameLimit)
    unsafe samples = .allocate(capacity: channelCount * frameLimit)
    unsafe samples.initialize(repeating: 0)
  }

  deinit { unsafe samples.deallocate() }

  /// A list for each channel.
  var planes: [[Float]] {
    let count = count.load(ordering: .acquiring)
    return (0..<channelCount).map { channel in
      (0..<count).map { unsafe samples[channel * frameLimit + $0] }
    }
  }

  /// Keeps frames as far as there is room.
  ///
  /// - Parameter planes: One channel after the other.
  func append(_ planes: [Float], frameCount: Int) {
    let start = count.load(ordering: .relaxed)
    let added = min(frameCount, frameLimit - start)
    guard added > 0 else { return }
    for channel in 0..<channelCount {
      for frame in 0..<added {
        unsafe samples[channel * frameLimit + start + frame] = planes[channel * frameCount + frame]
      }
    }
    count.store(start + added, ordering: .releasing)
  }
}
