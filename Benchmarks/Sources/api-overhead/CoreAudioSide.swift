import AudioBase
import AudioToolbox
import BenchmarkSupport

/// Decodes as a program for Apple's systems does.
final class CoreAudioSide {
  private let converter: AudioConverterRef
  private let material: Material
  private let channelCount: Int
  private var next = 0
  private var start = 0
  private var descriptions: [AudioStreamPacketDescription]
  private var output: [UInt8]

  init(_ material: Material, _ format: DecodedFormat) throws {
    self.material = material
    channelCount = format.layout.channelCount
    descriptions = Array(repeating: AudioStreamPacketDescription(), count: 64)
    output = Array(repeating: 0, count: Pass.portion * channelCount * 4)
    var input = AudioStreamBasicDescription()
    input.mSampleRate = format.sampleRate
    input.mFormatID = kAudioFormatMPEG4AAC
    input.mChannelsPerFrame = UInt32(channelCount)
    input.mFramesPerPacket = UInt32(format.framesPerPacket)
    var samples = AudioStreamBasicDescription()
    samples.mSampleRate = format.sampleRate
    samples.mFormatID = kAudioFormatLinearPCM
    samples.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
    samples.mChannelsPerFrame = UInt32(channelCount)
    samples.mFramesPerPacket = 1
    samples.mBytesPerFrame = UInt32(channelCount * 4)
    samples.mBytesPerPacket = samples.mBytesPerFrame
    samples.mBitsPerChannel = 32
    var made: AudioConverterRef?
    var status = AudioConverterNew(&input, &samples, &made)
    guard status == noErr, let made else { throw Failure(status: status) }
    converter = made
    status = AudioConverterSetProperty(
      made, kAudioConverterDecompressionMagicCookie, UInt32(material.configuration.count), material.configuration)
    guard status == noErr else { throw Failure(status: status) }
  }

  deinit { AudioConverterDispose(converter) }

  /// Decodes all packets.
  func decode() throws -> Pass {
    AudioConverterReset(converter)
    (next, start) = (0, 0)
    var pass = Pass()
    let size = output.count
    try material.bytes.withUnsafeBytes { input in
      try descriptions.withUnsafeMutableBufferPointer { places in
        try output.withUnsafeMutableBytes { memory in
          var feed = Feed(input: input, places: places, sizes: material.sizes)
          while true {
            var list = AudioBufferList(
              mNumberBuffers: 1,
              mBuffers: AudioBuffer(
                mNumberChannels: UInt32(channelCount), mDataByteSize: UInt32(size), mData: memory.baseAddress))
            var count = UInt32(Pass.portion)
            let status = withUnsafeMutablePointer(to: &feed) { feed in
              AudioConverterFillComplexBuffer(converter, Feed.function, feed, &count, &list, nil)
            }
            guard status == noErr else { throw Failure(status: status) }
            pass.note(
              UnsafeRawBufferPointer(memory).prefixing(Int(list.mBuffers.mDataByteSize)), frameCount: Int(count))
            if count < Pass.portion { return }
          }
        }
      }
    }
    return pass
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func prefixing(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[0..<count])
  }
}

/// The packets as a callback gives them: where they lie, without a copy.
private struct Feed {
  let input: UnsafeRawBufferPointer
  let places: UnsafeMutableBufferPointer<AudioStreamPacketDescription>
  let sizes: [Int]
  var next = 0
  var start = 0

  static let function: AudioConverterComplexInputDataProc = { _, count, list, descriptions, userData in
    guard let feed = userData?.assumingMemoryBound(to: Feed.self) else { return kAudio_ParamError }
    return feed.pointee.give(count, list, descriptions)
  }

  mutating func give(
    _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
    _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) -> OSStatus {
    let wanted = min(Int(count.pointee), places.count, sizes.count - next)
    var length = 0
    for index in 0..<wanted {
      let size = sizes[next + index]
      places[index] = AudioStreamPacketDescription(
        mStartOffset: Int64(length), mVariableFramesInPacket: 0, mDataByteSize: UInt32(size))
      length += size
    }
    list.pointee.mBuffers.mData = input.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + start) }
    list.pointee.mBuffers.mDataByteSize = UInt32(length)
    descriptions?.pointee = places.baseAddress
    count.pointee = UInt32(wanted)
    next += wanted
    start += length
    return noErr
  }
}
