import AudioBase
import Foundation
import MPEG4Systems
import TestSupport
import Testing
import USACCodec

/// Streams whose MPEG Surround is legal and random, against fdk-aac.
@Suite struct UpmixStreamTests {
  static let names = [
    "plain", "high_rate", "few_bands", "steered", "shaped", "guided", "phases", "smooth_phases", "residual",
    "residual_phases", "full_residual", "full_residual_phases",
  ]

  private struct Stream {
    let packets: [[UInt8]]
    let configuration: USACConfiguration
    /// Every 32nd frame of the decode of fdk-aac.
    let reference: [Double]

    init(_ name: String) throws {
      let file = SharedFiles.fixtures.appending(path: "USAC/upmix_\(name)")
      packets = packetsOfDump(SharedFiles.bytes(file.appendingPathExtension("dump")))
      let asc = SharedFiles.bytes(file.appendingPathExtension("asc"))
      let config = try required(AudioSpecificConfig(parsing: asc.span).unifiedCoding)
      configuration = try USACConfiguration(config)
      let bytes = SharedFiles.bytes(file.appendingPathExtension("s16"))
      reference = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
        Double(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
      }
    }
  }

  /// fdk-aac fades in where a stream begins without a pre-roll: the first three packets are not compared. Of the rest
  /// rounding alone is an rms of 0.29 units.
  @Test(arguments: names) func agreesWithAnotherDecoder(name: String) throws {
    let stream = try Stream(name)
    var decoder = USACDecoder(stream.configuration)
    let length = decoder.format.framesPerPacket
    var block = PCMBlock(channelCount: 2, capacity: length)
    var samples: [Double] = []
    for packet in stream.packets {
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      for frame in stride(from: 0, to: length, by: 32) {
        for channel in 0..<2 { samples.append(32768 * Double(block.channel(channel)[frame])) }
      }
    }
    try #require(stream.packets.count == 14 && samples.count == stream.reference.count)
    let start = 3 * 2 * length / 32
    let difference = Difference(Array(samples.dropFirst(start)), Array(stream.reference.dropFirst(start)))
    #expect(difference.rms < 0.8 && difference.peak < 12)
  }

  /// What damages the end of a packet, where MPEG Surround lies, is refused or decoded; the samples stay numbers.
  @Test(arguments: names) func damageIsHarmless(name: String) throws {
    let stream = try Stream(name)
    var random = SplitMix64(seed: 7)
    var decoder = USACDecoder(stream.configuration)
    var block = PCMBlock(channelCount: 2, capacity: decoder.format.framesPerPacket)
    var (decoded, refused) = (0, 0)
    for _ in 0..<12 {
      decoder.reset()
      for packet in stream.packets {
        var damaged = packet
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          let place = damaged.count - 1 - Int.random(in: 0..<min(60, damaged.count), using: &random)
          damaged[place] = UInt8(truncatingIfNeeded: random.next())
        }
        do throws(CodecError) {
          try decoder.decode(damaged.span, frameCount: 0, into: &block)
          decoded += 1
        } catch {
          refused += 1
          decoder.conceal(into: &block)
        }
        for channel in 0..<2 {
          let samples = block.channel(channel)
          let isFinite = samples.indices.allSatisfy { samples[$0].isFinite }
          #expect(isFinite)
        }
      }
    }
    #expect(decoded > 0 && refused > 0)
  }

  /// A decoder that is reset gives the samples of a new one.
  @Test(arguments: names) func resetForgetsAll(name: String) throws {
    let stream = try Stream(name)
    var decoder = USACDecoder(stream.configuration)
    var block = PCMBlock(channelCount: 2, capacity: decoder.format.framesPerPacket)
    var runs: [[Float]] = []
    for _ in 0..<2 {
      decoder.reset()
      var samples: [Float] = []
      for packet in stream.packets.prefix(4) {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        for frame in 0..<block.frameCount { samples.append(block.channel(1)[frame]) }
      }
      runs.append(samples)
    }
    #expect(runs[0] == runs[1] && runs[0].contains { $0 != 0 })
  }

  /// Configurations that no table has are refused by name.
  @Test func impossibleConfigurationsAreRefused() throws {
    let bytes = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "USAC/upmix_residual.asc"))
    let config = try required(AudioSpecificConfig(parsing: bytes.span).unifiedCoding)
    guard case .pair(let core, let stereo) = config.elements[0], let surround = stereo.surround else {
      throw NothingToTest("no pair")
    }
    let changes: [(inout USACStereo.Surround) -> Void] = [
      { $0.frequencyResolution = 0 }, { $0.decorrelation = 3 }, { $0.residualBands = 21 }, { $0.phaseBands = 29 },
      { ($0.hasPhases, $0.phaseBands, $0.residualBands) = (true, 0, 0) },
    ]
    for change in changes {
      var other = config
      var damaged = surround
      change(&damaged)
      other.elements[0] = .pair(core, USACStereo(stereo.kind, damaged))
      #expect { _ = try USACConfiguration(other) } throws: { error in
        (error as? CodecError)?.kind == .malformed
      }
    }
  }
}
