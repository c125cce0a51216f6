import AudioBase
import CAudioToolbox
import MIDIFiles

/// The object of a `MusicSequence`: its tracks and the tempo track.
///
/// `@unchecked`: its state is locked; the tempo track is set once at creation.
final class MusicSequenceObject: HandleObject, @unchecked Sendable {
  private struct State: Sendable {
    var tracks: [MusicTrackObject] = []
    var type = MusicSequenceType(kMusicSequenceType_Beats)
    /// The ticks of a quarter note of the file that was read last.
    var resolution: Int16 = 480
  }

  private let state = Lock(State())
  private(set) var number: UInt = 0
  private(set) var tempoTrack = MusicTrackObject(0, isTempo: true)

  /// Opens the handle.
  func open() -> MusicSequence? {
    let handle = unsafe Handles.insert(self)
    number = UInt(bitPattern: handle)
    tempoTrack = MusicTrackObject(number, isTempo: true)
    tempoTrack.open()
    return unsafe handle
  }

  /// Ends the sequence, whose handle is closed, with its tracks.
  func dispose() {
    tempoTrack.close()
    let tracks = state.withLock { state in
      defer { state.tracks = [] }
      return state.tracks
    }
    for track in tracks { track.close() }
  }

  // MARK: Tracks

  var tracks: [MusicTrackObject] { state.withLock { $0.tracks } }

  /// Adds a track without events.
  func addTrack() -> MusicTrackObject {
    let track = MusicTrackObject(number)
    track.open()
    state.withLock { $0.tracks.append(track) }
    return track
  }

  /// Removes a track.
  ///
  /// - Throws: `kAudioToolboxErr_TrackNotFound`
  func remove(_ track: MusicTrackObject) throws(Status) {
    let isThere = state.withLock { state in
      guard let index = state.tracks.firstIndex(where: { $0 === track }) else { return false }
      state.tracks.remove(at: index)
      return true
    }
    guard isThere else { throw Status(kAudioToolboxErr_TrackNotFound) }
    track.close()
  }

  var resolution: Int16 {
    get { state.withLock { $0.resolution } }
    set { state.withLock { $0.resolution = newValue } }
  }

  /// The beats up to the end of the longest track.
  var length: Double { tracks.reduce(0) { max($0, $1.length) } }

  /// Reverses all tracks within the length.
  func reverse() {
    let beats = max(length, tempoTrack.length)
    for track in tracks + [tempoTrack] { track.reverse(within: beats) }
  }

  // MARK: Time

  /// The measure of times: beats, or seconds as long as there is no tempo.
  var type: MusicSequenceType { state.withLock { $0.type } }

  /// - Throws: `kAudioToolboxErr_InvalidSequenceType` for seconds if there is a tempo, and for sample frames, whose
  ///   rate is not stated.
  func set(type: MusicSequenceType) throws(Status) {
    let isSeconds = Int(type) == Int(kMusicSequenceType_Seconds)
    let isTaken = isSeconds && tempoTrack.events.contains { $0.tempo != nil }
    guard isSeconds && !isTaken || Int(type) == Int(kMusicSequenceType_Beats) else {
      throw Status(kAudioToolboxErr_InvalidSequenceType)
    }
    state.withLock { $0.type = type }
  }

  /// The relation of beats and seconds. In a sequence of seconds a beat is one.
  var tempo: TempoMap {
    let isSeconds = Int(type) == Int(kMusicSequenceType_Seconds)
    let changes = tempoTrack.events.compactMap { event in event.tempo.map { (event.beat, 60 / $0) } }
    return TempoMap((isSeconds ? [(0, 1)] : []) + changes)
  }

  /// The bars of a metre: four quarter notes without a time signature.
  private struct Metre {
    /// The beat with which its first bar begins, and the number of that bar, counted from 0.
    var start = 0.0
    var bar = 0.0
    /// The beats of a bar, and its unit in beats.
    var length = 4.0
    var unit = 1.0
  }

  /// The metres by the time signatures of the tempo's track. One within a bar ends it.
  private var metres: [Metre] {
    var metres = [Metre()]
    for event in tempoTrack.events {
      guard let meta = event.meta, meta.kind == 0x58, meta.data.count >= 2, meta.data[0] > 0, meta.data[1] < 8 else {
        continue
      }
      let last = metres[metres.count - 1]
      let unit = 4 / Double(1 << Int(meta.data[1]))
      if event.beat <= last.start { metres.removeLast() }
      metres.append(
        Metre(
          start: event.beat, bar: last.bar + ((event.beat - last.start) / last.length).rounded(.up),
          length: Double(meta.data[0]) * unit, unit: unit))
    }
    return metres
  }

  /// Returns bar, beat and part of a beat, the first two counted from 1.
  ///
  /// - Throws: `kAudio_ParamError` if a beat has no parts.
  func barBeatTime(_ beats: Double, parts: UInt32) throws(Status) -> CABarBeatTime {
    guard parts > 0, parts <= UInt32(UInt16.max), beats >= 0, beats < 1e9 else { throw Status(kAudio_ParamError) }
    let metre = metres.last { $0.start <= beats } ?? Metre()
    let bars = ((beats - metre.start) / metre.length).rounded(.down)
    let rest = beats - metre.start - bars * metre.length
    let unit = min((rest / metre.unit).rounded(.down), metre.length / metre.unit - 1)
    let part = ((rest / metre.unit - unit) * Double(parts)).rounded(.down)
    return CABarBeatTime(
      bar: Int32(min(metre.bar + bars + 1, 1e9)), beat: UInt16(unit) + 1,
      subbeat: UInt16(min(max(part, 0), Double(parts) - 1)), subbeatDivisor: UInt16(parts), reserved: 0)
  }

  /// Returns the beat of a bar, a beat in it and a part of that.
  ///
  /// - Throws: `kAudio_ParamError` for bars and beats below 1, and where a beat has no parts.
  func beats(_ time: CABarBeatTime) throws(Status) -> Double {
    guard time.bar >= 1, time.beat >= 1, time.subbeatDivisor > 0 else { throw Status(kAudio_ParamError) }
    let bar = Double(time.bar) - 1
    let metre = metres.last { $0.bar <= bar } ?? Metre()
    let part = Double(time.subbeat) / Double(time.subbeatDivisor)
    return metre.start + (bar - metre.bar) * metre.length + (Double(time.beat) - 1 + part) * metre.unit
  }
}
