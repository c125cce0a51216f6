import AVFAudio
import AudioDevices
public import CoreMedia
public import Foundation

/// A source of media for a capture session.
///
/// `@unchecked`, for a class that is open cannot be checked; nothing of it changes.
open class AVCaptureInput: NSObject, @unchecked Sendable {
  /// A stream of media of an input.
  public final class Port: NSObject, Sendable {
    /// The input.
    public let input: AVCaptureInput
    /// The kind of media.
    public let mediaType: AVMediaType
    private let format: DeviceFormat
    /// The format of the captured frames: floats at the device's rate and channels.
    public var formatDescription: CMFormatDescription? {
      let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: format.sampleRate,
        AVNumberOfChannelsKey: format.channelCount, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        AVLinearPCMIsNonInterleaved: true,
      ]
      return AVAudioFormat(settings: settings)?.formatDescription
    }
    /// True: a connected port supplies media.
    public var isEnabled: Bool { true }
    /// The clock of the sample buffers' times: the host's.
    public var clock: CMClock? { .hostTimeClock }

    init(_ input: AVCaptureInput, _ device: DeviceFormat) {
      (self.input, mediaType, format) = (input, .audio, device)
      super.init()
    }
  }

  /// The streams of the input.
  open var ports: [Port] { [] }
}

/// An input that captures from a device.
///
/// `@unchecked` like ``AVCaptureInput``: its state never changes.
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
  /// The device.
  public let device: AVCaptureDevice
  let source: any AudioDevice

  /// Opens a device; ``AVCaptureSession/startRunning()`` starts capturing.
  ///
  /// - Throws: ``AVError/deviceNotConnected`` if it is not there.
  public init(device: AVCaptureDevice) throws {
    guard let source = DeviceList.device(identifier: device.uniqueID) else {
      throw AVError(.deviceNotConnected, because: "there is no device \(device.uniqueID)")
    }
    (self.device, self.source) = (device, source)
    super.init()
  }

  /// The only port of a device: its sound.
  open override var ports: [Port] { [Port(self, source.format)] }
}
