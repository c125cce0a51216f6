import CDispatch
import Dispatch
import SystemLibraries

/// A `dispatch_queue_t` of C code on which blocks of its are called.
///
/// `@unchecked`: queues are made to be used by any thread.
@safe
final class BlockQueue: @unchecked Sendable {
  private typealias Count = @convention(c) (dispatch_queue_t) -> Void
  private typealias Call =
    @convention(c) (dispatch_queue_t, UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void)
    -> Void

  // Functions of libdispatch that Swift hides.
  private static let retain: Count? = unsafe SharedLibrary.program?.function("dispatch_retain")
  private static let release: Count? = unsafe SharedLibrary.program?.function("dispatch_release")
  private static let async: Call? = unsafe SharedLibrary.program?.function("dispatch_async_f")
  private static let sync: Call? = unsafe SharedLibrary.program?.function("dispatch_sync_f")

  private let queue: dispatch_queue_t

  init(_ queue: dispatch_queue_t) {
    unsafe self.queue = queue
    unsafe Self.retain?(queue)
  }

  deinit { unsafe Self.release?(queue) }

  /// Calls a body on the queue, some time.
  func perform(_ body: @escaping () -> Void) {
    let box = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    unsafe Self.async?(queue, box) { box in
      guard let box = unsafe box else { return }
      unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
    }
  }

  /// Calls a body on the queue and waits for its end.
  func performNow(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      let box = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
      unsafe Self.sync?(queue, box) { box in
        guard let box = unsafe box else { return }
        unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
      }
    }
  }

  private final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
