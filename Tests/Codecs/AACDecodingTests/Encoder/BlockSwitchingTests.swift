import AACDecoding
import AACEncoding
import AACSyntax
import TestSupport
import Testing

/// Attack detection and the choice of windows.
struct BlockSwitchingTests {
  /// Quiet noise with a click of full scale at a sample.
  private func noise(count: Int, clickAt click: Int?) -> [Float] {
    var generator = SplitMix64(seed: 7)
    var samples = (0..<count).map { _ in Float.random(in: -100...100, using: &generator) }
    if let click {
      for index in click..<min(click + 200, count) {
        samples[index] += Float.random(in: -20000...20000, using: &generator)
      }
    }
    return samples
  }

  private func attacks(_ samples: [Float], length: Int = 1024) -> [Attacks] {
    var detector = AttackDetector(frameLength: length)
    return (0..<(samples.count / length)).map {
      detector.analyze(samples.span.extracting(($0 * length)..<(($0 + 1) * length)))
    }
  }

  @Test(arguments: [960, 1024])
  func anAttackIsFoundInTheEighthWhereItBegins(length: Int) {
    for eighth in 0..<8 {
      let click = 3 * length + eighth * length / 8 + 10
      let found = attacks(noise(count: 5 * length, clickAt: click), length: length)
      #expect(found[3].eighths & 1 << UInt8(eighth) != 0)
      expectEqual(found[2].eighths, 0)
      expectEqual(found[4].eighths, 0)
    }
  }

  @Test func steadySoundsHaveNoAttacks() {
    let noise = attacks(noise(count: 20480, clickAt: nil))
    #expect(noise.dropFirst().allSatisfy { $0.eighths == 0 })
    let tone = (0..<20480).map { Float(20000 * sine(440 * Double($0) / 44100)) }
    #expect(attacks(tone).dropFirst().allSatisfy { $0.eighths == 0 })
  }

  @Test func infinitiesAndNotANumberAreForgotten() {
    var samples = noise(count: 8192, clickAt: 6000)
    samples[100] = .nan
    samples[1500] = .infinity
    samples[2500] = 3e38
    let found = attacks(samples)
    #expect(found[5].eighths != 0)
    expectEqual(found[4].eighths, 0)
    #expect((0..<16).allSatisfy { found[5].energies[$0].isFinite })
  }

  /// The window sequences of a stream with a click at a sample; frame n lies over blocks n − 1 and n.
  private func plans(clickAt click: Int) -> [WindowPlan] {
    let found = attacks(noise(count: 10 * 1024, clickAt: click))
    var switching = BlockSwitching(longShape: .kaiserBessel)
    _ = switching.plan(ahead: found[0])
    return found.dropFirst().map { switching.plan(ahead: $0) }
  }

  @Test func everyAttackLiesUnderShortWindowsAndTransitionsAreLegal() {
    for click in stride(from: 4 * 1024, to: 6 * 1024, by: 61) {
      let plans = plans(clickAt: click)
      var last = WindowSequence.onlyLong
      var isCovered = false
      for (frame, plan) in plans.enumerated() {
        switch (last, plan.sequence) {
        case (.onlyLong, .onlyLong), (.onlyLong, .longStart), (.longStop, .onlyLong), (.longStop, .longStart),
          (.longStart, .eightShort), (.eightShort, .eightShort), (.eightShort, .longStop):
          break
        default: Issue.record("\(last) followed by \(plan.sequence)")
        }
        last = plan.sequence
        // Short window w of frame n covers 256 samples from 448 + 128 w of block n − 1 on.
        let start = (frame - 1) * 1024 + 448
        if plan.sequence == .eightShort, (start + 64..<start + 9 * 128 - 64).contains(click) { isCovered = true }
        expectEqual(plan.shape == .kaiserBessel, plan.sequence == .onlyLong || plan.sequence == .longStop)
        #expect(plan.sequence == .eightShort || plan.grouping == 0)
      }
      #expect(isCovered, "click at \(click)")
      expectLessOrEqual(plans.count { $0.sequence == .eightShort }, 2)
    }
  }

  @Test func windowsBeforeAndAfterAnAttackAreNotGrouped() {
    for click in stride(from: 4 * 1024 + 700, to: 5 * 1024 + 300, by: 64) {
      for (frame, plan) in plans(clickAt: click).enumerated() where plan.sequence == .eightShort {
        var info = IndividualChannelInfo()
        plan.apply(to: &info)
        expectLessOrEqual(info.groupCount, 4)
        let start = (frame - 1) * 1024 + 448
        var first = 0
        for group in 0..<info.groupCount {
          let last = first + Int(info.groupLengths[group]) - 1
          // A group whose last window lies past the click must not begin with one that ends before it.
          let endsBefore = start + first * 128 + 256 <= click
          let liesPast = start + last * 128 + 64 >= click && start + last * 128 < click + 128
          #expect(!(endsBefore && liesPast), "click \(click), frame \(frame), windows \(first)...\(last)")
          first = last + 1
        }
        expectEqual(first, 8)
      }
    }
  }
}
