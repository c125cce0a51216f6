import AudioBase

/// Frames that a device has captured and that nobody has taken yet, in the program's format.
///
/// One thread puts frames in and any thread takes them; a lock is held for as long as it takes to copy them. Where
/// nobody takes them the oldest are lost.
///
/// `@unchecked`: the memory is touched behind the lock only.
@safe
final class CapturedFrames: @unchecked Sendable {
  private struct State {
    var head = 0
    var count = 0
  }

  let format: UnitFormat
  private let capacity: Int
  private let memory: UnsafeMutableRawBufferPointer
  private let state = Lock(State())

  /// - Parameter capacity: Frames that fit, at least 1.
  init(_ format: UnitFormat, capacity: Int) {
    self.format = format
    self.capacity = capacity
    unsafe memory = .allocate(byteCount: capacity * format.bytesPerFrame * format.bufferCount, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { unsafe memory.deallocate() }

  /// Frames that can be taken.
  var count: Int { state.withLock { $0.count } }

  func removeAll() { state.withLock { $0 = State() } }

  /// Puts frames in.
  ///
  /// - Parameters:
  ///   - bytes: Of each buffer the frames, buffer after buffer.
  ///   - stride: Bytes from the first frame of one buffer to that of the next.
  func append(_ bytes: Span<UInt8>, frameCount: Int, stride: Int) {
    let size = format.bytesPerFrame
    let skipped = max(0, frameCount - capacity)
    guard frameCount > 0, bytes.count >= (format.bufferCount - 1) * stride + frameCount * size else { return }
    state.withLock { state in
      let count = frameCount - skipped
      let lost = max(0, state.count + count - capacity)
      state.head = (state.head + lost) % capacity
      state.count -= lost
      let start = (state.head + state.count) % capacity
      let before = min(count, capacity - start)
      unsafe bytes.withUnsafeBytes { source in
        for index in 0..<format.bufferCount {
          guard let from = unsafe source.baseAddress.map({ unsafe $0 + index * stride + skipped * size }),
            let to = unsafe memory.baseAddress.map({ unsafe $0 + index * capacity * size })
          else { continue }
          unsafe (to + start * size).copyMemory(from: from, byteCount: before * size)
          unsafe to.copyMemory(from: from + before * size, byteCount: (count - before) * size)
        }
      }
      state.count += count
    }
  }

  /// Takes frames out, all that are wanted or none.
  ///
  /// - Parameters:
  ///   - list: Buffers of the format with room for them.
  ///   - most: Where more frames wait than that behind those that are wanted, the oldest are lost.
  /// - Returns: Whether there were so many.
  @unsafe
  func take(_ frameCount: Int, into list: UnsafeMutablePointer<AudioBufferList>, keeping most: Int = .max) -> Bool {
    let size = format.bytesPerFrame
    return state.withLock { state in
      guard state.count >= frameCount else { return false }
      let late = max(0, state.count - frameCount - min(most, capacity))
      let start = (state.head + late) % capacity
      let before = min(frameCount, capacity - start)
      for index in 0..<format.bufferCount {
        guard let from = unsafe memory.baseAddress.map({ unsafe $0 + index * capacity * size }),
          let to = unsafe AudioBufferMemory.buffer(index, of: list).pointee.mData
        else { continue }
        unsafe to.copyMemory(from: from + start * size, byteCount: before * size)
        unsafe (to + before * size).copyMemory(from: from, byteCount: (frameCount - before) * size)
      }
      state.head = (start + frameCount) % capacity
      state.count -= late + frameCount
      return true
    }
  }
}
