import AudioBase
import AudioCatalog
import AudioConversion
import OggContainer
import TestSupport
import Testing

/// Streams that follow one another in an Ogg file, RFC 3533, 4: each part is what decoding the whole gives there.
@Suite struct ChainTests {
  private static let rate = 48_000.0

  /// A chain of streams of these lengths, and what went in.
  private static func chain(_ formatID: FourCharacterCode, _ lengths: [Int]) throws -> (file: [UInt8], sound: [[Float]])
  {
    var settings = EncoderSettings(
      formatID: formatID, sampleRate: rate, layout: ChannelLayout(unlabelledChannelCount: 2))
    if formatID == .flac { settings.bitDepth = 16 }
    let codec = try required(Catalog.standard.codecs.first { $0.encodedFormatIDs.contains(formatID) })
    let tones = risingTones(channels: 2, frames: lengths.reduce(0, +), rate: rate).map {
      $0.map { ($0 * 32768).rounded() / 32768 }
    }
    var (file, start): ([UInt8], Int) = ([], 0)
    for length in lengths {
      file += try Sound.encode(tones.map { Array($0[start..<(start + length)]) }, settings, codec)
      start += length
    }
    return (file, tones)
  }

  private static func decode(_ file: [UInt8], from start: Int = 0, count: Int? = nil) throws -> [[Float]] {
    let reader = try OggReader(MemoryByteSource(file), limits: ResourceLimits())
    var options = DecodeRequest()
    options.start = Double(start) / rate
    options.duration = count.map { Double($0) / rate }
    var decoder = try TrackDecoder(of: reader, track: 0, codecs: Catalog.standard.codecs, options: options)
    var planes: [[Float]] = [[], []]
    while let frames = try decoder.decodeNext() {
      for channel in planes.indices {
        let plane = decoder.block.channel(channel)
        for frame in frames { planes[channel].append(plane[frame]) }
      }
    }
    return planes
  }

  private func comparePartsWithWhole(_ file: [UInt8]) throws {
    let whole = try Self.decode(file)
    for start in stride(from: 0, to: whole[0].count - 600, by: 1493) {
      let part = try Self.decode(file, from: start, count: 600)
      expectEqual(part, whole.map { Array($0[start..<(start + 600)]) }, "from \(start)")
    }
  }

  @Test("no frame of FLAC is lost where streams meet or end", arguments: [[20_000, 30_011], [5000, 4096, 77, 9000]])
  func lossless(lengths: [Int]) throws {
    let (file, sound) = try Self.chain(.flac, lengths)
    try expectEqual(Self.decode(file), sound)
    try comparePartsWithWhole(file)
    let track = try OggReader(MemoryByteSource(file), limits: ResourceLimits()).tracks[0]
    expectEqual(track.packetTable?.validFrames, Int64(sound[0].count))
  }

  @Test("parts of a chain of Vorbis are those of the whole", .needs(.vorbis)) func vorbis() throws {
    try comparePartsWithWhole(try Self.chain(.vorbis, [20_000, 15_011, 9000]).file)
  }

  @Test("parts of a chain of Opus are those of the whole", .needs(.opus)) func opus() throws {
    try comparePartsWithWhole(try Self.chain(.opus, [20_000, 15_011, 9000]).file)
  }
}
