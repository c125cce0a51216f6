import AudioBase
import AudioCatalog
import Foundation
import TestSupport
import Testing

/// Archives and films of FFmpeg's making, whose packets are the bytes that it put in.
@Suite("Archives of others") struct ArchiveTests {
  /// A kind of file, and how FFmpeg makes it.
  struct Kind: Sendable, CustomTestStringConvertible {
    var fileType: FourCharacterCode
    var muxer: String
    var options: [String]
    var testDescription: String { "\(muxer) \(options)" }
  }

  static let kinds = [
    Kind(fileType: "wvpk", muxer: "wv", options: ["-c:a", "wavpack"]),
    Kind(fileType: "TTA1", muxer: "tta", options: ["-c:a", "tta", "-sample_fmt", "s16"]),
    Kind(fileType: "dtsc", muxer: "dts", options: ["-c:a", "dca", "-strict", "-2"]),
    Kind(fileType: "nut ", muxer: "nut", options: ["-c:a", "libmp3lame"]),
    Kind(fileType: "nut ", muxer: "nut", options: ["-c:a", "pcm_s24be"]),
    Kind(fileType: "swf ", muxer: "swf", options: ["-c:a", "libmp3lame"]),
    Kind(fileType: "gsm ", muxer: "gsm", options: ["-c:a", "libgsm", "-ar", "8000", "-ac", "1"]),
    Kind(fileType: "Oggf", muxer: "ogg", options: ["-c:a", "libspeex", "-ar", "16000", "-ac", "1"]),
    Kind(fileType: "flv ", muxer: "flv", options: ["-c:a", "adpcm_swf"]),
    Kind(fileType: "mp2t", muxer: "mpegts", options: ["-c:a", "libopus"]),
  ]

  private static let tone = [
    "-v", "error", "-f", "lavfi", "-i", "aevalsrc=0.5*sin(2764*t)|0.3*sin(901*t):s=44100:d=0.4",
  ]

  private func make(_ kind: Kind) throws -> [UInt8] {
    try ForeignProgram.run(
      "ffmpeg", Self.tone + kind.options + ["-bitexact", "-f", kind.muxer, "-"], on: [], named: "none")
  }

  @Test("a file is recognised, and its packets are those that FFmpeg finds", .needs(.ffmpeg), arguments: kinds)
  func packets(kind: Kind) throws {
    let bytes = try make(kind)
    let container = try required(Catalog.standard.container(fileType: kind.fileType))
    let best = Catalog.standard.containers.max {
      ($0.probe?(bytes.prefix4096.span) ?? 0) < ($1.probe?(bytes.prefix4096.span) ?? 0)
    }
    expectEqual(best?.fileType, kind.fileType)
    let reader = try open(bytes, as: kind.fileType)
    #expect(reader.tracks.count == 1 && container.name == best?.name)
    let found = reader.all(track: 0).flatMap { $0 }
    // What a copy by FFmpeg into a file of nothing but packets has.
    let wanted = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-c", "copy", "-f", "data", "-map", "0:a", "-"], on: bytes,
      named: "a.\(kind.muxer)")
    expectGreater(found.count, 200)
    expectEqual(found, wanted)
  }

  @Test("no damage ends in anything but packets or an error", .needs(.ffmpeg), arguments: kinds)
  func damage(kind: Kind) throws {
    let bytes = try make(kind)
    var random = SplitMix64(seed: 44)
    for round in 0..<300 {
      var damaged = bytes
      if round < 80 {
        damaged.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      } else {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let place = Int.random(in: 0..<(random.chance(60) ? min(300, bytes.count) : bytes.count), using: &random)
          damaged[place] = random.chance(30) ? 0xFF : UInt8.random(in: 0...255, using: &random)
        }
      }
      guard var reader = try? open(damaged, as: kind.fileType), !reader.tracks.isEmpty else { continue }
      let (found, _, _, _) = readAll(&reader, track: 0, maximumPacketCount: 100_000)
      expectLessOrEqual(found.joined().count, 2 * bytes.count + 4096)
      try? reader.seek(toPacket: Int64(found.count / 2), ofTrack: 0)
      _ = readAll(&reader, track: 0, maximumPacketCount: 4)
      _ = reader.allRemarks
    }
  }

  @Test("pictures of tags are read, and frames of ID3 without a key are named", .needs(.ffmpeg))
  func pictures() throws {
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    }
    let (front, back): ([UInt8], [UInt8]) = ([0xFF, 0xD8, 0xFF, 1], [0x89, 0x50, 0x4E, 0x47])
    let value = Array("cover.jpg".utf8) + [0] + front
    let item = little(value.count) + little(2) + Array("Cover Art (Front)".utf8) + [0] + value
    let footer = Array("APETAGEX".utf8) + [2000, item.count + 32, 1, 0, 0, 0].flatMap(little)
    let content =
      frame("APIC", [0] + Array("image/png".utf8) + [0, 4, 0] + back) + frame("UFID", Array("a".utf8) + [0, 1])
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(content.count)] + content
    for kind in Self.kinds.prefix(2) {
      let sound = try make(kind)
      try expectEqual(open(sound + item + footer, as: kind.fileType).metadata.artwork.map(\.bytes), [front])
      let reader = try open(tag + sound, as: kind.fileType)
      expectEqual(reader.metadata.artwork, [Artwork(bytes: back, kind: .backCover)])
      expectEqual(reader.unnamedItems, ["the ID3 frame 'UFID'"])
    }
  }

  @Test("a tag of APE behind blocks of WavPack is read", .needs(.ffmpeg))
  func tags() throws {
    let made = try ForeignProgram.run(
      "ffmpeg", Self.tone + ["-metadata", "title=Aria", "-c:a", "wavpack", "-f", "wv", "-"], on: [], named: "none")
    let reader = try open(made, as: "wvpk")
    #expect(reader.metadata[.title] == "Aria" && reader.tracks[0].packetCount == 1)
    // Each packet states its own duration.
    #expect(reader.tracks[0].duration == 0.4 && reader.tracks[0].format.framesPerPacket == 0)
  }
}

extension [UInt8] {
  /// The bytes that a container is shown.
  fileprivate var prefix4096: [UInt8] { Array(prefix(4096)) }
}
