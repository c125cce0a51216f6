import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Sequences, their tracks, events, iterators and files, as programs of C use them.
@Suite("Music sequences") struct MusicSequenceTests {
  /// A sequence that ends with the test.
  private final class Program {
    let sequence: MusicSequence

    init() throws {
      var made: MusicSequence?
      expectEqual(NewMusicSequence(&made), noErr)
      sequence = try required(made)
    }

    deinit { DisposeMusicSequence(sequence) }

    func newTrack() throws -> MusicTrack {
      var made: MusicTrack?
      expectEqual(MusicSequenceNewTrack(sequence, &made), noErr)
      return try required(made)
    }

    func tempoTrack() throws -> MusicTrack {
      var found: MusicTrack?
      expectEqual(MusicSequenceGetTempoTrack(sequence, &found), noErr)
      return try required(found)
    }

    func track(_ index: UInt32) throws -> MusicTrack {
      var found: MusicTrack?
      expectEqual(MusicSequenceGetIndTrack(sequence, index, &found), noErr)
      return try required(found)
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
      expectEqual(
        MusicSequenceFileCreateData(sequence, UInt32(kMusicSequenceFile_MIDIType), 0, resolution, &made), noErr)
      return [UInt8](try required(made).takeRetainedValue() as Data)
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
    expectEqual(NewMusicEventIterator(track, &made), noErr)
    return try required(made)
  }

  private func told(_ iterator: MusicEventIterator) throws -> Told {
    var (beat, type, size, data): (Double, UInt32, UInt32, UnsafeRawPointer?) = (-1, 0, 0, nil)
    expectEqual(MusicEventIteratorGetEventInfo(iterator, &beat, &type, &data, &size), noErr)
    let start: UnsafeRawPointer = try required(data)
    return Told(beat: beat, type: Int(type), bytes: Array(UnsafeRawBufferPointer(start: start, count: Int(size))))
  }

  private func events(_ track: MusicTrack) throws -> [Told] {
    let place = try iterator(track)
    defer { DisposeMusicEventIterator(place) }
    var (all, hasCurrent): ([Told], Bool) = ([], false)
    while MusicEventIteratorHasCurrentEvent(place, &hasCurrent) == noErr, hasCurrent {
      all.append(try told(place))
      expectEqual(MusicEventIteratorNextEvent(place), noErr)
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
    try expectEqual(events(program.tempoTrack()).map { [$0.beat, Double($0.type)] }, [[0, 3], [0, 5]])
    let track = try program.track(0)
    let all = try events(track)
    expectEqual(all.map(\.type), [7, 7, 7, 6, 6, 6, 6])
    expectEqual(all[0].bytes, [0xC0, 5, 0, 0])
    // The key of 48 on channel 2 from beat 0 to 4, released with 64.
    let long = note(48, 4, channel: 2)
    #expect(all[3].beat == 0 && all[3].bytes[..<4] == [2, 48, 96, 64])
    expectEqual(all[3].bytes[4...], withUnsafeBytes(of: long.duration) { Array($0)[...] })
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
    expectEqual(MusicTrackNewExtendedTempoEvent(tempo, 0, 240), noErr)
    var bend = MIDIChannelMessage(status: 0xE1, data1: 1, data2: 2, reserved: 0)
    expectEqual(MusicTrackNewMIDIChannelEvent(track, 0.25, &bend), noErr)
    var name: [UInt8] = [3, 0, 0, 0, 2, 0, 0, 0, 0x48, 0x69]
    var exclusive: [UInt8] = [3, 0, 0, 0, 0xF0, 0x7D, 0xF7]
    name.withUnsafeMutableBytes {
      expectEqual(MusicTrackNewMetaEvent(track, 0, $0.baseAddress!.assumingMemoryBound(to: MIDIMetaEvent.self)), noErr)
    }
    exclusive.withUnsafeMutableBytes {
      expectEqual(
        MusicTrackNewMIDIRawDataEvent(track, 1, $0.baseAddress!.assumingMemoryBound(to: MIDIRawData.self)), noErr)
    }
    #expect(add(track, 0, 60, 0.5) == noErr && add(track, 0.5, 60, 1) == noErr)
    let written = try program.bytes()
    expectEqual(
      written,
      file(
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
    try expectEqual(again.bytes(), written)
    var seconds = 0.0
    #expect(MusicSequenceGetSecondsForBeats(again.sequence, 8, &seconds) == noErr && seconds == 2)
    // The same by a file.
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).mid")
    defer { try? FileManager.default.removeItem(at: url) }
    let (place, kind) = (url as CFURL, UInt32(kMusicSequenceFile_MIDIType))
    expectEqual(MusicSequenceFileLoad(again.sequence, place, 0, 0), kAudioFileFileNotFoundError)
    expectEqual(MusicSequenceFileCreate(program.sequence, place, kind, 0, 96), noErr)
    try expectEqual([UInt8](Data(contentsOf: url)), written)
    expectEqual(MusicSequenceFileCreate(program.sequence, place, kind, 0, 96), kAudioFilePermissionsError)
    expectEqual(MusicSequenceFileCreate(program.sequence, place, kind, 1, 48), noErr)
    let third = try Program()
    expectEqual(MusicSequenceFileLoad(third.sequence, place, kind, 0), noErr)
    try expectEqual(third.bytes(), written)
    // MusicSequenceSaveSMFData and MusicSequenceLoadSMFDataWithFlags, as C calls them.
    var old: UnsafeRawPointer?
    expectEqual(musicSequenceSaveSMFData(program.sequence, &old, 96), noErr)
    let data = Unmanaged<NSData>.fromOpaque(try required(old)).takeRetainedValue()
    expectEqual([UInt8](data as Data), written)
    expectEqual(musicSequenceLoadSMFDataWithFlags(again.sequence, Unmanaged.passUnretained(data).toOpaque(), 0), noErr)
    expectEqual(again.count, 2)
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
    expectEqual(program.load(head + length + body), noErr)
    let all = try events(program.track(0))
    // A text and a note in one tick: 1, 3, 5 …
    expectEqual(all.count, 2 * count)
    #expect(all.enumerated().allSatisfy { abs($1.beat * 96 - Double($0 / 2 * 2 + 1)) < 1e-6 })
    #expect(all.enumerated().allSatisfy { $1.type == ($0 % 2 == 0 ? 5 : 6) })
  }

  @Test func otherFilesAreRefused() throws {
    let program = try Program()
    #expect(program.load([1, 2, 3]) == kAudioFileInvalidFileError && program.count == 0)
    var made: Unmanaged<NSData>?
    expectEqual(
      MusicSequenceFileCreateData(program.sequence, UInt32(kMusicSequenceFile_iMelodyType), 0, 0, &made),
      kAudioFileUnsupportedFileTypeError)
    expectEqual(
      MusicSequenceFileCreateData(program.sequence, UInt32(kMusicSequenceFile_MIDIType), 0, -1, &made),
      kAudio_ParamError)
    expectNil(made)
  }

  // MARK: Tracks

  @Test func tracksComeAndGo() throws {
    let (program, other) = (try Program(), try Program())
    let (first, second) = (try program.newTrack(), try program.newTrack())
    var (index, owner): (UInt32, MusicSequence?) = (9, nil)
    #expect(MusicSequenceGetTrackIndex(program.sequence, second, &index) == noErr && index == 1)
    #expect(MusicTrackGetSequence(second, &owner) == noErr && owner == program.sequence)
    expectEqual(MusicSequenceDisposeTrack(other.sequence, first), kAudioToolboxErr_TrackNotFound)
    #expect(MusicSequenceDisposeTrack(program.sequence, first) == noErr && program.count == 1)
    expectEqual(MusicTrackClear(first, 0, 1), kAudioToolboxErr_TrackNotFound)
    #expect(MusicSequenceGetTrackIndex(program.sequence, second, &index) == noErr && index == 0)
    var track: MusicTrack?
    expectEqual(MusicSequenceGetIndTrack(program.sequence, 1, &track), kAudioToolboxErr_TrackIndexError)
    expectEqual(MusicSequenceNewTrack(second, &track), kAudioToolboxErr_NoSequence)
    // A track ends with its sequence.
    var dying: MusicSequence?
    expectEqual(NewMusicSequence(&dying), noErr)
    let ended = try required(dying)
    #expect(MusicSequenceNewTrack(ended, &track) == noErr && DisposeMusicSequence(ended) == noErr)
    try expectEqual(MusicTrackClear(#require(track), 0, 1), kAudioToolboxErr_TrackNotFound)
    expectEqual(DisposeMusicSequence(ended), kAudioToolboxErr_NoSequence)
  }

  @Test func settingsOfTracksAreKept() throws {
    let track = try Program().newTrack()
    expectEqual(add(track, 3, 60), kAudioToolboxErr_TrackNotFound)
    let program = try Program()
    let kept = try program.newTrack()
    #expect(add(kept, 3, 60, 2) == noErr && length(kept) == 5)
    #expect(set(kept, kSequenceTrackProperty_TrackLength, 8.0) == noErr && length(kept) == 8)
    let loop = MusicTrackLoopInfo(loopDuration: 4, numberOfLoops: 3)
    expectEqual(set(kept, kSequenceTrackProperty_LoopInfo, loop), noErr)
    expectEqual(set(kept, kSequenceTrackProperty_OffsetTime, -1.5), noErr)
    expectEqual(set(kept, kSequenceTrackProperty_MuteStatus, true), noErr)
    expectEqual(set(kept, kSequenceTrackProperty_SoloStatus, true), noErr)
    var (found, offset, mute, solo) = (MusicTrackLoopInfo(), 0.0, false, false)
    var (large, medium, small, tiny): (UInt32, UInt32, UInt32, UInt32) = (16, 8, 1, 1)
    expectEqual(MusicTrackGetProperty(kept, 0, &found, &large), noErr)
    expectEqual(MusicTrackGetProperty(kept, 1, &offset, &medium), noErr)
    #expect(
      MusicTrackGetProperty(kept, 2, &mute, &small) == noErr && MusicTrackGetProperty(kept, 3, &solo, &tiny) == noErr)
    #expect(found.loopDuration == 4 && found.numberOfLoops == 3 && offset == -1.5 && mute && solo)
    expectEqual(set(kept, kSequenceTrackProperty_TimeResolution, Int16(1)), kAudioToolboxErr_CannotDoInCurrentContext)
    expectEqual(set(kept, kSequenceTrackProperty_TrackLength, -1.0), kAudio_ParamError)
    expectEqual(set(kept, kSequenceTrackProperty_OffsetTime, UInt8(1)), kAudio_ParamError)
    var none: UInt32 = 0
    #expect(MusicTrackGetProperty(kept, 0, nothing(), &none) == noErr && none == 16)
  }

  @Test func eventsAreCutCopiedAndMoved() throws {
    let program = try Program()
    let (track, other) = (try program.newTrack(), try program.newTrack())
    for beat in 0..<4 { expectEqual(add(track, Double(beat), UInt8(60 + beat)), noErr) }
    expectEqual(MusicTrackMoveEvents(track, 1, 2, 1.5), noErr)
    try expectEqual(notes(track), [[0, 60], [2, 62], [2.5, 61], [3, 63]])
    expectEqual(MusicTrackCut(track, 0, 2), noErr)
    try expectEqual(notes(track), [[0, 62], [0.5, 61], [1, 63]])
    #expect(add(other, 0, 70) == noErr && add(other, 1, 71) == noErr)
    expectEqual(MusicTrackCopyInsert(track, 0.5, 2, other, 1), noErr)
    try expectEqual(notes(other), [[0, 70], [1, 61], [1.5, 63], [2.5, 71]])
    expectEqual(MusicTrackMerge(track, 0, kMusicTimeStampEnd, other, 0), noErr)
    try expectEqual(notes(other), [[0, 70], [0, 62], [0.5, 61], [1, 61], [1, 63], [1.5, 63], [2.5, 71]])
    expectEqual(MusicTrackClear(other, 0.5, 1.5), noErr)
    try expectEqual(notes(other), [[0, 70], [0, 62], [1.5, 63], [2.5, 71]])
    var part: MusicTrack?
    #expect(NewMusicTrackFrom(other, 1.5, kMusicTimeStampEnd, &part) == noErr && program.count == 3)
    try expectEqual(notes(#require(part)), [[0, 63], [1, 71]])
    // Backwards: the last note, of beat 1 to 2, is the first.
    let alone = try Program()
    let reversed = try alone.newTrack()
    #expect(add(reversed, 0, 60, 0.5) == noErr && add(reversed, 1, 61, 1) == noErr)
    expectEqual(MusicSequenceReverse(alone.sequence), noErr)
    try expectEqual(notes(reversed), [[0, 61], [1.5, 60]])
    expectEqual(MusicTrackClear(other, 2, 1), kAudio_ParamError)
    try expectEqual(MusicTrackMerge(program.tempoTrack(), 0, 1, track, 0), noErr)
    try expectEqual(MusicTrackMerge(track, 0, 1, program.tempoTrack(), 0), kAudioToolboxErr_InvalidEventType)
  }

  @Test func everyKindOfEventIsKept() throws {
    let program = try Program()
    let track = try program.newTrack()
    var extended = ExtendedNoteOnEvent()
    (extended.groupID, extended.duration) = (2, 1.5)
    (extended.extendedParams.argCount, extended.extendedParams.mPitch, extended.extendedParams.mVelocity) = (
      2, 60.4, 90
    )
    expectEqual(MusicTrackNewExtendedNoteEvent(track, 0, &extended), noErr)
    var parameter = ParameterEvent(parameterID: 1, scope: 2, element: 3, value: 0.5)
    expectEqual(MusicTrackNewParameterEvent(track, 1, &parameter), noErr)
    var control = ExtendedControlEvent(groupID: 1, controlID: 7, value: 64)
    expectEqual(MusicTrackNewExtendedControlEvent(track, 2, &control), noErr)
    var user: [UInt8] = [2, 0, 0, 0, 8, 9]
    user.withUnsafeMutableBytes {
      expectEqual(
        MusicTrackNewUserEvent(track, 3, $0.baseAddress!.assumingMemoryBound(to: MusicEventUserData.self)), noErr)
    }
    let list = NSMutableDictionary()
    var preset: (UInt32, UInt32, UnsafeRawPointer) = (0, 1, UnsafeRawPointer(Unmanaged.passUnretained(list).toOpaque()))
    withUnsafeMutableBytes(of: &preset) {
      expectEqual(
        MusicTrackNewAUPresetEvent(track, 4, $0.baseAddress!.assumingMemoryBound(to: AUPresetEvent.self)), noErr)
    }
    let all = try events(track)
    #expect(all.map(\.type) == [1, 9, 2, 4, 10] && all.map(\.beat) == [0, 1, 2, 3, 4])
    #expect(all[3].bytes == user && all[1].bytes == withUnsafeBytes(of: parameter) { Array($0) })
    // A file holds the note alone, at the nearest key, on the group's channel.
    try expectEqual(
      program.bytes(),
      file(
        1,
        [
          [0, 0xFF, 0x2F, 0],
          [0, 0x92, 60, 90, 0x81, 0x10, 0x82, 60, 0, 0x81, 0x70, 0xFF, 0x2F, 0],
        ]))
    expectEqual(MusicTrackNewExtendedTempoEvent(track, 0, 120), kAudioToolboxErr_InvalidEventType)
    try expectEqual(add(program.tempoTrack(), 0, 60), kAudioToolboxErr_InvalidEventType)
    try expectEqual(MusicTrackNewExtendedTempoEvent(program.tempoTrack(), 0, 0), kAudio_ParamError)
    #expect(add(track, -1, 60) == kAudio_ParamError && add(track, .nan, 60) == kAudio_ParamError)
    #expect(add(track, 0, 128) == kAudio_ParamError && add(track, 0, 60, -1) == kAudio_ParamError)
    expectEqual(MusicTrackNewMIDINoteEvent(track, 0, nothing()), kAudio_ParamError)
  }

  // MARK: Iterators

  @Test func iteratorsGoAndEdit() throws {
    let program = try Program()
    let track = try program.newTrack()
    for beat in 0..<3 { expectEqual(add(track, Double(beat), UInt8(60 + beat)), noErr) }
    let place = try iterator(track)
    defer { DisposeMusicEventIterator(place) }
    var (previous, next, current) = (true, false, false)
    func state() -> [Bool] {
      expectEqual(MusicEventIteratorHasPreviousEvent(place, &previous), noErr)
      expectEqual(MusicEventIteratorHasNextEvent(place, &next), noErr)
      expectEqual(MusicEventIteratorHasCurrentEvent(place, &current), noErr)
      return [previous, current, next]
    }
    expectEqual(state(), [false, true, true])
    expectEqual(MusicEventIteratorPreviousEvent(place), kAudioToolboxErr_StartOfTrack)
    #expect(MusicEventIteratorSeek(place, 0.5) == noErr && state() == [true, true, true])
    try expectEqual(told(place).beat, 1)
    // An event that is moved stays the present one.
    #expect(MusicEventIteratorSetEventTime(place, 5) == noErr && state() == [true, true, false])
    #expect(try told(place).bytes[1] == 61 && notes(track) == [[0, 60], [2, 62], [5, 61]])
    var other = note(90)
    expectEqual(MusicEventIteratorSetEventInfo(place, UInt32(kMusicEventType_MIDINoteMessage), &other), noErr)
    try expectEqual(notes(track), [[0, 60], [2, 62], [5, 90]])
    #expect(MusicEventIteratorSetEventInfo(place, UInt32(kMusicEventType_ExtendedTempo), &other) != noErr)
    expectEqual(MusicEventIteratorSetEventInfo(place, 99, &other), kAudioToolboxErr_InvalidEventType)
    #expect(MusicEventIteratorNextEvent(place) == noErr && state() == [true, false, false])
    expectEqual(MusicEventIteratorNextEvent(place), kAudioToolboxErr_EndOfTrack)
    expectEqual(MusicEventIteratorDeleteEvent(place), kAudioToolboxErr_EndOfTrack)
    expectEqual(musicEventIteratorGetEventInfo(place, nil, nil, nil, nil), kAudioToolboxErr_EndOfTrack)
    #expect(MusicEventIteratorSeek(place, 2) == noErr && MusicEventIteratorDeleteEvent(place) == noErr)
    try expectEqual(told(place).beat, 5)
    #expect(
      MusicEventIteratorSeek(place, kMusicTimeStampEnd) == noErr && MusicEventIteratorPreviousEvent(place) == noErr)
    try expectEqual(told(place).beat, 5)
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
      expectEqual(MusicTrackNewMetaEvent(tempo, 8, $0.baseAddress!.assumingMemoryBound(to: MIDIMetaEvent.self)), noErr)
    }
    func time(_ beats: Double) -> [Int] {
      var time = CABarBeatTime()
      expectEqual(MusicSequenceBeatsToBarBeatTime(program.sequence, beats, 480, &time), noErr)
      var back = -1.0
      #expect(MusicSequenceBarBeatTimeToBeats(program.sequence, &time, &back) == noErr && back == beats)
      return [Int(time.bar), Int(time.beat), Int(time.subbeat)]
    }
    #expect(time(0) == [1, 1, 0] && time(5.5) == [2, 2, 240] && time(8) == [3, 1, 0])
    #expect(time(10.75) == [3, 6, 240] && time(11) == [4, 1, 0])
    var wrong = CABarBeatTime(bar: 0, beat: 1, subbeat: 0, subbeatDivisor: 1, reserved: 0)
    expectEqual(MusicSequenceBarBeatTimeToBeats(program.sequence, &wrong, &beats), kAudio_ParamError)
    expectEqual(MusicSequenceBeatsToBarBeatTime(program.sequence, 1, 0, &wrong), kAudio_ParamError)
    // A sequence of seconds has no tempo of its own.
    var type: UInt32 = 0
    let seconds = UInt32(kMusicSequenceType_Seconds)
    expectEqual(MusicSequenceSetSequenceType(program.sequence, seconds), kAudioToolboxErr_InvalidSequenceType)
    let other = try Program()
    expectEqual(MusicSequenceSetSequenceType(other.sequence, seconds), noErr)
    #expect(MusicSequenceGetSequenceType(other.sequence, &type) == noErr && type == seconds)
    #expect(MusicSequenceGetSecondsForBeats(other.sequence, 7, &value) == noErr && value == 7)
    expectEqual(
      MusicSequenceSetSequenceType(other.sequence, UInt32(kMusicSequenceType_Samples)),
      kAudioToolboxErr_InvalidSequenceType)
  }
}

/// `kMusicTimeStamp_EndOfTrack`, which is no constant to Swift.
private let kMusicTimeStampEnd = Double.greatestFiniteMagnitude
