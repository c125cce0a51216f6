/// An open PCM, as ALSA calls one direction of a sound card: the address that libasound knows it by.
package struct PCMHandle: Sendable, Hashable {
  package var address: UInt

  package init(address: UInt) { self.address = address }
}

/// The wanted parameters of a PCM. Those that are `nil` are left to it.
package struct PCMRequest: Sendable, Hashable {
  /// The number of frames per second.
  package var sampleRate: Int?
  package var channelCount: Int?
  /// The number of frames between two moments at which the card reports progress.
  package var periodFrameCount: Int
  /// The number of frames between the program and the card.
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

  /// The number of frames that are worked on at a time: no more than half of the buffer, so that the other half is
  /// being played.
  package var cycleFrameCount: Int { max(1, min(periodFrameCount, bufferFrameCount / 2)) }
}

/// The state of a PCM, by the numbers of `snd_pcm_state_t`.
package enum PCMState: Int32, Sendable {
  case open = 0
  case setup, prepared, running, xrun, draining, paused, suspended, disconnected
}

/// The values that libasound's functions return in place of a count: numbers of `errno`, below zero.
package enum PCMStatus {
  package static let interrupted = -4
  package static let ioError = -5
  package static let tryAgain = -11
  package static let noDevice = -19
  package static let brokenPipe = -32
  package static let badState = -77
  package static let suspended = -86
}

/// All functions of libasound, and of the host's clock, that are needed while a PCM is in use.
///
/// It is a table of functions so that tests can put failures in the place of a card. Counts of frames below zero are
/// those of ``PCMStatus``.
package struct PCMDriver: Sendable {
  /// Opens a PCM, without waiting for another program to release it.
  package var open: @Sendable (_ name: String, DeviceDirection) throws(DeviceError) -> PCMHandle = {
    name, _ throws(DeviceError) in throw .unknownDevice(name)
  }
  /// Sets its parameters. The name is that for errors.
  package var configure: @Sendable (PCMHandle, _ name: String, PCMRequest) throws(DeviceError) -> PCMParameters = {
    _, name, _ throws(DeviceError) in throw .unknownDevice(name)
  }
  package var close: @Sendable (PCMHandle) -> Void = { _ in }
  package var prepare: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  package var start: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  /// Stops at once; frames that have not been played are lost.
  package var drop: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  package var resume: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  package var state: @Sendable (PCMHandle) -> PCMState? = { _ in .disconnected }
  /// Frames that can be written or read now.
  package var available: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  /// Frames between the program and the loudspeaker or the microphone; `nil` where the PCM does not know.
  package var delay: @Sendable (PCMHandle) -> Int? = { _ in nil }
  /// Waits until something can be written or read: 1, or 0 after so many milliseconds.
  package var wait: @Sendable (PCMHandle, _ milliseconds: Int) -> Int = { _, _ in PCMStatus.noDevice }
  /// Writes interleaved frames, and returns how many.
  package var write: @Sendable (PCMHandle, Span<UInt8>, _ frameCount: Int) -> Int = { _, _, _ in PCMStatus.noDevice }
  /// Reads interleaved frames, and returns how many.
  package var read: @Sendable (PCMHandle, inout MutableSpan<UInt8>, _ frameCount: Int) -> Int = { _, _, _ in
    PCMStatus.noDevice
  }
  /// Keeps the library from writing errors on the calling thread to standard error, permanently.
  package var silence: @Sendable () -> Void = {}
  /// Nanoseconds of the host's clock.
  package var now: @Sendable () -> UInt64 = { HostClock.now }
  /// Sleeps until a moment of that clock.
  package var sleep: @Sendable (_ until: UInt64) -> Void = { HostClock.sleep(until: $0) }

  /// Creates a table in which there is no device at all.
  package init() {}
}
