import AudioBase

// Holds throughout: parts come only where there is a neighbour, and one of both engines is there from the beginning.

/// A track's conversion in one precision, with what comes of its neighbours.
struct TrackEngine<Sample: AudioSample>: ~Copyable {
  private var before: TrackDecoding<Sample>?
  private var decoding: TrackDecoding<Sample>
  private var after: TrackDecoding<Sample>?
  private var chain: OutputChain<Sample>
  private var part: Part
  private var isDrained = false

  /// What is being converted.
  private enum Part {
    case before, track, after, end
  }

  init(
    _ decoding: consuming TrackDecoding<Sample>, _ chain: consuming OutputChain<Sample>,
    before: consuming TrackDecoding<Sample>? = nil, after: consuming TrackDecoding<Sample>? = nil
  ) {
    part = before == nil ? .track : .before
    self.before = before
    self.decoding = decoding
    self.after = after
    self.chain = chain
  }

  /// Fills a batch with the next packets, and returns whether there were any.
  mutating func convertNext(into output: inout PacketBatch, packetCount: Int) throws(ConversionError) -> Bool {
    chain.begin(&output, limit: packetCount)
    defer { chain.end(&output) }
    while !isDrained {
      try run(into: &output)
      if chain.isFull() { return true }
      if part == .end {
        isDrained = try decoding.finish(&chain, into: &output)
        return chain.hasPackets()
      }
      do throws(DecodingError) {
        if try !loadNext() { part = next() }
      } catch {
        throw .decoding(error)
      }
    }
    return false
  }

  /// Moves loaded frames on; a part ends only once its frames have all been taken.
  private mutating func run(into output: inout PacketBatch) throws(ConversionError) {
    switch part {
    case .before: try before!.run(&chain, into: &output)
    case .track, .end: try decoding.run(&chain, into: &output)
    case .after: try after!.run(&chain, into: &output)
    }
  }

  private mutating func loadNext() throws(DecodingError) -> Bool {
    switch part {
    case .before: try before!.loadNext(into: &chain)
    case .track: try decoding.loadNext(into: &chain)
    case .after: try after!.loadNext(into: &chain)
    case .end: false
    }
  }

  private func next() -> Part {
    switch part {
    case .before: .track
    case .track: after == nil ? .end : .after
    case .after, .end: .end
    }
  }

  func currentReport() -> DecodingReport { decoding.currentReport() }
  func outputFrameCount() -> Int64 { chain.outputFrameCount() }
  func cookie() -> [UInt8]? { chain.cookie() }
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
  func cookie() -> [UInt8]? { single?.cookie() ?? double?.cookie() ?? nil }
  func expectedFrameCount() -> Int64? { single?.expectedFrameCount() ?? double?.expectedFrameCount() ?? nil }
}
