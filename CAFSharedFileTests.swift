import AudioBase
import Foundation
import TestSupport
import Testing

@testable import CAFContainer

/// Apple-made files, with the values that `ffprobe` and the bytes themselves show.
@Suite struct CAFSharedFileTests {
  struct Expectation: Sendable {
    var name: String
    var formatID: FourCharacterCode
    var rate: Double
    var channels: Int
    var packetCount: Int64
    var audioByteCount: Int64
    var table: PacketTable
    var cookie: [UInt8]
  }

  static let expectations = [
    Expectation(
      name: "ring.caf", formatID: .aac, rate: 44100, channels: 2, packetCount: 89, audioByteCount: 65454,
      table: PacketTable(primingFrames: 2112, validFrames: 88064, remainderFrames: 960, timescale: 44100),
      cookie: [0x12, 0x10]),
    Expectation(
      name: "marimba-caf-aac.caf", formatID: .aac, rate: 44100, channels: 1, packetCount: 36, audioByteCount: 11813,
      table: PacketTable(primingFrames: 2112, validFrames: 34661, remainderFrames: 91, timescale: 44100),
      cookie: [0x12, 0x08]),
    Expectation(
      name: "sound.caf", formatID: "ima4", rate: 22050, channels: 1, packetCount: 3473, audioByteCount: 118082,
      table: PacketTable(primingFrames: 0, validFrames: 222264, remainderFrames: 8, timescale: 22050), cookie: []),
  ]

  @Test(arguments: expectations) func filesMadeByAppleAreDescribed(expected: Expectation) throws {
    guard let file = SharedFiles.files(below: "corpus").first(where: { $0.lastPathComponent == expected.name }) else {
      return
    }
    var reader = try open(SharedFiles.bytes(file))
    let track = reader.tracks[0]
    #expect(track.format.formatID == expected.formatID && track.format.sampleRate == expected.rate)
    #expect(track.format.channelsPerFrame == expected.channels && track.packetCount == expected.packetCount)
    #expect(track.audioByteCount == expected.audioByteCount && track.packetTable == expected.table)
    #expect(track.cookie == expected.cookie && track.dataOffset == 4096)
    #expect(reader.isOptimized && reader.warnings.isEmpty)
    let all = readAll(&reader)
    #expect(Int64(all.packets.count) == expected.packetCount && all.error == nil)
    #expect(Int64(all.packets.reduce(0) { $0 + $1.count }) == expected.audioByteCount)
  }
}
