import AVFoundation
import AudioDevices
import Foundation
import TestSupport
import Testing

/// The notifications of a session, in their order.
private func notifications(of session: AVCaptureSession) -> (
  reports: Reports<String>, observers: [any NSObjectProtocol]
) {
  let reports = Reports<String>()
  let names = [
    AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification,
    AVCaptureSession.runtimeErrorNotification, AVCaptureSession.wasInterruptedNotification,
    AVCaptureSession.interruptionEndedNotification,
  ]
  let observers = names.map { name in
    NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { notification in
      let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
      if let error { #expect(AVError.deviceWasDisconnected ~= error) }
      reports.add(name.rawValue)
    }
  }
  return (reports, observers)
}

@Suite("Capture sessions whose device fails", .serialized, .ownThreads)
struct CaptureFailureTests {
  private func session(_ device: FragileDevice) throws -> AVCaptureSession {
    DeviceList.register(device)
    let session = AVCaptureSession()
    let microphone = try required(AVCaptureDevice(uniqueID: device.identifier))
    session.addInput(try AVCaptureDeviceInput(device: microphone))
    session.addOutput(AVCaptureAudioDataOutput())
    return session
  }

  @Test("A device that is lost ends the session, which tells it; it can start again")
  func loss() async throws {
    let device = FragileDevice()
    defer { DeviceList.unregister(device) }
    let session = try session(device)
    let (reports, observers) = notifications(of: session)
    session.startRunning()
    #expect(session.isRunning)
    device.fail()
    let told = await reports.wait(for: 3)
    expectEqual(
      told,
      [
        "AVCaptureSessionDidStartRunningNotification", "AVCaptureSessionRuntimeErrorNotification",
        "AVCaptureSessionDidStopRunningNotification",
      ])
    #expect(!session.isRunning)
    session.startRunning()
    #expect(session.isRunning)
    session.stopRunning()
    expectEqual(reports.all.count, 5)
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  @Test("A device that does not start is told, and the session does not run")
  func refusal() throws {
    let device = FragileDevice(refusal: .disconnected)
    defer { DeviceList.unregister(device) }
    let session = try session(device)
    let (reports, observers) = notifications(of: session)
    session.startRunning()
    #expect(!session.isRunning && reports.all == ["AVCaptureSessionRuntimeErrorNotification"])
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }
}
