import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio Format Services: encoders, gains, tags")
struct AudioFormatListTests {
  /// `F8 E8 50 00` in an `ES_Descriptor`: AAC-ELD of 480 frames, 44.1 kHz, two channels (ISO/IEC 14496-1, 7.2.6.5).
  private let descriptor: [UInt8] =
    [0x03, 0x1B, 0, 0, 0, 0x04, 0x13, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x05, 0x04, 0xF8, 0xE8, 0x50, 0x00]
    + [0x06, 0x01, 0x02]

  // MARK: Encoders

  @Test("Codecs are there for both of Apple's manufacturers")
  func classes() throws {
    for (property, type) in [
      (kAudioFormatProperty_Decoders, kAudioDecoderComponentType),
      (kAudioFormatProperty_Encoders, kAudioEncoderComponentType),
    ] {
      let found = try formatAnswer(property, kAudioFormatMPEG4AAC, AudioClassDescription.self)
      expectEqual(
        found.map(\.mManufacturer), [kAppleSoftwareAudioCodecManufacturer, kAppleHardwareAudioCodecManufacturer])
      #expect(found.allSatisfy { $0.mType == type && $0.mSubType == kAudioFormatMPEG4AAC })
    }
    #expect(try formatAnswer(kAudioFormatProperty_Encoders, kAudioFormatMPEGLayer3, UInt8.self).isEmpty)
  }

  @Test("The rates of AAC are those of its table of sampling frequencies, its bit rates have room for a packet")
  func rates() throws {
    let rates = try formatAnswer(
      kAudioFormatProperty_AvailableEncodeSampleRates, kAudioFormatMPEG4AAC, AudioValueRange.self)
    // ISO/IEC 14496-3, Table 1.18, without 7350 Hz.
    let table: [Double] = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]
    expectEqual(rates.map(\.mMinimum), table)
    expectEqual(rates.map(\.mMaximum), table)
    let bitRates = try formatAnswer(
      kAudioFormatProperty_AvailableEncodeBitRates, kAudioFormatMPEG4AAC_ELD, AudioValueRange.self)
    #expect(bitRates.contains { $0.mMinimum == 64000 && $0.mMaximum == 64000 })
    expectEqual(bitRates.map(\.mMinimum), bitRates.map(\.mMinimum).sorted())
    // 6144 bits a channel and packet of 480 frames, 48 kHz, eight channels.
    #expect(bitRates.allSatisfy { $0.mMaximum <= 6144 * 8 * 48000 / 480 })
    let pcm = try formatAnswer(
      kAudioFormatProperty_AvailableEncodeSampleRates, kAudioFormatLinearPCM, AudioValueRange.self)
    #expect(pcm.contains { $0.mMinimum == 44100 })
    for property in [
      kAudioFormatProperty_AvailableEncodeSampleRates, kAudioFormatProperty_AvailableEncodeBitRates,
      kAudioFormatProperty_AvailableEncodeNumberChannels, kAudioFormatProperty_AvailableDecodeNumberChannels,
    ] {
      expectEqual(formatRefusal(property, UInt32(0x3F3F_3F3F)), kAudioFormatUnsupportedDataFormatError)
      expectEqual(formatRefusal(property, UInt16(0)), kAudioFormatBadSpecifierSizeError)
    }
    expectEqual(
      formatRefusal(kAudioFormatProperty_AvailableEncodeBitRates, kAudioFormatAppleLossless),
      kAudioFormatUnsupportedDataFormatError)
  }

  @Test("Channels and layouts that encoders take")
  func channels() throws {
    var format = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, channels: 2, frames: 0)
    let layouts = kAudioFormatProperty_AvailableEncodeChannelLayoutTags
    try expectEqual(formatAnswer(layouts, format, UInt32.self), [kAudioChannelLayoutTag_Stereo])
    format.mChannelsPerFrame = 6
    // C L R Ls Rs LFE, the order of ISO/IEC 14496-3, Table 1.19, channel configuration 6.
    #expect(try formatAnswer(layouts, format, UInt32.self).contains(kAudioChannelLayoutTag_MPEG_5_1_D))
    format.mChannelsPerFrame = 0
    let all = try formatAnswer(layouts, format, UInt32.self)
    #expect(all.contains(kAudioChannelLayoutTag_Mono))
    expectEqual(Set(all.map { $0 & 0xFFFF }), Set(1...8))
    let channels = kAudioFormatProperty_AvailableEncodeNumberChannels
    try expectEqual(formatAnswer(channels, format, UInt32.self), Array(1...8))
    try expectEqual(formatAnswer(channels, kAudioFormatLinearPCM, UInt32.self), [UInt32.max])
    try expectEqual(
      formatAnswer(kAudioFormatProperty_AvailableDecodeNumberChannels, kAudioFormatMPEGLayer3, UInt32.self),
      [
        1, 2,
      ])
  }

  // MARK: Formats

  @Test("An elementary stream's descriptor tells format and layout")
  func elementaryStream() throws {
    let format = try required(
      formatAnswer(kAudioFormatProperty_ASBDFromESDS, bytes: descriptor, AudioStreamBasicDescription.self).first)
    expectEqual(format.mFormatID, kAudioFormatMPEG4AAC_ELD)
    expectEqual(format.mSampleRate, 44100)
    expectEqual(format.mChannelsPerFrame, 2)
    expectEqual(format.mFramesPerPacket, 480)
    let layout = try formatAnswer(kAudioFormatProperty_ChannelLayoutFromESDS, bytes: descriptor, UInt32.self)
    expectEqual(layout.first, kAudioChannelLayoutTag_Stereo)
    expectEqual(formatRefusal(kAudioFormatProperty_ASBDFromESDS, UInt32(0xFFFF_FFFF)), kAudioFormatUnknownFormatError)
    var size: UInt32 = 0
    expectEqual(
      AudioFormatGetPropertyInfo(kAudioFormatProperty_ASBDFromESDS, 0, nil, &size), kAudioFormatBadSpecifierSizeError)
  }

  @Test("A packet of MPEG audio tells its format")
  func mpegPacket() throws {
    // Layer III of MPEG-1, 128 kbit/s, 44.1 kHz, stereo: ISO/IEC 11172-3, 2.4.1.3.
    let property = kAudioFormatProperty_ASBDFromMPEGPacket
    let format = try required(
      formatAnswer(property, bytes: [0xFF, 0xFB, 0x90, 0], AudioStreamBasicDescription.self).first)
    expectEqual(format.mFormatID, kAudioFormatMPEGLayer3)
    expectEqual(format.mSampleRate, 44100)
    expectEqual(format.mChannelsPerFrame, 2)
    expectEqual(format.mFramesPerPacket, 1152)
    expectEqual(formatRefusal(property, UInt32(0)), kAudioFormatUnsupportedDataFormatError)
    expectEqual(formatRefusal(property, UInt16(0xFFFF)), kAudioFormatBadSpecifierSizeError)
  }

  @Test("What a format is like is answered with 0 or 1")
  func flags() throws {
    let aac = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)
    for (property, ofAAC) in [
      (kAudioFormatProperty_FormatIsVBR, UInt32(1)), (kAudioFormatProperty_FormatIsExternallyFramed, 1),
      (kAudioFormatProperty_FormatEmploysDependentPackets, 0), (kAudioFormatProperty_FormatIsEncrypted, 0),
    ] {
      try expectEqual(formatAnswer(property, aac, UInt32.self), [ofAAC])
      try expectEqual(formatAnswer(property, AudioStreamBasicDescription.pcm(), UInt32.self), [0])
    }
  }

  @Test("The first format of a list that can be decoded is found, and what it is decoded to")
  func lists() throws {
    let unknown = AudioFormatListItem(
      mASBD: .coded(0x3F3F_3F3F, frames: 1024), mChannelLayoutTag: kAudioChannelLayoutTag_Stereo)
    let aac = AudioFormatListItem(
      mASBD: .coded(kAudioFormatMPEG4AAC, frames: 1024), mChannelLayoutTag: kAudioChannelLayoutTag_Stereo)
    let property = kAudioFormatProperty_FirstPlayableFormatFromList
    try expectEqual(formatAnswer(property, (unknown, aac), UInt32.self), [1])
    expectEqual(formatRefusal(property, unknown), kAudioFormatUnsupportedDataFormatError)
    try descriptor.withUnsafeBytes { cookie throws in
      let base = try required(cookie.baseAddress)
      let info = AudioFormatInfo(mASBD: aac.mASBD, mMagicCookie: base, mMagicCookieSize: 0)
      let found = try formatAnswer(kAudioFormatProperty_FormatList, info, AudioFormatListItem.self)
      expectEqual(found.map(\.mASBD.mFormatID), [kAudioFormatMPEG4AAC])
      let decoded = try formatAnswer(kAudioFormatProperty_OutputFormatList, info, AudioFormatListItem.self)
      expectEqual(decoded.map(\.mASBD.mFormatID), [kAudioFormatLinearPCM])
      expectEqual(decoded.map(\.mASBD.mSampleRate), [44100])
      expectEqual(decoded.map(\.mChannelLayoutTag), [kAudioChannelLayoutTag_Stereo])
    }
  }

  @Test(
    "A format without a rate or channels has no list, which would be taken for an answer",
    arguments: [
      kAudioFormatMPEGLayer3, kAudioFormatMPEG4AAC,
    ])
  func incomplete(formatID: AudioFormatID) throws {
    try descriptor.withUnsafeBytes { cookie throws in
      let base = try required(cookie.baseAddress)
      for description in [
        AudioStreamBasicDescription.coded(formatID, rate: 0, channels: 0, frames: 0),
        .coded(formatID, rate: 0, frames: 0), .coded(formatID, channels: 0, frames: 0),
      ] {
        let info = AudioFormatInfo(mASBD: description, mMagicCookie: base, mMagicCookieSize: 0)
        expectEqual(formatRefusal(kAudioFormatProperty_FormatList, info), kAudioFormatUnsupportedDataFormatError)
      }
    }
  }

  @Test("Without a place for the answer its size is told")
  func sizeOnly() {
    var size: UInt32 = 0
    let property = kAudioFormatProperty_DecodeFormatIDs
    expectEqual(AudioFormatGetProperty(property, 0, nil, &size, nil), noErr)
    expectGreater(size, 0)
    expectEqual(AudioFormatGetProperty(property, 0, nil, nil, nil), kAudio_ParamError)
  }

  // MARK: Layouts

  @Test("A layout is checked, whatever its bytes are")
  func validation() {
    func status(_ words: [UInt32]) -> OSStatus {
      words.withUnsafeBytes {
        AudioFormatGetProperty(
          kAudioFormatProperty_ValidateChannelLayout, UInt32($0.count), $0.baseAddress, nil, nil)
      }
    }
    expectEqual(status([kAudioChannelLayoutTag_Stereo, 0, 0]), noErr)
    expectEqual(status([0, 0, 1, 3, 0, 0, 0, 0]), noErr)
    expectEqual(status([0, 0, 2, 3, 0, 0, 0, 0]), kAudio_ParamError)
    expectEqual(status([0, 0, 0]), kAudio_ParamError)
    expectEqual(status([kAudioChannelLayoutTag_Stereo]), kAudio_ParamError)
    expectEqual(status([0x3FFF_0001, 0, 0]), kAudioFormatUnknownFormatError)
  }

  @Test("Layouts are the same by their channels, however they are written, and have the same hash")
  func equivalence() throws {
    var tag = AudioChannelLayout()
    tag.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    var bitmap = AudioChannelLayout()
    bitmap.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
    bitmap.mChannelBitmap = AudioChannelBitmap(rawValue: 3)
    var mono = AudioChannelLayout()
    mono.mChannelLayoutTag = kAudioChannelLayoutTag_Mono
    try withUnsafePointer(to: tag) { first throws in
      try withUnsafePointer(to: bitmap) { second throws in
        try withUnsafePointer(to: mono) { third throws in
          let property = kAudioFormatProperty_AreChannelLayoutsEquivalent
          try expectEqual(formatAnswer(property, (first, second), UInt32.self), [1])
          try expectEqual(formatAnswer(property, (first, third), UInt32.self), [0])
          // Mono goes to both.
          try expectEqual(formatAnswer(kAudioFormatProperty_MatrixMixMap, (third, first), Float32.self), [1, 1])
          try expectEqual(formatAnswer(kAudioFormatProperty_ChannelMap, (first, second), Int32.self), [0, 1])
        }
      }
    }
    let hash = kAudioFormatProperty_ChannelLayoutHash
    try expectEqual(formatAnswer(hash, tag, UInt32.self), formatAnswer(hash, bitmap, UInt32.self))
    #expect(try formatAnswer(hash, tag, UInt32.self) != formatAnswer(hash, mono, UInt32.self))
  }

  // MARK: Gains

  @Test("A sound is panned between loudspeakers with equal power")
  func panning() throws {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    try withUnsafePointer(to: layout) { pointer throws in
      var info = AudioPanningInfo(
        mPanningMode: .panningMode_VectorBasedPanning,
        mCoordinateFlags: AudioChannelFlags.sphericalCoordinates.rawValue, mCoordinates: (0, 0, 1), mGainScale: 1,
        mOutputChannelMap: pointer)
      func gains() throws -> [Float32] { try formatAnswer(kAudioFormatProperty_PanningMatrix, info, Float32.self) }
      let half = Float32(0.5).squareRoot()
      var found = try gains()
      #expect(zip(found, [half, half]).allSatisfy { abs($0 - $1) < 1e-6 })
      for (azimuth, expected) in [(Float32(-30), [Float32(1), 0]), (30, [0, 1]), (-90, [1, 0]), (100, [0, 1])] {
        info.mCoordinates.0 = azimuth
        found = try gains()
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-6 })
      }
      info.mCoordinates.0 = 12
      info.mGainScale = 0.5
      found = try gains()
      expectGreater(found[1], found[0])
      expectLess(abs(found[0] * found[0] + found[1] * found[1] - 0.25), 1e-6)
      // Left and in front, at 45 degrees.
      info.mCoordinateFlags = AudioChannelFlags.rectangularCoordinates.rawValue
      info.mCoordinates = (-1, 1, 0)
      info.mPanningMode = .panningMode_SoundField
      info.mGainScale = 1
      found = try gains()
      expectGreater(found[0], found[1])
      expectLess(abs(found[0] * found[0] + found[1] * found[1] - 1), 1e-6)
      info.mCoordinateFlags = 0
      expectEqual(formatRefusal(kAudioFormatProperty_PanningMatrix, info), kAudio_ParamError)
    }
    expectEqual(formatRefusal(kAudioFormatProperty_PanningMatrix, UInt32(3)), kAudioFormatBadSpecifierSizeError)
  }

  @Test("Balance and fade lower one side, or raise the other")
  func balance() throws {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Quadraphonic
    try withUnsafePointer(to: layout) { pointer throws in
      var info = AudioBalanceFade(
        mLeftRightBalance: 0, mBackFrontFade: 0, mType: .maxUnityGain, mChannelLayout: pointer)
      func gains() throws -> [Float32] { try formatAnswer(kAudioFormatProperty_BalanceFade, info, Float32.self) }
      try expectEqual(gains(), [1, 1, 1, 1])
      info.mLeftRightBalance = 0.5
      try expectEqual(gains(), [0.5, 1, 0.5, 1])
      info.mLeftRightBalance = 0
      info.mBackFrontFade = -1
      // L R Ls Rs: all of it behind.
      try expectEqual(gains(), [0, 0, 1, 1])
      info.mBackFrontFade = 0
      info.mType = .equalPower
      #expect(try gains().allSatisfy { abs($0 - 1) < 1e-6 })
      info.mLeftRightBalance = 1
      let root = Float32(2).squareRoot()
      #expect(try zip(gains(), [0, root, 0, root]).allSatisfy { abs($0 - $1) < 1e-6 })
      info.mLeftRightBalance = 2
      expectEqual(formatRefusal(kAudioFormatProperty_BalanceFade, info), kAudio_ParamError)
    }
    expectEqual(formatRefusal(kAudioFormatProperty_BalanceFade, UInt32(3)), kAudioFormatBadSpecifierSizeError)
  }

  // MARK: Tags

  @Test("A tag of ID3v2.4 tells its size and gives its frames")
  func tags() throws {
    // TIT2 in UTF-8 and a private frame, ID3v2.4.0, 4.
    let frames: [UInt8] =
      Array("TIT2".utf8) + [0, 0, 0, 5, 0, 0, 3] + Array("Song".utf8) + Array("PRIV".utf8) + [0, 0, 0, 2, 0, 0, 7, 8]
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
    let size = kAudioFormatProperty_ID3TagSize
    try expectEqual(formatAnswer(size, bytes: Array(tag.prefix(10)), UInt32.self), [UInt32(tag.count)])
    let address = try required(formatAnswer(kAudioFormatProperty_ID3TagToDictionary, bytes: tag, UInt.self).first)
    let dictionary = try required(takenObject(address, as: NSDictionary.self))
    #expect(dictionary[NSString(string: "TIT2")] as? String == "Song")
    expectEqual(dictionary[NSString(string: "PRIV")] as? Data, Data([7, 8]))
    for property in [size, kAudioFormatProperty_ID3TagToDictionary] {
      expectEqual(formatRefusal(property, UInt64(0)), kAudioFormatBadSpecifierSizeError)
      expectEqual(formatRefusal(property, (UInt64(0), UInt64(0))), kAudioFormatUnsupportedDataFormatError)
    }
  }
}
