import AudioBase
import AudioDevices
import CAudioToolbox
import Synchronization

/// The device's client of an IOProc, from a start to the stop after it.
///
/// The IOProc is called when the device needs frames, with those that it captured last: they are those of the previous
/// cycle, or silence in the first one. A device that only captures calls it when it has.
///
/// `@unchecked`: ``captured`` has its own lock; the other memory is the thread's that calls the IOProc, one at a time,
/// because it is called either from ``play(_:_:)`` or from ``capture(_:_:)`` alone.
@safe
final class ProcedureClient: DeviceClient, @unchecked Sendable {
  private let function: DeviceFunction
  private let device: any AudioDevice
  private let object: DeviceObject
  private let wanted = Atomic<Bool>(true)
  private let plays: Bool
  private let captures: Bool
  private var firstFrame: Double?
  private let channelCount: Int
  private let most: Int
  private let input: InterleavedMemory
  private let output: InterleavedMemory
  private let captured: CapturedFrames
  /// The device's frame at which the first of all captured frames was captured, as of the last cycle: a `Double`.
  private let capturedStart = Atomic<UInt64>(0)

  init(_ function: DeviceFunction, _ device: any AudioDevice, _ object: DeviceObject, at frame: Double?) {
    (self.function, self.device, self.object, firstFrame) = (function, device, object, frame)
    (plays, captures) = (object.has(.output), object.has(.input))
    channelCount = device.format.channelCount
    most = device.bufferFrameCount
    input = InterleavedMemory(channelCount: channelCount, frameCount: most, isThere: captures)
    output = InterleavedMemory(channelCount: channelCount, frameCount: most, isThere: plays)
    captured = CapturedFrames(UnitFormat(planar: device.format.sampleRate, channelCount), capacity: 4 * most)
  }

  /// Starts using the device. If it both plays and captures and one of these fails, the other is used.
  func start() throws(DeviceError) {
    if plays {
      try device.start(self, .output)
      if captures { try? device.start(self, .input) }
    } else {
      try device.start(self, .input)
    }
  }

  var isWanted: Bool { wanted.load(ordering: .acquiring) }

  /// Removes the client from the device in its next cycle.
  func end() { wanted.store(false, ordering: .releasing) }

  /// Removes the client from its device.
  func takeOff() {
    end()
    if plays { device.stop(self, .output) }
    if captures { device.stop(self, .input) }
  }

  private var state: DeviceClientState { isWanted ? .running : .finished }

  func deviceStopped(_ reason: DeviceError) {
    end()
    object.setLost(true)
    let id = object.id
    RenderingThread.enter {
      RenderingThread.afterwards {
        HardwareListeners.tell(id, kAudioDevicePropertyDeviceIsAlive)
        HardwareListeners.tell(id, kAudioDevicePropertyDeviceIsRunning)
      }
    }
  }

  // MARK: The device's threads

  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    guard isWanted, cycle.channelCount == channelCount, cycle.frameCount <= most else { return state }
    var done = skippedFrames(cycle)
    while done < cycle.frameCount {
      let count = min(object.chosenFrameCount(most), cycle.frameCount - done)
      if captures { input.take(count, from: captured) }
      output.clear(count)
      call(cycle, at: done, frameCount: count)
      output.give(count, to: &samples, at: done, stride: cycle.frameCount)
      done += count
    }
    return state
  }

  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    guard isWanted, cycle.channelCount == channelCount, cycle.frameCount <= most else { return state }
    let start = cycle.time.sampleTime - Double(captured.appendedCount)
    capturedStart.store(start.bitPattern, ordering: .relaxed)
    captured.append(planes: samples, frameCount: cycle.frameCount)
    guard !plays else { return state }
    var done = skippedFrames(cycle)
    while done < cycle.frameCount {
      let count = min(object.chosenFrameCount(most), cycle.frameCount - done)
      input.take(count, from: captured)
      call(cycle, at: done, frameCount: count)
      done += count
    }
    return state
  }

  /// Returns the number of frames of a cycle that precede the requested start.
  private func skippedFrames(_ cycle: DeviceCycle) -> Int {
    guard let first = firstFrame else { return 0 }
    let distance = (first - cycle.time.sampleTime).rounded()
    guard distance < Double(cycle.frameCount) else { return cycle.frameCount }
    firstFrame = nil
    return max(0, Int(distance))
  }

  /// Returns the device's frame at which the input of a call was captured.
  private func timeOfInput(_ frameCount: Int) -> Double {
    // Silence, of a device that has not captured yet.
    guard captured.takenCount > 0 else { return device.currentTime.sampleTime - Double(frameCount) }
    let start = Double(bitPattern: capturedStart.load(ordering: .relaxed))
    return start + Double(captured.takenCount - frameCount)
  }

  private func call(_ cycle: DeviceCycle, at offset: Int, frameCount: Int) {
    let now = device.currentTime
    var moment = cycle.time
    moment.sampleTime += Double(offset)
    moment.hostTime += UInt64(Double(offset) / device.format.sampleRate * 1e9)
    let before = plays ? device.time(atSampleTime: timeOfInput(frameCount)) : moment
    let times = (
      AudioTimeStamp(sampleTime: now.sampleTime, now), AudioTimeStamp(sampleTime: before.sampleTime, before),
      AudioTimeStamp(sampleTime: moment.sampleTime, moment)
    )
    let lists = unsafe (input.list(frameCount), output.list(frameCount))
    unsafe withUnsafePointer(to: times.0) { now in
      unsafe withUnsafePointer(to: times.1) { inputTime in
        unsafe withUnsafePointer(to: times.2) { outputTime in
          let call = unsafe DeviceCall(
            now: now, input: UnsafePointer(lists.0), inputTime: inputTime, output: lists.1, outputTime: outputTime)
          RenderingThread.enter { function(call) }
        }
      }
    }
  }
}

/// The memory of a stream as IOProcs see it: one buffer of interleaved channels. A missing stream has none.
@safe
private final class InterleavedMemory {
  private let channelCount: Int
  private let frameCount: Int
  private let isThere: Bool
  private let samples: UnsafeMutablePointer<Float>
  private let planes: UnsafeMutablePointer<Float>
  private let buffers: UnsafeMutableRawPointer
  private let planeList: CallbackBufferList

  init(channelCount: Int, frameCount: Int, isThere: Bool) {
    (self.channelCount, self.frameCount, self.isThere) = (channelCount, frameCount, isThere)
    let count = channelCount * frameCount
    unsafe samples = .allocate(capacity: count)
    unsafe samples.initialize(repeating: 0, count: count)
    unsafe planes = .allocate(capacity: count)
    unsafe planes.initialize(repeating: 0, count: count)
    unsafe buffers = .allocate(byteCount: AudioBufferMemory.byteCount(of: 1), alignment: 8)
    planeList = CallbackBufferList(count: channelCount)
  }

  deinit {
    unsafe samples.deallocate()
    unsafe planes.deallocate()
    unsafe buffers.deallocate()
  }

  /// Returns the list for a call.
  @unsafe
  func list(_ count: Int) -> UnsafeMutablePointer<AudioBufferList> {
    let list = unsafe buffers.bindMemory(to: AudioBufferList.self, capacity: 1)
    unsafe list.pointee.mNumberBuffers = isThere ? 1 : 0
    unsafe AudioBufferMemory.buffer(0, of: list).pointee = AudioBuffer(
      mNumberChannels: UInt32(channelCount), mDataByteSize: UInt32(count * channelCount * 4),
      mData: isThere ? UnsafeMutableRawPointer(samples) : nil)
    return unsafe list
  }

  func clear(_ count: Int) {
    precondition(count <= frameCount)
    unsafe samples.update(repeating: 0, count: count * channelCount)
  }

  /// Copies captured frames; missing ones become silence.
  func take(_ count: Int, from captured: CapturedFrames) {
    precondition(count <= frameCount)
    let list = unsafe planeList.prepare(channelsPerBuffer: 1)
    for channel in 0..<channelCount {
      unsafe AudioBufferMemory.buffer(channel, of: list).pointee = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(count * 4),
        mData: UnsafeMutableRawPointer(planes + channel * frameCount))
    }
    guard unsafe captured.take(count, into: list) else { return clear(count) }
    for channel in 0..<channelCount {
      for frame in 0..<count {
        unsafe samples[frame * channelCount + channel] = planes[channel * frameCount + frame]
      }
    }
  }

  /// Passes frames that an IOProc has made to a device.
  func give(_ count: Int, to target: inout MutableSpan<Float>, at offset: Int, stride: Int) {
    precondition(count <= frameCount)
    for channel in 0..<channelCount {
      for frame in 0..<count {
        target[channel * stride + offset + frame] = unsafe samples[frame * channelCount + channel]
      }
    }
  }
}

extension CapturedFrames {
  /// Adds frames that are stored one channel after the other.
  func append(planes samples: Span<Float>, frameCount: Int) {
    unsafe samples.withUnsafeBytes { bytes in
      let all = unsafe UnsafeBufferPointer(
        start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
      append(unsafe all.span, frameCount: frameCount, stride: frameCount * 4)
    }
  }
}
