// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox

// <AudioToolbox/AUComponent.h>, <AudioToolbox/AudioOutputUnit.h>: rendering, running and notifications.

@c(AudioUnitInitialize)
public func audioUnitInitialize(_ inUnit: AudioUnit?) -> OSStatus {
  Status.of { () throws(Status) in try unsafe unit(inUnit).initialize() }
}

@c(AudioUnitUninitialize)
public func audioUnitUninitialize(_ inUnit: AudioUnit?) -> OSStatus {
  Status.of { () throws(Status) in try unsafe unit(inUnit).uninitialize() }
}

@c(AudioUnitReset)
public func audioUnitReset(_ inUnit: AudioUnit?, _ inScope: UInt32, _ inElement: UInt32) -> OSStatus {
  Status.of { () throws(Status) in
    let unit = try unsafe unit(inUnit)
    guard inScope <= kAudioUnitScope_Output else { throw Status(kAudioUnitErr_InvalidScope) }
    unit.reset()
  }
}

@c(AudioUnitRender)
public func audioUnitRender(
  _ inUnit: AudioUnit?, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
  _ inTimeStamp: UnsafePointer<AudioTimeStamp>?, _ inOutputBusNumber: UInt32, _ inNumberFrames: UInt32,
  _ ioData: UnsafeMutablePointer<AudioBufferList>?
) -> OSStatus {
  unsafe usingUnit(inUnit) { unit throws(Status) in
    guard let inTimeStamp = unsafe inTimeStamp, let ioData = unsafe ioData else { throw Status(kAudio_ParamError) }
    var flags: AudioUnitRenderActionFlags = []
    let status = unsafe withUnsafeMutablePointer(to: &flags) { own in
      unit.render(
        unsafe RenderCall(
          flags: ioActionFlags ?? own, time: inTimeStamp, bus: inOutputBusNumber, frameCount: Int(inNumberFrames),
          list: ioData))
    }
    guard status == noErr else { throw Status(status) }
  }
}

/// Fails: no unit here processes in place.
@c(AudioUnitProcess)
public func audioUnitProcess(
  _ inUnit: AudioUnit?, _ ioActionFlags: UnsafeRawPointer?, _ inTimeStamp: UnsafeRawPointer?, _ inNumberFrames: UInt32,
  _ ioData: UnsafeRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    _ = try unsafe unit(inUnit)
    throw Status(kAudio_UnimplementedError)
  }
}

@c(AudioUnitProcessMultiple)
public func audioUnitProcessMultiple(
  _ inUnit: AudioUnit?, _ ioActionFlags: UnsafeRawPointer?, _ inTimeStamp: UnsafeRawPointer?, _ inNumberFrames: UInt32,
  _ inNumberInputBufferLists: UInt32, _ inInputBufferLists: UnsafeRawPointer?, _ inNumberOutputBufferLists: UInt32,
  _ ioOutputBufferLists: UnsafeRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    _ = try unsafe unit(inUnit)
    throw Status(kAudio_UnimplementedError)
  }
}

@c(AudioOutputUnitStart)
public func audioOutputUnitStart(_ inUnit: AudioUnit?) -> OSStatus {
  Status.of { () throws(Status) in try unsafe outputUnit(inUnit).start() }
}

@c(AudioOutputUnitStop)
public func audioOutputUnitStop(_ inUnit: AudioUnit?) -> OSStatus {
  Status.of { () throws(Status) in try unsafe outputUnit(inUnit).stop() }
}

/// A unit that plays or records by itself, or can be pulled in the same way.
protocol RunningUnit {
  var isRunning: Bool { get }
  func start() throws(Status)
  func stop() throws(Status)
}

/// Returns the object of an output unit's handle.
@unsafe
private func outputUnit(_ handle: AudioUnit?) throws(Status) -> any RunningUnit {
  let unit = try unsafe unit(handle)
  guard unit.kind.type == kAudioUnitType_Output, let output = unit as? any RunningUnit else {
    throw Status(kAudio_UnimplementedError)
  }
  return output
}

// MARK: Notifications

/// Changes the notifications of a unit to a function of the program, which must be given.
@unsafe
private func telling<Function>(
  _ handle: AudioUnit?, _ function: Function?, _ change: (UnitObject, Function) -> Void
) -> OSStatus {
  Status.of { () throws(Status) in
    let unit = try unsafe unit(handle)
    guard let function else { throw Status(kAudio_ParamError) }
    change(unit, function)
  }
}

@c(AudioUnitAddRenderNotify)
public func audioUnitAddRenderNotify(
  _ inUnit: AudioUnit?, _ inProc: AURenderCallback?, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  unsafe telling(inUnit, inProc) { unsafe $0.addNotify(RenderFunction($1, inProcUserData)) }
}

@c(AudioUnitRemoveRenderNotify)
public func audioUnitRemoveRenderNotify(
  _ inUnit: AudioUnit?, _ inProc: AURenderCallback?, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  unsafe telling(inUnit, inProc) { unsafe $0.removeNotify(RenderFunction($1, inProcUserData)) }
}

@c(AudioUnitAddPropertyListener)
public func audioUnitAddPropertyListener(
  _ inUnit: AudioUnit?, _ inID: UInt32, _ inProc: AudioUnitPropertyListenerProc?,
  _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  unsafe telling(inUnit, inProc) { unsafe $0.addListener(inID, $1, inProcUserData) }
}

@c(AudioUnitRemovePropertyListenerWithUserData)
public func audioUnitRemovePropertyListenerWithUserData(
  _ inUnit: AudioUnit?, _ inID: UInt32, _ inProc: AudioUnitPropertyListenerProc?,
  _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  unsafe telling(inUnit, inProc) { unsafe $0.removeListener(inID, $1, inProcUserData) }
}
