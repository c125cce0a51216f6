import AudioToolbox
import Foundation

/// A slice, its buffers, and what a program is told of it.
final class ScheduledSlice {
  let slice: UnsafeMutablePointer<ScheduledAudioSlice>
  let list: UnsafeMutableAudioBufferListPointer
  private(set) var completions = 0
  /// What is done when the slice is complete.
  var then: (() -> Void)?

  /// Frames whose samples count from a number on, the same in both channels.
  init(_ first: Int, _ frameCount: Int, at time: Double? = nil, _ flags: AUScheduledAudioSliceFlags = []) {
    slice = .allocate(capacity: 1)
    memset(slice, 0, MemoryLayout<ScheduledAudioSlice>.size)
    list = AudioBufferList.allocate(maximumBuffers: 2)
    for index in 0..<2 {
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, frameCount))
      for frame in 0..<frameCount { samples[frame] = Float(first + frame) }
      list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(frameCount * 4), mData: samples)
    }
    slice.pointee.mBufferList = list.unsafeMutablePointer
    slice.pointee.mNumberFrames = UInt32(frameCount)
    slice.pointee.mFlags = flags
    if let time { (slice.pointee.mTimeStamp.mSampleTime, slice.pointee.mTimeStamp.mFlags) = (time, .sampleTimeValid) }
    slice.pointee.mCompletionProcUserData = Unmanaged.passUnretained(self).toOpaque()
    slice.pointee.mCompletionProc = { context, slice in
      guard let context else { return }
      let object = Unmanaged<ScheduledSlice>.fromOpaque(context).takeUnretainedValue()
      if slice == object.slice { object.completions += 1 }
      object.then?()
    }
  }

  deinit {
    for buffer in list { buffer.mData?.deallocate() }
    free(list.unsafeMutablePointer)
    slice.deallocate()
  }

  func schedule(_ program: UnitProgram) -> OSStatus {
    AudioUnitSetProperty(
      program.unit, kAudioUnitProperty_ScheduleAudioSlice, kAudioUnitScope_Global, 0, slice,
      UInt32(MemoryLayout<ScheduledAudioSlice>.size))
  }

  var flags: AUScheduledAudioSliceFlags { slice.pointee.mFlags }
}

/// What a program is told of a file's regions.
final class RegionReports {
  var results: [OSStatus] = []
  var firstFrames: [Int64] = []

  static let function: ScheduledAudioFileRegionCompletionProc = { context, region, result in
    guard let context else { return }
    let reports = Unmanaged<RegionReports>.fromOpaque(context).takeUnretainedValue()
    reports.results.append(result)
    reports.firstFrames.append(region.pointee.mStartFrame)
  }

  /// A region of a file.
  func region(
    _ file: AudioFileID?, _ start: Int64 = 0, _ frameCount: UInt32 = .max, at time: Double? = 0, loops: UInt32 = 0
  ) -> ScheduledAudioFileRegion {
    var stamp = AudioTimeStamp()
    if let time { (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid) }
    return ScheduledAudioFileRegion(
      mTimeStamp: stamp, mCompletionProc: Self.function,
      mCompletionProcUserData: Unmanaged.passUnretained(self).toOpaque(), mAudioFile: file, mLoopCount: loops,
      mStartFrame: start, mFramesToPlay: frameCount)
  }
}

extension UnitProgram {
  /// Lets the time line begin at once, or at a sample time.
  func begin(at time: Double = -1) -> OSStatus {
    var stamp = AudioTimeStamp()
    (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
    return set(kAudioUnitProperty_ScheduleStartTimeStamp, stamp)
  }

  var currentPlayTime: Double {
    get throws { try get(kAudioUnitProperty_CurrentPlayTime, AudioTimeStamp()).mSampleTime }
  }
}

/// A file of 16-bit integers, and the floats that they are.
func integerFile(rate: UInt32, channels: Int, frames: Int) throws -> (url: URL, planes: [[Float]]) {
  var planes = [[Float]](repeating: [], count: channels)
  var samples: [UInt8] = []
  for frame in 0..<frames {
    for channel in 0..<channels {
      let value = Int16(truncatingIfNeeded: (frame * 37 + channel * 1001) % 60_000 - 30_000)
      planes[channel].append(Float(value) / 32768)
      withUnsafeBytes(of: value.littleEndian) { samples += $0 }
    }
  }
  func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
  func short(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt16(value).littleEndian) { Array($0) } }
  var bytes = Array("RIFF".utf8) + number(UInt32(36 + samples.count)) + Array("WAVEfmt ".utf8) + number(16)
  bytes += short(1) + short(channels) + number(rate) + number(rate * UInt32(2 * channels)) + short(2 * channels)
  bytes += short(16) + Array("data".utf8) + number(UInt32(samples.count)) + samples
  let url = Fixture.temporary("wav")
  try Data(bytes).write(to: url)
  return (url, planes)
}
