import AudioBase
public import AudioDevices

/// Records what a device captures, into a file or any other sink of samples.
///
/// ```swift
/// let device = DeviceList.standard
/// let aac = StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0)
/// let recorder = try Recorder(to: FileRecording(creating: "voice.m4a", aac, from: device.format), from: device)
/// try recorder.record()
/// …
/// try recorder.finish()
/// ```
/// The device's thread puts frames into a ring, without a lock and without allocating; a thread of the recorder's own
/// converts and writes them. All calls may come from any thread but the device's.
public final class Recorder: Sendable {
  /// The device that captures the sound.
  public let device: any AudioDevice
  private let core: RecorderCore

  /// Prepares a recording.
  ///
  /// - Parameters:
  ///   - sink: Takes the samples, of as many channels as the device captures.
  ///   - device: The source of the samples.
  ///   - options: The options of the recorder.
  /// - Throws: `AudioError`.
  public init(
    to sink: sending any SampleSink, from device: any AudioDevice = DeviceList.standard,
    options: RecorderOptions = RecorderOptions()
  ) throws(AudioError) {
    guard (0.002...60).contains(options.queueSeconds) else { throw .queueLength(options.queueSeconds) }
    self.device = device
    core = RecorderCore(sink, from: device, options)
  }

  deinit { core.control.withLock { core.detach(&$0) } }

  /// Records from the device's next cycle on. After a ``pause()`` the recording continues without a gap.
  ///
  /// - Throws: `AudioError`, or the error of an earlier write.
  public func record() throws(AudioError) {
    if let failure { throw failure }
    try core.control.withLock { control throws(AudioError) in
      guard !control.isFinished else { throw .isFinished }
      core.client.setRecording(true)
      do throws(AudioError) {
        try core.startWriter()
        // A device that has stopped by itself is started again.
        if core.client.deviceFailure != nil { control.isAttached = false }
        guard !control.isAttached else { return }
        core.client.clearDeviceFailure()
        try raising { () throws(DeviceError) in try device.start(core.client, .input) }
        control.isAttached = true
      } catch {
        core.detach(&control)
        throw error
      }
    }
  }

  /// Drops the captured frames until ``record()``.
  public func pause() { core.client.setRecording(false) }

  /// Ends the recording: writes the remaining frames and completes the sink.
  ///
  /// - Throws: The error with which writing failed; `AudioError` if this has been called before.
  public func finish() throws(AudioError) {
    try core.control.withLock { control throws(AudioError) in
      guard !control.isFinished else { throw .isFinished }
      core.detach(&control)
      control.isFinished = true
    }
    try core.finish()
  }

  /// The number of frames given to the sink.
  public var frameCount: Int { core.output.withLock { $0.frameCount } }

  /// The duration of sound passed to the sink, in seconds.
  public var seconds: Double { Double(frameCount) / device.format.sampleRate }

  /// The error that ended writing, or `nil`.
  public var failure: AudioError? { core.output.withLock { $0.failure } }

  /// The reason for which the device has stopped by itself since the last ``record()``, or `nil`. Frames captured
  /// before are written, and ``finish()`` completes the recording.
  public var deviceFailure: DeviceError? { core.client.deviceFailure }

  /// The number of times that frames were lost because the sink was too slow.
  public var overruns: OverrunCount { core.client.overruns }

  /// Gives the captured frames to the sink, if the program does so itself: ``PlayerFeeding/caller``.
  public func drain() { core.drain() }
}

/// Options of a recorder.
public struct RecorderOptions: Sendable {
  /// The time that the sink may fall behind before frames are lost, 0.002 to 60 seconds. With 0.05 or less the thread
  /// that feeds it requests real-time scheduling.
  public var queueSeconds = 2.0
  /// The party that gives the samples to the sink.
  public var feeding = PlayerFeeding.thread

  /// Creates options: two seconds, and a thread of the recorder.
  public init() {}
}

/// The count of times that a recorder lost frames, and of lost frames.
public struct OverrunCount: Sendable, Hashable {
  /// The number of gaps in the recording.
  public var gaps = 0
  /// The number of frames missing in the gaps.
  public var frames = 0

  /// Creates a count of 0.
  public init() {}
}
