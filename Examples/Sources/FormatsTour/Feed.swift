import AudioToolbox
import Foundation

/// The input of a converter: packets that differ in size, or one run of frames that do not.
final class Feed {
  private var rest: ArraySlice<Data>
  private let bytesPerFrame: Int
  /// What was handed out last; it stays where it is until the next call.
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 16)
  private let place = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: 1)

  /// - Parameter bytesPerFrame: 0 where each element is a packet.
  init(packets: [Data] = [], bytesPerFrame: Int = 0) {
    rest = packets[...]
    self.bytesPerFrame = bytesPerFrame
  }

  deinit {
    memory.deallocate()
    place.deallocate()
  }

  /// Hands out the next element. None is the end of the input.
  fileprivate func next(
    _ count: inout UInt32, _ list: inout AudioBufferList,
    _ places: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) {
    guard let element = rest.popFirst() else {
      count = 0
      return
    }
    memory.deallocate()
    memory = .allocate(byteCount: element.count, alignment: 16)
    memory.copyBytes(from: element)
    list.mBuffers.mData = memory.baseAddress
    list.mBuffers.mDataByteSize = UInt32(element.count)
    count = bytesPerFrame > 0 ? UInt32(element.count / bytesPerFrame) : 1
    place.pointee = AudioStreamPacketDescription(
      mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(element.count))
    places?.pointee = place
  }
}

/// The converter's input function.
func supplyInput(
  _ converter: AudioConverterRef, _ count: UnsafeMutablePointer<UInt32>,
  _ list: UnsafeMutablePointer<AudioBufferList>,
  _ places: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
  _ userData: UnsafeMutableRawPointer?
) -> OSStatus {
  guard let userData else { return kAudio_ParamError }
  Unmanaged<Feed>.fromOpaque(userData).takeUnretainedValue().next(&count.pointee, &list.pointee, places)
  return noErr
}
