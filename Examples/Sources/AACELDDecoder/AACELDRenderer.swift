import AudioToolbox
import Dispatch
import ExampleSupport
import Foundation

/// How many buffers are free. The queue's own thread says so, the packets' thread waits for it.
private final class FreeBuffers: Sendable {
  let count = DispatchSemaphore(value: 0)
}

private func bufferWasPlayed(
  _ userData: UnsafeMutableRawPointer?, _ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef
) {
  guard let userData else { return }
  Unmanaged<FreeBuffers>.fromOpaque(userData).takeUnretainedValue().count.signal()
}

/// Plays packets as they come, by an audio queue.
///
/// A queue gives its buffers back in the order in which they were put in, so that they can be used in turn.
final class AACELDRenderer {
  private let decoder: any PacketDecoder
  private let queue: AudioQueueRef
  private var buffers: [AudioQueueBufferRef] = []
  private var next = 0
  private var isRunning = false
  private let free = FreeBuffers()

  /// - Parameter format: What the decoder makes.
  init(decoder: any PacketDecoder, format: AudioStreamBasicDescription) throws {
    self.decoder = decoder
    var format = format
    var made: AudioQueueRef?
    let userData = Unmanaged.passUnretained(free).toOpaque()
    try check(
      "AudioQueueNewOutput", AudioQueueNewOutput(&format, bufferWasPlayed, userData, nil, nil, 0, &made))
    guard let made else { throw CallFailed("AudioQueueNewOutput", kAudio_ParamError) }
    queue = made
    // No packet of AAC-ELD has more than 512 frames, twice that with SBR.
    for _ in 0..<8 {
      var buffer: AudioQueueBufferRef?
      try check("AudioQueueAllocateBuffer", AudioQueueAllocateBuffer(queue, 1024 * format.mBytesPerFrame, &buffer))
      guard let buffer else { break }
      buffers.append(buffer)
      free.count.signal()
    }
  }

  deinit { AudioQueueDispose(queue, true) }

  /// Plays a packet behind those before it; waits while all buffers are in use.
  func play(_ aacData: Data) throws {
    guard let samples = try decoder.decode(aacData) else { return }
    free.count.wait()
    let buffer = buffers[next]
    next = (next + 1) % buffers.count
    samples.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      buffer.pointee.mAudioData.copyMemory(from: base, byteCount: source.count)
      buffer.pointee.mAudioDataByteSize = UInt32(source.count)
    }
    try check("AudioQueueEnqueueBuffer", AudioQueueEnqueueBuffer(queue, buffer, 0, nil))
    if !isRunning {
      try check("AudioQueueStart", AudioQueueStart(queue, nil))
      isRunning = true
    }
  }

  /// Returns when everything has been played.
  func finish() throws {
    guard isRunning else { return }
    try check("AudioQueueFlush", AudioQueueFlush(queue))
    try check("AudioQueueStop", AudioQueueStop(queue, false))
    for _ in buffers { free.count.wait() }
    // A semaphore must not go away with less than it came with.
    for _ in buffers { free.count.signal() }
    isRunning = false
  }
}
