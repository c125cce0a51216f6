import AACDecoding
import AACEncoding
import AACSyntax
import AudioBase
import Bitstream
import TestSupport

/// The settings of a test's encoder.
func encoderSettings(
  _ formatID: FourCharacterCode, rate: Double = 44100, channels: Int = 2, frames: Int? = nil, bitRate: Int? = nil,
  mode: EncoderSettings.RateControlMode? = nil
) -> EncoderSettings {
  var settings = EncoderSettings(
    formatID: formatID, sampleRate: rate, layout: ChannelLayout(unlabelledChannelCount: channels))
  settings.framesPerPacket = frames
  settings.bitRate = bitRate
  settings.rateControl = mode
  return settings
}

/// An encoder with its packets.
struct Encoding: ~Copyable {
  var encoder: AACEncoder
  private var block: PCMBlock
  private(set) var packets: [[UInt8]] = []
  let configuration: AACEncoderConfiguration

  init(_ settings: EncoderSettings) throws { try self.init(AACEncoderConfiguration(settings)) }

  init(_ configuration: AACEncoderConfiguration) throws {
    self.configuration = configuration
    encoder = AACEncoder(configuration)
    block = PCMBlock(channelCount: configuration.channelCount, capacity: configuration.inputFrameLength)
  }

  var format: EncodedFormat { encoder.format }

  /// Encodes all of a signal, channel by channel the same length, and what the encoder owes then.
  mutating func encode(_ signal: [[Float]]) throws {
    let length = configuration.inputFrameLength
    var start = 0
    while start < signal[0].count {
      let count = min(length, signal[0].count - start)
      block.setFrameCount(count)
      for channel in signal.indices {
        var plane = block.plane(channel)
        for index in 0..<count { plane[index] = signal[channel][start + index] }
      }
      var packet: [UInt8] = []
      try encoder.encode(block, frames: 0..<count, into: &packet)
      if !packet.isEmpty { packets.append(packet) }
      start += count
    }
    var packet: [UInt8] = []
    while try encoder.finish(into: &packet) {
      packets.append(packet)
      packet = []
    }
  }

  /// The decoded signal without priming and remainder.
  func decoded(frameCount: Int) throws -> [[Float]] {
    var decoding = Decoding(configuration.stream)
    var planes = [[Float]](repeating: [], count: configuration.channelCount)
    for packet in packets {
      let frame = try decoding.decode(packet)
      for channel in frame.indices { planes[channel] += frame[channel] }
    }
    let priming = format.primingFrames
    return planes.map { Array($0[priming..<(priming + frameCount)]) }
  }
}

/// Random signals that look like sound: falling spectrum, tones that come and go, strokes.
struct SignalMaker {
  var generator: SplitMix64

  mutating func uniform() -> Float { Float(Int64(bitPattern: generator.next()) >> 40) * 0x1p-23 }

  /// Filtered noise with decaying strokes, `count` samples with peaks near `level`.
  mutating func noisy(_ count: Int, level: Float = 0.3) -> [Float] {
    var state: Float = 0
    var envelope: Float = 0.2
    return (0..<count).map { index in
      if index % 5000 == 700 { envelope = 1 }
      envelope = max(0.2, envelope * 0.999)
      state = 0.7 * state + 0.3 * uniform()
      return level * envelope * state * 2
    }
  }

  /// Noise of which little lies above a share of the sampling rate that is about half of `pace`.
  mutating func dull(_ count: Int, pace: Float = 0.1) -> [Float] {
    var states: (Float, Float, Float) = (0, 0, 0)
    return (0..<count).map { _ in
      states.0 += pace * (uniform() - states.0)
      states.1 += pace * (states.0 - states.1)
      states.2 += pace * (states.1 - states.2)
      return 4 * states.2
    }
  }

  /// A tone made by a rotation, so that no library function is needed.
  static func tone(_ count: Int, cyclesPerSample: Double, level: Double) -> [Float] {
    // e^(iω) by its series; ω is below π.
    let omega = 2 * Double.pi * cyclesPerSample
    var (cosine, sine, term) = (1.0, 0.0, 1.0)
    for n in 1..<40 {
      term *= omega / Double(n)
      switch n % 4 {
      case 0: cosine += term
      case 1: sine += term
      case 2: cosine -= term
      default: sine -= term
      }
    }
    var (x, y) = (1.0, 0.0)
    return (0..<count).map { _ in
      (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
      return Float(level * y)
    }
  }
}

/// Signal energy over error energy, as a ratio.
func signalToNoise(_ signal: [Float], _ other: [Float]) -> Double {
  var (energy, noise) = (0.0, 1e-30)
  for index in signal.indices {
    let difference = Double(signal[index]) - Double(other[index])
    energy += Double(signal[index]) * Double(signal[index])
    noise += difference * difference
  }
  return energy / noise
}

/// Checks that a packet is legal: it parses to its end, says the same when written again, and is not too large.
func violation(in packet: [UInt8], _ configuration: AACConfiguration) -> String? {
  guard 8 * packet.count <= 6144 * configuration.channelCount else { return "\(8 * packet.count) bits" }
  var unit = AccessUnit(configuration)
  var reader = BitReader(packet.span)
  do {
    try unit.parse(&reader)
  } catch {
    return "\(error)"
  }
  guard reader.remaining < 8 else { return "\(reader.remaining) bits are left" }
  if let problem = unit.extensions.problem { return "\(problem)" }
  var writer = BitWriter()
  for index in configuration.slots.indices { unit.writeElement(index, to: &writer) }
  var (first, second) = (BitReader(packet.span), BitReader(writer.bytes.span))
  var left = writer.offset
  while left > 0 {
    let count = min(left, 32)
    guard first.readUnchecked(count) == second.readUnchecked(count) else {
      return "written again it differs near bit \(writer.offset - left)"
    }
    left -= count
  }
  return nil
}
