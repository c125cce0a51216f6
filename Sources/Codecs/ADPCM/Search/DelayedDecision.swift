// Bound throughout: BlockShape accepts 65,535 frames at most, and a search keeps four ways at most.
// Holds throughout: widths and seeds are the encoders' own, and samples those of a block.

/// Finds codes for a run of samples so that the squared error of all of them is small.
///
/// The nearest code is not always the best one, as the code also determines the size of the next steps. So a few
/// survivors are kept, each a state with the error that led to it; each tries the nearest code and its neighbours, and
/// the best of all those continue. With one survivor it still examines three codes.
struct DelayedDecision<State: AdaptiveQuantizer>: Sendable {
  /// The largest number of survivors: their numbers are stored in four bits.
  static var maximumWidth: Int { 4 }

  private struct Survivor: BitwiseCopyable, Sendable {
    var state: State
    var error: Int64
    /// The previous survivor and the code that led here: four bits each.
    var decision: UInt8
  }

  /// The result of a search.
  struct Result: BitwiseCopyable {
    /// The sum of the squares of all errors.
    var error: Int64
    /// The index of the initial state among those given to the search.
    var seed: Int
    /// The state after the last sample.
    var end: State
  }

  /// The codes of the last search, one per sample, in order.
  private(set) var codes: [UInt8]
  private var decisions: [UInt8]
  private var survivors: [Survivor] = []
  private var candidates: [Survivor] = []

  /// Allocates room for `sampleCount` samples.
  init(sampleCount: Int) {
    codes = Array(repeating: 0, count: sampleCount)
    decisions = Array(repeating: 0, count: sampleCount * Self.maximumWidth)
    survivors.reserveCapacity(Self.maximumWidth + 1)
    candidates.reserveCapacity(Self.maximumWidth + 1)
  }

  /// Searches for the codes of the samples from `first` on.
  ///
  /// - Parameters:
  ///   - samples: In −32768…32767, as many from `first` on as fit.
  ///   - seeds: The states to begin with, 1…``maximumWidth``, all equally good.
  ///   - width: The number of survivors that are kept, 1…``maximumWidth``.
  mutating func search(_ samples: [Int32], from first: Int, seeds: [State], width: Int) -> Result {
    precondition(first >= 0 && first <= samples.count && samples.count - first <= codes.count)
    precondition((1...Self.maximumWidth).contains(width))
    precondition((1...Self.maximumWidth).contains(seeds.count))
    survivors.removeAll(keepingCapacity: true)
    for index in seeds.indices { survivors.append(Survivor(state: seeds[index], error: 0, decision: 0)) }
    let count = samples.count - first
    for index in 0..<count {
      candidates.removeAll(keepingCapacity: true)
      extend(to: samples[first + index], width: width)
      swap(&survivors, &candidates)
      for place in survivors.indices { decisions[index * Self.maximumWidth + place] = survivors[place].decision }
    }
    var place = 0
    for index in (0..<count).reversed() {
      let decision = decisions[index * Self.maximumWidth + place]
      codes[index] = decision & 15
      place = Int(decision >> 4)
    }
    return Result(error: survivors[0].error, seed: place, end: survivors[0].state)
  }

  /// Tries the codes near a sample for each survivor.
  @inline(__always)
  private mutating func extend(to sample: Int32, width: Int) {
    for place in survivors.indices {
      let survivor = survivors[place]
      let nearest = survivor.state.nearestRank(to: sample)
      for rank in max(-8, nearest - 1)...min(7, nearest + 1) {
        let code = survivor.state.code(ofRank: rank)
        let state = survivor.state.next(code)
        let distance = Int64(sample - state.output)
        let error = survivor.error + distance * distance
        guard candidates.count < width || error < candidates[candidates.count - 1].error else { continue }
        keep(Survivor(state: state, error: error, decision: UInt8(place) << 4 | code), width: width)
      }
    }
  }

  /// Inserts a candidate among the best, which are sorted by error; of equal states only the better one stays.
  @inline(__always)
  private mutating func keep(_ candidate: Survivor, width: Int) {
    var place = candidates.count
    for index in candidates.indices {
      if place == candidates.count, candidate.error < candidates[index].error { place = index }
      guard candidates[index].state == candidate.state else { continue }
      if place == candidates.count { return }
      candidates.remove(at: index)
      break
    }
    candidates.insert(candidate, at: place)
    if candidates.count > width { candidates.removeLast() }
  }
}
