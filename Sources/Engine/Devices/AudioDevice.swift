/// A device that plays or captures, with its own clock.
///
/// All clients of a device share its clock. Their output is added up; each of them gets the captured frames.
public protocol AudioDevice: AnyObject, Sendable {
  /// A permanent name by which programs choose a device: Core Audio's UID.
  var identifier: String { get }
  /// The name, for people.
  var name: String { get }
  /// The format that the device plays and captures.
  var format: DeviceFormat { get }
  /// The largest number of frames of a cycle.
  var bufferFrameCount: Int { get }
  /// The device's time now.
  var currentTime: DeviceTime { get }
  /// True if the time of the device stops before and after each cycle until the clients have done their work for the
  /// cycle, for example because a program advances the time.
  var preparesClients: Bool { get }

  /// Calls a client in every cycle from now on. Does nothing if the client has been started.
  ///
  /// - Throws: ``DeviceError``.
  func start(_ client: any DeviceClient, _ direction: DeviceDirection) throws(DeviceError)

  /// Stops calling a client. If a cycle runs on another thread, it has ended when this returns.
  ///
  /// Not to be called by the client while the device calls it; it returns ``DeviceClientState/finished`` instead.
  func stop(_ client: any DeviceClient, _ direction: DeviceDirection)

  /// Returns the device's time at a moment of the host's clock, in nanoseconds.
  func time(atHostTime hostTime: UInt64) -> DeviceTime

  /// Returns the moment of the host's clock at which the device reaches a frame.
  func time(atSampleTime sampleTime: Double) -> DeviceTime

  /// Returns the device's statistics in a direction since the program began to use it.
  func report(_ direction: DeviceDirection) -> DeviceReport
}

extension AudioDevice {
  /// Returns an empty report, of a device without losses and delay.
  public func report(_ direction: DeviceDirection) -> DeviceReport { DeviceReport() }
}

/// A client that plays through a device, or records from it.
///
/// A device calls it from its own thread, which has to keep time: no call may wait for long.
public protocol DeviceClient: AnyObject, Sendable {
  /// Writes the next samples to play.
  ///
  /// - Parameters:
  ///   - samples: Silence, one channel after the other, `cycle.frameCount` samples each.
  ///   - cycle: The time and the length of the frames to be played.
  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState

  /// Takes the samples that were captured, one channel after the other.
  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState

  /// Called when the device has stopped by itself because it was unplugged or failed. It does not call the client again
  /// unless it is restarted.
  ///
  /// - Parameter reason: ``DeviceError/disconnected``, ``DeviceError/notResponding`` or
  ///   ``DeviceError/failed(systemError:)``.
  func deviceStopped(_ reason: DeviceError)

  /// Prepares a cycle of the given number of frames; may wait and allocate.
  func prepare(_ frameCount: Int)

  /// Does the work after a cycle, including the last one; otherwise like ``prepare(_:)``.
  func settle()
}

extension AudioDevice {
  /// Always false: time advances by itself.
  public var preparesClients: Bool { false }
}

extension DeviceClient {
  /// Does nothing.
  public func deviceStopped(_ reason: DeviceError) {}

  /// Does nothing: everything is ready.
  public func prepare(_ frameCount: Int) {}

  /// Does nothing: there is no more work.
  public func settle() {}
}

/// The direction of samples.
public enum DeviceDirection: Sendable, Hashable {
  /// Sound that the device plays.
  case output
  /// Sound that the device captures.
  case input
}

/// A client's answer to a call: continue, or stop.
public enum DeviceClientState: Sendable, Hashable {
  /// The client is called again in the next cycle.
  case running
  /// The client has finished, and the device removes it.
  case finished
}

/// The format of a device: 32-bit floats, full scale from −1 to 1, separate channels.
public struct DeviceFormat: Sendable, Hashable {
  /// The frames per second, in Hz.
  public var sampleRate: Double
  /// The number of channels.
  public var channelCount: Int

  /// Creates a format.
  public init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}

/// A point in time, in frames of a device and on the host's clock.
public struct DeviceTime: Sendable, Hashable {
  /// The time in frames of the device's clock.
  public var sampleTime: Double
  /// The time of the host's clock in nanoseconds, which never goes backwards: `CLOCK_MONOTONIC`.
  public var hostTime: UInt64
  /// The ratio of the device's real rate to its nominal one.
  public var rateScalar: Double

  /// Creates a moment.
  public init(sampleTime: Double, hostTime: UInt64, rateScalar: Double = 1) {
    self.sampleTime = sampleTime
    self.hostTime = hostTime
    self.rateScalar = rateScalar
  }
}

/// A cycle of a device, in which it calls its clients.
public struct DeviceCycle: Sendable, Hashable {
  /// The time at which the first frame is played, or was captured.
  public var time: DeviceTime
  /// The number of frames of the cycle.
  public var frameCount: Int
  /// The number of channels of the device.
  public var channelCount: Int

  /// Creates a cycle.
  public init(time: DeviceTime, frameCount: Int, channelCount: Int) {
    self.time = time
    self.frameCount = frameCount
    self.channelCount = channelCount
  }
}

/// The statistics of a device while it was in use.
public struct DeviceReport: Sendable, Hashable {
  /// The number of times that the device had no samples to play, or no room for captured ones, because the program or
  /// the system was late.
  public var xrunCount = 0
  /// The latency in frames, in the last cycle: from a client's call to the moment at which its samples are heard, or
  /// from their capture to the client's call.
  public var latencyFrameCount = 0
  /// The ratio of the device's real rate to its nominal one, measured against the host's clock; 1 in the first seconds.
  public var rateScalar = 1.0

  /// Creates the report of a device that was not in use.
  public init() {}
}
