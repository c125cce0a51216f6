/// A device that was requested and is not available: starting it throws the reason, and no other device replaces it.
final class UnavailableDevice: AudioDevice {
  let identifier: String
  let reason: DeviceError
  let format = DeviceFormat(sampleRate: 48000, channelCount: 2)
  let bufferFrameCount = 512
  private let clock = DeviceClock(origin: HostClock.now, sampleRate: 48000)

  var name: String { identifier }
  var currentTime: DeviceTime { time(atHostTime: HostClock.now) }

  init(_ identifier: String, _ reason: DeviceError) { (self.identifier, self.reason) = (identifier, reason) }

  func start(_ client: any DeviceClient, _ direction: DeviceDirection) throws(DeviceError) { throw reason }

  func stop(_ client: any DeviceClient, _ direction: DeviceDirection) {}

  func time(atHostTime hostTime: UInt64) -> DeviceTime {
    DeviceTime(sampleTime: clock.sampleTime(atHostTime: hostTime), hostTime: hostTime)
  }

  func time(atSampleTime sampleTime: Double) -> DeviceTime {
    DeviceTime(sampleTime: sampleTime, hostTime: clock.hostTime(atSampleTime: sampleTime))
  }
}
