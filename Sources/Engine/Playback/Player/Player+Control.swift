import AudioBase
import AudioDevices
public import AudioErrors
import SignalProcessing

extension Player {
  /// Prepares the first frames, so that ``play()`` is heard in the device's next cycle. ``play()`` also does this.
  public func prepare() throws(AudioError) {
    try core.control.withLock { control throws(AudioError) in try prepare(&control) }
  }

  /// Plays from ``position`` on; after the end, from the beginning.
  ///
  /// - Throws: `AudioError` if the device does not start, or the beginning cannot be reached again.
  public func play() throws(AudioError) {
    try core.control.withLock { control throws(AudioError) in
      try prepare(&control)
      // A device that has stopped is released first.
      if core.client.deviceFailure != nil { core.detach(&control) }
      control.failure = nil
      core.client.setPlaying(true)
      control.isPlaying = true
      try attach(&control)
    }
  }

  private func attach(_ control: inout PlayerCore.Control) throws(AudioError) {
    do throws(AudioError) {
      try core.startFeeder()
      guard !control.isAttached else { return }
      core.client.clearDeviceFailure()
      try raising { () throws(DeviceError) in try device.start(core.client, .output) }
      control.isAttached = true
    } catch {
      core.detach(&control)
      control.isPlaying = false
      throw error
    }
  }

  private func prepare(_ control: inout PlayerCore.Control) throws(AudioError) {
    guard control.hasEnded || control.mustRewind else { return core.fill() }
    try core.seek(toFrame: 0, isAttached: control.isAttached)
    (control.hasEnded, control.mustRewind) = (false, false)
  }

  /// Pauses the sound, from the device's next cycle on. Nothing is lost: ``play()`` continues with the next frame.
  ///
  /// The cut is abrupt; for a soft one lower the volume first.
  public func pause() {
    core.control.withLock { control in
      core.client.setPlaying(false)
      control.isPlaying = false
    }
  }

  /// Releases the device, and returns to the beginning.
  ///
  /// The device makes no more calls after this has returned. A ``PlayerTap`` must not call this.
  public func stop() {
    core.control.withLock { control in
      core.detach(&control)
      control.isPlaying = false
      control.hasEnded = false
      control.mustRewind = true
    }
  }

  /// Seeks to a time in seconds; beyond the end, playing ends at once. Discards prepared frames.
  ///
  /// Returns as soon as frames from the new position are ready; during playback they are heard in the next cycle.
  ///
  /// - Throws: `AudioError` for a position before the beginning, or where the source cannot seek; then nothing has
  ///   changed.
  public func seek(toSeconds seconds: Double) throws(AudioError) {
    guard seconds >= 0 else { throw .position }
    try seek(toFrame: Int64(Int(saturating: (seconds * core.timelineRate).rounded())))
  }

  /// Seeks to a frame of the recording, counted at ``timelineRate``, like ``seek(toSeconds:)``.
  public func seek(toFrame frame: Int64) throws(AudioError) {
    guard frame >= 0 else { throw .position }
    try core.control.withLock { control throws(AudioError) in
      try core.seek(toFrame: frame, isAttached: control.isAttached)
      (control.hasEnded, control.mustRewind) = (false, false)
    }
  }

  /// The gain of the frame that was played last: 1 at first.
  public var volume: Float { core.client.volume.current }

  /// Changes the volume, from the device's next cycle on.
  ///
  /// - Parameters:
  ///   - volume: The factor of the samples: 0 is silence, 1 leaves them unchanged, more may go beyond full
  ///     scale.
  ///   - seconds: The duration of the change, which is linear: 0 up to 3,600.
  /// - Throws: `AudioError`.
  public func setVolume(_ volume: Float, over seconds: Double = 0) throws(AudioError) {
    let frames = (seconds * device.format.sampleRate).rounded()
    guard volume >= 0, volume.isFinite, (0...3600).contains(seconds), frames < 0x1p32 else {
      throw .volume(volume, seconds: seconds)
    }
    core.client.volume.set(volume, frameCount: UInt32(frames))
  }

  /// The rate of playing: seconds of the recording per second.
  public var rate: Double { core.rate }

  /// Changes the rate of playing, behind the frames that are already prepared.
  ///
  /// - Parameter rate: Any of `TimePitchProcessor.rates`; 1 if the player was made without a time-pitch stage.
  /// - Throws: `AudioError`.
  public func setRate(_ rate: Double) throws(AudioError) {
    guard core.options.timePitch == nil ? rate == 1 : TimePitchProcessor.rates.contains(rate) else {
      throw .playRate(rate)
    }
    core.setRate(rate)
  }

  /// Prepares frames, and reports events, if the program feeds the player: ``PlayerFeeding/caller``.
  ///
  /// To be called more often than ``PlayerOptions/queueSeconds`` lasts. It never waits for the device.
  public func feed() {
    core.fill()
    core.report()
  }
}
