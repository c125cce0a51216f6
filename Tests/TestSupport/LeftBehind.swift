#if canImport(Glibc)
  import CoreFoundation
  import Glibc

  /// Memory that objects leave behind which are made, used and given up many times.
  ///
  /// The measure is of the whole process, so that nothing else may run in it: measure in a process of its own, which
  /// `#expect(processExitsWith: .success) { … }` starts.
  package enum LeftBehind {
    /// True if the measure sees what is allocated. Sanitizers bring allocators of their own, and count leaks
    /// themselves.
    package static let isMeasured: Bool = {
      let before = mallinfo2().uordblks
      let block = unsafe malloc(1 << 16)
      defer { unsafe free(block) }
      return Int(mallinfo2().uordblks) - Int(before) >= 1 << 16
    }()

    /// The number of rounds, or fewer where the environment variable `LIFETIME_ROUNDS` says so: under a sanitizer each
    /// takes long.
    package static func rounds(_ usual: Int) -> Int {
      guard let text = unsafe getenv("LIFETIME_ROUNDS"), let wanted = unsafe Int(String(cString: text)) else {
        return usual
      }
      return min(usual, max(1, wanted))
    }

    /// Bytes of the least block that the C library gives: whatever is left behind takes as much.
    package static let leastObject = 32

    /// Bytes that a round leaves behind on average, beyond what the first rounds set up once for all.
    ///
    /// Rounds come in five portions, of which the median counts: a table that grows once shows in one of them, what
    /// every round leaves in all. What a queue's threads are still about to give up is waited for, and where too much
    /// is left twice as many rounds are counted, up to three times: on a busy machine threads lag, and keep what they
    /// have freed for themselves, which does not grow with the rounds.
    package static func bytesPerRound(rounds: Int = 400, _ body: () throws -> Void) rethrows -> Int {
      for _ in 0..<Self.rounds(20) { try body() }
      var portion = max(1, Self.rounds(rounds) / 5)
      var left = 0
      for _ in 0..<4 {
        var portions: [Int] = []
        for _ in 0..<5 {
          let before = Int(mallinfo2().uordblks)
          for _ in 0..<portion { try body() }
          portions.append(growth(since: before, allowed: portion * leastObject))
        }
        left = portions.sorted()[2] / portion
        guard left >= leastObject else { break }
        portion *= 2
      }
      return left
    }

    /// Returns the bytes that are allocated beyond `before`, as soon as they are fewer than `allowed`, or else after a
    /// while.
    private static func growth(since before: Int, allowed: Int) -> Int {
      let deadline = ContinuousClock.now + .seconds(10)
      var growth = Int(mallinfo2().uordblks) - before
      while growth >= allowed, ContinuousClock.now < deadline {
        usleep(10_000)
        growth = Int(mallinfo2().uordblks) - before
      }
      return growth
    }
  }
#endif
