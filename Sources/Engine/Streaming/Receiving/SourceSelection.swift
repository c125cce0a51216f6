import RTPPayloads

/// Chooses the single source to receive among all sources of packets.
///
/// A source on probation is kept with its first packet, so that no packet of it is lost; at most 16 sources are kept,
/// and a new one replaces the oldest.
struct SourceSelection: Sendable {
  /// The largest number of sources on probation.
  static let maximumCandidateCount = 16

  /// A source on probation.
  struct Candidate: Sendable {
    var source: UInt32
    var validation: SourceValidation
    /// The last packet and its arrival.
    var packet: [UInt8]
    var arrival: Int64
  }

  /// The treatment of a packet.
  enum Choice: Sendable {
    /// The packet belongs to the source; its extended number.
    case take(Int64)
    /// The packet is the second one of a newly accepted source; holds the first packet and its arrival.
    case begin(Int64, previous: [UInt8], arrival: Int64)
    /// The source begins again.
    case restart(Int64)
    case wrongSource
    case onProbation
    case outOfSequence
  }

  let expected: UInt32?
  /// True if packets are authentic, so that no probation is needed.
  let isTrusted: Bool
  /// The nanoseconds of silence after which another source may take over.
  let timeout: Int64
  /// The nanoseconds of silence that confirm an RTCP BYE.
  let farewellSilence: Int64
  private(set) var current: UInt32?
  private var validation = SourceValidation()
  private var lastArrival: Int64 = 0
  /// The arrival of an RTCP BYE of the source.
  private var farewell: Int64?
  private var candidates: [Candidate] = []

  init(expected: UInt32?, isTrusted: Bool, timeout: Int64, farewellSilence: Int64) {
    (self.expected, self.isTrusted) = (expected, isTrusted)
    (self.timeout, self.farewellSilence) = (timeout, farewellSilence)
  }

  /// Records an RTCP BYE. The last packets of the source may arrive later, RFC 3550, 6.2.1; if the source continues,
  /// the BYE was not sent by the source.
  mutating func noteFarewell(at arrival: Int64) { farewell = farewell ?? arrival }

  /// Returns true once an RTCP BYE is confirmed: nothing has arrived from the source after it.
  func hasLeft(at now: Int64) -> Bool {
    farewell.map { now &- max($0, lastArrival) >= farewellSilence } ?? false
  }

  /// Returns true while an RTCP BYE is unconfirmed.
  func isLeaving(at now: Int64) -> Bool { farewell != nil && !hasLeft(at: now) }

  /// Returns true where another source may take over.
  func isSilent(at now: Int64) -> Bool { now &- lastArrival > timeout || hasLeft(at: now) }

  private mutating func hear(at arrival: Int64) {
    if let farewell, arrival &- farewell >= farewellSilence { self.farewell = nil }
    lastArrival = arrival
  }

  /// Judges a packet.
  mutating func choose(_ header: RTPHeader, packet: [UInt8], arrival: Int64) -> Choice {
    if let expected, header.source != expected { return .wrongSource }
    guard let current else { return consider(header, packet: packet, arrival: arrival) }
    guard header.source == current else {
      return isSilent(at: arrival) ? consider(header, packet: packet, arrival: arrival) : .wrongSource
    }
    switch validation.judge(header.sequenceNumber) {
    case .accepted(let number):
      hear(at: arrival)
      return .take(number)
    case .restarted(let number):
      hear(at: arrival)
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
    (current, validation, lastArrival, farewell) = (header.source, candidate.validation, arrival, nil)
    candidates.removeAll()
    guard candidate.packet.isEmpty else {
      return .begin(number, previous: candidate.packet, arrival: candidate.arrival)
    }
    return isFirst ? .take(number) : .begin(number, previous: [], arrival: arrival)
  }
}
