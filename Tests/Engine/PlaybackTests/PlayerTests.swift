import AudioBase
import AudioConversion
import AudioDevices
import AudioPlayback
import SignalProcessing
import Synchronization
import TestSupport
import Testing

@Suite("Player")
struct PlayerTests {
  @Test("Every frame is played once and in order, the position follows, and the end is told when it has been heard")
  func wholeSource() async throws {
    let stepped = try SteppedPlayer(CountingSource(frameCount: 1000))
    let (player, events) = (stepped.player, stepped.player.events())
    expectEqual(player.state, .stopped)
    expectEqual(player.duration, 1)
    try player.play()
    expectEqual(player.state, .playing)
    expectEqual(player.position.frame, 0)
    expectEqual(stepped.run(400), CountingSource.samples(0..<400))
    expectEqual(player.position, PlayerPosition(frame: 400, seconds: 0.4))
    expectEqual(stepped.run(599, channel: 1), CountingSource.samples(400..<999, 1))
    expectEqual(player.state, .playing)
    expectEqual(stepped.run(101), CountingSource.samples(999..<1000) + [Float](repeating: 0, count: 100))
    expectEqual(player.state, .ended)
    expectEqual(player.position.frame, 1000)
    expectEqual(player.underruns, UnderrunCount())
    var iterator = events.makeAsyncIterator()
    guard case .ended = await iterator.next() else {
      Issue.record("no end was told")
      return
    }
    await player.waitUntilEnded()
    // What has ended begins anew.
    try player.play()
    expectEqual(stepped.run(32), CountingSource.samples(0..<32))
  }

  @Test("A pause is silent and loses no frame")
  func pause() throws {
    let stepped = try SteppedPlayer()
    try stepped.player.play()
    stepped.run(160)
    stepped.player.pause()
    expectEqual(stepped.player.state, .paused)
    expectEqual(stepped.run(80), [Float](repeating: 0, count: 80))
    expectEqual(stepped.player.position.frame, 160)
    try stepped.player.play()
    expectEqual(stepped.run(50), CountingSource.samples(160..<210))
    expectEqual(stepped.player.underruns.frames, 0)
  }

  @Test("A seek is heard in the next cycle, forward and back, while playing, paused and before the start")
  func seeking() throws {
    let stepped = try SteppedPlayer()
    let player = stepped.player
    try player.seek(toSeconds: 2.5)
    expectEqual(player.position, PlayerPosition(frame: 2500, seconds: 2.5))
    try player.play()
    expectEqual(stepped.run(40), CountingSource.samples(2500..<2540))
    try player.seek(toFrame: 7000)
    expectEqual(player.position.frame, 7000)
    expectEqual(stepped.run(40), CountingSource.samples(7000..<7040))
    player.pause()
    for place: Int64 in [9000, 100, 5000, 123] { try player.seek(toFrame: place) }
    expectEqual(player.position.frame, 123)
    stepped.run(16)
    expectEqual(player.position.frame, 123)
    try player.play()
    expectEqual(stepped.run(20), CountingSource.samples(123..<143))
    try player.seek(toFrame: 20_000)
    stepped.run(16)
    expectEqual(player.state, .ended)
    expectEqual(player.underruns.frames, 0)
  }

  @Test("Seeks without the device make room for themselves, as often as they come")
  func seekingWhileStopped() throws {
    let stepped = try SteppedPlayer()
    for place in stride(from: Int64(0), to: 9000, by: 100) { try stepped.player.seek(toFrame: place) }
    try stepped.player.play()
    expectEqual(stepped.run(300), CountingSource.samples(8900..<9200))
  }

  @Test("A seek that fails changes nothing")
  func failedSeek() throws {
    let stepped = try SteppedPlayer()
    try stepped.player.play()
    stepped.run(48)
    #expect(throws: AudioError.self) { try stepped.player.seek(toFrame: 666) }
    #expect(throws: AudioError.self) { try stepped.player.seek(toFrame: -1) }
    #expect(throws: AudioError.self) { try stepped.player.seek(toSeconds: .nan) }
    expectEqual(stepped.run(32), CountingSource.samples(48..<80))
  }

  @Test("Stopping lets the device go and goes back to the beginning")
  func stop() throws {
    let stepped = try SteppedPlayer()
    try stepped.player.play()
    stepped.run(100)
    stepped.player.stop()
    expectEqual(stepped.player.state, .stopped)
    expectEqual(stepped.player.position.frame, 0)
    expectEqual(stepped.run(32), [Float](repeating: 0, count: 32))
    try stepped.player.play()
    expectEqual(stepped.run(32), CountingSource.samples(0..<32))
  }

  @Test("A volume is multiplied by, a ramp is a straight line that ends exactly there")
  func volume() throws {
    let stepped = try SteppedPlayer()
    let player = stepped.player
    try player.play()
    try player.setVolume(0.5)
    expectEqual(stepped.run(20), CountingSource.samples(0..<20).map { $0 * 0.5 })
    expectEqual(player.volume, 0.5)
    try player.setVolume(0, over: 0.05)
    let ramp = stepped.run(60)
    for frame in 0..<60 {
      let expected = CountingSource.sample(Int64(20 + frame), 0) * Float(max(0, 0.5 - 0.01 * Double(frame + 1)))
      expectLess(abs(ramp[frame] - expected), 1e-4)
    }
    #expect(ramp[50...].allSatisfy { $0 == 0 })
    try player.setVolume(1)
    expectEqual(stepped.run(10), CountingSource.samples(80..<90))
    for wrong: (Float, Double) in [(-0.1, 0), (.nan, 0), (.infinity, 0), (1, -1), (1, .nan), (1, 3601)] {
      #expect(throws: AudioError.self) { try player.setVolume(wrong.0, over: wrong.1) }
    }
  }

  @Test("Orders that the device has not come by for follow each other: silence, and a ramp from it")
  func volumeBeforePlaying() throws {
    let stepped = try SteppedPlayer()
    try stepped.player.setVolume(0.5, over: 1)
    try stepped.player.setVolume(0)
    try stepped.player.setVolume(1, over: 0.1)
    try stepped.player.play()
    let played = stepped.run(120)
    for frame in 0..<120 {
      let expected = CountingSource.sample(Int64(frame), 0) * Float(min(1, 0.01 * Double(frame + 1)))
      expectLess(abs(played[frame] - expected), 1e-4)
    }
    expectEqual(stepped.player.volume, 1)
  }

  @Test("A queue that runs dry is silent, counted once for each gap, and told")
  func underrun() async throws {
    let stepped = try SteppedPlayer { $0.queueSeconds = 0.1 }
    let events = stepped.player.events()
    try stepped.player.play()
    // 100 frames are ready; nobody makes more.
    stepped.device.advance(frameCount: 160)
    expectEqual(stepped.player.underruns.gaps, 1)
    expectEqual(stepped.player.underruns.frames, 60)
    expectEqual(stepped.run(16), CountingSource.samples(100..<116))
    expectEqual(stepped.player.position.frame, 116)
    stepped.device.advance(frameCount: 112)
    expectEqual(stepped.player.underruns.gaps, 2)
    var iterator = events.makeAsyncIterator()
    guard case .underrun(let count)? = await iterator.next() else {
      Issue.record("no gap was told")
      return
    }
    expectEqual(count.frames, 60)
  }

  @Test("What a source throws ends the playing and is told, and a seek goes on elsewhere")
  func failure() async throws {
    var source = CountingSource()
    source.failingFrame = 4000
    let stepped = try SteppedPlayer(source)
    let events = stepped.player.events()
    try stepped.player.seek(toFrame: 3500)
    try stepped.player.play()
    stepped.run(600)
    expectEqual(stepped.player.state, .ended)
    var iterator = events.makeAsyncIterator()
    guard case .failed? = await iterator.next() else {
      Issue.record("no failure was told")
      return
    }
    try stepped.player.seek(toFrame: 10)
    try stepped.player.play()
    expectEqual(stepped.run(32), CountingSource.samples(10..<42))
  }

  @Test("A tap sees what is played, and is left alone in a pause")
  func tap() throws {
    let seen = Mutex<[Float]>([])
    let stepped = try SteppedPlayer {
      $0.tap = { samples, cycle in
        seen.withLock { seen in for frame in 0..<cycle.frameCount { seen.append(samples[frame]) } }
      }
    }
    try stepped.player.setVolume(0.25)
    try stepped.player.play()
    let played = stepped.run(64)
    stepped.player.pause()
    stepped.run(64)
    expectEqual(seen.withLock { $0 }, played)
  }

  @Test("The rate changes how fast the recording passes: all of it in the time that follows, and the position with it")
  func rate() throws {
    let stepped = try SteppedPlayer(CountingSource(frameCount: 6000), cycle: 64) {
      $0.timePitch = .varispeed
      $0.queueSeconds = 0.2
    }
    let player = stepped.player
    try player.setRate(2)
    expectEqual(player.rate, 2)
    try player.play()
    let played = stepped.run(1000)
    expectEqual(player.position.frame, 2000)
    // A ramp that passes twice as fast rises by two a frame, away from its beginning.
    for frame in 200..<900 { expectLess(abs(played[frame + 1] - played[frame] - 2), 0.1) }
    try player.setRate(1)
    var frames = 1000
    while player.state == .playing, frames < 10_000 {
      stepped.run(64)
      frames += 64
    }
    // 2,400 frames at twice the rate: 1,000 that were heard and 200 that were ready; then 3,600 more.
    expectLess(abs(frames - (1200 + 3600)), 200)
    #expect(throws: AudioError.self) { try player.setRate(.nan) }
    #expect(throws: AudioError.self) { try SteppedPlayer().player.setRate(1.5) }
  }

  @Test("A source that does not fit the device is refused, and so is a queue without length")
  func refusals() throws {
    let device = VirtualDevice("other", DeviceFormat(sampleRate: 1000, channelCount: 1), pacing: .stepped)
    #expect(throws: AudioError.self) { try Player(CountingSource(), on: device) }
    var source = CountingSource()
    source.channelCount = 1
    source.sampleRate = 999
    let slow = source
    #expect(throws: AudioError.self) { try Player(slow, on: device) }
    #expect(throws: AudioError.self) { try SteppedPlayer { $0.queueSeconds = 0 } }
    #expect(throws: AudioError.self) { try Player(playing: "/nonexistent.wav", on: device) }
    // Settings reach the decoder: samples know none, and none is fine.
    let folder = try PlaybackFolder()
    try makeFile(folder.file("a.wav"), sampleRate: 8000, channels: [[0.5, 0.25]])
    var settings = DecoderSettings()
    _ = try Player(playing: folder.file("a.wav"), decoder: settings, on: device)
    settings.targetLevel = -20
    let error = #expect(throws: AudioError.self) {
      try Player(playing: folder.file("a.wav"), decoder: settings, on: device)
    }
    expectEqual(error?.advice, .withoutDecoderSettings([.targetLevel], orEncoding: false))
  }

  @Test("By the host's clock, with a thread of its own: all is heard, none is missing, a seek and a pause in between")
  func realTime() async throws {
    let device = VirtualDevice("live", DeviceFormat(sampleRate: 48_000, channelCount: 2), pacing: .realTime)
    device.keepOutput(frameLimit: 48_000)
    var source = CountingSource(frameCount: 12_000)
    source.sampleRate = 48_000
    let player = try Player(source, on: device)
    try player.play()
    try player.seek(toFrame: 2000)
    await player.waitUntilEnded()
    expectEqual(player.state, .ended)
    expectEqual(player.position.frame, 12_000)
    let heard = device.keptOutput[0].filter { $0 != 0 }
    // Where the machine had no time for the feeding thread, silence came between, and nothing else.
    expectEqual(heard.suffix(10_000), CountingSource.samples(2000..<12_000)[...])
  }

  @Test("A pause holds the place on a device that asks for frames before they are heard")
  func pausedPlace() async throws {
    let device = VirtualDevice("ahead", DeviceFormat(sampleRate: 48_000, channelCount: 2), pacing: .realTime)
    // An hour: a test that waits for its turn must not find the end.
    var source = CountingSource(frameCount: 172_800_000)
    source.sampleRate = 48_000
    let player = try Player(source, on: device)
    try player.play()
    for _ in 0..<12_000 where player.position.frame < 2000 { try await Task.sleep(for: .milliseconds(5)) }
    player.pause()
    // What the device has taken is heard to its end.
    var (place, equalCount) = (player.position, 0)
    for _ in 0..<500 where equalCount < 20 {
      try await Task.sleep(for: .milliseconds(3))
      equalCount = player.position == place ? equalCount + 1 : 0
      place = player.position
    }
    #expect(equalCount == 20 && place.frame >= 2000 && player.state == .paused)
    player.stop()
  }

  @Test("A player that nobody holds lets its device go")
  func lifetime() throws {
    var stepped: SteppedPlayer? = try SteppedPlayer()
    let device = try required(stepped?.device)
    try stepped?.player.play()
    stepped?.run(32)
    weak let core = stepped?.player.core
    stepped = nil
    expectNil(core)
    device.advance(frameCount: 16)
    #expect(device.keptOutput[0].suffix(16).allSatisfy { $0 == 0 })
  }
}
