import AVFAudio
import AudioBase
import AudioDevices
import AudioPlayback
import CoreMedia
import Synchronization

/// Captures from a device for the outputs of a session, from a start to the stop after it.
///
/// ```
/// device ─► ring ─► deliveries ─► queues of the delegates
///  └ device's thread   └ a thread of the stream's own
/// ```
final class CaptureRun: Sendable {
  private let stream: CaptureStream

  /// Prepares to capture.
  ///
  /// - Parameter lost: Called once if the device stops by itself.
  init(from device: any AudioDevice, to deliveries: [CaptureDelivery], lost: @escaping @Sendable (DeviceError) -> Void)
  {
    let reader = Handover(CaptureReader(device, deliveries, lost))
    let source = CaptureSource()
    stream = CaptureStream(from: device) { if let stream = source.stream { reader.value.read(from: stream) } }
    source.stream = stream
  }

  func start() throws(DeviceError) { try stream.start(at: nil) }

  /// Stops capturing. Buffers that wait in the delegates' queues are still delivered.
  func stop() { stream.stop() }
}

/// The stream that a thread reads, which does not own it.
///
/// `@unchecked`: it is set before the stream starts, and read by the stream's thread alone.
private final class CaptureSource: @unchecked Sendable {
  weak var stream: CaptureStream?
}

/// Reads captured frames, and passes them to each delivery. Only one call is made at a time.
private final class CaptureReader {
  private let store: SampleStore
  private let deliveries: [CaptureDelivery]
  private let lost: @Sendable (DeviceError) -> Void
  private var isLost = false

  init(_ device: any AudioDevice, _ deliveries: [CaptureDelivery], _ lost: @escaping @Sendable (DeviceError) -> Void) {
    // Bound: a cycle of a device.
    store = SampleStore(channelCount: device.format.channelCount, capacity: device.bufferFrameCount)
    (self.deliveries, self.lost) = (deliveries, lost)
  }

  func read(from stream: CaptureStream) {
    while true {
      let (frameCount, time) = stream.read(into: store)
      guard frameCount > 0 else { break }
      for delivery in deliveries { delivery.take(store, frameCount: frameCount, at: time) }
    }
    guard !isLost, let failure = stream.deviceFailure else { return }
    isLost = true
    lost(failure)
  }
}

/// Converts captured frames to sample buffers of an output's format, and passes them on.
///
/// It belongs to one thread at a time.
final class CaptureDelivery {
  /// Hands a buffer to the program, and calls the function once that has been done.
  typealias Receiver = (_ buffer: CMSampleBuffer, _ hasPassed: @escaping @Sendable () -> Void) -> Void

  private let buffers: CapturedBuffers
  private let connection: AVCaptureConnection
  private let device: any AudioDevice
  private let receive: Receiver
  private let waiting = WaitingFrames()
  /// The device's frame at which the next output frame was captured.
  private var position = Double.nan
  /// The device's frame that comes next.
  private var expected = Double.nan

  /// The seconds of sound that may wait for the program.
  private static let patience = 1.0

  init(
    _ buffers: CapturedBuffers, _ connection: AVCaptureConnection, _ device: any AudioDevice,
    receive: @escaping Receiver
  ) {
    (self.buffers, self.connection, self.device, self.receive) = (buffers, connection, device, receive)
  }

  /// Takes frames; the first one was captured at the given frame of the device.
  func take(_ store: SampleStore, frameCount: Int, at time: Double) {
    guard connection.isEnabled, let buffer = buffers.makeBuffer(frameCount: frameCount) else { return }
    // Frames that were lost move the times of all that follow.
    position = expected.isNaN ? time : position + (time - expected)
    expected = time + Double(frameCount)
    for channel in 0..<store.block.channelCount {
      guard let plane = unsafe buffer.floatChannelData?[channel] else { return }
      let samples = store.block.channel(channel)
      for index in 0..<frameCount { unsafe plane[index] = samples[index] }
    }
    connection.meter.measure(buffer)
    connection.meter.update()
    // The formats were checked when the delivery was made; a buffer for which there is no memory is dropped, and the
    // times tell it.
    try? buffers.convert(buffer) { pass($0) }
  }

  private func pass(_ buffer: AVAudioPCMBuffer) {
    let moment = device.time(atSampleTime: position)
    position += Double(buffer.frameLength) * device.format.sampleRate / buffers.output.sampleRate
    let frameCount = Int(buffer.frameLength)
    let limit = Int(Self.patience * buffers.output.sampleRate)
    guard waiting.count.load(ordering: .acquiring) < limit,
      let made = try? CMSampleBuffer.ofCaptured(buffer, at: moment.hostTime)
    else { return }
    waiting.count.add(frameCount, ordering: .acquiringAndReleasing)
    receive(made) { [waiting] in waiting.count.subtract(frameCount, ordering: .acquiringAndReleasing) }
  }
}

/// The number of frames that the program has not taken yet.
private final class WaitingFrames: Sendable {
  let count = Atomic<Int>(0)
}

extension CMSampleBuffer {
  /// Returns a copy of frames that were captured at a time of the host's clock, in nanoseconds.
  fileprivate static func ofCaptured(_ buffer: AVAudioPCMBuffer, at hostTime: UInt64) throws -> CMSampleBuffer {
    let made = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: buffer.format.formatDescription,
      numSamples: Int(buffer.frameLength), presentationTimeStamp: CMClock.convertSystemUnitsToHostTime(hostTime),
      packetDescriptions: [], makeDataReadyHandler: { _ in noErr })
    try unsafe made.setDataBuffer(
      fromAudioBufferList: buffer.audioBufferList, flags: .audioBufferListAssure16ByteAlignment)
    return made
  }
}
