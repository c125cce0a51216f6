import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation
import TestSupport
import Testing

/// Decoding from the middle of a file gives what decoding from its start gives there.
@Suite struct RandomAccessTests {
  /// Files of each family, ADTS and MP4, with and without trimming, and the fixture of the repository.
  static let files: [URL] = {
    let names = [
      "ff_lc_fast_128k_mus_etr_44100_st", "ff_lc_is0_battle", "ff_lc_nopns_160k_ins_castanets_48000_st",
      "eld_44100_480_st_128k_wz11", "eld_48000_512_st_128k_etr", "eld_airplay_128k_syn_impulses",
      "eld_44100_480_71_448k", "er_ld48s512_flags1", "er_lc48s_flags7", "eld_24000_512_mo_40k_alsa",
    ]
    guard let vectors = SharedFiles.folder?.appending(path: "vectors") else { return fixtures }
    let candidates = names.flatMap { name in
      ["v.m4a", "v.edit.m4a", "v.adts"].map { vectors.appending(path: "\(name)/\($0)") }
    }
    let found = candidates.filter { FileManager.default.fileExists(atPath: $0.path) && !SharedFiles.bytes($0).isEmpty }
    return fixtures + found.prefix(15)
  }()

  private static let fixtures = [SharedFiles.fixtures.appending(path: "glockenspiel-aac-eld.m4a")]

  /// Decodes `count` frames from `start` on, or all.
  static func decode(_ reader: any ContainerReader, from start: Int64 = 0, count: Int? = nil) throws -> [[Float]] {
    let codecs = Catalog.standard.codecs
    let rate = try TrackDecoder(of: reader, track: 0, codecs: codecs).format.sampleRate
    var options = DecodeRequest()
    options.start = Double(start) / rate
    options.duration = count.map { Double($0) / rate }
    var decoder = try TrackDecoder(of: reader, track: 0, codecs: codecs, options: options)
    var planes = [[Float]](repeating: [], count: decoder.format.layout.channelCount)
    while let frames = try decoder.decodeNext() {
      for channel in planes.indices {
        let plane = decoder.block.channel(channel)
        for frame in frames { planes[channel].append(plane[frame]) }
      }
    }
    return planes
  }

  @Test("200 positions of a file sound as from its start", arguments: files)
  func positions(_ file: URL) throws {
    let media = try MediaFile(path: file.path, containers: Catalog.standard.containers)
    let whole = try Self.decode(media.reader)
    let frameCount = whole[0].count
    try #require(frameCount > 1000 && whole.contains { $0.contains { $0 != 0 } })
    var random = SplitMix64(seed: 20)
    for _ in 0..<200 {
      let start = Int.random(in: 0..<frameCount, using: &random)
      let count = min(64, frameCount - start)
      let part = try Self.decode(media.reader, from: Int64(start), count: count)
      let expected = whole.map { Array($0[start..<start + count]) }
      guard part != expected else { continue }
      let error = zip(part.joined(), expected.joined()).map { abs($0 - $1) }.max() ?? .infinity
      Issue.record("frame \(start): \(part[0].count) of \(count) frames, off by up to \(error)")
      return
    }
  }

  @Test("the number of files is told", .needs(.vectors))
  func count() {
    print("random access: 200 positions in each of \(Self.files.count) files")
    expectGreaterOrEqual(Self.files.count, 10)
  }
}
