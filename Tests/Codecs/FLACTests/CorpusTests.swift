import AudioBase
import Bitstream
import FLACCodec
import FLACContainer
import Foundation
import TestSupport
import Testing

/// The test files of the IETF's working group, where they are at hand.
@Suite struct CorpusTests {
  static let files = SharedFiles.files(below: "corpus/flac-test-files/subset").filter { $0.pathExtension == "flac" }

  @Test(.enabled(if: !files.isEmpty, "../shared/corpus/flac-test-files is missing"))
  func everyFileOfTheSubsetHasTheDigestThatItStates() throws {
    for file in Self.files {
      let open = try #require(FLACFile.descriptor.open)
      var reader = try open(MemoryByteSource(SharedFiles.bytes(file)), ResourceLimits())
      let cookie = reader.tracks[0].cookie
      let information = try StreamInformation(parsing: cookie.span)
      var frames = FrameDecoder(information)
      var digest = SampleDigest(channelCount: information.channelCount, bitDepth: information.bitDepth)
      var batch = PacketBatch()
      while try reader.readPackets(ofTrack: 0, into: &batch) {
        for index in 0..<batch.count {
          let packet = Array(batch.packet(index))
          var bits = BitReader(packet.span)
          let header = try FrameHeader(&bits, packet.span)
          let end = try frames.decode(packet.span, header, &bits)
          #expect(end == packet.count)
          digest.update(
            frames.samples, lead: LinearPrediction.leadCount, stride: frames.stride, count: header.blockSize)
        }
      }
      #expect(digest.value() == information.digest, "\(file.lastPathComponent)")
    }
  }
}
