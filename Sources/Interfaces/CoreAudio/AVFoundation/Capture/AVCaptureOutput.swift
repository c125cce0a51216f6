import AVFAudio
import AudioBase
import AudioDevices
public import Foundation

/// A receiver of the media of a capture session.
///
/// `@unchecked`, for a class that is open cannot be checked; all that changes has a lock.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
  private let attached = Lock<[AVCaptureConnection]>([])

  /// The connection to an input, in an array; empty unless the session has both this output and an input of its media
  /// type.
  open var connections: [AVCaptureConnection] { attached.withLock { $0 } }

  /// Returns the connection for a media type, or `nil`.
  open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
    connections.first { connection in connection.inputPorts.contains { $0.mediaType == mediaType } }
  }

  func connect(_ connections: [AVCaptureConnection]) { attached.withLock { $0 = connections } }

  /// Makes the delivery of a connection's media.
  ///
  /// - Throws: ``AVError`` if the output's settings cannot be met.
  func makeDelivery(_ connection: AVCaptureConnection, from input: AVCaptureDeviceInput) throws -> CaptureDelivery? {
    nil
  }
}

/// A connection from an input to an output of a session.
///
/// `@unchecked`, for a class that is open cannot be checked; all that changes has a lock, and ``output`` is set once.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
  /// The ports that supply the media.
  public let inputPorts: [AVCaptureInput.Port]
  /// The output that receives the media.
  public private(set) weak var output: AVCaptureOutput?
  /// The channels of the sound, with their levels.
  public let audioChannels: [AVCaptureAudioChannel]
  let meter: LevelMeter
  private let enabled = Lock(true)

  init(_ input: AVCaptureDeviceInput, _ output: AVCaptureOutput) {
    let channelCount = input.source.format.channelCount
    let meter = LevelMeter(channelCount: channelCount)
    (inputPorts, self.output, self.meter) = (input.ports, output, meter)
    audioChannels = (0..<channelCount).map { AVCaptureAudioChannel(meter, $0) }
    super.init()
  }

  /// True if media pass; `false` blocks them.
  open var isEnabled: Bool {
    get { enabled.withLock { $0 } }
    set { enabled.withLock { $0 = newValue } }
  }

  /// True if media pass while the session runs.
  open var isActive: Bool { isEnabled && output != nil }
}

/// A channel of captured sound.
public final class AVCaptureAudioChannel: NSObject, Sendable {
  private let meter: LevelMeter
  private let index: Int

  init(_ meter: LevelMeter, _ index: Int) {
    (self.meter, self.index) = (meter, index)
    super.init()
  }

  /// The mean power of the last sample buffer in dB: 0 is full scale, −160 silence.
  public var averagePowerLevel: Float { meter.average(index) }
  /// The largest magnitude of the last sample buffer, in the same units.
  public var peakHoldLevel: Float { meter.peak(index) }
}
