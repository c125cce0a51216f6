import AudioBase
import AudioDevices
import AudioPlayback

// Bound throughout: the frames of a tap are checked by who installs it, and channels by stages.

/// Receives a stage's output in buffers of one length: rendering writes into a ring, which the graph's serving thread
/// reads.
package final class GraphTap: Sendable {
  /// The number of frames per buffer.
  package let frameCount: Int
  /// The format of the stage.
  package let format: GraphFormat
  /// The frames that were seen and have not been taken yet.
  private let ring: SampleRing
  /// The frame of the ring with which the last block began, and its moment.
  private let anchor = PublishedWords()

  /// Prepares a tap.
  ///
  /// - Parameters:
  ///   - format: The format of the stage.
  ///   - frameCount: The number of frames per buffer, at least 1.
  ///   - capacity: The largest number of frames that are requested of the stage at a time.
  package init(format: GraphFormat, frameCount: Int, capacity: Int) {
    self.format = format
    self.frameCount = frameCount
    // Two buffers and a second: who serves the graph may be late by that.
    let length = 2 * frameCount + capacity + Int(saturating: format.sampleRate)
    ring = SampleRing(channelCount: format.channelCount, minimumCapacity: min(length, 1 << 24))
  }

  /// Records a stage's output. Frames are lost if there is no room for them.
  func take(_ block: borrowing PCMBlock, _ count: Int, _ moment: RenderMoment) {
    let place = ring.writtenCount
    anchor.set((UInt64(place), moment.sampleTime.bitPattern, moment.hostTime, 0))
    _ = ring.write(block.planes, stride: block.capacity, 0..<count)
  }

  /// Reads the next buffer.
  ///
  /// - Parameter samples: Room for ``frameCount`` samples of each channel, one channel after the other.
  /// - Returns: The time of its first frame; `nil` if there are not yet enough frames.
  package func read(into samples: inout MutableSpan<Float>) -> RenderMoment? {
    let place = ring.readCount
    guard ring.queuedCount >= frameCount else { return nil }
    let moment = anchor.last.map { anchor in
      RenderMoment(sampleTime: Double(bitPattern: anchor.1), hostTime: anchor.2)
        .advanced(by: Double(place - Int(anchor.0)), rate: format.sampleRate)
    }
    _ = ring.read(into: &samples, stride: frameCount)
    return moment ?? RenderMoment(sampleTime: 0)
  }
}
