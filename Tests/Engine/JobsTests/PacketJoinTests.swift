import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

/// Joining without decoding, and the check of ADTS frames.
@Suite struct PacketJoinTests {
  private func make(
    _ name: String, _ code: FourCharacterCode?, in directory: TemporaryDirectory, seed: Int = 1
  ) throws -> Pathname {
    let samples = (0..<40_960).map { Int16(truncatingIfNeeded: ($0 &* 331 &* seed) >> 3) }
    try directory.write("in-\(name).wav", wave(samples, channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in-\(name).wav"), to: directory.file(name))
    conversion.dataFormat = code.map { OutputDataFormat(.coded($0)) }
    try conversion.run()
    return directory.file(name)
  }

  private func packets(_ path: Pathname) throws -> [UInt8] {
    var reader = try MediaFile(path: path, containers: Catalog.standard.containers).reader
    var batch = PacketBatch()
    var bytes: [UInt8] = []
    while try reader.readPackets(ofTrack: 0, into: &batch) { bytes += batch.bytes }
    return bytes
  }

  private func join(_ inputs: [Pathname], to output: Pathname, copying: Bool) throws {
    var join = FileJoin(of: inputs, to: output)
    join.copiesPackets = copying
    try join.run()
  }

  @Test(
    "packets stand one behind the other, and sound as the decoded files do",
    arguments: [("caf", nil), ("wav", nil), ("m4a", .appleLossless)] as [(String, FourCharacterCode?)])
  func lossless(suffix: String, code: FourCharacterCode?) throws {
    let directory = try TemporaryDirectory()
    let one = try make("one.\(suffix)", code, in: directory)
    let two = try make("two.\(suffix)", code, in: directory, seed: 7)
    let (copied, decoded) = (directory.file("copied.\(suffix)"), directory.file("decoded.wav"))
    try join([one, two], to: copied, copying: true)
    try join([one, two], to: decoded, copying: false)
    try expectEqual(packets(copied), packets(one) + packets(two))
    let (first, second) = (try FileHash(of: copied).run(), try FileHash(of: decoded).run())
    #expect(first.text == second.text && first.frameCount == 81_920)
  }

  @Test(
    "parts of a stream, as a split cuts them, are joined to that stream",
    arguments: [("m4a", .aac), ("mp3", .mpegLayer3)] as [(String, FourCharacterCode)])
  func lossy(suffix: String, code: FourCharacterCode) throws {
    guard Catalog.standard.encoder(formatID: code)?.missing(.encoding) == nil else { return }
    let directory = try TemporaryDirectory()
    let whole = try make("whole.\(suffix)", code, in: directory)
    let path = directory.path
    var split = FileSplit(of: whole) { Pathname("\(path)/part-\($0.number).\(suffix)") }
    split.borders = .length(seconds: 0.31)
    split.conversion.dataFormat = OutputDataFormat(.keep)
    let parts = try split.run().map(\.path)
    expectEqual(parts.count, 3)
    let joined = directory.file("joined.\(suffix)")
    try join(parts, to: joined, copying: true)
    try expectEqual(packets(joined), packets(whole))
    try expectEqual(FileHash(of: joined).run().text, FileHash(of: whole).run().text)
    // In another order they are no stream.
    let error = jobError { try join([parts[0], parts[2]], to: directory.file("gap.\(suffix)"), copying: true) }
    expectEqual(error?.text.contains("frames that are not the recording"), true)
  }

  @Test("what cannot be joined without a gap is refused, and why is said")
  func refusals() throws {
    let directory = try TemporaryDirectory()
    let aac = try make("one.m4a", .aac, in: directory)
    let lossless = try make("two.m4a", .appleLossless, in: directory)
    let flac = try make("three.flac", nil, in: directory)
    let cases: [([Pathname], String)] = [
      ([aac, aac], "frames that are not the recording"), ([aac, lossless], "data format"),
      ([flac, flac], "numbered within their file"),
    ]
    for (inputs, reason) in cases {
      let error = jobError { try join(inputs, to: directory.file("out.mp4"), copying: true) }
      guard let text = error?.text, error?.kind == .option else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(text.contains(reason) && text.contains("--copy"))
    }
    expectNil(directory.read("out.mp4"))
  }

  /// x^16 + x^15 + x^2 + 1 over bits, from all ones: the check of ISO/IEC 11172-3, 2.4.3.1, which ADTS has.
  private func check(_ bits: [Bool]) -> [UInt8] {
    var register = 0xFFFF
    for bit in bits {
      let isOne = (register & 0x8000 != 0) != bit
      register = (register << 1) & 0xFFFF
      if isOne { register ^= 0x8005 }
    }
    return [UInt8(register >> 8), UInt8(register & 255)]
  }

  private func bits(_ bytes: some Sequence<UInt8>) -> [Bool] {
    bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } }
  }

  @Test("the CRC of ADTS frames is summed up over headers and the first 192 bits of a channel")
  func frameChecks() throws {
    let directory = try TemporaryDirectory()
    let plain = try make("plain.aac", .aac, in: directory)
    var reader = try MediaFile(path: plain, containers: Catalog.standard.containers).reader
    var batch = PacketBatch()
    var stream: [UInt8] = []
    var starts: [Int] = []
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count {
        let packet = Array(batch.packet(index))
        // Encoders write nothing in front of the only channel but, now and then, fill elements, which are not covered.
        guard packet[0] >> 5 == 0 else { continue }
        let length = packet.count + 9
        let header: [UInt8] = [
          0xFF, 0xF0, 0x40 | 3 << 2, 1 << 6 | UInt8(length >> 11), UInt8(length >> 3 & 255),
          UInt8(length & 7) << 5 | 0x1F, 0xFC,
        ]
        var element = Array(bits(packet).dropFirst(3).prefix(192))
        // What lies behind a short element is not its own; long packets have long elements here.
        guard packet.count > 60 else { continue }
        element += [Bool](repeating: false, count: 192 - element.count)
        starts.append(stream.count)
        stream += header + check(bits(header) + element) + packet
      }
    }
    expectGreater(starts.count, 20)
    try directory.write("checked.aac", stream)
    let path = directory.file("checked.aac")
    let report = try FileVerification(of: path).run()
    #expect(report.isFlawless)
    expectEqual(report.tracks.first?.checks, ["the CRC of \(starts.count) frames"])
    // A bit of the check itself of the eleventh frame.
    stream[starts[10] + 8] ^= 4
    try directory.write("checked.aac", stream)
    let damaged = try FileVerification(of: path).run()
    let finding = try required(damaged.findings.first)
    #expect(damaged.findings.count == 1 && finding.kind == .broken)
    #expect(finding.packet == 10 && finding.byteOffset == Int64(starts[10]))
  }
}
