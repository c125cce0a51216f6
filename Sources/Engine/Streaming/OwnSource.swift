/// The number (SSRC) of a participant, and its change in a collision with another participant: RFC 3550, 8.2.
///
/// A participant that meets its own number from an address for the first time takes another one and sends an RTCP BYE
/// for the old. Packets that come from there under its number afterwards are its own, sent back: a loop, which is
/// counted and changes nothing.
struct OwnSource: Sendable {
  /// The largest number of changes: of 2³² numbers not even two meet by chance, and more are an attack.
  static let maximumChangeCount = 8
  /// Nanoseconds after which an address is forgotten: ten intervals of reports.
  private static let memory: Int64 = 50_000_000_000

  private(set) var number: UInt32
  /// The number of changes because another participant had the number.
  private(set) var collisionCount = 0
  /// The number of its own packets that came back.
  private(set) var loopCount = 0
  /// The abandoned numbers for which an RTCP BYE has not been sent yet.
  private var abandoned: [UInt32] = []
  /// The addresses from which packets under the number arrived, and the time of the last packet from each.
  private var origins: [(origin: Int, last: Int64)] = []

  init(_ number: UInt32) { self.number = number }

  /// Records a packet under the participant's own number.
  ///
  /// - Parameters:
  ///   - origin: The origin of the packet, as a number chosen by the caller.
  ///   - now: The time of arrival, in nanoseconds.
  /// - Returns: True if the number has changed.
  mutating func meet(from origin: Int, at now: Int64) -> Bool {
    origins.removeAll { now &- $0.last > Self.memory }
    if let place = origins.firstIndex(where: { $0.origin == origin }) {
      origins[place].last = now
      loopCount += 1
      return false
    }
    guard collisionCount < Self.maximumChangeCount else {
      loopCount += 1
      return false
    }
    origins.append((origin, now))
    collisionCount += 1
    abandoned.append(number)
    while abandoned.contains(number) { number = .random(in: .min ... .max) }
    return true
  }

  /// True if an RTCP BYE is due.
  var isFarewellDue: Bool { !abandoned.isEmpty }

  /// The numbers for which an RTCP BYE is due, each returned once.
  mutating func takeAbandoned() -> [UInt32] {
    defer { abandoned = [] }
    return abandoned
  }
}
