import AudioConversion

/// A stretch of a file, decoded.
struct DecodedStretch: Sendable {
  var bytes: [UInt8]
  var report: DecodingReport
}

/// Holds stretches decoded by threads until they are written; there is room for a few.
///
/// One condition with one state: no count can be left wrong when the work ends early.
///
/// `@unchecked`: variable state is only accessed while the condition is held.
final class StretchShelf: @unchecked Sendable {
  private let condition = Condition()
  private var next = 0
  private var takenCount = 0
  private var isClosed = false
  /// The stretches that have been added and not yet taken; `nil` for one that could not be decoded.
  private var stretches: [Int: DecodedStretch?] = [:]
  private var spareBuffers: [[UInt8]] = []
  private let stretchCount: Int
  private let room: Int

  /// - Parameter room: The number of stretches that may be decoded ahead of writing.
  init(stretchCount: Int, room: Int) {
    self.stretchCount = stretchCount
    self.room = room
  }

  /// Returns the next stretch to decode as soon as there is room for it; `nil` if nothing is left to do.
  func nextStretch() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while !isClosed, next < stretchCount, next - takenCount >= room { condition.wait() }
    guard !isClosed, next < stretchCount else { return nil }
    next += 1
    return next - 1
  }

  /// Puts a stretch down, or states that it could not be decoded.
  func put(_ index: Int, _ stretch: DecodedStretch?) {
    condition.lock()
    defer { condition.unlock() }
    stretches.updateValue(stretch, forKey: index)
    condition.broadcast()
  }

  /// Waits for a stretch and removes it; `nil` if it could not be decoded.
  func take(_ index: Int) -> DecodedStretch? {
    condition.lock()
    defer { condition.unlock() }
    while stretches[index] == nil { condition.wait() }
    takenCount += 1
    condition.broadcast()
    return stretches.removeValue(forKey: index) ?? nil
  }

  /// Returns a written buffer for reuse: fresh memory costs as much as decoding into it.
  func recycle(_ buffer: [UInt8]) {
    condition.lock()
    defer { condition.unlock() }
    spareBuffers.append(buffer)
  }

  /// Returns an empty buffer.
  func buffer() -> [UInt8] {
    condition.lock()
    var buffer = spareBuffers.popLast() ?? []
    condition.unlock()
    buffer.removeAll(keepingCapacity: true)
    return buffer
  }

  /// Ends the waiting of all threads.
  func close() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    condition.broadcast()
  }
}
