import ADTSContainer
import AudioBase
import Bitstream
import LOASContainer
import MPEGAudioContainer
import MPEGTransportContainer
import TestSupport

/// Makes transport streams from the standard's syntax, independently of the reader.
struct TransportBytes {
  /// A stream of a program: its PID, its type and its descriptors.
  struct Stream {
    var identifier: UInt16
    var streamType: UInt8
    var descriptors: [UInt8] = []
  }

  static let mapIdentifier: UInt16 = 0x1000

  private(set) var bytes: [UInt8] = []
  private var counters: [UInt16: UInt8] = [:]
  /// Bytes in front of each packet, as camcorders put there.
  var prefix: [UInt8] = []
  /// Bytes behind each packet.
  var suffix: [UInt8] = []

  /// The container with the frames that the catalog gives it.
  static let container = MPEGTransportFile.descriptor(
    framedBy: TransportFramings(
      adts: ADTSFile.descriptor, loas: LOASFile.descriptor, mpegAudio: MPEGAudioFile.descriptors))

  static func open(_ source: any ByteSource) throws(ContainerError) -> TransportReader {
    try container.open!(source, ResourceLimits()) as! TransportReader
  }

  /// Adds a transport packet; a payload of fewer than 184 bytes is stuffed in the adaptation field.
  mutating func packet(_ identifier: UInt16, _ payload: [UInt8], startsUnit: Bool, flags: UInt8 = 0) {
    let counter = counters[identifier] ?? 0
    counters[identifier] = (counter + 1) & 15
    let hasField = payload.count < 184 || flags != 0
    var packet: [UInt8] = [
      0x47, (startsUnit ? 0x40 : 0) | UInt8(identifier >> 8), UInt8(identifier & 0xFF),
      (hasField ? 0x30 : 0x10) | counter,
    ]
    if hasField {
      let length = 183 - payload.count
      packet.append(UInt8(length))
      if length > 0 { packet += [flags] + [UInt8](repeating: 0xFF, count: length - 1) }
    }
    bytes += prefix + packet + payload + suffix
  }

  /// Adds a section with its check.
  mutating func section(_ identifier: UInt16, table: UInt8, number: UInt16, _ body: [UInt8]) {
    let length = body.count + 9
    var section: [UInt8] = [
      table, 0xB0 | UInt8(length >> 8), UInt8(length & 0xFF), UInt8(number >> 8), UInt8(number & 0xFF), 0xC1, 0, 0,
    ]
    section += body
    section += Self.check(section)
    var rest = [0] + section
    var isFirst = true
    while !rest.isEmpty {
      let part = rest.prefix(184)
      packet(identifier, part + [UInt8](repeating: 0xFF, count: 184 - part.count), startsUnit: isFirst)
      rest.removeFirst(part.count)
      isFirst = false
    }
  }

  /// The 32 bits of ISO/IEC 13818-1, Annex A, by long division.
  static func check(_ bytes: [UInt8]) -> [UInt8] {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      register ^= UInt32(byte) << 24
      for _ in 0..<8 { register = register & 0x8000_0000 != 0 ? register << 1 ^ 0x04C1_1DB7 : register << 1 }
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: register >> UInt32(24 - 8 * $0)) }
  }

  /// Adds both tables of one program.
  mutating func tables(_ streams: [Stream]) {
    section(
      0, table: 0, number: 1,
      [0, 1, 0xE0 | UInt8(Self.mapIdentifier >> 8), UInt8(Self.mapIdentifier & 0xFF)])
    var body: [UInt8] = [0xE1, 0x00, 0xF0, 0x00]
    for stream in streams {
      body += [stream.streamType, 0xE0 | UInt8(stream.identifier >> 8), UInt8(stream.identifier & 0xFF)]
      body += [0xF0 | UInt8(stream.descriptors.count >> 8), UInt8(stream.descriptors.count & 0xFF)]
      body += stream.descriptors
    }
    section(Self.mapIdentifier, table: 2, number: 1, body)
  }

  /// Adds a PES packet of sound in as many transport packets as it needs.
  mutating func unit(_ identifier: UInt16, _ data: [UInt8], statesLength: Bool = true) {
    let header: [UInt8] = [0x80, 0x80, 5, 0x21, 0, 1, 0, 1]
    let length = statesLength ? header.count + data.count : 0
    var rest = [0, 0, 1, 0xC0, UInt8(length >> 8), UInt8(length & 0xFF)] + header + data
    var isFirst = true
    while !rest.isEmpty {
      let part = Array(rest.prefix(184))
      packet(identifier, part, startsUnit: isFirst)
      rest.removeFirst(part.count)
      isFirst = false
    }
  }

  /// Frames of ADTS, LC, 44.1 kHz, stereo, around packets of any bytes.
  static func frames(_ packets: [[UInt8]]) throws -> [[UInt8]] {
    try packets.map { packet in
      let sink = MemoryByteSink()
      let format = StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1024)
      var writer = try ADTSFile.descriptor.create!(
        sink, WriterSettings(format: format, layout: ChannelLayout([.left, .right]), cookie: [0x12, 0x10]))
      try writer.write(packet.span, descriptions: [PacketDescription(startOffset: 0, byteCount: packet.count)].span)
      try writer.finish()
      return sink.bytes
    }
  }

  /// Packets of random bytes and lengths.
  static func packets(_ count: Int, seed: UInt64 = 1) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let length = Int.random(in: 1...700, using: &random)
      return random.bytes(length)
    }
  }
}

extension TransportBytes {
  /// The reader of MPEG audio's own files.
  static func mpegAudio(_ source: any ByteSource) throws(ContainerError) -> MPEGAudioReader {
    try MPEGAudioReader(source, limits: ResourceLimits())
  }
}
