package import AudioBase

/// The bytes of a stream that have arrived and may still be needed, as a source for readers.
///
/// ```
/// 0          head      forgotten      window                not come yet
/// ├──────────────────┤ · · · · · · ├──────────────┤ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─►
///                                  windowStart    arrivedEnd
/// ```
///
/// The size is never reported, not even after the end: a reader that knew it would survey the whole stream, and its
/// results would depend on when the caller calls.
package final class StreamBuffer: ByteSource {
  private var head: [UInt8] = []
  private var window: [UInt8] = []
  /// The first byte of `window` that is not forgotten.
  private var first = 0
  /// The offset in the stream of that byte.
  private var windowStart: Int64 = 0
  /// The places of missing bytes, in rising order: reading ends there until ``passGap()``.
  private var gaps: [Int64] = []

  /// True if no more bytes come.
  private(set) var isComplete = false
  /// The offset of the next byte to arrive.
  package private(set) var arrivedEnd: Int64 = 0
  /// The offset up to which bytes must arrive for the first incomplete read of this step; `nil` if there was none.
  package private(set) var starvedUpTo: Int64?
  /// True if a read of this step needed bytes that were forgotten.
  package private(set) var hasMissedForgotten = false
  /// The number of bytes that this step has read.
  package private(set) var stepByteCount = 0

  package init() {}

  package var byteCount: Int64? { nil }
  package var isArriving: Bool { true }

  /// The offset up to which bytes can be read now.
  var readableEnd: Int64 { gaps.first ?? arrivedEnd }
  /// True if a short read means the end, not that more bytes will arrive.
  package var endsHere: Bool { isComplete || !gaps.isEmpty }
  /// The number of bytes held in memory.
  package var heldByteCount: Int { head.count + window.count - first }

  // MARK: Reading

  /// Begins a step, and resets ``starvedUpTo`` and ``hasMissedForgotten``.
  package func beginStep() {
    starvedUpTo = nil
    hasMissedForgotten = false
    stepByteCount = 0
  }

  package func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer, atLeast: buffer.count)
  }

  /// Reads the available bytes; throws if they are fewer than `minimum` and more may arrive.
  ///
  /// After such a failure every read of the step fails, as it would depend on bytes that were not available.
  package func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    guard starvedUpTo == nil, !hasMissedForgotten else { throw StreamBuffer.isWaiting(at: offset) }
    guard offset >= 0, !buffer.isEmpty else { return 0 }
    let wanted = max(0, min(minimum, buffer.count))
    var count = Held(bytes: head, first: 0, start: 0, end: readableEnd).copy(from: offset, into: &buffer, filled: 0)
    let held = Held(bytes: window, first: first, start: windowStart, end: readableEnd)
    count += held.copy(from: offset, into: &buffer, filled: count)
    stepByteCount += count
    guard count < wanted else { return count }
    let (next, overflow) = offset.addingReportingOverflow(Int64(count))
    if !overflow, next < windowStart, next < arrivedEnd {
      hasMissedForgotten = true
      throw StreamBuffer.isWaiting(at: offset)
    }
    guard !endsHere else { return count }
    starvedUpTo = offset.addingReportingOverflow(Int64(wanted)).overflow ? .max : offset + Int64(wanted)
    throw StreamBuffer.isWaiting(at: offset)
  }

  /// Available bytes, from `first` on: those of the stream from `start` up to `end`.
  private struct Held {
    let bytes: [UInt8]
    let first: Int
    let start: Int64
    let end: Int64

    /// Copies the available bytes of the stream from `offset` + `filled` on, and returns their number.
    func copy(from offset: Int64, into buffer: inout MutableSpan<UInt8>, filled: Int) -> Int {
      let (place, overflow) = offset.addingReportingOverflow(Int64(filled))
      guard !overflow, place >= start, place < end else { return 0 }
      let held = Int64(bytes.count - first)
      guard place - start < held else { return 0 }
      let index = first + Int(place - start)
      let count = min(buffer.count - filled, Int(min(held - (place - start), end - place)))
      buffer.copy(bytes.span.extracting(index..<(index + count)), at: filled)
      return count
    }
  }

  /// Returns an error of the kind that readers pass on at once.
  private static func isWaiting(at offset: Int64) -> ContainerError {
    ContainerError(.inputOutput, "the bytes have not come yet", at: offset)
  }
}

// MARK: - Filling and forgetting

extension StreamBuffer {
  /// Adds the next bytes of the stream; discards bytes that are no longer needed.
  package func append(_ bytes: Span<UInt8>) {
    let (end, overflow) = arrivedEnd.addingReportingOverflow(Int64(bytes.count))
    guard !overflow else { return }
    let passedOver = max(0, min(Int64(bytes.count), windowStart - arrivedEnd))
    arrivedEnd = end
    let kept = bytes.extracting(Int(passedOver)..<bytes.count)
    guard !kept.isEmpty else { return }
    makeRoom(kept.count)
    window.append(copying: kept)
  }

  /// Moves the remaining bytes to the front where that saves the window from growing.
  private func makeRoom(_ byteCount: Int) {
    if first == window.count {
      window.removeAll(keepingCapacity: true)
      first = 0
    } else if first >= window.count - first, window.capacity - window.count < byteCount {
      window.removeSubrange(0..<first)
      first = 0
    }
  }

  /// Keeps the arrived bytes before `offset` permanently.
  package func pinHead(upTo offset: Int64) {
    let count = Int(max(0, min(offset, arrivedEnd)))
    guard windowStart == 0, count > 0 else { return }
    head = Array(window[first..<(first + count)])
    forget(before: Int64(count))
  }

  /// Discards all bytes of the window before `offset`, including those still to arrive.
  package func forget(before offset: Int64) {
    guard offset > windowStart else { return }
    let dropped = min(offset - windowStart, Int64(window.count - first))
    first += Int(dropped)
    windowStart = offset
    if first == window.count {
      window.removeAll(keepingCapacity: true)
      first = 0
    }
  }

  /// Marks a gap before the next bytes to arrive.
  package func markGap() {
    if gaps.last != arrivedEnd { gaps.append(arrivedEnd) }
  }

  /// Continues reading after the first gap, and returns its offset; `nil` if there is none.
  package func passGap() -> Int64? {
    guard !gaps.isEmpty else { return nil }
    return gaps.removeFirst()
  }

  /// Ends the input.
  package func complete() { isComplete = true }

  /// Discards everything except the head: the next bytes are those from `offset` on.
  func restart(at offset: Int64) {
    window.removeAll(keepingCapacity: true)
    first = 0
    gaps.removeAll()
    windowStart = offset
    arrivedEnd = offset
    isComplete = false
  }

  /// Returns a copy of received bytes, at most `count` of them from `offset` on, provided that none have been
  /// discarded.
  func peek(_ count: Int, at offset: Int64) -> [UInt8] {
    precondition(windowStart == 0)
    let start = Int(min(offset, readableEnd))
    let end = Int(min(readableEnd, Int64(start) + Int64(count)))
    return Array(window[(first + start)..<(first + end)])
  }
}
