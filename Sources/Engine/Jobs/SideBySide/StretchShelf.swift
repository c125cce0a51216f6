import AudioConversion

/// A stretch of a file, decoded.
struct DecodedStretch: Sendable {
  var bytes: [UInt8]
  var report: DecodingReport
}

/// Where threads put decoded stretches down until they are written; there is room for a few.
///
/// One condition and a state behind it: nothing that could be left in a wrong count when the work ends early.
///
/// `@unchecked`: all that changes is touched only while the condition is held.
final class StretchShelf: @unchecked Sendable {
  private let condition = Condition()
  private var next = 0
  private var takenCount = 0
  private var isClosed = false
  /// What has been put down and not been taken yet; `nil` for a stretch that could not be decoded.
  private var stretches: [Int: DecodedStretch?] = [:]
  private var spareBuffers: [[UInt8]] = []
  private let stretchCount: Int
  private let room: Int

  /// - Parameter room: How many stretches may be decoded ahead of what has been taken.
  init(stretchCount: Int, room: Int) {
    self.stretchCount = stretchCount
    self.room = room
  }

  /// The next stretch to decode, once there is room for it; `nil` where nothing is left to do.
  func nextStretch() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while !isClosed, next < stretchCount, next - takenCount >= room { condition.wait() }
    guard !isClosed, next < stretchCount else { return nil }
    next += 1
    return next - 1
  }

  /// Puts a stretch down, or says that it could not be decoded.
  func put(_ index: Int, _ stretch: DecodedStretch?) {
    condition.lock()
    defer { condition.unlock() }
    stretches.updateValue(stretch, forKey: index)
    condition.broadcast()
  }

  /// Waits for a stretch and takes it away; `nil` where it could not be decoded.
  func take(_ index: Int) -> DecodedStretch? {
    condition.lock()
    defer { condition.unlock() }
    while stretches[index] == nil { condition.wait() }
    takenCount += 1
    condition.broadcast()
    return stretches.removeValue(forKey: index) ?? nil
  }

  /// Takes a buffer back that has been written, and hands it out again: fresh memory costs as much as decoding into it.
  func recycle(_ buffer: [UInt8]) {
    condition.lock()
    defer { condition.unlock() }
    spareBuffers.append(buffer)
  }

  /// An empty buffer.
  func buffer() -> [UInt8] {
    condition.lock()
    var buffer = spareBuffers.popLast() ?? []
    condition.unlock()
    buffer.removeAll(keepingCapacity: true)
    return buffer
  }

  /// Lets everybody go home.
  func close() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    condition.broadcast()
  }
}
