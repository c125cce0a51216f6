package import AudioBase

// Holds throughout: counts are of blocks that were filled, and of packet tables of which negative ones are refused
// above.

/// Selects the frames of each decoded block that belong to the output.
///
/// ```
/// decoded frames   0 ········ lower ─────────────── upper ········
///                  priming    the frames that are kept   remainder
/// ```
package struct Trimmer: Sendable, Equatable {
  /// The range of frames to keep, counted from the first frame that the track decodes to.
  package private(set) var kept: Range<Int64>
  /// The position of the next block in the decoded track, in frames.
  package private(set) var position: Int64

  /// Creates a trimmer that keeps the frames `kept` of the decoded track.
  package init(keeping kept: Range<Int64> = 0..<Int64.max, position: Int64 = 0) {
    self.kept = kept
    self.position = position
  }

  /// Creates a trimmer that keeps the valid frames of a packet table.
  ///
  /// Counts in the table's time scale become counts of decoded frames by exact integer arithmetic, rounded to the
  /// nearest frame where the rates do not divide; a table that makes no sense keeps everything.
  package init(_ table: PacketTable?, decodedRate: Double) {
    guard let table, table.primingFrames >= 0, table.validFrames >= 0, table.timescale > 0 else {
      self.init()
      return
    }
    let (end, overflow) = table.primingFrames.addingReportingOverflow(table.validFrames)
    let lower = Self.rescale(table.primingFrames, from: table.timescale, to: decodedRate)
    let upper = overflow ? Int64.max : Self.rescale(end, from: table.timescale, to: decodedRate)
    self.init(keeping: lower..<max(lower, upper))
  }

  /// True if every kept frame has passed.
  package var isFinished: Bool { position >= kept.upperBound }

  /// Narrows the kept frames to `count` frames from `start` on, counted from the first kept frame.
  package mutating func narrow(toStart start: Int64, count: Int64?) {
    precondition(start >= 0 && (count ?? 0) >= 0)
    let lower = Self.saturatingSum(kept.lowerBound, start)
    let upper = count.map { Self.saturatingSum(lower, $0) } ?? Int64.max
    let first = min(lower, kept.upperBound)
    kept = first..<max(first, min(upper, kept.upperBound))
  }

  /// Keeps nothing before a frame.
  mutating func skip(to frame: Int64) { kept = min(max(frame, kept.lowerBound), kept.upperBound)..<kept.upperBound }

  /// Keeps everything after the first kept frame.
  mutating func openEnd() { kept = kept.lowerBound..<Int64.max }

  /// Counts in frames of another rate from here on, of a stream that changes it.
  mutating func rescale(from source: Double, to target: Double) {
    guard source != target else { return }
    let lower = Self.rescale(kept.lowerBound, from: source, to: target)
    let upper = kept.upperBound == .max ? Int64.max : Self.rescale(kept.upperBound, from: source, to: target)
    kept = lower..<max(lower, upper)
    position = Self.rescale(max(0, position), from: source, to: target)
  }

  /// Ends the kept range `count` frames before the end, which is `remaining` frames away.
  package mutating func end(_ remaining: Int, before count: Int) {
    precondition(remaining >= 0 && count >= 0)
    let end = Self.saturatingSum(position, Int64(remaining)) - Int64(count)
    kept = kept.lowerBound..<max(kept.lowerBound, min(kept.upperBound, end))
  }

  /// Sets the position of the next block in the decoded track, after a seek.
  package mutating func move(to position: Int64) { self.position = position }

  /// Advances over a block of `frameCount` frames, and returns the range of it to keep.
  package mutating func pass(_ frameCount: Int) -> Range<Int> {
    precondition(frameCount >= 0)
    let end = Self.saturatingSum(position, Int64(frameCount))
    let part = kept.clamped(to: position..<end)
    defer { position = end }
    return Int(part.lowerBound - position)..<Int(part.upperBound - position)
  }

  /// `count` × `target` / `source`, rounded to the nearest integer; whole-number rates are computed as integers.
  package static func rescale(_ count: Int64, from source: Double, to target: Double) -> Int64 {
    guard source != target else { return count }
    guard let divisor = Int64(exactly: source), let factor = Int64(exactly: target), divisor > 0, factor > 0 else {
      let scaled = (Double(count) * target / source).rounded()
      return scaled.isFinite && scaled < 0x1p62 ? Int64(max(scaled, 0)) : Int64.max
    }
    let product = count.multipliedFullWidth(by: factor)
    let fits = product.high == 0 && product.low <= UInt64(Int64.max)
    // The quotient must fit into 63 bits, or it saturates.
    guard fits || product.high < divisor / 2 else { return Int64.max }
    let (quotient, remainder) = divisor.dividingFullWidth((product.high, product.low))
    return remainder >= divisor - remainder ? saturatingSum(quotient, 1) : quotient
  }

  private static func saturatingSum(_ first: Int64, _ second: Int64) -> Int64 {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? Int64.max : sum
  }
}
