import AVFAudio
import AudioBase
import AudioDevices
public import CoreMedia
public import Dispatch
import Foundation

/// A delegate that receives the sample buffers of captured sound.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: AnyObject {
  /// Called on the output's queue with the frames that were captured since the last call.
  ///
  /// The buffer's presentation time is the moment at which its first frame was captured, on the host's clock. If the
  /// queue is more than a second behind, frames are dropped, and the times jump.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
  /// Does nothing.
  public func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
}

/// An output that passes captured sound to the program, as sample buffers of linear PCM.
///
/// `@unchecked` like ``AVCaptureOutput``: all variable state has a lock.
open class AVCaptureAudioDataOutput: AVCaptureOutput, @unchecked Sendable {
  private struct Receiver {
    weak var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
    var queue: DispatchQueue?
    var settings: Handover<[String: Any]?> = Handover(nil)
  }

  private let receiver = Lock(Receiver())

  /// Creates an output without a delegate.
  public override init() { super.init() }

  /// Sets the delegate that receives the buffers, and the serial queue for its calls; by default the main queue.
  open func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    let given = Handover(sampleBufferDelegate)
    receiver.withLock { ($0.delegate, $0.queue) = (given.value, sampleBufferCallbackQueue) }
  }

  /// The delegate that receives the buffers.
  open var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
    receiver.withLock { Handover($0.delegate) }.value
  }

  /// The queue for the delegate's calls.
  open var sampleBufferCallbackQueue: DispatchQueue? { receiver.withLock { $0.queue } }

  /// The format of the buffers, as settings of linear PCM; missing ones are the device's. `nil`, the initial value,
  /// means interleaved 16-bit integers. Applied when the session starts.
  open var audioSettings: [String: Any]! {
    get { receiver.withLock { $0.settings }.value }
    set {
      let settings = Handover(newValue)
      receiver.withLock { $0.settings = settings }
    }
  }

  /// Returns settings for an ``AVAssetWriterInput`` that writes the captured sound into a file type: AAC for movies,
  /// linear PCM for others; `nil` while the output has no connection.
  open func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
    guard let format = connection(with: .audio)?.inputPorts.first?.formatDescription?.audioStreamBasicDescription else {
      return nil
    }
    let isMovie = [AVFileType.m4a, .mp4, .mov, .mobile3GPP].contains(outputFileType)
    return isMovie
      ? [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: min(format.mSampleRate, 48000),
        AVNumberOfChannelsKey: min(format.mChannelsPerFrame, 2),
      ] : Self.integers(rate: format.mSampleRate, channelCount: Int(format.mChannelsPerFrame))
  }

  /// Returns the settings of interleaved integers of 16 bits.
  static func integers(rate: Double, channelCount: Int) -> [String: Any] {
    [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channelCount,
      AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
      AVLinearPCMIsNonInterleaved: false,
    ]
  }

  override func makeDelivery(
    _ connection: AVCaptureConnection, from input: AVCaptureDeviceInput
  ) throws -> CaptureDelivery? {
    let device = input.source.format
    var settings = Self.integers(rate: device.sampleRate, channelCount: device.channelCount)
    if let wanted = audioSettings { settings.merge(wanted) { _, wanted in wanted } }
    guard let format = AVAudioFormat(settings: settings), format.isLinearPCM,
      let buffers = CapturedBuffers(device, to: format)
    else {
      throw AVError(
        .unsupportedOutputSettings, because: "captured sound becomes linear PCM; these settings make no format of it")
    }
    return CaptureDelivery(buffers, connection, input.source) { [weak self] buffer, hasPassed in
      let (delegate, queue) = self?.receiver.withLock { Handover(($0.delegate, $0.queue)) }.value ?? (nil, nil)
      guard let self, let delegate else { return hasPassed() }
      let given = Handover((delegate, buffer))
      (queue ?? .main).async {
        defer { hasPassed() }
        if connection.isEnabled { given.value.0.captureOutput(self, didOutput: given.value.1, from: connection) }
      }
    }
  }
}

extension AVAudioFormat {
  /// True for linear PCM.
  fileprivate var isLinearPCM: Bool { unsafe streamDescription.pointee.mFormatID == kAudioFormatLinearPCM }
}
