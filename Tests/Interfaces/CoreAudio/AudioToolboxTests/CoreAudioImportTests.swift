import CoreAudio
import TestSupport
import Testing

/// What a file sees that imports nothing else.
@Test("`import CoreAudio` brings the types of Core Audio")
func coreAudioModule() {
  let list = AudioBufferList.allocate(maximumBuffers: 2)
  defer { list.unsafeMutablePointer.deallocate() }
  list[1] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
  expectEqual(list.count, 2)
  expectEqual(list.map(\.mNumberChannels), [0, 1])
  expectEqual(AudioTimeStamp().mFlags, [])
}
