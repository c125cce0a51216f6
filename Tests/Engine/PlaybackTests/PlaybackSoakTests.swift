import AudioDevices
import AudioPlayback
import Synchronization
import TestSupport
import Testing

/// Players and recorders of one device in real time, which threads start, stop, seek and ask; `Scripts/soak-threads`
/// looks for races in it.
@Suite("Players and recorders under change") struct PlaybackSoakTests {
  private static let rate = 48_000.0

  /// Counts frames.
  private struct Sink: SampleSink {
    let count: Count

    mutating func write(_ samples: Span<Float>, frameCount: Int) throws(PlaybackError) { count.add(frameCount) }
    mutating func finish() throws(PlaybackError) {}
  }

  private static func source() -> CountingSource {
    var source = CountingSource(frameCount: 1_000_000)
    source.sampleRate = rate
    return source
  }

  /// One step of who has the controls of a player.
  private static func control(_ player: Player, _ random: inout SplitMix64) throws {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2: try player.play()
    case 3: player.pause()
    case 4: player.stop()
    case 5: try player.seek(toFrame: Int64.random(in: 1000..<1_000_000, using: &random))
    case 6: try player.setRate([0.5, 1, 1.5].randomElement(using: &random) ?? 1)
    default: try player.setVolume(Float.random(in: 0...1, using: &random), over: 0.01)
    }
  }

  /// One step of who only looks, and turns the volume.
  private static func look(_ player: Player, _ random: inout SplitMix64) throws {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: try player.setVolume(Float.random(in: 0...1, using: &random))
    case 1: _ = player.position
    case 2: _ = (player.state, player.failure)
    case 3: _ = player.underruns
    default: _ = (player.volume, player.rate)
    }
  }

  @Test func whoeverTurnsTheControlsTheDeviceGoesOn() async throws {
    let device = VirtualDevice(
      "soak", DeviceFormat(sampleRate: Self.rate, channelCount: 2), pacing: .realTime, bufferFrameCount: 256)
    let seen = Count()
    var options = PlayerOptions()
    options.tap = { samples, _ in seen.add(samples.count) }
    let player = try Player(Self.source(), on: device, options: options)
    let recorded = Count()
    try await Soak.run(
      { try Self.control(player, &$0) }, { try Self.look(player, &$0) },
      { random in
        // A player and a recorder come and go.
        let other = try Player(Self.source(), on: device)
        let recorder = try Recorder(to: Sink(count: recorded), from: device)
        try recorder.record()
        for _ in 0..<4 { try Self.control(other, &random) }
        if Bool.random(using: &random) { recorder.pause() }
        _ = (recorder.frameCount, recorder.overruns)
        try recorder.finish()
        other.stop()
      })
    player.stop()
    #expect(seen.now > 0 && recorded.now > 0)
    // One that is new is heard alone, frame after frame.
    device.keepOutput(frameLimit: 24_000)
    let last = try Player(Self.source(), on: device)
    try last.play()
    for _ in 0..<2000 where device.keptOutput[0].count < 24_000 { HostClock.sleep(until: HostClock.now + 5_000_000) }
    last.stop()
    let heard = Array(device.keptOutput[0].drop { $0 == 0 }.prefix(1000))
    #expect(heard == (0..<1000).map { CountingSource.sample($0, 0) })
  }
}
