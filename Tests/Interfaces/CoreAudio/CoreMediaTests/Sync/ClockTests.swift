import AudioDevices
import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// A device whose time the test moves.
func steppedDevice(rate: Double = 48000) -> VirtualDevice {
  let device = VirtualDevice(
    UUID().uuidString, DeviceFormat(sampleRate: rate, channelCount: 2), pacing: .stepped, bufferFrameCount: 512)
  DeviceList.register(device)
  return device
}

/// The clock of a device.
func clock(of device: VirtualDevice) throws -> CMClock {
  var made: CMClock?
  try #require(
    CMAudioDeviceClockCreate(allocator: nil, deviceUID: string(device.identifier), clockOut: &made) == noErr)
  return try required(made)
}

@Suite("Clocks")
struct ClockTests {
  @Test("The host's clock is that of the system, in nanoseconds")
  func host() {
    let clock = CMClockGetHostTimeClock()
    let before = HostClock.now
    let time = CMClockGetTime(clock)
    let after = HostClock.now
    #expect(time.timescale == 1_000_000_000 && (before...after).contains(UInt64(time.value)))
    #expect(CMClock.hostTimeClock === clock && CFGetTypeID(clock) == CMClockGetTypeID())
    expectEqual(CMClockConvertHostTimeToSystemUnits(time), UInt64(time.value))
    expectEqual(CMClockConvertHostTimeToSystemUnits(CMTimeMake(value: 3, timescale: 2)), 1_500_000_000)
    expectEqual(CMClockConvertHostTimeToSystemUnits(CMTimeMake(value: -1, timescale: 1)), 0)
    expectEqual(CMClockConvertHostTimeToSystemUnits(.invalid), 0)
    expectEqual(CMClockMakeHostTimeFromSystemUnits(42), CMTimeMake(value: 42, timescale: 1_000_000_000))
    var (own, reference) = (CMTime.zero, CMTime.zero)
    expectEqual(CMClockGetAnchorTime(clock, clockTimeOut: &own, referenceClockTimeOut: &reference), noErr)
    #expect(own == reference && own >= time)
    #expect(!CMClockMightDrift(clock, otherClock: clock))
    CMClockInvalidate(clock)
    #expect(CMClockGetTime(clock).isNumeric)
    #expect(CMClock.convertSystemUnitsToHostTime(7).value == 7 && CMClock.convertHostTimeToSystemUnits(time) > 0)
  }

  @Test("A device's clock counts its frames")
  func device() throws {
    let device = steppedDevice()
    let clock = try clock(of: device)
    let begin = CMClockGetTime(clock)
    expectEqual(begin.timescale, 48000)
    device.advance(frameCount: 24_000)
    expectEqual(CMClockGetTime(clock) - begin, CMTimeMake(value: 1, timescale: 2))
    #expect(CMClockMightDrift(clock, otherClock: CMClockGetHostTimeClock()))
    let anchors = try clock.anchorTime()
    #expect(anchors.anchorTime.isNumeric && anchors.referenceTime.isNumeric)
    // There and back again, to a nanosecond or a part of a frame.
    let later = CMTimeMake(value: 5, timescale: 1)
    let moment = CMSyncConvertTime(later, from: clock, to: CMClock.hostTimeClock)
    let back = CMSyncConvertTime(moment, from: CMClock.hostTimeClock, to: clock)
    expectLess(abs(back.seconds - 5), 1e-8)
    expectLess(abs(clock.rate(relativeTo: CMClock.hostTimeClock) - 1), 1e-6)
    CMClockInvalidate(clock)
    #expect(!CMClockGetTime(clock).isValid)
  }

  @Test("Which device a clock is of, by its UID and its number")
  func devices() throws {
    let (device, other) = (steppedDevice(), steppedDevice(rate: 44100))
    let made = try clock(of: device)
    var (name, id, tracks): (Unmanaged<CFString>?, AudioDeviceID, DarwinBoolean) = (nil, 0, true)
    expectEqual(
      CMAudioDeviceClockGetAudioDevice(
        made, deviceUIDOut: &name, deviceIDOut: &id, trackingDefaultDeviceOut: &tracks), noErr)
    let text = try required(name).takeRetainedValue()
    #expect(String(describing: unsafeBitCast(text, to: NSString.self)) == device.identifier && !tracks.boolValue)
    var byNumber: CMClock?
    expectEqual(CMAudioDeviceClockCreateFromAudioDeviceID(allocator: nil, deviceID: id, clockOut: &byNumber), noErr)
    try expectEqual(byNumber?.audioDevice().deviceUID, device.identifier)
    expectEqual(CMAudioDeviceClockSetAudioDeviceUID(made, deviceUID: string(other.identifier)), noErr)
    expectEqual(CMClockGetTime(made).timescale, 44100)
    expectEqual(CMAudioDeviceClockSetAudioDeviceID(made, deviceID: id), noErr)
    expectEqual(CMClockGetTime(made).timescale, 48000)
    try made.setAudioDeviceUID(other.identifier)
    try expectEqual(made.audioDevice().deviceUID, other.identifier)
    try made.setAudioDeviceID(id)
    try expectEqual(made.audioDevice().deviceID, id)
    try made.setAudioDeviceUID(nil)
    let standard = try made.audioDevice()
    #expect(standard.trackingDefaultDevice && standard.deviceUID == nil)
    var byDefault: CMClock?
    expectEqual(CMAudioClockCreate(allocator: nil, clockOut: &byDefault), noErr)
    expectEqual(byDefault.map { CMClockGetTime($0).isNumeric }, true)
    #expect(throws: (any Error).self) { try made.setAudioDeviceUID("none such") }
    #expect(throws: (any Error).self) { try CMClock.hostTimeClock.audioDevice() }
  }

  @Test("What is no clock, and calls with too little")
  func refusals() throws {
    var made: CMClock?
    let host = CMClockGetHostTimeClock()
    var (time, reference) = (CMTime.zero, CMTime.zero)
    for (name, stranger) in strangers(CMClock.self) {
      #expect(!CMClockGetTime(stranger).isValid, "\(name)")
      CMClockInvalidate(stranger)
      #expect(!CMClockMightDrift(stranger, otherClock: host))
      MediaRefusal.check(
        kCMClockError_MissingRequiredParameter, name,
        [
          MediaRefusal("CMClockGetAnchorTime") {
            CMClockGetAnchorTime(stranger, clockTimeOut: &time, referenceClockTimeOut: &reference)
          },
          MediaRefusal("CMAudioDeviceClockSetAudioDeviceUID") {
            CMAudioDeviceClockSetAudioDeviceUID(stranger, deviceUID: nil)
          },
          MediaRefusal("CMAudioDeviceClockSetAudioDeviceID") {
            CMAudioDeviceClockSetAudioDeviceID(stranger, deviceID: 0x20)
          },
          MediaRefusal("CMAudioDeviceClockGetAudioDevice") {
            CMAudioDeviceClockGetAudioDevice(
              stranger, deviceUIDOut: nil, deviceIDOut: nil, trackingDefaultDeviceOut: nil)
          },
        ])
    }
    let missing = kCMClockError_MissingRequiredParameter
    expectEqual(CMClockGetAnchorTime(host, clockTimeOut: nothing(), referenceClockTimeOut: &time), missing)
    expectEqual(CMAudioClockCreate(allocator: nil, clockOut: nothing()), missing)
    expectEqual(CMAudioDeviceClockCreate(allocator: nil, deviceUID: nil, clockOut: nothing()), missing)
    let wrong = kCMClockError_InvalidParameter
    expectEqual(CMAudioDeviceClockCreate(allocator: nil, deviceUID: string("none"), clockOut: &made), wrong)
    expectEqual(CMAudioDeviceClockCreateFromAudioDeviceID(allocator: nil, deviceID: 3, clockOut: &made), wrong)
    expectNil(made)
    let unsupported = kCMClockError_UnsupportedOperation
    expectEqual(CMAudioDeviceClockSetAudioDeviceUID(host, deviceUID: nil), unsupported)
    expectEqual(
      CMAudioDeviceClockGetAudioDevice(host, deviceUIDOut: nil, deviceIDOut: nil, trackingDefaultDeviceOut: nil),
      unsupported)
    #expect(CMClock.Error.invalidParameter.code == Int(wrong) && CMClock.Error.allocationFailed.code == -12747)
    #expect(CMClock.Error.missingRequiredParameter.code == -12745 && CMClock.Error.unsupportedOperation.code == -12756)
  }
}
