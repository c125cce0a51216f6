import AudioBase
import AudioCatalog
import Foundation
import MatroskaContainer
import TestSupport
import Testing

/// New files: the packets that were given, lengths to the frame, and what other programs say of them.
@Suite("Matroska and WebM, written") struct MatroskaWriterTests {
  /// A fixture whose packets are written, and the type of its file.
  struct Origin: Sendable, CustomTestStringConvertible {
    var name: String
    var fileType: FourCharacterCode
    var isWebM = false
    var testDescription: String { name }
  }

  static let origins = [
    Origin(name: "Ogg/stereo.opus", fileType: "Oggf", isWebM: true),
    Origin(name: "Ogg/mono-60ms.opus", fileType: "Oggf"), Origin(name: "Ogg/surround.opus", fileType: "Oggf"),
    Origin(name: "Ogg/stereo.ogg", fileType: "Oggf", isWebM: true), Origin(name: "Ogg/mono-8000.oga", fileType: "Oggf"),
    Origin(name: "turned-movie.mp4", fileType: "mp4f"),
    Origin(name: "MPEGAudio/l3-lame-44100-joint.mp3", fileType: "MPG3"),
    Origin(name: "MPEGAudio/l2-48000-joint.mp2", fileType: "MPG2"), Origin(name: "WAVE/tone.wav", fileType: "WAVE"),
    Origin(name: "WAVE/adpcm.wav", fileType: "WAVE"),
  ]

  private static func bytes(of origin: Origin) -> [UInt8] {
    if origin.name == "WAVE/adpcm.wav" { return adpcm }
    guard origin.name == "WAVE/tone.wav" else {
      return SharedFiles.bytes(SharedFiles.fixtures.appending(path: origin.name))
    }
    // 2500 frames of 24 bits, two channels: two blocks and a part.
    let samples = (0..<2500 * 6).map { UInt8(truncatingIfNeeded: $0 * 31) }
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let format = number(1, 2) + number(2, 2) + number(44100, 4) + number(264_600, 4) + number(6, 2) + number(24, 2)
    return Array("RIFF".utf8) + number(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format
      + Array("data".utf8) + number(samples.count, 4) + samples
  }

  /// Three blocks of IMA ADPCM of 505 frames, each with a step index that exists.
  private static var adpcm: [UInt8] {
    let fields: [UInt8] = [
      0x11, 0, 1, 0, 0x40, 0x1F, 0, 0, 0xD7, 0x0F, 0, 0, 0, 1, 4, 0, 2, 0, 0xF9, 1,
    ]
    let blocks = (0..<3 * 256).map { $0 % 256 == 2 ? 40 : $0 % 256 == 3 ? 0 : UInt8(truncatingIfNeeded: $0 * 29) }
    return Array("RIFF".utf8) + [0x2C, 3, 0, 0] + Array("WAVEfmt ".utf8) + [20, 0, 0, 0] + fields + Array("data".utf8)
      + [0, 3, 0, 0] + blocks
  }

  private struct Source {
    var track: TrackInfo
    var packets: [[UInt8]]
    var counts: [Int]
  }

  private func source(_ origin: Origin) throws -> Source {
    let container = try required(Catalog.standard.container(fileType: origin.fileType))
    let open = try required(container.open)
    var reader = try open(MemoryByteSource(Self.bytes(of: origin)), ResourceLimits())
    let track = reader.tracks.first { $0.mediaKind == .audio } ?? reader.tracks[0]
    let index = reader.tracks.firstIndex { $0.identifier == track.identifier } ?? 0
    let found = all(&reader, index)
    return Source(track: track, packets: found.packets, counts: found.counts)
  }

  private func all(_ reader: inout any ContainerReader, _ track: Int) -> (packets: [[UInt8]], counts: [Int]) {
    var batch = PacketBatch()
    var (packets, counts): ([[UInt8]], [Int]) = ([], [])
    while (try? reader.readPackets(ofTrack: track, into: &batch)) == true {
      for index in 0..<batch.count {
        packets.append(Array(batch.packet(index)))
        counts.append(batch.descriptions[index].frameCount)
      }
    }
    return (packets, counts)
  }

  private func write(
    _ source: Source, to sink: any ByteSink, isWebM: Bool, metadata: Metadata = Metadata(), late: Bool = false
  ) throws {
    let container = isWebM ? MatroskaFile.webM : MatroskaFile.descriptor
    let create = try required(container.create)
    let channels = source.track.format.channelsPerFrame
    var settings = WriterSettings(
      format: source.track.format, layout: source.track.layout ?? ChannelLayout(unlabelledChannelCount: channels),
      cookie: source.track.cookie)
    settings.metadata = metadata
    if !late { settings.packetTable = source.track.packetTable }
    var writer = try create(sink, settings)
    for (packet, count) in zip(source.packets, source.counts) {
      let place = [PacketDescription(startOffset: 0, byteCount: packet.count, frameCount: count)]
      try writer.write(packet.span, descriptions: place.span)
    }
    if late, let table = source.track.packetTable { try writer.setPacketTable(table) }
    try writer.finish()
    try writer.finish()
    let (more, place) = ([UInt8](repeating: 1, count: 6), [PacketDescription(startOffset: 0, byteCount: 6)])
    #expect(throws: ContainerError.self) { try writer.write(more.span, descriptions: place.span) }
  }

  private func check(_ bytes: [UInt8], _ source: Source) throws {
    expectEqual(MatroskaFile.probe(bytes.span), 100)
    let open = try required(MatroskaFile.descriptor.open)
    var reader = try open(MemoryByteSource(bytes), ResourceLimits())
    let track = reader.tracks[0]
    let found = all(&reader, 0)
    if source.track.format.formatID == .linearPCM {
      #expect(found.packets.joined().elementsEqual(source.packets.joined()))
    } else {
      expectEqual(found.packets, source.packets)
    }
    #expect(reader.warnings.isEmpty && track.format.sampleRate == source.track.format.sampleRate)
    expectEqual(track.packetTable?.validFrames, source.track.packetTable?.validFrames)
    expectEqual(track.packetTable?.primingFrames ?? 0, source.track.packetTable?.primingFrames ?? 0)
  }

  @Test("packets and lengths are those that were given", arguments: origins)
  func roundTrip(origin: Origin) throws {
    let source = try source(origin)
    let (early, late) = (MemoryByteSink(), MemoryByteSink())
    try write(source, to: early, isWebM: origin.isWebM)
    try check(early.bytes, source)
    try write(source, to: late, isWebM: origin.isWebM, late: true)
    expectEqual(late.bytes, early.bytes)
    let pipe = OneWaySink()
    try write(source, to: pipe, isWebM: origin.isWebM)
    try check(pipe.bytes, source)
    // An abandoned file opens up to its last cluster; there is but one here.
    let cut = Array(pipe.bytes.dropLast(40))
    let open = try required(MatroskaFile.descriptor.open)
    _ = try? open(MemoryByteSource(cut), ResourceLimits())
  }

  @Test("FFmpeg decodes as many frames as the recording has", .needs(.ffmpeg), arguments: origins)
  func length(origin: Origin) throws {
    let source = try source(origin)
    let sink = MemoryByteSink()
    try write(source, to: sink, isWebM: origin.isWebM)
    let sound = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-f", "s16le", "-"], on: sink.bytes, named: "a.mkv")
    let open = try required(MatroskaFile.descriptor.open)
    let track = try open(MemoryByteSource(sink.bytes), ResourceLimits()).tracks[0]
    let frames = sound.count / 2 / (origin.name == "turned-movie.mp4" ? 1 : track.format.channelsPerFrame)
    let wanted = Int(((track.duration ?? 0) * track.format.sampleRate).rounded())
    // FFmpeg 5.1 gives the packets of AAC's priming times before zero, and decodes them.
    let priming = track.format.formatID == .aac ? Int(track.packetTable?.primingFrames ?? 0) : 0
    expectEqual(frames, wanted + priming)
    let said = try ForeignProgram.run(
      "ffprobe", ["-v", "warning", "-show_entries", "format=duration", "-of", "default=nk=1:nw=1", "FILE"],
      on: sink.bytes, named: "a.mkv")
    let text = String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    let seconds = try required(Double(text))
    expectLess(abs(seconds - (track.duration ?? 0)), 0.1)
  }

  @Test("texts, several values, chapters and pictures come back; WebM has no pictures")
  func metadata() throws {
    let source = try source(Self.origins[0])
    var metadata = Metadata()
    metadata[.title] = "Ärïa"
    metadata.setValues(["A1", "A2"], of: .artist)
    (metadata[.album], metadata[.trackNumber], metadata[.year]) = ("Suite", "3/12", "1999")
    metadata[InfoKey("MY KEY")] = "mine"
    metadata.markers = [
      Marker(name: "one", framePosition: 0, identifier: 1), Marker(name: "two", framePosition: 4801, identifier: 2),
    ]
    metadata.artwork = [Artwork(bytes: [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3], kind: .frontCover)]
    for isWebM in [false, true] {
      let sink = MemoryByteSink()
      try write(source, to: sink, isWebM: isWebM, metadata: metadata)
      let open = try required(MatroskaFile.descriptor.open)
      let found = try open(MemoryByteSource(sink.bytes), ResourceLimits()).metadata
      for key in metadata.info.keys { expectEqual(found.values(of: key), metadata.values(of: key)) }
      #expect(found.markers == metadata.markers && found.artwork == (isWebM ? [] : metadata.artwork))
    }
  }

  @Test("a long file has clusters of two seconds, each in the cues")
  func cues() throws {
    let format = StreamFormat(
      SampleFormat(.signedInteger, bitsPerSample: 16), sampleRate: 8000, channelsPerFrame: 1)
    var source = Source(track: TrackInfo(format: format), packets: [], counts: [])
    source.packets = [[UInt8](repeating: 7, count: 2 * 8000 * 30)]
    source.counts = [8000 * 30]
    let sink = MemoryByteSink()
    try write(source, to: sink, isWebM: false)
    let clusters = sink.bytes.indices.filter { sink.bytes[$0...].starts(with: [0x1F, 0x43, 0xB6, 0x75]) }
    let cues = sink.bytes.indices.filter { sink.bytes[$0...].starts(with: [0xF7, 0x81, 0x01, 0xF1]) }
    // Blocks of 1024 frames last 128 ms: 16 of them are longer than 2 s.
    #expect(clusters.count == 15 && cues.count == 15)
    try check(sink.bytes, source)
  }

  @Test("what a file cannot hold is refused")
  func refusals() throws {
    let create = try required(MatroskaFile.webM.create)
    let format = StreamFormat(formatID: .mpegLayer3, sampleRate: 44100, channelsPerFrame: 2, framesPerPacket: 1152)
    let settings = WriterSettings(format: format, layout: ChannelLayout(unlabelledChannelCount: 2))
    #expect(throws: ContainerError.self) { try create(MemoryByteSink(), settings) }
    var aac = settings
    aac.format.formatID = .aac
    let both = try required(MatroskaFile.descriptor.create)
    #expect(throws: ContainerError.self) { try both(MemoryByteSink(), aac) }
  }
}
