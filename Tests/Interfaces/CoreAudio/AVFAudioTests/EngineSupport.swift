import AVFoundation
import AudioBase
import AudioDevices
import Foundation
import TestSupport
import Testing

/// An engine that a test renders, and what came of it.
final class OfflineEngine {
  let engine = AVAudioEngine()
  let format: AVAudioFormat
  let buffer: AVAudioPCMBuffer
  /// The samples of each channel since the beginning.
  var samples: [[Float]]

  init(rate: Double = 48000, channels: UInt32 = 2, capacity: AVAudioFrameCount = 512) throws {
    format = Make.format(rate: rate, channels: channels)
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: capacity)
    buffer = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity))
    samples = Array(repeating: [], count: Int(channels))
  }

  /// A player that is attached and connected to the main mixer.
  func player(_ format: AVAudioFormat? = nil) -> AVAudioPlayerNode {
    let player = AVAudioPlayerNode()
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: format ?? self.format)
    return player
  }

  /// Renders frames and returns those of the first channel.
  @discardableResult
  func render(_ count: Int, step: Int = 100) throws -> [Float] {
    let start = samples[0].count
    var rest = count
    while rest > 0 {
      let run = min(rest, step)
      let status = try engine.renderOffline(AVAudioFrameCount(run), to: buffer)
      expectEqual(status, .success)
      for channel in samples.indices {
        guard let data = buffer.floatChannelData else { continue }
        samples[channel] += UnsafeBufferPointer(start: data[channel], count: Int(buffer.frameLength))
      }
      rest -= run
    }
    return Array(samples[0][start...])
  }
}

extension AVAudioPCMBuffer {
  /// The samples of a channel.
  func floats(_ channel: Int = 0) -> [Float] {
    guard let data = floatChannelData else { return [] }
    return (0..<Int(frameLength)).map { data[channel][$0 * stride] }
  }
}

/// What handlers and taps report, from any thread.
final class Reports<Value: Sendable>: Sendable {
  private let list = Lock<[Value]>([])
  var all: [Value] { list.withLock { $0 } }
  func add(_ value: Value) { list.withLock { $0.append(value) } }

  /// Waits until there are so many, or a minute has gone by.
  func wait(for count: Int) async -> [Value] {
    for _ in 0..<6000 where all.count < count { try? await Task.sleep(for: .milliseconds(10)) }
    return all
  }
}

/// A device that a test lets fail.
final class FragileDevice: AudioDevice {
  let identifier = "fragile"
  let name = "Fragile"
  let format = DeviceFormat(sampleRate: 44100, channelCount: 2)
  let bufferFrameCount = 256
  private let clients = Lock<[any DeviceClient]>([])
  /// Why it does not start.
  let refusal: DeviceError?

  init(refusal: DeviceError? = nil) { self.refusal = refusal }

  var currentTime: DeviceTime { time(atSampleTime: 0) }
  func start(_ client: any DeviceClient, _ direction: DeviceDirection) throws(DeviceError) {
    if let refusal { throw refusal }
    clients.withLock { $0.append(client) }
  }
  func stop(_ client: any DeviceClient, _ direction: DeviceDirection) {
    clients.withLock { $0.removeAll { $0 === client } }
  }
  func time(atHostTime hostTime: UInt64) -> DeviceTime { DeviceTime(sampleTime: 0, hostTime: hostTime) }
  func time(atSampleTime sampleTime: Double) -> DeviceTime { DeviceTime(sampleTime: sampleTime, hostTime: 0) }
  func fail() { for client in clients.withLock({ $0 }) { client.deviceStopped(.disconnected) } }
}
