import AudioBase

// Bound throughout: BlockShape accepts 65,535 bytes and frames of 64 channels at most.

/// Encodes WAVE's IMA ADPCM.
struct WaveIMAEncoder: PacketEncoder, ~Copyable {
  let format: EncodedFormat
  private let block: BlockShape
  /// The index with which each channel ended the previous block, a good start for the next block.
  private var stepIndices: [Int32]
  private var search: DelayedDecision<IMAState>
  private var samples: [Int32]
  private var seeds: [IMAState] = []

  init(_ settings: EncoderSettings) throws(CodecError) {
    let block = try BlockShape(settings, kind: .waveIMA)
    self.block = block
    format = block.encodedFormat(settings)
    stepIndices = Array(repeating: 0, count: block.channelCount)
    search = DelayedDecision(sampleCount: block.frameCount - 1)
    samples = Array(repeating: 0, count: block.frameCount)
    seeds.reserveCapacity(DelayedDecision<IMAState>.maximumWidth)
  }

  mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try block.check(input, frames: frames)
    let start = packet.count
    packet.append(contentsOf: repeatElement(0, count: block.byteCount))
    for channel in 0..<block.channelCount {
      block.integers(input.channel(channel), frames: frames, into: &samples)
      findSeeds(channel)
      let result = search.search(samples, from: 1, seeds: seeds, width: DelayedDecision<IMAState>.maximumWidth)
      stepIndices[channel] = result.end.stepIndex
      var bytes = packet.mutableSpan
      write(seeds[result.seed], ofChannel: channel, to: &bytes, at: start)
    }
  }

  /// Finds starting states. The first sample is in the header; the first step's size is free.
  private mutating func findSeeds(_ channel: Int) {
    seeds.removeAll(keepingCapacity: true)
    let ahead = min(8, block.frameCount - 1)
    var sum: Int32 = 0
    for index in 1...ahead { sum += Int32((samples[index] - samples[index - 1]).magnitude) }
    let fitting = IMAState.stepIndex(suiting: samples[1] - samples[0])
    let average = IMAState.stepIndex(suiting: sum / Int32(ahead))
    let indices: [4 of Int32] = [stepIndices[channel], fitting, average, min(average + 4, IMAState.lastStepIndex)]
    for place in indices.indices {
      let seed = IMAState(predictor: samples[0], stepIndex: indices[place])
      if !seeds.contains(seed) { seeds.append(seed) }
    }
  }

  private func write(_ seed: IMAState, ofChannel channel: Int, to bytes: inout MutableSpan<UInt8>, at start: Int) {
    let header = start + 4 * channel
    bytes[header] = UInt8(truncatingIfNeeded: seed.predictor)
    bytes[header + 1] = UInt8(truncatingIfNeeded: seed.predictor >> 8)
    bytes[header + 2] = UInt8(truncatingIfNeeded: seed.stepIndex)
    let groupByteCount = 4 * block.channelCount
    let codes = search.codes.span
    for index in 0..<(block.frameCount - 1) {
      let place = groupByteCount * (1 + index >> 3) + header + (index & 7) >> 1
      bytes[place] |= index & 1 == 0 ? codes[index] : codes[index] << 4
    }
  }

  mutating func reset() {
    for channel in stepIndices.indices { stepIndices[channel] = 0 }
  }
}
