import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite("Devices for capturing") struct CaptureDeviceTests {
  @Test func theMicrophoneIsTheHardwareLayersInput() throws {
    var address = AudioObjectPropertyAddress(
      mSelector: kAudioHardwarePropertyDefaultInputDevice, mScope: kAudioObjectPropertyScopeGlobal, mElement: 0)
    var (id, size): (AudioObjectID, UInt32) = (0, 4)
    expectEqual(
      AudioObjectGetPropertyData(AudioObjectID(kAudioObjectSystemObject), &address, 0, nil, &size, &id), noErr)
    let microphone: AVCaptureDevice? = AVCaptureDevice.default(for: .audio)
    expectEqual(microphone != nil, id != kAudioObjectUnknown)
    let all = AVCaptureDevice.devices(for: .audio)
    #expect(Set(all.map(\.uniqueID)).count == all.count && microphone.map(all.contains) ?? true)
    for device in all {
      #expect(device.hasMediaType(.audio) && !device.hasMediaType(.video) && !device.localizedName.isEmpty)
      expectEqual(device.deviceType, AVCaptureDevice.DeviceType.microphone)
      expectEqual(device.position, AVCaptureDevice.Position.unspecified)
      // Other tests make devices, and remove them.
      guard let same = AVCaptureDevice(uniqueID: device.uniqueID) else {
        #expect(!device.isConnected && device != microphone)
        continue
      }
      #expect(same == device && same.hash == device.hash)
    }
    let named = AVCaptureDevice.default(.microphone, for: .audio, position: .unspecified)
    #expect(named == microphone && microphone?.isConnected != false)
  }

  @Test func camerasAreNotKnown() {
    #expect(AVCaptureDevice.default(for: .video) == nil && AVCaptureDevice.devices(for: .video).isEmpty)
    expectNil(AVCaptureDevice.default(.microphone, for: .audio, position: .front))
    expectNil(AVCaptureDevice(uniqueID: "no such device"))
  }

  @Test func soundMayBeCapturedAndNothingElse() async {
    let (sound, pictures): (AVAuthorizationStatus, AVAuthorizationStatus) = (
      AVCaptureDevice.authorizationStatus(for: .audio), AVCaptureDevice.authorizationStatus(for: .video)
    )
    #expect(sound == .authorized && pictures == .restricted)
    #expect(await AVCaptureDevice.requestAccess(for: .audio))
    #expect(await !AVCaptureDevice.requestAccess(for: .video))
    let answer = await withCheckedContinuation { continuation in
      AVCaptureDevice.requestAccess(for: .audio) { continuation.resume(returning: $0) }
    }
    #expect(answer)
  }
}
