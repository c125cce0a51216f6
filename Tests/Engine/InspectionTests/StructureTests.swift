import AudioBase
import AudioFiles
import AudioInspection
import TestSupport
import Testing

@Suite struct StructureTests {
  private func tree(_ bytes: [UInt8], _ name: String) throws -> ContainerTree {
    try FileInspection(of: "in").run(of: media(bytes, named: name)).structure
  }

  @Test(
    "boxes are those that the reader finds, and fill the file",
    arguments: ["glockenspiel-aac-eld.m4a", "turned-movie.mp4"])
  func boxes(name: String) throws {
    let bytes = fixture(name)
    let found = try tree(bytes, name)
    let chunks = try media(bytes, named: name).reader.chunks
    expectNil(found.problem)
    expectEqual(found.parts.map(\.name), chunks.map { "\($0.identifier)" })
    for (part, chunk) in zip(found.parts, chunks) {
      expectEqual(part.offset + part.byteCount, chunk.bodyOffset + chunk.byteCount)
    }
    expectEqual(found.parts.reduce(0) { $0 + $1.byteCount }, Int64(bytes.count))
    checkNesting(found.parts)
    let movie = try required(found.parts.first { $0.name == "moov" })
    let tracks = movie.parts.filter { $0.name == "trak" }
    expectEqual(tracks.count, name.hasPrefix("turned") ? 2 : 1)
    // The names stand in the file where the tree says.
    func check(_ part: ContainerTree.Part) {
      let start = Int(part.offset) + 4
      expectEqual(
        part.name, "\(FourCharacterCode(String(decoding: bytes[start..<start + 4], as: UTF8.self)) ?? "????")")
      for inner in part.parts where inner.name != "----" { check(inner) }
    }
    for part in found.parts { check(part) }
    #expect(path(["trak", "mdia", "minf", "stbl", "stsd", "mp4a", "esds"], in: movie))
  }

  private func path(_ names: [String], in part: ContainerTree.Part) -> Bool {
    guard let first = names.first else { return true }
    return part.parts.contains { $0.name == first && path(Array(names.dropFirst()), in: $0) }
  }

  /// Parts lie within the one that they are of, in order, and do not overlap.
  private func checkNesting(_ parts: [ContainerTree.Part]) {
    for part in parts {
      var place = part.offset
      for inner in part.parts {
        #expect(inner.offset >= place && inner.byteCount >= 8)
        place = inner.offset + inner.byteCount
      }
      expectLessOrEqual(place, part.offset + part.byteCount)
      checkNesting(part.parts)
    }
  }

  @Test("chunks of WAVE, with the items of a list")
  func chunks() throws {
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    let item = Array("INAM".utf8) + little(5) + Array("abcd".utf8) + [0, 0]
    let list = Array("LIST".utf8) + little(4 + item.count) + Array("INFO".utf8) + item
    let bytes = wave([1, 2, 3, 4]) + list
    let found = try tree(bytes, "in.wav")
    expectEqual(found.parts.map(\.name), ["RIFF", "fmt ", "data", "LIST"])
    expectEqual(found.parts.map(\.offset), [0, 12, 36, 52])
    expectEqual(found.parts.map(\.byteCount), [12, 24, 16, Int64(list.count)])
    #expect(found.parts[3].parts.map(\.name) == ["INAM"] && found.parts[3].parts[0].byteCount == 13)
  }

  @Test("pages of Ogg by their streams", arguments: ["Ogg/stereo.opus", "Ogg/mono-8000.oga", "Ogg/merged.ogx"])
  func pages(name: String) throws {
    let bytes = fixture(name)
    let found = try tree(bytes, name)
    expectNil(found.problem)
    expectEqual(found.parts.count, name.hasSuffix("ogx") ? 2 : 1)
    expectEqual(found.parts.reduce(0) { $0 + $1.byteCount }, Int64(bytes.count))
    let marks = bytes.indices.dropLast(3).filter { Array(bytes[$0..<$0 + 4]) == Array("OggS".utf8) }
    let places = found.parts.flatMap { $0.parts.map { Int($0.offset) } }
    expectEqual(places.sorted(), marks)
  }

  @Test("a stream of frames is told as one, behind its tag")
  func frames() throws {
    let name = "MPEGAudio/l3-lame-44100-joint.mp3"
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)
    let bytes = tag + fixture(name)
    let found = try tree(bytes, name)
    expectEqual(found.parts.map(\.name), ["ID3", "frames"])
    expectEqual(found.parts[0].byteCount, 30)
    expectEqual(found.parts[1].offset + found.parts[1].byteCount, Int64(bytes.count))
  }

  @Test("a million boxes are not told one by one")
  func manyBoxes() throws {
    let free: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
    var bytes = fixture("glockenspiel-aac-eld.m4a")
    for _ in 0..<10_000 { bytes += free }
    let found = try tree(bytes, "in.m4a")
    #expect(found.problem != nil && found.parts.count <= ContainerTree.mostParts)
  }
}
