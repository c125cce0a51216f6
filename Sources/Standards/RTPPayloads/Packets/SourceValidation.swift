/// Distinguishes the packets of a source from look-alikes by their sequence numbers: RFC 3550, A.1.
///
/// A source is believed after the given number of packets in sequence. A jump is not followed before the packet after
/// it has come, so that a single forged packet changes nothing.
public struct SourceValidation: Sendable {
  /// The result of validating a packet.
  public enum Verdict: Sendable, Equatable {
    /// The packet belongs to the source; its sequence number, extended beyond 16 bits.
    case accepted(Int64)
    /// The source has not yet sent enough packets in sequence.
    case onProbation
    /// The number is far from the previous ones.
    case outOfSequence
    /// The source starts again; the number does not continue an earlier one.
    case restarted(Int64)
  }

  /// `MAX_DROPOUT`: the largest number of packets lost in a row.
  public static let maximumDropout: Int64 = 3000
  /// `MAX_MISORDER`: the largest number of packets by which one may be late.
  public static let maximumMisorder: Int64 = 100

  /// `MIN_SEQUENTIAL`: the number of packets in sequence that validate a source; 0 if it is validated otherwise.
  public let probation: Int
  private var left: Int
  private var expected: UInt16?
  private var restartAt: UInt16?
  private var extender = NumberExtender<UInt16>()
  /// The offset added so that the numbers of a source that begins again are higher than all previous ones.
  private var base: Int64 = 0

  /// Creates the validation of one source.
  public init(probation: Int = 2) {
    self.probation = max(0, probation)
    left = max(0, probation)
  }

  /// Validates a packet by its sequence number.
  public mutating func judge(_ number: UInt16) -> Verdict {
    if left > 0 {
      left = expected == nil || expected == number ? left - 1 : max(0, probation - 1)
      expected = number &+ 1
      guard left == 0 else { return .onProbation }
      return .accepted(base &+ extender.extend(number))
    }
    guard let highest = extender.highest else { return .accepted(base &+ extender.extend(number)) }
    let extended = extender.extended(number)
    if extended - highest < Self.maximumDropout, highest - extended <= Self.maximumMisorder {
      restartAt = nil
      return .accepted(base &+ extender.extend(number))
    }
    guard restartAt == number else {
      restartAt = number &+ 1
      return .outOfSequence
    }
    restartAt = nil
    let end = base &+ highest &+ 1
    extender = NumberExtender()
    let first = extender.extend(number)
    base = end &- first
    return .restarted(base &+ first)
  }
}
