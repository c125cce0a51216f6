import AudioBase

// Bound throughout: BlockShape accepts 64 channels at most.

/// Encodes Apple's IMA4.
struct IMA4Encoder: PacketEncoder, ~Copyable {
  let format: EncodedFormat
  private let block: BlockShape
  private var running: [IMAState]
  /// Two searches, because a single one would drop a start that looks worse in its first samples and is better in the
  /// end.
  private var continuation = DelayedDecision<IMAState>(sampleCount: 64)
  private var freshStart = DelayedDecision<IMAState>(sampleCount: 64)
  private var samples = [Int32](repeating: 0, count: 64)
  private var seed: [IMAState]

  init(_ settings: EncoderSettings) throws(CodecError) {
    let block = try BlockShape(settings, kind: .ima4)
    self.block = block
    format = block.encodedFormat(settings)
    running = Array(repeating: IMAState(), count: block.channelCount)
    seed = [IMAState()]
  }

  mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try block.check(input, frames: frames)
    for channel in 0..<block.channelCount {
      block.integers(input.channel(channel), frames: frames, into: &samples)
      encode(channel, into: &packet)
    }
  }

  /// Encodes a channel. A packet may continue the previous one, or begin with a state that fits the header's 9 bits.
  private mutating func encode(_ channel: Int, into packet: inout [UInt8]) {
    let width = DelayedDecision<IMAState>.maximumWidth
    let continued = running[channel]
    seed[0] = continued
    let plain = continuation.search(samples, from: 0, seeds: seed, width: width)
    let fresh = IMAState(
      predictor: samples[0] & ~0x7F, stepIndex: IMAState.stepIndex(suiting: samples[1] - samples[0]))
    // A decoder would not take a header for a new beginning that agrees with its own state.
    if IMA4Header(announcing: fresh).state(continuing: continued) == fresh {
      seed[0] = fresh
      let other = freshStart.search(samples, from: 0, seeds: seed, width: width)
      if other.error < plain.error {
        append(IMA4Header(announcing: fresh), freshStart.codes, to: &packet)
        running[channel] = other.end
        return
      }
    }
    append(IMA4Header(announcing: continued), continuation.codes, to: &packet)
    running[channel] = plain.end
  }

  private func append(_ header: IMA4Header, _ codes: [UInt8], to packet: inout [UInt8]) {
    packet.append(header.bytes.0)
    packet.append(header.bytes.1)
    for pair in 0..<32 { packet.append(codes[2 * pair] | codes[2 * pair + 1] << 4) }
  }

  mutating func reset() {
    for channel in running.indices { running[channel] = IMAState() }
  }
}
