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
/// The address of a parameter in a tree.
public typealias AUParameterAddress = UInt64

/// Supplies the input that a unit requests.
public typealias AURenderPullInputBlock = (
  UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
  UnsafeMutablePointer<AudioBufferList>
) -> AUAudioUnitStatus

/// Renders a unit: the flags, the time, the frames, the output's number, the output buffers, and the block that
/// supplies input.
public typealias AURenderBlock = (
  UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
  UnsafeMutablePointer<AudioBufferList>, AURenderPullInputBlock?
) -> AUAudioUnitStatus

/// Renders a unit as its class implements it: like ``AURenderBlock``, with the events of the frames before the block
/// that supplies input.
public typealias AUInternalRenderBlock = (
  UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
  UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AURenderEvent>?, AURenderPullInputBlock?
) -> AUAudioUnitStatus

/// A block called before and after a unit renders, by its flags: the flags, the time, the frames, the output.
public typealias AURenderObserver = (
  AudioUnitRenderActionFlags, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int
) -> Void
