import AudioToolbox
import Foundation

/// One call of a converter: fills a buffer with what input blocks give.
struct OutputFilling {
  /// What ended the input in a call.
  enum Ending {
    /// Nothing, or the end of the stream.
    case none
    /// The block has nothing for now.
    case ranDry
  }

  typealias Outcome = (status: OSStatus, ending: Ending, count: UInt32)

  private let converter: ConverterHandle
  private let inputFormat: AVAudioFormat

  init(_ converter: ConverterHandle, inputFormat: AVAudioFormat) {
    self.converter = converter
    self.inputFormat = inputFormat
  }

  /// Fills a buffer of either kind, and says how many packets it holds.
  func fill(_ buffer: AVAudioBuffer, from block: @escaping AVAudioConverterInputBlock) -> Outcome {
    switch buffer {
    case let buffer as AVAudioPCMBuffer:
      let outcome = unsafe fill(
        buffer.mutableAudioBufferList, packetCount: buffer.frameCapacity, descriptions: nil, from: block)
      buffer.frameLength = min(outcome.count, buffer.frameCapacity)
      return outcome
    case let buffer as AVAudioCompressedBuffer:
      let list = unsafe buffer.mutableAudioBufferList
      let outcome = unsafe fill(
        list, packetCount: buffer.packetCapacity, descriptions: buffer.packetDescriptions, from: block)
      buffer.packetCount = min(outcome.count, buffer.packetCapacity)
      buffer.byteLength = outcome.count == 0 ? 0 : unsafe min(list.pointee.mBuffers.mDataByteSize, buffer.byteCapacity)
      return outcome
    default:
      return (kAudio_ParamError, .none, 0)
    }
  }

  private func fill(
    _ list: UnsafeMutablePointer<AudioBufferList>, packetCount: UInt32,
    descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, from block: @escaping AVAudioConverterInputBlock
  ) -> Outcome {
    guard packetCount > 0 else { return (kAudio_ParamError, .none, 0) }
    let feed = unsafe InputFeed(block, format: inputFormat)
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
    if feed.isDry, status == InputFeed.ranDry { return (noErr, .ranDry, count) }
    return (status, .none, count)
  }
}

/// The block of a call, as the input function of the C API needs it.
@safe
private final class InputFeed {
  /// What the input function returns where the block has nothing for now. It ends the call and is told to nobody.
  static let ranDry: OSStatus = 0x6472_7921  // 'dry!'

  private let block: AVAudioConverterInputBlock
  private let format: AVAudioFormat
  /// What the block gave last, which lives until the converter has taken it over.
  private var buffer: AVAudioBuffer?
  private(set) var isDry = false

  init(_ block: @escaping AVAudioConverterInputBlock, format: AVAudioFormat) {
    unsafe self.block = unsafe block
    self.format = format
  }

  /// Hands what the block gives to the converter.
  func supply(
    _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
    _ places: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) -> OSStatus {
    var answer = AVAudioConverterInputStatus.haveData
    buffer = unsafe block(count.pointee, &answer)
    unsafe count.pointee = 0
    switch answer {
    case .endOfStream: return noErr
    case .noDataNow:
      isDry = true
      return Self.ranDry
    case .haveData: break
    }
    guard let buffer else { return noErr }
    guard buffer.format == format else { return kAudio_ParamError }
    let source = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffer.audioBufferList))
    let target = unsafe UnsafeMutableAudioBufferListPointer(list)
    guard unsafe source.count == target.count else { return kAudioConverterErr_InvalidInputSize }
    for index in 0..<(unsafe source.count) { unsafe target[index] = source[index] }
    switch buffer {
    case let buffer as AVAudioPCMBuffer: unsafe count.pointee = buffer.frameLength
    case let buffer as AVAudioCompressedBuffer:
      unsafe count.pointee = buffer.packetCount
      if let places = unsafe places { unsafe places.pointee = buffer.packetDescriptions }
    default: return kAudio_ParamError
    }
    return noErr
  }
}
