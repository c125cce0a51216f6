import AudioBase
import AudioDevices
import Synchronization

// Bound throughout: a recorder checks its options, and devices have few channels.
// Holds throughout: no more frames are asked for than the buffer holds.

/// The state that a recorder, its writing thread and its device share. The device's thread takes none of the locks.
final class RecorderCore: Sendable {
  struct Control {
    var isAttached = false
    var isFinished = false
  }

  /// The destination of the samples, with its failure.
  struct Output {
    var sink: any SampleSink
    var samples: [Float]
    var frameCount = 0
    var failure: AudioError?
  }

  let device: any AudioDevice
  let client: RecorderClient
  let options: RecorderOptions
  let control = Lock(Control())
  let output: Lock<Output>
  private let thread = ServiceThread()

  /// The largest number of frames that are written at a time.
  private static let runLength = 2048

  init(_ sink: sending any SampleSink, from device: any AudioDevice, _ options: RecorderOptions) {
    self.device = device
    self.options = options
    let format = device.format
    let length = max(Int(saturating: options.queueSeconds * format.sampleRate), 4 * device.bufferFrameCount)
    client = RecorderClient(SampleRing(channelCount: format.channelCount, minimumCapacity: length))
    let samples = [Float](repeating: 0, count: Self.runLength * format.channelCount)
    output = Lock(Output(sink: sink, samples: samples))
  }

  /// Passes on all captured frames.
  func drain() {
    let channelCount = device.format.channelCount
    output.withLock { output in
      while output.failure == nil {
        let count = min(client.ring.queuedCount, Self.runLength)
        guard count > 0 else { return }
        var all = output.samples.mutableSpan
        var part = all._mutatingExtracting(0..<(count * channelCount))
        _ = client.ring.read(into: &part, stride: count)
        do throws(AudioError) {
          try Self.write(output.samples, count: count * channelCount, frameCount: count, to: &output.sink)
          output.frameCount += count
        } catch {
          output.failure = error
        }
      }
    }
  }

  private static func write(
    _ samples: [Float], count: Int, frameCount: Int, to sink: inout any SampleSink
  ) throws(AudioError) {
    try sink.write(samples.span.extracting(0..<count), frameCount: frameCount)
  }

  /// Starts the writing thread, unless it is running or the program drains the recorder. The caller holds the control
  /// lock.
  func startWriter() throws(AudioError) {
    guard options.feeding == .thread else { return }
    let pause = options.queueSeconds / 8
    try raising { () throws(DeviceError) in
      try thread.start("writer", queueSeconds: options.queueSeconds) {
        self.drain()
        return pause
      }
    }
  }

  /// Releases the device and the writing thread. Control is held by the caller.
  func detach(_ control: inout Control) {
    thread.stop()
    client.setRecording(false)
    guard control.isAttached else { return }
    device.stop(client, .input)
    control.isAttached = false
  }

  /// Passes on the rest and completes the sink.
  func finish() throws(AudioError) {
    drain()
    try output.withLock { output throws(AudioError) in
      if let failure = output.failure { throw failure }
      try output.sink.finish()
    }
  }
}
