import AudioBase
import AudioCatalog
import AudioFiles
import Foundation
import LibraryCodecs
import TestSupport
import Testing

extension Need {
  /// libwavpack, libspeex and libdca.
  fileprivate static let packetLibraries = Need(description: "libwavpack1, libspeex1, libdca0") {
    PacketCodec.descriptors.allSatisfy { $0.missing(.decoding) == nil }
  }
}

@Suite struct PacketLibraryTests {
  /// A file of FFmpeg's, the decoder that it is held against, and the largest difference.
  struct Kind: Sendable, CustomTestStringConvertible {
    var muxer: String
    var coding: [String]
    var decoder: [String] = []
    var limit: Float = 0
    var testDescription: String { "\(coding)" }
  }

  static let kinds = [
    Kind(muxer: "wv", coding: ["-c:a", "wavpack", "-sample_fmt", "s16p", "-ac", "6"]),
    Kind(muxer: "wv", coding: ["-c:a", "wavpack", "-sample_fmt", "fltp"]),
    Kind(muxer: "matroska", coding: ["-c:a", "wavpack", "-sample_fmt", "s16p", "-ac", "6"]),
    Kind(
      muxer: "ogg", coding: ["-c:a", "libspeex", "-ar", "16000", "-ac", "1"], decoder: ["-c:a", "libspeex"], limit: 1e-4
    ),
    Kind(
      muxer: "ogg", coding: ["-c:a", "libspeex", "-ar", "32000", "-ac", "2"], decoder: ["-c:a", "libspeex"], limit: 1e-4
    ),
    // libdca's level is 0.012 dB below FFmpeg's.
    Kind(muxer: "dts", coding: ["-c:a", "dca", "-strict", "-2", "-ar", "48000"], limit: 2e-3),
  ]

  @Test("samples are FFmpeg's", .needs(.packetLibraries), .needs(.program("ffmpeg")), arguments: kinds)
  func sameAsFFmpeg(kind: Kind) throws {
    let sound = (0..<2).map { "0.5*sin(\(2000 + 700 * $0)*t)" }.joined(separator: "|")
    let file = try ForeignProgram.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(sound):s=44100:d=0.5"] + kind.coding + ["-f", kind.muxer, "-"],
      on: [], named: "none")
    let wanted = try ForeignProgram.run(
      "ffmpeg", ["-v", "error"] + kind.decoder + ["-i", "FILE", "-f", "f32le", "-"], on: file, named: "a.\(kind.muxer)")
    let media = try MediaFile(source: MemoryByteSource(file), name: nil, containers: Catalog.standard.containers)
    var reader = media.reader
    let stream = CodedStream(of: reader, track: 0)
    let codec = try #require(Catalog.standard.codec(formatID: stream.format.formatID))
    var decoder = try codec.makeDecoder(stream)
    let layout = decoder.format.layout
    var block = PCMBlock(channelCount: layout.channelCount, capacity: 1 << 16)
    var (frames, worst): (Int, Float) = (0, 0)
    var batch = PacketBatch()
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count {
        let packet = Array(batch.packet(index))
        try decoder.decode(packet.span, frameCount: batch.descriptions[index].frameCount, into: &block)
        for channel in 0..<layout.channelCount {
          let plane = block.channel(channel)
          for frame in plane.indices {
            let byte = 4 * ((frames + frame) * layout.channelCount + channel)
            guard byte + 4 <= wanted.count else { break }
            let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(wanted[byte + $1]) << UInt32(8 * $1) }
            worst = max(worst, abs(plane[frame] - Float(bitPattern: bits)))
          }
        }
        frames += block.frameCount
      }
    }
    #expect(frames >= 7_000 && worst <= kind.limit)
    #expect(wanted.count >= 7_000 * 4)
  }

  @Test("any bytes end in samples or an error", .needs(.packetLibraries), .needs(.program("ffmpeg")))
  func damage() throws {
    for (muxer, coding) in [
      ("wv", ["-c:a", "wavpack"]), ("ogg", ["-c:a", "libspeex", "-ar", "16000", "-ac", "1"]),
      ("dts", ["-c:a", "dca", "-strict", "-2"]),
    ] {
      let file = try ForeignProgram.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "aevalsrc=0.5*sin(2000*t):s=44100:d=0.3"] + coding + ["-f", muxer, "-"],
        on: [], named: "none")
      let media = try MediaFile(source: MemoryByteSource(file), name: nil, containers: Catalog.standard.containers)
      var reader = media.reader
      let stream = CodedStream(of: reader, track: 0)
      let codec = try #require(Catalog.standard.codec(formatID: stream.format.formatID))
      var batch = PacketBatch()
      #expect(try reader.readPackets(ofTrack: 0, into: &batch))
      var random = SplitMix64(seed: 7)
      var decoder = try codec.makeDecoder(stream)
      var block = PCMBlock(channelCount: decoder.format.layout.channelCount, capacity: decoder.format.framesPerPacket)
      for round in 0..<300 {
        var packet = Array(batch.packet(round % batch.count))
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          packet[Int.random(in: 0..<packet.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        do { try decoder.decode(packet.span, frameCount: 0, into: &block) } catch { decoder.conceal(into: &block) }
        #expect(block.frameCount <= max(block.capacity, decoder.format.framesPerPacket))
      }
    }
  }
}
