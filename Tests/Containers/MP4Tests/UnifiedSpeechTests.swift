import AudioBase
import MP4Container
import MPEG4Systems
import TestSupport
import Testing

/// Packets of USAC in new files: `stss` names those at which decoding can begin. ISO/IEC 14496-12, 8.6.2.
struct UnifiedSpeechTests {
  /// exhale's configuration of a stereo stream at 48 kHz with AudioPreRoll, and libxaac's of one
  /// without extensions.
  private static let withPreRoll: [UInt8] = [
    0xF9, 0x4A, 0x45, 0x22, 0x1C, 0xC0, 0x58, 0x50, 0, 0x20, 0, 0x96, 0, 0x46, 0x94, 0xB0,
  ]
  private static let alone: [UInt8] = [0xF9, 0x46, 0x43, 0x62, 0x04, 0, 0x82, 0x50, 0]

  private func settings(_ cookie: [UInt8]) -> WriterSettings {
    WriterSettings(
      format: StreamFormat(formatID: .usac, sampleRate: 48_000, channelsPerFrame: 2, framesPerPacket: 1024),
      layout: ChannelLayout([.left, .right]), cookie: cookie)
  }

  /// Independent with AudioPreRoll, two that depend, independent without one, and so on.
  private static let firstBytes: [UInt8] = [0xC1, 0x01, 0x41, 0x80, 0x3F, 0xFF, 0x7F, 0x9C]

  @Test(
    "packets state themselves where decoding can begin",
    arguments: [FileStructure.indexFirst, .indexLast, .fragmented(seconds: 0.05)])
  func entries(structure: FileStructure) throws {
    let packets = Self.firstBytes.map { [$0, 2, 3] }
    for (cookie, expected) in [
      (Self.withPreRoll, [true, false, false, false, false, true, false, false]),
      (Self.alone, [true, false, false, true, false, true, false, true]),
    ] {
      for fileType in ["m4af", "mp4f", "m4bf", "MooV"] as [FourCharacterCode] {
        var settings = settings(cookie)
        settings.structure = structure
        let bytes = try writeFile(settings, fileType: fileType, packets)
        var reader = try MP4Reader(MemoryByteSource(bytes))
        let track = reader.tracks[0]
        #expect(track.format.formatID == .usac && track.cookie == cookie && track.rollDistance == nil)
        expectEqual(track.format.framesPerPacket, 1024)
        var found: [[UInt8]] = []
        var entries: [Bool] = []
        var batch = PacketBatch()
        while try reader.readPackets(ofTrack: 0, into: &batch) {
          for index in 0..<batch.count { found.append([UInt8](batch.packet(index))) }
          entries += batch.timings.map(\.isSync)
        }
        expectEqual(found, packets)
        // The flags of fragments are not read for sound, whose packets say it.
        if case .fragmented = structure { continue }
        expectEqual(entries, expected, "\(fileType)")
      }
    }
  }

  @Test("3GPP has no xHE-AAC")
  func thirdGeneration() {
    #expect(throws: ContainerError.self) { try writeFile(settings(Self.withPreRoll), fileType: "3gpp", [[0xC0]]) }
  }
}
