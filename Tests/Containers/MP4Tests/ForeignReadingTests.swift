import AudioBase
import Foundation
import MP4Container
import TestSupport
import Testing

/// Files of ours in the hands of FFmpeg.
@Suite(.needs(.ffmpeg)) struct ForeignReadingTests {
  /// One vector in so many is tried; each costs a few processes.
  private static let stride = Int(ProcessInfo.processInfo.environment["MP4_VECTOR_STRIDE"] ?? "") ?? 12

  private struct Vector {
    var name: String
    var packets: [[UInt8]]
    var settings: WriterSettings
    /// What ffprobe says of the vector itself.
    var probe: [String: String]
  }

  private func vectors() throws -> [Vector] {
    var found: [Vector] = []
    let files = try SharedFiles.files(below: "vectors", where: { $0.lastPathComponent == "v.m4a" })
    for index in Swift.stride(from: 0, to: files.count, by: Self.stride) {
      var reader = try MP4Reader(MemoryByteSource(SharedFiles.bytes(files[index])))
      let track = reader.tracks[0]
      let probe = try ForeignProgram.probe(SharedFiles.bytes(files[index]), named: "a.m4a")
      let settings = WriterSettings(
        format: track.format, layout: ChannelLayout(unlabelledChannelCount: track.format.channelsPerFrame),
        cookie: track.cookie)
      found.append(Vector(name: files[index].path, packets: readAll(&reader).packets, settings: settings, probe: probe))
    }
    return found
  }

  @Test(.needs(.vectors)) func packetsComeOutOfFFmpegAsTheyWent() throws {
    var count = 0
    for vector in try vectors() {
      for arrangement in Arrangement.allCases {
        for fileType in ["m4af", "MooV"] as [FourCharacterCode] {
          let settings = arrangement.apply(vector.settings, packetCount: vector.packets.count)
          let file = try writeFile(settings, fileType: fileType, vector.packets)
          let raw = try ForeignProgram.run(
            "ffmpeg", ["-v", "error", "-i", "FILE", "-map", "0:a", "-c", "copy", "-f", "data", "-"], on: file,
            named: "a.mp4")
          let probe = try ForeignProgram.probe(file, named: "a.mp4")
          // Compared apart from the expectation, which would look for the differences of long arrays.
          let isSame = raw.elementsEqual(vector.packets.joined())
          #expect(isSame, "\(vector.name) \(arrangement) \(fileType): \(raw.count) bytes")
          // FFmpeg can make nothing of some vectors, whoever wrote the file.
          expectEqual(probe["codec_name"], vector.probe["codec_name"])
          if arrangement != .fragmented, vector.probe["codec_name"] != nil {
            expectEqual(probe["nb_frames"], "\(vector.packets.count)")
            expectEqual(probe["duration_ts"], "\(vector.packets.count * vector.settings.format.framesPerPacket)")
          }
          count += 1
        }
      }
    }
    print("files read by FFmpeg: \(count)")
  }

  @Test func decodedLengthIsTheRecordings() throws {
    // AAC-LC alone: other decoders differ in what they output for the first packet of HE-AAC.
    let folder = SharedFiles.fixtures.appending(path: "AAC")
    let packets = packetsOfDump(SharedFiles.bytes(folder.appending(path: "lc_44100_st_128k_syn_burst.dump")))
    let total = Int64(packets.count) * 1024
    try #require(packets.count >= 20)
    for (priming, remainder) in [(2112, 300), (1024, 0), (0, 1000), (2048, 1023)] as [(Int64, Int64)] {
      for arrangement in Arrangement.allCases where arrangement != .fragmented {
        var settings = arrangement.apply(aacSettings(), packetCount: packets.count)
        settings.cookie = SharedFiles.bytes(folder.appending(path: "lc_44100_st_128k_syn_burst.asc"))
        settings.packetTable = PacketTable(
          primingFrames: priming, validFrames: total - priming - remainder, remainderFrames: remainder,
          timescale: 44_100)
        for fileType in ["m4af", "mp4f"] as [FourCharacterCode] {
          let file = try writeFile(settings, fileType: fileType, packets)
          let raw = try ForeignProgram.run(
            "ffmpeg", ["-v", "error", "-i", "FILE", "-f", "f32le", "-"], on: file, named: "a.m4a")
          let valid = total - priming - remainder
          // FFmpeg before 7 never cuts within a last packet, its own files' included.
          #expect([valid, total - priming].contains(Int64(raw.count / 8)), "\(priming) \(remainder) \(arrangement)")
          let probe = try ForeignProgram.probe(file, named: "a.m4a", keys: ["duration_ts"])
          expectEqual(probe, ["duration_ts": "\(valid)"])
        }
      }
    }
  }
}
