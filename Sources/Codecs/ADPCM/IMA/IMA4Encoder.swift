import AudioBase

/// Encodes Apple's IMA4.
struct IMA4Encoder: PacketEncoder, ~Copyable {
  let format: EncodedFormat
  private let block: BlockShape
  private var running: [IMAState]
  private var search = DelayedDecision<IMAState>(sampleCount: 64)
  private var samples = [Int32](repeating: 0, count: 64)
  private var seeds: [IMAState] = []

  init(_ settings: EncoderSettings) throws(CodecError) {
    let block = try BlockShape(settings, kind: .ima4)
    self.block = block
    format = block.encodedFormat(settings)
    running = Array(repeating: IMAState(), count: block.channelCount)
    seeds.reserveCapacity(2)
  }

  mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try block.check(input, frames: frames)
    for channel in 0..<block.channelCount {
      block.integers(input.channel(channel), frames: frames, into: &samples)
      findSeeds(channel)
      let result = search.search(samples.span, from: seeds.span, width: DelayedDecision<IMAState>.maximumWidth)
      let header = IMA4Header(announcing: seeds[result.seed]).bytes
      packet.append(header.0)
      packet.append(header.1)
      for pair in 0..<32 { packet.append(search.codes[2 * pair] | search.codes[2 * pair + 1] << 4) }
      running[channel] = result.end
    }
  }

  /// A packet may go on from the one before, or begin anew with what fits the header's 9 bits.
  private mutating func findSeeds(_ channel: Int) {
    let continued = running[channel]
    seeds.removeAll(keepingCapacity: true)
    seeds.append(continued)
    let fresh = IMAState(
      predictor: samples[0] & ~0x7F, stepIndex: IMAState.stepIndex(suiting: samples[1] - samples[0]))
    // The decoder would not take a header for a new beginning that agrees with its own state.
    if IMA4Header(announcing: fresh).state(continuing: continued) == fresh { seeds.append(fresh) }
  }

  mutating func reset() {
    for channel in running.indices { running[channel] = IMAState() }
  }
}
