import AudioBase
import AudioCatalog
import TestSupport
import Testing

/// What our AAC encoders make is the same sound in the decoders of others as in ours.
///
/// Bit rates are high enough that nothing is sent as noise, of which every decoder makes its own.
@Suite struct ForeignDecoderTests {
  struct Stream: Sendable, CustomStringConvertible {
    var formatID: FourCharacterCode
    var frames: Int
    var rate: Double
    var channels: Int
    var bitRate: Int
    var description: String { "\(formatID) \(frames) \(rate) Hz, \(channels) channels, \(bitRate) bit/s" }
  }

  static let lowComplexity: [Stream] = [8000.0, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000].flatMap { rate in
    [1, 2].map {
      Stream(formatID: .aac, frames: 1024, rate: rate, channels: $0, bitRate: $0 * (rate < 20_000 ? 48_000 : 80_000))
    }
  }

  static let enhancedLowDelay: [Stream] = [480, 512].flatMap { frames in
    [22_050.0, 24_000, 32_000, 44_100, 48_000].flatMap { rate in
      [1, 2].map {
        Stream(formatID: .aacEnhancedLowDelay, frames: frames, rate: rate, channels: $0, bitRate: $0 * 72_000)
      }
    }
  }

  /// One second: a chord, noise and a stroke every 0.3 s, different in both channels.
  struct Source: ~Copyable {
    let stream: Stream
    var block: PCMBlock
    private var random = SplitMix64(seed: 31)
    private var time = 0

    init(_ stream: Stream) {
      self.stream = stream
      block = PCMBlock(channelCount: stream.channels, capacity: stream.frames)
      block.setFrameCount(stream.frames)
    }

    var isAtEnd: Bool { Double(time) >= stream.rate }

    mutating func advance() {
      for channel in 0..<stream.channels { fill(channel) }
      time += stream.frames
    }

    private mutating func fill(_ channel: Int) {
      let rate = Float(stream.rate)
      let (count, start) = (stream.frames, time)
      var generator = random
      var plane = block.plane(channel)
      for frame in 0..<count {
        let phase = Float(start + frame) / rate
        let noise = Float(Int32(truncatingIfNeeded: generator.next() >> 32)) / 0x1p31
        let stroke = max(0, 1 - 40 * (phase - 0.3 * (phase / 0.3).rounded(.down)))
        let tone = Self.wave(phase * 330) + Self.wave(phase * Float(415 + 5 * channel)) + Self.wave(phase * 1900)
        plane[frame] = 0.12 * tone + noise * (0.004 + 0.4 * stroke)
      }
      random = generator
    }

    /// A wave of period 1 between −1 and 1, made of two parabolas.
    private static func wave(_ phase: Float) -> Float {
      let x = 2 * (phase - phase.rounded(.down)) - 1
      return 4 * x * (1 - abs(x))
    }
  }

  /// Packets and what our decoder makes of them, interleaved.
  struct Encoded {
    let format: EncodedFormat
    private(set) var packets: [[UInt8]] = []
    private(set) var samples: [Float] = []

    init(_ stream: Stream) throws {
      var settings = EncoderSettings(
        formatID: stream.formatID, sampleRate: stream.rate,
        layout: ChannelLayout(unlabelledChannelCount: stream.channels))
      settings.bitRate = stream.bitRate
      settings.framesPerPacket = stream.frames
      let make = try required(Catalog.standard.encoder(formatID: stream.formatID)?.makeEncoder)
      let codec = try required(Catalog.standard.codec(formatID: stream.formatID))
      var encoder = try make(settings)
      format = encoder.format
      var source = Source(stream)
      var packet: [UInt8] = []
      while !source.isAtEnd {
        source.advance()
        packet.removeAll()
        try encoder.encode(source.block, frames: 0..<stream.frames, into: &packet)
        if !packet.isEmpty { packets.append(packet) }
      }
      packet.removeAll()
      while try encoder.finish(into: &packet) {
        packets.append(packet)
        packet.removeAll()
      }
      var decoder = try codec.makeDecoder(
        CodedStream(format: format.stream, layout: format.layout, cookie: format.cookie))
      var block = PCMBlock(channelCount: stream.channels, capacity: stream.frames)
      for packet in packets {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        for frame in 0..<block.frameCount {
          for channel in 0..<stream.channels { samples.append(block.channel(channel)[frame]) }
        }
      }
    }

    /// The packets in a file of a type.
    func file(_ fileType: FourCharacterCode) throws -> [UInt8] {
      let settings = WriterSettings(format: format.stream, layout: format.layout, cookie: format.cookie)
      let container = try required(Catalog.standard.container(fileType: fileType))
      let sink = MemoryByteSink()
      let create = try required(container.create)
      var writer = try create(sink, settings)
      var bytes: [UInt8] = []
      var descriptions: [PacketDescription] = []
      for packet in packets {
        descriptions.append(PacketDescription(startOffset: bytes.count, byteCount: packet.count))
        bytes += packet
      }
      try writer.write(bytes.span, descriptions: descriptions.span)
      try writer.finish()
      return sink.bytes
    }
  }

  /// How far a decoder's output, 32-bit floating point, is from ours, as root mean square of full scale.
  ///
  /// - Parameter offsets: Frames at the start that the program may leave out.
  private func distance(_ output: [UInt8], _ encoded: Encoded, _ channels: Int, offsets: [Int]) -> Double {
    let foreign = stride(from: 0, to: output.count - 3, by: 4).map { place in
      Float(
        bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(output[place + $1]) << UInt32(8 * $1) })
    }
    var least = Double.infinity
    for offset in offsets {
      let ours = encoded.samples.dropFirst(offset * channels)
      // Nearly all of it must be there.
      guard foreign.count > encoded.samples.count - 4096 * channels, !ours.isEmpty else { continue }
      var sum = 0.0
      for (left, right) in zip(foreign, ours) { sum += Double(left - right) * Double(left - right) }
      least = min(least, (sum / Double(ours.count)).squareRoot())
    }
    return least
  }

  @Test("FFmpeg decodes our AAC-LC as we do", .needs(.ffmpeg), arguments: lowComplexity)
  func lowComplexityInFFmpeg(_ stream: Stream) throws {
    let encoded = try Encoded(stream)
    for (fileType, name) in [("adts", "a.aac"), ("m4af", "a.m4a")] as [(FourCharacterCode, String)] {
      let output = try Self.ffmpeg(try encoded.file(fileType), name)
      expectLess(distance(output, encoded, stream.channels, offsets: [0]), 1e-5, "\(name)")
    }
  }

  @Test("FFmpeg decodes our AAC-ELD as we do", .needs(.ffmpeg), arguments: enhancedLowDelay)
  func enhancedLowDelayInFFmpeg(_ stream: Stream) throws {
    let encoded = try Encoded(stream)
    let output = try Self.ffmpeg(try encoded.file("m4af"), "a.m4a")
    expectLess(distance(output, encoded, stream.channels, offsets: [0]), 1e-5)
  }

  /// Faad leaves the first packet out, makes two channels of one, and doubles rates up to 24 kHz as if SBR might come.
  @Test(
    "faad decodes our AAC-LC as we do", .needs(.program("faad")),
    arguments: lowComplexity.filter { $0.channels == 2 && $0.rate > 24_000 })
  func lowComplexityInFaad(_ stream: Stream) throws {
    let encoded = try Encoded(stream)
    let arguments = ["-q", "-w", "-f", "2", "-b", "4", "FILE"]
    let output = try ForeignProgram.run("faad", arguments, on: try encoded.file("adts"), named: "a.aac")
    expectLess(distance(output, encoded, stream.channels, offsets: [0, 1024]), 1e-5)
  }

  private static func ffmpeg(_ file: [UInt8], _ name: String) throws -> [UInt8] {
    try ForeignProgram.run("ffmpeg", ["-v", "error", "-i", "FILE", "-f", "f32le", "-"], on: file, named: name)
  }
}
