package import AudioBase

/// What a decoder did with packets that nobody means well with.
package struct DecoderAbuse {
  /// Packets that were decoded.
  package private(set) var decodedCount = 0
  /// Packets that were refused.
  package private(set) var refusedCount = 0
  /// The first promise that was broken, or `nil`.
  package private(set) var fault: String?

  /// Makes the decoder of a stream and gives it packets, each with durations that no packet has; losses and resets in
  /// between.
  ///
  /// - Returns: `nil` where the codec refuses the stream.
  package init?(_ stream: CodedStream, of codec: CodecDescriptor, packets: [[UInt8]]) {
    do throws(CodecError) {
      var decoder = try codec.makeDecoder(stream)
      run(&decoder, packets)
    } catch {
      return nil
    }
  }

  /// Packets that suit no codec: empty, of one byte, and large.
  package static func packets(largest: Int = 1 << 20) -> [[UInt8]] {
    var random = SplitMix64(seed: 17)
    return [
      [], [0], [0xFF], [0xE0], [UInt8](repeating: 0, count: 70), random.bytes(300), random.bytes(2000),
      [UInt8](repeating: 0, count: largest), [UInt8](repeating: 0xFF, count: largest),
    ]
  }

  private static let durations = [0, 1, -1, 4096, Int.max, Int.min]

  private mutating func run(_ decoder: inout any PacketDecoder & ~Copyable, _ packets: [[UInt8]]) {
    let format = decoder.format
    let limit = decoder.frameLimit
    guard format.sampleRate > 0, format.sampleRate.isFinite, format.framesPerPacket > 0 else {
      fault = "a decoder has no rate or no frames: \(format)"
      return
    }
    for (index, packet) in packets.enumerated() {
      let most = limit.frameCount(ofPacketByteCount: packet.count)
      var block = PCMBlock(channelCount: format.layout.channelCount, capacity: max(most, format.framesPerPacket))
      do throws(CodecError) {
        try decoder.decode(
          packet.span, frameCount: Self.durations[index % Self.durations.count], into: &block)
        decodedCount += 1
      } catch {
        refusedCount += 1
        check(block, atMost: block.capacity)
        for _ in 0...(index % 3) { decoder.conceal(into: &block) }
      }
      check(block, atMost: max(most, format.framesPerPacket))
      if index % 5 == 4 { decoder.reset() }
    }
    var block = PCMBlock(channelCount: format.layout.channelCount, capacity: format.framesPerPacket)
    decoder.reset()
    decoder.conceal(into: &block)
    check(block, atMost: format.framesPerPacket)
  }

  private mutating func check(_ block: borrowing PCMBlock, atMost frameCount: Int) {
    if block.frameCount > frameCount { fault = "\(block.frameCount) frames, and \(frameCount) at most" }
    for channel in 0..<block.channelCount {
      let samples = block.channel(channel)
      var sum: Float = 0
      for index in samples.indices { sum += abs(samples[index]) * 0x1p-100 }
      if !sum.isFinite { fault = "a sample is no number" }
    }
  }
}

/// Rates that formats may state and nobody means: with fields of 24 and 32 bits, and floating point.
package enum HostileRates {
  /// What fields of 24 bits hold.
  package static let integers = [
    0, 1, 2, 3, 7, 24, 49, 50, 51, 99, 100, 149, 199, 200, 201, 500, 999, 1000, 3999, 7349, 9390, 96_001, 163_840,
    192_000,
    1_000_000, 2_559_999, 2_560_001, 8_388_608, 16_777_214, 16_777_215,
  ]
  /// What fields of floating point hold.
  package static let numbers: [Double] = [
    .nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, -1, -44100, 1e300, -1e300, .greatestFiniteMagnitude,
    .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-9, 0.5, 1, 44100.5, 4_294_967_295, 4_294_967_296, 0x1p53, 0x1p63,
  ]
}
