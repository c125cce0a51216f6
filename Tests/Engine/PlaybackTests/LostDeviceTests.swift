import AudioBase
import AudioConversion
import AudioDevices
import AudioPlayback
import TestSupport
import Testing

@Suite("Devices that stop by themselves")
struct LostDeviceTests {
  private func player(_ device: FragileDevice) throws -> Player {
    var options = PlayerOptions()
    options.feeding = .caller
    return try Player(CountingSource(), on: device, options: options)
  }

  @Test("A player says why, keeps its place, and goes on there when it is asked to")
  func playing() async throws {
    let device = FragileDevice()
    let player = try player(device)
    var events = player.events().makeAsyncIterator()
    try player.play()
    device.advance(frameCount: 160)
    device.fail(.disconnected)
    expectNil(player.failure)
    player.feed()
    guard case .failed(let told)? = await events.next() else {
      Issue.record("no event")
      return
    }
    for failure in [told, player.failure] {
      #expect(failure?.kind == .device && failure?.text == DeviceError.disconnected.description)
    }
    #expect(player.state == .stopped && player.position.frame == 160)
    // Somebody who waits from now on is not kept waiting.
    await player.waitUntilEnded()
    try player.play()
    #expect(player.failure == nil && player.state == .playing)
    device.advance(frameCount: 32)
    #expect(device.keptOutput[0].suffix(32).elementsEqual(CountingSource.samples(160..<192)))
  }

  @Test("A failure is told once")
  func once() throws {
    let device = FragileDevice()
    let player = try player(device)
    try player.play()
    device.fail(.failed(systemError: 5))
    player.feed()
    #expect(player.failure?.kind == .device && player.failure?.systemError == 5)
    try player.play()
    player.feed()
    #expect(player.failure == nil && player.state == .playing)
  }

  @Test("A recorder says why, and completes what was captured before")
  func recording() throws {
    let folder = try PlaybackFolder()
    let device = FragileDevice()
    let path = folder.file("a.wav")
    let file = try FileRecording(
      creating: path, StreamFormat(.int16, sampleRate: 0, channelsPerFrame: 0), from: device.format)
    var options = RecorderOptions()
    options.feeding = .caller
    let recorder = try Recorder(to: file, from: device, options: options)
    try recorder.record()
    device.advance(frameCount: 64)
    expectNil(recorder.deviceFailure)
    device.fail(.notResponding)
    expectEqual(recorder.deviceFailure, .notResponding)
    try recorder.record()
    expectNil(recorder.deviceFailure)
    device.advance(frameCount: 16)
    device.fail(.disconnected)
    try recorder.finish()
    #expect(recorder.frameCount == 80 && recorder.deviceFailure == .disconnected)
    let source = try TrackSource(playing: path, for: device.format)
    expectEqual(source.frameCount, 80)
  }
}
