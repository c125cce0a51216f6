import AudioUnit
import Testing

/// What a file sees that imports nothing else.
@Test("`import AudioUnit` brings units, and the plain types of their newer layer")
func audioUnitModule() {
  var wanted = AudioComponentDescription()
  wanted.componentType = kAudioUnitType_Output
  let unit: AudioUnit? = nil
  #expect(AudioComponentFindNext(nil, &wanted) != nil && unit == nil)
  let (address, value, frames, channels): (AUParameterAddress, AUValue, AUAudioFrameCount, AUAudioChannelCount) =
    (.max, 0.5, .max, 2)
  #expect(address == UInt64.max && value == Float(0.5) && frames == UInt32.max && channels == 2)
  let status: AUAudioUnitStatus = kAudioUnitErr_TooManyFramesToProcess
  let device = AUAudioObjectID(kAudioObjectUnknown)
  // The block gives the number of its bus.
  let pull: AURenderPullInputBlock = { _, _, count, bus, list in
    list.pointee.mNumberBuffers = count
    return AUAudioUnitStatus(bus)
  }
  var (flags, time, list) = (AudioUnitRenderActionFlags(), AudioTimeStamp(), AudioBufferList())
  #expect(pull(&flags, &time, 7, 3, &list) == 3 && list.mNumberBuffers == 7)
  #expect(status == -10874 && device == 0)
}
