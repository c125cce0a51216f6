package import AudioBase
import AudioConversion
import Synchronization

// Bound throughout: rings are made by players and recorders, of devices' channels and seconds that are checked there.
// Holds throughout: counts of frames only grow, and 63 bits of them last for millions of years.

/// A queue of planar samples between two threads, neither of which ever waits for the other.
///
/// One thread, the producer, writes; one thread, the consumer, reads. Frames are counted from the first one that was
/// written, so that both can refer to a position in the stream:
///
/// ```
///          readCount            mark                 writtenCount
///   gone ─────┼── to be skipped ──┼──── to be read ─────┼── free
/// ```
/// No call takes a lock or allocates, except `init`. Either role may pass to another thread, if the caller ensures that
/// the first thread has left it before the second one begins. Interleaved samples are a ring of one channel whose
/// frames are samples.
public final class SampleRing: Sendable {
  /// The number of channels.
  public let channelCount: Int
  /// The number of frames that fit: a power of two.
  public let capacity: Int

  private let storage: RingStorage
  /// Stored only by the producer, after it has written the samples.
  private let written = Atomic<Int>(0)
  /// Stored only by the consumer, after it has read the samples.
  private let read = Atomic<Int>(0)
  /// Stored only by the producer: earlier frames are no longer to be read.
  private let mark = Atomic<Int>(0)

  /// Allocates a silent ring.
  ///
  /// - Parameters:
  ///   - channelCount: At least 1.
  ///   - minimumCapacity: The number of frames that must fit, at least 1; a power of two will.
  public init(channelCount: Int, minimumCapacity: Int) {
    precondition(channelCount > 0 && minimumCapacity > 0 && minimumCapacity <= 1 << 40)
    var capacity = 1
    while capacity < minimumCapacity { capacity *= 2 }
    self.channelCount = channelCount
    self.capacity = capacity
    storage = RingStorage(channelCount: channelCount, capacity: capacity)
  }

  /// The number of frames ever written, which is the position of the next one.
  public var writtenCount: Int { written.load(ordering: .acquiring) }
  /// The total number of frames read or skipped, which is the position of the next one, unless that is still to be
  /// skipped.
  public var readCount: Int { read.load(ordering: .acquiring) }

  /// The position up to which frames are skipped; the consumer may not have reached it yet.
  public var discardedCount: Int { mark.load(ordering: .acquiring) }

  // MARK: Producer

  /// The number of frames left for the consumer. The producer may see too high a number.
  public var queuedCount: Int { max(0, writtenCount - max(readCount, mark.load(ordering: .relaxed))) }

  /// The number of frames that can be written now; it grows when the consumer reads.
  public var room: Int { capacity - (written.load(ordering: .relaxed) - read.load(ordering: .acquiring)) }

  /// Writes the frames that `body` fills in, and returns their number.
  ///
  /// - Parameters:
  ///   - limit: The largest number of frames to write. Fewer are written if there is less room, or where the memory
  ///     wraps around.
  ///   - body: Fills the memory from the first place on, and returns the frames that it has filled.
  public func write<Failure: Error>(
    limit: Int, _ body: (inout RingPlanes) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let start = written.load(ordering: .relaxed)
    let place = start & (capacity - 1)
    let count = min(min(max(0, limit), room), capacity - place)
    guard count > 0 else { return 0 }
    var planes = RingPlanes(storage, start: place, frameCapacity: count)
    let filled = try body(&planes)
    precondition(filled >= 0 && filled <= count, "more frames than there is room for")
    written.store(start + filled, ordering: .releasing)
    return filled
  }

  /// Writes as many frames of planar samples as there is room for, and returns their number.
  ///
  /// - Parameters:
  ///   - planes: At least as many channels as the ring has, one after the other.
  ///   - stride: The number of samples from one channel to the next.
  ///   - frames: The range of positions within a channel to write.
  package func write(_ planes: Span<Float>, stride: Int, _ frames: Range<Int>) -> Int {
    var taken = 0
    while taken < frames.count {
      let start = frames.lowerBound + taken
      let count = write(limit: frames.upperBound - start) { room in
        for channel in 0..<room.channelCount {
          var plane = room.plane(channel)
          let base = channel * stride + start
          plane.copy(planes.extracting(base..<(base + plane.count)))
        }
        return room.frameCapacity
      }
      guard count > 0 else { break }
      taken += count
    }
    return taken
  }

  /// Makes the consumer skip all unread frames. There is room for new frames after that.
  public func discardQueued() { mark.store(written.load(ordering: .relaxed), ordering: .releasing) }

  // MARK: Consumer

  /// Skips the frames that the producer has discarded, and returns the position of the next frame. For the consumer.
  @discardableResult
  public func skipDiscarded() -> Int {
    let place = read.load(ordering: .relaxed)
    let end = mark.load(ordering: .acquiring)
    guard end > place else { return place }
    read.store(end, ordering: .releasing)
    return end
  }

  /// Skips the next `count` frames, or all if there are fewer; none for 0 or less. For the consumer.
  package func skip(_ count: Int) {
    let start = skipDiscarded()
    read.store(start + max(0, min(count, written.load(ordering: .acquiring) - start)), ordering: .releasing)
  }

  /// Reads the next frames, as many as exist, and returns their number.
  ///
  /// - Parameters:
  ///   - planes: The destination, one channel after the other; channels beyond those of the ring are left unchanged.
  ///   - stride: The number of samples from one channel to the next.
  ///   - first: The first position of a channel to fill; all later ones up to the stride are filled too.
  public func read(into planes: inout MutableSpan<Float>, stride: Int, from first: Int = 0) -> Int {
    let start = skipDiscarded()
    let count = min(max(0, stride - first), written.load(ordering: .acquiring) - start)
    guard count > 0 else { return 0 }
    let place = start & (capacity - 1)
    let before = min(count, capacity - place)
    for channel in 0..<min(channelCount, planes.count / stride) {
      let base = channel * stride + first
      var head = planes._mutatingExtracting(base..<(base + before))
      storage.copy(channel, at: place, into: &head)
      guard before < count else { continue }
      var tail = planes._mutatingExtracting((base + before)..<(base + count))
      storage.copy(channel, at: 0, into: &tail)
    }
    read.store(start + count, ordering: .releasing)
    return count
  }

  /// Reads the next frames, as many as exist and fit, and returns their number.
  ///
  /// - Parameters:
  ///   - planes: Memory of the ring's channels.
  ///   - room: The places to be filled, from the first one on.
  package func read(into planes: inout some SamplePlanes<Float> & ~Copyable, _ room: Range<Int>) -> Int {
    let start = skipDiscarded()
    let count = min(room.count, written.load(ordering: .acquiring) - start)
    guard count > 0 else { return 0 }
    let place = start & (capacity - 1)
    let before = min(count, capacity - place)
    let (first, end) = (room.lowerBound, room.lowerBound + count)
    for channel in 0..<channelCount {
      var plane = planes.plane(channel)
      var head = plane._mutatingExtracting(first..<(first + before))
      storage.copy(channel, at: place, into: &head)
      guard before < count else { continue }
      var tail = plane._mutatingExtracting((first + before)..<end)
      storage.copy(channel, at: 0, into: &tail)
    }
    read.store(start + count, ordering: .releasing)
    return count
  }
}
