import AudioBase
import AudioFiles
import Foundation
import TestSupport
import Testing

/// Every file that is there, as a whole and in pieces.
@Suite struct StreamParsingTests {
  static let seeds: [UInt64] = [0xA0D1_0001, 0xA0D1_0002]

  @Test("a stream gives the packets of its file, however it is split", arguments: StreamFiles.all)
  func splits(_ file: URL) {
    let bytes = SharedFiles.bytes(file)
    let whole = StreamRuns.push(bytes) { bytes.count }
    for seed in Self.seeds {
      var generator = SplitMix64(seed: seed)
      let largest = generator.chance(50) ? 700 : 20_000
      let split = StreamRuns.push(bytes) { Int.random(in: 1...largest, using: &generator) }
      let differences = split.differences(from: whole)
      #expect(differences.isEmpty, "\(StreamFiles.name(file)), seed \(seed), against the whole: \(differences)")
    }
    #expect(whole.isNumberedInOrder, "\(StreamFiles.name(file))")
    let pulled = StreamRuns.pull(bytes)
    if whole.error == .notStreamable {
      #expect(
        StreamRuns.hasIndexBehind(bytes) || pulled.fileType == "caff" || pulled.fileType == nil
          || StreamRuns.films.contains(pulled.fileType),
        "\(StreamFiles.name(file)): \(whole.reason)")
      return
    }
    if pulled.isRefused, whole.isRefused { return }
    // Opening a file looks at its first 4 KiB alone, a stream at what stands behind its tags.
    if pulled.isRefused, pulled.fileType == nil, bytes.starts(with: Array("ID3".utf8)) { return }
    let differences = whole.streamDifferences(fromFile: pulled)
    #expect(differences.isEmpty, "\(StreamFiles.name(file)), stream against file: \(differences)")
    #expect(
      whole.tracks.map(\.cookie) == pulled.tracks.map(\.cookie)
        && whole.tracks.map(\.format.formatID) == pulled.tracks.map(\.format.formatID)
        && whole.tracks.map(\.format.sampleRate) == pulled.tracks.map(\.format.sampleRate)
        && whole.tracks.map(\.format.channelsPerFrame) == pulled.tracks.map(\.format.channelsPerFrame),
      "\(StreamFiles.name(file)): \(whole.tracks) / \(pulled.tracks)")
  }

  @Test("every track of a stream can be chosen", arguments: StreamFiles.all)
  func tracks(_ file: URL) {
    let bytes = SharedFiles.bytes(file)
    let count = StreamRuns.pull(bytes).tracks.count
    guard count > 1 else { return }
    var generator = SplitMix64(seed: Self.seeds[0])
    for track in 0..<min(count, 4) {
      let streamed = StreamRuns.push(bytes, track: track) { Int.random(in: 1...5000, using: &generator) }
      if streamed.error == .notStreamable { return }
      let differences = streamed.streamDifferences(fromFile: StreamRuns.pull(bytes, track: track))
      #expect(differences.isEmpty, "\(StreamFiles.name(file)), track \(track): \(differences)")
    }
  }

  @Test("a stream that breaks off gives the packets of the file cut there", arguments: StreamFiles.all)
  func cutShort(_ file: URL) {
    let whole = SharedFiles.bytes(file)
    guard whole.count < 1_000_000, whole.count > 1, !StreamRuns.pull(whole).isRefused else { return }
    var generator = SplitMix64(seed: Self.seeds[1])
    for _ in 0..<4 {
      let bytes = Array(whole.prefix(Int.random(in: 1..<whole.count, using: &generator)))
      let streamed = StreamRuns.push(bytes) { Int.random(in: 1...5000, using: &generator) }
      let pulled = StreamRuns.pull(bytes)
      if streamed.error == .notStreamable || (streamed.isRefused && pulled.isRefused) { continue }
      let differences = streamed.streamDifferences(fromFile: pulled)
      #expect(differences.isEmpty, "\(StreamFiles.name(file)), \(bytes.count) bytes: \(differences)")
    }
  }

  @Test("files of other programs and reference streams are among them", .needs(.corpus, .vectors))
  func sources() {
    for folder in ["corpus", "vectors"] {
      #expect(StreamFiles.all.contains { $0.pathComponents.contains(folder) }, "\(folder)")
    }
  }

  @Test("the number of files is told")
  func count() {
    var readable = 0, streamed = 0, behind = 0
    for file in StreamFiles.all {
      let bytes = SharedFiles.bytes(file)
      if !StreamRuns.pull(bytes).isRefused { readable += 1 }
      var parser = StreamParser(containers: StreamRuns.containers)
      do throws(AudioError) {
        try parser.append(bytes.span)
        try parser.finish()
        streamed += 1
      } catch {
        if error.kind == .notStreamable { behind += 1 }
      }
    }
    print(
      "streams: \(StreamFiles.all.count) files, \(readable) readable as files, \(streamed) as streams,",
      "\(behind) with their index behind; seeds \(Self.seeds)")
    expectGreater(streamed + behind, 0)
  }
}
