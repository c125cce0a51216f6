import AudioToolbox
import Foundation

/// A unit of this toolbox, accessed through its C handle, that the blocks of an ``AUAudioUnit`` render.
///
/// `@unchecked`: the input block belongs to the rendering thread, one at a time.
@safe
final class BridgedUnit: @unchecked Sendable {
  private let unit: NodeUnit
  private let handle: AudioUnit
  /// The input block, during a call.
  private var pull: AURenderPullInputBlock?

  init(_ unit: NodeUnit) throws {
    guard let handle = unsafe unit.handle else { throw Self.error(kAudioComponentErr_InstanceInvalidated, "a handle") }
    self.unit = unit
    unsafe self.handle = unsafe handle
  }

  private static func error(_ status: OSStatus, _ what: String) -> NSError {
    NSError.ofEngine(status, "the unit does not take \(what)", call: "AUAudioUnit")
  }

  private func set<Value>(
    _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ value: Value, _ what: String
  ) throws {
    let status = unsafe withUnsafePointer(to: value) {
      unsafe AudioUnitSetProperty(handle, property, scope, 0, $0, UInt32(MemoryLayout<Value>.size))
    }
    if status != noErr { throw Self.error(status, what) }
  }

  /// Sets the format of both sides.
  func set(_ format: AVAudioFormat) throws {
    for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
      try set(kAudioUnitProperty_StreamFormat, scope, format.stream, "the format \(format)")
    }
  }

  /// Prepares rendering.
  func prepare(maximumFrames: AUAudioFrameCount) throws {
    try set(
      kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, maximumFrames,
      "\(maximumFrames) frames at a time")
    let callback = unsafe AURenderCallbackStruct(
      inputProc: { context, flags, time, bus, frameCount, list in
        let bridge = unsafe Unmanaged<BridgedUnit>.fromOpaque(context).takeUnretainedValue()
        guard let pull = unsafe bridge.pull, let list = unsafe list else { return kAudioUnitErr_NoConnection }
        return unsafe pull(flags, time, frameCount, Int(bus), list)
      }, inputProcRefCon: Unmanaged.passUnretained(self).toOpaque())
    try unsafe set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, callback, "a render function")
    let status = unsafe AudioUnitInitialize(handle)
    if status != noErr { throw Self.error(status, "its formats") }
  }

  /// Ends rendering.
  func unprepare() { unsafe _ = AudioUnitUninitialize(handle) }

  /// Clears the sound in the unit.
  func reset() { unsafe _ = AudioUnitReset(handle, kAudioUnitScope_Global, 0) }

  /// Renders the unit. Events of parameters are scheduled.
  var renderBlock: AUInternalRenderBlock {
    { [self] flags, time, frameCount, bus, list, events, pull in
      var next = unsafe events
      while let event = unsafe next {
        let head = unsafe event.pointee.head
        if [.parameter, .parameterRamp].contains(unsafe head.eventType) {
          let change = unsafe event.pointee.parameter
          let offset = unsafe min(max(change.eventSampleTime, -1 << 60), 1 << 60) - Int64(time.pointee.frame)
          unsafe unit.schedule(
            change.parameterAddress, to: change.value,
            at: AUEventSampleTimeImmediate + min(max(offset, 0), Int64(frameCount)),
            over: change.rampDurationSampleFrames)
        }
        unsafe next = UnsafePointer(head.next)
      }
      unsafe self.pull = pull
      defer { unsafe self.pull = nil }
      return unsafe AudioUnitRender(handle, flags, time, UInt32(bus), frameCount, list)
    }
  }
}
