import AudioToolbox
import Foundation

/// The memory of a buffer and two lists that describe it: one for the used part, one for the whole.
@safe
final class BufferMemory {
  /// The buffers with the bytes that are in use.
  let used: UnsafeMutableAudioBufferListPointer
  /// The buffers with all their bytes.
  private let whole: UnsafeMutableAudioBufferListPointer
  /// Memory that belongs to this object; `nil` if it belongs to another object.
  private let storage: UnsafeMutableRawPointer?
  /// The address of each buffer.
  let addresses: [UnsafeMutableRawPointer]
  /// The number of bytes of each buffer.
  let byteCapacity: Int

  /// Creates zeroed buffers of `byteCapacity` bytes each; `nil` if the system lacks the memory.
  init?(bufferCount: Int, byteCapacity: Int, channelsPerBuffer: UInt32) {
    // Each buffer is aligned for vectors. Pages that are never accessed cost nothing.
    let distance = max(16, (byteCapacity + 15) / 16 * 16)
    guard let memory = unsafe calloc(bufferCount, distance) else { return nil }
    unsafe storage = memory
    unsafe addresses = (0..<bufferCount).map { unsafe memory + $0 * distance }
    self.byteCapacity = byteCapacity
    unsafe used = Self.list(addresses, channelsPerBuffer, byteCount: 0)
    unsafe whole = Self.list(addresses, channelsPerBuffer, byteCount: byteCapacity)
  }

  /// Creates a list over buffers of another owner.
  init(addresses: [UnsafeMutableRawPointer], byteCapacity: Int, channelsPerBuffer: UInt32) {
    unsafe storage = nil
    unsafe self.addresses = addresses
    self.byteCapacity = byteCapacity
    unsafe used = Self.list(addresses, channelsPerBuffer, byteCount: byteCapacity)
    unsafe whole = Self.list(addresses, channelsPerBuffer, byteCount: byteCapacity)
  }

  deinit {
    unsafe free(storage)
    unsafe used.unsafeMutablePointer.deallocate()
    unsafe whole.unsafeMutablePointer.deallocate()
  }

  private static func list(
    _ addresses: [UnsafeMutableRawPointer], _ channels: UInt32, byteCount: Int
  ) -> UnsafeMutableAudioBufferListPointer {
    let list = unsafe AudioBufferList.allocate(maximumBuffers: max(1, addresses.count))
    unsafe list.count = addresses.count
    for index in unsafe addresses.indices {
      unsafe list[index] = AudioBuffer(
        mNumberChannels: channels, mDataByteSize: UInt32(byteCount), mData: addresses[index])
    }
    return unsafe list
  }

  /// Sets the number of bytes in use of each buffer.
  func use(byteCount: Int) {
    for index in 0..<(unsafe used.count) { unsafe used[index].mDataByteSize = UInt32(byteCount) }
  }

  /// The list of the whole buffer, for functions that fill it; their earlier changes to it are discarded.
  var fillable: UnsafeMutablePointer<AudioBufferList> {
    unsafe whole.count = addresses.count
    for index in unsafe addresses.indices {
      unsafe whole[index].mDataByteSize = UInt32(byteCapacity)
      unsafe whole[index].mData = addresses[index]
    }
    return unsafe whole.unsafeMutablePointer
  }

  /// Copies bytes of each buffer from another memory with the same number of buffers.
  func copy(from other: BufferMemory, byteCount: Int) {
    for unsafe(target, source) in unsafe zip(addresses, other.addresses) {
      unsafe target.copyMemory(from: source, byteCount: byteCount)
    }
  }
}
