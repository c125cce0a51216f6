import AudioBase
import AudioConversion
import AudioPlayback
import Foundation
import Synchronization

/// The object of an `AudioQueueProcessingTapRef`: a function of the program between two stages of a queue.
///
/// It is called on the thread that makes or takes samples, under the lock of the player or recorder. `@unchecked`: that
/// lock guards it.
@safe
final class ProcessingTap: HandleObject, StreamTap, @unchecked Sendable {
  /// The largest number of frames per call.
  static let maximumFrameCount = BufferRenderer.runLength

  let flags: AudioQueueProcessingTapFlags
  let position: TapPosition
  weak var queue: QueueObject?
  private let callback: AudioQueueProcessingTapCallback
  private let clientData: UnsafeMutableRawPointer?
  private let channelCount: Int
  private let list: CallbackBufferList
  /// The memory that the callback sees, of which a part is lent to the next stage.
  private let memory: SampleMemory
  private let output: SampleStore
  private var handle: AudioQueueProcessingTapRef?
  /// The stage before, while the tap is in place.
  var upstream: ((_ frameCount: Int) -> LentFrames)?
  /// The thread that calls the function; 0 while it is not being called.
  private let thread = Atomic<UInt>(0)
  private var pulled: (frameCount: Int, state: LentFrames.State) = (0, .more)
  private var isStart = true
  private var frameTime = 0.0
  /// The time line of the queue at the call.
  private var queueTime = (sampleTime: 0.0, frameCount: 0)

  init(
    _ queue: QueueObject, _ flags: AudioQueueProcessingTapFlags, channelCount: Int,
    _ callback: @escaping AudioQueueProcessingTapCallback, _ clientData: UnsafeMutableRawPointer?
  ) throws(Status) {
    switch (flags.contains(.preEffects), flags.contains(.postEffects)) {
    case (true, false): position = .beforeEffects
    case (false, true): position = .afterEffects
    default: throw Status(kAudioQueueErr_InvalidTapType)
    }
    let known: AudioQueueProcessingTapFlags = [.preEffects, .postEffects, .siphon]
    guard flags.isSubset(of: known) else { throw Status(kAudioQueueErr_InvalidTapType) }
    self.flags = flags
    self.queue = queue
    unsafe self.callback = callback
    unsafe self.clientData = clientData
    self.channelCount = channelCount
    list = CallbackBufferList(count: channelCount)
    memory = SampleMemory(channelCount: channelCount, capacity: Self.maximumFrameCount)
    output = SampleStore(channelCount: channelCount, capacity: Self.maximumFrameCount)
    super.init()
  }

  /// Opens a handle.
  func open() -> AudioQueueProcessingTapRef? {
    unsafe handle = Handles.insert(self)
    return unsafe handle
  }

  /// Returns the samples' format: 32-bit floats, channels apart.
  static func format(sampleRate: Double, channelCount: Int) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(StreamFormat.planarFloats(sampleRate: sampleRate, channelCount: channelCount))
  }

  private static var currentThread: UInt { UInt(pthread_self()) }

  /// Calls the program's function, which gives the frames.
  func read(_ frameCount: Int, at time: Double) -> LentFrames {
    guard let upstream else { return LentFrames(output, 0..<0, .starved) }
    let count = min(frameCount, Self.maximumFrameCount)
    pulled = (0, .starved)
    queueTime = (time, 0)
    thread.store(Self.currentThread, ordering: .relaxed)
    defer { thread.store(0, ordering: .relaxed) }
    if flags.contains(.siphon) {
      // The function only reads; its changes to the samples are ignored.
      let frames = upstream(count)
      pulled = (frames.count, frames.state)
      memory.take(frames)
      if frames.count > 0 { _ = call(frames.count) }
      return frames
    }
    memory.clear(count)
    let made = min(call(count), count)
    memory.give(made, to: &output.block)
    let rest = pulled.state == .ended ? LentFrames.State.ended : .starved
    return LentFrames(output, 0..<made, made > 0 ? .more : rest)
  }

  /// Calls the function over ``memory``.
  ///
  /// - Returns: The frames that it says it made.
  private func call(_ count: Int) -> Int {
    guard let handle = unsafe handle else { return 0 }
    var time = AudioTimeStamp(sampleTime: frameTime, nil)
    var flags: AudioQueueProcessingTapFlags = isStart ? .startOfStream : []
    var made = UInt32(self.flags.contains(.siphon) ? count : 0)
    let buffers = unsafe prepareList(count)
    // The header asks for client data that is there; programs give none as well.
    queue?.callTap {
      unsafe callback(
        clientData ?? UnsafeMutableRawPointer(handle), handle, UInt32(count), &time, &flags, &made, buffers)
    }
    frameTime += Double(made)
    return Int(made)
  }

  @unsafe
  private func prepareList(_ count: Int) -> UnsafeMutablePointer<AudioBufferList> {
    let buffers = unsafe list.prepare(channelsPerBuffer: 1)
    for channel in 0..<channelCount {
      unsafe AudioBufferMemory.buffer(channel, of: buffers).pointee = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(count * 4), mData: UnsafeMutableRawPointer(memory.plane(channel)))
    }
    return unsafe buffers
  }

  // MARK: Calls of the function

  /// Checks that the tap's function is being called, by this thread.
  private func requireContext() throws(Status) {
    guard thread.load(ordering: .relaxed) == Self.currentThread else { throw Status(kAudioQueueErr_InvalidTapContext) }
  }

  /// Writes the frames before the tap into a list.
  @unsafe
  func sourceAudio(
    _ frameCount: Int, _ target: UnsafeMutablePointer<AudioBufferList>
  ) throws(Status) -> (frameCount: Int, time: AudioTimeStamp, flags: AudioQueueProcessingTapFlags) {
    try requireContext()
    guard unsafe Int(target.pointee.mNumberBuffers) == channelCount, frameCount <= Self.maximumFrameCount else {
      throw Status(kAudio_ParamError)
    }
    if !flags.contains(.siphon), let upstream {
      let frames = upstream(frameCount)
      memory.take(frames)
      pulled = (frames.count, frames.state)
    }
    let count = min(frameCount, pulled.frameCount)
    queueTime.frameCount = count
    for channel in 0..<channelCount {
      let buffer = unsafe AudioBufferMemory.buffer(channel, of: target)
      let plane = unsafe UnsafeMutableRawPointer(memory.plane(channel))
      if let data = unsafe buffer.pointee.mData {
        guard unsafe count * 4 <= Int(buffer.pointee.mDataByteSize) || data == plane else {
          throw Status(kAudio_ParamError)
        }
        unsafe data.copyMemory(from: plane, byteCount: count * 4)
      } else {
        unsafe buffer.pointee.mData = plane
      }
      unsafe buffer.pointee.mDataByteSize = UInt32(count * 4)
    }
    var told: AudioQueueProcessingTapFlags = isStart ? .startOfStream : []
    isStart = false
    if pulled.state == .ended { told.insert(.endOfStream) }
    return (count, AudioTimeStamp(sampleTime: frameTime, nil), told)
  }

  /// Returns the time line's frame of the frames that the function got.
  func currentQueueTime() throws(Status) -> (sampleTime: Double, frameCount: Int) {
    try requireContext()
    return queueTime
  }

  /// Records that a stream starts over.
  func restart() {
    isStart = true
    frameTime = 0
  }
}
