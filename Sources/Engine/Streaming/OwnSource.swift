/// The number (SSRC) that a participant speaks under, and what becomes of it where somebody else has the same one: RFC
/// 3550, 8.2.
///
/// Who meets its own number from an address for the first time takes another one and says farewell for the old. What
/// comes from there under its number afterwards is its own, sent back: a loop, which is counted and changes nothing.
struct OwnSource: Sendable {
  /// The most changes: of 2³² numbers not even two meet by chance, and more are somebody's intention.
  static let maximumChangeCount = 8
  /// Nanoseconds after which an address is forgotten: ten intervals of reports.
  private static let memory: Int64 = 50_000_000_000

  private(set) var number: UInt32
  /// How often the number was changed because somebody else had it.
  private(set) var collisionCount = 0
  /// Packets of its own that came back.
  private(set) var loopCount = 0
  /// Numbers that were given up, for which no farewell was said yet.
  private var abandoned: [UInt32] = []
  /// Addresses that packets under the number came from, and when the last one did.
  private var origins: [(origin: Int, last: Int64)] = []

  init(_ number: UInt32) { self.number = number }

  /// Takes note of a packet under the participant's own number.
  ///
  /// - Parameters:
  ///   - origin: Where it came from, by a number of the caller's.
  ///   - now: When it came, in nanoseconds.
  /// - Returns: True where the number is another one now.
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

  /// Whether a farewell is due.
  var isFarewellDue: Bool { !abandoned.isEmpty }

  /// The numbers for which a farewell is due, once.
  mutating func takeAbandoned() -> [UInt32] {
    defer { abandoned = [] }
    return abandoned
  }
}
