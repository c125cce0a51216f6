import Transforms

// Bound throughout: rates count as 768 kHz at most, so that a piece is at most 65,536 frames per channel.

/// Changes the duration of a stream and keeps its pitch, by splicing pieces of it if they are most alike.
///
/// Segments of about 24 ms overlap by half. Each begins where the stream resembles the continuation of the previous
/// segment most, within 12 ms of its nominal place; if that is the very continuation, samples pass unchanged.
struct TimeDomainStretcher: Sendable {
  /// The frames of a block.
  let hop: Int
  private let channelCount: Int
  private(set) var input: StretchInput
  private var search: SimilaritySearch
  /// The distance by which the start of a segment with an attack may be moved to match.
  private let attackReach: Int
  /// The rising half of the window.
  private let fade: [Float]
  /// The frames that follow the last block in the segment that it ended with.
  private var continuation: [Float]
  /// The last block, one channel after the other, ``hop`` frames each.
  private(set) var block: [Float]
  /// The valid frames of ``block``.
  private(set) var blockCount = 0
  private var outputStart = 0
  /// The input's time at ``outputStart``.
  private var position = 0.0
  /// The frame that follows the segment's first half.
  private var natural = 0
  private var isDraining = false
  /// The block in progress, until all the input it covers has arrived.
  private var pending: (start: Double, end: Double, rate: Double)?
  /// The sum of the distances from the best splice positions, which are between frames, in frames.
  private var missed: Float = 0

  init(sampleRate: Double, channelCount: Int) {
    let factor = SimilaritySearch.factor(sampleRate: sampleRate)
    let unit = 4 * factor
    hop = max(1, Int((0.012 * sampleRate / Double(unit)).rounded())) * unit
    self.channelCount = channelCount
    search = SimilaritySearch(length: hop, reach: hop, factor: factor, channelCount: channelCount)
    attackReach = hop / 4
    input = StretchInput(
      sampleRate: sampleRate, channelCount: channelCount, capacity: 24 * hop + 4096, history: 3 * hop)
    let turns = 4 * hop
    fade = (0..<hop).map { index in
      let sine = Trigonometry.sine(turns: 2 * index + 1, over: 2 * turns)
      return Float(sine * sine)
    }
    continuation = Array(repeating: 0, count: hop * channelCount)
    block = continuation
  }

  /// Clears the stream.
  mutating func reset() {
    input.reset()
    (blockCount, outputStart, position, natural, isDraining) = (0, 0, 0, 0, false)
    (pending, missed) = (nil, 0)
  }

  /// Takes frames.
  mutating func append(_ count: Int, _ fill: (_ channel: Int, _ samples: inout MutableSpan<Float>) -> Void) {
    input.append(count, fill)
  }

  /// Ends the input.
  mutating func end() { input.end() }

  /// Switches to the remaining input unchanged, at a rate of 1 and without another splice.
  mutating func drain() {
    input.end()
    isDraining = true
  }

  /// True if all output has been given.
  var isOver: Bool {
    guard let count = input.frameCount else { return false }
    guard pending == nil else { return false }
    return isDraining ? natural >= count : position >= Double(count)
  }

  /// Returns the number of the input's frame that must have come for the next block.
  func requiredEnd(rate: Double) -> Int {
    if let pending { return Int(pending.end.rounded(.up)) }
    let end = Int((position + Double(hop) * rate).rounded(.up))
    return max(end, segmentEnd(rate))
  }

  private func segmentEnd(_ rate: Double) -> Int {
    let start = nominalStart(rate)
    let ahead = input.schedule.lookahead(length: 2 * hop, reach: search.reach, rate: rate)
    return max(Int(start.rounded(.up)) + ahead, natural + 2 * hop)
  }

  /// Returns the nominal start of the next segment: its middle is at the time of the output's.
  private func nominalStart(_ rate: Double) -> Double {
    position + Double(hop) * (min(rate, TransientSchedule.highestRate) - 1)
  }

  /// Makes the next block.
  ///
  /// - Returns: True if there was enough input, and the end not reached.
  mutating func makeBlock(rate: Double) -> Bool {
    guard !isOver else { return false }
    if pending == nil {
      if isDraining { return drainBlock() }
      guard input.provide(upTo: segmentEnd(rate)) else { return false }
      makeSegment(rate)
    }
    guard let made = pending else { return false }
    blockCount = hop
    if let count = input.frameCount {
      if !isDraining { blockCount = max(0, min(hop, Int(((Double(count) - made.start) / made.rate).rounded(.up)))) }
    } else if Double(input.frames.end) < made.end {
      return false
    }
    pending = nil
    return true
  }

  private mutating func makeSegment(_ rate: Double) {
    let segment = StretchSegment(
      outputStart: outputStart, length: 2 * hop, nominalStart: nominalStart(rate), rate: rate)
    let (start, similarity) = place(segment)
    mix(start, similarity)
    natural = start + hop
    pending = (position, position + Double(hop) * rate, rate)
    position += Double(hop) * rate
    outputStart += hop
    // Far back, where playing is fast, nothing is continued.
    let margin = Int(position.rounded(.down)) - hop - search.reach - 1
    input.drop(before: max(min(natural, margin), margin - 8 * hop))
  }

  private mutating func place(_ segment: StretchSegment) -> (start: Int, similarity: Float) {
    let placement = input.schedule.placement(of: segment)
    // Nothing is before the first segment.
    if outputStart == 0 {
      input.schedule.didPlace(0, segment)
      return (0, 1)
    }
    let held = max(input.frames.start, Int.min / 2)...max(input.frames.start, input.frames.end - 2 * hop)
    switch placement {
    case .held: return (clamp(natural, held), 1)
    case .attack(let wanted):
      let found = choose(clamp(wanted - attackReach, held)...clamp(wanted + attackReach, held), Double(wanted))
      input.schedule.didPlace(found.start, segment)
      return found
    case .free(let allowed):
      let center = Int(segment.nominalStart.rounded())
      let lower = clamp(clamp(center - search.reach, allowed), held)
      let upper = clamp(clamp(center + search.reach, allowed), held)
      return choose(lower...max(lower, upper), segment.nominalStart)
    }
  }

  private func clamp(_ value: Int, _ range: ClosedRange<Int>) -> Int {
    min(max(value, range.lowerBound), range.upperBound)
  }

  /// Returns the most similar start, or the continuation if it is as good.
  private mutating func choose(_ starts: ClosedRange<Int>, _ center: Double) -> (start: Int, similarity: Float) {
    let frames = input.frames
    if starts.contains(natural), natural >= frames.start, natural + 2 * hop <= frames.end {
      let piece = continuation
      let own = search.similarity(piece.span, frames, natural) - search.penalty(natural, center)
      // No other place scores more than 1.
      if own >= 0.98 { return (natural, 1) }
      let best = search.best(piece.span, frames, starts, center: center)
      guard best.similarity - search.penalty(best.start, center) > own + 0.02 else { return (natural, 1) }
      return adjust(best)
    }
    let piece = continuation
    return adjust(search.best(piece.span, frames, starts, center: center))
  }

  /// Moves a splice by a frame if earlier splices have missed the best position, which may be between frames, by more
  /// than half a frame in total: otherwise the pitch of a tone would change slightly.
  private mutating func adjust(_ best: (start: Int, similarity: Float)) -> (start: Int, similarity: Float) {
    let (frames, piece) = (input.frames, continuation)
    guard best.start > frames.start, best.start + 2 * hop < frames.end else { return best }
    let before = search.similarity(piece.span, frames, best.start - 1)
    let after = search.similarity(piece.span, frames, best.start + 1)
    // Neither beside a peak that is there, nor of one that is too sharp.
    let bend = before - 2 * best.similarity + after
    let lowest = best.similarity - 0.05
    guard bend < 0, best.similarity >= max(before, after), min(before, after) > lowest else { return best }
    missed += (before - after) / (2 * bend)
    if missed > 0.5 {
      missed -= 1
      return (best.start + 1, after)
    }
    if missed < -0.5 {
      missed += 1
      return (best.start - 1, before)
    }
    return best
  }

  /// Appends a segment.
  private mutating func mix(_ start: Int, _ similarity: Float) {
    // Pieces that have nothing in common would become softer where they overlap.
    let likeness = similarity >= 0 ? min(similarity, 1) : 0
    let isContinuation = start == natural
    let (hop, fade, stream) = (hop, fade, input.frames)
    let channels = 0..<channelCount
    var (blockMemory, memory) = (block.taken(), continuation.taken())
    var target = blockMemory.mutableSpan
    var rest = memory.mutableSpan
    for channel in channels {
      let frames = stream.frames(channel, start..<(start + 2 * hop))
      let base = channel * hop
      for index in 0..<hop {
        if isContinuation {
          target[base + index] = frames[index]
        } else {
          let weight = fade[index]
          let gain = 1 / (1 - 2 * weight * (1 - weight) * (1 - likeness)).squareRoot()
          target[base + index] = (rest[base + index] * (1 - weight) + frames[index] * weight) * gain
        }
        rest[base + index] = frames[hop + index]
      }
    }
    (block, continuation) = (blockMemory, memory)
  }

  private mutating func drainBlock() -> Bool {
    let count = min(hop, (input.frameCount ?? 0) - natural)
    guard count > 0, natural >= input.frames.start else {
      natural = .max
      return false
    }
    let (hop, start, stream) = (hop, natural, input.frames)
    let channels = 0..<channelCount
    var target = block.mutableSpan
    for channel in channels {
      let frames = stream.frames(channel, start..<(start + count))
      for index in 0..<count { target[channel * hop + index] = frames[index] }
    }
    natural += count
    blockCount = count
    return true
  }
}
