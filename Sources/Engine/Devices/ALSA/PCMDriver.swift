/// An open PCM, in ALSA one direction of a sound card: libasound's pointer to it.
package struct PCMHandle: Sendable, Hashable {
  package var address: UInt

  package init(address: UInt) { self.address = address }
}

/// The requested parameters of a PCM; those that are `nil` are left to the PCM.
package struct PCMRequest: Sendable, Hashable {
  /// The number of frames per second.
  package var sampleRate: Int?
  package var channelCount: Int?
  /// The number of frames between two progress reports of the card.
  package var periodFrameCount: Int
  /// The number of frames buffered between the program and the card.
  package var bufferFrameCount: Int
}

/// The parameters of a PCM.
package struct PCMParameters: Sendable, Hashable {
  package var format = PCMSampleFormat.float32
  package var sampleRate = 48_000
  package var channelCount = 2
  package var periodFrameCount = 512
  package var bufferFrameCount = 2048

  /// Creates the default parameters.
  package init() {}

  /// The number of frames processed at a time: at most half of the buffer, so that the other half can play.
  package var cycleFrameCount: Int { max(1, min(periodFrameCount, bufferFrameCount / 2)) }
}

/// The state of a PCM, with the numbers of `snd_pcm_state_t`.
package enum PCMState: Int32, Sendable {
  case open = 0
  case setup, prepared, running, xrun, draining, paused, suspended, disconnected
}

/// The error values of libasound's functions: negative `errno` numbers.
package enum PCMStatus {
  package static let interrupted = -4
  package static let ioError = -5
  package static let tryAgain = -11
  package static let noDevice = -19
  package static let brokenPipe = -32
  package static let badState = -77
  package static let suspended = -86
}

/// The functions of libasound and of the host's clock that a PCM in use needs.
///
/// It is a table of functions so that tests can put failures in the place of a card. Counts of frames below zero are
/// those of ``PCMStatus``.
package struct PCMDriver: Sendable {
  /// Opens a PCM, without waiting for another program to release it.
  package var open: @Sendable (_ name: String, DeviceDirection) throws(DeviceError) -> PCMHandle = {
    name, _ throws(DeviceError) in throw .unknownDevice(name)
  }
  /// Sets the parameters of a PCM. Errors show the name.
  package var configure: @Sendable (PCMHandle, _ name: String, PCMRequest) throws(DeviceError) -> PCMParameters = {
    _, name, _ throws(DeviceError) in throw .unknownDevice(name)
  }
  package var close: @Sendable (PCMHandle) -> Void = { _ in }
  package var prepare: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  package var start: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  /// Stops at once, and discards frames that have not been played.
  package var drop: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  package var resume: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  package var state: @Sendable (PCMHandle) -> PCMState? = { _ in .disconnected }
  /// Returns the number of frames that can be written or read now.
  package var available: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  /// Returns the number of frames between the program and the loudspeaker or microphone; `nil` if the PCM does not
  /// know.
  package var delay: @Sendable (PCMHandle) -> Int? = { _ in nil }
  /// Waits until frames can be written or read: returns 1, or 0 after a number of milliseconds.
  package var wait: @Sendable (PCMHandle, _ milliseconds: Int) -> Int = { _, _ in PCMStatus.noDevice }
  /// Writes interleaved frames, and returns their number.
  package var write: @Sendable (PCMHandle, Span<UInt8>, _ frameCount: Int) -> Int = { _, _, _ in PCMStatus.noDevice }
  /// Reads interleaved frames, and returns their number.
  package var read: @Sendable (PCMHandle, inout MutableSpan<UInt8>, _ frameCount: Int) -> Int = { _, _, _ in
    PCMStatus.noDevice
  }
  /// Stops the library from writing errors to standard error on the calling thread, permanently.
  package var silence: @Sendable () -> Void = {}
  /// Returns the nanoseconds of the host's clock.
  package var now: @Sendable () -> UInt64 = { HostClock.now }
  /// Sleeps until a time of the host's clock.
  package var sleep: @Sendable (_ until: UInt64) -> Void = { HostClock.sleep(until: $0) }

  /// Creates a table without devices.
  package init() {}
}
