import AudioBase
import CAudioToolbox
import Foundation
import MIDIFiles

// Standard MIDI Files. What they cannot hold is not written: parameters, presets, controls and events of programs.

extension MusicSequenceObject {
  /// Meta events that belong to the sequence as a whole: offsets, metres and keys.
  private static let common: Set<UInt8> = [0x54, 0x58, 0x59]

  /// Adds the tracks of a file; its tempos, metres and keys, and all events of tracks that have only meta events, go to
  /// the tempo track.
  ///
  /// - Parameter separatesChannels: True if each channel becomes a track, and the events of no channel a last one.
  /// - Throws: `kAudioFileInvalidFileError` for bytes that are no such file.
  func load(_ bytes: [UInt8], separatesChannels: Bool) throws(Status) {
    let file: MIDIFile
    do { file = try MIDIFile(bytes) } catch { throw Status(kAudioFileInvalidFileError) }
    if case .quarters(let ticks) = file.division { resolution = Int16(clamping: ticks) }
    let scale = file.beatsPerTick
    var common = file.tempoChanges.map { change in
      MusicEvent(Double(change.tick) * scale, beatsPerMinute: 6e7 / Double(change.microseconds))
    }
    var parts: [(events: [MusicEvent], length: Double?)] = []
    for track in file.chunks {
      let notes = track.musicEvents(scale)
      var others: [MusicEvent] = []
      for item in track.others {
        let beat = Double(item.tick) * scale
        switch item.content {
        case .exclusive(let data): others.append(MusicEvent(beat, raw: data))
        case .meta(let kind, let data):
          let event = MusicEvent(beat, meta: kind, data)
          if Self.common.contains(kind) || !track.hasSound { common.append(event) } else { others.append(event) }
        }
      }
      guard track.hasSound else { continue }
      parts.append((others + notes, Double(track.endTick) * scale))
    }
    try tempoTrack.add(common)
    if separatesChannels { parts = Self.separated(parts.map(\.events).flatMap { $0 }) }
    for part in parts {
      let track = addTrack()
      try track.add(part.events)
      if let length = part.length { track.settings.length = length }
    }
  }

  /// Returns a part for each channel with events, and a last one for events without a channel.
  private static func separated(_ events: [MusicEvent]) -> [(events: [MusicEvent], length: Double?)] {
    let channels = Dictionary(grouping: events) { event in
      event.note.map { Int($0.channel) } ?? event.message.map { Int($0.status & 15) } ?? 16
    }
    return (0...16).filter { channels[$0] != nil || $0 == 16 }.map { (channels[$0] ?? [], nil) }
  }

  /// Returns the sequence as a file of format 1.
  ///
  /// - Throws: `kAudio_ParamError` for a resolution below 0; 0 is that of the file that was read, or 480.
  func fileBytes(resolution wanted: Int16) throws(Status) -> [UInt8] {
    guard wanted >= 0 else { throw Status(kAudio_ParamError) }
    let ticks = Double(wanted > 0 ? wanted : resolution)
    let tracks = [tempoTrack] + self.tracks
    return MIDIFileWriter.file(ticksPerBeat: Int(ticks), tracks.map { $0.written(ticks) })
  }
}

extension MIDIFile.Track {
  /// True if there is more than meta events.
  fileprivate var hasSound: Bool {
    !events.isEmpty || others.contains { if case .exclusive = $0.content { true } else { false } }
  }

  /// Returns the messages as events: pairs of note messages as notes, which end with the track if nothing else ends
  /// them.
  fileprivate func musicEvents(_ scale: Double) -> [MusicEvent] {
    var made: [MusicEvent] = []
    /// The positions of the sounding notes, by channel and key.
    var open: [UInt16: [Int]] = [:]
    func end(_ place: Int, _ tick: Int, _ velocity: UInt8) {
      guard var note = made[place].note else { return }
      note.duration = Float(max(0, Double(tick) * scale - made[place].beat))
      note.releaseVelocity = velocity
      made[place] = MusicEvent(made[place].beat, note: note)
    }
    for event in events {
      let (message, beat) = (event.message, Double(event.tick) * scale)
      let key = UInt16(message.status & 15) << 8 | UInt16(message.first)
      switch message.status & 0xF0 {
      case 0x90 where message.second > 0:
        open[key, default: []].append(made.count)
        made.append(
          MusicEvent(
            beat,
            note: MIDINoteMessage(
              channel: message.status & 15, note: message.first, velocity: message.second, releaseVelocity: 0,
              duration: 0)))
      case 0x80, 0x90:
        guard let place = open[key]?.first else { continue }
        open[key]?.removeFirst()
        end(place, event.tick, message.status & 0xF0 == 0x80 ? message.second : 0)
      default:
        let raw = MIDIChannelMessage(status: message.status, data1: message.first, data2: message.second, reserved: 0)
        made.append(MusicEvent(beat, UInt32(kMusicEventType_MIDIChannelMessage), raw))
      }
    }
    for place in open.values.joined() { end(place, endTick, 0) }
    return made
  }
}

extension MusicTrackObject {
  /// Returns what a file holds of the track.
  fileprivate func written(_ ticksPerBeat: Double) -> MIDIFileWriter.Track {
    var track = MIDIFileWriter.Track()
    func tick(_ beat: Double) -> Int { Int(min(max((beat * ticksPerBeat).rounded(), 0), Double(1 << 28 - 1))) }
    for event in events {
      let start = tick(event.beat)
      if let note = event.nearestNote {
        // A note of no ticks would end before it begins.
        let end = max(start + 1, tick(event.beat + Double(note.duration)))
        track.add(MIDIMessage(status: 0x90 | note.channel, first: note.note, second: note.velocity), at: start)
        track.add(
          MIDIMessage(status: 0x80 | note.channel, first: note.note, second: note.releaseVelocity), at: end)
      } else if let message = event.message {
        track.add(MIDIMessage(status: message.status, first: message.data1, second: message.data2), at: start)
      } else if let tempo = event.tempo {
        let microseconds = UInt32(min(max((6e7 / tempo).rounded(), 1), Double(1 << 24 - 1)))
        track.add(meta: 0x51, [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }, at: start)
      } else if let meta = event.meta, meta.kind != 0x2F {
        track.add(meta: meta.kind, meta.data, at: start)
      } else if let raw = event.raw {
        track.add(exclusive: raw, at: start)
      }
    }
    track.end = max(track.end, tick(length))
    return track
  }
}
