import AudioToolbox
import CoreMedia
import Dispatch
import ExampleSupport
import Foundation

/// Decodes packets of sound: sample buffers of one packet in, sample buffers of 16-bit samples out.
///
/// The text's decoder supposes 1024 frames in a packet. This one asks the format, and decodes what comes.
final class KFAudioDecoder {
  /// Takes what has been decoded.
  var sampleBufferOutputCallBack: ((CMSampleBuffer) -> Void)?
  /// Takes the first error, after which nothing is decoded any more.
  var errorCallBack: ((any Error) -> Void)?

  private var converter: AudioConverterRef?
  private var pcmFormat: CMFormatDescription?
  private var output = AudioStreamBasicDescription()
  private var buffer: [UInt8] = []
  private var isError = false
  private let decoderQueue = DispatchQueue(label: "com.KeyFrameKit.audioDecoder")

  deinit { if let converter { AudioConverterDispose(converter) } }

  /// Decodes a packet. Returns when the callbacks have been called, in the order of the packets.
  func decodeSampleBuffer(_ sampleBuffer: CMSampleBuffer) {
    decoderQueue.sync {
      guard !isError, CMSampleBufferGetDataBuffer(sampleBuffer) != nil else { return }
      do {
        try decode(sampleBuffer)
      } catch {
        isError = true
        errorCallBack?(error)
      }
    }
  }

  private func decode(_ sampleBuffer: CMSampleBuffer) throws {
    guard let description = CMSampleBufferGetFormatDescription(sampleBuffer),
      let format = CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee
    else { return }
    if converter == nil { try setUp(format, description) }
    guard let converter, let pcmFormat else { return }
    let packet = bytes(of: sampleBuffer)
    guard !packet.isEmpty else { return }

    let (frames, samples) = try convert(packet, with: converter)
    guard frames > 0 else { return }
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: Int32(format.mSampleRate)),
      presentationTimeStamp: CMSampleBufferGetPresentationTimeStamp(sampleBuffer), decodeTimeStamp: CMTime.invalid)
    let decoded = try makeSampleBuffer(
      samples, pcmFormat, count: frames, timing: [timing], sizes: [Int(output.mBytesPerFrame)])
    sampleBufferOutputCallBack?(decoded)
  }

  /// The converter is made when the first packet tells its format.
  private func setUp(_ format: AudioStreamBasicDescription, _ description: CMFormatDescription) throws {
    var input = format
    output = .pcm16(rate: input.mSampleRate, channels: input.mChannelsPerFrame)
    try check("AudioConverterNew", AudioConverterNew(&input, &output, &converter))
    guard let converter else { return }

    var cookieSize = 0
    if let cookie = CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &cookieSize), cookieSize > 0 {
      try check(
        "DecompressionMagicCookie",
        AudioConverterSetProperty(converter, kAudioConverterDecompressionMagicCookie, UInt32(cookieSize), cookie))
    }
    // The decoder knows how long a packet is, where the format does not say.
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    try check(
      "CurrentInputStreamDescription",
      AudioConverterGetProperty(converter, kAudioConverterCurrentInputStreamDescription, &size, &input))
    buffer = [UInt8](repeating: 0, count: Int(max(1, input.mFramesPerPacket) * output.mBytesPerFrame))

    pcmFormat = try makeFormatDescription(output)
  }

  private func convert(_ packet: Data, with converter: AudioConverterRef) throws -> (frames: Int, samples: Data) {
    var frames = UInt32(buffer.count) / output.mBytesPerFrame
    var place = AudioStreamPacketDescription()
    let status = packet.withUnsafeBytes { memory in
      withUnsafeMutablePointer(to: &place) { place in
        var userData = KFAudioUserData(
          channels: output.mChannelsPerFrame, size: UInt32(memory.count),
          data: UnsafeMutableRawPointer(mutating: memory.baseAddress), place: place)
        return buffer.withUnsafeMutableBytes { room in
          var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
              mNumberChannels: output.mChannelsPerFrame, mDataByteSize: UInt32(room.count), mData: room.baseAddress))
          return AudioConverterFillComplexBuffer(converter, inputDataProcess, &userData, &frames, &list, nil)
        }
      }
    }
    if status != noMoreData { try check("AudioConverterFillComplexBuffer", status) }
    return (Int(frames), Data(buffer.prefix(Int(frames * output.mBytesPerFrame))))
  }
}

/// The packet that a converter is to be given, once.
private struct KFAudioUserData {
  var channels: UInt32
  var size: UInt32
  var data: UnsafeMutableRawPointer?
  var place: UnsafeMutablePointer<AudioStreamPacketDescription>
}

/// What the input function says when its packet is gone. The converter keeps what it has and returns the same.
private let noMoreData: OSStatus = -1

private func inputDataProcess(
  _ converter: AudioConverterRef, _ count: UnsafeMutablePointer<UInt32>,
  _ list: UnsafeMutablePointer<AudioBufferList>,
  _ places: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
  _ userData: UnsafeMutableRawPointer?
) -> OSStatus {
  guard let packet = userData?.assumingMemoryBound(to: KFAudioUserData.self), packet.pointee.size > 0 else {
    count.pointee = 0
    return noMoreData
  }
  packet.pointee.place.pointee = AudioStreamPacketDescription(
    mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: packet.pointee.size)
  places?.pointee = packet.pointee.place
  list.pointee.mBuffers = AudioBuffer(
    mNumberChannels: packet.pointee.channels, mDataByteSize: packet.pointee.size, mData: packet.pointee.data)
  count.pointee = 1
  packet.pointee.size = 0
  return noErr
}
