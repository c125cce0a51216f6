// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox

// <AudioToolbox/AUComponent.h>: properties and parameters.

@c(AudioUnitGetPropertyInfo)
public func audioUnitGetPropertyInfo(
  _ inUnit: AudioUnit?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32,
  _ outDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let address = UnitAddress(property: inID, scope: inScope, element: inElement)
    let answer = try unsafe unit(inUnit).answer(address)
    unsafe outDataSize.set(UInt32(clamping: answer.byteCount))
    unsafe outWritable.set(answer.isWritable)
  }
}

/// Returns the value, or, without a buffer for it, its size. A buffer that is too small receives the first bytes, as in
/// Apple's AudioUnitSDK (AUPlugInDispatch, AUMethodGetProperty).
@c(AudioUnitGetProperty)
public func audioUnitGetProperty(
  _ inUnit: AudioUnit?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32, _ outData: UnsafeMutableRawPointer?,
  _ ioDataSize: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let unit = try unsafe unit(inUnit)
    guard let ioDataSize = unsafe ioDataSize else { throw Status(kAudio_ParamError) }
    let address = UnitAddress(property: inID, scope: inScope, element: inElement)
    let answer = try unit.answer(address)
    guard let outData = unsafe outData else {
      unsafe ioDataSize.pointee = UInt32(clamping: answer.byteCount)
      return
    }
    guard case .value(let value, _) = answer else { throw Status(kAudioUnitErr_InvalidProperty) }
    let place = try unsafe PropertyDestination(ioDataSize, outData)
    guard place.room > 0 || value.byteCount == 0 else { throw Status(kAudio_ParamError) }
    try place.putFirstBytes(of: value, orThrow: kAudioUnitErr_InvalidPropertyValue)
  }
}

@c(AudioUnitSetProperty)
public func audioUnitSetProperty(
  _ inUnit: AudioUnit?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32, _ inData: UnsafeRawPointer?,
  _ inDataSize: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    let unit = try unsafe unit(inUnit)
    let address = UnitAddress(property: inID, scope: inScope, element: inElement)
    guard let inData = unsafe inData else {
      // An unknown property is reported before a missing value.
      _ = try unit.answer(address)
      throw Status(kAudioUnitErr_InvalidPropertyValue)
    }
    try unsafe unit.set(address, to: PropertySource(inDataSize, inData))
    unit.tell(inID, inScope, inElement)
  }
}

@c(AudioUnitGetParameter)
public func audioUnitGetParameter(
  _ inUnit: AudioUnit?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32,
  _ outValue: UnsafeMutablePointer<Float32>?
) -> OSStatus {
  unsafe usingUnit(inUnit) { unit throws(Status) in
    guard let outValue = unsafe outValue else { throw Status(kAudio_ParamError) }
    unsafe outValue.pointee = try unit.parameter(ParameterAddress(id: inID, scope: inScope, element: inElement))
  }
}

/// Sets a parameter: at once if the offset is 0, otherwise at that frame of the next slice.
@c(AudioUnitSetParameter)
public func audioUnitSetParameter(
  _ inUnit: AudioUnit?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32, _ inValue: Float32,
  _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
  unsafe usingUnit(inUnit) { unit throws(Status) in
    let address = ParameterAddress(id: inID, scope: inScope, element: inElement)
    guard inBufferOffsetInFrames > 0 else { return try unit.setParameter(address, to: inValue) }
    var event = AudioUnitParameterEvent()
    (event.scope, event.element, event.parameter, event.eventType) = (
      inScope, inElement, inID, .parameterEvent_Immediate
    )
    unsafe event.eventValues.immediate.bufferOffset = inBufferOffsetInFrames
    unsafe event.eventValues.immediate.value = inValue
    try unit.schedule(event)
  }
}

@c(AudioUnitScheduleParameters)
public func audioUnitScheduleParameters(
  _ inUnit: AudioUnit?, _ inParameterEvent: UnsafePointer<AudioUnitParameterEvent>?, _ inNumParamEvents: UInt32
) -> OSStatus {
  unsafe usingUnit(inUnit) { unit throws(Status) in
    guard let first = unsafe inParameterEvent, inNumParamEvents <= 1 << 16 else { throw Status(kAudio_ParamError) }
    for index in 0..<Int(inNumParamEvents) { try unit.schedule(unsafe first[index]) }
  }
}
