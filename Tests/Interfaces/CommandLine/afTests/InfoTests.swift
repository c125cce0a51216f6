import Foundation
import TestSupport
import Testing

@Suite struct InfoTests {
  static func object(_ result: RunResult) throws -> [String: Any] {
    try required(JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
  }

  @Test func theKeysAreThoseOfTheContract() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(16_000)))
    let object = try Self.object(try af(["info", "--json", "a.wav"], in: directory))
    let contract: Set = [
      "fileFormat", "dataFormat", "codec", "channelLayout", "durationSeconds", "audioDataByteCount",
      "audioDataPacketCount", "maximumPacketSize", "dataOffset", "bitRate", "magicCookie", "audioSpecificConfig",
      "primingFrames", "validFrames", "remainderFrames", "tracks", "metadata",
      "formatList", "sourceBitDepth", "packetSizeUpperBound", "isOptimized", "artwork", "markers", "regions", "chunks",
      "warnings", "file", "configurationFields", "notes", "loudness",
    ]
    #expect(Set(object.keys).isSubset(of: contract))
    #expect(object["fileFormat"] as? String == "WAVE")
    #expect(object["durationSeconds"] as? Double == 1.0)
    #expect(object["audioDataByteCount"] as? Int == 32_000)
    #expect(object["audioDataPacketCount"] as? Int == 8000)
    #expect(object["dataOffset"] as? Int == 44 && object["bitRate"] as? Int == 256_000)
    #expect(object["channelLayout"] as? String == "stereo")
    let format = try required(object["dataFormat"] as? [String: Any])
    expectEqual(
      Set(format.keys),
      [
        "formatID", "sampleRate", "formatFlags", "bytesPerPacket", "framesPerPacket", "bytesPerFrame",
        "channelsPerFrame", "bitsPerChannel",
      ])
    #expect(format["formatID"] as? String == "lpcm" && format["bytesPerFrame"] as? Int == 4)
    expectEqual((object["tracks"] as? [Any])?.count, 1)
  }

  @Test func aBadFileDoesNotHideTheOthers() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(100)))
    try directory.write("bad.wav", [1, 2, 3])
    let result = try af(["info", "bad.wav", "a.wav", "none"], in: directory)
    expectEqual(result.status, 1)
    expectEqual(result.errorLines.count, 2)
    #expect(result.errorLines[0].hasPrefix("af: bad.wav: ") && result.errorLines[1].hasPrefix("af: none: "))
    #expect(result.text.contains("a.wav") && result.text.contains("8000 Hz"))
  }

  /// What the stream's maker has put in, as `INDEX.json` of the vectors and fdk-aac's reader of DRC have it.
  @Test(.needs(.shared("vectors-usac"))) func configurationAndLoudnessOfUSAC() throws {
    let file = try SharedFiles.file("vectors-usac/xa_drc_48000_st_64k_wz11/v.m4a").path
    let object = try Self.object(try af(["info", "--json", file], in: TemporaryDirectory()))
    let fields = try required(object["configurationFields"] as? [[String: String]])
    func values(_ name: String) -> [String] { fields.filter { $0["name"] == name }.compactMap { $0["value"] } }
    #expect(values("usacSamplingFrequency") == ["48000 Hz"] && values("coreSbrFrameLengthIndex") == ["1"])
    expectEqual(values("elements"), ["EXT(AudioPreRoll) EXT(MPEG-D DRC) CPE EXT(fill)"])
    expectEqual(values("DRC set"), ["1: night", "2: ducking of itself"])
    expectEqual(values("loudness").first?.hasPrefix("program -16.0 LKFS"), true)
    #expect(try af(["info", file], in: TemporaryDirectory()).text.contains("DRC set: 1: night"))
  }

  @Test func aPipeIsReadToItsEnd() throws {
    let directory = try TemporaryDirectory()
    let object = try Self.object(try af(["info", "--json", "-"], input: wave(samples(16_000)), in: directory))
    #expect(object["durationSeconds"] as? Double == 1.0)
    #expect(directory.names.isEmpty)
  }

  @Test func packetsAreListed() throws {
    let directory = try TemporaryDirectory()
    try directory.write("x.dump", [0xFF, 0xAA, 0xCC, 0xDD, 1, 2, 3, 0xFF, 0xAA, 0xCC, 0xDD, 9])
    let object = try Self.object(try af(["info", "--json", "--packets", "x.dump"], in: directory))
    let packets = try required(object["packets"] as? [[String: Any]])
    expectEqual(packets.map { $0["size"] as? Int }, [3, 1])
    expectEqual(packets.map { $0["offset"] as? Int }, [4, 11])
  }

  @Test func formatsListWhatThereIs() throws {
    let directory = try TemporaryDirectory()
    #expect(try af(["formats"], in: directory).text.contains("'WAVE'"))
    let object = try Self.object(try af(["formats", "--json"], in: directory))
    let types = try required(object["fileTypes"] as? [[String: Any]])
    #expect(types.contains { $0["fileType"] as? String == "RF64" && $0["canWrite"] as? Bool == true })
  }
}
