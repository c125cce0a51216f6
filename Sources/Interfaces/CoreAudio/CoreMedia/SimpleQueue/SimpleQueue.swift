import CCoreMedia
import CoreFoundation
import Synchronization

/// The object that a `CMSimpleQueueRef` points to: a ring of words for one writing and one reading thread.
///
/// Neither waits for the other, allocates or locks anything, so that either may be the thread of an audio device.
@safe
final class SimpleQueue: MediaObject {
  static let typeID = register("CMSimpleQueue", SimpleQueue.self)

  let capacity: Int
  private let memory: MemoryBlock
  private let ring: UnsafeMutablePointer<UInt>
  /// Words put in since the last reset. Only the writer changes it.
  private let written = Atomic(0)
  /// The number of words removed since the last reset. Only the reader changes it.
  private let read = Atomic(0)

  /// Creates an empty queue for the given number of words in an allocator's memory.
  init(capacity: Int, _ allocator: CFAllocator?) throws(Failure) {
    guard capacity != 0 else { throw Failure(kCMSimpleQueueError_RequiredParameterMissing) }
    guard capacity > 0, capacity <= Int(Int32.max) else { throw Failure(kCMSimpleQueueError_ParameterOutOfRange) }
    let memory = unsafe MemoryBlock(
      nil, byteCount: capacity * MemoryLayout<UInt>.stride, owner: .allocator(allocator))
    guard memory.allocate(), let address = unsafe memory.address else {
      throw Failure(kCMSimpleQueueError_AllocationFailed)
    }
    self.capacity = capacity
    self.memory = memory
    unsafe ring = unsafe address.bindMemory(to: UInt.self, capacity: capacity)
    super.init(Self.typeID)
  }

  /// The number of words in the queue from the calling thread's point of view.
  var count: Int {
    let taken = read.load(ordering: .acquiring)
    return min(max(0, written.load(ordering: .acquiring) &- taken), capacity)
  }

  /// The next word, which only the reader may read.
  var head: UInt? {
    let position = read.load(ordering: .relaxed)
    guard written.load(ordering: .acquiring) != position else { return nil }
    return unsafe ring[position % capacity]
  }

  /// Adds a word; returns true if there was room.
  func enqueue(_ word: UInt) -> Bool {
    let position = written.load(ordering: .relaxed)
    guard position &- read.load(ordering: .acquiring) < capacity else { return false }
    unsafe ring[position % capacity] = word
    written.store(position &+ 1, ordering: .releasing)
    return true
  }

  /// Removes the next word.
  func dequeue() -> UInt? {
    guard let word = head else { return nil }
    read.store(read.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    return word
  }

  /// Removes all words. Neither the writer nor the reader may use the queue meanwhile.
  func reset() {
    read.store(0, ordering: .releasing)
    written.store(0, ordering: .releasing)
  }
}
