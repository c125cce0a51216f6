import AudioBase
import AudioDevices
public import AudioErrors
public import AudioPlayback
public import AudioReception

/// Reads a received stream in real time, into a file or the program's own sink.
///
/// ```swift
/// var recording = ReceivedRecording(samples, into: try FileRecording(creating: "out.wav", format, from: device))
/// while !isToEnd { try recording.advance() }
/// try recording.finish()
/// ```
public struct ReceivedRecording<Sink: SampleSink>: ~Copyable {
  /// The number of frames written.
  public private(set) var frameCount: Int64 = 0
  private let samples: ReceivedSamples
  private var sink: Sink
  private var block: PCMBlock
  private var start: UInt64?

  /// Prepares to write.
  public init(_ samples: ReceivedSamples, into sink: Sink) {
    self.samples = samples
    self.sink = sink
    // Bound: 10 ms of the channels that are heard. More at a time would want units before they can have come.
    let count = max(1, Int(saturating: (samples.sampleRate / 100).rounded()))
    block = PCMBlock(channelCount: samples.channelCount, capacity: count)
  }

  /// Waits until the next frames are due, and writes them; returns false at the end of the stream.
  ///
  /// - Throws: `AudioError` if the sink fails.
  public mutating func advance() throws(AudioError) -> Bool {
    let first = start ?? HostClock.now
    start = first
    let moment = first + UInt64(Double(frameCount) / max(1, samples.sampleRate) * 1e9)
    HostClock.sleep(until: moment)
    let count = samples.read(into: &block, at: Int64(truncatingIfNeeded: moment))
    guard count > 0 else { return false }
    frameCount += Int64(count)
    block.setFrameCount(count)
    try Self.write(block, to: &sink)
    return count == block.capacity
  }

  private static func write(_ block: borrowing PCMBlock, to sink: inout Sink) throws(AudioError) {
    guard block.frameCount < block.capacity else { return try sink.write(block.planes, frameCount: block.frameCount) }
    var part: [Float] = []
    for channel in 0..<block.channelCount {
      let plane = block.channel(channel)
      for index in plane.indices { part.append(plane[index]) }
    }
    try sink.write(part.span, frameCount: block.frameCount)
  }

  /// Completes the sink.
  ///
  /// - Throws: `AudioError` if the sink fails.
  public mutating func finish() throws(AudioError) { try sink.finish() }
}
