package import AudioBase

/// Bytes that one thread supplies while another thread's job reads them: a pipe within the program, with room for a few
/// portions.
///
/// ```
/// bring ─► waiting ─► read(at:into:)
/// ```
/// The supplier waits while there is no room, and the reader waits while there are no bytes.
///
/// `@unchecked`: variable state is only accessed while the condition is held.
package final class ArrivingBytes: ByteSource, @unchecked Sendable {
  private enum State {
    /// The job has not read yet.
    case opening
    case open
    /// All bytes have arrived.
    case ended
    /// The job needs no more bytes.
    case abandoned
  }

  private let condition = Condition()
  private var state = State.opening
  private var waiting: [[UInt8]] = []
  /// The number of bytes of the first piece that have been read.
  private var place = 0
  /// The number of bytes that have been read in all.
  private var position: Int64 = 0
  private var hasReader = true

  /// Pieces that wait at most.
  private static let room = 2

  /// Creates an empty source.
  package init() {}

  /// Always `nil`: the number of bytes is not known.
  package var byteCount: Int64? { nil }
  /// True: bytes arrive in order, and once.
  package var isArriving: Bool { true }

  // MARK: - The thread that brings

  /// Waits until the job begins to read or ends; returns true if it reads.
  package func waitForReader() -> Bool {
    locked {
      while state == .opening, hasReader { condition.wait() }
      return hasReader
    }
  }

  /// Adds bytes as soon as there is room; returns true if the reader is still active.
  package func bring(_ bytes: [UInt8]) -> Bool {
    locked {
      while waiting.count >= Self.room, hasReader { condition.wait() }
      guard hasReader else { return false }
      if !bytes.isEmpty { waiting.append(bytes) }
      condition.broadcast()
      return true
    }
  }

  /// Waits until the reader has closed.
  package func waitForEnd() {
    locked { while hasReader { condition.wait() } }
  }

  /// Ends the input.
  package func end() { change(to: .ended) }

  /// Makes the reading job fail because its result is no longer needed.
  package func abandon() { change(to: .abandoned) }

  private func change(to state: State) {
    locked {
      guard self.state != .abandoned else { return }
      self.state = state
      condition.broadcast()
    }
  }

  // MARK: - The thread that reads

  /// Declares that nothing more will be read.
  package func close() {
    locked {
      hasReader = false
      waiting = []
      condition.broadcast()
    }
  }

  /// Reads the next bytes, and waits until the buffer is full or the input has ended.
  ///
  /// - Throws: `ErrorKind.inputOutput` once they have been abandoned, and for other bytes than the next: a job that
  ///   took either for the end would make a file that lacks something.
  package func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    condition.lock()
    defer { condition.unlock() }
    if state == .opening {
      state = .open
      condition.broadcast()
    }
    guard offset == position else {
      throw ContainerError(.inputOutput, "samples that come cannot be read twice, or passed over", at: offset)
    }
    var count = 0
    while count < buffer.count {
      guard state != .abandoned else {
        throw ContainerError(.inputOutput, "the samples that were to come are not wanted any more", at: position)
      }
      if let piece = waiting.first {
        count += take(piece, into: &buffer, from: count)
      } else if state == .ended {
        break
      } else {
        condition.wait()
      }
    }
    return count
  }

  private func take(_ piece: [UInt8], into buffer: inout MutableSpan<UInt8>, from start: Int) -> Int {
    let count = min(piece.count - place, buffer.count - start)
    var rest = buffer._mutatingExtracting(start..<(start + count))
    rest.copy(piece.span.extracting(place..<(place + count)))
    place += count
    position += Int64(count)
    if place == piece.count {
      waiting.removeFirst()
      place = 0
      condition.broadcast()
    }
    return count
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }
}
