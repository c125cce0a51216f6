import CoreFoundation
import CoreMedia
import Foundation

/// A buffer as queues see one: an object that somebody knows times of. 1/1000 seconds are the unit.
final class TestBuffer: @unchecked Sendable {
  let start: Int64
  let decodeStart: Int64
  let duration: Int64
  let byteCount: Int
  var isReady = true

  init(_ start: Int64, decode: Int64? = nil, duration: Int64 = 10, bytes: Int = 100) {
    self.start = start
    decodeStart = decode ?? start
    self.duration = duration
    byteCount = bytes
  }

  static func of(_ buffer: CMBuffer) -> TestBuffer { unsafeDowncast(buffer, to: TestBuffer.self) }
}

/// So many thousandths of a second.
func milliseconds(_ count: Int64) -> CMTime { CMTime(value: count, timescale: 1000) }

/// What C gives a queue to learn about test buffers.
enum TestCallbacks {
  static let notification = "A test buffer became ready"

  /// All functions, of which tests take some away. `refcon` counts the calls for durations where it is there.
  static func all(sorted: Bool = false) -> CMBufferCallbacks {
    CMBufferCallbacks(
      version: 1, refcon: nil,
      getDecodeTimeStamp: { buffer, _ in milliseconds(TestBuffer.of(buffer).decodeStart) },
      getPresentationTimeStamp: { buffer, _ in milliseconds(TestBuffer.of(buffer).start) },
      getDuration: { buffer, counter in
        counter?.assumingMemoryBound(to: Int.self).pointee += 1
        return milliseconds(TestBuffer.of(buffer).duration)
      },
      isDataReady: { buffer, _ in TestBuffer.of(buffer).isReady },
      compare: sorted
        ? { first, second, _ in
          let (first, second) = (TestBuffer.of(first).start, TestBuffer.of(second).start)
          return first < second ? .compareLessThan : first > second ? .compareGreaterThan : .compareEqualTo
        } : nil,
      dataBecameReadyNotification: nil, getSize: { buffer, _ in TestBuffer.of(buffer).byteCount })
  }
}

/// A queue of test buffers.
func makeQueue(
  _ callbacks: CMBufferCallbacks = TestCallbacks.all(), capacity: CMItemCount = 0
) throws -> CMBufferQueue {
  var callbacks = callbacks
  var queue: CMBufferQueue?
  let status = CMBufferQueueCreate(
    allocator: kCFAllocatorDefault, capacity: capacity, callbacks: &callbacks, queueOut: &queue)
  guard status == noErr, let queue else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
  return queue
}

/// The starts of the buffers in a queue.
func starts(of queue: CMBufferQueue) -> [Int64] { queue.buffers.map { TestBuffer.of($0).start } }
