import Transforms

// Bound throughout: rates count as 768 kHz at most, so that a piece is at most 65,536 frames per channel.

/// Changes the duration of a stream and keeps its pitch, by a phase vocoder.
///
/// Segments of 64…128 ms under Hann's window overlap by three quarters. ``PhaseLocking`` continues their phases; at an
/// attack they begin again.
struct SpectralStretcher: Sendable {
  /// The frames of a block.
  let hop: Int
  private let size: Int
  private let channelCount: Int
  private(set) var input: StretchInput
  private var phases: PhaseLocking
  private var transform: FFT
  private let window: [Float]
  private var real: [Float]
  private var imaginary: [Float]
  /// Segments that have been added, ``size`` frames of each channel.
  private var sum: [Float]
  /// The last block, one channel after the other, ``hop`` frames each.
  private(set) var block: [Float]
  /// The valid frames of ``block``.
  private(set) var blockCount = 0
  /// The first frame of the output that the next segment covers.
  private var outputStart: Int
  /// The input's time in the middle of the next segment, and of the two before.
  private var positions: (next: Double, last: Double, earlier: Double)
  /// The place at which the previous segment continues.
  private var natural: Int
  private var isDraining = false
  /// Segments that cover frames which have not been given.
  private var coveringSegments = 0

  init(sampleRate: Double, channelCount: Int) {
    var size = 64
    while Double(size) < 0.064 * sampleRate { size *= 2 }
    self.size = size
    self.channelCount = channelCount
    hop = size / 4
    input = StretchInput(
      sampleRate: sampleRate, channelCount: channelCount, capacity: 9 * size + 4096, history: 2 * size)
    phases = PhaseLocking(size: size, channelCount: channelCount)
    transform = FFT(size: size)
    window = (0..<size).map { index in
      let sine = Trigonometry.sine(turns: index, over: 2 * size)
      return Float(sine * sine)
    }
    real = Array(repeating: 0, count: size)
    imaginary = Array(repeating: 0, count: size)
    sum = Array(repeating: 0, count: size * channelCount)
    block = Array(repeating: 0, count: hop * channelCount)
    outputStart = -3 * hop
    positions = (Double(-hop), Double(-2 * hop), Double(-3 * hop))
    natural = -3 * hop
  }

  /// Clears the stream.
  mutating func reset() {
    input.reset()
    phases.reset()
    for index in sum.indices { sum[index] = 0 }
    (blockCount, outputStart, natural, isDraining) = (0, -3 * hop, -3 * hop, false)
    positions = (Double(-hop), Double(-2 * hop), Double(-3 * hop))
  }

  /// Takes frames.
  mutating func append(_ count: Int, _ fill: (_ channel: Int, _ samples: inout MutableSpan<Float>) -> Void) {
    input.append(count, fill)
  }

  /// Ends the input.
  mutating func end() { input.end() }

  /// Switches to the remaining input unchanged, at a rate of 1.
  mutating func drain() {
    input.end()
    isDraining = true
    coveringSegments = outputStart > 0 ? 3 : 0
    natural = max(natural, 0)
  }

  /// True if all output has been given.
  var isOver: Bool {
    guard let count = input.frameCount else { return false }
    return isDraining ? natural >= count : outputStart >= 0 && positions.earlier >= Double(count)
  }

  /// Returns the number of the input's frame that must have come for the next block.
  func requiredEnd(rate: Double) -> Int {
    // Before the first block four segments are needed.
    let rest = outputStart < 0 ? Double(-outputStart) : 0
    let silent = min(rest, max(0, -positions.next))
    let middle = positions.next + silent + (rest - silent) * rate
    return max(requiredEnd(rate, middle: middle), natural + Int(rest) + size)
  }

  private func requiredEnd(_ rate: Double, middle: Double) -> Int {
    let ahead = input.schedule.lookahead(length: size, reach: 0, rate: rate)
    return max(Int((middle - Double(size / 2)).rounded(.up)) + ahead, natural + size)
  }

  /// Makes the next block.
  ///
  /// - Returns: True if there was enough input, and the end not reached.
  mutating func makeBlock(rate: Double) -> Bool {
    guard !isOver else { return false }
    if isDraining { return drainBlock() }
    var (start, end) = (0.0, 0.0)
    // Beyond, there is not room for all that the first block needs at once.
    if rate <= TransientSchedule.highestRate, !input.provide(upTo: requiredEnd(rate: rate)) { return false }
    repeat {
      guard input.provide(upTo: requiredEnd(rate, middle: positions.next)) else { return false }
      (start, end) = (positions.earlier, positions.last)
      addSegment(rate)
    } while outputStart <= 0
    blockCount = hop
    if let count = input.frameCount, end > start {
      let rest = (Double(count) - start) / (end - start) * Double(hop)
      blockCount = min(hop, Int(max(0, rest).rounded(.up)))
    }
    return true
  }

  /// Adds the next segment, and gives the block that it completes.
  private mutating func addSegment(_ rate: Double) {
    let segment = StretchSegment(
      outputStart: outputStart, length: size, nominalStart: positions.next - Double(size / 2), rate: rate)
    let (start, isAttack) = place(segment)
    let isContinuation = start == natural && outputStart > -3 * hop
    for channel in 0..<channelCount { analyze(channel, start, isContinuation) }
    phases.turn(isAttack: isAttack || outputStart == -3 * hop)
    for channel in 0..<channelCount { synthesize(channel) }
    giveBlock()
    natural = start + hop
    outputStart += hop
    let next = positions.next < 0 ? positions.next + Double(hop) : positions.next + Double(hop) * rate
    positions = (next, positions.next, positions.last)
    let margin = Int(next.rounded(.down)) - size - hop - 1
    // Far back, where playing is fast, nothing is continued.
    input.drop(before: max(min(natural - hop, margin), margin - 2 * size))
  }

  private mutating func place(_ segment: StretchSegment) -> (start: Int, isAttack: Bool) {
    let placement = input.schedule.placement(of: segment)
    let held = (input.frames.start + hop)...max(input.frames.start + hop, input.frames.end - size)
    func clamp(_ value: Int, _ range: ClosedRange<Int>) -> Int {
      min(max(value, range.lowerBound), range.upperBound)
    }
    switch placement {
    case .held: return (clamp(natural, held), false)
    case .attack(let wanted):
      let start = clamp(wanted, held)
      input.schedule.didPlace(start, segment)
      return (start, start != natural)
    case .free(let allowed):
      return (clamp(clamp(Int(segment.nominalStart.rounded()), allowed), held), false)
    }
  }

  private mutating func analyze(_ channel: Int, _ start: Int, _ isContinuation: Bool) {
    let (size, hop, window, stream) = (size, hop, window, input.frames)
    var (realMemory, imaginaryMemory) = (real.taken(), imaginary.taken())
    var re = realMemory.mutableSpan
    var im = imaginaryMemory.mutableSpan
    let frames = stream.frames(channel, (start - hop)..<(start + size))
    for index in 0..<size {
      re[index] = frames[hop + index] * window[index]
      im[index] = isContinuation ? 0 : frames[index] * window[index]
    }
    transform.transform(real: &re, imaginary: &im)
    phases.take(channel: channel, re.span, im.span, isContinuation: isContinuation)
    (real, imaginary) = (realMemory, imaginaryMemory)
  }

  private mutating func synthesize(_ channel: Int) {
    let (size, window) = (size, window)
    var (realMemory, imaginaryMemory, memory) = (real.taken(), imaginary.taken(), sum.taken())
    var re = realMemory.mutableSpan
    var im = imaginaryMemory.mutableSpan
    phases.give(channel, real: &re, imaginary: &im)
    // With the parts exchanged the transform is the inverse one, parts exchanged again.
    transform.transform(real: &im, imaginary: &re)
    // Four squares of Hann's window, a quarter apart, add up to 3/2.
    let scale = 2 / (3 * Float(size))
    var total = memory.mutableSpan
    for index in 0..<size {
      total[channel * size + index] += re[index] * window[index] * scale
    }
    (real, imaginary, sum) = (realMemory, imaginaryMemory, memory)
  }

  /// Outputs the frames that no later segment covers.
  private mutating func giveBlock() {
    let (size, hop, channels) = (size, hop, 0..<channelCount)
    var (memory, blockMemory) = (sum.taken(), block.taken())
    var total = memory.mutableSpan
    var target = blockMemory.mutableSpan
    for channel in channels {
      let base = channel * size
      for index in 0..<hop { target[channel * hop + index] = total[base + index] }
      for index in 0..<(size - hop) { total[base + index] = total[base + index + hop] }
      for index in (size - hop)..<size { total[base + index] = 0 }
    }
    (sum, block) = (memory, blockMemory)
  }

  private mutating func drainBlock() -> Bool {
    let count = min(hop, (input.frameCount ?? 0) - natural)
    guard count > 0, natural >= input.frames.start else {
      natural = .max
      return false
    }
    giveBlock()
    let (hop, window, start, stream, covering) = (hop, window, natural, input.frames, coveringSegments)
    let channels = 0..<channelCount
    var target = block.mutableSpan
    for channel in channels {
      let frames = stream.frames(channel, start..<(start + count))
      for index in 0..<count {
        // The share that the segments added so far do not contribute.
        var share: Float = 1
        for segment in 0..<covering {
          let weight = window[index + (3 - segment) * hop]
          share -= weight * weight * 2 / 3
        }
        target[channel * hop + index] += frames[index] * share
      }
    }
    coveringSegments = max(0, coveringSegments - 1)
    natural += count
    blockCount = count
    return true
  }
}
