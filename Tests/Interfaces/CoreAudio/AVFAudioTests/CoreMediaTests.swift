import AVFoundation
import TestSupport
import Testing

@Suite("AVAudioFormat and Core Media")
struct CoreMediaTests {
  @Test("A format's description tells all that the format does, and makes the same format again")
  func descriptions() throws {
    let layout = try required(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let file = try AVAudioFile(forReading: FileTests.music)
    let formats = [
      Make.format(), Make.format(.pcmFormatInt16, rate: 16000, channels: 1, interleaved: true),
      AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: layout), file.fileFormat,
    ]
    for format in formats {
      let description: CMAudioFormatDescription = format.formatDescription
      expectEqual(CMFormatDescriptionGetMediaType(description), kCMMediaType_Audio)
      expectEqual(CMFormatDescriptionGetMediaSubType(description), format.streamDescription.pointee.mFormatID)
      let stream = try required(CMAudioFormatDescriptionGetStreamBasicDescription(description))
      expectEqual(stream.pointee.mSampleRate, format.sampleRate)
      expectEqual(stream.pointee.mChannelsPerFrame, format.channelCount)
      let again = AVAudioFormat(cmAudioFormatDescription: description)
      expectEqual(again, format)
      expectEqual(again.channelLayout, format.channelLayout)
      expectEqual(again.magicCookie, format.magicCookie)
    }
  }

  @Test("Sound of more channels without loudspeakers gets as many without names")
  func unnamed() throws {
    var stream = AudioStreamBasicDescription(
      mSampleRate: 48000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 6, mFramesPerPacket: 1,
      mBytesPerFrame: 6, mChannelsPerFrame: 3, mBitsPerChannel: 16, mReserved: 0)
    var made: CMAudioFormatDescription?
    expectEqual(
      CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
        extensions: nil, formatDescriptionOut: &made), noErr)
    let format = AVAudioFormat(cmAudioFormatDescription: try required(made))
    expectEqual(format.channelCount, 3)
    expectEqual(format.channelLayout?.layoutTag, kAudioChannelLayoutTag_DiscreteInOrder | 3)
    expectEqual(format.commonFormat, .pcmFormatInt16)
  }
}
