import CoreAudioTypes
import TestSupport
import Testing

/// What a file sees that imports nothing else.
@Test("`import CoreAudioTypes` brings the types of Core Audio")
func coreAudioTypesModule() {
  let format = AudioStreamBasicDescription(
    mSampleRate: 48000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
    mBytesPerPacket: 8, mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
  expectEqual(format.mFormatID, 0x6C70_636D)
  expectEqual(ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Stereo).numberOfChannels, 2)
  expectEqual(AudioBufferList.sizeInBytes(maximumBuffers: 1), 24)
}
