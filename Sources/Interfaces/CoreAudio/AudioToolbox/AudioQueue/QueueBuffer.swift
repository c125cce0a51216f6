import AudioBase
import AudioPlayback
import Foundation
import Synchronization

/// A buffer of a queue: the target of an `AudioQueueBufferRef`, and the memory to which that points in turn.
///
/// `@unchecked`: it belongs to one side at a time, the program or the queue, and changes hands by its owner, a single
/// word.
@safe
final class QueueBuffer: PlayedBuffer, @unchecked Sendable {
  /// The struct that programs see.
  let pointer: UnsafeMutablePointer<AudioQueueBuffer>
  let capacity: Int
  let descriptionCapacity: Int
  private let data: UnsafeMutableRawPointer
  private let places: UnsafeMutablePointer<AudioStreamPacketDescription>?

  /// The owner of a buffer.
  private enum Owner: UInt8, AtomicRepresentable {
    case program
    /// The buffer waits to be played or filled.
    case queue
    /// The buffer was filled, and is about to be passed to the program.
    case delivery
  }

  /// The owner, who may change the buffer.
  private let owner = Atomic<Owner>(.program)
  /// The packets that were enqueued with it.
  var descriptions: [PacketDescription] = []
  /// The number of bytes that were enqueued.
  var byteCount = 0

  /// Allocates a buffer.
  ///
  /// - Throws: `kAudio_MemFullError`
  init(byteCount: UInt32, descriptionCount: UInt32) throws(Status) {
    guard let memory = unsafe malloc(max(1, Int(byteCount))) else { throw Status(kAudio_MemFullError) }
    var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    if descriptionCount > 0 {
      let size = Int(descriptionCount) * MemoryLayout<AudioStreamPacketDescription>.stride
      guard let memoryOfDescriptions = unsafe malloc(size) else {
        unsafe free(memory)
        throw Status(kAudio_MemFullError)
      }
      unsafe descriptions = memoryOfDescriptions.bindMemory(
        to: AudioStreamPacketDescription.self, capacity: Int(descriptionCount))
    }
    unsafe data = memory
    unsafe places = descriptions
    capacity = Int(byteCount)
    descriptionCapacity = Int(descriptionCount)
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(
      to: AudioQueueBuffer(
        mAudioDataBytesCapacity: byteCount, mAudioData: memory, mAudioDataByteSize: 0, mUserData: nil,
        mPacketDescriptionCapacity: descriptionCount, mPacketDescriptions: descriptions, mPacketDescriptionCount: 0))
    // The usual number at most: a caller may request more than there is memory for.
    self.descriptions.reserveCapacity(min(Int(descriptionCount), 4096))
  }

  deinit {
    unsafe pointer.deallocate()
    unsafe free(data)
    unsafe free(places)
  }

  /// The address that identifies the buffer.
  var address: UInt { UInt(bitPattern: unsafe pointer) }

  // MARK: The owner

  /// Claims the buffer for the queue before anything in it is read or changed: only one of two threads succeeds.
  ///
  /// - Throws: `failure` if the queue has it.
  func claim(orThrow failure: OSStatus) throws(Status) {
    let isNew = owner.compareExchange(expected: .program, desired: .queue, ordering: .acquiringAndReleasing).exchanged
    if !isNew { throw Status(failure) }
  }

  /// True if it waits to be played or filled.
  var isEnqueued: Bool { owner.load(ordering: .acquiring) == .queue }

  /// Records that the buffer was filled: the program may free it, but enqueue it only after receiving it.
  func handOver() { owner.store(.delivery, ordering: .releasing) }

  /// Records that the program owns the buffer again.
  func release() { owner.store(.program, ordering: .releasing) }

  // MARK: Output

  /// Adopts the program's description of the contents.
  ///
  /// - Parameter given: The caller's descriptions, if there are any; otherwise the buffer's own descriptions are used.
  /// - Throws: `kAudioQueueErr_BufferEmpty`, `kAudio_ParamError` if packets are not described or extend beyond the
  ///   buffer.
  @unsafe
  func takeContents(
    _ format: StreamFormat, _ given: UnsafeBufferPointer<AudioStreamPacketDescription>
  ) throws(Status) {
    byteCount = unsafe Int(pointer.pointee.mAudioDataByteSize)
    guard byteCount > 0 else { throw Status(kAudioQueueErr_BufferEmpty) }
    guard byteCount <= capacity else { throw Status(kAudio_ParamError) }
    descriptions.removeAll(keepingCapacity: true)
    guard format.bytesPerPacket == 0 else {
      guard byteCount >= format.bytesPerPacket else { throw Status(kAudio_ParamError) }
      return
    }
    let own = unsafe Int(pointer.pointee.mPacketDescriptionCount)
    let source =
      if given.isEmpty, let places = unsafe places {
        unsafe UnsafeBufferPointer(start: places, count: min(own, descriptionCapacity))
      } else {
        unsafe given
      }
    guard !source.isEmpty else { throw Status(kAudio_ParamError) }
    for index in 0..<source.count {
      guard let place = unsafe PacketDescription(source[index], of: format), place.startOffset <= byteCount,
        place.byteCount <= byteCount - place.startOffset
      else { throw Status(kAudio_ParamError) }
      descriptions.append(place)
    }
  }

  /// Returns the bytes of a range.
  func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
    let bytes = unsafe UnsafeBufferPointer(
      start: (data + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
    return try body(unsafe bytes.span)
  }

  // MARK: Input

  /// Empties the buffer for captured frames.
  func beginCapture() {
    byteCount = 0
    descriptions.removeAll(keepingCapacity: true)
    unsafe pointer.pointee.mAudioDataByteSize = 0
    unsafe pointer.pointee.mPacketDescriptionCount = 0
  }

  /// Adds bytes of packets.
  func append(_ bytes: Span<UInt8>) {
    precondition(bytes.count <= capacity - byteCount)
    let target = unsafe data + byteCount
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe target.copyMemory(from: start, byteCount: source.count) }
    }
    byteCount += bytes.count
    unsafe pointer.pointee.mAudioDataByteSize = UInt32(byteCount)
  }

  /// Adds a packet that has a description.
  func append(_ bytes: Span<UInt8>, frameCount: Int) {
    descriptions.append(PacketDescription(startOffset: byteCount, byteCount: bytes.count, frameCount: frameCount))
    append(bytes)
    if descriptions.count <= descriptionCapacity, let places = unsafe places {
      unsafe places[descriptions.count - 1] = AudioStreamPacketDescription(descriptions[descriptions.count - 1])
      unsafe pointer.pointee.mPacketDescriptionCount = UInt32(descriptions.count)
    }
  }
}
