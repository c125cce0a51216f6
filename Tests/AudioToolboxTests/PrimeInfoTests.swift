import AudioToolbox
import TestSupport
import Testing

@Suite("Prime information of a decoder")
struct PrimeInfoTests {
  private let eld = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC_ELD, frames: 480)
  private let size = UInt32(MemoryLayout<AudioConverterPrimeInfo>.size)

  @Test("Leading frames are cut off, packets and parts of packets", arguments: [0, 1, 479, 480, 1000])
  func leadingFrames(count: Int) throws {
    let packets = Array(try Fixture.dump("eld_airplay_128k_syn_sweep").packets.prefix(8))
    let plain = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(plain) }
    let all = fill(plain, PacketFeed(packets), packets: 8 * 480, room: 8 * 480 * 4)
    #expect(all.packets == 8 * 480)

    let trimming = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(trimming) }
    var info = AudioConverterPrimeInfo(leadingFrames: UInt32(count), trailingFrames: 7)
    #expect(AudioConverterSetProperty(trimming, kAudioConverterPrimeInfo, size, &info) == noErr)
    for _ in 0..<2 {
      let rest = fill(trimming, PacketFeed(packets), packets: 8 * 480, room: 8 * 480 * 4)
      #expect(rest.bytes == Array(all.bytes.dropFirst(4 * count)))
      #expect(AudioConverterReset(trimming) == noErr)
    }
    var answer = AudioConverterPrimeInfo()
    var room = size
    #expect(AudioConverterGetProperty(trimming, kAudioConverterPrimeInfo, &room, &answer) == noErr)
    #expect(answer.leadingFrames == UInt32(count))
    #expect(answer.trailingFrames == 7)
  }

  @Test("It is set in its own size, and only where packets are decoded")
  func refusals() throws {
    let decoder = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(decoder) }
    var info = AudioConverterPrimeInfo(leadingFrames: .max, trailingFrames: .max)
    var isWritable: DarwinBoolean = false
    #expect(AudioConverterGetPropertyInfo(decoder, kAudioConverterPrimeInfo, nil, &isWritable) == noErr)
    #expect(isWritable.boolValue)
    for wrong in [0, 4, 7, 9] {
      #expect(
        AudioConverterSetProperty(decoder, kAudioConverterPrimeInfo, UInt32(wrong), &info)
          == kAudioConverterErr_BadPropertySizeError)
    }
    // More than there will ever be: all is cut off.
    #expect(AudioConverterSetProperty(decoder, kAudioConverterPrimeInfo, size, &info) == noErr)
    let packets = try Fixture.dump("eld_airplay_128k_syn_sweep").packets
    #expect(fill(decoder, PacketFeed(packets), packets: 100, room: 400).packets == 0)

    let copier = try makeConverter(.pcm(), .pcm())
    defer { AudioConverterDispose(copier) }
    #expect(
      AudioConverterSetProperty(copier, kAudioConverterPrimeInfo, size, &info)
        == kAudioConverterErr_OperationNotSupported)
    #expect(AudioConverterGetPropertyInfo(copier, kAudioConverterPrimeInfo, nil, &isWritable) == noErr)
    #expect(!isWritable.boolValue)
  }
}
