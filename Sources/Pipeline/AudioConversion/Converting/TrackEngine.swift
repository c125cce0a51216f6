import AudioBase

/// A track's conversion in one precision.
struct TrackEngine<Sample: AudioSample>: ~Copyable {
  private var decoding: TrackDecoding<Sample>
  private var chain: OutputChain<Sample>
  private var hasEnded = false
  private var isDrained = false

  init(_ decoding: consuming TrackDecoding<Sample>, _ chain: consuming OutputChain<Sample>) {
    self.decoding = decoding
    self.chain = chain
  }

  /// Fills a batch with the next packets, and returns whether there were any.
  mutating func convertNext(into output: inout PacketBatch, packetCount: Int) throws(ConversionError) -> Bool {
    chain.begin(&output, limit: packetCount)
    defer { chain.end(&output) }
    while !isDrained {
      try decoding.run(&chain, into: &output)
      if chain.isFull() { return true }
      if hasEnded {
        isDrained = try decoding.finish(&chain, into: &output)
        return chain.hasPackets()
      }
      do throws(DecodingError) {
        hasEnded = try !decoding.loadNext(into: &chain)
      } catch {
        throw .decoding(error)
      }
    }
    return false
  }

  func currentReport() -> DecodingReport { decoding.currentReport() }
  func outputFrameCount() -> Int64 { chain.outputFrameCount() }
  func expectedFrameCount() -> Int64? { decoding.expectedFrameCount }
}

/// A track's conversion in the one precision or the other: exactly one of both is there.
struct AnyTrackEngine: ~Copyable {
  private var single: TrackEngine<Float>?
  private var double: TrackEngine<Double>?

  init(single: consuming TrackEngine<Float>?, double: consuming TrackEngine<Double>?) {
    self.single = single
    self.double = double
  }

  mutating func convertNext(into output: inout PacketBatch, packetCount: Int) throws(ConversionError) -> Bool {
    if single != nil { return try single!.convertNext(into: &output, packetCount: packetCount) }
    return try double!.convertNext(into: &output, packetCount: packetCount)
  }

  func currentReport() -> DecodingReport { single?.currentReport() ?? double?.currentReport() ?? DecodingReport() }
  func outputFrameCount() -> Int64 { single?.outputFrameCount() ?? double?.outputFrameCount() ?? 0 }
  func expectedFrameCount() -> Int64? { single?.expectedFrameCount() ?? double?.expectedFrameCount() ?? nil }
}
