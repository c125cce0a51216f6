import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite struct FileRepairTests {
  private let samples = sine(amplitude: 0.4, frequency: 330, seconds: 3)

  private func make(_ name: String, _ code: FourCharacterCode?, in directory: TemporaryDirectory) throws -> [UInt8] {
    try directory.write("in.wav", wave(samples, channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    conversion.dataFormat = code.map { OutputDataFormat(.coded($0)) }
    conversion.extraInfo = [.title: "Kept"]
    try conversion.run()
    return try required(directory.read(name))
  }

  /// The samples of a file as 16-bit integers, the lowest byte first.
  private func decoded(_ path: Pathname) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    var conversion = FileConversion(from: path, to: directory.file("x.wav"))
    conversion.dataFormat = OutputDataFormat(.samples(.int16))
    try conversion.run()
    let file = try required(directory.read("x.wav"))
    let data = try required(file.firstRange(of: Array("data".utf8)))
    return Array(file[(data.upperBound + 4)...])
  }

  private func packets(_ path: Pathname) throws -> [[UInt8]] {
    var reader = try MediaFile(path: path, containers: Catalog.standard.containers).reader
    var batch = PacketBatch()
    var packets: [[UInt8]] = []
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count { packets.append(Array(batch.packet(index))) }
    }
    return packets
  }

  private func isFlawless(_ path: Pathname) throws -> Bool { try FileVerification(of: path).run().isFlawless }

  private func mend(_ bytes: [UInt8], _ name: String, in directory: TemporaryDirectory) throws -> RepairReport {
    try directory.write("bad-" + name, bytes)
    return try FileRepair(of: directory.file("bad-" + name), to: directory.file("good-" + name)).run()
  }

  @Test("sizes that are wrong are made those of what is there", arguments: ["a.wav", "a.aiff"])
  func sizes(name: String) throws {
    let directory = try TemporaryDirectory()
    var bytes = try make(name, nil, in: directory)
    let isWave = name == "a.wav"
    let chunk = try required(bytes.firstRange(of: Array((isWave ? "data" : "SSND").utf8)))
    bytes.replaceSubrange(chunk.upperBound..<(chunk.upperBound + 4), with: [0x3F, 0x3F, 0x3F, 0x3F])
    bytes.replaceSubrange(4..<8, with: [1, 0, 0, 1])
    let report = try mend(bytes, name, in: directory)
    #expect(!report.mended.isEmpty)
    let good = directory.file("good-" + name)
    #expect(
      try isFlawless(good)
        && decoded(good).prefix(samples.count * 2).elementsEqual(
          samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    )
  }

  @Test("what is repaired is a file of the kind that its name says; FLAC stays FLAC")
  func names() throws {
    let directory = try TemporaryDirectory()
    let bytes = try make("a.aac", .aac, in: directory)
    try directory.write("junk.aac", Array(bytes[..<2000]) + [1, 2, 3, 4, 5] + bytes[2000...])
    try FileRepair(of: directory.file("junk.aac"), to: directory.file("good.m4a")).run()
    let good = try MediaFile(path: directory.file("good.m4a"), containers: Catalog.standard.containers)
    #expect(good.container.fileType == "m4af" && good.reader.tracks[0].format.formatID == .aac)
    try FileRepair(of: directory.file("junk.aac"), to: directory.file("good.unknown")).run()
    let plain = try MediaFile(path: directory.file("good.unknown"), containers: Catalog.standard.containers)
    expectEqual(plain.container.fileType, "adts")
    _ = try make("b.flac", nil, in: directory)
    let error = #expect(throws: AudioError.self) {
      try FileRepair(of: directory.file("b.flac"), to: directory.file("b.wav")).run()
    }
    expectEqual(error?.text.contains("FLAC"), true)
  }

  @Test("an MP4 file that is cut off keeps the packets that are there, and its tags")
  func cutMovie() throws {
    let directory = try TemporaryDirectory()
    let bytes = try make("a.m4a", .aac, in: directory)
    let all = try packets(directory.file("a.m4a"))
    let report = try mend(Array(bytes.prefix(bytes.count * 2 / 3)), "a.m4a", in: directory)
    #expect(report.mended.contains { $0.contains("the index ends there") })
    let good = directory.file("good-a.m4a")
    let left = try packets(good)
    #expect(left.count > all.count / 3 && left.count < all.count && left == Array(all.prefix(left.count)))
    expectEqual(Int64(left.count), report.packetCount)
    #expect(try isFlawless(good))
    try expectEqual(MediaFile(path: good, containers: Catalog.standard.containers).reader.metadata[.title], "Kept")
  }

  @Test("without its movie box an MP4 file is refused, and why is said; packets that say where they begin are found")
  func noMovie() throws {
    let directory = try TemporaryDirectory()
    let bytes = try make("a.m4a", .aac, in: directory)
    let data = try required(bytes.firstRange(of: Array("mdat".utf8)))
    func without(_ body: ArraySlice<UInt8>) -> [UInt8] {
      Array(bytes.prefix(28)) + [0x7F, 0, 0, 0] + Array("mdat".utf8) + body
    }
    let error = jobError { _ = try mend(without(bytes[data.upperBound...]), "a.m4a", in: directory) }
    guard let text = error?.text, error?.kind == .option else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains("movie box") && directory.read("good-a.m4a") == nil)
    // FLAC in MP4 has frames with headers and checks.
    let flac = try make("b.flac", nil, in: directory)
    let frames = try packets(directory.file("b.flac"))
    let body = frames.flatMap { $0 }
    expectGreater(flac.count, body.count)
    try directory.write("cut.mp4", without(body[...]))
    let report = try FileRepair(of: directory.file("cut.mp4"), to: directory.file("found.flac")).run()
    #expect(report.mended.contains { $0.contains("movie box is missing") })
    try expectEqual(decoded(directory.file("found.flac")), decoded(directory.file("in.wav")))
  }

  @Test("junk between frames goes", arguments: [("a.aac", FourCharacterCode.aac), ("a.loas", .aac)])
  func junk(name: String, code: FourCharacterCode) throws {
    let directory = try TemporaryDirectory()
    let bytes = try make(name, code, in: directory)
    let all = try packets(directory.file(name))
    // Where a packet in the middle ends.
    let packet = all[all.count / 2]
    let place = name == "a.aac" ? try required(bytes.firstRange(of: packet)).upperBound : bytes.count
    let junk = [UInt8](repeating: 0x11, count: 999)
    let report = try mend(Array(bytes[..<place]) + junk + Array(bytes[place...]), name, in: directory)
    if name == "a.aac" { #expect(report.mended.contains { $0.contains("999 bytes") }) }
    try expectEqual(packets(directory.file("good-" + name)), all)
    #expect(try isFlawless(directory.file("good-" + name)))
  }

  @Test("FLAC with a damaged frame keeps all other samples where they are; a missing MD5 is made")
  func lossless() throws {
    let directory = try TemporaryDirectory()
    var bytes = try make("a.flac", nil, in: directory)
    let frames = try packets(directory.file("a.flac"))
    let damaged = frames.count / 2
    let place = try required(bytes.firstRange(of: frames[damaged])).lowerBound + 20
    for index in place..<(place + 30) { bytes[index] ^= 0x55 }
    let report = try mend(bytes, "a.flac", in: directory)
    #expect(report.isEncoded && report.mended.contains { $0.contains("cannot be decoded") })
    let good = directory.file("good-a.flac")
    let (old, new) = (try decoded(directory.file("in.wav")), try decoded(good))
    expectEqual(old.count, new.count)
    let different = old.indices.filter { old[$0] != new[$0] }
    let block = old.count / frames.count + 2
    try expectLessOrEqual(#require(different.last) - #require(different.first), 2 * block)
    #expect(try isFlawless(good))

    var unsummed = try make("b.flac", nil, in: directory)
    for index in 26..<42 { unsummed[index] = 0 }
    let other = try mend(unsummed, "b.flac", in: directory)
    #expect(other.isEncoded && other.mended.contains { $0.contains("MD5") })
    let mended = try required(directory.read("good-b.flac"))
    #expect(mended[26..<42].elementsEqual(try #require(directory.read("b.flac"))[26..<42]))
  }

  @Test("pages of Ogg whose check is wrong are left out, and the rest is whole")
  func pages() throws {
    let directory = try TemporaryDirectory()
    var bytes = try make("a.ogg", .flac, in: directory)
    bytes[bytes.count / 2] ^= 1
    let report = try mend(Array(bytes.dropLast(100)), "a.ogg", in: directory)
    #expect(report.mended.contains { $0.contains("missing and left out") })
    let kept = try packets(directory.file("good-a.ogg"))
    let all = Set(try packets(directory.file("a.ogg")))
    #expect(!kept.isEmpty && kept.count < all.count && all.isSuperset(of: kept))
    let good = try required(directory.read("good-a.ogg"))
    // The last page says that the stream ends.
    let last = try required(good.indices.last { good[$0...].starts(with: Array("OggS".utf8)) })
    #expect(good[last + 5] & 4 != 0)
  }

  @Test("the input is not replaced unless that is asked for")
  func replacement() throws {
    let directory = try TemporaryDirectory()
    let bytes = try make("a.wav", nil, in: directory)
    let cut = Array(bytes.dropLast(101))
    try directory.write("a.wav", cut)
    let path = directory.file("a.wav")
    #expect(jobError { try FileRepair(of: path, to: path).run() } != nil && directory.read("a.wav") == cut)
    var repair = FileRepair(of: path, to: path)
    repair.replacement = .replace
    #expect(try repair.run().mended.contains { $0.contains("before the samples that its header promises") })
    #expect(try isFlawless(path) && directory.read("a.wav") != cut)
  }
}
