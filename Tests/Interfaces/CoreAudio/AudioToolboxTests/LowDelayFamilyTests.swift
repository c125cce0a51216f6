import AudioBase
import AudioCatalog
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// AAC-ELD version 2 and reduced delay as a program for Core Audio meets them.
@Suite("AAC-ELD version 2 and reduced delay through the C API")
struct LowDelayFamilyTests {
  /// A stream, and what Core Audio calls it.
  struct Stream: Sendable {
    var name: String
    var formatID: AudioFormatID
    var rate: Double
    var frames: UInt32
    /// The ways to decode it, the richest first: format, channels, rate, frames of a packet.
    var layers: [Layer]

    struct Layer: Sendable, Equatable {
      var formatID: AudioFormatID
      var channels: UInt32
      var rate: Double
      var frames: UInt32
    }

    /// The packets and the AudioSpecificConfig.
    func load() throws -> (packets: [[UInt8]], configuration: [UInt8]) {
      if name.hasSuffix("_own") { return try Fixture.dump(name) }
      let file = { (part: String) throws -> URL in try SharedFiles.file("vectors/\(name)/\(part)") }
      return (packetsOfDump(SharedFiles.bytes(try file("v.dump"))), SharedFiles.bytes(try file("v.asc")))
    }
  }

  static let own = [
    Stream(
      name: "eldv2_48000_512_own", formatID: kAudioFormatMPEG4AAC_ELD_V2, rate: 48000, frames: 512,
      layers: [
        .init(formatID: kAudioFormatMPEG4AAC_ELD_V2, channels: 2, rate: 48000, frames: 512),
        .init(formatID: kAudioFormatMPEG4AAC_ELD, channels: 1, rate: 48000, frames: 512),
      ]),
    Stream(
      name: "eldrd_48000_240_own", formatID: kAudioFormatMPEG4AAC_ELD, rate: 48000, frames: 240,
      layers: [.init(formatID: kAudioFormatMPEG4AAC_ELD, channels: 2, rate: 48000, frames: 240)]),
  ]

  static let vectors = [
    Stream(
      name: "eldv2_dr_44100_512_32k_etr", formatID: kAudioFormatMPEG4AAC_ELD_V2, rate: 44100, frames: 1024,
      layers: [
        .init(formatID: kAudioFormatMPEG4AAC_ELD_V2, channels: 2, rate: 44100, frames: 1024),
        .init(formatID: kAudioFormatMPEG4AAC_ELD_SBR, channels: 1, rate: 44100, frames: 1024),
        .init(formatID: kAudioFormatMPEG4AAC_ELD, channels: 1, rate: 22050, frames: 512),
      ]),
    Stream(
      name: "eldv2_ds_24000_512_32k_harpsi", formatID: kAudioFormatMPEG4AAC_ELD_V2, rate: 24000, frames: 512,
      layers: [
        .init(formatID: kAudioFormatMPEG4AAC_ELD_V2, channels: 2, rate: 24000, frames: 512),
        .init(formatID: kAudioFormatMPEG4AAC_ELD_SBR, channels: 1, rate: 24000, frames: 512),
        .init(formatID: kAudioFormatMPEG4AAC_ELD, channels: 1, rate: 24000, frames: 512),
      ]),
  ]

  // MARK: Decoding

  private func checkDecoding(_ stream: Stream) throws {
    let (all, configuration) = try stream.load()
    let packets = Array(all.prefix(40))
    let input = AudioStreamBasicDescription.coded(
      stream.formatID, rate: stream.rate, channels: 2, frames: stream.frames)
    let output = AudioStreamBasicDescription.pcm(32, rate: stream.rate, isFloat: true)
    let converter = try makeConverter(input, output)
    defer { AudioConverterDispose(converter) }
    try #require(
      AudioConverterSetProperty(
        converter, kAudioConverterDecompressionMagicCookie, UInt32(configuration.count), configuration) == noErr)
    let frames = UInt32(packets.count) * stream.frames
    let made = fill(converter, PacketFeed(packets), packets: frames, room: Int(frames) * 8)
    #expect(made.status == noErr && made.packets == frames)
    expectEqual(made.bytes, try Self.decoded(packets, configuration))
  }

  /// The samples that the decoder itself gives, interleaved.
  private static func decoded(_ packets: [[UInt8]], _ configuration: [UInt8]) throws -> [UInt8] {
    let codec = try required(Catalog.standard.codec(formatID: .aacEnhancedLowDelay))
    let format = StreamFormat(formatID: .aacEnhancedLowDelay, sampleRate: 0, channelsPerFrame: 0)
    var decoder = try codec.makeDecoder(CodedStream(format: format, cookie: configuration))
    var block = PCMBlock(
      channelCount: decoder.format.layout.channelCount, capacity: decoder.format.framesPerPacket)
    var samples: [Float] = []
    for packet in packets {
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      for frame in 0..<block.frameCount {
        for channel in 0..<block.channelCount { samples.append(block.channel(channel)[frame]) }
      }
    }
    return samples.withUnsafeBytes { Array($0) }
  }

  @Test("A converter gives the samples of the decoder", arguments: own)
  func decoding(_ stream: Stream) throws { try checkDecoding(stream) }

  @Test(
    "A converter gives the samples of the decoder, over spectral band replication too", .needs(.vectors),
    arguments: vectors)
  func decodingOfVectors(_ stream: Stream) throws { try checkDecoding(stream) }

  // MARK: Layers

  private func checkLayers(_ stream: Stream) throws {
    let (_, configuration) = try stream.load()
    let format = AudioStreamBasicDescription.coded(
      stream.formatID, rate: stream.rate, channels: 2, frames: stream.frames)
    try configuration.withUnsafeBytes { cookie throws in
      let info = AudioFormatInfo(
        mASBD: format, mMagicCookie: try required(cookie.baseAddress), mMagicCookieSize: UInt32(cookie.count))
      let list = try formatAnswer(kAudioFormatProperty_FormatList, info, AudioFormatListItem.self)
      expectEqual(Self.layers(list), stream.layers)
      expectEqual(
        list.map(\.mChannelLayoutTag),
        stream.layers.map { $0.channels == 2 ? kAudioChannelLayoutTag_Stereo : kAudioChannelLayoutTag_Mono })
      let decoded = try formatAnswer(kAudioFormatProperty_OutputFormatList, info, AudioFormatListItem.self)
      expectEqual(decoded.map(\.mASBD.mSampleRate), stream.layers.map(\.rate))
    }
  }

  private static func layers(_ list: [AudioFormatListItem]) -> [Stream.Layer] {
    list.map {
      .init(
        formatID: $0.mASBD.mFormatID, channels: $0.mASBD.mChannelsPerFrame, rate: $0.mASBD.mSampleRate,
        frames: $0.mASBD.mFramesPerPacket)
    }
  }

  @Test("The format list has every layer, the richest first", arguments: own)
  func formatList(_ stream: Stream) throws { try checkLayers(stream) }

  @Test("The format list has the stereo, the replication and the core", .needs(.vectors), arguments: vectors)
  func formatListOfVectors(_ stream: Stream) throws { try checkLayers(stream) }

  // MARK: Streams

  private final class Listener {
    var format = AudioStreamBasicDescription()
    var cookie: [UInt8] = []
    var layers: [AudioFormatListItem] = []
    var packets: [[UInt8]] = []

    func take(_ stream: AudioFileStreamID) {
      var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, &format)
      AudioFileStreamGetPropertyInfo(stream, kAudioFileStreamProperty_MagicCookieData, &size, nil)
      cookie = [UInt8](repeating: 0, count: Int(size))
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_MagicCookieData, &size, &cookie)
      layers = [AudioFormatListItem](repeating: AudioFormatListItem(), count: 4)
      size = UInt32(4 * MemoryLayout<AudioFormatListItem>.size)
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_FormatList, &size, &layers)
      layers.removeLast(4 - Int(size) / MemoryLayout<AudioFormatListItem>.size)
    }
  }

  private static func loas(_ stream: Stream, _ packets: [[UInt8]], _ configuration: [UInt8]) throws -> [UInt8] {
    var format = StreamFormat(
      formatID: .init(rawValue: stream.formatID), sampleRate: stream.rate, channelsPerFrame: 2)
    format.framesPerPacket = Int(stream.frames)
    let create = try required(Catalog.standard.container(fileType: "loas")?.create)
    let sink = MemoryByteSink()
    let settings = WriterSettings(
      format: format, layout: ChannelLayout([.left, .right]), cookie: configuration)
    var writer = try create(sink, settings)
    for packet in packets {
      let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
      try writer.write(packet.span, descriptions: place.span)
    }
    try writer.finish()
    return sink.bytes
  }

  private func checkStream(_ stream: Stream, portion: Int) throws {
    let (all, configuration) = try stream.load()
    let packets = Array(all.prefix(40))
    let bytes = try Self.loas(stream, packets, configuration)
    let listener = Listener()
    var opened: AudioFileStreamID?
    let status = AudioFileStreamOpen(
      Unmanaged.passUnretained(listener).toOpaque(),
      { address, stream, property, _ in
        guard property == kAudioFileStreamProperty_ReadyToProducePackets else { return }
        Unmanaged<Listener>.fromOpaque(address).takeUnretainedValue().take(stream)
      },
      { address, _, count, data, places in
        guard let places else { return }
        let listener = Unmanaged<Listener>.fromOpaque(address).takeUnretainedValue()
        for place in UnsafeBufferPointer(start: places, count: Int(count)) {
          listener.packets.append(
            [UInt8](UnsafeRawBufferPointer(start: data + Int(place.mStartOffset), count: Int(place.mDataByteSize))))
        }
      }, 0, &opened)
    try #require(status == noErr)
    let handle = try required(opened)
    defer { AudioFileStreamClose(handle) }
    for start in stride(from: 0, to: bytes.count, by: portion) {
      let part = Array(bytes[start..<min(bytes.count, start + portion)])
      expectEqual(AudioFileStreamParseBytes(handle, UInt32(part.count), part, []), noErr)
    }
    // The last packet may wait for what comes after it.
    expectGreaterOrEqual(listener.packets.count, packets.count - 1)
    expectEqual(listener.packets, Array(packets.prefix(listener.packets.count)))
    expectEqual(listener.cookie, configuration)
    expectEqual(Self.layers(listener.layers), stream.layers)
    #expect(listener.layers.map(\.mASBD.mFormatID).contains(listener.format.mFormatID))
    withExtendedLifetime(listener) {}
  }

  @Test("A stream of LOAS tells its layers and gives its packets", arguments: own, [1, 61, 4096])
  func arriving(_ stream: Stream, portion: Int) throws { try checkStream(stream, portion: portion) }

  @Test("A stream of LOAS tells its layers, replication too", .needs(.vectors), arguments: vectors)
  func arrivingVectors(_ stream: Stream) throws { try checkStream(stream, portion: 500) }
}
