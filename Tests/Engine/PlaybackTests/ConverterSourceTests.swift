import AudioBase
import AudioConversion
import AudioDevices
import AudioPlayback
import TestSupport
import Testing

@Suite("Samples of packets")
struct ConverterSourceTests {
  private let format = DeviceFormat(sampleRate: 8000, channelCount: 2)

  /// Gives 16-bit frames that count up from 0, some at a time, and then what the closure says.
  private func source(
    frameCount: Int, rate: Double = 8000, end: @escaping () throws(AudioError) -> Void = {}
  ) throws -> ConverterSource {
    var next = 0
    let input = CodedStream(format: StreamFormat(.int16, sampleRate: rate, channelsPerFrame: 1))
    return try ConverterSource(from: input, for: format) { (wanted, batch) throws(AudioError) in
      let count = min(min(wanted, 100), frameCount - next)
      guard count > 0 else { return try end() }
      for value in next..<(next + count) { batch.bytes += [UInt8(value & 0xFF), UInt8(value >> 8)] }
      batch.descriptions.append(PacketDescription(startOffset: 0, byteCount: batch.bytes.count, frameCount: count))
      next += count
    }
  }

  private func read(_ source: ConverterSource, capacity: Int) throws -> [[Float]] {
    var block = PCMBlock(channelCount: 2, capacity: capacity)
    let count = try source.read(into: &block)
    return (0..<2).map { channel in (0..<count).map { block.planes[channel * capacity + $0] } }
  }

  @Test("Frames are those of the packets, on both sides, however they are cut, and then there are no more")
  func frames() throws {
    let source = try source(frameCount: 9000)
    var channels: [[Float]] = [[], []]
    for capacity in [1, 7, 4000, 4992, 3000] {
      for (channel, samples) in try read(source, capacity: capacity).enumerated() { channels[channel] += samples }
    }
    let expected = (0..<9000).map { Float($0) / 32768 }
    expectEqual(channels, [expected, expected])
    try expectEqual(read(source, capacity: 10), [[], []])
  }

  @Test("A rate is converted: as many frames as it comes to")
  func rate() throws {
    try expectEqual(read(try source(frameCount: 4410, rate: 44_100), capacity: 2000)[0].count, 800)
  }

  @Test("What the supply throws ends it, nothing can be sought, and what has no decoder is refused")
  func failures() throws {
    let broken = try source(frameCount: 50) { () throws(AudioError) in throw .neighbor }
    #expect(throws: AudioError.self) { try read(broken, capacity: 100) }
    #expect(throws: AudioError.self) { try broken.seek(toFrame: 0) }
    let unknown = CodedStream(format: StreamFormat(formatID: "xxxx", sampleRate: 8000, channelsPerFrame: 1))
    #expect(throws: AudioError.self) { try ConverterSource(from: unknown, for: format) { _, _ in } }
  }

  @Test("A player plays it to its end, and cannot begin it anew")
  func playing() throws {
    let device = VirtualDevice("packets", format, pacing: .stepped)
    device.keepOutput(frameLimit: 10_000)
    var options = PlayerOptions()
    options.feeding = .caller
    let player = try Player(try source(frameCount: 3000), on: device, options: options)
    try player.play()
    for _ in 0..<10 {
      player.feed()
      device.advance(frameCount: 400)
    }
    player.feed()
    expectEqual(player.state, .ended)
    expectNil(player.duration)
    expectEqual(player.position.frame, 3000)
    let expected = (0..<3000).map { frame -> Float in Float(frame) / 32768 }
    expectEqual(Array(device.keptOutput[1].prefix(3000)), expected)
    #expect(throws: AudioError.self) { try player.play() }
  }
}
