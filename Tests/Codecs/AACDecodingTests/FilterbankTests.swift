import AACDecoding
import AACSyntax
import AudioBase
import MPEG4Systems
import TestSupport
import Testing

/// The inverse transform with window shapes against a direct forward transform.
struct FilterbankTests {
  /// One frame's windows.
  struct Frame: Hashable {
    var sequence: WindowSequence
    var shape: WindowShape

    func successors(hasBlockSwitching: Bool) -> [Frame] {
      let sequences: [WindowSequence] =
        switch sequence {
        case .onlyLong, .longStop: hasBlockSwitching ? [.onlyLong, .longStart] : [.onlyLong]
        case .longStart, .eightShort: [.eightShort, .longStop]
        }
      return sequences.flatMap { [Frame(sequence: $0, shape: .sine), Frame(sequence: $0, shape: .kaiserBessel)] }
    }
  }

  struct Transition: Hashable { var from, to: Frame }

  /// A path that takes every legal transition at least once: always on to the transition used least.
  static func path(hasBlockSwitching: Bool) -> [Frame] {
    var uses: [Transition: Int] = [:]
    var path = [Frame(sequence: .onlyLong, shape: .sine)]
    let wanted = hasBlockSwitching ? 32 : 4
    while uses.count < wanted, path.count < 1000 {
      let last = path[path.count - 1]
      let next = last.successors(hasBlockSwitching: hasBlockSwitching).min {
        uses[Transition(from: last, to: $0), default: 0] < uses[Transition(from: last, to: $1), default: 0]
      }
      guard let next else { return path }
      uses[Transition(from: last, to: next), default: 0] += 1
      path.append(next)
    }
    return uses.count == wanted ? path : []
  }

  /// The spectrum of two frames of samples under the windows of a frame.
  static func analyse(
    _ samples: ArraySlice<Double>, _ frame: Frame, after last: Frame, _ long: ReferenceTransform,
    _ short: ReferenceTransform, isLowDelay: Bool
  ) -> [Double] {
    let samples = [Double](samples)
    let length = long.frameLength
    let eighth = length / 8
    let flat = (length - eighth) / 2
    if frame.sequence == .eightShort {
      return (0..<8).flatMap { window in
        let rising = ReferenceWindow.short(window == 0 ? last.shape : frame.shape, eighth)
        let weights = rising + ReferenceWindow.short(frame.shape, eighth).reversed()
        let start = flat + window * eighth
        return short.forward((0..<(2 * eighth)).map { samples[start + $0] * weights[$0] })
      }
    }
    let zeros = [Double](repeating: 0, count: flat)
    let ones = [Double](repeating: 1, count: flat)
    let left =
      frame.sequence == .longStop
      ? zeros + ReferenceWindow.short(last.shape, eighth) + ones
      : ReferenceWindow.long(last.shape, length, isLowDelay: isLowDelay)
    let right =
      frame.sequence == .longStart
      ? ones + ReferenceWindow.short(frame.shape, eighth).reversed() + zeros
      : ReferenceWindow.long(frame.shape, length, isLowDelay: isLowDelay).reversed()
    return long.forward(zip(samples, left + right).map { $0 * $1 })
  }

  @Test(arguments: [(1024, true), (960, true), (512, false), (480, false)])
  func everyLegalTransitionReconstructsPerfectly(length: Int, hasBlockSwitching: Bool) {
    let profile = hasBlockSwitching ? AACConfiguration.Profile.lowComplexity : .lowDelay
    let path = FilterbankTests.path(hasBlockSwitching: hasBlockSwitching)
    expectGreaterOrEqual(path.count, hasBlockSwitching ? 33 : 5)
    var generator = SplitMix64(seed: 11)
    let signal = (0..<((path.count + 1) * length)).map { _ in Double.random(in: -0.9...0.9, using: &generator) }
    let long = ReferenceTransform(frameLength: length)
    let short = ReferenceTransform(frameLength: length / 8)
    var filterbank = BlockSwitchingFilterbank(frameLength: length, profile: profile)
    var overlap = BlockSwitchingOverlap(frameLength: length)
    var worst = Double.infinity
    for (index, frame) in path.enumerated() {
      let last = index == 0 ? frame : path[index - 1]
      let lines = FilterbankTests.analyse(
        signal[(index * length)..<((index + 2) * length)], frame, after: last, long, short,
        isLowDelay: !hasBlockSwitching)
      var info = IndividualChannelInfo()
      info.windowSequence = frame.sequence
      info.windowShape = frame.shape
      var output = [Float](repeating: 0, count: length)
      filterbank.synthesize(lines.map { Float($0 * 32768) }, windows: info, overlap: &overlap, into: &output)
      guard index > 0 else { continue }
      let ratio = signalToNoise(output, signal[(index * length)..<((index + 1) * length)])
      expectGreaterOrEqual(ratio, 120, "\(last) to \(frame): \(ratio) dB")
      worst = min(worst, ratio)
    }
    print("AAC filterbank of \(length): \(path.count) frames, worst \(worst) dB")
  }
}
