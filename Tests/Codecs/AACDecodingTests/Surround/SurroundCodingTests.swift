import AACDecoding
import AACEncoding
import AACReplication
import AACSyntax
import Bitstream
import TestSupport
import Testing

/// Parameters of LD MPEG Surround to bits: whatever is sent comes back, and nothing is left over.
@Suite("LD MPEG Surround coding") struct SurroundCodingTests {
  private static let bandCount = 15

  /// What a frame's indices are made like.
  enum Kind: Int, CaseIterable {
    case steady
    case near
    case far
    case extreme
    case oneBand
  }

  private static func mutate(
    _ indices: inout SurroundBandValues, _ range: ClosedRange<Int>, _ kind: Kind, _ generator: inout SplitMix64
  ) {
    for band in 0..<bandCount {
      let value =
        switch kind {
        case .steady: indices[band]
        case .near: indices[band] + Int.random(in: -1...1, using: &generator)
        case .far: Int.random(in: range, using: &generator)
        case .extreme: Bool.random(using: &generator) ? range.lowerBound : range.upperBound
        case .oneBand: band == 7 ? Int.random(in: range, using: &generator) : 0
        }
      indices[band] = min(max(value, range.lowerBound), range.upperBound)
    }
  }

  @Test("indices of all kinds come back, in any order, and the payload ends where it says")
  func roundTrip() throws {
    let configuration = SurroundConfiguration(sampleRate: 48000, slotCount: 8)
    let codebooks = SurroundCodebooks()
    var generator = SplitMix64(seed: 41)
    var coder = SurroundParameterCoder(bandCount: Self.bandCount)
    var frame = SurroundFrame()
    var (levels, coherences): (SurroundBandValues, SurroundBandValues) = (.init(repeating: 0), .init(repeating: 0))
    for round in 0..<6000 {
      let isIndependent = round % 10 == 0
      Self.mutate(&levels, -15...15, Kind.allCases.randomElement(using: &generator) ?? .far, &generator)
      Self.mutate(&coherences, 0...7, Kind.allCases.randomElement(using: &generator) ?? .far, &generator)
      coder.code(levels: levels, coherences: coherences, isIndependent: isIndependent)
      // Words of 5 and 3 bits are the most that is ever needed: 8 bits of the payload's head, 3 of the frame's, 2 a
      // mode and 5 of its set's head, and 2 for the smoothing.
      #expect(coder.payload.offset <= 8 + 3 + 2 * 7 + 15 * 8 + 2 + 7 && coder.payload.offset % 8 == 0)
      let bytes = coder.payload.bytes
      var reader = BitReader(bytes.span)
      expectEqual(reader.readUnchecked(8), 0x93)
      try frame.parse(&reader, configuration, codebooks)
      #expect(reader.remaining == 0 && frame.setCount == 1 && frame.isIndependent == isIndependent)
      let (found, alike) = (Self.indices(frame.levelDifferences), Self.indices(frame.coherences))
      #expect((0..<Self.bandCount).allSatisfy { found == nil || found?[$0] == levels[$0] })
      #expect((0..<Self.bandCount).allSatisfy { alike == nil || alike?[$0] == coherences[$0] })
    }
  }

  /// The indices that a frame holds, or `nil` where it holds none.
  private static func indices(_ data: SurroundParameterData) -> SurroundBandValues? {
    data.sets[0].isCoded ? data.sets[0].indices : nil
  }

  @Test("a decoder hears the levels and coherences that were sent, whatever came before")
  func mixing() throws {
    // Through the decoder's own chain of history and mapping, not only the syntax.
    let configuration = SurroundConfiguration(sampleRate: 24000, slotCount: 15)
    let table = SurroundMixingTable()
    let codebooks = SurroundCodebooks()
    var generator = SplitMix64(seed: 42)
    var coder = SurroundParameterCoder(bandCount: Self.bandCount)
    var frame = SurroundFrame()
    var parameters = SurroundParameters(subbandCount: 32)
    var shares = SurroundShares(count: 32)
    let bandOfSubband = (0..<32).map { configuration.band(ofSubband: $0) }
    var (levels, coherences): (SurroundBandValues, SurroundBandValues) = (.init(repeating: 0), .init(repeating: 0))
    for round in 0..<500 {
      Self.mutate(&levels, -15...15, Kind.allCases.randomElement(using: &generator) ?? .far, &generator)
      Self.mutate(&coherences, 0...7, Kind.allCases.randomElement(using: &generator) ?? .far, &generator)
      coder.code(levels: levels, coherences: coherences, isIndependent: round % 7 == 0)
      let bytes = coder.payload.bytes
      var reader = BitReader(bytes.span, bits: 8..<(8 * bytes.count))
      try frame.parse(&reader, configuration, codebooks)
      parameters.advance(to: frame)
      parameters.write(slot: 14, bandOfSubband, into: &shares)
      for subband in 0..<32 {
        let band = bandOfSubband[subband]
        let wanted = table.entry(level: levels[band], coherence: coherences[band])
        #expect(abs(shares.dryLeft[subband] - wanted[0]) < 1e-6 && abs(shares.wetLeft[subband] - wanted[1]) < 1e-6)
        #expect(abs(shares.dryRight[subband] - wanted[2]) < 1e-6 && abs(shares.wetRight[subband] - wanted[3]) < 1e-6)
      }
    }
  }

  @Test("values become the nearest index, and stay where they are nearly as near")
  func quantization() {
    for index in -14...14 {
      let value = Float(surroundLevelDifferences[index + 15])
      expectEqual(SurroundQuantization.level(value, after: 0), index)
      expectEqual(SurroundQuantization.level(value + 0.4, after: index), index)
    }
    #expect(SurroundQuantization.level(80, after: 0) == 15 && SurroundQuantization.level(-80, after: 0) == -15)
    #expect(SurroundQuantization.level(1.2, after: 0) == 0 && SurroundQuantization.level(1.2, after: 1) == 1)
    for index in 0...7 {
      expectEqual(SurroundQuantization.coherence(Float(surroundCoherences[index]), after: 3), index)
    }
  }

  @Test("configurations are written as known encoders write them")
  func configurations() throws {
    for (rate, slots, wanted) in [
      (48000, 8, [0x33, 0xA7, 0x08, 0x00]), (24000, 16, [0x67, 0xA7, 0x08, 0x00]),
      (44100, 16, [0x47, 0xA7, 0x08, 0x00]), (48000, 15, [0x37, 0x27, 0x08, 0x00]),
    ] as [(Int, Int, [UInt8])] {
      var writer = BitWriter()
      let configuration = SurroundConfiguration(sampleRate: rate, slotCount: slots)
      configuration.write(to: &writer)
      expectEqual(writer.bytes, wanted)
      let bytes = writer.bytes
      var reader = BitReader(bytes.span)
      try expectEqual(SurroundConfiguration(parsing: &reader), configuration)
    }
  }
}
