import Foundation

/// Programs of random change, which `Scripts/attack soak-threads` runs for minutes under ThreadSanitizer.
package enum Soak {
  /// Seconds that a program lasts: `SOAK_SECONDS`, 3 where nothing is said.
  package static let seconds = ProcessInfo.processInfo.environment["SOAK_SECONDS"].flatMap { Double($0) } ?? 3

  /// One step of a thread's: what it does, the generator chooses.
  package typealias Step = @Sendable (inout SplitMix64) throws -> Void

  /// Takes steps of each kind on a thread of its own until the time is over, a hundred at least.
  package static func run(_ steps: Step...) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, step) in steps.enumerated() {
        group.addTask {
          let outcome = await onThread { Result { try repeating(step, seed: UInt64(25 + index)) } }
          try outcome.get()
        }
      }
      try await group.waitForAll()
    }
  }

  private static func repeating(_ step: Step, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    // Among other tests a thread may begin late.
    let end = ContinuousClock.now + .seconds(seconds)
    var count = 0
    while count < 100 || ContinuousClock.now < end {
      try step(&random)
      count += 1
      if count % 16 == 0 { Thread.sleep(forTimeInterval: 0.002) }
    }
  }
}
