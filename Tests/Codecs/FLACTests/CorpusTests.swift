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
      let open = try required(FLACFile.descriptor.open)
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
          expectEqual(end, packet.count)
          digest.update(
            frames.samples, lead: LinearPrediction.leadCount, stride: frames.stride, count: header.blockSize)
        }
      }
      expectEqual(digest.value(), information.digest, "\(file.lastPathComponent)")
    }
  }

  /// Its README: "The file has a fixed blocksize of 16384 samples, but the streaminfo metadata block says the maximum
  /// blocksize is 4096."
  @Test(.needs(.corpus))
  func aWrongBlockSizeIsCorrectedByTheFrames() throws {
    let file = try required(
      SharedFiles.files(below: "corpus/flac-test-files/faulty").first { $0.lastPathComponent.hasPrefix("01") })
    let open = try required(FLACFile.descriptor.open)
    var reader = try open(MemoryByteSource(SharedFiles.bytes(file)), ResourceLimits())
    let cookie = reader.tracks[0].cookie
    let information = try StreamInformation(parsing: cookie.span)
    #expect(information.maximumBlockSize == 16_384 && reader.tracks[0].format.framesPerPacket == 16_384)
    var decoder = FLACDecoder(information, check: .wholeStream)
    var block = PCMBlock(channelCount: information.channelCount, capacity: information.maximumBlockSize)
    var batch = PacketBatch()
    var count = 0
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count {
        let packet = Array(batch.packet(index))
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        // The last packet's would be a wrong digest.
        expectNil(decoder.remark)
        count += block.frameCount
      }
    }
    expectEqual(Int64(count), information.frameCount)
  }
}
