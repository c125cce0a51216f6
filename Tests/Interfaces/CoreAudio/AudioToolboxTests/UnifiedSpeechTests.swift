import AudioBase
import AudioCatalog
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// xHE-AAC, `kAudioFormatMPEGD_USAC`, as a program for Core Audio meets it.
@Suite("xHE-AAC through the C API", .needs(.shared("vectors-usac")))
struct UnifiedSpeechTests {
  /// A stream of the vectors.
  struct Stream: Sendable, CustomStringConvertible {
    var name: String
    var rate: Double
    var channels: UInt32
    var frames: UInt32

    var description: String { name }

    func url(_ suffix: String) throws -> URL { try SharedFiles.file("vectors-usac/\(name)/v.\(suffix)") }

    func packets() throws -> [[UInt8]] { packetsOfDump(SharedFiles.bytes(try url("dump"))) }

    func configuration() throws -> [UInt8] { SharedFiles.bytes(try url("asc")) }

    var format: AudioStreamBasicDescription {
      .coded(kAudioFormatMPEGD_USAC, rate: rate, channels: channels, frames: frames)
    }

    /// The samples that the decoder itself gives, interleaved, as bytes.
    func decoded() throws -> [UInt8] {
      let codec = try required(Catalog.standard.codec(formatID: "usac"))
      let format = StreamFormat(formatID: "usac", sampleRate: 0, channelsPerFrame: 0)
      var decoder = try codec.makeDecoder(CodedStream(format: format, cookie: configuration()))
      var block = PCMBlock(
        channelCount: decoder.format.layout.channelCount, capacity: decoder.format.framesPerPacket)
      var samples: [Float] = []
      for packet in try packets() {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        for frame in 0..<block.frameCount {
          for channel in 0..<block.channelCount { samples.append(block.channel(channel)[frame]) }
        }
      }
      return samples.withUnsafeBytes { Array($0) }
    }
  }

  /// Of both domains of the core, with band replication and MPEG Surround; none of the files has priming to cut off.
  static let streams = [
    Stream(name: "xa_sw_24000_mo_28k_mixs", rate: 24000, channels: 1, frames: 1024),
    Stream(name: "xa_sbr21_mps_48000_st_32k_wz11", rate: 48000, channels: 2, frames: 2048),
    Stream(name: "ipf_switch", rate: 48000, channels: 2, frames: 1024),
  ]

  @Test("A converter gives the samples of the decoder", arguments: streams)
  func converter(_ stream: Stream) throws {
    let packets = try stream.packets()
    let configuration = try stream.configuration()
    let converter = try makeConverter(
      stream.format, .pcm(32, rate: stream.rate, channels: stream.channels, isFloat: true))
    defer { AudioConverterDispose(converter) }
    try #require(
      AudioConverterSetProperty(
        converter, kAudioConverterDecompressionMagicCookie, UInt32(configuration.count), configuration) == noErr)
    let frames = UInt32(packets.count) * stream.frames
    let made = fill(
      converter, PacketFeed(packets), packets: frames, room: Int(frames) * 4 * Int(stream.channels))
    #expect(made.status == noErr && made.packets == frames)
    expectEqual(made.bytes, try stream.decoded())
  }

  @Test(
    "A file tells its format, its packets and its cookie, with which a converter gives the same", arguments: streams)
  func audioFile(_ stream: Stream) throws {
    var file: AudioFileID?
    try #require(AudioFileOpenURL(stream.url("m4a") as CFURL, .readPermission, 0, &file) == noErr)
    let opened = try required(file)
    defer { AudioFileClose(opened) }
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    expectEqual(AudioFileGetProperty(opened, kAudioFilePropertyDataFormat, &size, &format), noErr)
    #expect(format.mFormatID == kAudioFormatMPEGD_USAC && format.mSampleRate == stream.rate)
    #expect(format.mChannelsPerFrame == stream.channels && format.mFramesPerPacket == stream.frames)
    var cookieSize: UInt32 = 0
    expectEqual(AudioFileGetPropertyInfo(opened, kAudioFilePropertyMagicCookieData, &cookieSize, nil), noErr)
    var cookie = [UInt8](repeating: 0, count: Int(cookieSize))
    expectEqual(AudioFileGetProperty(opened, kAudioFilePropertyMagicCookieData, &cookieSize, &cookie), noErr)
    let packets = try stream.packets()
    var read: [[UInt8]] = []
    for number in packets.indices {
      var bytes = [UInt8](repeating: 0, count: 8192)
      var (byteCount, count) = (UInt32(bytes.count), UInt32(1))
      var place = AudioStreamPacketDescription()
      try #require(
        AudioFileReadPacketData(opened, false, &byteCount, &place, Int64(number), &count, &bytes) == noErr)
      read.append(Array(bytes.prefix(Int(place.mDataByteSize))))
    }
    expectEqual(read, packets)
    let converter = try makeConverter(format, .pcm(32, rate: stream.rate, channels: stream.channels, isFloat: true))
    defer { AudioConverterDispose(converter) }
    expectEqual(
      AudioConverterSetProperty(converter, kAudioConverterDecompressionMagicCookie, cookieSize, cookie), noErr)
    let frames = UInt32(packets.count) * stream.frames
    let made = fill(converter, PacketFeed(read), packets: frames, room: Int(frames) * 4 * Int(stream.channels))
    expectEqual(made.bytes, try stream.decoded())
  }

  @Test("An extended file gives the samples of the decoder", arguments: streams)
  func extendedFile(_ stream: Stream) throws {
    var file: ExtAudioFileRef?
    try #require(ExtAudioFileOpenURL(stream.url("m4a") as CFURL, &file) == noErr)
    let opened = try required(file)
    defer { ExtAudioFileDispose(opened) }
    var client = AudioStreamBasicDescription.pcm(32, rate: stream.rate, channels: stream.channels, isFloat: true)
    let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    expectEqual(ExtAudioFileSetProperty(opened, kExtAudioFileProperty_ClientDataFormat, size, &client), noErr)
    var bytes: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: 1000 * 4 * Int(stream.channels))
    while true {
      var count: UInt32 = 1000
      let status = portion.withUnsafeMutableBytes { memory in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: stream.channels, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
        return ExtAudioFileRead(opened, &count, &list)
      }
      try #require(status == noErr)
      guard count > 0 else { break }
      bytes += portion.prefix(Int(count) * 4 * Int(stream.channels))
    }
    expectEqual(bytes, try stream.decoded())
  }
}
