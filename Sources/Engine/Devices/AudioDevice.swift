/// A device that plays or captures, with a clock of its own.
///
/// All clients of a device share its clock. What they play is added up; what it captures, each of them gets.
public protocol AudioDevice: AnyObject, Sendable {
  /// A name that stays the same, by which programs choose a device: Core Audio's UID.
  var identifier: String { get }
  /// The name, for people.
  var name: String { get }
  /// What the device plays and captures.
  var format: DeviceFormat { get }
  /// Frames of a cycle at most.
  var bufferFrameCount: Int { get }
  /// The device's time now.
  var currentTime: DeviceTime { get }
  /// True if time stands still before and behind each cycle until the clients have prepared and settled it, as where a
  /// program moves the time.
  var preparesClients: Bool { get }

  /// Calls a client in every cycle from now on. One that is started already stays so.
  ///
  /// - Throws: ``DeviceError``.
  func start(_ client: any DeviceClient, _ direction: DeviceDirection) throws(DeviceError)

  /// Calls a client no more. Where a cycle runs on another thread, it has ended when this returns.
  ///
  /// Not to be called by the client while the device calls it; it returns ``DeviceClientState/finished`` instead.
  func stop(_ client: any DeviceClient, _ direction: DeviceDirection)

  /// The device's time at a moment of the host's clock, in nanoseconds.
  func time(atHostTime hostTime: UInt64) -> DeviceTime

  /// The moment of the host's clock at which the device comes to a frame.
  func time(atSampleTime sampleTime: Double) -> DeviceTime

  /// What the device has come to in a direction since the program began to use it.
  func report(_ direction: DeviceDirection) -> DeviceReport
}

extension AudioDevice {
  /// Nothing to report, as of a device that loses nothing and delays nothing.
  public func report(_ direction: DeviceDirection) -> DeviceReport { DeviceReport() }
}

/// What plays through a device, or records from it.
///
/// A device calls it from its own thread, which has to keep time: no call may wait for long.
public protocol DeviceClient: AnyObject, Sendable {
  /// Gives the next samples to play.
  ///
  /// - Parameters:
  ///   - samples: Silence, one channel after the other, `cycle.frameCount` samples each.
  ///   - cycle: The time and the length of what is to be played.
  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState

  /// Takes the samples that were captured, one channel after the other.
  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState

  /// Says that the device has stopped by itself: it was unplugged, or failed. It calls the client no more, unless it is
  /// started again.
  ///
  /// - Parameter reason: ``DeviceError/disconnected``, ``DeviceError/notResponding`` or
  ///   ``DeviceError/failed(systemError:)``.
  func deviceStopped(_ reason: DeviceError)

  /// Makes a cycle of so many frames ready; it may wait and allocate. Only devices with
  /// ``AudioDevice/preparesClients`` call this.
  func prepare(_ frameCount: Int)

  /// Does what is to be done behind a cycle, the last one included; otherwise as ``prepare(_:)``.
  func settle()
}

extension AudioDevice {
  /// Time goes on by itself.
  public var preparesClients: Bool { false }
}

extension DeviceClient {
  /// Does nothing.
  public func deviceStopped(_ reason: DeviceError) {}

  /// Everything is ready.
  public func prepare(_ frameCount: Int) {}

  /// Nothing is left to do.
  public func settle() {}
}

/// Which way samples go.
public enum DeviceDirection: Sendable, Hashable {
  /// To the device.
  case output
  /// From the device.
  case input
}

/// Whether a client wants to be called again.
public enum DeviceClientState: Sendable, Hashable {
  /// In the next cycle.
  case running
  /// No more: the device forgets it.
  case finished
}

/// What a device plays: 32-bit floats, full scale from −1 to 1, channels apart.
public struct DeviceFormat: Sendable, Hashable {
  /// Frames a second.
  public var sampleRate: Double
  /// The number of channels.
  public var channelCount: Int

  /// Creates a format.
  public init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}

/// A moment, in a device's frames and on the host's clock.
public struct DeviceTime: Sendable, Hashable {
  /// Frames of the device's clock.
  public var sampleTime: Double
  /// Nanoseconds of the host's clock, which never goes backwards: `CLOCK_MONOTONIC`.
  public var hostTime: UInt64
  /// The device's real rate by its nominal one.
  public var rateScalar: Double

  /// Creates a moment.
  public init(sampleTime: Double, hostTime: UInt64, rateScalar: Double = 1) {
    self.sampleTime = sampleTime
    self.hostTime = hostTime
    self.rateScalar = rateScalar
  }
}

/// One call of a device's clients.
public struct DeviceCycle: Sendable, Hashable {
  /// When the first frame is played, or was captured.
  public var time: DeviceTime
  /// Frames of the cycle.
  public var frameCount: Int
  /// Channels of the device.
  public var channelCount: Int

  /// Creates a cycle.
  public init(time: DeviceTime, frameCount: Int, channelCount: Int) {
    self.time = time
    self.frameCount = frameCount
    self.channelCount = channelCount
  }
}

/// What a device has come to while it was in use.
public struct DeviceReport: Sendable, Hashable {
  /// How often the device ran out of samples to play, or of room for those that it captured, because the program or
  /// the system was late.
  public var xrunCount = 0
  /// Frames between the moment at which a client gives samples and the moment at which they are heard, or between
  /// their capture and the call that hands them over: as of the last cycle.
  public var latencyFrameCount = 0
  /// The device's real rate by its nominal one, as measured against the host's clock; 1 until some seconds are seen.
  public var rateScalar = 1.0

  /// Creates the report of a device that was not in use.
  public init() {}
}
