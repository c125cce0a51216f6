import AVFoundation
import Foundation
import TestSupport
import Testing

/// The sequencer, which plays a unit of the test's own that tells the frames of its messages.
@Suite("The sequencer") struct SequencerTests {
  /// An instrument that keeps what it is sent, and is silent.
  ///
  /// `@unchecked`: `AUAudioUnit` is, which it inherits from.
  private final class ListeningUnit: AUAudioUnit, @unchecked Sendable {
    let heard = Reports<[Int]>()
    private var outputs: AUAudioUnitBusArray?

    required init(
      componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
      try super.init(componentDescription: componentDescription, options: options)
      outputs = AUAudioUnitBusArray(
        audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: Make.format())])
    }

    override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }
    override var internalRenderBlock: AUInternalRenderBlock {
      { [heard] flags, _, _, _, _, events, _ in
        var next = events
        while let event = next {
          let message = event.pointee.MIDI
          heard.add([Int(message.eventSampleTime), Int(message.data.0), Int(message.data.1), Int(message.length)])
          next = UnsafePointer(event.pointee.head.next)
        }
        flags.pointee.insert(.unitRenderAction_OutputIsSilence)
        return noErr
      }
    }
  }

  /// An engine of 48,000 frames a second with an instrument, and a sequencer.
  private struct Stage {
    let offline: OfflineEngine
    let node: AVAudioUnitMIDIInstrument
    let sequencer: AVAudioSequencer
    let heard: Reports<[Int]>

    init(_ subType: OSType) throws {
      let description = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: subType, componentManufacturer: 0x7465_7374,
        componentFlags: 0, componentFlagsMask: 0)
      AUAudioUnit.registerSubclass(ListeningUnit.self, as: description, name: "Test: Listening", version: 1)
      offline = try OfflineEngine(rate: 48000, channels: 1)
      node = AVAudioUnitMIDIInstrument(audioComponentDescription: description)
      offline.engine.attach(node)
      offline.engine.connect(node, to: offline.engine.mainMixerNode, format: offline.format)
      sequencer = AVAudioSequencer(audioEngine: offline.engine)
      heard = try required(node.auAudioUnit as? ListeningUnit).heard
      try offline.engine.start()
    }

    /// The frames and keys of notes that began.
    var notes: [[Int]] { heard.all.filter { $0[1] & 0xF0 == 0x90 }.map { [$0[0], $0[2]] } }
  }

  private static func file(_ tracks: [[UInt8]]) -> Data {
    Data(
      [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 1, 0, UInt8(tracks.count), 0, 4]
        + tracks.flatMap { [0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, UInt8($0.count)] + $0 })
  }

  /// 120 beats a minute, from beat 2 on 240; keys 60, 62, 64, 65 at beats 0, 1, 2, 3, each of half a beat, after a
  /// program; and key 36 on channel 9 at beat 1.
  private static let song = file([
    [0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20, 8, 0xFF, 0x51, 3, 0x03, 0xD0, 0x90, 0, 0xFF, 0x2F, 0],
    [
      0, 0xC0, 5, 0, 0x90, 60, 100, 2, 60, 0, 2, 62, 100, 2, 62, 0, 2, 64, 100, 2, 64, 0, 2, 65, 100, 2, 65, 0, 2, 0xFF,
      0x2F, 0,
    ],
    [4, 0x99, 36, 100, 4, 0x89, 36, 0, 0, 0xFF, 0x2F, 0],
  ])

  @Test func notesComeAtTheirFrames() throws {
    let stage = try Stage(1)
    let sequencer = stage.sequencer
    try sequencer.load(from: Self.song)
    #expect(sequencer.tracks.count == 2 && !sequencer.isPlaying)
    #expect(sequencer.tracks.map(\.lengthInBeats) == [4, 2] && sequencer.tracks[0].lengthInSeconds == 1.5)
    #expect(sequencer.tracks[0].timeResolution == 4 && sequencer.tempoTrack.lengthInBeats == 2)
    #expect(sequencer.seconds(forBeats: 3) == 1.25 && sequencer.beats(forSeconds: 1.25) == 3)
    sequencer.prepareToPlay()
    try stage.offline.render(1000)
    try sequencer.start()
    #expect(sequencer.isPlaying)
    try stage.offline.render(96_000)
    expectEqual(
      stage.notes,
      [
        [1000, 60], [13_000, 60], [25_000, 62], [25_000, 36], [37_000, 62], [49_000, 64],
        [55_000, 64], [61_000, 65], [67_000, 65],
      ])
    #expect(stage.heard.all.first == [1000, 0xC0, 5, 2] && stage.heard.all.count == 11)
    #expect(sequencer.currentPositionInSeconds == 2 && sequencer.currentPositionInBeats == 6)
    sequencer.stop()
    try stage.offline.render(100)
    #expect(!sequencer.isPlaying && sequencer.currentPositionInSeconds == 2)
    #expect(stage.heard.all.suffix(32).allSatisfy { $0[1] & 0xF0 == 0xB0 && [64, 123].contains($0[2]) })
  }

  @Test func aSequenceIsPlayedFromWithinAtAnotherRate() throws {
    let stage = try Stage(2)
    let sequencer = stage.sequencer
    try sequencer.load(from: Self.song)
    sequencer.currentPositionInBeats = 1.75
    sequencer.rate = 2
    try sequencer.start()
    try stage.offline.render(9000)
    // A quarter of a beat at twice 120 a minute; then beats at twice 240.
    expectEqual(
      stage.heard.all.map { [$0[0], $0[1], $0[2]] },
      [
        [0, 0xC0, 5], [3000, 0x90, 64], [3000, 0x89, 36], [6000, 0x90, 64],
      ])
    expectLess(abs(sequencer.currentPositionInBeats - 3), 1e-9)
    // A change goes on from here, and what sounds ends.
    sequencer.rate = 0.5
    try stage.offline.render(1000)
    #expect(stage.notes.last == [9000, 65] && stage.heard.all.contains { $0[1] == 0xB0 && $0[2] == 123 })
    (sequencer.rate, sequencer.currentPositionInSeconds) = (-1, .nan)
    expectEqual(sequencer.rate, 0.5)
  }

  @Test func tracksLoopMoveAndAreMuted() throws {
    let stage = try Stage(3)
    let sequencer = stage.sequencer
    try sequencer.load(from: Self.song)
    let (melody, drum) = (sequencer.tracks[0], sequencer.tracks[1])
    drum.isMuted = true
    (melody.loopRange, melody.numberOfLoops) = (AVMakeBeatRange(0, 1.25), 2)
    melody.isLoopingEnabled = true
    melody.offsetTime = 0.5
    try sequencer.start()
    try stage.offline.render(150_000)
    // Twice again 1.25 beats (30,000 frames), in which the second note is cut; what follows comes 60,000 frames later.
    let first = [[12_000, 60], [24_000, 60], [36_000, 62]]
    expectEqual(
      Array(stage.notes.prefix(9)),
      first + first.map { [$0[0] + 30_000, $0[1]] }
        + first.map { [$0[0] + 60_000, $0[1]] })
    expectEqual(stage.heard.all.filter { $0[1] == 0x80 }.map { $0[0] }, [41_999, 71_999, 101_999])
    expectEqual(stage.notes.dropFirst(9).first { $0[1] == 64 }?[0], 114_000)
    sequencer.stop()
    try stage.offline.render(100)
    let count = stage.notes.count
    (drum.isMuted, drum.isSoloed, sequencer.currentPositionInSeconds) = (false, true, 0)
    try sequencer.start()
    try stage.offline.render(30_000)
    expectEqual(stage.notes.dropFirst(count).map { $0[1] }, [36])
    // Without end, from within the loop.
    drum.loopRange = AVBeatRange(start: 1, length: 0.5)
    (drum.numberOfLoops, drum.isLoopingEnabled) = (AVMusicTrackLoopCount.forever.rawValue, true)
    sequencer.currentPositionInBeats = 1.25
    try stage.offline.render(100_000)
    let strokes = stage.notes.dropFirst(count + 1).map { $0[0] }
    #expect(strokes.count == 8 && zip(strokes, strokes.dropFirst()).allSatisfy { $1 - $0 == 12_000 })
    drum.lengthInSeconds = 0.25
    expectEqual(drum.lengthInBeats, 0.5)
    // A loop whose repetitions have more frames than an integer counts.
    (drum.loopRange, drum.numberOfLoops) = (AVBeatRange(start: 0, length: 1e300), 1000)
    try stage.offline.render(100)
    #expect(sequencer.isPlaying)
  }

  @Test func destinationsAndRefusals() throws {
    let stage = try Stage(4)
    try stage.sequencer.load(from: Self.song, options: .smfChannelsToTracks)
    expectEqual(stage.sequencer.tracks.count, 2)
    let lone = AVAudioSequencer()
    try lone.load(from: Self.song)
    #expect(failure { try lone.start() }?.code == kAudioUnitErr_NoConnection && !lone.isPlaying)
    for track in lone.tracks { track.destinationAudioUnit = stage.node }
    #expect(lone.tracks[0].destinationAudioUnit === stage.node)
    try lone.start()
    try stage.offline.render(100)
    expectEqual(stage.notes.count, 1)
    lone.tracks[0].destinationAudioUnit = AVAudioUnitDelay()
    lone.stop()
    #expect(failure { try lone.start() } != nil)
    let code = OSStatus(kAudioFileInvalidFileError)
    #expect(failure { try lone.load(from: Data("MThd".utf8)) }?.code == code && lone.tracks.count == 2)
    #expect(failure { try lone.load(from: URL(fileURLWithPath: "/nonexistent.mid")) } != nil)
    let url = Make.url("mid")
    try Self.song.write(to: url)
    try lone.load(from: url, options: AVMusicSequenceLoadOptions.smf_PreserveTracks)
    let first: AVMusicTrack = try required(lone.tracks.first)
    let range: AVMusicTimeStamp = first.loopRange.length
    #expect(range == 4 && first.loopRange == AVBeatRange(start: 0, length: 4) && AVBeatRange().length == 0)
    expectEqual(lone.currentPositionInBeats, 0)
  }
}
