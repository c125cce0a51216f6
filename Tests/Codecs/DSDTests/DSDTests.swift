import AudioBase
import AudioCatalog
import DSDCodec
import Foundation
import TestSupport
import Testing

@Suite struct DSDTests {
  /// The bits of a frame, and the rate of bits.
  static let kinds = [(16, 2_822_400), (32, 5_644_800), (64, 12_288_000), (128, 24_576_000)]

  private func stream(bitsPerFrame: Int = 16, rate: Int = 2_822_400, channels: Int = 1) -> CodedStream {
    var format = StreamFormat(
      formatID: "DSD ", sampleRate: Double(rate / bitsPerFrame), channelsPerFrame: channels,
      framesPerPacket: 8 * 4096 / bitsPerFrame)
    format.bytesPerPacket = 4096 * channels
    return CodedStream(format: format)
  }

  /// Decodes bytes of the channels in turn, as many packets as they are.
  private func decode(_ bytes: [UInt8], _ stream: CodedStream) throws -> [[Float]] {
    var decoder = try DSDCodec.descriptor.makeDecoder(stream)
    expectEqual(decoder.lookAheadPacketCount, 1)
    let channels = stream.format.channelsPerFrame
    var block = PCMBlock(channelCount: channels, capacity: decoder.format.framesPerPacket)
    var found = [[Float]](repeating: [], count: channels)
    var isFirst = true
    func take() {
      for channel in 0..<channels where !isFirst {
        let plane = block.channel(channel)
        for frame in plane.indices { found[channel].append(plane[frame]) }
      }
      isFirst = false
    }
    for start in stride(from: 0, to: bytes.count, by: stream.format.bytesPerPacket) {
      let packet = Array(bytes[start..<min(bytes.count, start + stream.format.bytesPerPacket)])
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      take()
    }
    decoder.conceal(into: &block)
    take()
    return found
  }

  /// The filter, found by what a bit that is turned around in silence adds: a value for each distance in bits from a
  /// frame's first one, from 17 frames before it on.
  private func response(bitsPerFrame: Int, rate: Int) throws -> [Double] {
    let stream = stream(bitsPerFrame: bitsPerFrame, rate: rate)
    let (middle, reach) = (4096, 17)
    var taps = [Double](repeating: 0, count: 2 * reach * bitsPerFrame)
    let silence = [UInt8](repeating: 0x69, count: 2 * 4096)
    let quiet = try decode(silence, stream)[0]
    for bit in 0..<bitsPerFrame {
      var bytes = silence
      bytes[middle + bit >> 3] ^= 0x80 >> UInt8(bit & 7)
      let step: Double = bytes[middle + bit >> 3] & 0x80 >> UInt8(bit & 7) == 0 ? -2 : 2
      let made = try decode(bytes, stream)[0]
      for distance in -reach..<reach {
        let frame = 8 * middle / bitsPerFrame - distance
        taps[(distance + reach) * bitsPerFrame + bit] = (Double(made[frame]) - Double(quiet[frame])) / step
      }
    }
    return taps
  }

  @Test(
    "the filter is flat to 41 kHz, 125 dB down from half the rate of frames on, and symmetrical about a frame's bits",
    arguments: kinds)
  func filter(bitsPerFrame: Int, rate: Int) throws {
    let taps = try response(bitsPerFrame: bitsPerFrame, rate: rate)
    let count = taps.count
    for index in bitsPerFrame..<count { expectLess(abs(taps[index] - taps[count + bitsPerFrame - 1 - index]), 1e-7) }
    let frameRate = Double(rate / bitsPerFrame)
    func gain(_ frequency: Double) -> Double {
      var (real, imaginary) = (0.0, 0.0)
      for (index, tap) in taps.enumerated() {
        let angle = 2 * Double.pi * frequency / Double(rate) * Double(index)
        (real, imaginary) = (real + tap * cos(angle), imaginary + tap * sin(angle))
      }
      return (real * real + imaginary * imaginary).squareRoot()
    }
    for step in 0...20 { expectLess(abs(gain(0.23 * frameRate * Double(step) / 20) - 1), 2e-5) }
    for step in 0...400 {
      let frequency = 0.5 * frameRate + (Double(rate) - frameRate) / 2 * Double(step) / 400
      expectLess(gain(frequency), 6e-7, "\(frequency) Hz")
    }
  }

  /// One bit a sample by a modulator of the second order.
  private func modulated(_ sound: [Double]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (sound.count + 7) / 8)
    var (first, second) = (0.0, 0.0)
    for (index, value) in sound.enumerated() {
      let bit = second >= 0 ? 1.0 : -1.0
      if bit > 0 { bytes[index >> 3] |= 0x80 >> UInt8(index & 7) }
      first += value - bit
      second += first - bit
    }
    return bytes
  }

  @Test("tones have their level, half of full scale among them, and their place")
  func tones() throws {
    let (rate, amplitude) = (2_822_400.0, 0.5)
    for frequency in [980.0, 4_900] {
      let count = 5 * 8 * 4096
      let bytes = modulated((0..<count).map { amplitude * sin(2 * Double.pi * frequency * Double($0) / rate) })
      let made = try decode(bytes, stream())[0]
      expectEqual(made.count, count / 16)
      // Whole periods: 180 or 36 frames each. The middle of a frame is 7.5 bits behind its first; the modulator is late
      // by two bits at most.
      let frames = 1800..<9000
      var (real, imaginary) = (0.0, 0.0)
      for frame in frames {
        let angle = 2 * Double.pi * frequency * (16 * Double(frame) + 7.5) / rate
        (real, imaginary) = (real + Double(made[frame]) * sin(angle), imaginary + Double(made[frame]) * cos(angle))
      }
      let scale = 2 / Double(frames.count)
      expectLess(abs((real * real + imaginary * imaginary).squareRoot() * scale - amplitude), 1e-4)
      expectLess(abs(imaginary * scale), amplitude * 2 * Double.pi * frequency / rate * 2 + 1e-4)
    }
  }

  @Test("full scale is what nothing but ones has; the ends fade to silence")
  func scale() throws {
    let made = try decode([UInt8](repeating: 0xFF, count: 2 * 4096 + 100), stream(channels: 2))
    #expect(made.count == 2 && made[0].count == 2048 + 25 && made[0] == made[1])
    #expect(made[0][100..<1900].allSatisfy { abs($0 - 1) < 1e-6 })
    #expect((0.7...0.95).contains(made[0][0]) && (0.7...0.95).contains(made[0][2072]))
    let quiet = try decode([UInt8](repeating: 0x69, count: 4096), stream())
    #expect(quiet[0].allSatisfy { abs($0) < 1e-6 })
  }

  @Test("a decoder that begins two packets earlier gives the same")
  func history() throws {
    var random = SplitMix64(seed: 1)
    let bytes = (0..<6 * 4096).map { _ in UInt8.random(in: 0...255, using: &random) }
    for (bits, rate) in Self.kinds {
      let frames = 8 * 4096 / bits
      let whole = try decode(bytes, stream(bitsPerFrame: bits, rate: rate))[0]
      let part = try decode(Array(bytes[(2 * 4096)...]), stream(bitsPerFrame: bits, rate: rate))[0]
      #expect(whole.count == 6 * frames && part.count == 4 * frames)
      #expect(whole[(3 * frames)...].elementsEqual(part[frames...]))
      #expect(whole[2 * frames] != part[0])
    }
  }

  @Test("what is no packet, or no such stream, is refused, and nothing changes by it")
  func refusals() throws {
    var decoder = try DSDCodec.descriptor.makeDecoder(stream(channels: 2))
    var block = PCMBlock(channelCount: 2, capacity: 2048)
    for count in [0, 1, 8191, 8194] {
      let packet = [UInt8](repeating: 0, count: count)
      #expect(throws: CodecError.self) { try decoder.decode(packet.span, frameCount: 0, into: &block) }
    }
    var small = PCMBlock(channelCount: 2, capacity: 2047)
    let packet = [UInt8](repeating: 0, count: 8192)
    #expect(throws: CodecError.self) { try decoder.decode(packet.span, frameCount: 0, into: &small) }
    var random = SplitMix64(seed: 2)
    let odd = [-1, 0, 1, 2, 15, 16, 17, 2048, 4096, 8192, 1 << 20, 1 << 40, Int.max]
    for _ in 0..<20_000 {
      var format = stream().format
      format.bytesPerPacket = odd.randomElement(using: &random) ?? 0
      format.channelsPerFrame = odd.randomElement(using: &random) ?? 0
      format.framesPerPacket = odd.randomElement(using: &random) ?? 0
      format.sampleRate = [0, -1, .nan, .infinity, 176_400].randomElement(using: &random) ?? 0
      if let summary = try? DSDCodec.descriptor.summary(of: CodedStream(format: format)) {
        #expect(summary.decoded.framesPerPacket == format.framesPerPacket && format.bytesPerPacket <= 1 << 20)
      }
    }
  }
}
