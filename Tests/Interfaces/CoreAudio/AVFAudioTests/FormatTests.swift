import AVFoundation
import TestSupport
import Testing

@Suite("AVAudioFormat, its settings and its loudspeakers")
struct FormatTests {
  @Test("The standard format is 32-bit floating point, a buffer for each channel")
  func standard() throws {
    let format = try required(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
    let stream = format.streamDescription.pointee
    expectEqual(stream.mFormatID, kAudioFormatLinearPCM)
    expectEqual(stream.mFormatFlags, kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved)
    expectEqual(stream.mBytesPerFrame, 4)
    expectEqual(stream.mBytesPerPacket, 4)
    expectEqual(stream.mFramesPerPacket, 1)
    expectEqual(stream.mBitsPerChannel, 32)
    #expect(format.isStandard)
    #expect(!format.isInterleaved)
    expectEqual(format.commonFormat, .pcmFormatFloat32)
    expectEqual(format.channelCount, 2)
    expectEqual(format.sampleRate, 48000)
    expectNil(format.channelLayout)
    expectNil(format.magicCookie)
  }

  @Test(
    "The usual formats have the sizes of their samples",
    arguments: [
      (AVAudioCommonFormat.pcmFormatFloat32, 4), (.pcmFormatFloat64, 8), (.pcmFormatInt16, 2), (.pcmFormatInt32, 4),
    ], [true, false])
  func common(kind: (AVAudioCommonFormat, Int), interleaved: Bool) throws {
    let format = try required(
      AVAudioFormat(commonFormat: kind.0, sampleRate: 44100, channels: 2, interleaved: interleaved))
    let stream = format.streamDescription.pointee
    expectEqual(Int(stream.mBytesPerFrame), kind.1 * (interleaved ? 2 : 1))
    expectEqual(Int(stream.mBitsPerChannel), kind.1 * 8)
    expectEqual(format.commonFormat, kind.0)
    expectEqual(format.isInterleaved, interleaved)
    expectEqual(format.isStandard, kind.0 == .pcmFormatFloat32 && !interleaved)
    let layout = try required(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let surround = AVAudioFormat(
      commonFormat: kind.0, sampleRate: 44100, interleaved: interleaved, channelLayout: layout)
    expectEqual(surround.channelCount, 6)
    expectEqual(Int(surround.streamDescription.pointee.mBytesPerFrame), kind.1 * (interleaved ? 6 : 1))
    expectEqual(surround.channelLayout, layout)
  }

  @Test("More than two channels need their loudspeakers, and none is no format")
  func channels() throws {
    expectNil(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 3))
    expectNil(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 0))
    expectNil(AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44100, channels: 6, interleaved: true))
    expectNil(AVAudioFormat(commonFormat: .otherFormat, sampleRate: 44100, channels: 2, interleaved: true))
    expectNil(AVAudioFormat(standardFormatWithSampleRate: .nan, channels: 2))
    let quadro = try required(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Quadraphonic))
    expectEqual(AVAudioFormat(standardFormatWithSampleRate: 44100, channelLayout: quadro).channelCount, 4)
    var description = AVAudioFormat(standardFormatWithSampleRate: 44100, channelLayout: quadro).streamDescription
      .pointee
    expectNil(AVAudioFormat(streamDescription: &description))
    expectNil(AVAudioFormat(streamDescription: &description, channelLayout: nil))
    #expect(AVAudioFormat(streamDescription: &description, channelLayout: quadro) != nil)
    description.mChannelsPerFrame = 5
    expectNil(AVAudioFormat(streamDescription: &description, channelLayout: quadro))
  }

  @Test("Equal formats: interleaving of one channel, packedness and the usual layouts make no difference")
  func equality() throws {
    let mono = Make.format(.pcmFormatInt16, channels: 1, interleaved: true)
    expectEqual(mono, Make.format(.pcmFormatInt16, channels: 1, interleaved: false))
    expectEqual(mono.hash, Make.format(.pcmFormatInt16, channels: 1, interleaved: false).hash)
    #expect(mono != Make.format(.pcmFormatInt16, rate: 44101, channels: 1))
    #expect(Make.format(interleaved: true) != Make.format(interleaved: false))
    var description = Make.format(.pcmFormatInt16, interleaved: true).streamDescription.pointee
    description.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsAlignedHigh
    expectEqual(AVAudioFormat(streamDescription: &description), Make.format(.pcmFormatInt16, interleaved: true))
    description.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | kAudioFormatFlagIsBigEndian
    expectEqual(AVAudioFormat(streamDescription: &description)?.commonFormat, .otherFormat)
    let stereo = try required(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
    expectEqual(AVAudioFormat(standardFormatWithSampleRate: 44100, channelLayout: stereo), Make.format())
    let binaural = try required(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Binaural))
    #expect(AVAudioFormat(standardFormatWithSampleRate: 44100, channelLayout: binaural) != Make.format())
    #expect(!Make.format().isEqual(nil))
    #expect(!Make.format().isEqual(NSString("format")))
  }

  @Test("Settings make a format, whatever type their numbers have")
  func settings() throws {
    let written: [String: Any] = [
      AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 16000, AVNumberOfChannelsKey: NSNumber(value: 1),
      AVLinearPCMBitDepthKey: 16 as UInt32, AVLinearPCMIsFloatKey: false,
      AVLinearPCMIsBigEndianKey: NSNumber(value: false),
      AVLinearPCMIsNonInterleaved: 0,
    ]
    expectEqual(AVAudioFormat(settings: written), Make.format(.pcmFormatInt16, rate: 16000, channels: 1))
    let floats: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100.0 as Float, AVNumberOfChannelsKey: 2,
      AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true, AVLinearPCMIsNonInterleaved: true,
    ]
    expectEqual(AVAudioFormat(settings: floats), Make.format())
    // What a program casts them to.
    let read = Make.format(rate: 22050).settings
    #expect(read[AVSampleRateKey] as? Double == 22050)
    #expect(read[AVNumberOfChannelsKey] as? Int == 2)
    #expect(read[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
    #expect(read[AVLinearPCMBitDepthKey] as? Int == 32)
    expectEqual((read[AVLinearPCMIsNonInterleaved] as? NSNumber)?.boolValue, true)
    expectEqual(AVAudioFormat(settings: read), Make.format(rate: 22050))
    for format in [Make.format(.pcmFormatInt32, interleaved: true), Make.format(.pcmFormatFloat64)] {
      expectEqual(AVAudioFormat(settings: format.settings), format)
    }
  }

  @Test("Settings that lack something, or contradict themselves, make none")
  func badSettings() throws {
    let complete: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
    ]
    #expect(AVAudioFormat(settings: complete) != nil)
    for key in complete.keys {
      expectNil(AVAudioFormat(settings: complete.filter { $0.key != key }), "\(key)")
    }
    let changes: [(String, Any)] = [
      (AVNumberOfChannelsKey, 6), (AVNumberOfChannelsKey, 0), (AVNumberOfChannelsKey, -1),
      (AVSampleRateKey, Double.nan),
      (AVSampleRateKey, -1), (AVFormatIDKey, "lpcm"), (AVLinearPCMBitDepthKey, 13),
    ]
    for (key, value) in changes {
      var settings = complete
      settings[key] = value
      expectNil(AVAudioFormat(settings: settings), "\(key) \(value)")
    }
    let layout = try required(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    var surround = complete
    surround[AVChannelLayoutKey] = Data(bytes: layout.layout, count: MemoryLayout<AudioChannelLayout>.size)
    expectNil(AVAudioFormat(settings: surround))
    surround[AVNumberOfChannelsKey] = 6
    let format = try required(AVAudioFormat(settings: surround))
    expectEqual(format.channelLayout, layout)
    expectEqual(AVAudioFormat(settings: format.settings), format)
    surround[AVChannelLayoutKey] = Data([1, 2, 3])
    expectNil(AVAudioFormat(settings: surround))
  }

  @Test("The codec completes what settings of a coded format leave out")
  func codedSettings() throws {
    let frames: [(AudioFormatID, UInt32)] = [
      (kAudioFormatMPEG4AAC, 1024), (kAudioFormatMPEG4AAC_ELD, 512), (kAudioFormatAppleLossless, 4096),
    ]
    for (formatID, count) in frames {
      let settings: [String: Any] = [AVFormatIDKey: formatID, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2]
      let format = try required(AVAudioFormat(settings: settings))
      expectEqual(format.streamDescription.pointee.mFramesPerPacket, count)
      expectEqual(format.streamDescription.pointee.mBytesPerPacket, 0)
      expectEqual(format.commonFormat, .otherFormat)
      #expect(format.settings[AVFormatIDKey] as? UInt32 == formatID)
    }
  }

  @Test("Pointers of formats and layouts that are gone still hold")
  func innerPointers() throws {
    let streams = (1...50).map { Make.format(rate: Double($0) * 1000).streamDescription }
    let layouts = try (1...20).map { count in
      try required(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | UInt32(count))).layout
    }
    for (index, stream) in streams.enumerated() { expectEqual(stream.pointee.mSampleRate, Double(index + 1) * 1000) }
    for (index, layout) in layouts.enumerated() {
      expectEqual(layout.pointee.mChannelLayoutTag, kAudioChannelLayoutTag_DiscreteInOrder | UInt32(index + 1))
    }
    expectEqual(Make.format(rate: 5000).streamDescription, streams[4])
  }

  @Test("A layout is that of its tag, its bitmap or its descriptions")
  func layouts() throws {
    expectNil(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelDescriptions))
    expectNil(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelBitmap))
    let tagged = try required(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_7_1_A))
    expectEqual(tagged.channelCount, 8)
    expectEqual(tagged.layoutTag, kAudioChannelLayoutTag_MPEG_7_1_A)
    expectEqual(tagged.layout.pointee.mChannelLayoutTag, kAudioChannelLayoutTag_MPEG_7_1_A)
    var bitmap = AudioChannelLayout()
    bitmap.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
    bitmap.mChannelBitmap = [.bit_Left, .bit_Right, .bit_Center]
    expectEqual(AVAudioChannelLayout(layout: &bitmap).channelCount, 3)
    // Three descriptions, of which the struct has room for one.
    var words = [kAudioChannelLayoutTag_UseChannelDescriptions, 0, 3]
    for label in [kAudioChannelLabel_Left, kAudioChannelLabel_Right, kAudioChannelLabel_LFEScreen] {
      words += [label, 0, 0, 0, 0]
    }
    let described = words.withUnsafeBytes { bytes in
      bytes.baseAddress.map { AVAudioChannelLayout(layout: $0.assumingMemoryBound(to: AudioChannelLayout.self)) }
    }
    let layout = try required(described)
    expectEqual(layout.channelCount, 3)
    #expect(layout != tagged)
    expectEqual(layout, AVAudioChannelLayout(layout: layout.layout))
    expectEqual(layout.hash, AVAudioChannelLayout(layout: layout.layout).hash)
    let last = UnsafeRawPointer(layout.layout).loadUnaligned(fromByteOffset: 12 + 40, as: UInt32.self)
    expectEqual(last, kAudioChannelLabel_LFEScreen)
  }

  @Test("Times: samples and the system's clock, and one from the other")
  func times() throws {
    let anchor = AVAudioTime(hostTime: 5_000_000_000, sampleTime: 44100, atRate: 44100)
    #expect(anchor.isHostTimeValid)
    #expect(anchor.isSampleTimeValid)
    let later = AVAudioTime(sampleTime: 88200, atRate: 44100)
    #expect(!later.isHostTimeValid)
    expectEqual(later.sampleTime, 88200)
    let host = AVAudioTime(hostTime: AVAudioTime.hostTime(forSeconds: 4.5))
    #expect(!host.isSampleTimeValid)
    expectEqual(AVAudioTime.seconds(forHostTime: host.hostTime), 4.5)
    let second = AVAudioTime.hostTime(forSeconds: 1)
    expectEqual(later.extrapolateTime(fromAnchor: anchor)?.hostTime, 5_000_000_000 + second)
    expectEqual(later.extrapolateTime(fromAnchor: anchor)?.sampleTime, 88200)
    expectEqual(host.extrapolateTime(fromAnchor: anchor)?.sampleTime, 22050)
    expectEqual(host.extrapolateTime(fromAnchor: anchor)?.sampleRate, 44100)
    expectNil(host.extrapolateTime(fromAnchor: later))
    expectEqual(anchor.extrapolateTime(fromAnchor: anchor), anchor)
    expectEqual(AVAudioTime.hostTime(forSeconds: -1), 0)
    var stamp = later.audioTimeStamp
    expectEqual(stamp.mSampleTime, 88200)
    expectEqual(stamp.mFlags, .sampleTimeValid)
    expectEqual(AVAudioTime(audioTimeStamp: &stamp, sampleRate: 44100), later)
  }
}
