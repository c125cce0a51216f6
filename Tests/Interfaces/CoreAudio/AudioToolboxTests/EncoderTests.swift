import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The system of the fourth document: captured buffers in, packets of AAC-ELD out.
@Suite("Audio Converter Services: encoders")
struct EncoderTests {
  private let eld = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC_ELD, frames: 480)

  /// Frames of a tone in both channels.
  static func tone(frames: Int) -> [Int16] {
    (0..<frames).flatMap { frame -> [Int16] in
      let sample = Int16(8000 * sin(2 * Double.pi * 440 * Double(frame) / 44100))
      return [sample, sample]
    }
  }

  /// Captured buffers of 512 frames.
  private func capture(_ samples: [Int16]) -> [[UInt8]] {
    stride(from: 0, to: samples.count, by: 1024).map { start in
      samples[start..<min(samples.count, start + 1024)].withUnsafeBytes { Array($0) }
    }
  }

  private func number(_ converter: AudioConverterRef, _ property: AudioConverterPropertyID) throws -> UInt32 {
    var value: UInt32 = 0
    var size: UInt32 = 4
    let status = AudioConverterGetProperty(converter, property, &size, &value)
    guard status == noErr else { throw TestFailure(status: status) }
    return value
  }

  private func set(_ converter: AudioConverterRef, _ property: AudioConverterPropertyID, _ value: UInt32) -> OSStatus {
    var value = value
    return AudioConverterSetProperty(converter, property, 4, &value)
  }

  private func ranges(_ converter: AudioConverterRef, _ property: AudioConverterPropertyID) throws -> [AudioValueRange]
  {
    var size: UInt32 = 0
    let status = AudioConverterGetPropertyInfo(converter, property, &size, nil)
    guard status == noErr else { throw TestFailure(status: status) }
    var list = [AudioValueRange](repeating: .init(), count: Int(size) / 16)
    expectEqual(AudioConverterGetProperty(converter, property, &size, &list), noErr)
    return list
  }

  /// Packets one by one, as long as they come.
  private func packets(_ converter: AudioConverterRef, _ feed: PacketFeed) throws -> (list: [[UInt8]], last: OSStatus) {
    let largest = Int(try number(converter, kAudioConverterPropertyMaximumOutputPacketSize))
    var list: [[UInt8]] = []
    while true {
      var place = AudioStreamPacketDescription()
      let made = fill(converter, feed, packets: 1, room: largest, descriptions: &place)
      guard made.packets == 1 else { return (list, made.status) }
      expectEqual(Int(place.mDataByteSize), made.bytes.count)
      expectEqual(place.mStartOffset, 0)
      list.append(made.bytes)
      if made.status != noErr { return (list, made.status) }
    }
  }

  private func feed(_ buffers: [[UInt8]]) -> PacketFeed {
    let feed = PacketFeed(buffers)
    feed.bytesPerPacket = 4
    return feed
  }

  @Test("Buffers of 512 frames become packets of 480, which decode to the sound")
  func packetsOfBuffers() throws {
    let samples = Self.tone(frames: 512 * 40)
    let encoder = try makeConverter(.pcm(), eld)
    defer { AudioConverterDispose(encoder) }
    let made = try packets(encoder, feed(capture(samples)))
    expectEqual(made.last, noErr)
    var prime = AudioConverterPrimeInfo()
    var size: UInt32 = 8
    expectEqual(AudioConverterGetProperty(encoder, kAudioConverterPrimeInfo, &size, &prime), noErr)
    // Packets hold the priming, all frames, and what fills the last one up.
    let frames = 512 * 40 + Int(prime.leadingFrames)
    expectEqual(made.list.count, (frames + 479) / 480)
    expectEqual(Int(prime.trailingFrames), made.list.count * 480 - frames)

    let decoder = try makeConverter(eld, .pcm())
    defer { AudioConverterDispose(decoder) }
    let decoded = fill(decoder, PacketFeed(made.list), packets: 30_000, room: 120_000)
    expectEqual(decoded.status, noErr)
    expectEqual(Int(decoded.packets), made.list.count * 480)
    let sound = decoded.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    var (signal, noise) = (0.0, 0.0)
    for index in 4000..<36_000 {
      let wanted = Double(samples[index])
      let difference = wanted - Double(sound[index + 2 * Int(prime.leadingFrames)])
      signal += wanted * wanted
      noise += difference * difference
    }
    // A tone at the default rate stays far above 20 dB.
    expectGreater(signal, 100 * noise, "\(signal / noise)")
  }

  @Test("An encoder tries as hard as it is told: other packets at the same rate")
  func codecQuality() throws {
    // Noise whose loudness goes up and down, so that no packet is like the last.
    var state: UInt32 = 1
    let samples = (0..<(512 * 480)).flatMap { frame -> [Int16] in
      state = state &* 1_664_525 &+ 1_013_904_223
      let loudness = 3000 + 2900 * sin(Double(frame) / 700)
      let sample = Int16(loudness * (Double(state >> 8) / Double(1 << 24) - 0.5))
      return [sample, sample / 2]
    }
    let lc = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)
    func encode(_ quality: UInt32?) throws -> [[UInt8]] {
      let encoder = try makeConverter(.pcm(), lc)
      defer { AudioConverterDispose(encoder) }
      expectEqual(set(encoder, kAudioConverterEncodeBitRate, 96_000), noErr)
      if let quality {
        expectEqual(set(encoder, kAudioConverterCodecQuality, quality), noErr)
        try expectEqual(number(encoder, kAudioConverterCodecQuality), quality)
      }
      return try packets(encoder, feed(capture(samples))).list
    }
    let usual = try encode(nil)
    let (least, medium, most) = (
      try encode(UInt32(kAudioConverterQuality_Min)), try encode(UInt32(kAudioConverterQuality_Medium)),
      try encode(UInt32(kAudioConverterQuality_Max))
    )
    expectEqual(medium, usual)
    #expect(least != usual && most != usual)
    // The rate is kept all the same.
    for packets in [least, medium, most] {
      let rate = Double(packets.reduce(0) { $0 + $1.count }) * 8 * 44100 / Double(packets.count * 1024)
      expectLess(abs(rate - 96_000), 3000, "\(rate)")
    }
  }

  @Test("A callback that runs dry with an error of its own interrupts, one without ends; a reset revives")
  func dryCallback() throws {
    let buffers = capture(Self.tone(frames: 512 * 20))
    let whole = try makeConverter(.pcm(), eld)
    defer { AudioConverterDispose(whole) }
    let expected = try packets(whole, feed(buffers)).list

    let encoder = try makeConverter(.pcm(), eld)
    defer { AudioConverterDispose(encoder) }
    let largest = Int(try number(encoder, kAudioConverterPropertyMaximumOutputPacketSize))
    let source = feed([])
    source.statusAtEnd = -777
    var made: [[UInt8]] = []
    for buffer in buffers {
      // Each time a buffer has been captured, as many packets as there are.
      source.packets.append(buffer)
      var places = [AudioStreamPacketDescription](repeating: .init(), count: 8)
      let result = fill(encoder, source, packets: 8, room: largest * 8, descriptions: &places)
      expectEqual(result.status, -777)
      for place in places.prefix(Int(result.packets)) {
        let start = Int(place.mStartOffset)
        made.append(Array(result.bytes[start..<(start + Int(place.mDataByteSize))]))
      }
    }
    expectEqual(made, Array(expected.prefix(made.count)))
    // 20 buffers of 512 frames are 21 packets of 480 and a rest.
    expectGreaterOrEqual(made.count, 20)
    source.statusAtEnd = noErr
    made += try packets(encoder, source).list
    expectEqual(made, expected)
    // The end is the end.
    source.packets += buffers
    expectEqual(fill(encoder, source, packets: 1, room: largest).packets, 0)
    expectEqual(AudioConverterReset(encoder), noErr)
    source.next = 0
    source.packets = buffers
    try expectEqual(packets(encoder, source).list, expected)
  }

  @Test("A buffer too small for a packet keeps it for the next call")
  func smallBuffer() throws {
    let encoder = try makeConverter(.pcm(), eld)
    defer { AudioConverterDispose(encoder) }
    let source = feed(capture(Self.tone(frames: 512 * 4)))
    expectEqual(fill(encoder, source, packets: 1, room: 1).status, kAudioConverterErr_InvalidOutputSize)
    let largest = Int(try number(encoder, kAudioConverterPropertyMaximumOutputPacketSize))
    let made = fill(encoder, source, packets: 1, room: largest)
    expectEqual(made.status, noErr)
    expectEqual(made.packets, 1)
  }

  @Test("Both constructions of the document make an encoder, and a codec of another make does not")
  func constructions() throws {
    var input = AudioStreamBasicDescription.pcm()
    var output = eld
    var plain: AudioConverterRef?
    expectEqual(AudioConverterNew(&input, &output, &plain), noErr)
    expectEqual(AudioConverterDispose(try #require(plain)), noErr)
    // The description is looked up for AAC, and the converter is one of AAC-ELD.
    let found = try formatAnswer(kAudioFormatProperty_Encoders, kAudioFormatMPEG4AAC, AudioClassDescription.self)
    for manufacturer in [kAppleSoftwareAudioCodecManufacturer, kAppleHardwareAudioCodecManufacturer] {
      var description = try required(found.first { $0.mManufacturer == manufacturer })
      var specific: AudioConverterRef?
      expectEqual(AudioConverterNewSpecific(&input, &output, 1, &description, &specific), noErr)
      try expectGreater(number(try #require(specific), kAudioConverterPropertyMaximumOutputPacketSize), 0)
      expectEqual(AudioConverterDispose(try #require(specific)), noErr)
      // A decoder does not encode.
      description.mType = kAudioDecoderComponentType
      expectEqual(
        AudioConverterNewSpecific(&input, &output, 1, &description, &specific), kAudioConverterErr_FormatNotSupported)
      expectNil(specific)
    }
    var other = AudioClassDescription(
      mType: kAudioEncoderComponentType, mSubType: kAudioFormatMPEG4AAC, mManufacturer: 0x6C61_6D65)
    var none: AudioConverterRef?
    expectEqual(AudioConverterNewSpecific(&input, &output, 1, &other, &none), kAudioConverterErr_FormatNotSupported)
    expectEqual(AudioConverterNewSpecific(&input, &output, 0, &other, &none), noErr)
    expectEqual(AudioConverterDispose(try #require(none)), noErr)
  }

  @Test(
    "Who asks for an encoder with SBR does not get one without",
    arguments: [
      (kAudioFormatMPEG4AAC_HE, 2048, kAudioFormatMPEG4AAC, 1024),
      (kAudioFormatMPEG4AAC_HE_V2, 2048, kAudioFormatMPEG4AAC, 1024),
      (kAudioFormatMPEG4AAC_ELD_SBR, 1024, kAudioFormatMPEG4AAC_ELD, 512),
      (kAudioFormatMPEG4AAC_ELD_V2, 1024, kAudioFormatMPEG4AAC_ELD, 512),
    ] as [(AudioFormatID, UInt32, AudioFormatID, UInt32)])
  func replication(formatID: AudioFormatID, frames: UInt32, plainID: AudioFormatID, plainFrames: UInt32) throws {
    var input = AudioStreamBasicDescription.pcm()
    var wanted = AudioClassDescription(
      mType: kAudioEncoderComponentType, mSubType: formatID, mManufacturer: kAppleSoftwareAudioCodecManufacturer)
    var plain = AudioStreamBasicDescription.coded(plainID, frames: plainFrames)
    var replicated = AudioStreamBasicDescription.coded(formatID, frames: frames)
    var made: AudioConverterRef?
    expectEqual(AudioConverterNewSpecific(&input, &plain, 1, &wanted, &made), kAudioConverterErr_FormatNotSupported)
    expectNil(made)
    expectEqual(AudioConverterNewSpecific(&input, &replicated, 1, &wanted, &made), noErr)
    let encoder = try required(made)
    defer { AudioConverterDispose(encoder) }
    let applicable = try ranges(encoder, kAudioConverterApplicableEncodeBitRates)
    #expect(applicable.contains { $0.mMinimum <= 64000 && 64000 <= $0.mMaximum })
    expectEqual(set(encoder, kAudioConverterEncodeBitRate, 64000), noErr)
  }

  // MARK: Properties

  @Test("The bit rate is one of those that apply, and others are refused")
  func bitRate() throws {
    let encoder = try makeConverter(.pcm(), eld)
    defer { AudioConverterDispose(encoder) }
    let applicable = try ranges(encoder, kAudioConverterApplicableEncodeBitRates)
    #expect(applicable.contains { $0.mMinimum <= 64000 && 64000 <= $0.mMaximum })
    try expectGreater(number(encoder, kAudioConverterEncodeBitRate), 0)
    expectEqual(set(encoder, kAudioConverterEncodeBitRate, 64000), noErr)
    try expectEqual(number(encoder, kAudioConverterEncodeBitRate), 64000)
    expectEqual(set(encoder, kAudioConverterEncodeBitRate, 1), kAudioCodecUnsupportedFormatError)
    expectEqual(set(encoder, kAudioConverterEncodeBitRate, 100_000_000), kAudioCodecUnsupportedFormatError)
    try expectEqual(number(encoder, kAudioConverterEncodeBitRate), 64000)
    var value: UInt32 = 64000
    for size in [UInt32(0), 3, 5] {
      expectEqual(
        AudioConverterSetProperty(encoder, kAudioConverterEncodeBitRate, size, &value),
        kAudioConverterErr_BadPropertySizeError)
    }
    let all = try ranges(encoder, kAudioConverterAvailableEncodeBitRates)
    #expect(Set(applicable.map(\.mMinimum)).isSubset(of: Set(all.map(\.mMinimum))))
    // Half the rate makes packets of half the size.
    let samples = capture(Self.tone(frames: 512 * 60))
    let large = try packets(encoder, feed(samples)).list.reduce(0) { $0 + $1.count }
    let seconds = Double(512 * 60) / 44100
    expectLess(abs(Double(large) * 8 / seconds / 64000 - 1), 0.1)
  }

  @Test("Rate control and quality are kept and take effect")
  func rateControl() throws {
    let encoder = try makeConverter(.pcm(), .coded(kAudioFormatMPEG4AAC, frames: 1024))
    defer { AudioConverterDispose(encoder) }
    for mode in [
      kAudioCodecBitRateControlMode_Constant, kAudioCodecBitRateControlMode_LongTermAverage,
      kAudioCodecBitRateControlMode_VariableConstrained, kAudioCodecBitRateControlMode_Variable,
    ] {
      expectEqual(set(encoder, kAudioCodecPropertyBitRateControlMode, UInt32(mode)), noErr)
      try expectEqual(number(encoder, kAudioCodecPropertyBitRateControlMode), UInt32(mode))
    }
    expectEqual(set(encoder, kAudioCodecPropertyBitRateControlMode, 9), kAudio_ParamError)
    let samples = capture((0..<(512 * 80 * 2)).map { Int16(truncatingIfNeeded: $0 &* 7919 % 12_000 - 6000) })
    var sizes: [Int] = []
    for quality in [UInt32(0), 127] {
      expectEqual(set(encoder, kAudioCodecPropertySoundQualityForVBR, quality), noErr)
      try expectEqual(number(encoder, kAudioCodecPropertySoundQualityForVBR), quality)
      expectEqual(AudioConverterReset(encoder), noErr)
      sizes.append(try packets(encoder, feed(samples)).list.reduce(0) { $0 + $1.count })
    }
    expectLess(sizes[0], sizes[1])
    expectEqual(set(encoder, kAudioConverterCodecQuality, UInt32(kAudioConverterQuality_High)), noErr)
    try expectEqual(number(encoder, kAudioConverterCodecQuality), UInt32(kAudioConverterQuality_High))
  }

  @Test("Rates and layouts that the encoder takes")
  func choices() throws {
    let encoder = try makeConverter(.pcm(), eld)
    defer { AudioConverterDispose(encoder) }
    let rates = try ranges(encoder, kAudioConverterAvailableEncodeSampleRates).map(\.mMinimum)
    #expect(rates.contains(44100))
    #expect(rates.contains(48000))
    #expect(!rates.contains(96000))
    // 16 kbit/s is too little at the highest rates.
    expectEqual(set(encoder, kAudioConverterEncodeBitRate, 320_000), noErr)
    let applicable = try ranges(encoder, kAudioConverterApplicableEncodeSampleRates).map(\.mMinimum)
    #expect(applicable.contains(44100))
    #expect(!applicable.contains(8000))
    var tag: UInt32 = 0
    var size: UInt32 = 4
    expectEqual(AudioConverterGetProperty(encoder, kAudioConverterAvailableEncodeChannelLayoutTags, &size, &tag), noErr)
    expectEqual(tag, kAudioChannelLayoutTag_Stereo)
    var rate = 0.0
    size = 8
    expectEqual(AudioConverterGetProperty(encoder, kAudioConverterEncodeAdjustableSampleRate, &size, &rate), noErr)
    expectEqual(rate, 44100)
    expectEqual(set(encoder, kAudioConverterEncodeBitRate, 64000), noErr)
    rate = 32000
    expectEqual(AudioConverterSetProperty(encoder, kAudioConverterEncodeAdjustableSampleRate, 8, &rate), noErr)
    var format = AudioStreamBasicDescription()
    size = 40
    expectEqual(
      AudioConverterGetProperty(encoder, kAudioConverterCurrentOutputStreamDescription, &size, &format), noErr)
    expectEqual(format.mSampleRate, 32000)
    rate = 12345
    expectEqual(
      AudioConverterSetProperty(encoder, kAudioConverterEncodeAdjustableSampleRate, 8, &rate),
      kAudioCodecUnsupportedFormatError)
  }

  @Test("The cookie of AAC-ELD is a descriptor around its configuration")
  func cookie() throws {
    let encoder = try makeConverter(.pcm(), eld)
    defer { AudioConverterDispose(encoder) }
    var size: UInt32 = 0
    var isWritable = true
    expectEqual(
      AudioConverterGetPropertyInfo(encoder, kAudioConverterCompressionMagicCookie, &size, &isWritable), noErr)
    #expect(!isWritable)
    var cookie = [UInt8](repeating: 0, count: Int(size))
    expectEqual(AudioConverterGetProperty(encoder, kAudioConverterCompressionMagicCookie, &size, &cookie), noErr)
    expectEqual(cookie.first, 3)
    // AAC-ELD, 44.1 kHz, two channels, 480 frames: F8 E8 5….
    let place = cookie.indices.dropLast(2).first { cookie[$0] == 0xF8 && cookie[$0 + 1] == 0xE8 }
    expectEqual(cookie[try #require(place) + 2] & 0xF0, 0x50)
    size -= 1
    expectEqual(
      AudioConverterGetProperty(encoder, kAudioConverterCompressionMagicCookie, &size, &cookie),
      kAudioConverterErr_BadPropertySizeError)
    var decoded = AudioStreamBasicDescription()
    size = 40
    expectEqual(
      AudioConverterGetProperty(encoder, kAudioConverterCurrentOutputStreamDescription, &size, &decoded), noErr)
    expectEqual(decoded.mFramesPerPacket, 480)
    let alac = try makeConverter(.pcm(), .coded(kAudioFormatAppleLossless, frames: 4096))
    defer { AudioConverterDispose(alac) }
    expectEqual(AudioConverterGetPropertyInfo(alac, kAudioConverterCompressionMagicCookie, &size, nil), noErr)
    // `ALACSpecificConfig`.
    expectEqual(size, 24)
  }

  @Test("The codec's own properties come through the converter")
  func codecProperties() throws {
    let encoder = try makeConverter(.pcm(), eld)
    defer { AudioConverterDispose(encoder) }
    try expectEqual(number(encoder, kAudioCodecPropertyPacketFrameSize), 480)
    try expectEqual(number(encoder, kAudioCodecPropertyMinimumNumberInputPackets), 480)
    try expectEqual(number(encoder, kAudioCodecPropertyHasVariablePacketByteSizes), 1)
    let largest = try number(encoder, kAudioConverterPropertyMaximumOutputPacketSize)
    try expectEqual(number(encoder, kAudioCodecPropertyMaximumPacketByteSize), largest)
    var rate = 0.0
    var size: UInt32 = 8
    expectEqual(AudioConverterGetProperty(encoder, kAudioCodecPropertyCurrentOutputSampleRate, &size, &rate), noErr)
    expectEqual(rate, 44100)
    var address: UInt = 0
    expectEqual(AudioConverterGetProperty(encoder, kAudioCodecPropertyNameCFString, &size, &address), noErr)
    expectEqual(takenObject(address, as: NSString.self).map { $0.length > 0 }, true)
    let samples = try makeConverter(.pcm(), .pcm(rate: 48000))
    defer { AudioConverterDispose(samples) }
    expectEqual(
      AudioConverterGetPropertyInfo(samples, kAudioCodecPropertyPacketFrameSize, &size, nil),
      kAudioConverterErr_PropertyNotSupported)
  }

  @Test("A matrix of gains mixes channels")
  func mixMap() throws {
    let converter = try makeConverter(.pcm(), .pcm(channels: 1))
    defer { AudioConverterDispose(converter) }
    var gains: [Float32] = [0.25, 0.5]
    expectEqual(AudioConverterSetProperty(converter, kAudioConverterPropertyChannelMixMap, 8, &gains), noErr)
    var found: [Float32] = [0, 0]
    var size: UInt32 = 8
    expectEqual(AudioConverterGetProperty(converter, kAudioConverterPropertyChannelMixMap, &size, &found), noErr)
    expectEqual(found, [0.25, 0.5])
    let samples: [Int16] = [400, 800, -400, 0]
    var output: [Int16] = [0, 0]
    size = 4
    expectEqual(AudioConverterConvertBuffer(converter, 8, samples, &size, &output), noErr)
    expectEqual(output, [500, -100])
    expectEqual(
      AudioConverterSetProperty(converter, kAudioConverterPropertyChannelMixMap, 4, &gains),
      kAudioConverterErr_BadPropertySizeError)
    gains[0] = .nan
    expectEqual(
      AudioConverterSetProperty(converter, kAudioConverterPropertyChannelMixMap, 8, &gains), kAudio_ParamError)
  }

  @Test("ConvertComplexBuffer converts planes at once")
  func convertComplexBuffer() throws {
    let converter = try makeConverter(.pcm(), .pcm(32, isFloat: true, isPlanar: true))
    defer { AudioConverterDispose(converter) }
    var samples: [Int16] = [16384, -16384, 0, 8192]
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    var planes: [Float] = [0, 0, 0, 0]
    samples.withUnsafeMutableBytes { input in
      planes.withUnsafeMutableBytes { output in
        var source = AudioBufferList(
          mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 8, mData: input.baseAddress))
        for channel in 0..<2 {
          list[channel] = AudioBuffer(
            mNumberChannels: 1, mDataByteSize: 8, mData: output.baseAddress.map { $0 + 8 * channel })
        }
        let target = list.unsafeMutablePointer
        expectEqual(AudioConverterConvertComplexBuffer(converter, 2, &source, target), noErr)
        expectEqual(
          AudioConverterConvertComplexBuffer(converter, 3, &source, target), kAudioConverterErr_InvalidOutputSize)
        list[0].mDataByteSize = 64
        list[1].mDataByteSize = 64
        source.mBuffers.mDataByteSize = 4
        expectEqual(
          AudioConverterConvertComplexBuffer(converter, 2, &source, target), kAudioConverterErr_InvalidInputSize)
      }
    }
    expectEqual(planes, [0.5, 0, -0.5, 0.25])
  }
}
