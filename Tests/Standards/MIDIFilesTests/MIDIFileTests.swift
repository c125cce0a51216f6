import MIDIFiles
import TestSupport
import Testing

@Suite("Standard MIDI Files")
struct MIDIFileTests {
  private func file(_ format: UInt8, _ division: [UInt8], _ tracks: [[UInt8]]) -> [UInt8] {
    [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, format, 0, UInt8(tracks.count)] + division
      + tracks.flatMap { [0x4D, 0x54, 0x72, 0x6B, 0, 0, UInt8($0.count >> 8), UInt8($0.count & 255)] + $0 }
  }

  /// The example of RP-001, format 0: four notes on three channels, at 120 beats a minute, with 96 ticks a beat.
  private static let example: [UInt8] = [
    0x00, 0xFF, 0x58, 0x04, 0x04, 0x02, 0x18, 0x08, 0x00, 0xFF, 0x51, 0x03, 0x07, 0xA1, 0x20, 0x00, 0xC0, 0x05, 0x00,
    0xC1, 0x2E, 0x00, 0xC2, 0x46, 0x00, 0x92, 0x30, 0x60, 0x00, 0x3C, 0x60, 0x60, 0x91, 0x43, 0x40, 0x60, 0x90, 0x4C,
    0x20, 0x81, 0x40, 0x82, 0x30, 0x40, 0x00, 0x3C, 0x40, 0x00, 0x81, 0x43, 0x40, 0x00, 0x80, 0x4C, 0x40, 0x00, 0xFF,
    0x2F, 0x00,
  ]

  @Test("the standard's example: running status, long times, the tempo")
  func standard() throws {
    let read = try MIDIFile(file(0, [0, 0x60], [Self.example]))
    #expect(read.format == 0 && read.division == .quarters(96))
    let track = try required(read.tracks.first)
    expectEqual(track.endTick, 384)
    expectEqual(
      track.events.map { [$0.tick, Int($0.message.status), Int($0.message.first), Int($0.message.second)] },
      [
        [0, 0xC0, 5, 0], [0, 0xC1, 46, 0], [0, 0xC2, 70, 0], [0, 0x92, 48, 96], [0, 0x92, 60, 96], [96, 0x91, 67, 64],
        [192, 0x90, 76, 32], [384, 0x82, 48, 64], [384, 0x82, 60, 64], [384, 0x81, 67, 64], [384, 0x80, 76, 64],
      ])
    expectEqual(read.tempoChanges, [MIDIFile.TempoChange(tick: 0, microseconds: 500_000)])
    #expect(read.tempo.seconds(atBeat: 4) == 2 && read.beatsPerTick == 1 / 96)
  }

  @Test("tempos of all tracks, and the way back from seconds")
  func tempo() throws {
    // 60 beats a minute from beat 0, 240 from beat 4; the notes stand in the second track.
    let first: [UInt8] = [0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 4, 0xFF, 0x51, 3, 0x03, 0xD0, 0x90, 0, 0xFF, 0x2F, 0]
    let second: [UInt8] = [0, 0x90, 60, 100, 8, 0x80, 60, 0, 0, 0xFF, 0x2F, 0]
    let read = try MIDIFile(file(1, [0, 1], [first, second]))
    expectEqual(read.tracks.count, 1)
    for (beat, seconds) in [(0.0, 0.0), (2, 2), (4, 4), (8, 5), (-1, -1)] {
      expectEqual(read.tempo.seconds(atBeat: beat), seconds)
      expectEqual(read.tempo.beat(atSeconds: seconds), beat)
    }
    expectEqual(TempoMap([]).seconds(atBeat: 3), 1.5)
  }

  @Test("ticks of seconds: 25 frames of 40 parts")
  func frames() throws {
    let read = try MIDIFile(file(0, [0xE7, 40], [[0, 0x90, 60, 1, 0x87, 0x68, 0x80, 60, 0]]))
    expectEqual(read.division, .seconds(1000))
    let last = try required(read.tracks.first?.events.last)
    expectEqual(last.tick, 1000)
    expectLess(abs(read.tempo.seconds(atBeat: Double(last.tick) * read.beatsPerTick) - 1), 1e-12)
    guard case .seconds(let ticks) = try MIDIFile(file(0, [0xE3, 100], [[0]])).division else {
      throw NothingToTest("29")
    }
    expectLess(abs(ticks - 3_000_000 / 1001), 1e-9)
  }

  @Test("what is no such file")
  func refusals() {
    #expect(throws: MIDIFile.Failure.header) { try MIDIFile([]) }
    #expect(throws: MIDIFile.Failure.header) { try MIDIFile(Array("RIFF0000WAVE0000".utf8)) }
    #expect(throws: MIDIFile.Failure.division) { try MIDIFile(file(0, [0, 0], [[0]])) }
    #expect(throws: MIDIFile.Failure.division) { try MIDIFile(file(0, [0xE8, 0], [[0]])) }
    #expect(throws: MIDIFile.Failure.tracks) { try MIDIFile(file(0, [0, 96], [])) }
  }

  @Test("a track ends at the byte that breaks a rule, and what came before stays")
  func damage() throws {
    let note: [UInt8] = [0, 0x90, 60, 100]
    let broken: [[UInt8]] = [
      [0x81], [0x80, 0x80, 0x80, 0x80, 0], [0, 0x91, 200, 1], [0, 0xF1, 0], [0, 0xFF, 1, 0x7F, 0], [0, 0xF0, 9, 1],
      [0, 0xC0],
    ]
    for rest in broken {
      let track = try required(MIDIFile(file(0, [0, 96], [note + rest])).tracks.first)
      expectEqual(track.events.count, 1, "\(rest)")
    }
    // Running status ends with a system exclusive message.
    try expectEqual(MIDIFile(file(0, [0, 96], [note + [0, 0xF0, 1, 0xF7, 0, 62, 100]])).tracks.first?.events.count, 1)
  }

  @Test("any bytes are read or refused, and none make more events than there are bytes")
  func anyBytes() throws {
    var random = SplitMix64(seed: 46)
    let whole = file(1, [0, 0x60], [Self.example, Self.example])
    for cut in whole.indices { _ = try? MIDIFile(Array(whole[..<cut])) }
    for _ in 0..<5000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let read = try? MIDIFile(bytes) else { continue }
      expectLess(read.tracks.reduce(0) { $0 + $1.events.count }, bytes.count)
      for track in read.tracks {
        #expect(zip(track.events, track.events.dropFirst()).allSatisfy { $0.tick <= $1.tick })
      }
    }
  }

  @Test("messages that stand one after another")
  func messages() {
    let bytes: [UInt8] = [0x90, 60, 100, 0xC3, 7, 0xF8, 0xF0, 1]
    expectEqual(MIDIMessage(beginning: bytes.span), MIDIMessage(status: 0x90, first: 60, second: 100))
    expectEqual(MIDIMessage(beginning: bytes.span.extracting(3..<5)), MIDIMessage(status: 0xC3, first: 7))
    expectEqual(MIDIMessage(beginning: bytes.span.extracting(5..<6))?.count, 1)
    for rest in [[0xF0, 1], [60, 60], [0x90, 60], [0x90, 60, 0x80], []] as [[UInt8]] {
      expectNil(MIDIMessage(beginning: rest.span))
    }
  }

  @Test("what is no message of a channel is kept, and written again")
  func others() throws {
    let track: [UInt8] = [
      0, 0xFF, 3, 2, 0x48, 0x69, 0, 0xF0, 2, 0x7D, 0xF7, 0x81, 0x00, 0xF7, 1, 0xF8, 0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0,
      0xFF,
      0x2F, 0,
    ]
    let read = try MIDIFile(file(1, [0, 96], [track]))
    #expect(read.tracks.isEmpty && read.chunks.count == 1 && read.chunks[0].endTick == 128)
    let others = read.chunks[0].others
    expectEqual(others.map(\.tick), [0, 0, 128])
    expectEqual(others.map(\.content), [.meta(3, [0x48, 0x69]), .exclusive([0xF0, 0x7D, 0xF7]), .exclusive([0xF8])])
    var written = MIDIFileWriter.Track()
    written.add(meta: 0x51, [7, 0xA1, 0x20], at: 128)
    written.add(meta: 3, [0x48, 0x69], at: 0)
    written.add(exclusive: [0xF0, 0x7D, 0xF7], at: 0)
    written.add(exclusive: [0xF8], at: 128)
    let expected: [UInt8] = [
      0, 0xFF, 3, 2, 0x48, 0x69, 0, 0xF0, 2, 0x7D, 0xF7, 0x81, 0x00, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xF7, 1, 0xF8, 0,
      0xFF,
      0x2F, 0,
    ]
    expectEqual(MIDIFileWriter.file(ticksPerBeat: 96, [written]), file(1, [0, 96], [expected]))
    // A note that is struck again at the tick at which it ends ends first.
    var notes = MIDIFileWriter.Track()
    notes.add(MIDIMessage(status: 0x90, first: 60, second: 9), at: 5)
    notes.add(MIDIMessage(status: 0x80, first: 60), at: 5)
    notes.add(MIDIMessage(status: 0xC1, first: 7), at: 20_000)
    notes.end = 3_000_000
    expectEqual(
      MIDIFileWriter.file(ticksPerBeat: 1, [notes]),
      file(
        1, [0, 1],
        [[5, 0x80, 60, 0, 0, 0x90, 60, 9, 0x81, 0x9C, 0x1B, 0xC1, 7, 0x81, 0xB5, 0xF1, 0x20, 0xFF, 0x2F, 0]]))
  }
}
