import AudioDevices
import AudioToolbox
import CoreAudio
import Foundation
import TestSupport
import Testing

@Suite("The hardware service")
struct HardwareServiceTests {
  private func address(_ selector: AudioObjectPropertySelector) -> AudioObjectPropertyAddress {
    AudioObjectPropertyAddress(mSelector: selector, mScope: kAudioObjectPropertyScopeGlobal, mElement: 0)
  }

  @Test("It answers what the hardware layer does, and has no volume of whole devices")
  func answers() throws {
    let device = steppedDevice(rate: 48000)
    let id = hardwareID(device)
    var rate = address(kAudioDevicePropertyNominalSampleRate)
    var (size, value, flag): (UInt32, Float64, DarwinBoolean) = (8, 0, false)
    #expect(AudioHardwareServiceHasProperty(id, &rate).boolValue)
    #expect(AudioHardwareServiceGetPropertyDataSize(id, &rate, 0, nil, &size) == noErr && size == 8)
    #expect(AudioHardwareServiceGetPropertyData(id, &rate, 0, nil, &size, &value) == noErr && value == 48000)
    #expect(AudioHardwareServiceIsPropertySettable(id, &rate, &flag) == noErr && flag.boolValue)
    expectEqual(AudioHardwareServiceSetPropertyData(id, &rate, 0, nil, 8, &value), noErr)
    let listener: AudioObjectPropertyListenerProc = { _, _, _, _ in noErr }
    expectEqual(AudioHardwareServiceAddPropertyListener(id, &rate, listener, nil), noErr)
    expectEqual(AudioHardwareServiceRemovePropertyListener(id, &rate, listener, nil), noErr)
    var volume = address(kAudioHardwareServiceDeviceProperty_VirtualMainVolume)
    #expect(!AudioHardwareServiceHasProperty(id, &volume).boolValue)
    expectEqual(
      AudioHardwareServiceGetPropertyData(id, &volume, 0, nil, &size, &value), kAudioHardwareUnknownPropertyError)
  }

  @Test("The oldest calls ask the system's own properties, and the smallest step of its clock is a nanosecond")
  func oldest() throws {
    var (size, device): (UInt32, AudioObjectID) = (4, 0)
    let property = kAudioHardwarePropertyDefaultOutputDevice
    #expect(AudioHardwareGetProperty(property, &size, &device) == noErr && device != 0)
    expectEqual(AudioHardwareSetProperty(property, 4, &device), kAudioHardwareUnsupportedOperationError)
    expectEqual(AudioGetHostClockMinimumTimeDelta(), 1)
    AudioObjectShow(device)
    AudioObjectShow(3)
  }

  @Test("Calls with too little")
  func refusals() {
    let id = hardwareID(steppedDevice(rate: 48000))
    var rate = address(kAudioDevicePropertyNominalSampleRate)
    var (size, value, flag): (UInt32, Float64, DarwinBoolean) = (8, 0, false)
    let failure = kAudioHardwareIllegalOperationError
    #expect(!AudioHardwareServiceHasProperty(id, nothing()).boolValue)
    expectEqual(AudioHardwareServiceIsPropertySettable(id, nothing(), &flag), failure)
    expectEqual(AudioHardwareServiceIsPropertySettable(id, &rate, nothing()), failure)
    expectEqual(AudioHardwareServiceGetPropertyDataSize(id, &rate, 0, nil, nothing()), failure)
    expectEqual(AudioHardwareServiceGetPropertyDataSize(id, nothing(), 0, nil, &size), failure)
    expectEqual(AudioHardwareServiceGetPropertyData(id, nothing(), 0, nil, &size, &value), failure)
    expectEqual(AudioHardwareServiceGetPropertyData(id, &rate, 0, nil, nothing(), &value), failure)
    expectEqual(AudioHardwareServiceGetPropertyData(id, &rate, 0, nil, &size, nothing()), failure)
    expectEqual(AudioHardwareServiceSetPropertyData(id, &rate, 0, nil, 8, nothing()), failure)
    expectEqual(AudioHardwareServiceSetPropertyData(id, nothing(), 0, nil, 8, &value), failure)
    expectEqual(AudioHardwareServiceAddPropertyListener(id, nothing(), { _, _, _, _ in noErr }, nil), failure)
    expectEqual(AudioHardwareServiceAddPropertyListener(id, &rate, nothing(), nil), failure)
    expectEqual(AudioHardwareServiceRemovePropertyListener(id, &rate, nothing(), nil), failure)
    expectEqual(AudioHardwareServiceRemovePropertyListener(id, nothing(), { _, _, _, _ in noErr }, nil), failure)
  }
}
