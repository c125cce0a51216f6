// The memory of a ring is written by one thread while another reads other parts of it: an array, or a span of the
// whole, would promise exclusive access. The proof that both never meet in one sample is the ring's: the producer is
// given only frames that the consumer has marked as read, the consumer only those that the producer has marked as
// written, and both words are stored with release and loaded with acquire ordering. Places and counts are checked
// here against the memory's bounds.

public import AudioBase

// Bound throughout: rings are made by players and recorders, of devices' channels and seconds that are checked there.
// Holds throughout: places and counts are the ring's own, cut to its capacity.

/// The samples of a ring, one channel after the other.
///
/// It can be sent between threads because the ring never has two of them work on the same samples at a time.
@safe final class RingStorage: @unchecked Sendable {
  let channelCount: Int
  let capacity: Int
  private let samples: UnsafeMutableBufferPointer<Float>

  init(channelCount: Int, capacity: Int) {
    let (count, overflow) = channelCount.multipliedReportingOverflow(by: capacity)
    precondition(channelCount > 0 && capacity > 0 && !overflow)
    self.channelCount = channelCount
    self.capacity = capacity
    unsafe samples = .allocate(capacity: count)
    unsafe samples.initialize(repeating: 0)
  }

  deinit { unsafe samples.deallocate() }

  /// Returns the index of the first sample of a stretch of one channel.
  fileprivate func place(_ channel: Int, _ start: Int, _ count: Int) -> Int {
    precondition(channel >= 0 && channel < channelCount && start >= 0 && count >= 0 && count <= capacity - start)
    return channel * capacity + start
  }

  /// Returns the memory of a stretch of one channel.
  fileprivate func memory(_ channel: Int, _ start: Int, _ count: Int) -> UnsafeMutableBufferPointer<Float> {
    let first = place(channel, start, count)
    return unsafe UnsafeMutableBufferPointer(rebasing: samples[first..<(first + count)])
  }

  /// Copies samples of one channel, as many as fit.
  func copy(_ channel: Int, at start: Int, into output: inout MutableSpan<Float>) {
    let source = unsafe memory(channel, start, output.count)
    unsafe output.withUnsafeMutableBufferPointer { target in _ = unsafe target.update(from: source) }
  }
}

/// The part of a ring that its producer may write to: consecutive frames of each channel.
///
/// It is lent by ``SampleRing/write(limit:_:)`` for the time of one call.
@safe public struct RingPlanes: ~Copyable, SamplePlanes {
  /// The number of frames that fit.
  public let frameCapacity: Int
  /// The number of channels.
  public var channelCount: Int { storage.channelCount }
  private let storage: RingStorage
  private let start: Int

  init(_ storage: RingStorage, start: Int, frameCapacity: Int) {
    self.storage = storage
    self.start = start
    self.frameCapacity = frameCapacity
  }

  /// Returns the memory of one channel, ``frameCapacity`` samples.
  @_lifetime(&self)
  public mutating func plane(_ channel: Int) -> MutableSpan<Float> {
    let memory = unsafe storage.memory(channel, start, frameCapacity)
    let span = unsafe MutableSpan(_unsafeElements: memory)
    // The storage, which this value holds, outlives what is lent out.
    return unsafe _overrideLifetime(span, mutating: &self)
  }
}
