import AudioBase
import MatroskaContainer
import TestSupport
import Testing

@Suite("Tracks of Matroska")
struct TrackTests {
  typealias Bytes = MatroskaBytes

  private func info(_ track: [UInt8]) throws -> TrackInfo {
    try Bytes.reader(Bytes.file([track], Bytes.cluster([Bytes.simple([1, 2, 3, 4, 5, 6, 7, 8])]))).tracks[0]
  }

  /// Configurations as ISO/IEC 14496-3, 1.6.2.1, spells them, worked out by hand.
  @Test(
    "profiles of AAC that a CodecID of old names",
    arguments: [
      ("A_AAC/MPEG4/LC", [UInt8(0x11), 0x90]), ("A_AAC/MPEG2/MAIN", [0x09, 0x90]), ("A_AAC/MPEG4/LTP", [0x21, 0x90]),
      ("A_AAC/MPEG2/SSR", [0x19, 0x90]),
    ])
  func oldAAC(codec: String, configuration: [UInt8]) throws {
    let track = try info(Bytes.track(1, codec))
    #expect(track.cookie == configuration && track.format.formatID == .aac)
    #expect(track.format.framesPerPacket == 1024 && track.format.sampleRate == 48_000)
  }

  @Test func oldAACWithSBR() throws {
    let sound = Bytes.float(0xB5, 24_000) + Bytes.float(0x78B5, 48_000) + Bytes.number(0x9F, 2)
    // 5 bits 2, 4 bits 6, 4 bits 2, 3 bits 0; then 0x2B7, 5, 1, 4 bits 3.
    try expectEqual(info(Bytes.track(1, "A_AAC/MPEG4/LC/SBR", sound: sound)).cookie, [0x13, 0x10, 0x56, 0xE5, 0x98])
  }

  @Test(
    "linear PCM",
    arguments: [
      ("A_PCM/INT/LIT", 16, SampleFormat.int16), ("A_PCM/INT/LIT", 24, .int24), ("A_PCM/INT/LIT", 32, .int32),
      ("A_PCM/INT/BIG", 24, SampleFormat(.signedInteger, bitsPerSample: 24, byteOrder: .bigEndian)),
      ("A_PCM/INT/LIT", 8, SampleFormat(.unsignedInteger, bitsPerSample: 8)),
      ("A_PCM/INT/BIG", 8, SampleFormat(.unsignedInteger, bitsPerSample: 8)),
      ("A_PCM/FLOAT/IEEE", 32, .float32), ("A_PCM/FLOAT/IEEE", 64, .float64),
    ])
  func linear(codec: String, bits: Int, samples: SampleFormat) throws {
    let sound = Bytes.float(0xB5, 44_100) + Bytes.number(0x9F, 1) + Bytes.number(0x6264, UInt64(bits))
    let track = try info(Bytes.track(1, codec, sound: sound))
    expectEqual(track.format, StreamFormat(samples, sampleRate: 44_100, channelsPerFrame: 1))
    #expect(track.layoutIsAssumed && track.packetCount == Int64(8 / samples.byteCount))
  }

  @Test("widths of samples that no format has are refused")
  func absurdWidths() {
    for (codec, bits) in [("A_PCM/INT/LIT", 0), ("A_PCM/INT/BIG", 20), ("A_PCM/FLOAT/IEEE", 16), ("A_PCM/XYZ", 16)] {
      let sound = Bytes.float(0xB5, 44_100) + Bytes.number(0x6264, UInt64(bits))
      let error = #expect(throws: ContainerError.self) { try info(Bytes.track(1, codec, sound: sound)) }
      expectEqual(error?.kind, .unsupported)
    }
  }

  @Test("WAVEFORMATEX")
  func waveFormats() throws {
    func format(_ tag: UInt16, _ align: UInt16, _ bits: UInt16, _ tail: [UInt8] = []) -> [UInt8] {
      func le(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
      return le(tag) + le(2) + [0x40, 0x1F, 0, 0, 0, 0, 0, 0] + le(align) + le(bits) + le(UInt16(tail.count)) + tail
    }
    func track(_ configuration: [UInt8]) throws -> TrackInfo {
      try info(Bytes.track(1, "A_MS/ACM", configuration: configuration))
    }
    try expectEqual(track(format(1, 4, 16)).format, StreamFormat(.int16, sampleRate: 8000, channelsPerFrame: 2))
    try expectEqual(track(format(3, 8, 32)).format, StreamFormat(.float32, sampleRate: 8000, channelsPerFrame: 2))
    let muLaw = try track(format(7, 2, 8))
    #expect(muLaw.format.formatID == .muLaw && muLaw.packetCount == 4)
    let adpcm = try track(format(0x11, 8, 4, [1, 0]))
    #expect(adpcm.format.formatID == .dviADPCM && adpcm.format.framesPerPacket == 1 && adpcm.packetCount == 1)
    try expectEqual(track(format(0x55, 1, 0)).format.formatID, .mpegLayer3)
    // In the extensible form the tag stands in a GUID.
    let guid: [UInt8] = [16, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    try expectEqual(track(format(0xFFFE, 4, 16, guid)).format.formatID, .linearPCM)
    #expect(try "\(track(format(0x161, 1, 0)).format.formatID)" != "lpcm")
    #expect(throws: ContainerError.self) { try track([1, 0, 2]) }
    #expect(throws: ContainerError.self) { try track(format(2, 3, 4)) }
  }

  @Test("codecs without a decoder are listed")
  func foreignCodecs() throws {
    for (codec, code) in [("A_AC3", "ac-3"), ("A_EAC3", "ec-3"), ("A_DTS/LOSSLESS", "dtsc"), ("A_TRUEHD", "mlpa")] {
      try expectEqual("\(info(Bytes.track(1, codec)).format.formatID)", code)
    }
    let file = Bytes.file([Bytes.track(1, "A_MPC")], Bytes.cluster([Bytes.simple([1, 2])]))
    var reader = try Bytes.reader(file)
    expectEqual(reader.warnings, ["track 1 (sound, A_MPC) is of a codec not known here"])
    expectEqual(readAll(&reader).packets, [[1, 2]])
  }

  @Test("tracks of pictures and subtitles are named, broken ones too, and several of sound are tracks")
  func severalTracks() throws {
    func other(_ number: UInt64, _ type: UInt64, _ codec: String) -> [UInt8] {
      Bytes.element(0xAE, Bytes.number(0xD7, number) + Bytes.number(0x83, type) + Bytes.text(0x86, codec))
    }
    let second = Bytes.track(
      5, "A_MPEG/L2", sound: Bytes.float(0xB5, 22_050), more: Bytes.text(0x22_B59C, "fre"))
    let tracks = [
      other(1, 1, "V_VP9"), Bytes.track(2, "A_MPEG/L3"), other(3, 17, "S_TEXT/UTF8"),
      Bytes.track(4, "A_FLAC", configuration: [1, 2, 3]), second, Bytes.track(2, "A_MPEG/L3"),
    ]
    let blocks = [
      Bytes.simple([9], track: 1), Bytes.simple([2], track: 2), Bytes.simple([5], track: 5),
      Bytes.simple([3], track: 3), Bytes.simple([22], track: 2), Bytes.simple([55], track: 5),
    ]
    var reader = try Bytes.reader(Bytes.file(tracks, Bytes.cluster(blocks)))
    #expect(reader.tracks.map(\.identifier) == [2, 5] && reader.tracks.map(\.language) == ["eng", "fre"])
    expectEqual(readAll(&reader).packets, [[2], [22]])
    expectEqual(readAll(&reader, track: 1).packets, [[5], [55]])
    let named = ["1 (video, V_VP9)", "3 (subtitles, S_TEXT/UTF8)", "4 (sound, A_FLAC)", "2 (sound, A_MPEG/L3)"]
    for name in named {
      #expect(reader.allRemarks.contains { $0.hasPrefix("track \(name) is left out") }, "\(name)")
    }
    let silent = Bytes.file([other(1, 1, "V_VP9")], Bytes.cluster([]))
    expectEqual(#expect(throws: ContainerError.self) { try Bytes.reader(silent) }?.kind, .unsupported)
  }

  @Test("documents that are not read here are refused by name")
  func refusedDocuments() {
    let segment = Bytes.element(0x1853_8067, Bytes.element(0x1654_AE6B, Bytes.track(1, "A_MPEG/L3")))
    for header in [Bytes.header("html"), Bytes.header(version: 5)] {
      expectEqual(#expect(throws: ContainerError.self) { try Bytes.reader(header + segment) }?.kind, .unsupported)
    }
    for file in [[], Bytes.header(), Bytes.header() + Bytes.element(0x1853_8067, Bytes.info), [0x1A, 0x45]] {
      #expect(throws: ContainerError.self) { try Bytes.reader(file) }
    }
  }

  @Test("files are known by their first bytes")
  func probe() {
    expectEqual(MatroskaFile.probe(Bytes.header("webm").span), 100)
    expectEqual(MatroskaFile.probe(Bytes.header("matroska").span), 100)
    expectEqual(MatroskaFile.probe(Bytes.header("other").span), 0)
    let none: [[UInt8]] = [[], [0x1A, 0x45, 0xDF, 0xA3], Array(repeating: 0, count: 100)]
    for bytes in none { expectEqual(MatroskaFile.probe(bytes.span), 0) }
  }
}
