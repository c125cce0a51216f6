import AudioBase
import AudioCatalog
import Foundation
import LibraryCodecs
import TestSupport
import Testing

extension Need {
  /// libmp3lame.
  static let lame = Need(description: "libmp3lame0") { LAMECodec.descriptor.missing(.encoding) == nil }
}

/// Samples, and what becomes of them in files of MP3.
enum Sound {
  /// Encodes planes into packets.
  static func packets(_ planes: [[Float]], _ settings: EncoderSettings) throws -> (EncodedFormat, [[UInt8]]) {
    var encoder = try LAMECodec.descriptor.makeEncoder!(settings)
    return (encoder.format, try packets(planes, &encoder))
  }

  /// Encodes planes by an encoder that is there.
  static func packets(_ planes: [[Float]], _ encoder: inout any PacketEncoder & ~Copyable) throws -> [[UInt8]] {
    let (size, most) = (encoder.format.stream.framesPerPacket, encoder.format.maximumPacketByteCount)
    var block = PCMBlock(channelCount: planes.count, capacity: size)
    var packets: [[UInt8]] = []
    for start in stride(from: 0, to: planes[0].count, by: size) {
      let count = min(size, planes[0].count - start)
      block.setFrameCount(count)
      for channel in planes.indices {
        var plane = block.plane(channel)
        for frame in 0..<count { plane[frame] = planes[channel][start + frame] }
      }
      var packet: [UInt8] = []
      try encoder.encode(block, frames: 0..<count, into: &packet)
      if !packet.isEmpty { packets.append(packet) }
    }
    while true {
      var packet: [UInt8] = []
      guard try encoder.finish(into: &packet) else { break }
      packets.append(packet)
    }
    #expect(packets.allSatisfy { $0.count <= most })
    return packets
  }

  /// Encodes planes into a file.
  static func file(_ planes: [[Float]], _ settings: EncoderSettings) throws -> [UInt8] {
    let (format, packets) = try packets(planes, settings)
    let sink = MemoryByteSink()
    let create = try required(Catalog.standard.container(fileType: "MPG3")?.create)
    var writer = try create(sink, WriterSettings(format: format.stream, layout: format.layout))
    for packet in packets {
      let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
      try writer.write(packet.span, descriptions: place.span)
    }
    let (size, valid) = (Int64(format.stream.framesPerPacket), Int64(planes[0].count))
    let priming = Int64(format.primingFrames)
    try writer.setPacketTable(
      PacketTable(
        primingFrames: priming, validFrames: valid, remainderFrames: Int64(packets.count) * size - priming - valid,
        timescale: format.stream.sampleRate))
    try writer.finish()
    return sink.bytes
  }

  /// Decodes the recording of a file: planes.
  static func decode(_ bytes: [UInt8]) throws -> [[Float]] {
    let open = try required(Catalog.standard.container(fileType: "MPG3")?.open)
    var reader = try open(MemoryByteSource(bytes), ResourceLimits())
    let table = try required(reader.tracks[0].packetTable)
    let codec = try required(Catalog.standard.codec(formatID: .mpegLayer3))
    var decoder = try codec.makeDecoder(CodedStream(of: reader, track: 0))
    let format = decoder.format
    try reader.seek(toPacket: 0, ofTrack: 0)
    var block = PCMBlock(channelCount: format.layout.channelCount, capacity: format.framesPerPacket)
    var planes = [[Float]](repeating: [], count: format.layout.channelCount)
    var batch = PacketBatch()
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count {
        let packet = Array(batch.packet(index))
        try decoder.decode(packet.span, frameCount: format.framesPerPacket, into: &block)
        for channel in planes.indices {
          let samples = block.channel(channel)
          for frame in samples.indices { planes[channel].append(samples[frame]) }
        }
      }
    }
    let start = Int(table.primingFrames)
    expectEqual(planes[0].count, start + Int(table.validFrames + table.remainderFrames))
    return planes.map { Array($0[start..<start + Int(table.validFrames)]) }
  }

  /// The ratio of a signal to its difference from another, in decibels.
  static func fidelity(_ wanted: [Float], _ found: [Float]) -> Double {
    var (signal, noise) = (0.0, 1e-20)
    for (first, second) in zip(wanted, found) {
      signal += Double(first * first)
      noise += Double((first - second) * (first - second))
    }
    return 10 * log10(signal / noise)
  }
}
