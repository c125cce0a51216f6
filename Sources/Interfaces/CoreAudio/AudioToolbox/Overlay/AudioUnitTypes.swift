public import CAudioToolbox

// The plain types of <AudioToolbox/AUAudioUnit.h> and <AudioToolbox/AUParameters.h>, as Apple's documentation of both
// has them. The headers are Objective-C, and the classes are not here.

/// A number of frames.
public typealias AUAudioFrameCount = UInt32
/// A number of channels.
public typealias AUAudioChannelCount = UInt32
/// A status of an audio unit.
public typealias AUAudioUnitStatus = OSStatus
/// The number of an object of the hardware layer.
public typealias AUAudioObjectID = AudioObjectID
/// The value of a parameter.
public typealias AUValue = AudioUnitParameterValue
/// The number of a parameter in a tree of them.
public typealias AUParameterAddress = UInt64

/// Gives input to a unit that asks for it.
public typealias AURenderPullInputBlock = (
  UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
  UnsafeMutablePointer<AudioBufferList>
) -> AUAudioUnitStatus
