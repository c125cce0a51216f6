import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioFiles
import AudioPlayback
import Foundation
import Synchronization
import TestSupport
import Testing

/// Keeps what is recorded.
private final class Memory: SampleSink, Sendable {
  let heard = Mutex<[[Float]]>([[], []])
  private let hasFinished = Atomic<Bool>(false)
  var isFinished: Bool { hasFinished.load(ordering: .relaxed) }
  let failingFrame: Int

  init(failingFrame: Int = .max) { self.failingFrame = failingFrame }

  func write(_ samples: Span<Float>, frameCount: Int) throws(AudioError) {
    let isFull = heard.withLock { heard in
      for channel in 0..<2 {
        for frame in 0..<frameCount { heard[channel].append(samples[channel * frameCount + frame]) }
      }
      return heard[0].count > failingFrame
    }
    if isFull { throw .noAudioTrack }
  }

  func finish() throws(AudioError) { hasFinished.store(true, ordering: .relaxed) }
}

@Suite("Recorder")
struct RecorderTests {
  private let ramp = (0..<5000).map { Float($0 + 1) / 8192 }

  private func device(_ rate: Double = 1000, cycle: Int = 16) -> VirtualDevice {
    let device = VirtualDevice(
      "recorder", DeviceFormat(sampleRate: rate, channelCount: 2), pacing: .stepped, bufferFrameCount: cycle)
    device.setInput([ramp, ramp.map { -$0 }])
    return device
  }

  private var manual: RecorderOptions {
    var options = RecorderOptions()
    options.feeding = .caller
    return options
  }

  @Test("Frames come as they were captured, a pause leaves out what comes in it")
  func samples() throws {
    let (device, memory) = (device(), Memory())
    let recorder = try Recorder(to: memory, from: device, options: manual)
    device.advance(frameCount: 32)
    try recorder.record()
    device.advance(frameCount: 320)
    recorder.drain()
    expectEqual(recorder.frameCount, 320)
    recorder.pause()
    device.advance(frameCount: 64)
    try recorder.record()
    device.advance(frameCount: 160)
    try recorder.finish()
    expectEqual(recorder.seconds, 0.48)
    let expected = Array(ramp[32..<352] + ramp[416..<576])
    expectEqual(memory.heard.withLock { $0 }, [expected, expected.map { -$0 }])
    #expect(memory.isFinished)
    expectEqual(recorder.overruns, OverrunCount())
    #expect(throws: AudioError.self) { try recorder.finish() }
    #expect(throws: AudioError.self) { try recorder.record() }
  }

  @Test("What a sink is too slow for is counted")
  func overrun() throws {
    let (device, memory) = (device(), Memory())
    var options = manual
    options.queueSeconds = 0.1
    let recorder = try Recorder(to: memory, from: device, options: options)
    try recorder.record()
    // 128 frames fit: the next power of two.
    device.advance(frameCount: 200)
    expectEqual(recorder.overruns.gaps, 1)
    expectEqual(recorder.overruns.frames, 72)
    recorder.drain()
    device.advance(frameCount: 16)
    try recorder.finish()
    expectEqual(memory.heard.withLock { $0[0] }, Array(ramp[0..<128] + ramp[200..<216]))
  }

  @Test("A sink that fails is asked no more, and its failure is told")
  func failure() throws {
    let (device, memory) = (device(), Memory(failingFrame: 100))
    let recorder = try Recorder(to: memory, from: device, options: manual)
    try recorder.record()
    device.advance(frameCount: 160)
    recorder.drain()
    device.advance(frameCount: 160)
    recorder.drain()
    expectEqual(memory.heard.withLock { $0[0].count }, 160)
    expectEqual(recorder.frameCount, 0)
    expectEqual(recorder.failure?.stage, .track)
    #expect(throws: AudioError.self) { try recorder.finish() }
    #expect(!memory.isFinished)
  }

  @Test("A file of samples holds what was captured, at the device's rate and channels")
  func wave() throws {
    let (folder, device) = (try PlaybackFolder(), device(8000, cycle: 100))
    let path = folder.file("take.wav")
    let file = try FileRecording(
      creating: path, StreamFormat(.float32, sampleRate: 0, channelsPerFrame: 0), from: device.format)
    let recorder = try Recorder(to: file, from: device, options: manual)
    try recorder.record()
    device.advance(frameCount: 4000)
    try recorder.finish()
    let media = try MediaFile(path: path, containers: Catalog.standard.containers)
    var decoder = try TrackDecoder(of: media.reader, track: 0, codecs: [])
    var heard: [Float] = []
    while let frames = try decoder.decodeNext() {
      let samples = decoder.block.channel(1)
      for frame in frames { heard.append(samples[frame]) }
    }
    expectEqual(heard, ramp[0..<4000].map { -$0 })
  }

  @Test("A file of encoded packets has as many frames as were captured: AAC and Apple Lossless")
  func encoded() throws {
    let folder = try PlaybackFolder()
    for (name, format) in [("a.m4a", FourCharacterCode.aac), ("b.caf", .appleLossless)] {
      let device = VirtualDevice(
        "recorder", DeviceFormat(sampleRate: 44_100, channelCount: 2), pacing: .stepped, bufferFrameCount: 512)
      device.setInput([ramp, ramp])
      let path = folder.file(name)
      let file = try FileRecording(
        creating: path, StreamFormat(formatID: format, sampleRate: 0, channelsPerFrame: 0), from: device.format)
      let recorder = try Recorder(to: file, from: device, options: manual)
      try recorder.record()
      for _ in 0..<10 {
        device.advance(frameCount: 700)
        recorder.drain()
      }
      try recorder.finish()
      let media = try MediaFile(path: path, containers: Catalog.standard.containers)
      var decoder = try TrackDecoder(of: media.reader, track: 0, codecs: Catalog.standard.codecs)
      var count = 0
      while let frames = try decoder.decodeNext() { count += frames.count }
      expectEqual(count, 7000, "\(name)")
    }
  }

  @Test("An unfinished file goes, and what cannot be made is refused before anything is written")
  func refusals() throws {
    let (folder, device) = (try PlaybackFolder(), device(8000))
    let samples = StreamFormat(.int16, sampleRate: 0, channelsPerFrame: 0)
    do { _ = try FileRecording(creating: folder.file("a.wav"), samples, from: device.format) }
    #expect(throws: AudioError.self) { try FileRecording(creating: folder.file("a"), samples, from: device.format) }
    let unknown = StreamFormat(formatID: "xxxx", sampleRate: 0, channelsPerFrame: 0)
    #expect(throws: AudioError.self) {
      try FileRecording(creating: folder.file("b.caf"), unknown, from: device.format)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    var options = manual
    options.queueSeconds = .infinity
    let endless = options
    #expect(throws: AudioError.self) { try Recorder(to: Memory(), from: device, options: endless) }
  }

  @Test("By the host's clock, with a thread of its own, nothing is lost")
  func realTime() async throws {
    let device = VirtualDevice("live", DeviceFormat(sampleRate: 48_000, channelCount: 2), pacing: .realTime)
    device.setInput([ramp, ramp])
    let memory = Memory()
    let recorder = try Recorder(to: memory, from: device)
    try recorder.record()
    for _ in 0..<6000 where recorder.frameCount < 6000 { try await Task.sleep(for: .milliseconds(10)) }
    try recorder.finish()
    let heard = memory.heard.withLock { $0[0] }
    // Cycles that the machine had no time for are lost before they are captured; the signal does not go on meanwhile.
    expectGreaterOrEqual(heard.count, 5000)
    expectEqual(Array(heard.prefix(5000)), ramp)
    expectEqual(recorder.overruns, OverrunCount())
  }
}
