import AudioBase
import Foundation

/// A buffer of a queue: what an `AudioQueueBufferRef` points to, and the memory that it points to in turn.
///
/// `@unchecked`: it belongs to one side at a time, the program or the queue, and changes hands under the lock of the
/// queue's list.
@safe
final class QueueBuffer: @unchecked Sendable {
  /// What programs see.
  let pointer: UnsafeMutablePointer<AudioQueueBuffer>
  let capacity: Int
  let descriptionCapacity: Int
  private let data: UnsafeMutableRawPointer
  private let places: UnsafeMutablePointer<AudioStreamPacketDescription>?

  /// Whose it is.
  enum Owner {
    case program
    /// It waits to be played or filled.
    case queue
    /// It was filled, and the program is about to be told what with.
    case delivery
  }

  /// Who may change the buffer; the queue's list guards it.
  var owner = Owner.program
  /// The packets that were enqueued with it.
  var descriptions: [PacketDescription] = []
  /// Bytes that were enqueued.
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
    // No more than are usual: what a caller asks for may be more than there is memory for.
    self.descriptions.reserveCapacity(min(Int(descriptionCount), 4096))
  }

  deinit {
    unsafe pointer.deallocate()
    unsafe free(data)
    unsafe free(places)
  }

  /// The number by which the buffer is found.
  var address: UInt { UInt(bitPattern: unsafe pointer) }

  // MARK: Output

  /// Takes over what the program says that the buffer holds.
  ///
  /// - Parameter given: The caller's descriptions, if there are any; otherwise the buffer's own hold.
  /// - Throws: `kAudioQueueErr_BufferEmpty`, `kAudio_ParamError` where packets are not described or lie outside.
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

  /// Packets that were enqueued.
  func packetCount(_ format: StreamFormat) -> Int {
    format.bytesPerPacket > 0 ? byteCount / format.bytesPerPacket : descriptions.count
  }

  /// Frames that were enqueued, as far as the format tells.
  func frameCount(_ format: StreamFormat) -> Int {
    if format.bytesPerPacket > 0 { return packetCount(format) * max(1, format.framesPerPacket) }
    var count = 0
    for place in descriptions { count += place.frameCount > 0 ? place.frameCount : format.framesPerPacket }
    return count
  }

  /// The bytes of a range.
  func withBytes<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) throws(Status) -> Result) throws(Status) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
    let bytes = unsafe UnsafeBufferPointer(
      start: (data + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
    return try body(unsafe bytes.span)
  }

  // MARK: Input

  /// Empties the buffer for what is captured.
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
