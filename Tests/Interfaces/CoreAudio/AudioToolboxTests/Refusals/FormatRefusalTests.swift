import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What Audio Format Services refuse.
@Suite("Formats: questions that are refused")
struct FormatRefusalTests {
  private static func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  private static func ask(_ property: AudioFormatPropertyID, _ specifier: [UInt8]) -> OSStatus {
    var size: UInt32 = 0
    return specifier.withUnsafeBytes {
      AudioFormatGetPropertyInfo(property, UInt32($0.count), $0.count > 0 ? $0.baseAddress : nil, &size)
    }
  }

  private static let none = [UInt8](repeating: 0x3F, count: 40)

  /// The properties that are asked about something, and the shortest specifier that is long enough.
  private static let shortest: [(property: AudioFormatPropertyID, byteCount: Int)] = [
    (kAudioFormatProperty_FormatName, 40), (kAudioFormatProperty_FormatList, 56),
    (kAudioFormatProperty_OutputFormatList, 56), (kAudioFormatProperty_ASBDFromESDS, 1),
    (kAudioFormatProperty_ChannelLayoutFromESDS, 1), (kAudioFormatProperty_FirstPlayableFormatFromList, 48),
    (kAudioFormatProperty_FormatIsVBR, 40), (kAudioFormatProperty_FormatIsExternallyFramed, 40),
    (kAudioFormatProperty_FormatEmploysDependentPackets, 40), (kAudioFormatProperty_Encoders, 4),
    (kAudioFormatProperty_Decoders, 4), (kAudioFormatProperty_AvailableEncodeBitRates, 4),
    (kAudioFormatProperty_AvailableEncodeSampleRates, 4), (kAudioFormatProperty_ASBDFromMPEGPacket, 4),
    (kAudioFormatProperty_BitmapForLayoutTag, 4), (kAudioFormatProperty_NumberOfChannelsForLayout, 12),
    (kAudioFormatProperty_ChannelLayoutHash, 12), (kAudioFormatProperty_ChannelLayoutForTag, 4),
    (kAudioFormatProperty_TagForChannelLayout, 12), (kAudioFormatProperty_ChannelLayoutName, 12),
    (kAudioFormatProperty_ChannelLayoutSimpleName, 12), (kAudioFormatProperty_ChannelLayoutForBitmap, 4),
    (kAudioFormatProperty_ChannelName, 20), (kAudioFormatProperty_ChannelShortName, 20),
    (kAudioFormatProperty_TagsForNumberOfChannels, 4), (kAudioFormatProperty_MatrixMixMap, 16),
    (kAudioFormatProperty_ChannelMap, 16), (kAudioFormatProperty_AreChannelLayoutsEquivalent, 16),
    (kAudioFormatProperty_PanningMatrix, 32), (kAudioFormatProperty_BalanceFade, 24),
  ]

  @Test("A specifier that is missing or too short is told")
  func shortSpecifiers() {
    for (property, byteCount) in Self.shortest {
      for count in Set([0, byteCount - 1]) {
        let status = Self.ask(property, [UInt8](repeating: 0, count: count))
        expectEqual(status, kAudioFormatBadSpecifierSizeError, "\(property), \(count) bytes")
      }
      // A size without bytes.
      var size: UInt32 = 0
      let status = AudioFormatGetPropertyInfo(property, UInt32(byteCount), nil, &size)
      expectEqual(status, kAudioFormatBadSpecifierSizeError, "\(property)")
    }
  }

  @Test("What is not known, or makes no sense")
  func values() {
    let (unknown, unsupported) = (kAudioFormatUnknownFormatError, kAudioFormatUnsupportedDataFormatError)
    let layout = Self.bytes((UInt32(0x00F0_0002), UInt32(0), UInt32(0)))
    let empty = Self.bytes((kAudioChannelLayoutTag_UseChannelDescriptions, UInt32(0), UInt32(0)))
    let cut = Self.bytes((kAudioChannelLayoutTag_UseChannelDescriptions, UInt32(0), UInt32(2)))
    let nowhere = [UInt8](repeating: 0, count: 16)
    let parameter = kAudio_ParamError
    let rows: [(AudioFormatPropertyID, [UInt8], OSStatus)] = [
      (kAudioFormatProperty_AvailableEncodeBitRates, Self.none, unsupported),
      (kAudioFormatProperty_AvailableEncodeSampleRates, Self.none, unsupported),
      (kAudioFormatProperty_FormatList, Self.none + nowhere, unsupported),
      (kAudioFormatProperty_FirstPlayableFormatFromList, Self.none + nowhere, unsupported),
      (kAudioFormatProperty_ASBDFromMPEGPacket, [0, 0, 0, 0], unsupported),
      (kAudioFormatProperty_ASBDFromESDS, [0xFF, 0xFF, 0xFF], unknown),
      (kAudioFormatProperty_ChannelLayoutFromESDS, [0xFF, 0xFF, 0xFF], unknown),
      (kAudioFormatProperty_ChannelLayoutForTag, Array(layout[0..<4]), unknown),
      (kAudioFormatProperty_BitmapForLayoutTag, Array(layout[0..<4]), unknown),
      (kAudioFormatProperty_NumberOfChannelsForLayout, layout, unknown),
      (kAudioFormatProperty_ChannelLayoutHash, layout, unknown),
      (kAudioFormatProperty_TagForChannelLayout, layout, unknown),
      (kAudioFormatProperty_ChannelLayoutName, layout, unknown),
      (kAudioFormatProperty_NumberOfChannelsForLayout, cut, unknown),
      (kAudioFormatProperty_ValidateChannelLayout, layout, unknown),
      (kAudioFormatProperty_ValidateChannelLayout, empty, parameter),
      (kAudioFormatProperty_ValidateChannelLayout, cut, parameter),
      (kAudioFormatProperty_ValidateChannelLayout, [0], parameter),
      (kAudioFormatProperty_TagsForNumberOfChannels, Self.bytes(UInt32(0)), parameter),
      (kAudioFormatProperty_TagsForNumberOfChannels, Self.bytes(UInt32.max), parameter),
      (kAudioFormatProperty_AreChannelLayoutsEquivalent, nowhere, parameter),
      (kAudioFormatProperty_ChannelMap, nowhere, parameter), (kAudioFormatProperty_MatrixMixMap, nowhere, parameter),
      (kAudioFormatProperty_PanningMatrix, nowhere + nowhere, parameter),
      (kAudioFormatProperty_BalanceFade, nowhere + Array(nowhere[0..<8]), parameter),
    ]
    for (property, specifier, expected) in rows {
      expectEqual(Self.ask(property, specifier), expected, "\(property), \(specifier)")
    }
    // A format without codecs has none, which is no error.
    expectEqual(Self.ask(kAudioFormatProperty_Encoders, Array(Self.none[0..<4])), noErr)
  }

  @Test("The place for the answer: missing, or too small")
  func places() {
    let format = AudioStreamBasicDescription.pcm()
    var (size, name): (UInt32, UInt) = (4, 0)
    var short = AudioStreamBasicDescription.pcm()
    let wrongSize = kAudioFormatBadPropertySizeError
    Refusal.check([
      Refusal("AudioFormatGetPropertyInfo", "no place", kAudio_ParamError) {
        AudioFormatGetPropertyInfo(kAudioFormatProperty_DecodeFormatIDs, 0, nil, nothing())
      },
      Refusal("AudioFormatGetProperty", "no size", kAudio_ParamError) {
        AudioFormatGetProperty(kAudioFormatProperty_DecodeFormatIDs, 0, nil, nil, &name)
      },
      Refusal("AudioFormatGetProperty", "no room for a string", wrongSize) {
        withUnsafeBytes(of: format) {
          AudioFormatGetProperty(kAudioFormatProperty_FormatName, 40, $0.baseAddress, &size, &name)
        }
      },
      Refusal("AudioFormatGetProperty", "half a format", wrongSize) {
        size = 20
        return AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &short)
      },
      Refusal("AudioFormatGetProperty", "a format that is not known", kAudioFormatUnsupportedDataFormatError) {
        size = 40
        short.mFormatID = 0x3F3F_3F3F
        return AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &short)
      },
    ])
    expectEqual(name, 0)
  }
}
