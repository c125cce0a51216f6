import AudioBase
import AudioCatalog
import Foundation
import TestSupport
import Testing

/// Files of games, calls, cinemas and broadcasts that FFmpeg makes, whose samples are those that it decodes, to the
/// bit.
@Suite("Coded samples of others") struct CodedSampleTests {
  /// A kind of file, how FFmpeg makes it, and what it is to us.
  struct Kind: Sendable, CustomTestStringConvertible {
    var fileType: FourCharacterCode
    var formatID: FourCharacterCode
    var muxer: String
    var options: [String]
    /// The extension by which FFmpeg reads it.
    var suffix: String
    var testDescription: String { "\(muxer) \(options)" }
  }

  private static func kind(
    _ fileType: FourCharacterCode, _ formatID: FourCharacterCode, _ muxer: String, _ options: String,
    suffix: String? = nil
  ) -> Kind {
    Kind(
      fileType: fileType, formatID: formatID, muxer: muxer, options: options.split(separator: " ").map(String.init),
      suffix: suffix ?? muxer)
  }

  static let kinds = [
    kind("adx ", "adx ", "adx", "-c:a adpcm_adx"),
    kind("adx ", "adx ", "adx", "-c:a adpcm_adx -ac 1 -ar 22050"),
    kind("apm ", "iapm", "apm", "-c:a adpcm_ima_apm"),
    kind("apm ", "iapm", "apm", "-c:a adpcm_ima_apm -ac 1"),
    kind("kvag", "ikva", "kvag", "-c:a adpcm_ima_ssi"),
    kind("wsau", "iwsa", "wsaud", "-c:a adpcm_ima_ws"),
    kind("wsau", "iwsa", "wsaud", "-c:a adpcm_ima_ws -ac 1"),
    kind("argo", "argo", "argo_asf", "-c:a adpcm_argo"),
    kind("mmf ", .init(rawValue: 0x6D73_0020), "mmf", "-c:a adpcm_yamaha -ac 1"),
    kind("WAVE", .init(rawValue: 0x6D73_0020), "wav", "-c:a adpcm_yamaha"),
    kind("WAVE", .init(rawValue: 0x6D73_5346), "wav", "-c:a adpcm_swf"),
    kind("g722", .init(rawValue: 0x6D73_028F), "g722", "-c:a g722 -ar 16000 -ac 1"),
    kind("ast ", .linearPCM, "ast", "-c:a pcm_s16be_planar"),
    kind("daud", .linearPCM, "daud", "-c:a pcm_s24daud -ar 96000 -ac 6", suffix: "302"),
    kind("mp2t", .linearPCM, "mpegts", "-c:a s302m -ar 48000 -strict -2"),
    kind("mp2t", .linearPCM, "mpegts", "-c:a pcm_bluray -ar 48000 -mpegts_m2ts_mode 1", suffix: "m2ts"),
    kind("mp2t", .linearPCM, "mpegts", "-c:a pcm_bluray -ar 48000 -ac 1 -mpegts_m2ts_mode 1", suffix: "m2ts"),
  ]

  private static let sound = "aevalsrc=0.5*sin(2764*t)+0.1*sin(9001*t)|0.4*sin(4001*t):s=44100:d=0.4"

  private func make(_ kind: Kind) throws -> [UInt8] {
    // Some of these muxers go back to their header.
    let folder = FileManager.default.temporaryDirectory.appending(path: "kinds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a." + kind.suffix)
    _ = try ForeignProgram.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", Self.sound] + kind.options + ["-bitexact", "-f", kind.muxer, file.path],
      on: [], named: "none")
    return [UInt8](try Data(contentsOf: file))
  }

  /// The samples of a track, interleaved, as integers of 16 bits.
  private func samples(_ reader: any ContainerReader) throws -> [Int16] {
    let track = reader.tracks[0]
    let packets = reader.all(track: 0)
    let channels = track.format.channelsPerFrame
    if track.format.formatID == .linearPCM {
      let width = track.format.bytesPerFrame / channels
      let bytes = packets.flatMap { $0 }
      return stride(from: 0, to: bytes.count - width + 1, by: width).map {
        Int16(bitPattern: UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]))
      }
    }
    let codec = try required(Catalog.standard.codec(formatID: track.format.formatID))
    var decoder = try codec.makeDecoder(CodedStream(of: track))
    var block = PCMBlock(channelCount: channels, capacity: decoder.format.framesPerPacket)
    var made: [Int16] = []
    for packet in packets {
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      for frame in 0..<block.frameCount {
        for channel in 0..<channels { made.append(Int16(block.channel(channel)[frame] * 0x1p15)) }
      }
    }
    return made
  }

  @Test("samples are FFmpeg's to the bit", .needs(.ffmpeg), arguments: kinds)
  func sameAsFFmpeg(kind: Kind) throws {
    let bytes = try make(kind)
    let reader = try open(bytes, as: kind.fileType)
    expectEqual(reader.tracks[0].format.formatID, kind.formatID)
    let made = try samples(reader)
    let output = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-f", "s16le", "-"], on: bytes, named: "a." + kind.suffix)
    let wanted = stride(from: 0, to: output.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(output[$0]) | UInt16(output[$0 + 1]) << 8)
    }
    #expect(wanted.count > 2000 && wanted.contains { abs(Int($0)) > 8000 })
    // The last block may be filled up, or have frames that the header does not count.
    let count = min(made.count, wanted.count)
    #expect(abs(made.count - wanted.count) <= 8192 && count > wanted.count - 8192)
    #expect(made.prefix(count).elementsEqual(wanted.prefix(count)))
  }

  @Test("a kind is recognised by its first bytes, or by its name alone", .needs(.ffmpeg), arguments: kinds)
  func recognition(kind: Kind) throws {
    let head = Array(try make(kind).prefix(4096))
    let container = try required(Catalog.standard.container(fileType: kind.fileType))
    guard !container.isKnownByName else { return #expect(container.extensions.contains(kind.suffix)) }
    let best = Catalog.standard.containers.max { ($0.probe?(head.span) ?? 0) < ($1.probe?(head.span) ?? 0) }
    expectEqual(best?.fileType, kind.fileType)
  }

  @Test("no damage ends in anything but samples or an error", .needs(.ffmpeg), arguments: kinds)
  func damage(kind: Kind) throws {
    let bytes = try make(kind)
    var random = SplitMix64(seed: 45)
    for round in 0..<120 {
      var damaged = bytes
      if round < 40 {
        damaged.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      } else {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let place = Int.random(in: 0..<(random.chance(70) ? min(200, bytes.count) : bytes.count), using: &random)
          damaged[place] = random.chance(30) ? 0xFF : UInt8.random(in: 0...255, using: &random)
        }
      }
      guard var reader = try? open(damaged, as: kind.fileType), let track = reader.tracks.first else { continue }
      let (found, _, _, _) = readAll(&reader, track: 0, maximumPacketCount: 100_000)
      expectLessOrEqual(found.joined().count, 2 * bytes.count + 4096)
      guard let codec = Catalog.standard.codec(formatID: track.format.formatID),
        var decoder = try? codec.makeDecoder(CodedStream(of: track))
      else { continue }
      var block = PCMBlock(
        channelCount: decoder.format.layout.channelCount, capacity: decoder.format.framesPerPacket)
      for packet in found.prefix(50) {
        do { try decoder.decode(packet.span, frameCount: 0, into: &block) } catch { decoder.conceal(into: &block) }
        expectLessOrEqual(block.frameCount, 65_535)
      }
    }
  }

  @Test(
    "samples of G.726 are those of libsndfile, which has the codes in AU with the first in the lowest bits",
    .needs(.ffmpeg), .needs(.program("sox")), arguments: [(3, UInt8(25)), (4, 23), (5, 26)])
  func g726(bits: Int, encoding: UInt8) throws {
    let bytes = try ForeignProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "aevalsrc=0.15*sin(2764*t)+0.05*sin(9001*t):s=8000:d=0.6", "-c:a", "g726",
        "-b:a", "\(8 * bits)k", "-f", "wav", "-",
      ], on: [], named: "none")
    let reader = try open(bytes, as: "WAVE")
    let made = try samples(reader)
    let codes = reader.all(track: 0).flatMap { $0 }
    var turned = [UInt8](repeating: 0, count: codes.count)
    for place in 0..<(codes.count * 8 / bits * bits) {
      let bit = place / bits * bits + bits - 1 - place % bits
      turned[place >> 3] |= (codes[bit >> 3] >> UInt8(7 - bit & 7) & 1) << UInt8(place & 7)
    }
    let size = (0..<4).map { UInt8(truncatingIfNeeded: codes.count >> (24 - 8 * $0)) }
    let header =
      Array(".snd".utf8) + [0, 0, 0, 28] + size + [0, 0, 0, encoding, 0, 0, 0x1F, 0x40, 0, 0, 0, 1, 0, 0, 0, 0]
    let output = try ForeignProgram.run(
      "sox", ["FILE", "-t", "raw", "-b", "16", "-e", "signed", "-L", "-"], on: header + turned, named: "a.au")
    let wanted = stride(from: 0, to: output.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(output[$0]) | UInt16(output[$0 + 1]) << 8)
    }
    let count = min(made.count, wanted.count)
    #expect(count > 4000 && made.prefix(count).elementsEqual(wanted.prefix(count)))
  }
}
