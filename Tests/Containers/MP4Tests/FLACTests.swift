import AudioBase
import MP4Container
import TestSupport
import Testing

/// FLAC in MP4, "Encapsulation of FLAC in ISO Base Media File Format".
@Suite struct FLACInMP4Tests {
  /// The body of `STREAMINFO`. RFC 9639, 8.2.
  private static func information(rate: Int, channels: Int, depth: Int) -> [UInt8] {
    let bits = UInt64(rate) << 44 | UInt64(channels - 1) << 41 | UInt64(depth - 1) << 36
    return [16, 0, 16, 0, 0, 0, 0, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
      + (1...16).map { UInt8($0) }
  }

  @Test(
    "the entry holds dfLa, and STREAMINFO tells what the entry has no room for",
    arguments: [(44_100, 2, 16), (192_000, 1, 24), (655_350, 8, 20), (8000, 6, 32)])
  func entry(rate: Int, channels: Int, depth: Int) throws {
    let information = Self.information(rate: rate, channels: channels, depth: depth)
    let block: [UInt8] = [0x80, 0, 0, 34] + information
    let packets = makePackets(9)
    for cookie in [
      information, block, Array("fLaC".utf8) + block, [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0] + block,
    ] {
      let format = StreamFormat(
        formatID: .flac, sampleRate: Double(rate), channelsPerFrame: channels, framesPerPacket: 4096)
      let settings = WriterSettings(
        format: format, layout: ChannelLayout(unlabelledChannelCount: channels), cookie: cookie)
      let bytes = try writeFile(settings, fileType: "mp4f", packets)
      let box: [UInt8] = [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0] + block
      let place = try required(bytes.indices.first { bytes[$0...].starts(with: box) })
      // The rate before the box, 16.16: 0 where it does not fit.
      let stated = bytes[(place - 4)..<place].reduce(0) { $0 << 8 | Int($1) }
      expectEqual(stated, rate < 65_536 ? rate << 16 : 0)
      expectEqual(Array(bytes[(place - 32)..<(place - 28)]), Array("fLaC".utf8))
      // The time scale of the track, after the dates of `mdhd`: frames, whatever the entry can say.
      let media = try required(bytes.indices.first { bytes[$0...].starts(with: Array("mdhd".utf8)) }) + 4
      let scale = media + (bytes[media] == 0 ? 12 : 20)
      expectEqual(bytes[scale..<(scale + 4)].reduce(0) { $0 << 8 | Int($1) }, rate)
      var reader = try MP4Reader(MemoryByteSource(bytes))
      let track = reader.tracks[0]
      #expect(track.format.formatID == .flac && track.format.sampleRate == Double(rate))
      #expect(track.format.channelsPerFrame == channels && track.sourceBitDepth == depth)
      expectEqual(readAll(&reader).packets, packets)
    }
  }

  @Test("a cookie that holds no STREAMINFO is refused")
  func noInformation() {
    let format = StreamFormat(formatID: .flac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 4096)
    for cookie in [[], [1, 2, 3], [UInt8](repeating: 1, count: 38), Array("fLaC".utf8) + [0, 0, 0, 34, 1]] {
      let settings = WriterSettings(format: format, layout: ChannelLayout([.left, .right]), cookie: cookie)
      let error = #expect(throws: ContainerError.self) { try writeFile(settings, fileType: "mp4f", makePackets(2)) }
      expectEqual(error?.kind, .invalidState)
    }
  }
}
