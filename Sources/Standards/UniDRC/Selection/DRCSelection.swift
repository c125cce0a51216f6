package import AudioBase

// Bound throughout: a configuration has at most 126 instructions.

/// The selected sets of gains, and the gain from the stream's level to the target level.
///
/// ISO/IEC 23003-4, 6.3. Sets that cannot be applied are left out; of the others those stay whose peaks are within full
/// scale, of these the ones for the effect, and of these the one that changes least.
///
/// There is no limiter, so that peaks are kept within full scale by a smaller gain.
package struct DRCSelection: Sendable {
  /// The instructions to apply, in this order.
  let sets: [GainInstructions]
  /// The gain of all samples, in dB.
  package let normalization: Double

  /// The requests that cannot be fulfilled.
  package let unmet: [UnmetSetting]

  /// The reason for selecting no gains in a stream without a configuration of gains.
  package static let noGains = "the stream has none"

  /// The identifiers of the selected sets, in the order in which they are applied.
  package var identifiers: [Int] { sets.map(\.identifier) }

  /// Selects sets of gains and the level for a listener's request; without a configuration, only the level.
  ///
  /// - Parameter obstacle: The reason for which no set of the configuration can be applied; `nil` if there is none.
  package init(
    _ request: DRCRequest, _ config: UniDRCConfig?, _ loudness: StatedLoudnessSet, obstacle: StaticString? = nil
  ) {
    let usable = obstacle == nil ? config?.usableInstructions ?? [] : []
    var choice = DRCChoice(request, usable, loudness)
    choice.limitPeaks()
    choice.keepEffect()
    choice.settle()
    // Holds: no step leaves nothing where there was something, and the set without gains is always there.
    let chosen = choice.candidates.first ?? DRCCandidate()
    normalization = chosen.gain
    let sets = request.effect == nil ? [] : DRCSelection.completed(chosen.instructions, usable, request)
    self.sets = sets
    var unmet: [UnmetSetting] = []
    if let effect = request.effect {
      unmet = config?.unmetSets(obstacle) ?? []
      if unmet.isEmpty, sets.isEmpty, effect != .none {
        unmet.append(
          .dynamicRange(
            reason: config == nil ? DRCSelection.noGains : "the stream has none for its channels as they are"))
      }
    }
    if request.targetLevel != nil {
      if !chosen.isLevelKnown { unmet.append(.levelUnknown) }
      if chosen.reduction > 0 { unmet.append(.levelLowered(by: chosen.reduction)) }
    }
    self.unmet = unmet
  }

  /// Adds the sets that are applied together with a set: one that ducks or fades, and the one that it depends on.
  private static func completed(
    _ chosen: GainInstructions?, _ usable: [GainInstructions], _ request: DRCRequest
  ) -> [GainInstructions] {
    let ducking = usable.first { $0.effects.contains(.duckSelf) && $0.identifier != chosen?.identifier }
    let fade =
      request.scope == .album
      ? nil : usable.first { $0.effects == .fade && $0.downmixes == [127] && $0.identifier != chosen?.identifier }
    let dependency = chosen?.dependency.flatMap { wanted in usable.first { $0.identifier == wanted } }
    return [ducking ?? fade, dependency, chosen].compactMap { $0 }
  }
}

/// A set of gains to choose from; the candidate without gains has no instructions.
struct DRCCandidate: Sendable {
  var instructions: GainInstructions?
  /// The effects of the set and of the one that it depends on.
  var effects = GainInstructions.Effects()
  /// The gain to the target level, in dB.
  var gain = 0.0
  /// The reduction of ``gain`` for the peaks, in dB.
  var reduction = 0.0
  /// True if the level from which ``gain`` leads to the target is stated.
  var isLevelKnown = false
  /// The largest peak in dB of full scale, with that gain.
  var peak = 0.0
  /// True if it is chosen by its range of targets because its peak is not known.
  var isByRange = false

  /// The set's number; −1 for the candidate without gains.
  var identifier: Int { instructions?.identifier ?? -1 }

  /// The upper end of the range of targets; 0 if there is none.
  var upper: Double { instructions?.targetRange?.upper ?? 0 }

  /// Effects except for general compression.
  var effectCount: Int { (instructions?.effects ?? []).subtracting(.general).rawValue.nonzeroBitCount }

  /// Returns true if the set is meant for a target.
  func holds(_ target: Double) -> Bool {
    guard let range = instructions?.targetRange else { return false }
    return target > range.lower && target <= range.upper
  }
}

/// The steps of the choice among sets of gains.
///
/// ISO/IEC 23003-4, 6.3.
struct DRCChoice {
  private(set) var candidates: [DRCCandidate] = []
  /// All sets that may be chosen, with or without a known peak.
  private let all: [DRCCandidate]
  private let target: Double
  private let request: DRCRequest

  /// The target that is taken if none is asked for, in LKFS.
  private static let usualTarget = -24.0
  /// The range within which peaks count as equal, in dB.
  private static let tolerance = 1.0
  /// The most by which a level is lowered for its peaks, in dB.
  private static let largestReduction = 63.0

  init(_ request: DRCRequest, _ usable: [GainInstructions], _ loudness: StatedLoudnessSet) {
    self.request = request
    target = request.targetLevel ?? DRCChoice.usualTarget
    var all = [DRCCandidate()]
    for instructions in request.effect == nil ? [] : usable where instructions.mayBeChosen {
      let dependency = usable.first { $0.identifier == instructions.dependency }
      all.append(
        DRCCandidate(
          instructions: instructions, effects: instructions.effects.union(dependency?.effects ?? [])))
    }
    for place in all.indices where DRCChoice.level(&all[place], request, target, loudness) {
      candidates.append(all[place])
    }
    self.all = all
  }

  /// Finds a set's gain and peak; returns false if its peak is not known and its targets do not match.
  private static func level(
    _ candidate: inout DRCCandidate, _ request: DRCRequest, _ target: Double, _ loudness: StatedLoudnessSet
  ) -> Bool {
    let set = max(0, candidate.identifier)
    if request.targetLevel != nil, let level = loudness.level(request.scope, dynamicRangeSet: set) {
      candidate.gain = target - level
      candidate.isLevelKnown = true
    }
    if let peak = loudness.peak(request.scope, dynamicRangeSet: set) ?? candidate.instructions?.limiterPeakTarget {
      candidate.peak = peak + candidate.gain
      return true
    }
    candidate.peak = candidate.gain
    guard candidate.instructions?.targetRange != nil else { return true }
    candidate.isByRange = candidate.holds(target)
    candidate.peak = target - candidate.upper
    return candidate.isByRange
  }

  /// Keeps the sets whose peaks are within full scale; if there are none, those for the target, or those with the
  /// smallest peaks, reduced in level.
  mutating func limitPeaks() {
    let safe = candidates.filter { $0.peak <= 0 }
    guard safe.isEmpty else { return candidates = safe }
    let meant = all.filter { $0.holds(target) }
    guard meant.isEmpty else { return candidates = meant }
    let lowest = candidates.map(\.peak).min() ?? 0
    candidates.removeAll { $0.peak > lowest + DRCChoice.tolerance }
    for place in candidates.indices {
      let excess = min(max(0, candidates[place].peak), DRCChoice.largestReduction)
      candidates[place].gain -= excess
      candidates[place].reduction = excess
      candidates[place].peak -= excess
    }
  }

  /// Keeps the sets for the effect that is asked for, or for one that stands in for it.
  mutating func keepEffect() {
    guard let effect = request.effect else { return }
    if effect == .none {
      let plain = candidates.filter { $0.effects.isDisjoint(with: .purposes) }
      guard plain.isEmpty else { return candidates = plain }
    }
    for wanted in DRCChoice.substitutes(for: effect) {
      let bit = GainInstructions.Effects(rawValue: 1 << (wanted.rawValue - 1))
      let kept = candidates.filter { !$0.effects.isDisjoint(with: bit) }
      guard kept.isEmpty else { return candidates = kept }
    }
  }

  /// Returns an effect and its substitutes, the nearest first.
  private static func substitutes(for effect: DynamicRangeEffect) -> [DynamicRangeEffect] {
    switch effect {
    case .none: [.general, .night, .noisy, .limited, .lowLevel]
    case .night: [.night, .general, .noisy, .limited, .lowLevel, .dialog]
    case .noisy: [.noisy, .general, .night, .limited, .lowLevel, .dialog]
    case .limited: [.limited, .general, .night, .noisy, .lowLevel, .dialog]
    case .lowLevel: [.lowLevel, .general, .noisy, .night, .limited, .dialog]
    case .dialog: [.dialog, .general, .night, .noisy, .limited, .lowLevel]
    case .general: [.general, .night, .noisy, .limited, .lowLevel, .dialog]
    }
  }

  /// Keeps one of the remaining sets.
  mutating func settle() {
    keep { $0.peak <= 0 }
    keep { $0.instructions == nil || $0.instructions?.downmixes.contains(0) == true }
    keepLeast { Double($0.effectCount) }
    if candidates.contains(where: { !$0.isByRange }) { keep { !$0.isByRange } } else { keepLeast { $0.upper } }
    let target = target
    if candidates.contains(where: { $0.holds(target) }) {
      keep { $0.holds(target) }
      keepLeast { $0.upper }
    }
    keepLeast { -$0.peak }
    keepLeast { -Double($0.identifier) }
  }

  /// Keeps the sets that fulfil a condition, if there are any.
  private mutating func keep(_ condition: (DRCCandidate) -> Bool) {
    let kept = candidates.filter(condition)
    if !kept.isEmpty { candidates = kept }
  }

  /// Keeps the sets with the smallest number.
  private mutating func keepLeast(_ number: (DRCCandidate) -> Double) {
    guard let least = candidates.map(number).min() else { return }
    candidates.removeAll { number($0) > least }
  }
}

extension StatedLoudnessSet {
  /// Returns the largest peak in dB of full scale, `nil` if it is not stated.
  func peak(_ scope: LoudnessScope, dynamicRangeSet: Int) -> Double? {
    for statements in scope == .album ? [album, track] : [track] {
      for set in [dynamicRangeSet, 63] {
        let own = statements.filter { $0.dynamicRangeSet == set && $0.downmix == 0 }
        if let peak = own.lazy.compactMap(\.truePeak).first ?? own.lazy.compactMap(\.samplePeak).first { return peak }
      }
    }
    return nil
  }
}
