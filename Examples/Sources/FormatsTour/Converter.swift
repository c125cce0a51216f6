import AudioToolbox
import ExampleSupport
import Foundation

/// An audio converter, fed from memory.
final class Converter {
  private let converter: AudioConverterRef
  private let input: AudioStreamBasicDescription
  private var feed = Feed()

  init(
    from input: AudioStreamBasicDescription, to output: AudioStreamBasicDescription, cookie: Data? = nil
  ) throws {
    var (input, output) = (input, output)
    var made: AudioConverterRef?
    try check("AudioConverterNew", AudioConverterNew(&input, &output, &made))
    guard let made else { throw CallFailed("AudioConverterNew", kAudio_ParamError) }
    converter = made
    self.input = input
    try cookie?.withUnsafeBytes { memory in
      guard let base = memory.baseAddress else { return }
      try check(
        "DecompressionMagicCookie",
        AudioConverterSetProperty(made, kAudioConverterDecompressionMagicCookie, UInt32(memory.count), base))
    }
  }

  deinit { AudioConverterDispose(converter) }

  /// The output's format, completed by the codec.
  var output: AudioStreamBasicDescription {
    get throws {
      var format = AudioStreamBasicDescription()
      var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
      try check(
        "CurrentOutputStreamDescription",
        AudioConverterGetProperty(converter, kAudioConverterCurrentOutputStreamDescription, &size, &format))
      return format
    }
  }

  /// What an encoder has to say to a decoder of its packets.
  var cookie: Data {
    get throws {
      var size: UInt32 = 0
      let property = kAudioConverterCompressionMagicCookie
      try check("CompressionMagicCookie", AudioConverterGetPropertyInfo(converter, property, &size, nil))
      var bytes = [UInt8](repeating: 0, count: Int(size))
      try check("CompressionMagicCookie", AudioConverterGetProperty(converter, property, &size, &bytes))
      return Data(bytes)
    }
  }

  /// All samples of packets, in portions of a second.
  func samples(from packets: [Data]) throws -> Data {
    feed = Feed(packets: packets)
    var samples = Data()
    while true {
      let part = try fill(count: 44100, room: 44100 * Int(output.mBytesPerFrame)).data
      if part.isEmpty { return samples }
      samples += part
    }
  }

  /// All packets of interleaved samples, one by one.
  func packets(from samples: Data) throws -> [Data] {
    feed = Feed(packets: [samples], bytesPerFrame: Int(input.mBytesPerFrame))
    var largest: UInt32 = 0
    var size = UInt32(MemoryLayout<UInt32>.size)
    try check(
      "MaximumOutputPacketSize",
      AudioConverterGetProperty(converter, kAudioConverterPropertyMaximumOutputPacketSize, &size, &largest))
    var packets: [Data] = []
    while true {
      let (packet, count) = try fill(count: 1, room: Int(largest))
      if count == 0 { return packets }
      packets.append(packet)
    }
  }

  private func fill(count: UInt32, room: Int) throws -> (data: Data, packetCount: UInt32) {
    var data = Data(count: room)
    var count = count
    var place = AudioStreamPacketDescription()
    let made = try data.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: UInt32(room), mData: memory.baseAddress))
      try check(
        "AudioConverterFillComplexBuffer",
        AudioConverterFillComplexBuffer(
          converter, supplyInput, Unmanaged.passUnretained(feed).toOpaque(), &count, &list, &place))
      return Int(list.mBuffers.mDataByteSize)
    }
    return (count == 0 ? Data() : data.prefix(made), count)
  }

  /// Two channels, each in a buffer of its own.
  func planes(from samples: [Int16]) throws -> (left: [Int32], right: [Int32]) {
    feed = Feed(packets: [samples.withUnsafeBytes { Data($0) }], bytesPerFrame: Int(input.mBytesPerFrame))
    var left = [Int32](repeating: 0, count: samples.count / 2)
    var right = left
    var count = UInt32(left.count)
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    try left.withUnsafeMutableBufferPointer { leftPlane in
      try right.withUnsafeMutableBufferPointer { rightPlane in
        list[0] = AudioBuffer(leftPlane, numberOfChannels: 1)
        list[1] = AudioBuffer(rightPlane, numberOfChannels: 1)
        try check(
          "AudioConverterFillComplexBuffer",
          AudioConverterFillComplexBuffer(
            converter, supplyInput, Unmanaged.passUnretained(feed).toOpaque(), &count, list.unsafeMutablePointer, nil))
      }
    }
    return (left, right)
  }
}
