import AudioBase
import AudioDevices
import CAudioToolbox
import Foundation
import Synchronization

// The work of the device's threads. Nothing is allocated here.

extension OutputUnit {
  /// Writes the frames of a cycle.
  ///
  /// - Parameter samples: Silence, one channel after the other.
  @unsafe
  func play(_ samples: UnsafeMutablePointer<Float>, _ cycle: DeviceCycle, _ client: UnitClient) {
    let begin = HostClock.now
    _ = Status.of { () throws(Status) in
      try rendering { (live) throws(Status) in
        guard live.outputs[0].format.channelsPerFrame == cycle.channelCount else { return }
        var done = skippedFrames(cycle, client)
        while done < cycle.frameCount {
          let count = min(cycle.frameCount - done, live.maximumFrameCount)
          unsafe play(samples, done..<(done + count), of: DeviceRun(cycle, client), live)
          done += count
        }
        let length = Double(cycle.frameCount) / live.outputs[0].format.sampleRate
        noteLoad(Float(Double(HostClock.now - begin) / 1e9 / length))
      }
    }
  }

  private func noteLoad(_ part: Float) {
    load.store(part.bitPattern, ordering: .relaxed)
    guard part > Float(bitPattern: mostLoad.load(ordering: .relaxed)) else { return }
    mostLoad.store(part.bitPattern, ordering: .relaxed)
  }

  /// Returns the number of frames of a cycle that precede the requested start.
  private func skippedFrames(_ cycle: DeviceCycle, _ client: UnitClient) -> Int {
    guard let first = client.firstFrame else { return 0 }
    let distance = (first - cycle.time.sampleTime).rounded()
    guard distance < Double(cycle.frameCount) else { return cycle.frameCount }
    client.firstFrame = nil
    return max(0, Int(distance))
  }

  /// Writes some frames of a cycle.
  @unsafe
  private func play(
    _ samples: UnsafeMutablePointer<Float>, _ range: Range<Int>, of run: DeviceRun, _ live: Live
  ) {
    guard let memory = live.state as? CallbackBufferList else { return }
    let (cycle, client) = (run.cycle, run.client)
    let list = unsafe memory.prepare(channelsPerBuffer: 1)
    for channel in 0..<cycle.channelCount {
      unsafe AudioBufferMemory.buffer(channel, of: list).pointee = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(range.count * 4),
        mData: UnsafeMutableRawPointer(samples + channel * cycle.frameCount + range.lowerBound))
    }
    var time = stamp(cycle, range.lowerBound, live.outputs[0].format.sampleRate)
    if client.playedStart == nil { client.playedStart = startsAtZero ? time.mSampleTime : 0 }
    time.mSampleTime -= client.playedStart ?? 0
    var flags: AudioUnitRenderActionFlags = []
    let status = unsafe withUnsafeMutablePointer(to: &flags) { flags in
      unsafe withUnsafePointer(to: time) { time in
        let call = unsafe RenderCall(flags: flags, time: time, bus: 0, frameCount: range.count, list: list)
        return notifying(call) { produceCycle(call, live, client) }
      }
    }
    noteRenderError(status)
    unsafe finish(list, samples, range, of: cycle, isSilent: status != noErr)
  }

  /// Returns the time of a frame of a cycle.
  private func stamp(_ cycle: DeviceCycle, _ offset: Int, _ sampleRate: Double) -> AudioTimeStamp {
    var moment = cycle.time
    moment.sampleTime += Double(offset)
    moment.hostTime += nanoseconds(offset, sampleRate)
    return AudioTimeStamp(sampleTime: moment.sampleTime, moment)
  }

  /// Returns the duration of the given number of frames, in nanoseconds.
  private func nanoseconds(_ frameCount: Int, _ sampleRate: Double) -> UInt64 {
    UInt64(Double(frameCount) / sampleRate * 1e9)
  }

  private func produceCycle(_ call: RenderCall, _ live: Live, _ client: UnitClient) -> OSStatus {
    renderThread.store(UInt(pthread_self()), ordering: .relaxed)
    defer { renderThread.store(0, ordering: .relaxed) }
    guard let converter = live.converters[0] else { return pull(call) }
    let rate = converter.input.format.sampleRate / converter.output.format.sampleRate
    var next = unsafe client.clientTime ?? call.time.pointee.mSampleTime * rate
    defer { client.clientTime = next }
    var asked = 0
    let status = unsafe converter.fill(call.list, frameCount: call.frameCount) { count, list in
      var time = unsafe call.time.pointee
      if rate == 1 { time.mSampleTime += max(0, next - time.mSampleTime) } else { time.mSampleTime = next }
      time.mHostTime += nanoseconds(asked, converter.input.format.sampleRate)
      asked += count
      next = time.mSampleTime + Double(count)
      return unsafe withUnsafePointer(to: time) { time in
        unsafe pull(RenderCall(flags: call.flags, time: time, bus: 0, frameCount: count, list: list))
      }
    }
    return status
  }

  /// Completes the device's frames: silence in place of failed ones, and copies of those that a callback has stored
  /// elsewhere.
  @unsafe
  private func finish(
    _ list: UnsafeMutablePointer<AudioBufferList>, _ samples: UnsafeMutablePointer<Float>, _ range: Range<Int>,
    of cycle: DeviceCycle, isSilent: Bool
  ) {
    let gain = GainRamp(muted.load(ordering: .relaxed) ? 0 : Float(bitPattern: volume.load(ordering: .relaxed)))
    for channel in 0..<cycle.channelCount {
      let plane = unsafe samples + channel * cycle.frameCount + range.lowerBound
      let buffer = unsafe AudioBufferMemory.buffer(channel, of: list).pointee
      let count = unsafe isSilent || buffer.mData == nil ? 0 : min(range.count, Int(buffer.mDataByteSize) / 4)
      if let data = unsafe buffer.mData, unsafe data != UnsafeMutableRawPointer(plane), count > 0 {
        unsafe UnsafeMutableRawPointer(plane).copyMemory(from: data, byteCount: count * 4)
      }
      var span = unsafe UnsafeMutableBufferPointer(start: plane, count: range.count).mutableSpan
      var rest = span._mutatingExtracting(count..<range.count)
      rest.clear()
      span.scale(by: gain)
    }
  }

  // MARK: Capturing

  /// Takes the captured frames of a cycle, and notifies the program.
  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle, _ client: UnitClient) {
    input.use { input in
      guard let path = input.path else { return }
      let made = path.append(samples, cycle)
      if client.capturedStart == nil {
        client.capturedStart =
          startsAtZero ? 0 : cycle.time.sampleTime * path.format.format.sampleRate / path.deviceRate
      }
      var told = 0
      while told < made {
        let count = min(made - told, path.maximumFrameCount)
        if let function = input.function {
          var moment = cycle.time
          moment.hostTime += nanoseconds(told, path.format.format.sampleRate)
          call(function, count, moment, client)
        }
        client.capturedCount += Double(count)
        told += count
      }
    }
  }

  private func call(
    _ function: RenderFunction, _ frameCount: Int, _ moment: DeviceTime, _ client: UnitClient
  ) {
    let time = AudioTimeStamp(sampleTime: (client.capturedStart ?? 0) + client.capturedCount, moment)
    inputThread.store(UInt(pthread_self()), ordering: .relaxed)
    defer { inputThread.store(0, ordering: .relaxed) }
    var flags: AudioUnitRenderActionFlags = []
    let status = unsafe withUnsafeMutablePointer(to: &flags) { flags in
      unsafe withUnsafePointer(to: time) { time in unsafe function.tell(flags, time, bus: 1, frameCount: frameCount) }
    }
    noteRenderError(status)
  }

  /// Renders element 1, the captured frames. Only the device renders element 0.
  func renderInput(_ call: RenderCall) -> OSStatus {
    guard isInitialized else { return kAudioUnitErr_Uninitialized }
    guard call.bus == 1 else {
      return call.bus == 0 ? kAudioUnitErr_CannotDoInCurrentContext : kAudioUnitErr_InvalidElement
    }
    let thread = UInt(pthread_self())
    let reader: InputPath.Reader =
      inputThread.load(ordering: .relaxed) == thread
      ? .inputFunction : renderThread.load(ordering: .relaxed) == thread ? .renderFunction : .program
    let status = input.use { $0.path?.render(call, reader) ?? kAudioUnitErr_NoConnection }
    noteRenderError(status)
    return status
  }
}

/// A cycle of a device's, and the client that it is for.
struct DeviceRun {
  let cycle: DeviceCycle
  let client: UnitClient

  init(_ cycle: DeviceCycle, _ client: UnitClient) { (self.cycle, self.client) = (cycle, client) }
}

extension RenderFunction {
  /// Notifies an input function of available frames, which it then renders itself.
  @unsafe
  func tell(
    _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>, bus: UInt32,
    frameCount: Int
  ) -> OSStatus { unsafe function(context, flags, time, bus, UInt32(clamping: frameCount), nil) }
}
