import AudioBase
import AudioConversion
package import AudioDevices
import AudioGraph
import Dispatch
public import Foundation

/// A delegate of a player, which is notified of the end.
///
/// It is called on the main queue, which the program must run: by `RunLoop.main` or `dispatchMain()`.
public protocol AVAudioPlayerDelegate: AnyObject {
  /// Called when the last frame of the last repetition has been heard; `flag` is false where decoding failed before.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  /// Called when the sound could not be decoded to its end.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// Plays a file, or a file in memory, with its own engine.
///
/// `@unchecked`, for all that changes of it is touched with the engines' lock held alone.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
  /// The URL of the file; `nil` if it is in memory.
  public let url: URL?
  /// The file in memory; `nil` if it has a URL.
  public let data: Data?
  /// The format of the played samples: floats at the file's rate, with its channels.
  public let format: AVAudioFormat
  /// The duration of one repetition, in seconds.
  public let duration: TimeInterval
  /// The object that is notified of the end.
  open weak var delegate: (any AVAudioPlayerDelegate)?

  let origin: SoundOrigin
  let frameCount: Int64
  let engine = AVAudioEngine()
  let node = AVAudioPlayerNode()
  let speed = AVAudioUnitTimePitch()
  let meter: LevelMeter
  var state = PlayerState()

  /// The state that changes while it plays.
  struct PlayerState {
    var isConnected = false
    var isPlaying = false
    /// The frame of the file that the time line of the node begins with.
    var firstFrame: Int64 = 0
    /// Grows with each stop and each seek, so that earlier scheduled sounds are ignored.
    var generation = 0
    /// Repetitions that were scheduled after the first one.
    var repetitions = 0
    /// Repetitions that are scheduled and not over.
    var pending = 0
    /// The sound that is read.
    var streams: [SoundStream] = []
    var loops = 0
    var changesRate = false
    var isMeteringEnabled = false
    var fade: (any DispatchSourceTimer)?
    var ended: (@Sendable (NSError?) -> Void)?
  }

  // MARK: Making

  /// Opens a file.
  ///
  /// - Throws: An `NSError` with a status of the C API, such as `kAudioFileUnsupportedFileTypeError`.
  public convenience init(contentsOf url: URL) throws { try self.init(.file(url)) }

  /// Opens a file in memory.
  ///
  /// - Throws: As ``init(contentsOf:)``.
  public convenience init(data: Data) throws { try self.init(.bytes(data)) }

  /// Opens a file. The hint is ignored: the file's bytes show its type.
  public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws { try self.init(.file(url)) }

  /// Opens a file in memory. The hint is ignored: the bytes show the type.
  public convenience init(data: Data, fileTypeHint utiString: String?) throws { try self.init(.bytes(data)) }

  private init(_ origin: SoundOrigin) throws {
    let (made, count, rate): (AVAudioFormat, Int64, Double)
    do {
      let source = try origin.open()
      let graph = GraphFormat(sampleRate: source.sampleRate, channelCount: source.channelCount)
      (made, count, rate) = (AVAudioFormat(graph: graph), source.frameCount ?? 0, source.timelineRate)
    } catch {
      throw SoundOrigin.error(error)
    }
    self.origin = origin
    switch origin {
    case .file(let name): (url, data) = (name, nil)
    case .bytes(let bytes): (url, data) = (nil, bytes)
    }
    format = made
    frameCount = count
    duration = rate > 0 ? Double(count) / rate : 0
    meter = LevelMeter(channelCount: Int(made.channelCount))
    super.init()
    engine.attach(node)
    engine.attach(speed)
  }

  deinit {
    state.fade?.cancel()
    engine.stop()
    node.stop()
  }

  /// Sets the device for playing; for tests.
  package func play(through device: any AudioDevice) { engine.device = device }

  /// Sets a function that is called at the end, before the delegate, on a thread of the player, for an owner that does
  /// not depend on the main queue. Its argument is the reason if the sound could not be decoded to its end.
  package func whenEnded(_ function: @escaping @Sendable (NSError?) -> Void) {
    EngineLock.held { state.ended = function }
  }

  /// The speed of playing: 1/32 to 32. It takes effect like ``rate``.
  package var tempo: Float {
    get { speed.rate }
    set { speed.rate = newValue }
  }

  // MARK: Properties

  /// True from ``play()`` to the end, ``pause()`` or ``stop()``.
  open var isPlaying: Bool { EngineLock.held { state.isPlaying } }
  /// The number of channels.
  open var numberOfChannels: Int { Int(format.channelCount) }
  /// The format as settings.
  open var settings: [String: Any] { format.settings }

  /// The identifier of the device, or `nil` for the default device. An unknown identifier changes nothing.
  open var currentDevice: String? {
    get { EngineLock.held { engine.device === DeviceList.standard ? nil : engine.device.identifier } }
    set {
      EngineLock.held {
        guard !state.isPlaying else { return }
        if let newValue {
          if let device = DeviceList.device(identifier: newValue) { engine.device = device }
        } else {
          engine.device = DeviceList.standard
        }
      }
    }
  }

  /// The panorama: −1 is left, 0 the middle, 1 right.
  open var pan: Float {
    get { node.pan }
    set { node.pan = newValue }
  }

  /// The gain: 0 to 1, initially 1.
  open var volume: Float {
    get { node.volume }
    set { setVolume(newValue, fadeDuration: 0) }
  }

  /// True to enable ``rate``; to be set before playing.
  open var enableRate: Bool {
    get { EngineLock.held { state.changesRate } }
    set {
      EngineLock.held {
        guard !state.isPlaying, newValue != state.changesRate else { return }
        (state.changesRate, state.isConnected) = (newValue, false)
      }
    }
  }

  /// The speed of playing: 0.5 to 2, initially 1; other values are clamped.
  open var rate: Float {
    get { speed.rate }
    set { speed.rate = newValue.isNaN ? 1 : min(max(newValue, 0.5), 2) }
  }

  /// The number of repetitions after the first playing: initially 0; negative for no end.
  open var numberOfLoops: Int {
    get { EngineLock.held { state.loops } }
    set { EngineLock.held { state.loops = newValue } }
  }

  /// True if levels are measured.
  open var isMeteringEnabled: Bool {
    get { EngineLock.held { state.isMeteringEnabled } }
    set {
      EngineLock.held {
        guard newValue != state.isMeteringEnabled else { return }
        state.isMeteringEnabled = newValue
        setMetering(newValue)
      }
    }
  }

  /// Updates the levels to those of the last 100 ms.
  open func updateMeters() { meter.update() }

  /// Returns the largest magnitude at the last ``updateMeters()`` in dB: 0 is full scale, −160 silence.
  open func peakPower(forChannel channelNumber: Int) -> Float { meter.peak(channelNumber) }

  /// Returns the mean power at the last ``updateMeters()``, in the same units.
  open func averagePower(forChannel channelNumber: Int) -> Float { meter.average(channelNumber) }
}
