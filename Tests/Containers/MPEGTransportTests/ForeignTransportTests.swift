import ADTSContainer
import AudioBase
import FramedStreams
import MPEGTransportContainer
import TestSupport
import Testing

@Suite("Transport streams of FFmpeg", .needs(.ffmpeg))
struct ForeignTransportTests {
  @Test(
    "packets are those that FFmpeg writes without a transport stream",
    arguments: [[], ["-mpegts_flags", "+latm"], ["-mpegts_m2ts_mode", "1"], ["-pes_payload_size", "0"]])
  func packets(options: [String]) throws {
    let music = try fixture("l3-lame-44100-joint.mp3")
    let encoding = ["-v", "error", "-stream_loop", "20", "-i", "FILE", "-c:a", "aac", "-b:a", "96k"]
    let file = try ForeignProgram.run(
      "ffmpeg", encoding + options + ["-f", "mpegts", "-"], on: music, named: "a.mp3")
    let plain = try ForeignProgram.run("ffmpeg", encoding + ["-f", "adts", "-"], on: music, named: "a.mp3")
    try #require(plain.count > 1000)
    var wanted = try ADTSReader(MemoryByteSource(plain))
    var reader = try TransportBytes.open(MemoryByteSource(file))
    let found = readAll(&reader)
    #expect(found.packets == readAll(&wanted).packets && found.error == nil)
    expectEqual(reader.tracks[0].packetCount, Int64(found.packets.count))
  }
}
