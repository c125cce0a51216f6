import AudioToolbox
import Foundation
import Testing

/// Sequences, their tracks, events, iterators and files, as programs of C use them.
@Suite("Music sequences") struct MusicSequenceTests {
  /// A sequence that ends with the test.
  private final class Program {
    let sequence: MusicSequence

    init() throws {
      var made: MusicSequence?
      #expect(NewMusicSequence(&made) == noErr)
      sequence = try #require(made)
    }

    deinit { DisposeMusicSequence(sequence) }

    func newTrack() throws -> MusicTrack {
      var made: MusicTrack?
      #expect(MusicSequenceNewTrack(sequence, &made) == noErr)
      return try #require(made)
    }

    func tempoTrack() throws -> MusicTrack {
      var found: MusicTrack?
      #expect(MusicSequenceGetTempoTrack(sequence, &found) == noErr)
      return try #require(found)
    }

    func track(_ index: UInt32) throws -> MusicTrack {
      var found: MusicTrack?
      #expect(MusicSequenceGetIndTrack(sequence, index, &found) == noErr)
      return try #require(found)
    }

    var count: UInt32 {
      var count: UInt32 = 99
      return MusicSequenceGetTrackCount(sequence, &count) == noErr ? count : 99
    }

    func load(_ bytes: [UInt8], _ flags: UInt32 = 0) -> OSStatus {
      MusicSequenceFileLoadData(sequence, NSData(data: Data(bytes)), 0, flags)
    }

    func bytes(_ resolution: Int16 = 96) throws -> [UInt8] {
      var made: Unmanaged<NSData>?
      #expect(MusicSequenceFileCreateData(sequence, UInt32(kMusicSequenceFile_MIDIType), 0, resolution, &made) == noErr)
      return [UInt8](try #require(made).takeRetainedValue() as Data)
    }
  }

  /// An event as an iterator tells it.
  private struct Told: Equatable {
    var beat: Double
    var type: Int
    var bytes: [UInt8]
  }

  private func iterator(_ track: MusicTrack) throws -> MusicEventIterator {
    var made: MusicEventIterator?
    #expect(NewMusicEventIterator(track, &made) == noErr)
    return try #require(made)
  }

  private func told(_ iterator: MusicEventIterator) throws -> Told {
    var (beat, type, size, data): (Double, UInt32, UInt32, UnsafeRawPointer?) = (-1, 0, 0, nil)
    #expect(MusicEventIteratorGetEventInfo(iterator, &beat, &type, &data, &size) == noErr)
    let start: UnsafeRawPointer = try #require(data)
    return Told(beat: beat, type: Int(type), bytes: Array(UnsafeRawBufferPointer(start: start, count: Int(size))))
  }

  private func events(_ track: MusicTrack) throws -> [Told] {
    let place = try iterator(track)
    defer { DisposeMusicEventIterator(place) }
    var (all, hasCurrent): ([Told], Bool) = ([], false)
    while MusicEventIteratorHasCurrentEvent(place, &hasCurrent) == noErr, hasCurrent {
      all.append(try told(place))
      #expect(MusicEventIteratorNextEvent(place) == noErr)
    }
    return all
  }

  private func note(_ key: UInt8, _ duration: Float = 1, channel: UInt8 = 0) -> MIDINoteMessage {
    MIDINoteMessage(channel: channel, note: key, velocity: 64, releaseVelocity: 3, duration: duration)
  }

  private func add(_ track: MusicTrack, _ beat: Double, _ key: UInt8, _ duration: Float = 1) -> OSStatus {
    var message = note(key, duration)
    return MusicTrackNewMIDINoteEvent(track, beat, &message)
  }

  /// The keys of notes and their beats.
  private func notes(_ track: MusicTrack) throws -> [[Double]] {
    try events(track).filter { $0.type == 6 }.map { [$0.beat, Double($0.bytes[1])] }
  }

  private func set(_ track: MusicTrack, _ property: UInt32, _ value: some BitwiseCopyable) -> OSStatus {
    var value = value
    return MusicTrackSetProperty(track, property, &value, UInt32(MemoryLayout.size(ofValue: value)))
  }

  private func length(_ track: MusicTrack) -> Double {
    var (value, size) = (-1.0, UInt32(8))
    return MusicTrackGetProperty(track, UInt32(kSequenceTrackProperty_TrackLength), &value, &size) == noErr ? value : -2
  }

  // MARK: Files

  private func file(_ format: UInt8, _ tracks: [[UInt8]]) -> [UInt8] {
    [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, format, 0, UInt8(tracks.count), 0, 0x60]
      + tracks.flatMap { [0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, UInt8($0.count)] + $0 }
  }

  /// The example of RP-001 as format 0: a metre, a tempo, three programs and four notes on three channels.
  private static let example: [UInt8] = [
    0x00, 0xFF, 0x58, 0x04, 0x04, 0x02, 0x18, 0x08, 0x00, 0xFF, 0x51, 0x03, 0x07, 0xA1, 0x20, 0x00, 0xC0, 0x05, 0x00,
    0xC1, 0x2E, 0x00, 0xC2, 0x46, 0x00, 0x92, 0x30, 0x60, 0x00, 0x3C, 0x60, 0x60, 0x91, 0x43, 0x40, 0x60, 0x90, 0x4C,
    0x20, 0x81, 0x40, 0x82, 0x30, 0x40, 0x00, 0x3C, 0x40, 0x00, 0x81, 0x43, 0x40, 0x00, 0x80, 0x4C, 0x40, 0x00, 0xFF,
    0x2F, 0x00,
  ]

  @Test func aFileBecomesTracks() throws {
    let program = try Program()
    #expect(program.load(file(0, [Self.example])) == noErr && program.count == 1)
    #expect(
      try events(program.tempoTrack()).map { [$0.beat, Double($0.type)] } == [[0, 3], [0, 5]])
    let track = try program.track(0)
    let all = try events(track)
    #expect(all.map(\.type) == [7, 7, 7, 6, 6, 6, 6])
    #expect(all[0].bytes == [0xC0, 5, 0, 0])
    // The key of 48 on channel 2 from beat 0 to 4, released with 64.
    let long = note(48, 4, channel: 2)
    #expect(all[3].beat == 0 && all[3].bytes[..<4] == [2, 48, 96, 64])
    #expect(all[3].bytes[4...] == withUnsafeBytes(of: long.duration) { Array($0)[...] })
    #expect(all[5].beat == 1 && all[6].beat == 2 && length(track) == 4)
    var (resolution, size) = (Int16(0), UInt32(2))
    #expect(try MusicTrackGetProperty(program.tempoTrack(), 6, &resolution, &size) == noErr && resolution == 96)
    // Each channel for itself, and what is of no channel last.
    let apart = try Program()
    #expect(apart.load(file(0, [Self.example]), kMusicSequenceLoadSMF_ChannelsToTracks) == noErr && apart.count == 4)
    #expect(try notes(apart.track(0)) == [[2, 76]] && notes(apart.track(1)) == [[1, 67]])
    #expect(try notes(apart.track(2)) == [[0, 48], [0, 60]] && events(apart.track(3)).isEmpty)
  }

  @Test func whatIsWrittenIsWhatIsRead() throws {
    let program = try Program()
    let (tempo, track) = (try program.tempoTrack(), try program.newTrack())
    #expect(MusicTrackNewExtendedTempoEvent(tempo, 0, 240) == noErr)
    var bend = MIDIChannelMessage(status: 0xE1, data1: 1, data2: 2, reserved: 0)
    #expect(MusicTrackNewMIDIChannelEvent(track, 0.25, &bend) == noErr)
    var name: [UInt8] = [3, 0, 0, 0, 2, 0, 0, 0, 0x48, 0x69]
    var exclusive: [UInt8] = [3, 0, 0, 0, 0xF0, 0x7D, 0xF7]
    name.withUnsafeMutableBytes {
      #expect(MusicTrackNewMetaEvent(track, 0, $0.baseAddress!.assumingMemoryBound(to: MIDIMetaEvent.self)) == noErr)
    }
    exclusive.withUnsafeMutableBytes {
      #expect(
        MusicTrackNewMIDIRawDataEvent(track, 1, $0.baseAddress!.assumingMemoryBound(to: MIDIRawData.self)) == noErr)
    }
    #expect(add(track, 0, 60, 0.5) == noErr && add(track, 0.5, 60, 1) == noErr)
    let written = try program.bytes()
    #expect(
      written
        == file(
          1,
          [
            [0, 0xFF, 0x51, 3, 0x03, 0xD0, 0x90, 0, 0xFF, 0x2F, 0],
            [
              0, 0xFF, 3, 2, 0x48, 0x69, 0, 0x90, 60, 64, 24, 0xE1, 1, 2, 24, 0x80, 60, 3, 0, 0x90, 60, 64, 48, 0xF0, 2,
              0x7D, 0xF7, 48, 0x80, 60, 3, 0, 0xFF, 0x2F, 0,
            ],
          ]))
    let again = try Program()
    #expect(again.load(written) == noErr && again.count == 1)
    #expect(try again.bytes() == written)
    var seconds = 0.0
    #expect(MusicSequenceGetSecondsForBeats(again.sequence, 8, &seconds) == noErr && seconds == 2)
    // The same by a file.
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).mid")
    defer { try? FileManager.default.removeItem(at: url) }
    let (place, kind) = (url as CFURL, UInt32(kMusicSequenceFile_MIDIType))
    #expect(MusicSequenceFileLoad(again.sequence, place, 0, 0) == kAudioFileFileNotFoundError)
    #expect(MusicSequenceFileCreate(program.sequence, place, kind, 0, 96) == noErr)
    #expect(try [UInt8](Data(contentsOf: url)) == written)
    #expect(MusicSequenceFileCreate(program.sequence, place, kind, 0, 96) == kAudioFilePermissionsError)
    #expect(MusicSequenceFileCreate(program.sequence, place, kind, 1, 48) == noErr)
    let third = try Program()
    #expect(MusicSequenceFileLoad(third.sequence, place, kind, 0) == noErr)
    #expect(try third.bytes() == written)
    // MusicSequenceSaveSMFData and MusicSequenceLoadSMFDataWithFlags, as C calls them.
    var old: UnsafeRawPointer?
    #expect(musicSequenceSaveSMFData(program.sequence, &old, 96) == noErr)
    let data = Unmanaged<NSData>.fromOpaque(try #require(old)).takeRetainedValue()
    #expect([UInt8](data as Data) == written)
    #expect(
      musicSequenceLoadSMFDataWithFlags(again.sequence, Unmanaged.passUnretained(data).toOpaque(), 0) == noErr)
    #expect(again.count == 2)
  }

  @Test("Many texts and notes in turn are read in the order of their times") func manyEvents() throws {
    let count = 50_000
    let turn: [UInt8] = [1, 0xFF, 0x01, 1, 0x61, 0, 0x90, 60, 64, 1, 0x80, 60, 64]
    var body: [UInt8] = []
    for _ in 0..<count { body += turn }
    body += [0, 0xFF, 0x2F, 0]
    let length: [UInt8] = withUnsafeBytes(of: UInt32(body.count).bigEndian) { Array($0) }
    let head: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60, 0x4D, 0x54, 0x72, 0x6B]
    let program = try Program()
    #expect(program.load(head + length + body) == noErr)
    let all = try events(program.track(0))
    // A text and a note in one tick: 1, 3, 5 …
    #expect(all.count == 2 * count)
    #expect(all.enumerated().allSatisfy { abs($1.beat * 96 - Double($0 / 2 * 2 + 1)) < 1e-6 })
    #expect(all.enumerated().allSatisfy { $1.type == ($0 % 2 == 0 ? 5 : 6) })
  }

  @Test func otherFilesAreRefused() throws {
    let program = try Program()
    #expect(program.load([1, 2, 3]) == kAudioFileInvalidFileError && program.count == 0)
    var made: Unmanaged<NSData>?
    #expect(
      MusicSequenceFileCreateData(program.sequence, UInt32(kMusicSequenceFile_iMelodyType), 0, 0, &made)
        == kAudioFileUnsupportedFileTypeError)
    #expect(
      MusicSequenceFileCreateData(program.sequence, UInt32(kMusicSequenceFile_MIDIType), 0, -1, &made)
        == kAudio_ParamError)
    #expect(made == nil)
  }

  // MARK: Tracks

  @Test func tracksComeAndGo() throws {
    let (program, other) = (try Program(), try Program())
    let (first, second) = (try program.newTrack(), try program.newTrack())
    var (index, owner): (UInt32, MusicSequence?) = (9, nil)
    #expect(MusicSequenceGetTrackIndex(program.sequence, second, &index) == noErr && index == 1)
    #expect(MusicTrackGetSequence(second, &owner) == noErr && owner == program.sequence)
    #expect(MusicSequenceDisposeTrack(other.sequence, first) == kAudioToolboxErr_TrackNotFound)
    #expect(MusicSequenceDisposeTrack(program.sequence, first) == noErr && program.count == 1)
    #expect(MusicTrackClear(first, 0, 1) == kAudioToolboxErr_TrackNotFound)
    #expect(MusicSequenceGetTrackIndex(program.sequence, second, &index) == noErr && index == 0)
    var track: MusicTrack?
    #expect(MusicSequenceGetIndTrack(program.sequence, 1, &track) == kAudioToolboxErr_TrackIndexError)
    #expect(MusicSequenceNewTrack(second, &track) == kAudioToolboxErr_NoSequence)
    // A track ends with its sequence.
    var dying: MusicSequence?
    #expect(NewMusicSequence(&dying) == noErr)
    let ended = try #require(dying)
    #expect(MusicSequenceNewTrack(ended, &track) == noErr && DisposeMusicSequence(ended) == noErr)
    #expect(try MusicTrackClear(#require(track), 0, 1) == kAudioToolboxErr_TrackNotFound)
    #expect(DisposeMusicSequence(ended) == kAudioToolboxErr_NoSequence)
  }

  @Test func settingsOfTracksAreKept() throws {
    let track = try Program().newTrack()
    #expect(add(track, 3, 60) == kAudioToolboxErr_TrackNotFound)
    let program = try Program()
    let kept = try program.newTrack()
    #expect(add(kept, 3, 60, 2) == noErr && length(kept) == 5)
    #expect(set(kept, kSequenceTrackProperty_TrackLength, 8.0) == noErr && length(kept) == 8)
    let loop = MusicTrackLoopInfo(loopDuration: 4, numberOfLoops: 3)
    #expect(set(kept, kSequenceTrackProperty_LoopInfo, loop) == noErr)
    #expect(set(kept, kSequenceTrackProperty_OffsetTime, -1.5) == noErr)
    #expect(set(kept, kSequenceTrackProperty_MuteStatus, true) == noErr)
    #expect(set(kept, kSequenceTrackProperty_SoloStatus, true) == noErr)
    var (found, offset, mute, solo) = (MusicTrackLoopInfo(), 0.0, false, false)
    var (large, medium, small, tiny): (UInt32, UInt32, UInt32, UInt32) = (16, 8, 1, 1)
    #expect(MusicTrackGetProperty(kept, 0, &found, &large) == noErr)
    #expect(MusicTrackGetProperty(kept, 1, &offset, &medium) == noErr)
    #expect(
      MusicTrackGetProperty(kept, 2, &mute, &small) == noErr && MusicTrackGetProperty(kept, 3, &solo, &tiny) == noErr)
    #expect(found.loopDuration == 4 && found.numberOfLoops == 3 && offset == -1.5 && mute && solo)
    #expect(set(kept, kSequenceTrackProperty_TimeResolution, Int16(1)) == kAudioToolboxErr_CannotDoInCurrentContext)
    #expect(set(kept, kSequenceTrackProperty_TrackLength, -1.0) == kAudio_ParamError)
    #expect(set(kept, kSequenceTrackProperty_OffsetTime, UInt8(1)) == kAudio_ParamError)
    var none: UInt32 = 0
    #expect(MusicTrackGetProperty(kept, 0, nothing(), &none) == noErr && none == 16)
  }

  @Test func eventsAreCutCopiedAndMoved() throws {
    let program = try Program()
    let (track, other) = (try program.newTrack(), try program.newTrack())
    for beat in 0..<4 { #expect(add(track, Double(beat), UInt8(60 + beat)) == noErr) }
    #expect(MusicTrackMoveEvents(track, 1, 2, 1.5) == noErr)
    #expect(try notes(track) == [[0, 60], [2, 62], [2.5, 61], [3, 63]])
    #expect(MusicTrackCut(track, 0, 2) == noErr)
    #expect(try notes(track) == [[0, 62], [0.5, 61], [1, 63]])
    #expect(add(other, 0, 70) == noErr && add(other, 1, 71) == noErr)
    #expect(MusicTrackCopyInsert(track, 0.5, 2, other, 1) == noErr)
    #expect(try notes(other) == [[0, 70], [1, 61], [1.5, 63], [2.5, 71]])
    #expect(MusicTrackMerge(track, 0, kMusicTimeStampEnd, other, 0) == noErr)
    #expect(try notes(other) == [[0, 70], [0, 62], [0.5, 61], [1, 61], [1, 63], [1.5, 63], [2.5, 71]])
    #expect(MusicTrackClear(other, 0.5, 1.5) == noErr)
    #expect(try notes(other) == [[0, 70], [0, 62], [1.5, 63], [2.5, 71]])
    var part: MusicTrack?
    #expect(NewMusicTrackFrom(other, 1.5, kMusicTimeStampEnd, &part) == noErr && program.count == 3)
    #expect(try notes(#require(part)) == [[0, 63], [1, 71]])
    // Backwards: the last note, of beat 1 to 2, is the first.
    let alone = try Program()
    let reversed = try alone.newTrack()
    #expect(add(reversed, 0, 60, 0.5) == noErr && add(reversed, 1, 61, 1) == noErr)
    #expect(MusicSequenceReverse(alone.sequence) == noErr)
    #expect(try notes(reversed) == [[0, 61], [1.5, 60]])
    #expect(MusicTrackClear(other, 2, 1) == kAudio_ParamError)
    #expect(try MusicTrackMerge(program.tempoTrack(), 0, 1, track, 0) == noErr)
    #expect(try MusicTrackMerge(track, 0, 1, program.tempoTrack(), 0) == kAudioToolboxErr_InvalidEventType)
  }

  @Test func everyKindOfEventIsKept() throws {
    let program = try Program()
    let track = try program.newTrack()
    var extended = ExtendedNoteOnEvent()
    (extended.groupID, extended.duration) = (2, 1.5)
    (extended.extendedParams.argCount, extended.extendedParams.mPitch, extended.extendedParams.mVelocity) = (
      2, 60.4, 90
    )
    #expect(MusicTrackNewExtendedNoteEvent(track, 0, &extended) == noErr)
    var parameter = ParameterEvent(parameterID: 1, scope: 2, element: 3, value: 0.5)
    #expect(MusicTrackNewParameterEvent(track, 1, &parameter) == noErr)
    var control = ExtendedControlEvent(groupID: 1, controlID: 7, value: 64)
    #expect(MusicTrackNewExtendedControlEvent(track, 2, &control) == noErr)
    var user: [UInt8] = [2, 0, 0, 0, 8, 9]
    user.withUnsafeMutableBytes {
      #expect(
        MusicTrackNewUserEvent(track, 3, $0.baseAddress!.assumingMemoryBound(to: MusicEventUserData.self)) == noErr)
    }
    let list = NSMutableDictionary()
    var preset: (UInt32, UInt32, UnsafeRawPointer) = (0, 1, UnsafeRawPointer(Unmanaged.passUnretained(list).toOpaque()))
    withUnsafeMutableBytes(of: &preset) {
      #expect(
        MusicTrackNewAUPresetEvent(track, 4, $0.baseAddress!.assumingMemoryBound(to: AUPresetEvent.self)) == noErr)
    }
    let all = try events(track)
    #expect(all.map(\.type) == [1, 9, 2, 4, 10] && all.map(\.beat) == [0, 1, 2, 3, 4])
    #expect(all[3].bytes == user && all[1].bytes == withUnsafeBytes(of: parameter) { Array($0) })
    // A file holds the note alone, at the nearest key, on the group's channel.
    #expect(
      try program.bytes()
        == file(
          1,
          [
            [0, 0xFF, 0x2F, 0],
            [0, 0x92, 60, 90, 0x81, 0x10, 0x82, 60, 0, 0x81, 0x70, 0xFF, 0x2F, 0],
          ]))
    #expect(MusicTrackNewExtendedTempoEvent(track, 0, 120) == kAudioToolboxErr_InvalidEventType)
    #expect(try add(program.tempoTrack(), 0, 60) == kAudioToolboxErr_InvalidEventType)
    #expect(try MusicTrackNewExtendedTempoEvent(program.tempoTrack(), 0, 0) == kAudio_ParamError)
    #expect(add(track, -1, 60) == kAudio_ParamError && add(track, .nan, 60) == kAudio_ParamError)
    #expect(add(track, 0, 128) == kAudio_ParamError && add(track, 0, 60, -1) == kAudio_ParamError)
    #expect(MusicTrackNewMIDINoteEvent(track, 0, nothing()) == kAudio_ParamError)
  }

  // MARK: Iterators

  @Test func iteratorsGoAndEdit() throws {
    let program = try Program()
    let track = try program.newTrack()
    for beat in 0..<3 { #expect(add(track, Double(beat), UInt8(60 + beat)) == noErr) }
    let place = try iterator(track)
    defer { DisposeMusicEventIterator(place) }
    var (previous, next, current) = (true, false, false)
    func state() -> [Bool] {
      #expect(MusicEventIteratorHasPreviousEvent(place, &previous) == noErr)
      #expect(MusicEventIteratorHasNextEvent(place, &next) == noErr)
      #expect(MusicEventIteratorHasCurrentEvent(place, &current) == noErr)
      return [previous, current, next]
    }
    #expect(state() == [false, true, true])
    #expect(MusicEventIteratorPreviousEvent(place) == kAudioToolboxErr_StartOfTrack)
    #expect(MusicEventIteratorSeek(place, 0.5) == noErr && state() == [true, true, true])
    #expect(try told(place).beat == 1)
    // An event that is moved stays the present one.
    #expect(MusicEventIteratorSetEventTime(place, 5) == noErr && state() == [true, true, false])
    #expect(try told(place).bytes[1] == 61 && notes(track) == [[0, 60], [2, 62], [5, 61]])
    var other = note(90)
    #expect(MusicEventIteratorSetEventInfo(place, UInt32(kMusicEventType_MIDINoteMessage), &other) == noErr)
    #expect(try notes(track) == [[0, 60], [2, 62], [5, 90]])
    #expect(MusicEventIteratorSetEventInfo(place, UInt32(kMusicEventType_ExtendedTempo), &other) != noErr)
    #expect(MusicEventIteratorSetEventInfo(place, 99, &other) == kAudioToolboxErr_InvalidEventType)
    #expect(MusicEventIteratorNextEvent(place) == noErr && state() == [true, false, false])
    #expect(MusicEventIteratorNextEvent(place) == kAudioToolboxErr_EndOfTrack)
    #expect(MusicEventIteratorDeleteEvent(place) == kAudioToolboxErr_EndOfTrack)
    #expect(musicEventIteratorGetEventInfo(place, nil, nil, nil, nil) == kAudioToolboxErr_EndOfTrack)
    #expect(MusicEventIteratorSeek(place, 2) == noErr && MusicEventIteratorDeleteEvent(place) == noErr)
    #expect(try told(place).beat == 5)
    #expect(
      MusicEventIteratorSeek(place, kMusicTimeStampEnd) == noErr && MusicEventIteratorPreviousEvent(place) == noErr)
    #expect(try told(place).beat == 5)
    // The track may change: a place is never beyond its end.
    #expect(MusicTrackClear(track, 0, kMusicTimeStampEnd) == noErr && state() == [false, false, false])
    var second: MusicEventIterator?
    #expect(NewMusicEventIterator(program.sequence, &second) == kAudioToolboxErr_TrackNotFound && second == nil)
  }

  // MARK: Time

  @Test func beatsBarsAndSecondsFollowTheTempoTrack() throws {
    let program = try Program()
    let tempo = try program.tempoTrack()
    var (value, beats) = (0.0, 0.0)
    #expect(MusicSequenceGetSecondsForBeats(program.sequence, 4, &value) == noErr && value == 2)
    #expect(
      MusicTrackNewExtendedTempoEvent(tempo, 0, 60) == noErr && MusicTrackNewExtendedTempoEvent(tempo, 4, 240) == noErr)
    #expect(MusicSequenceGetSecondsForBeats(program.sequence, 8, &value) == noErr && value == 5)
    #expect(MusicSequenceGetBeatsForSeconds(program.sequence, 5, &beats) == noErr && beats == 8)
    // Two bars of four quarters, and then bars of six eighths.
    var metre: [UInt8] = [0x58, 0, 0, 0, 4, 0, 0, 0, 6, 3, 36, 8]
    metre.withUnsafeMutableBytes {
      #expect(MusicTrackNewMetaEvent(tempo, 8, $0.baseAddress!.assumingMemoryBound(to: MIDIMetaEvent.self)) == noErr)
    }
    func time(_ beats: Double) -> [Int] {
      var time = CABarBeatTime()
      #expect(MusicSequenceBeatsToBarBeatTime(program.sequence, beats, 480, &time) == noErr)
      var back = -1.0
      #expect(MusicSequenceBarBeatTimeToBeats(program.sequence, &time, &back) == noErr && back == beats)
      return [Int(time.bar), Int(time.beat), Int(time.subbeat)]
    }
    #expect(time(0) == [1, 1, 0] && time(5.5) == [2, 2, 240] && time(8) == [3, 1, 0])
    #expect(time(10.75) == [3, 6, 240] && time(11) == [4, 1, 0])
    var wrong = CABarBeatTime(bar: 0, beat: 1, subbeat: 0, subbeatDivisor: 1, reserved: 0)
    #expect(MusicSequenceBarBeatTimeToBeats(program.sequence, &wrong, &beats) == kAudio_ParamError)
    #expect(MusicSequenceBeatsToBarBeatTime(program.sequence, 1, 0, &wrong) == kAudio_ParamError)
    // A sequence of seconds has no tempo of its own.
    var type: UInt32 = 0
    let seconds = UInt32(kMusicSequenceType_Seconds)
    #expect(MusicSequenceSetSequenceType(program.sequence, seconds) == kAudioToolboxErr_InvalidSequenceType)
    let other = try Program()
    #expect(MusicSequenceSetSequenceType(other.sequence, seconds) == noErr)
    #expect(MusicSequenceGetSequenceType(other.sequence, &type) == noErr && type == seconds)
    #expect(MusicSequenceGetSecondsForBeats(other.sequence, 7, &value) == noErr && value == 7)
    #expect(
      MusicSequenceSetSequenceType(other.sequence, UInt32(kMusicSequenceType_Samples))
        == kAudioToolboxErr_InvalidSequenceType)
  }
}

/// `kMusicTimeStamp_EndOfTrack`, which is no constant to Swift.
private let kMusicTimeStampEnd = Double.greatestFiniteMagnitude
