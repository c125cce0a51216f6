import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A program that has an audio unit.
final class UnitProgram {
  let unit: AudioUnit
  /// Frames that the render function has given: each is its number's sine.
  var given = 0
  var slices: [(time: Double, frameCount: UInt32)] = []
  var recorded: [[Float]] = [[], []]
  var inputStatuses: [OSStatus] = []
  var notes: [UInt32] = []
  /// Programs that the unit's inputs call by address alone, kept for as long as the unit can call them.
  var sources: [UnitProgram] = []
  /// What the render function returns in place of frames.
  var failure = noErr

  init(_ subType: OSType, _ type: OSType = kAudioUnitType_Output) throws {
    var wanted = AudioComponentDescription(
      componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
      componentFlags: 0, componentFlagsMask: 0)
    let component = try required(AudioComponentFindNext(nil, &wanted))
    var made: AudioUnit?
    let status = AudioComponentInstanceNew(component, &made)
    guard status == noErr, let made else { throw TestFailure(status: status) }
    unit = made
  }

  init(_ unit: AudioUnit) { self.unit = unit }

  deinit { AudioComponentInstanceDispose(unit) }

  /// The sample of a frame.
  static func sample(_ frame: Int) -> Float { Float(sin(Double(frame) * 0.05)) * 0.5 }

  static let render: AURenderCallback = { context, _, time, _, frameCount, list in
    let program = Unmanaged<UnitProgram>.fromOpaque(context).takeUnretainedValue()
    program.slices.append((time.pointee.mSampleTime, frameCount))
    guard program.failure == noErr else { return program.failure }
    guard let list else { return kAudio_ParamError }
    let buffers = UnsafeMutableAudioBufferListPointer(list)
    for frame in 0..<Int(frameCount) {
      let value = sample(program.given)
      program.given += 1
      for buffer in buffers {
        guard let data = buffer.mData else { return kAudio_ParamError }
        let samples = data.assumingMemoryBound(to: Float.self)
        let channels = Int(buffer.mNumberChannels)
        for channel in 0..<channels { samples[frame * channels + channel] = value }
      }
    }
    return noErr
  }

  /// Takes what was captured, in memory that the unit lends.
  static let input: AURenderCallback = { context, flags, time, bus, frameCount, list in
    let program = Unmanaged<UnitProgram>.fromOpaque(context).takeUnretainedValue()
    let buffers = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(buffers.unsafeMutablePointer) }
    for index in 0..<2 { buffers[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil) }
    let status = AudioUnitRender(program.unit, flags, time, bus, frameCount, buffers.unsafeMutablePointer)
    program.inputStatuses.append(list == nil ? status : kAudio_ParamError)
    guard status == noErr else { return status }
    for index in 0..<2 {
      guard let data = buffers[index].mData else { return kAudio_ParamError }
      program.recorded[index] += UnsafeBufferPointer(
        start: data.assumingMemoryBound(to: Float.self), count: Int(frameCount))
    }
    return noErr
  }

  static let notify: AURenderCallback = { context, flags, _, _, _, _ in
    Unmanaged<UnitProgram>.fromOpaque(context).takeUnretainedValue().notes.append(flags.pointee.rawValue)
    return noErr
  }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  func set<Value>(
    _ property: AudioUnitPropertyID, _ value: Value, _ scope: AudioUnitScope = kAudioUnitScope_Global,
    _ element: AudioUnitElement = 0
  ) -> OSStatus {
    withUnsafeBytes(of: value) {
      AudioUnitSetProperty(unit, property, scope, element, $0.baseAddress, UInt32($0.count))
    }
  }

  func get<Value: BitwiseCopyable>(
    _ property: AudioUnitPropertyID, _ initial: Value, _ scope: AudioUnitScope = kAudioUnitScope_Global,
    _ element: AudioUnitElement = 0
  ) throws -> Value {
    var value = initial
    var size = UInt32(MemoryLayout<Value>.size)
    let status = AudioUnitGetProperty(unit, property, scope, element, &value, &size)
    guard status == noErr else { throw TestFailure(status: status) }
    return value
  }

  func format(_ scope: AudioUnitScope, _ element: AudioUnitElement = 0) throws -> AudioStreamBasicDescription {
    try get(kAudioUnitProperty_StreamFormat, AudioStreamBasicDescription(), scope, element)
  }

  func setRender(_ element: AudioUnitElement = 0) -> OSStatus {
    set(
      kAudioUnitProperty_SetRenderCallback,
      AURenderCallbackStruct(inputProc: UnitProgram.render, inputProcRefCon: context), kAudioUnitScope_Input, element)
  }

  func setDevice(_ device: VirtualDevice) -> OSStatus {
    set(kAudioOutputUnitProperty_CurrentDevice, hardwareID(device))
  }

  /// Renders an output element into lists of its format.
  func render(_ frameCount: Int, channels: Int = 2, at time: Double = 0, bus: UInt32 = 0) throws -> [[Float]] {
    let buffers = AudioBufferList.allocate(maximumBuffers: channels)
    defer { free(buffers.unsafeMutablePointer) }
    for index in 0..<channels { buffers[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil) }
    var stamp = AudioTimeStamp()
    (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
    var flags: AudioUnitRenderActionFlags = []
    let status = AudioUnitRender(unit, &flags, &stamp, bus, UInt32(frameCount), buffers.unsafeMutablePointer)
    guard status == noErr else { throw TestFailure(status: status) }
    return try buffers.map { buffer in
      let data = try required(buffer.mData)
      return Array(UnsafeBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: frameCount))
    }
  }
}

/// Renders frames of a unit with two channels, in memory that it lends.
func renderOnce(_ unit: AudioUnit, _ frameCount: UInt32) -> OSStatus {
  let buffers = AudioBufferList.allocate(maximumBuffers: 2)
  defer { free(buffers.unsafeMutablePointer) }
  for index in 0..<2 { buffers[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil) }
  var stamp = AudioTimeStamp()
  stamp.mFlags = .sampleTimeValid
  var flags: AudioUnitRenderActionFlags = []
  return AudioUnitRender(unit, &flags, &stamp, 0, frameCount, buffers.unsafeMutablePointer)
}

/// The number of a device in the hardware layer.
func hardwareID(_ device: VirtualDevice) -> AudioObjectID {
  var address = AudioObjectPropertyAddress(
    mSelector: kAudioHardwarePropertyTranslateUIDToDevice, mScope: kAudioObjectPropertyScopeGlobal, mElement: 0)
  let name = device.identifier as NSString
  var pointer = Unmanaged.passUnretained(name).toOpaque()
  var id: AudioObjectID = 0
  var size: UInt32 = 4
  let status = withExtendedLifetime(name) {
    AudioObjectGetPropertyData(AudioObjectID(kAudioObjectSystemObject), &address, 8, &pointer, &size, &id)
  }
  return status == noErr ? id : 0
}

extension AudioStreamBasicDescription {
  static func planar(_ rate: Double, _ channels: UInt32 = 2) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: channels, mBitsPerChannel: 32,
      mReserved: 0)
  }
}
