import AudioBase
import Foundation
import OggContainer
import TestSupport
import Testing
import XiphLibraries

extension Need {
  /// libopus.
  static let opus = Need(description: "libopus0") { OpusCodec.descriptor.missing(.encoding) == nil }
  /// libvorbis and libvorbisenc.
  static let vorbis = Need(description: "libvorbisenc2") { VorbisCodec.descriptor.missing(.encoding) == nil }
}

/// Samples, and what becomes of them in files.
enum Sound {
  /// A fixture of Ogg.
  static func fixture(_ name: String) -> [UInt8] {
    SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Ogg/\(name)"))
  }

  /// Decodes the recording of an Ogg file: planes, in the order of the channels.
  static func decode(_ bytes: [UInt8], _ codec: CodecDescriptor, isTrimmed: Bool = true) throws -> [[Float]] {
    var reader = try OggReader(MemoryByteSource(bytes), limits: ResourceLimits())
    let table = try required(reader.tracks[0].packetTable)
    var decoder = try codec.makeDecoder(CodedStream(of: reader, track: 0))
    let format = decoder.format
    try reader.seek(toPacket: 0, ofTrack: 0)
    var block = PCMBlock(channelCount: format.layout.channelCount, capacity: max(format.framesPerPacket, 8192))
    var planes = [[Float]](repeating: [], count: format.layout.channelCount)
    var batch = PacketBatch()
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count {
        let packet = Array(batch.packet(index))
        let frames = batch.descriptions[index].frameCount
        try decoder.decode(packet.span, frameCount: frames, into: &block)
        expectEqual(block.frameCount, frames)
        for channel in planes.indices {
          let samples = block.channel(channel)
          for frame in samples.indices { planes[channel].append(samples[frame]) }
        }
      }
    }
    guard isTrimmed else { return planes }
    let start = Int(table.primingFrames)
    return planes.map { Array($0[start..<min($0.count, start + Int(table.validFrames))]) }
  }

  /// Encodes planes into an Ogg file.
  static func encode(_ planes: [[Float]], _ settings: EncoderSettings, _ codec: CodecDescriptor) throws -> [UInt8] {
    guard let makeEncoder = codec.makeEncoder else { throw NothingToTest("the codec has no encoder") }
    var encoder = try makeEncoder(settings)
    let format = encoder.format
    let sink = MemoryByteSink()
    let written = WriterSettings(format: format.stream, layout: format.layout, cookie: format.cookie)
    let create = try required(OggFile.descriptor.create)
    var writer = try create(sink, written)
    let size = format.framesPerCall ?? format.stream.framesPerPacket
    var block = PCMBlock(channelCount: planes.count, capacity: size)
    let order = format.layout.speakers.indices.map { index in
      Set(settings.layout.speakers).count < planes.count
        ? index : settings.layout.speakers.firstIndex(of: format.layout.speakers[index]) ?? index
    }
    for start in stride(from: 0, to: planes[0].count, by: size) {
      let count = min(size, planes[0].count - start)
      block.setFrameCount(count)
      for channel in planes.indices {
        var plane = block.plane(channel)
        for frame in 0..<count { plane[frame] = planes[order[channel]][start + frame] }
      }
      var packet: [UInt8] = []
      try encoder.encode(block, frames: 0..<count, into: &packet)
      expectLessOrEqual(packet.count, format.maximumPacketByteCount)
      let place = packet.isEmpty ? [] : [PacketDescription(startOffset: 0, byteCount: packet.count)]
      try writer.write(packet.span, descriptions: place.span)
    }
    while true {
      var packet: [UInt8] = []
      guard try encoder.finish(into: &packet) else { break }
      let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
      try writer.write(packet.span, descriptions: place.span)
    }
    try writer.setPacketTable(
      PacketTable(
        primingFrames: Int64(format.primingFrames), validFrames: Int64(planes[0].count), remainderFrames: 0,
        timescale: format.stream.sampleRate))
    try writer.finish()
    return sink.bytes
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
