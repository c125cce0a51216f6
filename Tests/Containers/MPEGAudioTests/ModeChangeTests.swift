import AudioBase
import FramedStreams
import MPEGAudioContainer
import MPEGAudioFrames
import TestSupport
import Testing

@Suite("Files of MPEG audio whose frames differ in channels")
struct ModeChangeTests {
  /// Frames of layer III at 128 kbit/s and 44.1 kHz, silent: in mono where the pattern has 1, in stereo where it has 2.
  private func file(_ pattern: [Int]) -> [UInt8] {
    pattern.flatMap { [0xFF, 0xFB, 0x90, $0 == 1 ? 0xC0 : 0x00] + [UInt8](repeating: 0, count: 413) }
  }

  @Test(arguments: [[1, 1, 1, 2, 2, 1], [2, 2, 1, 1, 2, 2], [1, 1, 1, 1, 1, 2]])
  func theTrackHasTheChannelsOfTheFrameWithMost(pattern: [Int]) throws {
    var reader = try MPEGAudioReader(MemoryByteSource(file(pattern)))
    expectEqual(reader.tracks[0].format.channelsPerFrame, 2)
    expectEqual(reader.tracks[0].layout?.channelCount, 2)
    var batch = PacketBatch()
    var count = 0
    while try reader.readPackets(ofTrack: 0, into: &batch), batch.count > 0 { count += batch.count }
    expectEqual(count, pattern.count)
    #expect(reader.warnings.contains { $0.contains("another number of channels") })
  }

  @Test func aTrackInMonoStaysInMono() throws {
    let reader = try MPEGAudioReader(MemoryByteSource(file([1, 1, 1, 1])))
    expectEqual(reader.tracks[0].format.channelsPerFrame, 1)
    #expect(reader.warnings.isEmpty)
  }
}
