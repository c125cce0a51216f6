import CoreMedia
import Foundation
import TestSupport
import Testing

@Test("Formats of sound carry channel layouts that are values")
func formatLayouts() throws {
  let format = AudioStreamBasicDescription(
    mSampleRate: 48000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 12, mBytesPerPacket: 6, mFramesPerPacket: 1,
    mBytesPerFrame: 6, mChannelsPerFrame: 3, mBitsPerChannel: 16, mReserved: 0)
  let labels = [kAudioChannelLabel_Left, kAudioChannelLabel_Right, kAudioChannelLabel_Center]
  let layout = ManagedAudioChannelLayout(
    channelDescriptions: labels.map {
      AudioChannelDescription(mChannelLabel: $0, mChannelFlags: [], mCoordinates: (0, 0, 0))
    })
  let cookie = Data([1, 2, 3])
  let description = try CMFormatDescription(audioStreamBasicDescription: format, layout: layout, magicCookie: cookie)
  expectEqual(description.audioChannelLayout, layout)
  expectEqual(description.audioChannelLayout?.channelDescriptions.map(\.mChannelLabel), labels)
  expectEqual(description.magicCookie, cookie)
  let tagged = try CMFormatDescription(
    audioStreamBasicDescription: format, layout: ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_3_0_A))
  expectEqual(tagged.audioChannelLayout?.tag, kAudioChannelLayoutTag_MPEG_3_0_A)
  try expectNil(CMFormatDescription(audioStreamBasicDescription: format).audioChannelLayout)
}
