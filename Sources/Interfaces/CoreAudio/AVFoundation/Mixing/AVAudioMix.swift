public import AVFAudio
import AudioAssets
public import Foundation

/// The volumes of the tracks of an ``AVAssetReaderAudioMixOutput`` or an export.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  var parameters: [AVAudioMixInputParameters]

  /// Creates a mix that leaves all tracks unchanged.
  public override init() { parameters = [] }

  init(_ parameters: [AVAudioMixInputParameters]) { self.parameters = parameters }

  /// The parameters of tracks; a track without parameters is unchanged.
  open var inputParameters: [AVAudioMixInputParameters] { parameters }

  /// Returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVAudioMix(parameters.map { AVAudioMixInputParameters($0.level) }) }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMix(parameters) }

  /// Returns the volume of a track over time.
  func curve(of trackID: CMPersistentTrackID) -> VolumeCurve? {
    parameters.first { $0.trackID == trackID }?.level.curve
  }
}

/// A mutable mix. One thread at a time may use it.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
  /// The parameters of tracks.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { parameters }
    set { parameters = newValue }
  }
}

/// The volume of one track over time.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  /// A track and its volume.
  struct Level {
    var trackID: CMPersistentTrackID = 0
    var curve = VolumeCurve()
  }

  var level: Level

  /// Creates parameters for no track.
  public override init() { level = Level() }

  init(_ level: Level) { self.level = level }

  /// The number of the track.
  open var trackID: CMPersistentTrackID { level.trackID }

  /// Finds the ramp at a time, and returns true if there is one.
  open func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = level.curve.ramp(at: time.seconds) else { return false }
    unsafe startVolume?.pointee = ramp.from
    unsafe endVolume?.pointee = ramp.to
    unsafe timeRange?.pointee = CMTimeRange(
      start: CMTime(seconds: ramp.start, preferredTimescale: 1_000_000_000),
      end: ramp.end.isFinite ? CMTime(seconds: ramp.end, preferredTimescale: 1_000_000_000) : .positiveInfinity)
    return true
  }

  /// Returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVAudioMixInputParameters(level) }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMixInputParameters(level) }
}

/// Mutable parameters. One thread at a time may use them.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
  /// Creates parameters for a track.
  public convenience init(track: AVAssetTrack?) {
    self.init(Level(trackID: track?.trackID ?? 0))
  }

  /// The number of the track.
  open override var trackID: CMPersistentTrackID {
    get { level.trackID }
    set { level.trackID = newValue }
  }

  /// Changes the volume linearly from one value to another within a time range; the second value then stays.
  open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    level.curve.setRamp(
      from: startVolume, to: endVolume, start: timeRange.start.seconds, end: timeRange.end.seconds)
  }

  /// Sets the volume from a time on.
  open func setVolume(_ volume: Float, at time: CMTime) {
    let start = time.isNumeric ? time.seconds : 0
    level.curve.setRamp(from: volume, to: volume, start: start, end: start)
  }
}
