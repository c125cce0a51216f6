import AACDecoding
import AACSyntax
import AudioBase
import MPEG4Systems
import TestSupport
import Testing

/// Damaged packets: no trap, and nothing that is not a number.
struct RobustnessTests {
  static let mutationsPerProfile = 500

  /// The profiles with and without their tools.
  static let kinds: [(AudioObjectType, Bool, Int)] = [
    (.aacLC, false, 0), (.aacLC, true, 0), (.erAACLC, false, 0), (.erAACLC, false, 7), (.erAACLD, false, 0),
    (.erAACLD, true, 7), (.erAACELD, false, 0), (.erAACELD, true, 7), (.aacMain, false, 0), (.aacLTP, false, 0),
    (.aacLTP, true, 0), (.erAACLTP, false, 7),
  ]

  private func mutated(_ packets: [[UInt8]], _ generator: inout SplitMix64) -> [UInt8] {
    var packet = packets[Int.random(in: 0..<packets.count, using: &generator)]
    guard !packet.isEmpty else { return packet }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        packet[Int.random(in: 0..<packet.count, using: &generator)] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      }
    case 1:
      packet.removeLast(Int.random(in: 1...packet.count, using: &generator))
    case 2:
      let other = packets[Int.random(in: 0..<packets.count, using: &generator)]
      let cut = Int.random(in: 0...packet.count, using: &generator)
      packet = Array(packet.prefix(cut)) + other.suffix(Int.random(in: 0...other.count, using: &generator))
    default:
      let start = Int.random(in: 0..<packet.count, using: &generator)
      for place in start..<min(start + 12, packet.count) {
        packet[place] = UInt8.random(in: 0...255, using: &generator)
      }
    }
    return packet
  }

  /// Decodes mutations of the packets; returns how many were accepted.
  private func run(_ packets: [[UInt8]], _ configuration: AACConfiguration, seed: UInt64) -> Int {
    var generator = SplitMix64(seed: seed)
    var decoder = AACDecoder(configuration)
    var block = PCMBlock(channelCount: configuration.channelCount, capacity: configuration.outputFrameLength)
    var accepted = 0
    for _ in 0..<RobustnessTests.mutationsPerProfile {
      let packet = mutated(packets, &generator)
      do {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        accepted += 1
      } catch {
        decoder.conceal(into: &block)
      }
      var isFinite = true
      for channel in 0..<block.channelCount {
        let plane = block.channel(channel)
        for n in plane.indices where !plane[n].isFinite { isFinite = false }
      }
      #expect(isFinite)
    }
    return accepted
  }

  @Test(arguments: kinds.indices) func mutationsOfMadePacketsAreHarmless(kind: Int) throws {
    let (type, isShort, flags) = RobustnessTests.kinds[kind]
    let configuration = try configuration(type, channels: 2, isShort: isShort, flags: flags)
    var streams = RandomStreams(configuration, seed: UInt64(kind))
    let packets = (0..<8).map { _ -> [UInt8] in
      var unit = streams.unit()
      if flags & 1 != 0 { unit.adoptVirtualCodebooks() }
      return packet(unit)
    }
    let accepted = run(packets, configuration, seed: UInt64(kind) + 40)
    print(
      "AAC robustness, \(configuration.profile), tools \(flags): \(accepted) of \(RobustnessTests.mutationsPerProfile) accepted"
    )
    expectGreater(accepted, 0)
  }

  @Test(arguments: BehaviourTests.vectors) func mutationsOfRealPacketsAreHarmless(name: String) throws {
    let vector = try required(TestVectors.fixtures.first { $0.name == name })
    expectGreater(run(vector.packets, vector.configuration, seed: 77), 0)
  }

  /// Streams with prediction, Parametric Stereo, reduced delay or LD MPEG Surround, where the shared folder has them.
  static let laterVectors = TestVectors.all.map(\.name).filter { name in
    ["ff_main", "ff_ltp", "hev2", "xa_hev2", "eld_rd", "eldrd", "eldv2", "xa_eldv2"].contains { name.hasPrefix($0) }
  }

  @Test(.needs(.vectors), arguments: laterVectors) func mutationsOfOtherRealPacketsAreHarmless(name: String) throws {
    let vector = try required(TestVectors.named(name))
    expectGreater(run(vector.packets, vector.configuration, seed: 78), 0)
  }

  @Test func mutationsOfCouplingChannelsAreHarmless() throws {
    var packets: [[UInt8]] = []
    var scene = try CouplingTests.Scene(seed: 90)
    for mode in CouplingTests.Mode.allCases {
      for isSigned in [false, true] {
        packets.append(packet(scene.frame(mode, (true, true), isCommon: false, isSigned: isSigned)))
      }
    }
    expectGreater(run(packets, scene.configuration, seed: 91), 0)
  }
}
