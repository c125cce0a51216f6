import AudioToolbox
import Foundation

/// One call of a converter: fills a buffer with what its feed gives.
struct OutputFilling {
  /// How a call ended, and how many packets it made.
  typealias Outcome = (status: OSStatus, count: UInt32)

  private let converter: ConverterHandle
  private let feed: InputFeed

  init(_ converter: ConverterHandle, _ feed: InputFeed) {
    self.converter = converter
    self.feed = feed
  }

  /// Fills a buffer of either kind, and says how many packets it holds.
  func fill(_ buffer: AVAudioBuffer) -> Outcome {
    switch buffer {
    case let buffer as AVAudioPCMBuffer:
      let outcome = unsafe fill(buffer.mutableAudioBufferList, packetCount: buffer.frameCapacity, descriptions: nil)
      buffer.frameLength = min(outcome.count, buffer.frameCapacity)
      return outcome
    case let buffer as AVAudioCompressedBuffer:
      let list = unsafe buffer.mutableAudioBufferList
      let outcome = unsafe fill(list, packetCount: buffer.packetCapacity, descriptions: buffer.packetDescriptions)
      buffer.packetCount = min(outcome.count, buffer.packetCapacity)
      buffer.byteLength = outcome.count == 0 ? 0 : unsafe min(list.pointee.mBuffers.mDataByteSize, buffer.byteCapacity)
      return outcome
    default:
      return (kAudio_ParamError, 0)
    }
  }

  private func fill(
    _ list: UnsafeMutablePointer<AudioBufferList>, packetCount: UInt32,
    descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) -> Outcome {
    guard packetCount > 0 else { return (kAudio_ParamError, 0) }
    var count = packetCount
    let status = withExtendedLifetime(feed) {
      unsafe AudioConverterFillComplexBuffer(
        converter.handle,
        { _, count, list, places, userData in
          guard let userData = unsafe userData else { return kAudio_ParamError }
          let feed = unsafe Unmanaged<InputFeed>.fromOpaque(userData).takeUnretainedValue()
          return unsafe feed.supply(count, list, places)
        }, Unmanaged.passUnretained(feed).toOpaque(), &count, list, descriptions)
    }
    return (status, count)
  }
}
