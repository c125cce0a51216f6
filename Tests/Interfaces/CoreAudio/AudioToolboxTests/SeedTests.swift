import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The first of the five programs that this package was made for, with its own code.
@Suite("A decoder of AAC-ELD, as programs for Apple's systems are written")
struct SeedTests {
  @Test("One packet a call decodes to what the package decodes, without a cookie")
  func decodes() throws {
    let (packets, configuration) = try Fixture.dump("eld_airplay_128k_syn_sweep")
    let decoder = AACELDDecoder()
    try decoder.configureDecoder()
    var decoded: [UInt8] = []
    for packet in packets { decoded += [UInt8](try decoder.decode(Data(packet)) ?? Data()) }
    let expected = try converted(
      packets, from: .coded(kAudioFormatMPEG4AAC_ELD, frames: 480), cookie: configuration, to: .pcm())
    expectEqual(decoded.count, packets.count * 480 * 4)
    expectEqual(decoded, expected)
    #expect(decoded.contains { $0 != 0 })
  }

  @Test("Properties answer as its log shows")
  func propertyLog() throws {
    let converter = try makeConverter(.coded(kAudioFormatMPEG4AAC_ELD, frames: 480), .pcm())
    defer { AudioConverterDispose(converter) }
    var input = AudioStreamBasicDescription()
    var output = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    expectEqual(
      AudioConverterGetProperty(converter, kAudioConverterCurrentInputStreamDescription, &size, &input), noErr)
    expectEqual(
      AudioConverterGetProperty(converter, kAudioConverterCurrentOutputStreamDescription, &size, &output), noErr)
    // The log gives 1633772389 as the number of the format, which is 'aace'.
    expectEqual(input.mFormatID, 1_633_772_389)
    expectEqual(input.mFormatFlags, 0)
    expectEqual(input.mChannelsPerFrame, 2)
    expectEqual(output.mSampleRate, 44100)
    expectEqual(output.mFormatID, 1_819_304_813)
    expectEqual(output.mFormatFlags, 0xC)
    expectEqual(output.mChannelsPerFrame, 2)
    expectEqual(output.mBytesPerFrame, 4)
    expectEqual(output.mBytesPerPacket, 4)

    var prime = AudioConverterPrimeInfo(leadingFrames: 1, trailingFrames: 1)
    size = UInt32(MemoryLayout<AudioConverterPrimeInfo>.size)
    expectEqual(AudioConverterGetProperty(converter, kAudioConverterPrimeInfo, &size, &prime), noErr)
    expectEqual(prime.leadingFrames, 0)
    expectEqual(prime.trailingFrames, 0)

    var isWritable: DarwinBoolean = false
    let status = AudioConverterGetPropertyInfo(
      converter, kAudioConverterDecompressionMagicCookie, &size, &isWritable)
    expectEqual(status, 1_886_547_824)
  }

  @Test("A cookie is taken raw and as a descriptor", arguments: [false, true])
  func cookies(isWrapped: Bool) throws {
    let (packets, configuration) = try Fixture.dump("eld_airplay_128k_syn_sweep")
    // ISO/IEC 14496-1, 7.2.6.5: an ES_Descriptor by hand.
    let config = [0x04, UInt8(15 + configuration.count), 0x40, 0x15] + [UInt8](repeating: 0, count: 11)
    let specific = [0x05, UInt8(configuration.count)] + configuration
    let content: [UInt8] = [0, 0, 0] + config + specific + [0x06, 0x01, 0x02]
    let cookie = isWrapped ? [0x03, UInt8(content.count)] + content : configuration
    let converter = try makeConverter(.coded(kAudioFormatMPEG4AAC_ELD, frames: 480), .pcm())
    defer { AudioConverterDispose(converter) }
    expectEqual(
      AudioConverterSetProperty(
        converter, kAudioConverterDecompressionMagicCookie, UInt32(cookie.count), cookie), noErr)
    var size: UInt32 = 0
    expectEqual(AudioConverterGetPropertyInfo(converter, kAudioConverterDecompressionMagicCookie, &size, nil), noErr)
    expectEqual(Int(size), cookie.count)
    let result = fill(converter, PacketFeed(packets), packets: 9600, room: 9600 * 4)
    expectEqual(result.status, noErr)
    let expected = try converted(
      packets, from: .coded(kAudioFormatMPEG4AAC_ELD, frames: 480), cookie: configuration, to: .pcm())
    expectEqual(result.bytes, expected)
  }

  @Test("Frames of 480 and 512 samples, both rates, mono and stereo get a converter", arguments: [480, 512])
  func allShapes(frames: UInt32) throws {
    for rate in [44100.0, 48000.0] {
      for channels in [UInt32(1), 2] {
        let input = AudioStreamBasicDescription.coded(
          kAudioFormatMPEG4AAC_ELD, rate: rate, channels: channels, frames: frames)
        let converter = try makeConverter(input, .pcm(rate: rate, channels: channels))
        expectEqual(AudioConverterDispose(converter), noErr)
      }
    }
  }
}
