import AudioBase
import AudioConversion
import Foundation
import TestSupport
import Testing
import XiphLibraries

/// Packets of Opus that repeat the one before them: in-band forward error correction, RFC 6716, 2.1.7.
@Suite(.needs(.opus)) struct RepeatedPacketTests {
  private static let rate = 16_000.0
  /// Frames of a packet where it is decoded, at 48 kHz.
  private static let size = 960

  /// Harmonics of a voice that rises and falls, through three formants: what the speech half of Opus takes for speech.
  private static let voice: [Float] = {
    var phase = 0.0
    return (0..<Int(4 * rate)).map { frame in
      let time = Double(frame) / rate
      let pitch = 120 + 30 * sin(2 * .pi * 1.3 * time)
      phase += pitch / rate
      var sum = 0.0
      for harmonic in 1..<25 {
        var weight = 0.0
        for (center, width) in [(600.0, 150.0), (1400, 200), (2500, 300)] {
          let distance = (Double(harmonic) * pitch - center * (1 + 0.2 * sin(2 * .pi * 2.1 * time))) / width
          weight += exp(-distance * distance)
        }
        sum += weight * sin(2 * .pi * Double(harmonic) * phase)
      }
      return Float(0.15 * sum * (0.6 + 0.4 * sin(2 * .pi * 3 * time)))
    }
  }()

  private static func encode(expectedLoss: Int?) throws -> (packets: [[UInt8]], stream: CodedStream) {
    var settings = EncoderSettings(
      formatID: .opus, sampleRate: rate, layout: ChannelLayout(unlabelledChannelCount: 1))
    settings.bitRate = 24_000
    settings.application = .speech
    settings.expectedLoss = expectedLoss
    var encoder = try OpusEncoder(settings)
    let format = encoder.format
    let length = format.stream.framesPerPacket
    var block = PCMBlock(channelCount: 1, capacity: length)
    block.setFrameCount(length)
    var packets: [[UInt8]] = []
    for start in stride(from: 0, through: voice.count - length, by: length) {
      var plane = block.plane(0)
      for frame in 0..<length { plane[frame] = voice[start + frame] }
      var packet: [UInt8] = []
      try encoder.encode(block, frames: 0..<length, into: &packet)
      packets.append(packet)
    }
    // Decoded at the full rate, whatever was encoded.
    var coded = format.stream
    (coded.sampleRate, coded.framesPerPacket) = (48_000, size)
    return (packets, CodedStream(format: coded, layout: format.layout, cookie: format.cookie))
  }

  /// When the packet behind a lost one comes.
  enum Arrival: CaseIterable {
    /// Behind the output that stands for the lost one.
    case late
    /// Before that output is asked for.
    case inTime
    /// It is told of with the loss, and handed in later.
    case told
    /// The lost packet came, but with damage that leaves nothing of it.
    case behindDamage
  }

  private static func decode(
    _ packets: [[UInt8]], _ stream: CodedStream, without lost: Set<Int>, _ arrival: Arrival
  ) throws -> [Float] {
    let output = StreamFormat(SampleFormat("LEF32")!, sampleRate: 48_000, channelsPerFrame: 1)
    var converter = try PacketConverter(
      from: PacketInput(stream, damagePolicy: .conceal), to: PacketRequest(output), codecs: [OpusCodec.descriptor])
    var samples: [Float] = []
    for (index, packet) in packets.enumerated() {
      if lost.contains(index) {
        switch arrival {
        case .late, .inTime: converter.appendLoss(packetCount: 1)
        case .told: converter.appendLoss(packetCount: 1, before: packets[index + 1])
        // A first byte of a packet with a count of frames, which does not follow. RFC 6716, 3.2.5.
        case .behindDamage: append([0x4B], to: &converter)
        }
        if arrival == .inTime || arrival == .behindDamage { continue }
      } else {
        append(packet, to: &converter)
      }
      samples += try drain(&converter)
    }
    converter.endInput()
    return try samples + drain(&converter)
  }

  private static func append(_ packet: [UInt8], to converter: inout PacketConverter) {
    let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
    converter.append(packet.span, descriptions: place.span)
  }

  /// All samples that come out by now.
  private static func drain(_ converter: inout PacketConverter) throws -> [Float] {
    var samples: [Float] = []
    var batch = PacketBatch()
    while true {
      let status = try converter.fill(&batch, packetCount: 4096)
      samples += floats(batch.bytes)
      if status != .filled { return samples }
    }
  }

  /// The ratio of signal to difference over the packets that were lost.
  private static func fidelity(_ wanted: [Float], _ found: [Float], _ lost: Set<Int>) -> Double {
    let places = lost.sorted().flatMap { ($0 * size)..<(($0 + 1) * size) }
    return Sound.fidelity(places.map { wanted[$0] }, places.map { found[$0] })
  }

  @Test("a lost packet is made of what the next one repeats, far better than without it")
  func recovery() throws {
    let (packets, stream) = try Self.encode(expectedLoss: 20)
    let lost = Set(stride(from: 10, to: packets.count - 1, by: 7))
    let whole = try Self.decode(packets, stream, without: [], .late)
    let concealed = try Self.decode(packets, stream, without: lost, .late)
    let recovered = try Self.decode(packets, stream, without: lost, .inTime)
    #expect(whole.count == packets.count * Self.size && concealed.count == whole.count)
    let (without, with) = (Self.fidelity(whole, concealed, lost), Self.fidelity(whole, recovered, lost))
    expectGreater(with, without + 6, "\(without) dB without, \(with) dB with the next packet")
    for arrival in [Arrival.told, .behindDamage] {
      try expectEqual(Self.decode(packets, stream, without: lost, arrival), recovered, "\(arrival)")
    }
  }

  @Test("nothing is repeated that was not asked for")
  func nothingRepeated() throws {
    let (packets, stream) = try Self.encode(expectedLoss: nil)
    try expectEqual(Self.encode(expectedLoss: 0).packets, packets)
    let lost = Set(stride(from: 10, to: packets.count - 1, by: 7))
    let concealed = try Self.decode(packets, stream, without: lost, .late)
    try expectEqual(Self.decode(packets, stream, without: lost, .inTime), concealed)
  }

  @Test("of packets lost in a row the last one is made of what the next repeats")
  func losses() throws {
    let (packets, stream) = try Self.encode(expectedLoss: 30)
    let lost = Set(stride(from: 10, to: packets.count - 2, by: 9).flatMap { [$0, $0 + 1] })
    let whole = try Self.decode(packets, stream, without: [], .late)
    let recovered = try Self.decode(packets, stream, without: lost, .inTime)
    let last = lost.filter { !lost.contains($0 + 1) }
    expectGreater(Self.fidelity(whole, recovered, last), Self.fidelity(whole, recovered, lost.subtracting(last)) + 2)
  }

  @Test("what comes out is what libopus itself gives", .needs(.program("python3")))
  func sameAsTheLibrary() throws {
    let (packets, stream) = try Self.encode(expectedLoss: 20)
    let lost = Set(stride(from: 10, to: packets.count - 1, by: 7))
    // Packets behind their size in two bytes; a set highest bit says that the packet is lost.
    var file: [UInt8] = []
    for (index, packet) in packets.enumerated() {
      file.append(UInt8(packet.count & 0xFF))
      file.append(UInt8(packet.count >> 8) | (lost.contains(index) ? 0x80 : 0))
      file += packet
    }
    let output = try ForeignProgram.run("python3", ["-c", Self.script, "FILE"], on: file, named: "packets")
    expectEqual(floats(output), try Self.decode(packets, stream, without: lost, .inTime))
  }

  /// Decodes by calls of opus.h: `decode_fec` with the packet behind a lost one.
  private static let script = """
    import ctypes, sys
    library = ctypes.CDLL("libopus.so.0")
    library.opus_decoder_create.restype = ctypes.c_void_p
    decoder = ctypes.c_void_p(library.opus_decoder_create(48000, 1, ctypes.byref(ctypes.c_int())))
    data, packets, place = open(sys.argv[1], "rb").read(), [], 0
    while place < len(data):
        size = int.from_bytes(data[place:place + 2], "little")
        packets.append((size >> 15, data[place + 2:place + 2 + (size & 0x7FFF)]))
        place += 2 + (size & 0x7FFF)
    samples = (ctypes.c_float * 960)()
    for index, (lost, packet) in enumerate(packets):
        bytes_ = packets[index + 1][1] if lost else packet
        assert library.opus_decode_float(decoder, bytes_, len(bytes_), samples, 960, lost) == 960
        sys.stdout.buffer.write(bytes(samples))
    """
}
