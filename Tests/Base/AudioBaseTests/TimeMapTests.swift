import AudioBase
import TestSupport
import Testing

@Suite struct TimeMapTests {
  private func metadata(_ frames: [Double], reference: UInt64) -> Metadata {
    var metadata = Metadata()
    metadata.markers = frames.map { Marker(name: "\($0)", framePosition: $0) }
    metadata[.broadcastTimeReference] = String(reference)
    return metadata
  }

  @Test("places keep their time of day, whatever part is taken at whatever rate")
  func places() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let (input, output) = (Double.random(in: 8000...192_000, using: &random).rounded(), 48_000.0)
      let start = Double(Int.random(in: 0..<1_000_000, using: &random))
      let offset = Double(Int.random(in: 0..<1000, using: &random))
      let frames = (0..<8).map { _ in Double(Int.random(in: 0..<2_000_000, using: &random)) }
      var moved = metadata(frames, reference: 1 << 40)
      moved.move(by: TimeMap(part: start..<(start + 500_000), scale: output / input, offset: offset))
      let kept = frames.filter { $0 >= start && $0 < start + 500_000 }
      expectEqual(moved.markers.map(\.name), kept.map { "\($0)" })
      let reference = Double(moved[.broadcastTimeReference] ?? "") ?? -1
      for (before, marker) in zip(kept, moved.markers) {
        let old = (Double(1 << 40) + before) / input
        expectLess(abs((reference + marker.framePosition) / output - old), 1 / output)
      }
    }
  }

  @Test("a recording that begins earlier or later has its places where their sound is")
  func beginning() {
    for map in [TimeMap(), TimeMap(scale: 0.5, offset: 100), TimeMap(part: 1000..<9000, scale: 2)] {
      for shift in [0.0, 40, -40, -100, -300] {
        let moved = map.beginning(earlierBy: shift)
        for frame in stride(from: 0.0, through: 10_000, by: 125) {
          // What begins `shift` frames earlier has each place so many frames later, and none before its beginning.
          let expected = map.frame(frame).map { $0 + shift }
          if let expected, expected >= 0 {
            expectEqual(moved.frame(frame), expected, "\(map) \(shift) \(frame)")
          } else {
            expectNil(moved.frame(frame), "\(map) \(shift) \(frame)")
          }
        }
        var (before, after) = (metadata([], reference: 1 << 30), metadata([], reference: 1 << 30))
        before.move(by: map)
        after.move(by: moved)
        let times = [before, after].map { Double($0[.broadcastTimeReference] ?? "") ?? 0 }
        expectLessOrEqual(abs(times[1] - times[0] + shift), 1)
      }
    }
  }

  @Test("a time of day is counted in whole numbers, and stays within its field")
  func references() {
    let cases: [(UInt64, TimeMap, UInt64)] = [
      (171_050_880, TimeMap(scale: 2), 342_101_760), (171_050_880, TimeMap(part: 48_000..<96_000), 171_098_880),
      ((1 << 60) + 1, TimeMap(part: 3..<4), (1 << 60) + 4), (5, TimeMap(offset: 7), 0),
      (.max, TimeMap(part: 1..<2), .max),
      (.max, TimeMap(scale: 2), .max), (100, TimeMap(part: 50..<80, scale: 0.5, offset: 5), 70),
    ]
    for (before, map, after) in cases {
      var metadata = metadata([], reference: before)
      metadata.move(by: map)
      expectEqual(metadata[.broadcastTimeReference], String(after), "\(before)")
    }
    var words = Metadata()
    words[.broadcastTimeReference] = "noon"
    words.move(by: TimeMap(scale: 2))
    expectEqual(words[.broadcastTimeReference], "noon")
  }

  @Test("regions go with the part that holds all of them; those that reach beyond it are told")
  func regions() {
    func region(_ start: Double, _ end: Double) -> Region {
      Region(name: "\(start)", flags: .loop, markers: [Marker(framePosition: start), Marker(framePosition: end)])
    }
    var metadata = Metadata()
    metadata.regions = [region(100, 200), region(150, 250), region(0, 100), region(190, 201), region(50, 150)]
    let cut = metadata.move(by: TimeMap(part: 100..<200, scale: 2))
    expectEqual(metadata.regions.map { $0.markers.map(\.framePosition) }, [[0, 200]])
    expectEqual(cut.map(\.name), ["150.0", "190.0", "50.0"])
  }

  @Test("several values are one text and stay several, until the text becomes another")
  func severalValues() {
    var metadata = Metadata()
    metadata.setValues(["A1", "A2"], of: .artist)
    metadata.add("A3", to: .artist)
    metadata.add("one", to: .genre)
    #expect(metadata[.artist] == "A1; A2; A3" && metadata.values(of: .artist) == ["A1", "A2", "A3"])
    #expect(metadata.values(of: .genre) == ["one"] && metadata.values(of: .title).isEmpty)
    metadata.info[.artist] = "Else"
    expectEqual(metadata.values(of: .artist), ["Else"])
    metadata.setValues([], of: .genre)
    expectNil(metadata[.genre])
    var other = Metadata()
    other[.artist] = "A1; A2"
    var joined = Metadata()
    joined.setValues(["A1", "A2"], of: .artist)
    other.fillValues(from: joined)
    expectEqual(other.values(of: .artist), ["A1", "A2"])
    #expect(MetadataChange(from: other, to: joined, sampleRate: 1).keys.isEmpty)
    other[.artist] = "A1; A2"
    expectEqual(MetadataChange(from: other, to: joined, sampleRate: 1).keys, [.artist])
  }
}
