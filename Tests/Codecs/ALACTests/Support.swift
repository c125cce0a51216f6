import ALACCodec
import AudioBase
import TestSupport

/// A stream of integers, one array a channel, and what is needed to encode it.
struct IntegerStream {
  var depth: Int
  var channels: [[Int32]]
  var frameLength = 4096

  var channelCount: Int { channels.count }
  var frameCount: Int { channels.first?.count ?? 0 }

  /// The settings of an encoder, for unknown loudspeakers.
  var settings: EncoderSettings {
    var settings = EncoderSettings(
      formatID: .appleLossless, sampleRate: 44_100, layout: ChannelLayout(unlabelledChannelCount: channelCount))
    settings.bitDepth = depth
    settings.framesPerPacket = frameLength
    return settings
  }

  /// The same samples as a block, full scale ±1.
  func block<Sample>(_: Sample.Type) -> SampleBlock<Sample> {
    var block = SampleBlock<Sample>(channelCount: channelCount, capacity: frameCount)
    block.setFrameCount(frameCount)
    for (index, channel) in channels.enumerated() {
      var plane = block.plane(index)
      for place in channel.indices { plane[place] = Sample(channel[place]) / Sample(Int64(1) << Int64(depth - 1)) }
    }
    return block
  }

  /// Encodes the stream, the last packet with what is left.
  func encoded() throws -> (format: EncodedFormat, packets: [[UInt8]]) {
    var encoder = try ALACEncoder(settings)
    let single = block(Float.self)
    let double = block(Double.self)
    var packets: [[UInt8]] = []
    var start = 0
    while start < frameCount {
      let frames = start..<min(start + frameLength, frameCount)
      var packet: [UInt8] = []
      if depth == 32 {
        try encoder.encode(double, frames: frames, into: &packet)
      } else {
        try encoder.encode(single, frames: frames, into: &packet)
      }
      packets.append(packet)
      start = frames.upperBound
    }
    return (encoder.format, packets)
  }
}

/// Decodes packets to integers of the cookie's bit depth.
func decode(cookie: [UInt8], _ packets: [[UInt8]]) throws -> [[Int32]] {
  let configuration = try ALACConfiguration(parsing: cookie.span)
  var decoder = ALACDecoder(configuration)
  var block = SampleBlock<Double>(channelCount: configuration.channelCount, capacity: configuration.frameLength)
  var channels = [[Int32]](repeating: [], count: configuration.channelCount)
  let scale = Double(Int64(1) << Int64(configuration.bitDepth.rawValue - 1))
  for packet in packets {
    try decoder.decode(packet.span, frameCount: 0, into: &block)
    for channel in channels.indices {
      let plane = block.channel(channel)
      for index in plane.indices { channels[channel].append(Int32(plane[index] * scale)) }
    }
  }
  return channels
}

/// Signals that compress well, badly, and not at all.
enum Signal: CaseIterable {
  case silence, noise, quietNoise, sine, square, mixed, extremes

  /// Samples of `depth` bits.
  func samples(_ count: Int, depth: Int, channel: Int, _ generator: inout SplitMix64) -> [Int32] {
    let peak = Double((Int64(1) << Int64(depth - 1)) - 1)
    return (0..<count).map { index in
      let noise = Int32(truncatingIfNeeded: generator.next()) >> Int32(32 - depth)
      let sine = Self.sine(Double(index) * (0.03 + 0.007 * Double(channel)))
      switch self {
      case .silence: return 0
      case .noise: return noise
      case .quietNoise: return noise % 7
      case .sine: return Int32(sine * peak * 0.9)
      case .square: return index / 50 % 2 == 0 ? Int32(peak) : -Int32(peak) - 1
      case .mixed: return index / 300 % 3 == 0 ? 0 : Int32(sine * peak / 3) + noise % 32
      case .extremes: return noise & 1 == 0 ? Int32(peak) : -Int32(peak) - 1
      }
    }
  }

  /// A sine without a library: the phase folded into a parabola. It need not be exact.
  private static func sine(_ phase: Double) -> Double {
    let turn = phase / 6.283185307179586
    let part = 2 * (turn - turn.rounded(.down)) - 1
    return -4 * part * (1 - abs(part))
  }
}

/// Writes bits by hand, as a text of binary digits and spaces.
func bytes(ofBits text: String) -> [UInt8] {
  var bits = text.compactMap { $0 == "0" ? UInt8(0) : $0 == "1" ? UInt8(1) : nil }
  while bits.count % 8 != 0 { bits.append(0) }
  return stride(from: 0, to: bits.count, by: 8).map { start in bits[start..<(start + 8)].reduce(0) { $0 << 1 | $1 } }
}

/// A number in `count` binary digits.
func binary(_ value: Int, _ count: Int) -> String {
  let digits = String(UInt64(truncatingIfNeeded: value) & (1 << UInt64(count) - 1), radix: 2)
  return String(repeating: "0", count: count - digits.count) + digits
}

/// A cookie written out by hand, after the table of `ALACSpecificConfig`.
func cookie(frameLength: UInt32 = 16, depth: UInt8 = 16, channels: UInt8 = 1, limit: UInt8 = 14) -> [UInt8] {
  [UInt8(frameLength >> 24), UInt8(frameLength >> 16 & 255), UInt8(frameLength >> 8 & 255), UInt8(frameLength & 255)]
    + [0, depth, 40, 10, limit, channels, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xAC, 0x44]
}
