import AudioBase
import AudioGraph
import CAudioToolbox

/// Plays slices of memory: `kAudioUnitSubType_ScheduledSoundPlayer`.
///
/// A slice is in the format of the unit's output. The program keeps it, and its buffers, until its completion is
/// reported.
///
/// `@unchecked`: as for `UnitObject`.
final class SlicePlayerUnit: SchedulingUnit, @unchecked Sendable {
  override func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer {
    guard address.property == kAudioUnitProperty_ScheduleAudioSlice else { return try super.answer(address) }
    try address.require(kAudioUnitScope_Global)
    return .settable(byteCount: unsafe MemoryLayout<ScheduledAudioSlice>.size)
  }

  override func set(_ address: UnitAddress, to source: PropertySource) throws(Status) {
    guard address.property == kAudioUnitProperty_ScheduleAudioSlice else {
      return try super.set(address, to: source)
    }
    try address.require(kAudioUnitScope_Global)
    guard unsafe source.count == MemoryLayout<ScheduledAudioSlice>.size, let place = unsafe source.address,
      UInt(bitPattern: place) % 8 == 0, let format = outputFormat(0)
    else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
    let slice = try unsafe SliceFrames(
      UnsafeMutableRawPointer(mutating: place).assumingMemoryBound(to: ScheduledAudioSlice.self), format)
    let sound = ScheduledSound(
      .frames(slice), at: try start(slice.time), options: slice.options, (.rendered, { slice.end() }))
    slice.prepare()
    schedule.schedule(sound)
  }
}

/// A slice of a program: its frames, and the flags that show its progress.
///
/// The pointer is the program's, who keeps the slice until it is complete: `@unchecked` stands for that.
@safe
private final class SliceFrames: SoundFrames, @unchecked Sendable {
  private let slice: UnsafeMutablePointer<ScheduledAudioSlice>
  private let list: UnsafeMutablePointer<AudioBufferList>
  let frameCount: Int
  let time: AudioTimeStamp
  /// The relation to other slices.
  let options: SoundOptions

  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` if there are no buffers, or fewer or smaller ones than the format
  ///   and the frames need.
  @unsafe
  init(_ slice: UnsafeMutablePointer<ScheduledAudioSlice>, _ format: UnitFormat) throws(Status) {
    let failure = kAudioUnitErr_InvalidPropertyValue
    unsafe self.slice = slice
    let given = unsafe slice.pointee
    let address = unsafe UInt(bitPattern: given.mBufferList)
    guard let list = unsafe UnsafeMutablePointer<AudioBufferList>(bitPattern: address) else { throw Status(failure) }
    unsafe self.list = list
    frameCount = unsafe Int(given.mNumberFrames)
    time = unsafe given.mTimeStamp
    // The flags are three bits further up than those of the schedule.
    options = SoundOptions(rawValue: unsafe UInt(given.mFlags.rawValue >> 3) & 7)
    guard unsafe AudioBufferMemory.count(of: list) == format.bufferCount else { throw Status(failure) }
    for channel in 0..<format.bufferCount {
      guard unsafe AudioBufferMemory.samples(channel, of: list, 0..<frameCount) != nil else { throw Status(failure) }
    }
  }

  /// Clears the flags of an earlier use.
  func prepare() {
    unsafe slice.pointee.mFlags.subtract([
      .scheduledAudioSliceFlag_Complete, .scheduledAudioSliceFlag_BeganToRender,
      .scheduledAudioSliceFlag_BeganToRenderLate,
    ])
  }

  func begin(lateness: Int64) {
    unsafe slice.pointee.mFlags.insert(.scheduledAudioSliceFlag_BeganToRender)
    if lateness > 0 { unsafe slice.pointee.mFlags.insert(.scheduledAudioSliceFlag_BeganToRenderLate) }
  }

  func copy(channel: Int, from start: Int, into output: inout MutableSpan<Float>) {
    guard start >= 0, output.count <= frameCount - start,
      let samples = unsafe AudioBufferMemory.samples(channel, of: list, start..<(start + output.count))
    else { return }
    output.copy(unsafe samples.span)
  }

  /// Notifies the program that the slice has been released.
  func end() {
    // After the flag, and the call, the slice may have been freed.
    let function = unsafe slice.pointee.mCompletionProc
    let context = unsafe slice.pointee.mCompletionProcUserData
    unsafe slice.pointee.mFlags.insert(.scheduledAudioSliceFlag_Complete)
    unsafe function?(context, slice)
  }
}
