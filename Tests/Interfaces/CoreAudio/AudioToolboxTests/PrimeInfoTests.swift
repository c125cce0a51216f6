import AudioToolbox
import TestSupport
import Testing

@Suite("Prime information of a decoder")
struct PrimeInfoTests {
  private let eld = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC_ELD, frames: 480)
  private let size = UInt32(MemoryLayout<AudioConverterPrimeInfo>.size)

  @Test(
    "Leading and trailing frames are cut off, packets and parts of packets",
    arguments: [(0, 7), (1, 0), (479, 480), (480, 481), (1000, 2), (3, 1500)])
  func cutting(count: Int, trailing: Int) throws {
    let packets = Array(try Fixture.dump("eld_airplay_128k_syn_sweep").packets.prefix(8))
    let plain = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(plain) }
    let all = fill(plain, PacketFeed(packets), packets: 8 * 480, room: 8 * 480 * 4)
    expectEqual(all.packets, 8 * 480)

    let trimming = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(trimming) }
    var info = AudioConverterPrimeInfo(leadingFrames: UInt32(count), trailingFrames: UInt32(trailing))
    expectEqual(AudioConverterSetProperty(trimming, kAudioConverterPrimeInfo, size, &info), noErr)
    for _ in 0..<2 {
      let rest = fill(trimming, PacketFeed(packets), packets: 8 * 480, room: 8 * 480 * 4)
      expectEqual(rest.bytes, Array(all.bytes.dropFirst(4 * count).dropLast(4 * trailing)))
      expectEqual(AudioConverterReset(trimming), noErr)
    }
    var answer = AudioConverterPrimeInfo()
    var room = size
    expectEqual(AudioConverterGetProperty(trimming, kAudioConverterPrimeInfo, &room, &answer), noErr)
    expectEqual(answer.leadingFrames, UInt32(count))
    expectEqual(answer.trailingFrames, UInt32(trailing))
  }

  @Test("The last packets wait until the input ends, and no longer; how it is cut up does not matter")
  func waiting() throws {
    let packets = Array(try Fixture.dump("eld_airplay_128k_syn_sweep").packets.prefix(8))
    let decoder = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(decoder) }
    var info = AudioConverterPrimeInfo(leadingFrames: 0, trailingFrames: 481)
    expectEqual(AudioConverterSetProperty(decoder, kAudioConverterPrimeInfo, size, &info), noErr)
    // A function that runs dry with a status of its own ends nothing: two packets wait behind the six that are given.
    let feed = PacketFeed(packets)
    feed.statusAtEnd = -1234
    let first = fill(decoder, feed, packets: 8 * 480, room: 8 * 480 * 4)
    expectEqual(first.status, -1234)
    expectEqual(first.packets, 6 * 480)
    feed.statusAtEnd = noErr
    let last = fill(decoder, feed, packets: 8 * 480, room: 8 * 480 * 4)
    expectEqual(last.status, noErr)
    expectEqual(last.packets, 479)
    let plain = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(plain) }
    let all = fill(plain, PacketFeed(packets), packets: 8 * 480, room: 8 * 480 * 4)
    expectEqual(first.bytes + last.bytes, Array(all.bytes.dropLast(4 * 481)))
  }

  @Test("Trailing frames of codings whose packets are frames")
  func singleFrames() throws {
    let law = AudioStreamBasicDescription(
      mSampleRate: 8000, mFormatID: kAudioFormatULaw, mFormatFlags: 0, mBytesPerPacket: 1, mFramesPerPacket: 1,
      mBytesPerFrame: 1, mChannelsPerFrame: 1, mBitsPerChannel: 8, mReserved: 0)
    let decoder = try makeConverter(law, .pcm(rate: 8000, channels: 1))
    defer { AudioConverterDispose(decoder) }
    var info = AudioConverterPrimeInfo(leadingFrames: 3, trailingFrames: 1000)
    expectEqual(AudioConverterSetProperty(decoder, kAudioConverterPrimeInfo, size, &info), noErr)
    let feed = PacketFeed((0..<30).map { [UInt8](repeating: UInt8($0), count: 100) })
    feed.bytesPerPacket = 1
    let made = fill(decoder, feed, packets: 4000, room: 8000)
    expectEqual(made.status, noErr)
    expectEqual(made.packets, 3000 - 1003)
  }

  @Test("It is set in its own size, and only where packets are decoded")
  func refusals() throws {
    let decoder = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(decoder) }
    var info = AudioConverterPrimeInfo(leadingFrames: .max, trailingFrames: .max)
    var isWritable: DarwinBoolean = false
    expectEqual(AudioConverterGetPropertyInfo(decoder, kAudioConverterPrimeInfo, nil, &isWritable), noErr)
    #expect(isWritable.boolValue)
    for wrong in [0, 4, 7, 9] {
      expectEqual(
        AudioConverterSetProperty(decoder, kAudioConverterPrimeInfo, UInt32(wrong), &info),
        kAudioConverterErr_BadPropertySizeError)
    }
    // More than there will ever be: all is cut off.
    expectEqual(AudioConverterSetProperty(decoder, kAudioConverterPrimeInfo, size, &info), noErr)
    let packets = try Fixture.dump("eld_airplay_128k_syn_sweep").packets
    expectEqual(fill(decoder, PacketFeed(packets), packets: 100, room: 400).packets, 0)

    let copier = try makeConverter(.pcm(), .pcm())
    defer { AudioConverterDispose(copier) }
    expectEqual(
      AudioConverterSetProperty(copier, kAudioConverterPrimeInfo, size, &info), kAudioConverterErr_OperationNotSupported
    )
    expectEqual(AudioConverterGetPropertyInfo(copier, kAudioConverterPrimeInfo, nil, &isWritable), noErr)
    #expect(!isWritable.boolValue)
  }
}
