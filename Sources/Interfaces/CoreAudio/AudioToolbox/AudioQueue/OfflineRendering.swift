import AudioBase
import AudioConversion
import AudioDevices
import AudioPlayback
import Synchronization

/// The destination of a queue's frames that no device plays: `AudioQueueOfflineRender`.
///
/// `@unchecked`: the target is guarded by a lock, and the memory is used only inside the gate.
final class OfflineRendering: @unchecked Sendable {
  /// The program's format.
  struct Target: Sendable {
    let format: StreamFormat
    let encoder: SampleEncoder

    /// - Throws: `kAudioFormatUnsupportedDataFormatError`
    init(_ format: StreamFormat) throws(Status) {
      let isPossible =
        format.formatID == .linearPCM && format.bufferCount == 1 && format.bytesPerFrame > 0
        && format.sampleRate.isFinite && format.sampleRate > 0
        && (1...OutputQueue.largestChannelCount).contains(format.channelsPerFrame)
      guard isPossible, let layout = try? LinearPCMLayout(format) else {
        throw Status(kAudioFormatUnsupportedDataFormatError)
      }
      self.format = format
      encoder = SampleEncoder(layout)
    }

    var deviceFormat: DeviceFormat {
      DeviceFormat(sampleRate: format.sampleRate, channelCount: format.channelsPerFrame)
    }
  }

  private let target = Lock<Target?>(nil)
  private let flag = Atomic<Bool>(false)
  private let gate = ObjectGate()
  private var store = SampleStore(channelCount: 0, capacity: 0)
  private var bytes: [UInt8] = []

  /// True if the program asks for frames.
  var isOn: Bool { flag.load(ordering: .acquiring) }

  /// Begins or stops rendering for a target.
  func set(_ new: Target?) {
    target.withLock { $0 = new }
    flag.store(new != nil, ordering: .releasing)
  }

  /// The number of times that a program may enqueue buffers without frames before rendering gives up.
  private static let fruitlessRoundLimit = 1024

  /// Makes frames in the program's format, calling its functions where buffers are used up.
  ///
  /// One call at a time may do so, and none of the functions that it calls.
  func render(_ frameCount: Int, into buffer: QueueBuffer, of queue: OutputQueue) throws(Status) {
    guard !queue.delivery.isInCallback else { throw Status(kAudioQueueErr_InvalidRunState) }
    try gate.enter { () throws(Status) in
      guard let target = target.withLock({ $0 }) else { throw Status(kAudioQueueErr_InvalidOfflineMode) }
      let (byteCount, overflow) = frameCount.multipliedReportingOverflow(by: target.format.bytesPerFrame)
      guard !overflow, byteCount <= buffer.capacity else { throw Status(kAudio_ParamError) }
      guard queue.state.withLock({ $0.hasStarted }) else { throw Status(kAudioQueueErr_InvalidRunState) }
      if store.block.channelCount != target.format.channelsPerFrame {
        store = SampleStore(channelCount: target.format.channelsPerFrame, capacity: BufferRenderer.runLength)
      }
      buffer.beginCapture()
      let made = makeFrames(frameCount, of: queue)
      Self.encode(made, of: store.block, by: target.encoder, into: &bytes)
      Self.give(bytes, to: buffer)
    }
  }

  private static func encode(
    _ frameCount: Int, of block: borrowing PCMBlock, by encoder: SampleEncoder, into bytes: inout [UInt8]
  ) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: repeatElement(0, count: frameCount * encoder.bytesPerFrame))
    var span = bytes.mutableSpan
    encoder.encode(block, frames: 0..<frameCount, into: &span)
  }

  private static func give(_ bytes: [UInt8], to buffer: QueueBuffer) { buffer.append(bytes.span) }

  private func makeFrames(_ frameCount: Int, of queue: OutputQueue) -> Int {
    var made = 0
    var fruitlessRounds = 0
    while queue.phase == .running, fruitlessRounds < Self.fruitlessRoundLimit {
      let (count, isOver) = queue.player.render(into: store, made..<frameCount)
      made += count
      fruitlessRounds = count > 0 ? 0 : fruitlessRounds + 1
      if isOver { queue.didEnd() }
      queue.delivery.drain()
      // If no frames were made and nothing was enqueued meanwhile, there is nothing more now.
      if made >= frameCount || queue.player.list.isEmpty { break }
    }
    return made
  }
}
