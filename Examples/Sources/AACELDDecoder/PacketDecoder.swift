import AudioToolbox
import ExampleSupport
import Foundation

/// What the program needs of a decoder: one access unit in, its samples out.
protocol PacketDecoder {
  func decode(_ frame: Data) throws -> Data?
}

/// The text's decoder is made for AirPlay's streams: 44.1 kHz, stereo, 480 samples a packet, no configuration.
extension AACELDDecoder: PacketDecoder {
  /// What the text calls its input format.
  struct AACELDInputFormat: Sendable {
    var sampleRate: Double
    var channels: UInt32
    var inputFramesPerPacket: UInt32

    static let `default` = AACELDInputFormat(sampleRate: 44100, channels: 2, inputFramesPerPacket: 480)
  }
}

/// The same for any AAC-ELD stream: both lengths of frames, every rate, mono and stereo, with a configuration or
/// without.
final class ConfiguredDecoder: PacketDecoder {
  let converter: AudioConverterRef
  let input: AudioStreamBasicDescription
  let output: AudioStreamBasicDescription

  /// - Parameter configuration: The AudioSpecificConfig, raw or in an ESDS. Where there is one it decides on the
  ///   format.
  init(_ format: AACELDDecoder.AACELDInputFormat = .default, configuration: Data? = nil) throws {
    var input = AudioStreamBasicDescription.coded(
      kAudioFormatMPEG4AAC_ELD, rate: format.sampleRate, channels: format.channels,
      framesPerPacket: format.inputFramesPerPacket)
    if let configuration {
      input = try Self.format(in: configuration)
    }
    var output = AudioStreamBasicDescription.pcm16(rate: input.mSampleRate, channels: input.mChannelsPerFrame)
    var made: AudioConverterRef?
    let status = AudioConverterNew(&input, &output, &made)
    guard status == noErr, let made else { throw DecoderError.cannotCreateConverter(status) }
    converter = made
    self.input = input
    self.output = output
    guard let configuration else { return }
    try configuration.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      try check(
        "AudioConverterSetProperty(DecompressionMagicCookie)",
        AudioConverterSetProperty(made, kAudioConverterDecompressionMagicCookie, UInt32(bytes.count), base))
    }
  }

  deinit { AudioConverterDispose(converter) }

  /// What a configuration says of its stream.
  private static func format(in configuration: Data) throws -> AudioStreamBasicDescription {
    var format = AudioStreamBasicDescription()
    format.mFormatID = kAudioFormatMPEG4AAC_ELD
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    try configuration.withUnsafeBytes { bytes in
      try check(
        "AudioFormatGetProperty(FormatInfo)",
        AudioFormatGetProperty(
          kAudioFormatProperty_FormatInfo, UInt32(bytes.count), bytes.baseAddress, &size, &format))
    }
    return format
  }

  func decode(_ frame: Data) throws -> Data? {
    var frames = input.mFramesPerPacket
    let capacity = Int(frames * output.mBytesPerFrame)
    var samples = Data(count: capacity)
    var status = noErr
    frame.withUnsafeBytes { packet in
      samples.withUnsafeMutableBytes { room in
        guard let data = packet.baseAddress, let target = room.baseAddress else { return }
        var place = AudioStreamPacketDescription(
          mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
        withUnsafeMutablePointer(to: &place) { place in
          var context = PacketContext(
            data: data, size: UInt32(packet.count), channelCount: input.mChannelsPerFrame, packetDescPtr: place)
          var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
              mNumberChannels: output.mChannelsPerFrame, mDataByteSize: UInt32(capacity), mData: target))
          status = AudioConverterFillComplexBuffer(converter, AACELDInputDataProc, &context, &frames, &list, nil)
        }
      }
    }
    guard status == noErr, frames > 0 else { throw DecoderError.decodeFailed(status) }
    return samples.prefix(Int(frames * output.mBytesPerFrame))
  }
}
