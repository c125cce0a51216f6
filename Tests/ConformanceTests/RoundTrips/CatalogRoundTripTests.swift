import AudioBase
import AudioCatalog
import TestSupport
import Testing

/// What every container of the catalog can hold is read back as it was written.
///
/// Streams are made up: bytes of packets are random, and cookies are put together by hand. Formats whose packets a
/// container looks into (MPEG audio) have tests beside their containers.
@Suite struct CatalogRoundTripTests {
  static let shapes = [1, 2, 3, 6, 8].flatMap { channels in
    [8000, 22_050, 44_100, 48_000, 96_000].map { SampleStream.Shape(channels: channels, rate: $0) }
  }

  static let containers = Catalog.standard.containers.filter { $0.create != nil && $0.open != nil }.map(\.fileType)

  /// All streams that a container claims to hold.
  static func streams(of container: ContainerDescriptor) -> [SampleStream] {
    var random = SplitMix64(seed: 3)
    var streams: [SampleStream] = []
    for shape in shapes {
      for samples in container.sampleFormats { streams.append(SampleStream(samples, shape, &random)) }
      for formatID in container.formatIDs where formatID != .linearPCM {
        if let stream = SampleStream(formatID, shape, &random) { streams.append(stream) }
      }
    }
    return streams
  }

  /// The smallest number of streams each container must take; what it refuses is for want of a place in its headers.
  static let leastAccepted: [FourCharacterCode: Int] = [
    "m4af": 90, "mp4f": 200, "m4bf": 90, "3gpp": 70, "3gp2": 70, "MooV": 200, "adts": 35, "loas": 80, "WAVE": 200,
    "RF64": 200, "BW64": 200, "W64f": 200, "caff": 350, "AIFF": 100, "AIFC": 300, "NeXT": 200, "dump": 25,
  ]

  @Test("what is written is read", arguments: containers)
  func roundTrip(_ fileType: FourCharacterCode) throws {
    let container = try required(Catalog.standard.container(fileType: fileType))
    var accepted = 0
    var refused: [String] = []
    for stream in Self.streams(of: container) {
      do throws(ContainerError) {
        let file = try Self.write(stream, container)
        accepted += 1
        try check(file, stream, container)
      } catch {
        guard error.kind == .unsupported else {
          Issue.record("\(fileType): \(stream): \(error)")
          continue
        }
        refused.append("\(stream): \(error.rule)")
      }
    }
    print("round trips: '\(fileType)' holds \(accepted) of \(accepted + refused.count) streams")
    expectGreaterOrEqual(accepted, Self.leastAccepted[fileType] ?? 0, "\(refused.prefix(5))")
  }

  static let title = "Näherung"

  private static func write(_ stream: SampleStream, _ container: ContainerDescriptor) throws(ContainerError) -> [UInt8]
  {
    var settings = WriterSettings(format: stream.format, layout: stream.layout, cookie: stream.cookie)
    settings.metadata[.title] = title
    let sink = MemoryByteSink()
    guard let create = container.create else { return [] }
    var writer: any ContainerWriter
    do throws(ContainerError) { writer = try create(sink, settings) } catch {
      guard error.kind == .unsupported else { throw error }
      // Perhaps it is only the title for which there is no place.
      settings.metadata = Metadata()
      writer = try create(sink, settings)
    }
    // Two calls of different size, so that nothing depends on how packets come.
    for part in [stream.packets.prefix(5), stream.packets.dropFirst(5)] {
      var bytes: [UInt8] = []
      var descriptions: [PacketDescription] = []
      for packet in part {
        descriptions.append(PacketDescription(startOffset: bytes.count, byteCount: packet.count))
        bytes += packet
      }
      if stream.isConstant { descriptions = [] }
      try writer.write(bytes.span, descriptions: descriptions.span)
    }
    try writer.finish()
    return sink.bytes
  }

  private func check(
    _ file: [UInt8], _ stream: SampleStream, _ container: ContainerDescriptor
  ) throws(ContainerError) {
    guard let open = container.open else { return }
    var reader = try open(MemoryByteSource(file), ResourceLimits())
    let track = reader.tracks[0]
    let label = "\(container.fileType): \(stream)"
    var batch = PacketBatch()
    var bytes: [UInt8] = []
    var sizes: [Int] = []
    var frames = 0
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      bytes += batch.bytes
      for place in batch.descriptions {
        sizes.append(place.byteCount)
        frames += place.frameCount > 0 ? place.frameCount : track.format.framesPerPacket
      }
    }
    expectEqual(bytes, stream.packets.flatMap(\.self), "\(label): packets")
    if !stream.isConstant { expectEqual(sizes, stream.packets.map(\.count), "\(label): sizes of packets") }
    // A dump says nothing of its packets but their bytes.
    guard container.fileType != "dump" else { return }
    // WebM is a kind of Matroska, and read as that; what a list's segments are cut from is MP4.
    let fileTypes: [FourCharacterCode: FourCharacterCode] = ["webm": "mkv ", "hls ": "mp4f", "m2ts": "mp2t"]
    expectEqual(reader.fileType, fileTypes[container.fileType] ?? container.fileType, "\(label): file type")
    // The headers of a stream count the channels of the core, which parametric stereo makes two of.
    if stream.format.formatID != .aacHighEfficiencyV2 || track.format.channelsPerFrame != 1 {
      expectEqual(track.format.channelsPerFrame, stream.format.channelsPerFrame, "\(label): channels")
    }
    expectEqual(track.packetCount ?? Int64(sizes.count), Int64(stream.packets.count), "\(label): count of packets")
    #expect(track.format.formatID == stream.format.formatID || !stream.cookie.isEmpty, "\(label): format")
    let duration = Double(frames) / track.format.sampleRate
    let expected = Double(stream.packets.count * stream.framesPerPacket) / stream.format.sampleRate
    expectLess(abs(duration - expected), 1e-9, "\(label): \(duration) s, not \(expected)")
    if stream.isConstant {
      var format = track.format
      // Samples of one byte have no order.
      if format.bitsPerChannel == 8, format.formatID == .linearPCM { format.formatFlags = stream.format.formatFlags }
      expectEqual(format, stream.format, "\(label): stream format")
    }
    // The frames of transport streams are those of ADTS.
    if !["adts", "mp2t", "m2ts"].contains(container.fileType) {
      expectEqual(track.cookie, stream.cookie, "\(label): cookie")
    }
    if let layout = track.statedLayout { expectEqual(layout, stream.layout, "\(label): layout") }
    if let title = reader.metadata[.title] { expectEqual(title, Self.title, "\(label): title") }
  }
}
