import AudioBase

// Bound throughout: BlockShape accepts 65,535 bytes and frames of two channels at most.

/// Encodes Microsoft ADPCM with the standard pairs; each block uses the best one for each channel.
struct MicrosoftADPCMEncoder: PacketEncoder, ~Copyable {
  let format: EncodedFormat
  private let block: BlockShape
  /// The step with which each channel ended the previous block, a good start for the next block.
  private var steps: [Int32]
  private var search: DelayedDecision<MicrosoftADPCMState>
  private var samples: [Int32]
  private var seeds: [MicrosoftADPCMState] = []

  init(_ settings: EncoderSettings) throws(CodecError) {
    let block = try BlockShape(settings, kind: .microsoft)
    self.block = block
    format = block.encodedFormat(
      settings, cookie: PredictorPair.standardCookie(framesPerBlock: block.frameCount))
    steps = Array(repeating: MicrosoftADPCMState.smallestStep, count: block.channelCount)
    search = DelayedDecision(sampleCount: block.frameCount - 2)
    samples = Array(repeating: 0, count: block.frameCount)
    seeds.reserveCapacity(DelayedDecision<MicrosoftADPCMState>.maximumWidth)
  }

  mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try block.check(input, frames: frames)
    let start = packet.count
    packet.append(contentsOf: repeatElement(0, count: block.byteCount))
    for channel in 0..<block.channelCount {
      block.integers(input.channel(channel), frames: frames, into: &samples)
      let pair = bestPair(channel)
      findSeeds(PredictorPair.standard[pair], step: steps[channel])
      let result = search.search(
        samples, from: 2, seeds: seeds, width: DelayedDecision<MicrosoftADPCMState>.maximumWidth)
      steps[channel] = result.end.step
      let all = packet.mutableSpan
      var bytes = all._consumingExtracting(start...)
      write(seeds[result.seed], pair: pair, ofChannel: channel, to: &bytes)
    }
  }

  /// Returns the pair whose quick search leaves the smallest error.
  private mutating func bestPair(_ channel: Int) -> Int {
    var best = (index: 0, error: Int64.max)
    for index in PredictorPair.standard.indices {
      findSeeds(PredictorPair.standard[index], step: steps[channel])
      let error = search.search(samples, from: 2, seeds: seeds, width: 1).error
      if error < best.error { best = (index, error) }
    }
    return best.index
  }

  /// Finds starting states. The first two samples are in the header; the first step's size is free.
  private mutating func findSeeds(_ pair: PredictorPair, step: Int32) {
    seeds.removeAll(keepingCapacity: true)
    var seed = MicrosoftADPCMState(pair: pair, last: samples[1], secondLast: samples[0], step: step)
    // The error of the predictions at the start, from the true samples.
    let ahead = min(10, block.frameCount)
    var sum: Int32 = 0
    for index in 2..<ahead {
      seed.last = samples[index - 1]
      seed.secondLast = samples[index - 2]
      sum += Int32((samples[index] - seed.prediction).magnitude)
    }
    (seed.last, seed.secondLast) = (samples[1], samples[0])
    let average = sum / Int32(ahead - 2)
    let steps: [4 of Int32] = [step, average / 4, average / 2, average]
    for place in steps.indices {
      seed.step = min(max(steps[place], MicrosoftADPCMState.smallestStep), 32767)
      if !seeds.contains(seed) { seeds.append(seed) }
    }
  }

  private func write(
    _ seed: MicrosoftADPCMState, pair: Int, ofChannel channel: Int, to bytes: inout MutableSpan<UInt8>
  ) {
    let channels = block.channelCount
    bytes[channel] = UInt8(truncatingIfNeeded: pair)
    // After the pairs' numbers the step, the last sample and the one before it, two bytes per channel each.
    let numbers: [3 of Int32] = [seed.step, seed.last, seed.secondLast]
    for place in numbers.indices {
      let number = numbers[place]
      let offset = (2 * place + 1) * channels + 2 * channel
      bytes[offset] = UInt8(truncatingIfNeeded: number)
      bytes[offset + 1] = UInt8(truncatingIfNeeded: number >> 8)
    }
    let codes = search.codes.span
    var place = MicrosoftADPCMState.headerByteCount * channels * 2 + channel
    for index in 0..<(block.frameCount - 2) {
      bytes[place >> 1] |= place & 1 == 0 ? codes[index] << 4 : codes[index]
      place += channels
    }
  }

  mutating func reset() {
    for channel in steps.indices { steps[channel] = MicrosoftADPCMState.smallestStep }
  }
}
