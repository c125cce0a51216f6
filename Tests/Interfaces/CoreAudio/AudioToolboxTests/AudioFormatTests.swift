import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio Format Services")
struct AudioFormatTests {
  private func list<Specifier, Value: BitwiseCopyable>(
    _ property: AudioFormatPropertyID, _ specifier: Specifier, _ type: Value.Type, specifierSize: Int? = nil
  ) throws -> [Value] {
    try formatAnswer(property, specifier, type, specifierSize: specifierSize)
  }

  @Test("What can be decoded and encoded is listed, with codecs for it")
  func codecs() throws {
    let decoded = try list(kAudioFormatProperty_DecodeFormatIDs, UInt8(0), UInt32.self, specifierSize: 0)
    for format in [
      kAudioFormatLinearPCM, kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_ELD, kAudioFormatAppleLossless,
      kAudioFormatMPEGLayer3, kAudioFormatULaw,
    ] {
      #expect(decoded.contains(format))
    }
    let encoded = try list(kAudioFormatProperty_EncodeFormatIDs, UInt8(0), UInt32.self, specifierSize: 0)
    #expect(encoded.contains(kAudioFormatAppleLossless))
    let found = try list(kAudioFormatProperty_Decoders, kAudioFormatMPEG4AAC_ELD, AudioClassDescription.self)
    #expect(found.map(\.mManufacturer).contains(kAppleSoftwareAudioCodecManufacturer))
    expectEqual(found.first?.mType, kAudioDecoderComponentType)
    expectEqual(found.first?.mSubType, kAudioFormatMPEG4AAC_ELD)
    #expect(try list(kAudioFormatProperty_Decoders, UInt32(0x3F3F_3F3F), AudioClassDescription.self).isEmpty)
  }

  @Test("A format is completed by its codec and by its cookie")
  func formatInfo() throws {
    let (_, configuration) = try Fixture.dump("eld_airplay_128k_syn_sweep")
    var format = AudioStreamBasicDescription()
    format.mFormatID = kAudioFormatMPEG4AAC_ELD
    var size: UInt32 = 40
    expectEqual(
      AudioFormatGetProperty(
        kAudioFormatProperty_FormatInfo, UInt32(configuration.count), configuration, &size, &format), noErr)
    expectEqual(format.mSampleRate, 44100)
    expectEqual(format.mChannelsPerFrame, 2)
    expectEqual(format.mFramesPerPacket, 480)
    var lc = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 0)
    expectEqual(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &lc), noErr)
    expectEqual(lc.mFramesPerPacket, 1024)
    // 64 samples of 4 bits behind a state of 2 bytes, for each channel.
    var adpcm = AudioStreamBasicDescription.coded(kAudioFormatAppleIMA4, frames: 0)
    expectEqual(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &adpcm), noErr)
    expectEqual(adpcm.mFramesPerPacket, 64)
    expectEqual(adpcm.mBytesPerPacket, 68)
    var unknown = AudioStreamBasicDescription.coded(0x3F3F_3F3F, frames: 0)
    expectEqual(
      AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &unknown),
      kAudioFormatUnsupportedDataFormatError)
    size = 39
    expectEqual(
      AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &lc), kAudioFormatBadPropertySizeError)
  }

  @Test("Layouts go from tag to bitmap to channels and back")
  func layouts() throws {
    // L R C LFE Ls Rs, the bits 0…5.
    try expectEqual(
      list(kAudioFormatProperty_BitmapForLayoutTag, kAudioChannelLayoutTag_MPEG_5_1_A, UInt32.self), [0x3F])
    let words = try list(kAudioFormatProperty_ChannelLayoutForTag, kAudioChannelLayoutTag_MPEG_5_1_A, UInt32.self)
    expectEqual(words.count, 3 + 6 * 5)
    expectEqual(Array(words.prefix(3)), [kAudioChannelLayoutTag_UseChannelDescriptions, 0, 6])
    expectEqual(stride(from: 3, to: 33, by: 5).map { words[$0] }, [1, 2, 3, 4, 5, 6])
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
    layout.mChannelBitmap = AudioChannelBitmap(rawValue: 0x3F)
    try expectEqual(list(kAudioFormatProperty_NumberOfChannelsForLayout, layout, UInt32.self), [6])
    try expectEqual(
      list(kAudioFormatProperty_TagForChannelLayout, layout, UInt32.self), [kAudioChannelLayoutTag_MPEG_5_1_A])
    let tags = try list(kAudioFormatProperty_TagsForNumberOfChannels, UInt32(2), UInt32.self)
    #expect(tags.contains(kAudioChannelLayoutTag_Stereo))
    #expect(tags.allSatisfy { $0 & 0xFFFF == 2 })
    #expect(throws: TestFailure.self) {
      try list(kAudioFormatProperty_ChannelLayoutForTag, UInt32(0x3FFF_0001), UInt32.self)
    }
  }

  @Test("Names are objects that the caller owns")
  func names() throws {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    let address = try required(list(kAudioFormatProperty_ChannelLayoutName, layout, UInt.self).first)
    let name = UnsafeRawPointer(bitPattern: address).map { Unmanaged<NSString>.fromOpaque($0).takeRetainedValue() }
    expectEqual(name.map { "\($0)" }, "Stereo")
    let text = try required(list(kAudioFormatProperty_FormatName, AudioStreamBasicDescription.pcm(), UInt.self).first)
    let format = UnsafeRawPointer(bitPattern: text).map { Unmanaged<NSString>.fromOpaque($0).takeRetainedValue() }
    expectEqual(format.map { "\($0)" }, "Linear PCM, 16 bit little-endian signed integer, 2 channels, 44100 Hz")
  }

  @Test("A question that is none, or lacks what it is about, is told so")
  func errors() {
    var size: UInt32 = 0
    expectEqual(AudioFormatGetPropertyInfo(0x3F3F_3F3F, 0, nil, &size), kAudioFormatUnsupportedPropertyError)
    expectEqual(
      AudioFormatGetPropertyInfo(kAudioFormatProperty_FormatName, 0, nil, &size), kAudioFormatBadSpecifierSizeError)
    expectEqual(
      AudioFormatGetPropertyInfo(kAudioFormatProperty_FormatName, 40, nil, &size), kAudioFormatBadSpecifierSizeError)
  }
}
