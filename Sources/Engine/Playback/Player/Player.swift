public import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioDevices
import AudioFiles
import Synchronization

/// Plays a file, or any other source of samples, through a device.
///
/// ```swift
/// let player = try Player(playing: "song.m4a")
/// try player.play()
/// await player.waitUntilEnded()
/// ```
/// A thread of the player's own decodes ahead into a ring; the device's thread takes frames from it and applies the
/// volume, without a lock and without allocating. All calls may come from any thread but the device's, and take effect
/// in its next cycle.
///
/// ```
/// decoder ─► source ─► [time-pitch] ─► ring ─► volume ─► tap ─► device
///            └────── feeding thread ──────┘   └── device's thread ──┘
/// ```
/// A player is silent once it is deallocated.
public final class Player: Sendable {
  /// The device that plays the sound.
  public let device: any AudioDevice
  package let core: PlayerCore

  /// Prepares to play a source.
  ///
  /// - Parameters:
  ///   - source: The source of samples at the device's rate, for each of its channels.
  ///   - device: The device that plays.
  ///   - options: Options of the player.
  /// - Throws: `AudioError` if the source has another rate or number of channels than the device, or an option is
  ///   out of its range.
  public init(
    _ source: sending any SampleSource, on device: any AudioDevice = DeviceList.standard,
    options: PlayerOptions = PlayerOptions()
  ) throws(AudioError) {
    let format = device.format
    guard source.sampleRate == format.sampleRate else {
      throw .rate(source: source.sampleRate, device: format.sampleRate)
    }
    guard source.channelCount == format.channelCount else {
      throw .channels(source: source.channelCount, device: format.channelCount)
    }
    guard (0.002...60).contains(options.queueSeconds) else { throw .queueLength(options.queueSeconds) }
    self.device = device
    core = PlayerCore(source, on: device, options)
  }

  /// Prepares to play the first audio track of a file, at the device's rate, mixed to its channels.
  ///
  /// A part of it is chosen by a `TrackSource` for the other initializer.
  ///
  /// - Parameters:
  ///   - path: The file's name, `-` being standard input.
  ///   - device: The device that plays.
  ///   - options: Options of the player.
  ///   - catalog: The containers and codecs to choose from.
  /// - Throws: `AudioError` if the file cannot be read, and the errors of the other initializer.
  public convenience init(
    playing path: String, on device: any AudioDevice = DeviceList.standard, options: PlayerOptions = PlayerOptions(),
    catalog: Catalog = .standard
  ) throws(AudioError) {
    let source = try TrackSource(playing: path, for: device.format, catalog: catalog)
    try self.init(source, on: device, options: options)
  }

  /// Prepares to play the first audio track of a file with options for the decoder, such as another dynamic range.
  ///
  /// - Parameters:
  ///   - path: The file's name, `-` being standard input.
  ///   - decoder: The settings of the decoder.
  ///   - device: The device that plays.
  ///   - options: Options of the player.
  /// - Throws: The errors of the other initializer; `AudioError` for a setting that the decoder
  ///   does not know, or out of its range.
  public convenience init(
    playing path: String, decoder: DecoderSettings, on device: any AudioDevice = DeviceList.standard,
    options: PlayerOptions = PlayerOptions()
  ) throws(AudioError) {
    var decoding = DecodeRequest.playing
    decoding.decoder = decoder
    try self.init(TrackSource(playing: path, for: device.format, options: decoding), on: device, options: options)
  }

  deinit {
    core.control.withLock { core.detach(&$0) }
    core.listeners.finish()
  }

  // MARK: State

  /// The state of the player.
  public var state: PlayerState {
    let hasBeenHeard = core.hasBeenHeard
    return core.control.withLock { control in
      if control.hasEnded || (control.isPlaying && hasBeenHeard) { return .ended }
      guard control.isAttached else { return .stopped }
      return control.isPlaying ? .playing : .paused
    }
  }

  /// The position of the frame that is heard now, with the device's delay taken into account.
  ///
  /// After a seek it is the new place at once. If the rate changes, it is true to the time-pitch stage's next block,
  /// some milliseconds.
  public var position: PlayerPosition {
    if core.control.withLock({ $0.mustRewind }) { return PlayerPosition(frame: 0, seconds: 0) }
    let heard = core.heardPlace
    var frame = core.timeline.withLock { $0.frame(at: heard) }
    if let count = core.frameCount { frame = min(frame, Double(count)) }
    return PlayerPosition(frame: Int64(Int(saturating: frame)), seconds: frame / core.timelineRate)
  }

  /// The duration of the whole recording in seconds, if known.
  public var duration: Double? { core.frameCount.map { Double($0) / core.timelineRate } }

  /// The sample rate, in Hz, in which ``position`` and ``seek(toFrame:)`` count.
  public var timelineRate: Double { core.timelineRate }

  /// The number of times that frames were missing since the player was made.
  public var underruns: UnderrunCount { core.client.underruns }

  /// The reason for which playing ended early since the last ``play()``, such as an unplugged device or a decoding
  /// error, or `nil`.
  public var failure: AudioError? { core.control.withLock { $0.failure } }

  /// Returns a stream of the events from now on, until the player is deallocated. Slow readers lose the oldest events.
  public func events() -> AsyncStream<PlayerEvent> { core.listeners.makeStream() }

  /// Waits until the last frame has been heard, or no more can be made. Returns immediately if that has happened;
  /// otherwise returns only after ``play()``.
  public func waitUntilEnded() async {
    let events = events()
    guard state != .ended, failure == nil else { return }
    for await event in events {
      if case .underrun = event { continue }
      return
    }
  }
}

extension TrackSource {
  /// Opens the first audio track of a file for a device: at its rate, mixed to its channels.
  ///
  /// - Parameters:
  ///   - path: The file's name, `-` being standard input.
  ///   - format: The device's format.
  ///   - catalog: The containers and codecs to choose from.
  ///   - options: The part that is played, and the handling of damage. Seeking is fast by default, as in other players.
  public convenience init(
    playing path: String, for format: DeviceFormat, catalog: Catalog = .standard,
    options: DecodeRequest = .playing
  ) throws(AudioError) {
    let file = try MediaFile(path: path, containers: catalog.containers)
    guard let track = file.reader.tracks.firstIndex(where: { $0.mediaKind == .audio }) else { throw .noAudioTrack }
    let output = SampleRequest(sampleRate: format.sampleRate, layout: Self.layout(of: format))
    let input = TrackInput(of: file.reader, track: track, decoding: options)
    try self.init(of: input, as: output, codecs: catalog.codecs)
  }

  /// Returns a device's loudspeakers by its number of channels.
  package static func layout(of format: DeviceFormat) -> ChannelLayout {
    switch format.channelCount {
    case 1: ChannelLayout([.center])
    case 2: ChannelLayout([.left, .right])
    default: ChannelLayout(usualFor: format.channelCount)
    }
  }
}

extension DecodeRequest {
  /// The request to decode the whole recording, conceal damage and seek quickly.
  public static var playing: DecodeRequest {
    var options = DecodeRequest()
    options.seeking = .quick
    return options
  }
}
