import ALACCodec
import AudioBase
import TestSupport
import Testing

/// What is encoded comes back to the bit, and in packets no larger than announced.
@Suite struct RoundTripTests {
  @Test(arguments: [16, 20, 24, 32])
  func everySignalComesBack(depth: Int) throws {
    var generator = SplitMix64(seed: UInt64(depth))
    for signal in Signal.allCases {
      for channelCount in 1...8 {
        let stream = IntegerStream(
          depth: depth,
          channels: (0..<channelCount).map { signal.samples(5000, depth: depth, channel: $0, &generator) })
        try check(stream, "\(signal), \(channelCount) channels")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 8, 9, 10, 31, 32, 33, 351, 352, 353, 4095, 4096, 4097, 8192 + 17])
  func everyLengthComesBack(count: Int) throws {
    var generator = SplitMix64(seed: 7)
    for (depth, channelCount) in [(16, 1), (16, 2), (24, 2), (32, 3), (20, 1)] {
      for signal in [Signal.mixed, .quietNoise, .silence] {
        for frameLength in [4096, 352] {
          var stream = IntegerStream(
            depth: depth,
            channels: (0..<channelCount).map { signal.samples(count, depth: depth, channel: $0, &generator) })
          stream.frameLength = frameLength
          try check(stream, "\(signal), \(depth) bit, packets of \(frameLength)")
        }
      }
    }
  }

  @Test func correlatedChannelsComeBack() throws {
    var generator = SplitMix64(seed: 99)
    for depth in [16, 20, 24, 32] {
      let left = Signal.mixed.samples(6000, depth: depth, channel: 0, &generator)
      for parts in [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4), (-4, 4)] {
        let right = left.map { Int32(Int64($0) * Int64(parts.0) / Int64(parts.1)) }
        try check(IntegerStream(depth: depth, channels: [left, right]), "\(depth) bit, \(parts)")
      }
    }
  }

  @Test func packetsOfAnyShortLengthKeepTheirBound() throws {
    var generator = SplitMix64(seed: 3)
    for frameLength in 1...40 {
      for count in 1...frameLength {
        var stream = IntegerStream(
          depth: 16, channels: (0..<3).map { Signal.noise.samples(count, depth: 16, channel: $0, &generator) })
        stream.frameLength = frameLength
        try check(stream, "\(count) of \(frameLength)")
      }
    }
  }

  @Test func theBoundIsReached() throws {
    var generator = SplitMix64(seed: 4)
    for channelCount in 1...8 {
      // A packet that is not full states its frames, so that one frame less may take more.
      let packets = try [4095, 4096].map { count in
        let noise = (0..<channelCount).map { Signal.noise.samples(count, depth: 16, channel: $0, &generator) }
        return try IntegerStream(depth: 16, channels: noise).encoded()
      }
      expectEqual(packets.map { $0.packets[0].count }.max(), packets[0].format.maximumPacketByteCount)
    }
  }

  @Test func silenceTakesFewBytes() throws {
    let (_, packets) = try IntegerStream(
      depth: 16, channels: [[Int32]](repeating: .init(repeating: 0, count: 4096), count: 2)
    )
    .encoded()
    expectLess(packets[0].count, 48)
  }

  private func check(_ stream: IntegerStream, _ what: String) throws {
    let (format, packets) = try stream.encoded()
    #expect(packets.allSatisfy { $0.count <= format.maximumPacketByteCount }, "\(what)")
    let decoded = try decode(cookie: format.cookie, packets)
    let isSame = decoded == stream.channels
    #expect(isSame, "\(what)")
  }
}
