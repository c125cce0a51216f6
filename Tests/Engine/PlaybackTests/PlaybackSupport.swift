import AudioBase
import AudioConversion
import AudioDevices
import AudioPlayback
import Foundation
import Synchronization
import Testing

/// Frames numbered from 1 on, so that silence is none of them; the second channel is the first one below zero.
struct CountingSource: SampleSource {
  var sampleRate = 1000.0
  var channelCount = 2
  var frameCount: Int64? = 10_000
  /// The frame that cannot be read.
  var failingFrame: Int64 = .max
  private var next: Int64 = 0

  init(frameCount: Int64 = 10_000) { self.frameCount = frameCount }

  mutating func read(into planes: inout some SamplePlanes<Float> & ~Copyable) throws(AudioError) -> Int {
    let count = Int(max(0, min(Int64(planes.frameCapacity), (frameCount ?? .max) - next)))
    guard next + Int64(count) <= failingFrame else { throw .channelMap }
    for channel in 0..<channelCount {
      var plane = planes.plane(channel)
      for index in 0..<count { plane[index] = Self.sample(next + Int64(index), channel) }
    }
    next += Int64(count)
    return count
  }

  mutating func seek(toFrame frame: Int64) throws(AudioError) {
    guard frame != 666 else { throw .neighbor }
    next = frame
  }

  static func sample(_ frame: Int64, _ channel: Int) -> Float { Float(frame + 1) * (channel == 0 ? 1 : -1) }

  /// The samples of some frames of a channel.
  static func samples(_ frames: Range<Int64>, _ channel: Int = 0) -> [Float] { frames.map { sample($0, channel) } }
}

/// A device whose time a test moves, and a player that the test feeds.
struct SteppedPlayer {
  let device: VirtualDevice
  let player: Player

  init(_ source: CountingSource = CountingSource(), cycle: Int = 16, _ change: (inout PlayerOptions) -> Void = { _ in })
    throws
  {
    let format = DeviceFormat(sampleRate: source.sampleRate, channelCount: source.channelCount)
    device = VirtualDevice("player", format, pacing: .stepped, bufferFrameCount: cycle)
    device.keepOutput(frameLimit: 100_000)
    var options = PlayerOptions()
    options.feeding = .caller
    change(&options)
    player = try Player(source, on: device, options: options)
  }

  /// Lets time pass, a cycle at a time, with the player fed before each, and returns what was played on a channel.
  @discardableResult
  func run(_ frameCount: Int, channel: Int = 0) -> [Float] {
    let start = device.keptOutput[channel].count
    var rest = frameCount
    while rest > 0 {
      player.feed()
      let count = min(rest, device.bufferFrameCount)
      device.advance(frameCount: count)
      rest -= count
    }
    player.feed()
    return Array(device.keptOutput[channel][start...])
  }
}

/// A folder that goes with the test.
final class PlaybackFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/playback-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func file(_ name: String) -> String { path + "/" + name }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Writes a file of linear PCM, 16 bits, by the same way that recordings take.
func makeFile(_ path: String, sampleRate: Double, channels: [[Float]]) throws {
  let format = DeviceFormat(sampleRate: sampleRate, channelCount: channels.count)
  let recording = try FileRecording(
    creating: path, StreamFormat(.int16, sampleRate: 0, channelsPerFrame: 0), from: format)
  let samples = Array(channels.joined())
  try recording.write(samples.span, frameCount: channels[0].count)
  try recording.finish()
}

/// A device that stops by itself when a test says so.
final class FragileDevice: AudioDevice {
  let identifier = "fragile"
  let name = "Fragile device"
  let format = DeviceFormat(sampleRate: 1000, channelCount: 2)
  let bufferFrameCount = 16
  private let inner: VirtualDevice
  private let clients = Mutex<[any DeviceClient]>([])

  init() {
    inner = VirtualDevice("inner", format, pacing: .stepped, bufferFrameCount: 16)
    inner.keepOutput(frameLimit: 10_000)
  }

  var currentTime: DeviceTime { inner.currentTime }
  var keptOutput: [[Float]] { inner.keptOutput }

  func start(_ client: any DeviceClient, _ direction: DeviceDirection) throws(DeviceError) {
    clients.withLock { $0.append(client) }
    try inner.start(client, direction)
  }

  func stop(_ client: any DeviceClient, _ direction: DeviceDirection) { inner.stop(client, direction) }

  func time(atHostTime hostTime: UInt64) -> DeviceTime { inner.time(atHostTime: hostTime) }

  func time(atSampleTime sampleTime: Double) -> DeviceTime { inner.time(atSampleTime: sampleTime) }

  func advance(frameCount: Int) { inner.advance(frameCount: frameCount) }

  /// Calls nobody any more, and tells why.
  func fail(_ reason: DeviceError) {
    let all = clients.withLock { clients in
      defer { clients.removeAll() }
      return clients
    }
    for client in all {
      for direction in [DeviceDirection.output, .input] { inner.stop(client, direction) }
      client.deviceStopped(reason)
    }
  }
}
