import AudioBase
import Synchronization

/// Frames that a device has captured and that have not been taken yet, in the program's format.
///
/// One thread adds frames and any thread takes them, and none waits. If they are not taken the oldest are lost: they
/// are overwritten. A thread that takes frames checks afterwards whether they were, and then takes later ones.
///
/// `@unchecked`: the memory is read and written in atomic pieces.
@safe
final class CapturedFrames: @unchecked Sendable {
  let format: UnitFormat
  private let capacity: Int
  private let memory: UnsafeMutableRawBufferPointer
  /// The total number of frames written, and that number including the frames being written.
  private let written = Atomic<Int>(0)
  private let begun = Atomic<Int>(0)
  /// The number of frames that were ever taken, or lost before one that was.
  private let taken = Atomic<Int>(0)

  /// - Parameter capacity: The number of frames that fit, at least 1.
  init(_ format: UnitFormat, capacity: Int) {
    self.format = format
    self.capacity = capacity
    unsafe memory = .allocate(byteCount: capacity * format.bytesPerFrame * format.bufferCount, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { unsafe memory.deallocate() }

  /// The number of frames that can be taken.
  var count: Int { min(capacity, written.load(ordering: .acquiring) - taken.load(ordering: .relaxed)) }

  /// The number of frames that were ever put in, and of those that were taken or lost.
  var appendedCount: Int { written.load(ordering: .acquiring) }
  var takenCount: Int { taken.load(ordering: .relaxed) }

  func removeAll() { taken.store(written.load(ordering: .acquiring), ordering: .relaxed) }

  /// Puts frames in.
  ///
  /// - Parameters:
  ///   - bytes: Of each buffer the frames, buffer after buffer.
  ///   - stride: The number of bytes from the first frame of one buffer to that of the next.
  func append(_ bytes: Span<UInt8>, frameCount: Int, stride: Int) {
    let size = format.bytesPerFrame
    guard frameCount > 0, bytes.count >= (format.bufferCount - 1) * stride + frameCount * size else { return }
    let end = written.load(ordering: .relaxed) + frameCount
    begun.store(end, ordering: .relaxed)
    // Who sees one of these frames sees that they were begun.
    atomicMemoryFence(ordering: .releasing)
    let count = min(frameCount, capacity)
    unsafe bytes.withUnsafeBytes { source in
      for index in 0..<format.bufferCount {
        guard let from = source.baseAddress else { continue }
        forEachRun(end - count, count) { frame, run, offset in
          unsafe Self.write(
            from + index * stride + (frameCount - count + offset) * size, to: place(index, frame),
            byteCount: run * size)
        }
      }
    }
    written.store(end, ordering: .releasing)
  }

  /// Takes all requested frames, or none.
  ///
  /// - Parameters:
  ///   - list: Buffers of the format with room for them.
  ///   - most: The largest number of frames that may wait after the requested ones; beyond it the oldest ones are lost.
  /// - Returns: True if there were enough frames.
  @unsafe
  func take(_ frameCount: Int, into list: UnsafeMutablePointer<AudioBufferList>, keeping most: Int = .max) -> Bool {
    let size = format.bytesPerFrame
    while true {
      let before = taken.load(ordering: .relaxed)
      let end = written.load(ordering: .acquiring)
      let first = max(before, begun.load(ordering: .relaxed) - capacity)
      guard end - first >= frameCount else { return false }
      let start = first + max(0, end - first - frameCount - min(most, capacity))
      for index in 0..<format.bufferCount {
        guard let to = unsafe AudioBufferMemory.buffer(index, of: list).pointee.mData else { continue }
        forEachRun(start, frameCount) { frame, run, offset in
          unsafe Self.read(to + offset * size, from: place(index, frame), byteCount: run * size)
        }
      }
      atomicMemoryFence(ordering: .acquiring)
      guard begun.load(ordering: .relaxed) - capacity <= start else { continue }
      if taken.compareExchange(expected: before, desired: start + frameCount, ordering: .relaxed).exchanged {
        return true
      }
    }
  }

  /// Visits the one or two pieces of memory that hold the frames.
  private func forEachRun(_ start: Int, _ count: Int, _ body: (_ frame: Int, _ count: Int, _ offset: Int) -> Void) {
    let first = min(count, capacity - start % capacity)
    body(start % capacity, first, 0)
    if count > first { body(0, count - first, first) }
  }

  /// Returns the memory of a frame of a buffer.
  @unsafe
  private func place(_ buffer: Int, _ frame: Int) -> UnsafeMutableRawPointer? {
    unsafe memory.baseAddress.map { unsafe $0 + (buffer * capacity + frame) * format.bytesPerFrame }
  }

  // The program's pointers may have any alignment; the memory's has that of its frames.

  @unsafe
  private static func write(_ source: UnsafeRawPointer, to place: UnsafeMutableRawPointer?, byteCount: Int) {
    guard let place = unsafe place else { return }
    if byteCount % 4 == 0, UInt(bitPattern: place) % 4 == 0 {
      let words = unsafe place.assumingMemoryBound(to: Atomic<UInt32>.self)
      for index in 0..<byteCount / 4 {
        unsafe words[index].store(
          source.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self), ordering: .relaxed)
      }
    } else {
      let bytes = unsafe place.assumingMemoryBound(to: Atomic<UInt8>.self)
      for index in 0..<byteCount {
        unsafe bytes[index].store(source.load(fromByteOffset: index, as: UInt8.self), ordering: .relaxed)
      }
    }
  }

  @unsafe
  private static func read(_ target: UnsafeMutableRawPointer, from place: UnsafeMutableRawPointer?, byteCount: Int) {
    guard let place = unsafe place else { return }
    if byteCount % 4 == 0, UInt(bitPattern: place) % 4 == 0 {
      let words = unsafe place.assumingMemoryBound(to: Atomic<UInt32>.self)
      for index in 0..<byteCount / 4 {
        unsafe target.storeBytes(of: words[index].load(ordering: .relaxed), toByteOffset: 4 * index, as: UInt32.self)
      }
    } else {
      let bytes = unsafe place.assumingMemoryBound(to: Atomic<UInt8>.self)
      for index in 0..<byteCount {
        unsafe target.storeBytes(of: bytes[index].load(ordering: .relaxed), toByteOffset: index, as: UInt8.self)
      }
    }
  }
}
