// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The key of the ``AVError`` in ``AVCaptureSession/runtimeErrorNotification``.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

extension AVCaptureSession {
  /// Posted when the device of a session is lost, or does not start.
  public static let runtimeErrorNotification = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
  /// Posted when a session has started.
  public static let didStartRunningNotification = NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
  /// Posted when a session has stopped.
  public static let didStopRunningNotification = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
  /// Never posted: nothing interrupts a session here.
  public static let wasInterruptedNotification = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
  /// Never posted: nothing interrupts a session here.
  public static let interruptionEndedNotification = NSNotification.Name("AVCaptureSessionInterruptionEndedNotification")
}

extension NSNotification.Name {
  /// ``AVCaptureSession/runtimeErrorNotification``.
  public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
  /// ``AVCaptureSession/didStartRunningNotification``.
  public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
  /// ``AVCaptureSession/didStopRunningNotification``.
  public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
  /// ``AVCaptureSession/wasInterruptedNotification``.
  public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
  /// ``AVCaptureSession/interruptionEndedNotification``.
  public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
}
