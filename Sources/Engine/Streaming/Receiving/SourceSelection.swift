import RTPPayloads

/// Chooses the one source that is received, among all that somebody claims to be.
///
/// A source on probation is kept with its first packet, so that nothing of it is lost; 16 of them at most, the oldest
/// of which goes for a new one.
struct SourceSelection: Sendable {
  /// The most sources on probation.
  static let maximumCandidateCount = 16

  /// A source on probation.
  struct Candidate: Sendable {
    var source: UInt32
    var validation: SourceValidation
    /// The last packet and its arrival.
    var packet: [UInt8]
    var arrival: Int64
  }

  /// What is to be done with a packet.
  enum Choice: Sendable {
    /// It belongs to the source; its extended number.
    case take(Int64)
    /// It is the second of a source that is believed from now on; the packet before it, and its arrival.
    case begin(Int64, previous: [UInt8], arrival: Int64)
    /// The source begins anew.
    case restart(Int64)
    case wrongSource
    case onProbation
    case outOfSequence
  }

  let expected: UInt32?
  /// Whether packets are authentic, so that no probation is needed.
  let isTrusted: Bool
  /// Nanoseconds of silence after which another source may take over.
  let timeout: Int64
  private(set) var current: UInt32?
  private var validation = SourceValidation()
  private var lastArrival: Int64 = 0
  private var candidates: [Candidate] = []

  init(expected: UInt32?, isTrusted: Bool, timeout: Int64) {
    (self.expected, self.isTrusted, self.timeout) = (expected, isTrusted, timeout)
  }

  /// Lets another source take over at once.
  mutating func release() { lastArrival = .min / 2 }

  /// Judges a packet.
  mutating func choose(_ header: RTPHeader, packet: [UInt8], arrival: Int64) -> Choice {
    if let expected, header.source != expected { return .wrongSource }
    guard let current else { return consider(header, packet: packet, arrival: arrival) }
    guard header.source == current else {
      return arrival &- lastArrival > timeout ? consider(header, packet: packet, arrival: arrival) : .wrongSource
    }
    switch validation.judge(header.sequenceNumber) {
    case .accepted(let number):
      lastArrival = arrival
      return .take(number)
    case .restarted(let number):
      lastArrival = arrival
      return .restart(number)
    case .outOfSequence: return .outOfSequence
    case .onProbation: return .onProbation
    }
  }

  /// Puts a source on probation, or believes it.
  private mutating func consider(_ header: RTPHeader, packet: [UInt8], arrival: Int64) -> Choice {
    let probation = isTrusted || expected != nil ? 0 : 2
    let place = candidates.firstIndex { $0.source == header.source }
    var candidate =
      place.map { candidates[$0] }
      ?? Candidate(
        source: header.source, validation: SourceValidation(probation: probation), packet: [], arrival: arrival)
    guard case .accepted(let number) = candidate.validation.judge(header.sequenceNumber) else {
      (candidate.packet, candidate.arrival) = (packet, arrival)
      if let place { candidates.remove(at: place) }
      if candidates.count >= Self.maximumCandidateCount { candidates.removeFirst() }
      candidates.append(candidate)
      return .onProbation
    }
    let isFirst = current == nil
    (current, validation, lastArrival) = (header.source, candidate.validation, arrival)
    candidates.removeAll()
    guard candidate.packet.isEmpty else {
      return .begin(number, previous: candidate.packet, arrival: candidate.arrival)
    }
    return isFirst ? .take(number) : .begin(number, previous: [], arrival: arrival)
  }
}
