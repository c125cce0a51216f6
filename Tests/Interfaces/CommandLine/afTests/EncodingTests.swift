import Foundation
import TestSupport
import Testing

/// AAC from samples, as people and gateways ask for it. How it sounds is measured elsewhere; here it is about files.
@Suite struct EncodingTests {
  private func object(_ arguments: [String], in directory: TemporaryDirectory) throws -> [String: Any] {
    let result = try af(arguments, in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    return try required(JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
  }

  /// What the configuration of each format must be, which peers agree on beforehand.
  @Test(arguments: [
    ("aace@24000", "480", "F8EC3000", 240), ("aace@16000", "480", "F8F03000", 240),
    ("aace@48000", "512", "F8E62000", 256),
    ("aacl@48000", "512", "B98900", 512), ("aac@48000", "1024", "1188", 1024),
    // Reduced delay: the nominal rate, the playback rate behind it, and half a packet of priming.
    ("aace@48000", "256", "F8E020313000", 128), ("aace@48000", "240", "F8E030313000", 120),
    ("aace@48000", "128", "F8FE05DC0020313000", 64), ("aace@48000", "120", "F8FE05DC0030313000", 60),
  ])
  func filesSayWhatTheyHold(format: String, frames: String, configuration: String, priming: Int) throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(30_000), channels: 1, rate: 48_000))
    _ = try object(
      ["convert", "a.wav", "b.m4a", "-d", format, "--frame-length", frames, "-b", "40k", "--json"], in: directory)
    let info = try object(["info", "b.m4a", "--json"], in: directory)
    let rate = Double(format.split(separator: "@")[1]) ?? 0
    let length = try required(Int(frames))
    let valid = Int((30_000 * rate / 48_000).rounded(.up))
    let packets = (priming + valid + length - 1) / length
    expectEqual((info["audioSpecificConfig"] as? String)?.uppercased().hasPrefix(configuration), true)
    #expect(info["primingFrames"] as? Int == priming)
    #expect(info["validFrames"] as? Int == valid)
    #expect(info["remainderFrames"] as? Int == packets * length - priming - valid)
    #expect(info["audioDataPacketCount"] as? Int == packets)
    // And it comes back with the length that went in.
    let back = try object(["convert", "b.m4a", "c.wav", "--json"], in: directory)
    #expect(back["frameCount"] as? Int == valid)
    #expect(back["damagedPacketCount"] as? Int == 0)
  }

  @Test(
    "A bit rate alone, and --sbr, choose the profile of AAC",
    arguments: [
      ("-b 24k", "aacp", "HE-AAC v2", 2048), ("-b 48k", "aach", "HE-AAC", 2048), ("-b 96k", "aac ", "AAC-LC", 1024),
      ("-b 24k -d aac", "aac ", "AAC-LC", 1024), ("-b 24k --sbr off", "aac ", "AAC-LC", 1024),
      ("-b 24k -d aac --sbr auto", "aacp", "HE-AAC v2", 2048), ("-b 24k -c 1", "aach", "HE-AAC", 2048),
      ("--sbr dual-rate --frame-length 960", "aach", "HE-AAC", 1920),
      ("-b 48k -d aace --sbr single-rate", "aacf", "AAC-ELD, LD-SBR single rate", 512),
      ("-b 48k -d aace#480 --sbr dual-rate", "aacf", "AAC-ELD, LD-SBR dual rate", 960),
      ("-b 80k -d aace --sbr auto", "aacf", "AAC-ELD, LD-SBR dual rate", 1024),
      ("-b 48k -d aacf --sbr-crc", "aacf", "AAC-ELD, LD-SBR dual rate", 1024),
      ("-b 48k -d aacg --sbr off", "aacg", "AAC-ELD v2", 512),
    ])
  func profiles(options: String, formatID: String, profile: String, frames: Int) throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(48_000), channels: 2, rate: 48_000))
    let words = options.split(separator: " ").map(String.init)
    let made = try af(["convert", "a.wav", "b.m4a"] + words, in: directory)
    #expect(made.status == 0 && made.error.isEmpty, "\(made.error)")
    let info = try object(["info", "b.m4a", "--json"], in: directory)
    let format = try required(info["dataFormat"] as? [String: Any])
    #expect(format["formatID"] as? String == formatID && format["framesPerPacket"] as? Int == frames, "\(format)")
    expectEqual((info["codec"] as? String)?.hasPrefix(profile), true, "\(info)")
  }

  @Test func aPipeGivesPackets() throws {
    let directory = try TemporaryDirectory()
    let options = [
      "--raw-format", "LEI16", "--rate", "24000", "--channels", "1", "-d", "aace", "--frame-length", "480",
    ]
    let input = bytes(samples(24_000))
    let dump = try af(["convert", "-", "-", "-f", "dump", "-b", "32k"] + options, input: input, in: directory)
    expectEqual(dump.status, 0, "\(dump.error)")
    let marker: [UInt8] = [0xFF, 0xAA, 0xCC, 0xDD]
    let count = dump.output.indices.filter { dump.output[$0...].starts(with: marker) }.count
    expectEqual(count, (240 + 24_000 + 479) / 480)
    try directory.write("x.dump", dump.output)
    let decoded = try object(["convert", "x.dump", "x.wav", "--asc", "F8EC3000", "--json"], in: directory)
    #expect(decoded["frameCount"] as? Int == count * 480)
    let loas = try af(["convert", "-", "-", "-f", "loas", "-b", "32k"] + options, input: input, in: directory)
    #expect(loas.status == 0 && loas.output.starts(with: [0x56]))
  }

  @Test func qualityAndPropertiesChangeTheRate() throws {
    let directory = try TemporaryDirectory()
    var state: UInt32 = 1
    let noise = (0..<96_000).map { _ -> Int16 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 18)
    }
    try directory.write("a.wav", wave(noise, channels: 1, rate: 48_000))
    func byteCount(_ options: String...) throws -> Int {
      let record = try object(["convert", "a.wav", "b.m4a", "-d", "aac", "--force", "--json"] + options, in: directory)
      return try required(record["audioDataByteCount"] as? Int)
    }
    let poor = try byteCount("-s", "3", "-q", "10")
    let rich = try byteCount("-s", "3", "-q", "110")
    expectGreater(rich, poor * 3 / 2)
    try expectEqual(byteCount("-s", "3", "-u", "vbrq", "110"), rich)
    // Two seconds at 64 kbit/s are 16,000 bytes.
    let constant = try byteCount("-b", "64k")
    expectLess(abs(constant - 16_000), 480)
    try expectEqual(byteCount("-u", "brat", "64000"), constant)
  }

  @Test func afconvertEncodesInTwoPasses() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(samples(48_000), channels: 2, rate: 48_000))
    let first = try runLinked(
      as: "afconvert", ["in.wav", "out.caf", "-d", "0", "-f", "caff", "--soundcheck-generate"], in: directory)
    expectEqual(first.status, 0, "\(first.error)")
    let second = try runLinked(
      as: "afconvert",
      [
        "out.caf", "-d", "aac", "-f", "m4af", "-u", "pgcm", "2", "--soundcheck-read", "-b", "256000", "-q", "127", "-s",
        "2", "out.m4a",
      ], in: directory)
    expectEqual(second.status, 0, "\(second.error)")
    let info = try object(["info", "out.m4a", "--json"], in: directory)
    #expect((info["dataFormat"] as? [String: Any])?["formatID"] as? String == "aac ")
  }

  @Test func afconvertTakesHowHardTheEncoderTries() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(samples(96_000), channels: 2, rate: 48_000))
    func convert(_ output: String, _ options: String...) throws -> [UInt8]? {
      let arguments = ["in.wav", output, "-d", "aac", "-f", "adts", "-b", "128000"] + options
      let result = try runLinked(as: "afconvert", arguments, in: directory)
      expectEqual(result.status, 0, "\(result.error)")
      return directory.read(output)
    }
    let usual = try convert("usual.aac")
    try expectEqual(convert("middle.aac", "-q", "64"), usual)
    #expect(try convert("least.aac", "-q", "0") != usual)
    try expectEqual(runLinked(as: "afconvert", ["in.wav", "x.aac", "-q", "128"], in: directory).status, 64)
  }
}
