package import AudioBase

// Bound throughout: players check the channels; frames are those of a block, or of a buffer that was decoded.
// Holds throughout: ranges are the store's own.

/// Memory of samples that stages pass to each other for processing in place.
package final class SampleStore {
  /// The block, with all frames counting as filled.
  package var block: PCMBlock

  /// The number of frames that fit.
  package var capacity: Int { block.capacity }

  /// Allocates silence.
  package init(channelCount: Int, capacity: Int) {
    block = PCMBlock(channelCount: channelCount, capacity: capacity)
    block.setFrameCount(capacity)
  }

  /// Grows to a number of frames; existing frames stay.
  package func reserve(_ frameCount: Int) {
    guard frameCount > block.capacity else { return }
    var larger = PCMBlock(channelCount: block.channelCount, capacity: max(frameCount, 2 * block.capacity))
    larger.setFrameCount(larger.capacity)
    larger.copy(0..<block.capacity, of: block)
    block = larger
  }

  /// Silences frames.
  package func clear(_ range: Range<Int>) { block.clear(range) }

  /// Moves frames to an earlier place, which they may overlap.
  func move(_ range: Range<Int>, to start: Int) {
    guard start < range.lowerBound, !range.isEmpty else { return }
    Self.move(range, to: start, in: &block)
  }

  private static func move(_ range: Range<Int>, to start: Int, in block: inout PCMBlock) {
    for channel in 0..<block.channelCount {
      var plane = block.plane(channel)
      for index in 0..<range.count { plane[start + index] = plane[range.lowerBound + index] }
    }
  }
}

/// Frames that a stage lends to the next one until its next request; they may be changed in place.
package struct LentFrames {
  /// The state after the lent frames.
  package enum State: Sendable {
    /// More frames, not necessarily all that were requested.
    case more
    /// No frames yet.
    case starved
    /// No more frames before a flush or the end.
    case ended
  }

  package var store: SampleStore
  package var range: Range<Int>
  package var state: State

  package var count: Int { range.count }

  package init(_ store: SampleStore, _ range: Range<Int>, _ state: State = .more) {
    self.store = store
    self.range = range
    self.state = state
  }
}

/// Decoded frames that wait to be played, counted from the first frame of all.
struct SampleFIFO {
  private let store: SampleStore
  private var head = 0
  /// The number of frames that wait.
  private(set) var count = 0
  /// The number of the frame that is read next.
  private(set) var readPosition: Int64 = 0

  private static let firstCapacity = 8192

  init(channelCount: Int) { store = SampleStore(channelCount: channelCount, capacity: Self.firstCapacity) }

  /// The number of the next frame that is written.
  var writePosition: Int64 { readPosition + Int64(count) }

  /// Adds the frames that a function writes, without the first ones.
  ///
  /// - Parameters:
  ///   - limit: Frames to write at most.
  ///   - dropped: The number of frames that are not kept.
  ///   - body: Writes into a part of the block, and returns the frames that it has written.
  /// - Returns: The frames that were written, and those that were kept.
  mutating func append<Failure: Error>(
    limit: Int, dropping dropped: Int, _ body: (inout PCMBlock, Range<Int>) throws(Failure) -> Int
  ) throws(Failure) -> (written: Int, kept: Int) {
    makeRoom(for: limit)
    let start = head + count
    let written = try body(&store.block, start..<(start + limit))
    let kept = max(0, written - dropped)
    store.move((start + written - kept)..<(start + written), to: start)
    count += kept
    return (written, kept)
  }

  /// Adds silence.
  mutating func appendSilence(_ frameCount: Int) {
    makeRoom(for: frameCount)
    store.clear((head + count)..<(head + count + frameCount))
    count += frameCount
  }

  private mutating func makeRoom(for frameCount: Int) {
    guard head + count + frameCount > store.capacity else { return }
    store.move(head..<(head + count), to: 0)
    head = 0
    store.reserve(count + frameCount)
  }

  /// Lends the next frames.
  mutating func read(_ frameCount: Int) -> LentFrames {
    let range = head..<(head + frameCount)
    head += frameCount
    count -= frameCount
    readPosition += Int64(frameCount)
    if count == 0 { head = 0 }
    return LentFrames(store, range)
  }

  /// Removes the last frames.
  mutating func dropLast(_ frameCount: Int) { count -= min(count, frameCount) }

  /// Removes all waiting frames.
  mutating func removeAll() { (head, count, readPosition) = (0, 0, 0) }
}
