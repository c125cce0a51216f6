/// An open PCM, as ALSA calls one direction of a sound card: the address that libasound knows it by.
package struct PCMHandle: Sendable, Hashable {
  package var address: UInt

  package init(address: UInt) { self.address = address }
}

/// How a PCM is to work. What is `nil` is left to it.
package struct PCMRequest: Sendable, Hashable {
  /// Frames a second.
  package var sampleRate: Int?
  package var channelCount: Int?
  /// Frames between two moments at which the card reports progress.
  package var periodFrameCount: Int
  /// Frames between the program and the card.
  package var bufferFrameCount: Int
}

/// How a PCM works.
package struct PCMParameters: Sendable, Hashable {
  package var format = PCMSampleFormat.float32
  package var sampleRate = 48_000
  package var channelCount = 2
  package var periodFrameCount = 512
  package var bufferFrameCount = 2048

  /// Creates the parameters that are asked for where nobody chooses.
  package init() {}

  /// Frames that are worked on at a time: no more than half of the buffer, so that the other half is being played.
  package var cycleFrameCount: Int { max(1, min(periodFrameCount, bufferFrameCount / 2)) }
}

/// What a PCM is doing, by the numbers of `snd_pcm_state_t`.
package enum PCMState: Int32, Sendable {
  case open = 0
  case setup, prepared, running, xrun, draining, paused, suspended, disconnected
}

/// What libasound's functions return in place of a count: numbers of `errno`, below zero.
package enum PCMStatus {
  package static let interrupted = -4
  package static let ioError = -5
  package static let tryAgain = -11
  package static let noDevice = -19
  package static let brokenPipe = -32
  package static let badState = -77
  package static let suspended = -86
}

/// Everything that is asked of libasound, and of the host's clock, while a PCM is in use.
///
/// It is a table of functions so that tests can put failures in the place of a card. Counts of frames below zero are
/// those of ``PCMStatus``.
package struct PCMDriver: Sendable {
  /// Opens a PCM, without waiting for another program to let it go.
  package var open: @Sendable (_ name: String, DeviceDirection) throws(DeviceError) -> PCMHandle = {
    name, _ throws(DeviceError) in throw .unknownDevice(name)
  }
  /// Settles how it works. The name is that of errors.
  package var configure: @Sendable (PCMHandle, _ name: String, PCMRequest) throws(DeviceError) -> PCMParameters = {
    _, name, _ throws(DeviceError) in throw .unknownDevice(name)
  }
  package var close: @Sendable (PCMHandle) -> Void = { _ in }
  package var prepare: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  package var start: @Sendable (PCMHandle) -> Int = { _ in PCMStatus.noDevice }
  /// Stops at once; what has not been played is lost.
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
  /// Keeps the library from writing to standard error what goes wrong on the calling thread, for good.
  package var silence: @Sendable () -> Void = {}
  /// Nanoseconds of the host's clock.
  package var now: @Sendable () -> UInt64 = { HostClock.now }
  /// Lets the thread sleep until a moment of that clock.
  package var sleep: @Sendable (_ until: UInt64) -> Void = { HostClock.sleep(until: $0) }

  /// Creates a table in which there is no device at all.
  package init() {}
}
