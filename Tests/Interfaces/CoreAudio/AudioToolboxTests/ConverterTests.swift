import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio Converter Services")
struct ConverterTests {
  private let eld = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC_ELD, frames: 480)

  // MARK: Handles and arguments

  @Test("A handle that is disposed of, of another kind or none is refused")
  func handles() throws {
    let converter = try makeConverter(eld, .pcm())
    expectEqual(AudioConverterReset(converter), noErr)
    expectEqual(AudioConverterDispose(converter), noErr)
    expectEqual(AudioConverterDispose(converter), kAudio_ParamError)
    expectEqual(AudioConverterReset(converter), kAudio_ParamError)
    var file: AudioFileID?
    expectEqual(AudioFileOpenURL(Fixture.music as CFURL, .readPermission, 0, &file), noErr)
    let handle = try required(file)
    expectEqual(AudioConverterReset(handle), kAudio_ParamError)
    expectEqual(AudioFileClose(handle), noErr)
  }

  @Test("Formats that cannot be converted are refused")
  func unsupportedFormats() {
    var pcm = AudioStreamBasicDescription.pcm()
    var broken = AudioStreamBasicDescription.pcm()
    broken.mBytesPerFrame = 3
    var unknown = AudioStreamBasicDescription.coded(0x3F3F_3F3F, frames: 100)
    var nan = AudioStreamBasicDescription.pcm(rate: .nan)
    var coded = eld
    var alac = AudioStreamBasicDescription.coded(kAudioFormatAppleLossless, frames: 4096)
    var converter: AudioConverterRef?
    expectEqual(AudioConverterNew(&unknown, &pcm, &converter), kAudioConverterErr_FormatNotSupported)
    expectEqual(AudioConverterNew(&pcm, &unknown, &converter), kAudioConverterErr_FormatNotSupported)
    expectEqual(AudioConverterNew(&broken, &pcm, &converter), kAudioConverterErr_FormatNotSupported)
    expectEqual(AudioConverterNew(&nan, &pcm, &converter), kAudioConverterErr_FormatNotSupported)
    expectEqual(AudioConverterNew(&coded, &alac, &converter), kAudioConverterErr_FormatNotSupported)
    expectNil(converter)
  }

  @Test("Class descriptions name our codecs by both of Apple's manufacturers, and no others")
  func classDescriptions() {
    var pcm = AudioStreamBasicDescription.pcm()
    var alac = AudioStreamBasicDescription.coded(kAudioFormatAppleLossless, frames: 4096)
    for (manufacturer, expected) in [
      (kAppleSoftwareAudioCodecManufacturer, noErr), (kAppleHardwareAudioCodecManufacturer, noErr),
      (UInt32(0x6C61_6D65), kAudioConverterErr_FormatNotSupported),
    ] {
      var description = AudioClassDescription(
        mType: kAudioEncoderComponentType, mSubType: kAudioFormatAppleLossless, mManufacturer: manufacturer)
      var converter: AudioConverterRef?
      expectEqual(AudioConverterNewSpecific(&pcm, &alac, 1, &description, &converter), expected)
      if let converter { AudioConverterDispose(converter) }
    }
  }

  // MARK: The input function

  @Test("A private status stops, and what was made comes with it; the next call goes on")
  func privateStatus() throws {
    let (packets, _) = try Fixture.dump("eld_airplay_128k_syn_sweep")
    let converter = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(converter) }
    let feed = PacketFeed(Array(packets.prefix(3)))
    feed.statusAtEnd = -1
    let first = fill(converter, feed, packets: 480 * 10, room: 480 * 40)
    expectEqual(first.status, -1)
    expectEqual(first.packets, 480 * 3)
    feed.packets = packets
    let second = fill(converter, feed, packets: 480, room: 480 * 4)
    expectEqual(second.status, noErr)
    expectEqual(second.packets, 480)
  }

  @Test("No packets and no error end the stream until a reset")
  func endOfStream() throws {
    let (packets, _) = try Fixture.dump("eld_airplay_128k_syn_sweep")
    let converter = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(converter) }
    let feed = PacketFeed(Array(packets.prefix(2)))
    let first = fill(converter, feed, packets: 480 * 10, room: 480 * 40)
    expectEqual(first.status, noErr)
    expectEqual(first.packets, 960)
    feed.packets = packets
    let calls = feed.callCount
    let ended = fill(converter, feed, packets: 480, room: 480 * 4)
    expectEqual(ended.status, noErr)
    expectEqual(ended.packets, 0)
    expectEqual(feed.callCount, calls)
    expectEqual(AudioConverterReset(converter), noErr)
    feed.next = 0
    let again = fill(converter, feed, packets: 960, room: 960 * 4)
    expectEqual(again.bytes, Array(first.bytes))
  }

  @Test("A function that leaves the number of packets as it was asked gives one packet at a time")
  func numberLeftAlone() throws {
    let (packets, _) = try Fixture.dump("eld_airplay_128k_syn_sweep")
    let converter = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(converter) }
    let whole = fill(converter, PacketFeed(Array(packets.prefix(4))), packets: 1920, room: 1920 * 4)
    expectEqual(AudioConverterReset(converter), noErr)
    let careless = PacketFeed(Array(packets.prefix(4)))
    careless.leavesCount = true
    let again = fill(converter, careless, packets: 1920, room: 1920 * 4)
    expectEqual(again.status, noErr)
    expectEqual(again.packets, 1920)
    expectEqual(careless.asked, [1, 1, 1, 1])
    expectEqual(again.bytes, whole.bytes)
  }

  @Test("AAC in ADTS frames is what is in them, with a checksum or without; a frame of another length is a packet")
  func framedPackets() throws {
    let (packets, cookie) = try Fixture.dump("lc_44100_st_128k_syn_burst")
    let aac = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)
    let expected = try converted(packets, from: aac, cookie: cookie, to: .pcm())
    let count = UInt32(packets.count * 1024)
    for checksum in [false, true] {
      let converter = try makeConverter(aac, .pcm())
      defer { AudioConverterDispose(converter) }
      let framed = PacketFeed(packets.map { inADTSFrame($0, checksum: checksum) })
      let made = fill(converter, framed, packets: count, room: Int(count) * 4)
      expectEqual(made.status, noErr)
      expectEqual(made.packets, count)
      expectEqual(made.bytes, expected)
      // One byte more than its header says: to a decoder of bare packets a block that ends at once.
      expectEqual(AudioConverterReset(converter), noErr)
      let longer = PacketFeed([inADTSFrame(packets[packets.count / 2], checksum: checksum) + [0]])
      let silent = fill(converter, longer, packets: 1024, room: 4096)
      #expect(silent.bytes.allSatisfy { $0 == 0 })
    }
  }

  @Test("Packets of variable size need descriptions that lie in their buffer")
  func descriptions() throws {
    let (packets, _) = try Fixture.dump("eld_airplay_128k_syn_sweep")
    let converter = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(converter) }
    let feed = PacketFeed(packets)
    feed.givesDescriptions = false
    let result = fill(converter, feed, packets: 480, room: 480 * 4)
    expectEqual(result.status, kAudioConverterErr_RequiresPacketDescriptionsError)
    expectEqual(result.packets, 0)
  }

  @Test("A buffer too small for a frame, and a packet that is none, are told")
  func badBuffers() throws {
    let converter = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(converter) }
    let small = fill(converter, PacketFeed([[1, 2, 3]]), packets: 480, room: 3)
    expectEqual(small.status, kAudioConverterErr_InvalidOutputSize)
    let broken = fill(converter, PacketFeed([[0xFF, 0xFF]]), packets: 480, room: 480 * 4)
    expectEqual(broken.status, kAudioCodecBadDataError)
    let nothing = fill(converter, PacketFeed([]), packets: 0, room: 0)
    expectEqual(nothing.status, noErr)
    expectEqual(nothing.packets, 0)
  }

  // MARK: Linear PCM

  @Test("16-bit samples become floats of each channel in a buffer of its own")
  func deinterleaving() throws {
    let converter = try makeConverter(.pcm(), .pcm(32, isFloat: true, isPlanar: true))
    defer { AudioConverterDispose(converter) }
    let samples: [Int16] = [16384, -16384, 0, 32767, -32768, 8192]
    let feed = PacketFeed([samples.withUnsafeBytes { Array($0) }])
    feed.bytesPerPacket = 4
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    var left = [Float](repeating: 0, count: 3)
    var right = [Float](repeating: 0, count: 3)
    var count: UInt32 = 3
    let status = left.withUnsafeMutableBytes { leftMemory in
      right.withUnsafeMutableBytes { rightMemory in
        list[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 12, mData: leftMemory.baseAddress)
        list[1] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 12, mData: rightMemory.baseAddress)
        return AudioConverterFillComplexBuffer(
          converter, PacketFeed.function, feed.userData, &count, list.unsafeMutablePointer, nil)
      }
    }
    expectEqual(status, noErr)
    expectEqual(count, 3)
    expectEqual(left, [0.5, 0, -1])
    expectEqual(right, [-0.5, 32767 / 32768, 0.25])
    expectEqual(list.map(\.mDataByteSize), [12, 12])
  }

  @Test("ConvertBuffer converts samples at once, and nothing else")
  func convertBuffer() throws {
    let converter = try makeConverter(.pcm(channels: 1), .pcm(32, channels: 1))
    defer { AudioConverterDispose(converter) }
    let samples: [Int16] = [1, -2, 32767]
    var output = [Int32](repeating: 0, count: 3)
    var size: UInt32 = 12
    expectEqual(AudioConverterConvertBuffer(converter, 6, samples, &size, &output), noErr)
    expectEqual(size, 12)
    expectEqual(output, [0x1_0000, -0x2_0000, 0x7FFF_0000])
    size = 8
    expectEqual(
      AudioConverterConvertBuffer(converter, 6, samples, &size, &output), kAudioConverterErr_InvalidOutputSize)
    expectEqual(AudioConverterConvertBuffer(converter, 5, samples, &size, &output), kAudioConverterErr_InvalidInputSize)
    let resampling = try makeConverter(.pcm(channels: 1), .pcm(rate: 48000, channels: 1))
    defer { AudioConverterDispose(resampling) }
    expectEqual(
      AudioConverterConvertBuffer(resampling, 6, samples, &size, &output), kAudioConverterErr_OperationNotSupported)
  }

  @Test("A channel map swaps channels")
  func channelMap() throws {
    let converter = try makeConverter(.pcm(), .pcm())
    defer { AudioConverterDispose(converter) }
    var map: [Int32] = [1, 0]
    expectEqual(AudioConverterSetProperty(converter, kAudioConverterChannelMap, 8, &map), noErr)
    let samples: [Int16] = [1, 2, 3, 4]
    var output = [Int16](repeating: 0, count: 4)
    var size: UInt32 = 8
    expectEqual(AudioConverterConvertBuffer(converter, 8, samples, &size, &output), noErr)
    expectEqual(output, [2, 1, 4, 3])
    map = [7, 0]
    expectEqual(AudioConverterSetProperty(converter, kAudioConverterChannelMap, 8, &map), kAudio_ParamError)
    expectEqual(
      AudioConverterSetProperty(converter, kAudioConverterChannelMap, 4, &map), kAudioConverterErr_BadPropertySizeError)
  }

  // MARK: Encoding

  @Test("Apple Lossless comes back to the bit, with its cookie")
  func lossless() throws {
    var generator = SplitMix64(seed: 6)
    let samples = (0..<(4096 * 2 * 3)).map { _ in Int16.random(in: -9000...9000, using: &generator) }
    let bytes = samples.withUnsafeBytes { Array($0) }
    let encoder = try makeConverter(.pcm(), .coded(kAudioFormatAppleLossless, frames: 4096))
    defer { AudioConverterDispose(encoder) }
    var largest: UInt32 = 0
    var size: UInt32 = 4
    expectEqual(
      AudioConverterGetProperty(encoder, kAudioConverterPropertyMaximumOutputPacketSize, &size, &largest), noErr)
    let feed = PacketFeed([bytes])
    feed.bytesPerPacket = 4
    var packets: [[UInt8]] = []
    while true {
      var place = AudioStreamPacketDescription()
      let made = fill(encoder, feed, packets: 1, room: Int(largest), descriptions: &place)
      expectEqual(made.status, noErr)
      guard made.packets == 1 else { break }
      expectEqual(place.mStartOffset, 0)
      expectEqual(Int(place.mDataByteSize), made.bytes.count)
      packets.append(made.bytes)
    }
    expectEqual(packets.count, 3)

    expectEqual(AudioConverterGetPropertyInfo(encoder, kAudioConverterCompressionMagicCookie, &size, nil), noErr)
    var cookie = [UInt8](repeating: 0, count: Int(size))
    expectEqual(AudioConverterGetProperty(encoder, kAudioConverterCompressionMagicCookie, &size, &cookie), noErr)
    let decoder = try makeConverter(.coded(kAudioFormatAppleLossless, frames: 4096), .pcm(), cookie)
    defer { AudioConverterDispose(decoder) }
    let decoded = fill(decoder, PacketFeed(packets), packets: 4096 * 3, room: bytes.count)
    expectEqual(decoded.status, noErr)
    expectEqual(decoded.bytes, bytes)
  }

  private func makeConverter(
    _ input: AudioStreamBasicDescription, _ output: AudioStreamBasicDescription, _ cookie: [UInt8] = []
  ) throws -> AudioConverterRef {
    var input = input
    // `kAppleLosslessFormatFlag_16BitSourceData`.
    if input.mFormatID == kAudioFormatAppleLossless { input.mFormatFlags = 1 }
    if input.mFormatID == kAudioFormatAppleLossless {
      var pcm = output
      var converter: AudioConverterRef?
      let status = AudioConverterNew(&input, &pcm, &converter)
      guard status == noErr, let converter else { throw TestFailure(status: status) }
      expectEqual(
        AudioConverterSetProperty(
          converter, kAudioConverterDecompressionMagicCookie, UInt32(cookie.count), cookie), noErr)
      return converter
    }
    return try AudioToolboxTests.makeConverter(input, output)
  }

  @Test(
    "Packets of G.711 may have any size where the format says none", arguments: [kAudioFormatALaw, kAudioFormatULaw])
  func packetsOfCompandedSamples(formatID: AudioFormatID) throws {
    let codes = (0..<600).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var stated = AudioStreamBasicDescription.coded(formatID, frames: 1)
    (stated.mBytesPerPacket, stated.mBytesPerFrame, stated.mBitsPerChannel) = (2, 2, 8)
    let expected = try converted([codes], from: stated, cookie: [], to: .pcm())
    expectEqual(expected.count, 1200)

    let converter = try makeConverter(.coded(formatID, frames: 0), .pcm())
    defer { AudioConverterDispose(converter) }
    let packets = [Array(codes[..<100]), Array(codes[100..<102]), Array(codes[102...])]
    let decoded = fill(converter, PacketFeed(packets), packets: 1000, room: 4000)
    expectEqual(decoded.status, noErr)
    expectEqual(decoded.packets, 300)
    expectEqual(decoded.bytes, expected)
  }

  // MARK: Properties

  @Test("Properties have Apple's sizes, and others are not there")
  func propertySizes() throws {
    let decoder = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(decoder) }
    let sizes: [(AudioConverterPropertyID, UInt32)] = [
      (kAudioConverterPropertyMinimumInputBufferSize, 4), (kAudioConverterPropertyMinimumOutputBufferSize, 4),
      (kAudioConverterPropertyMaximumInputPacketSize, 4), (kAudioConverterPropertyMaximumOutputPacketSize, 4),
      (kAudioConverterPropertyCalculateInputBufferSize, 4), (kAudioConverterPropertyCalculateOutputBufferSize, 4),
      (kAudioConverterCurrentInputStreamDescription, 40), (kAudioConverterCurrentOutputStreamDescription, 40),
      (kAudioConverterPrimeInfo, 8), (kAudioConverterPrimeMethod, 4), (kAudioConverterCodecQuality, 4),
      (kAudioConverterChannelMap, 8), (kAudioConverterInputChannelLayout, 32), (kAudioConverterOutputChannelLayout, 32),
      (kAudioConverterPropertyFormatList, 48),
    ]
    for (property, expected) in sizes {
      var size: UInt32 = 0
      expectEqual(AudioConverterGetPropertyInfo(decoder, property, &size, nil), noErr)
      expectEqual(size, expected)
      var memory = [UInt8](repeating: 0, count: 64)
      size = 0
      let status = AudioConverterGetProperty(decoder, property, &size, &memory)
      if expected != 8 || property == kAudioConverterPrimeInfo, property != kAudioConverterPropertyFormatList {
        expectEqual(status, kAudioConverterErr_BadPropertySizeError)
      }
    }
    let absent: [AudioConverterPropertyID] = [
      kAudioConverterPropertySettings, kAudioConverterEncodeBitRate, kAudioConverterCompressionMagicCookie,
      kAudioConverterSampleRateConverterQuality, kAudioConverterPropertyInputCodecParameters, 0x3F3F_3F3F,
    ]
    for property in absent {
      var size: UInt32 = 0
      expectEqual(AudioConverterGetPropertyInfo(decoder, property, &size, nil), kAudioConverterErr_PropertyNotSupported)
    }
  }

  @Test("Buffer sizes are worked out in both directions")
  func calculatedSizes() throws {
    let decoder = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(decoder) }
    var value: UInt32 = 1920 * 3
    var size: UInt32 = 4
    expectEqual(
      AudioConverterGetProperty(decoder, kAudioConverterPropertyCalculateInputBufferSize, &size, &value), noErr)
    // Three packets of at most 6144 bits a channel.
    expectEqual(value, 3 * 768 * 2)
    expectEqual(
      AudioConverterGetProperty(decoder, kAudioConverterPropertyCalculateOutputBufferSize, &size, &value), noErr)
    expectEqual(value, 1920 * 3)
  }

  @Test("A rate conversion has quality and complexity, and keeps what is set")
  func resampling() throws {
    let converter = try makeConverter(.pcm(), .pcm(rate: 48000))
    defer { AudioConverterDispose(converter) }
    for (property, wanted) in [
      (kAudioConverterSampleRateConverterQuality, UInt32(kAudioConverterQuality_Max)),
      (kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterComplexity_Mastering),
      (kAudioConverterPropertyDithering, UInt32(kDitherAlgorithm_TPDF)),
    ] {
      var value = wanted
      expectEqual(AudioConverterSetProperty(converter, property, 4, &value), noErr)
      value = 0
      var size: UInt32 = 4
      expectEqual(AudioConverterGetProperty(converter, property, &size, &value), noErr)
      expectEqual(value, wanted)
      expectEqual(AudioConverterSetProperty(converter, property, 3, &value), kAudioConverterErr_BadPropertySizeError)
    }
    var wrong: UInt32 = 12345
    expectEqual(
      AudioConverterSetProperty(converter, kAudioConverterSampleRateConverterComplexity, 4, &wrong), kAudio_ParamError)
    expectEqual(
      AudioConverterSetProperty(converter, kAudioConverterPropertyMaximumOutputPacketSize, 4, &wrong),
      kAudioConverterErr_OperationNotSupported)
  }

  @Test("A broken cookie is refused, and the converter goes on without it")
  func brokenCookie() throws {
    let (packets, _) = try Fixture.dump("eld_airplay_128k_syn_sweep")
    let converter = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(converter) }
    let broken: [UInt8] = [0xFF, 0xFF, 0xFF]
    expectEqual(
      AudioConverterSetProperty(converter, kAudioConverterDecompressionMagicCookie, 3, broken), kAudioCodecBadDataError)
    expectEqual(fill(converter, PacketFeed(packets), packets: 480, room: 1920).packets, 480)
  }
}
