import AudioBase

/// A sound card, or any other device that libasound opens by name, such as the default device of PulseAudio or
/// PipeWire.
///
/// The card is in use only while it has clients. Playing and capturing run on a thread of their own each, which
/// requests real-time scheduling and continues without. They share a clock: frames are counted from the creation of the
/// device, and the card's real rate is measured.
public final class ALSADevice: AudioDevice {
  /// `alsa:` followed by libasound's name.
  public let identifier: String
  /// The name to show.
  public let name: String
  /// The format that the device plays and captures. If the card has another number of channels in a direction, a single
  /// channel is copied to all, and several go to the channels of the same number.
  public let format: DeviceFormat
  /// The largest number of frames of a cycle: the card's period.
  public let bufferFrameCount: Int
  /// The settings that the card is opened with.
  public let settings: Settings

  private let clock: MeasuredClock
  private let output: ALSAStream?
  private let input: ALSAStream?
  private let missing: [DeviceDirection: DeviceError]

  /// The settings of a card, which chooses those that are `nil`.
  public struct Settings: Sendable, Hashable {
    /// The frames per second; `nil` for 48,000 or the nearest rate of the card.
    public var sampleRate: Int?
    /// The number of channels; `nil` for two or the nearest number of the card.
    public var channelCount: Int?
    /// The number of frames of a cycle, 16 to 65,536. The card takes the nearest that it can.
    public var periodFrameCount = 512
    /// The number of frames buffered between the program and the card, at least two periods. More tolerate a late
    /// program; fewer shorten the delay.
    public var bufferFrameCount = 2048
    /// The direction that decides rate and channels if the card's two directions differ.
    public var direction = DeviceDirection.output

    /// Creates settings: the card's defaults, cycles of 512 frames, four of them.
    public init() {}
  }

  /// Checks that a device can be used, and finds its format; the device is closed again until a client starts it.
  ///
  /// - Parameters:
  ///   - name: A name of libasound's: `default`, `hw:0,0`, `plughw:CARD=PCH`.
  ///   - settings: The settings of the card.
  /// - Throws: ``DeviceError/libraryMissing``, ``DeviceError/libraryFunction(_:)``,
  ///   ``DeviceError/cannotOpen(device:systemError:)``, ``DeviceError/refused(device:_:)``.
  public convenience init(_ name: String, _ settings: Settings = Settings()) throws(DeviceError) {
    try self.init(name, settings, .system(ALSALibrary.shared.get()))
  }

  /// Creates a device that uses another table of functions, as tests do.
  package init(_ name: String, _ settings: Settings, _ driver: PCMDriver) throws(DeviceError) {
    try Self.check(settings, name)
    let request = PCMRequest(
      sampleRate: settings.sampleRate, channelCount: settings.channelCount,
      periodFrameCount: settings.periodFrameCount, bufferFrameCount: settings.bufferFrameCount)
    let other: DeviceDirection = settings.direction == .output ? .input : .output
    var missing: [DeviceDirection: DeviceError] = [:]
    var found: [DeviceDirection: PCMParameters] = [:]
    for direction in [settings.direction, other] {
      var wanted = request
      // The second direction has the rate of the first, and as many channels as it has.
      if let first = found[settings.direction] { (wanted.sampleRate, wanted.channelCount) = (first.sampleRate, nil) }
      do throws(DeviceError) {
        found[direction] = try Self.probe(name, direction, wanted, driver)
      } catch {
        missing[direction] = error
      }
    }
    guard let main = found[settings.direction] ?? found[other] else {
      throw missing[settings.direction] ?? .unknownDevice(name)
    }
    identifier = DeviceChoice.prefix + name
    self.name = name
    self.settings = settings
    self.missing = missing
    format = DeviceFormat(sampleRate: Double(main.sampleRate), channelCount: main.channelCount)
    bufferFrameCount = found.values.map(\.cycleFrameCount).max() ?? main.cycleFrameCount
    clock = MeasuredClock(nominalRate: Double(main.sampleRate), origin: driver.now())
    let shared = ALSAStream.Shared(
      name: name, driver: driver, clock: clock, channelCount: main.channelCount)
    output = found[.output].map { ALSAStream(shared, .output, $0) }
    input = found[.input].map { ALSAStream(shared, .input, $0) }
  }

  private static func check(_ settings: Settings, _ name: String) throws(DeviceError) {
    guard (16...65_536).contains(settings.periodFrameCount) else {
      throw .refused(device: name, "periods of \(settings.periodFrameCount) frames")
    }
    guard (2 * settings.periodFrameCount...1 << 20).contains(settings.bufferFrameCount) else {
      throw .refused(device: name, "a buffer of \(settings.bufferFrameCount) frames")
    }
    guard DeviceChoice.rates.contains(settings.sampleRate ?? 1000) else {
      throw .refused(device: name, "a rate of \(settings.sampleRate ?? 0) Hz")
    }
    guard ResourceLimits.channelCounts.contains(settings.channelCount ?? 1) else {
      throw .refused(device: name, "\(settings.channelCount ?? 0) channels")
    }
  }

  /// Opens one direction, determines its parameters, and closes it again.
  private static func probe(
    _ name: String, _ direction: DeviceDirection, _ request: PCMRequest, _ driver: PCMDriver
  ) throws(DeviceError) -> PCMParameters {
    let handle = try driver.open(name, direction)
    defer { driver.close(handle) }
    return try driver.configure(handle, name, request)
  }

  // MARK: Time

  /// The device's present time.
  public var currentTime: DeviceTime { time(atHostTime: HostClock.now) }

  /// Returns the device's time at a time of the host's clock.
  public func time(atHostTime hostTime: UInt64) -> DeviceTime { clock.time(atHostTime: hostTime) }

  /// Returns the time at which the device reaches a frame.
  public func time(atSampleTime sampleTime: Double) -> DeviceTime { clock.time(atSampleTime: sampleTime) }

  // MARK: Clients

  /// Calls a client in every cycle from now on; the first client of a direction opens the card.
  public func start(_ client: any DeviceClient, _ direction: DeviceDirection) throws(DeviceError) {
    guard let stream = stream(direction) else {
      // A card that another program holds may capture another time; one that has no microphone never does.
      switch missing[direction] {
      case .cannotOpen(_, let number) where number != 2 && number != 22: throw missing[direction] ?? .cannotStart
      default: throw .noDirection(device: name, direction)
      }
    }
    try stream.start(client)
  }

  /// Removes a client; when this returns, its last cycle has ended.
  public func stop(_ client: any DeviceClient, _ direction: DeviceDirection) { stream(direction)?.stop(client) }

  /// Waits until the last client's frames are played and the card is released: for the length of the card's buffer, at
  /// most ten seconds. A program that ends immediately would cut off the rest.
  public func waitUntilIdle() {
    let limit = HostClock.now + 10_000_000_000
    while output?.isInUse == true || input?.isInUse == true, HostClock.now < limit {
      HostClock.sleep(until: HostClock.now + 2_000_000)
    }
  }

  /// Returns the number of underruns of the card, its delay, and its rate.
  public func report(_ direction: DeviceDirection) -> DeviceReport {
    guard let stream = stream(direction) else { return DeviceReport() }
    var report = stream.report
    report.rateScalar = clock.line.rateScalar
    return report
  }

  /// Returns true if the device supports the direction.
  public func supports(_ direction: DeviceDirection) -> Bool { stream(direction) != nil }

  private func stream(_ direction: DeviceDirection) -> ALSAStream? { direction == .output ? output : input }
}
