import AudioBase
import AudioCatalog
import AudioFiles
import Foundation
import LibraryCodecs
import TestSupport
import Testing

extension Need {
  /// The libraries of WavPack, Musepack, Speex, DTS, SBC, aptX and Codec 2.
  fileprivate static let packetLibraries = Need(
    description: "libwavpack1, libmpcdec6, libspeex1, libdca0, libsbc1, libfreeaptx0, libcodec2-1.0"
  ) {
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
    /// The largest difference of the power, of that of FFmpeg's.
    var powerLimit = 0.01
    /// The first frame that is compared.
    var firstFrame = 0
    /// The extension by which both know the file.
    var suffix: String?
    /// Half a second, but for a last packet.
    var leastFrameCount: Int { muxer == "codec2" ? 3_600 : 7_000 }
    var fileName: String { "a." + (suffix ?? muxer) }
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
    Kind(muxer: "sbc", coding: ["-c:a", "sbc"]),
    Kind(muxer: "sbc", coding: ["-c:a", "sbc", "-ac", "1"]),
    // The library leaves the first 90 frames out, in which the filters of FFmpeg's begin.
    Kind(muxer: "aptx", coding: ["-c:a", "aptx"], firstFrame: 90),
    Kind(muxer: "aptx_hd", coding: ["-c:a", "aptx_hd"], firstFrame: 90, suffix: "aptxhd"),
    // Phases are random, so that the power alone is alike.
    Kind(
      muxer: "codec2", coding: ["-c:a", "libcodec2", "-ar", "8000", "-ac", "1"], limit: 2, powerLimit: 0.1, suffix: "c2"
    ),
  ]

  @Test("samples are FFmpeg's", .needs(.packetLibraries), .needs(.program("ffmpeg")), arguments: kinds)
  func sameAsFFmpeg(kind: Kind) throws {
    let sound = (0..<2).map { "0.5*sin(\(2000 + 700 * $0)*t)" }.joined(separator: "|")
    let file = try ForeignProgram.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(sound):s=44100:d=0.5"] + kind.coding + ["-f", kind.muxer, "-"],
      on: [], named: "none")
    let wanted = try ForeignProgram.run(
      "ffmpeg", ["-v", "error"] + kind.decoder + ["-i", "FILE", "-f", "f32le", "-"], on: file, named: kind.fileName)
    let media = try MediaFile(
      source: MemoryByteSource(file), name: kind.fileName, containers: Catalog.standard.containers)
    var reader = media.reader
    let stream = CodedStream(of: reader, track: 0)
    let codec = try required(Catalog.standard.codec(formatID: stream.format.formatID))
    var decoder = try codec.makeDecoder(stream)
    let layout = decoder.format.layout
    var block = PCMBlock(channelCount: layout.channelCount, capacity: 1 << 16)
    var (frames, worst): (Int, Float) = (0, 0)
    var (power, wantedPower) = (0.0, 0.0)
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
            let other = Float(bitPattern: bits)
            if frames + frame >= kind.firstFrame { worst = max(worst, abs(plane[frame] - other)) }
            power += Double(plane[frame] * plane[frame])
            wantedPower += Double(other * other)
          }
        }
        frames += block.frameCount
      }
    }
    #expect(frames >= kind.leastFrameCount && worst <= kind.limit)
    expectGreaterOrEqual(wanted.count, kind.leastFrameCount * 4)
    #expect(wantedPower > 0 && abs(power / wantedPower - 1) <= kind.powerLimit)
  }

  @Test("any bytes end in samples or an error", .needs(.packetLibraries), .needs(.program("ffmpeg")))
  func damage() throws {
    for (muxer, name, coding) in [
      ("wv", "a.wv", ["-c:a", "wavpack"]), ("ogg", "a.ogg", ["-c:a", "libspeex", "-ar", "16000", "-ac", "1"]),
      ("dts", "a.dts", ["-c:a", "dca", "-strict", "-2"]), ("sbc", "a.sbc", ["-c:a", "sbc"]),
      ("aptx", "a.aptx", ["-c:a", "aptx", "-ac", "2"]),
      ("codec2", "a.c2", ["-c:a", "libcodec2", "-ar", "8000", "-ac", "1"]),
    ] {
      let file = try ForeignProgram.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "aevalsrc=0.5*sin(2000*t):s=44100:d=0.3"] + coding + ["-f", muxer, "-"],
        on: [], named: "none")
      let media = try MediaFile(source: MemoryByteSource(file), name: name, containers: Catalog.standard.containers)
      var reader = media.reader
      let stream = CodedStream(of: reader, track: 0)
      let codec = try required(Catalog.standard.codec(formatID: stream.format.formatID))
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
        expectLessOrEqual(block.frameCount, max(block.capacity, decoder.format.framesPerPacket))
      }
    }
  }
}
