import AACDecoding
import AACSyntax
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// One stream in all combinations of the resilience tools.
struct ResilienceTests {
  /// Reads a packet and writes it with other tools.
  private func rewritten(
    _ packet: [UInt8], _ unit: inout AccessUnit, _ target: inout AccessUnit
  ) throws -> (bytes: [UInt8], integers: [Int]) {
    var reader = BitReader(packet.span)
    try unit.parse(&reader)
    let read = integers(unit)
    unit.removePulses()
    target.elements = unit.elements
    if target.configuration.resilience.sectionData {
      target.dropVirtualCodebooks()
      target.adoptVirtualCodebooks()
    } else {
      target.dropVirtualCodebooks()
    }
    var writer = BitWriter()
    target.write(to: &writer)
    return (writer.bytes, read)
  }

  @Test func allCombinationsOfToolsCarryTheSameIntegers() throws {
    var count = 0
    for vector in TestVectors.all where vector.configuration.profile.isErrorResilient {
      var source = AccessUnit(vector.configuration)
      for flags in 0..<8 {
        let configuration = try AACConfiguration(vector.configuration.systems.with(resilienceFlags(flags)))
        var target = AccessUnit(configuration)
        for packet in vector.packets.prefix(8) {
          let (bytes, read) = try rewritten(packet, &source, &target)
          var reader = BitReader(bytes.span)
          try target.parse(&reader)
          expectEqual(integers(target), read, "\(vector.name) with tools \(flags)")
          count += 1
        }
      }
    }
    print("AAC resilience tools: \(count) rewritten packets")
    expectGreater(count, 0)
  }

  /// The shared streams hold the same sound with tools 0, 1, 2, 4 and 7, written by an independent program.
  @Test(.needs(.vectors), arguments: ["er_lc48s", "er_ld48s512", "er_eld48s512"])
  func rewritingGivesThePublishedBits(stream: String) throws {
    let versions = [0, 1, 2, 4, 7].compactMap { flags in
      TestVectors.named("\(stream)_flags\(flags)").map { (flags, $0) }
    }
    try #require(versions.count >= 4)
    var identical = 0
    var total = 0
    for (_, from) in versions {
      for (_, to) in versions {
        var source = AccessUnit(from.configuration)
        var target = AccessUnit(to.configuration)
        for (packet, expected) in zip(from.packets, to.packets) {
          let (bytes, read) = try rewritten(packet, &source, &target)
          expectEqual(integers(try parsed(expected, to.configuration)), read)
          total += 1
          if bytes == expected { identical += 1 }
        }
      }
    }
    print(
      "AAC resilience tools: \(stream): \(identical) of \(total) rewritten packets are the published ones to the bit")
    expectEqual(identical, total)
  }

  @Test func theTightestVirtualCodebookHoldsItsValue() {
    for largest in [0, 15, 16, 31, 47, 48, 2047, 2048, 8191] {
      let codebook = VirtualCodebook.tightest(for: largest)
      expectLessOrEqual(largest, VirtualCodebook.largestAbsoluteValue(codebook))
      if codebook == Codebook.escape {
        expectGreater(largest, 2047)
      } else if codebook > 16 {
        expectGreater(largest, VirtualCodebook.largestAbsoluteValue(codebook - 1))
      }
    }
  }

  /// The announced `rev_global_gain` and last noise position let a decoder start at the end.
  @Test func reversibleScaleFactorsAnnounceTheirLastValues() throws {
    let configuration = try configuration(.erAACLC, flags: 2)
    var streams = RandomStreams(configuration, seed: 4)
    var withNoise = 0
    for _ in 0..<100 {
      let stream = streams.unit().elements[0].first
      let side = ReversibleScaleFactorBits(stream).side
      var lastGain = stream.globalGain
      var lastNoise: Int?
      configuration.bands.forEachBandOnce(stream.info) { place in
        if Codebook.isSpectral(stream.codebooks[place]) { lastGain = Int(stream.scaleFactors[place]) }
        if stream.codebooks[place] == Codebook.noise { lastNoise = Int(stream.scaleFactors[place]) }
      }
      expectEqual(side.lastGain, lastGain)
      expectEqual(side.lastNoise, lastNoise.map { $0 - lastGain + 90 + 256 })
      if lastNoise != nil { withNoise += 1 }
    }
    expectGreater(withNoise, 10)
  }
}

extension BandLayout {
  /// Calls `body` with the place of every band of every group.
  func forEachBandOnce(_ info: IndividualChannelInfo, _ body: (Int) -> Void) {
    for group in 0..<info.groupCount {
      for band in 0..<info.bandCount { body(ChannelStream.place(group, band)) }
    }
  }
}
