import AudioToolbox
import TestSupport
import Testing

/// What Audio Converter Services refuse about formats and properties.
@Suite("Converters: formats and properties that are refused")
struct ConverterRefusalTests {
  private static let parameter = kAudio_ParamError
  private static let unsupported = kAudioConverterErr_FormatNotSupported

  private static func make(
    _ input: AudioStreamBasicDescription, _ output: AudioStreamBasicDescription
  ) -> OSStatus {
    var (input, output) = (input, output)
    // Whatever stood there before must not be taken for a converter.
    var handle: AudioConverterRef? = Refusal.stale
    let status = AudioConverterNew(&input, &output, &handle)
    expectEqual(handle == nil, status != noErr)
    if let handle { AudioConverterDispose(handle) }
    return status
  }

  private static func pcm(_ change: (inout AudioStreamBasicDescription) -> Void) -> AudioStreamBasicDescription {
    var format = AudioStreamBasicDescription.pcm()
    change(&format)
    return format
  }

  private static var formats: [Refusal] {
    let good = AudioStreamBasicDescription.pcm()
    let aac = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)
    let changes: [(String, (inout AudioStreamBasicDescription) -> Void)] = [
      ("no channels", { $0.mChannelsPerFrame = 0 }), ("no bytes", { $0.mBytesPerFrame = 0 }),
      ("no bits", { $0.mBitsPerChannel = 0 }), ("no frames in a packet", { $0.mFramesPerPacket = 0 }),
      ("two frames in a packet", { $0.mFramesPerPacket = 2 }), ("packets are not frames", { $0.mBytesPerPacket = 6 }),
      ("more bits than the slot has", { $0.mBitsPerChannel = 24 }),
      ("bytes that are no multiple of the channels", { ($0.mBytesPerFrame, $0.mBytesPerPacket) = (5, 5) }),
      ("floats of 16 bits", { $0.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked }),
      ("a rate below zero", { $0.mSampleRate = -1 }), ("a rate that is none", { $0.mSampleRate = .nan }),
      ("an infinite rate", { $0.mSampleRate = .infinity }),
    ]
    var refusals: [Refusal] = []
    for (reason, change) in changes {
      refusals.append(Refusal("AudioConverterNew", "input: \(reason)", unsupported) { make(pcm(change), good) })
      // Without a number of channels the output has the input's.
      if reason == "no channels" { continue }
      refusals.append(Refusal("AudioConverterNew", "output: \(reason)", unsupported) { make(good, pcm(change)) })
    }
    return refusals + [
      Refusal("AudioConverterNew", "from one coding to another", unsupported) { make(aac, aac) },
      Refusal("AudioConverterNew", "a rate too far away", kAudioConverterErr_OutputSampleRateOutOfRange) {
        make(.pcm(rate: 48000), .pcm(rate: 100))
      },
      Refusal("AudioConverterNew", "an encoder of a rate that no table has", unsupported) {
        make(pcm { $0.mSampleRate = 1 }, .coded(kAudioFormatMPEG4AAC, rate: 1, frames: 1024))
      },
      Refusal("AudioConverterNew", "an encoder of too many channels", unsupported) {
        make(.pcm(channels: 60), .coded(kAudioFormatMPEG4AAC, channels: 60, frames: 1024))
      },
    ]
  }

  @Test("Formats that make no sense, as input and as output")
  func formats() { Refusal.check(Self.formats) }

  @Test("Null pointers where a converter is made")
  func makingWithNothing() throws {
    var pcm = AudioStreamBasicDescription.pcm()
    var handle: AudioConverterRef?
    var encoder = AudioClassDescription(
      mType: kAudioEncoderComponentType, mSubType: kAudioFormatMPEG4AAC, mManufacturer: 0x3F3F_3F3F)
    Refusal.check([
      Refusal("AudioConverterNew", "no input", Self.parameter) { AudioConverterNew(nothing(), &pcm, &handle) },
      Refusal("AudioConverterNew", "no output", Self.parameter) { AudioConverterNew(&pcm, nothing(), &handle) },
      Refusal("AudioConverterNew", "no place", Self.parameter) { AudioConverterNew(&pcm, &pcm, nothing()) },
      Refusal("AudioConverterNewWithOptions", "no place", Self.parameter) {
        AudioConverterNewWithOptions(&pcm, &pcm, .unbuffered, nothing())
      },
      Refusal("AudioConverterNewSpecific", "no input", Self.parameter) {
        AudioConverterNewSpecific(nothing(), &pcm, 0, nothing(), &handle)
      },
      Refusal("AudioConverterNewSpecific", "no output", Self.parameter) {
        AudioConverterNewSpecific(&pcm, nothing(), 0, nothing(), &handle)
      },
      Refusal("AudioConverterNewSpecific", "no classes", Self.parameter) {
        AudioConverterNewSpecific(&pcm, &pcm, 1, nothing(), &handle)
      },
      Refusal("AudioConverterNewSpecific", "another make", Self.unsupported) {
        AudioConverterNewSpecific(&pcm, &pcm, 1, &encoder, &handle)
      },
      Refusal("AudioConverterDispose", "null", Self.parameter) { AudioConverterDispose(nothing()) },
      Refusal("AudioConverterReset", "null", Self.parameter) { AudioConverterReset(nothing()) },
    ])
    expectNil(handle)
    expectEqual(AudioConverterNewSpecific(&pcm, &pcm, 0, nothing(), &handle), noErr)
    expectEqual(AudioConverterDispose(try #require(handle)), noErr)
  }

  // MARK: Properties

  private static func set(
    _ converter: AudioConverterRef, _ property: AudioConverterPropertyID, _ bytes: [UInt8]
  ) -> OSStatus { AudioConverterSetProperty(converter, property, UInt32(bytes.count), bytes) }

  private static func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  @Test("Properties: null pointers, too little room, what can only be read, numbers that are not quite")
  func properties() throws {
    let resampler = try makeConverter(.pcm(rate: 48000), .pcm())
    let encoder = try makeConverter(.pcm(), .coded(kAudioFormatMPEG4AAC, frames: 1024))
    let decoder = try makeConverter(.coded(kAudioFormatMPEG4AAC, frames: 1024), .pcm())
    defer { for converter in [resampler, encoder, decoder] { AudioConverterDispose(converter) } }
    var (size, number): (UInt32, UInt32) = (4, 0)
    let (wrongSize, absent) = (kAudioConverterErr_BadPropertySizeError, kAudioConverterErr_PropertyNotSupported)
    let method = kAudioConverterPrimeMethod
    Refusal.check([
      Refusal("AudioConverterGetPropertyInfo", "unknown", absent) {
        AudioConverterGetPropertyInfo(resampler, 0x3F3F_3F3F, &size, nil)
      },
      Refusal("AudioConverterGetProperty", "unknown", absent) {
        AudioConverterGetProperty(resampler, 0x3F3F_3F3F, &size, &number)
      },
      Refusal("AudioConverterGetProperty", "no size", Self.parameter) {
        AudioConverterGetProperty(resampler, method, nothing(), &number)
      },
      Refusal("AudioConverterGetProperty", "no place", Self.parameter) {
        AudioConverterGetProperty(resampler, method, &size, nothing())
      },
      Refusal("AudioConverterGetProperty", "too little room", wrongSize) {
        size = 3
        return AudioConverterGetProperty(resampler, method, &size, &number)
      },
      Refusal("AudioConverterSetProperty", "unknown", absent) { Self.set(resampler, 0x3F3F_3F3F, [0, 0, 0, 0]) },
      Refusal("AudioConverterSetProperty", "no value", Self.parameter) {
        AudioConverterSetProperty(resampler, method, 4, nothing())
      },
      Refusal("AudioConverterSetProperty", "read only", kAudioConverterErr_OperationNotSupported) {
        Self.set(resampler, kAudioConverterPrimeInfo, [UInt8](repeating: 0, count: 8))
      },
      Refusal("AudioConverterSetProperty", "a cookie for samples", absent) {
        Self.set(resampler, kAudioConverterDecompressionMagicCookie, [1, 2])
      },
      Refusal("AudioConverterSetProperty", "a bit rate for a decoder", absent) {
        Self.set(decoder, kAudioConverterEncodeBitRate, Self.bytes(UInt32(64000)))
      },
    ])
    // What is told to be too small learns how large it is.
    expectEqual(size, 4)
    let numbers: [(AudioConverterRef, AudioConverterPropertyID)] = [
      (resampler, method), (resampler, kAudioConverterSampleRateConverterQuality),
      (resampler, kAudioConverterSampleRateConverterComplexity), (resampler, kAudioConverterPropertyDithering),
      (resampler, kAudioConverterPropertyPerformDownmix), (encoder, kAudioConverterEncodeBitRate),
      (encoder, kAudioConverterEncodeAdjustableSampleRate), (encoder, kAudioConverterCodecQuality),
      (encoder, kAudioCodecPropertyBitRateControlMode), (encoder, kAudioCodecPropertySoundQualityForVBR),
      (encoder, kAudioConverterPropertyBitDepthHint), (resampler, kAudioConverterChannelMap),
      (resampler, kAudioConverterPropertyChannelMixMap), (resampler, kAudioConverterInputChannelLayout),
      (resampler, kAudioConverterOutputChannelLayout),
    ]
    for (converter, property) in numbers {
      for count in [0, 1, 3, 5, 7, 9] {
        let status = Self.set(converter, property, [UInt8](repeating: 0, count: count))
        expectEqual(status, wrongSize, "\(property), \(count) bytes")
      }
    }
  }

  @Test("Values that a property does not have")
  func values() throws {
    let resampler = try makeConverter(.pcm(rate: 48000), .pcm())
    let encoder = try makeConverter(.pcm(), .coded(kAudioFormatMPEG4AAC, frames: 1024))
    let decoder = try makeConverter(.coded(kAudioFormatMPEG4AAC, frames: 1024), .pcm())
    defer { for converter in [resampler, encoder, decoder] { AudioConverterDispose(converter) } }
    let none = UInt32.max
    let refused = kAudioCodecUnsupportedFormatError
    let mono = Self.bytes((kAudioChannelLayoutTag_Mono, UInt32(0), UInt32(0)))
    let unknown = Self.bytes((UInt32(0x00F0_0002), UInt32(0), UInt32(0)))
    let rows: [(AudioConverterRef, AudioConverterPropertyID, [UInt8], OSStatus)] = [
      (resampler, kAudioConverterPrimeMethod, Self.bytes(none), Self.parameter),
      (resampler, kAudioConverterSampleRateConverterComplexity, Self.bytes(none), Self.parameter),
      (resampler, kAudioConverterPropertyDithering, Self.bytes(none), Self.parameter),
      (resampler, kAudioConverterChannelMap, Self.bytes((Int32(7), Int32(0))), Self.parameter),
      (
        resampler, kAudioConverterPropertyChannelMixMap, Self.bytes((Float.nan, Float(0), Float(0), Float(1))),
        Self.parameter
      ),
      (resampler, kAudioConverterInputChannelLayout, mono, Self.parameter),
      (resampler, kAudioConverterOutputChannelLayout, mono, Self.parameter),
      (resampler, kAudioConverterOutputChannelLayout, unknown, Self.parameter),
      (encoder, kAudioCodecPropertyBitRateControlMode, Self.bytes(none), Self.parameter),
      (encoder, kAudioConverterEncodeBitRate, Self.bytes(UInt32(1)), refused),
      (encoder, kAudioConverterEncodeBitRate, Self.bytes(none), refused),
      (encoder, kAudioConverterEncodeAdjustableSampleRate, Self.bytes(Double.nan), Self.parameter),
      (encoder, kAudioConverterEncodeAdjustableSampleRate, Self.bytes(-8000.0), Self.parameter),
      (encoder, kAudioConverterEncodeAdjustableSampleRate, Self.bytes(1e300), refused),
      (decoder, kAudioConverterDecompressionMagicCookie, [0xFF, 0xFF, 0xFF], kAudioCodecBadDataError),
    ]
    for (converter, property, value, expected) in rows {
      expectEqual(Self.set(converter, property, value), expected, "\(property), \(value)")
    }
    // The greatest quality there is, not an error: programs give 127 and more.
    expectEqual(Self.set(resampler, kAudioConverterSampleRateConverterQuality, Self.bytes(none)), noErr)
    // After all that, each still works.
    let samples = [[UInt8](repeating: 0, count: 4096)]
    let feed = PacketFeed(samples)
    feed.bytesPerPacket = 4
    expectEqual(fill(resampler, feed, packets: 100, room: 400).packets, 100)
  }
}
