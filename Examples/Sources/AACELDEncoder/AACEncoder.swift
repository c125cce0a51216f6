import AudioToolbox
import CoreMedia
import ExampleSupport
import Foundation

/// Makes AAC-ELD of sound as it is captured.
///
/// A capture's buffer has 512 frames, a packet 480: 44100 / 480 = 91.875 packets a second against 86.1 buffers. So a
/// buffer makes one packet or two, and what is left waits in a ring. After each buffer the converter is asked until it
/// has no more; no timer has to guess when.
final class AACEncoder {
  /// How the converter is made.
  enum Construction {
    case plain
    /// By the description of a codec, as programs do that want the one in software.
    case specific
  }

  let input: AudioStreamBasicDescription
  private(set) var output: AudioStreamBasicDescription
  private(set) var packetCount = 0
  private let converter: AudioConverterRef
  private let ring: RingBuffer
  private var isEnded = false
  private var packet: [UInt8] = []
  /// Bytes of the ring that the converter has been shown and has not done with yet.
  private var lent = 0

  /// What the input function returns where no frame has come yet: any number of its own, and the converter goes on
  /// later.
  private static let nothingYet: OSStatus = -1

  /// - Parameter sampleBuffer: The first that was captured: it tells the format.
  init(from sampleBuffer: CMSampleBuffer, bitRate: UInt32, construction: Construction) throws {
    guard let description = CMSampleBufferGetFormatDescription(sampleBuffer),
      let input = CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee
    else { throw CallFailed("CMSampleBufferGetFormatDescription", kAudio_ParamError) }
    self.input = input
    output = .coded(
      kAudioFormatMPEG4AAC_ELD, rate: input.mSampleRate, channels: input.mChannelsPerFrame, framesPerPacket: 480)
    converter = try Self.converter(from: input, to: output, construction)
    ring = RingBuffer(capacity: Int(input.mBytesPerFrame) * 8192)

    var bitRate = bitRate
    try check(
      "EncodeBitRate",
      AudioConverterSetProperty(converter, kAudioConverterEncodeBitRate, UInt32(MemoryLayout<UInt32>.size), &bitRate))
    let largest = try property(kAudioConverterPropertyMaximumOutputPacketSize, UInt32(0))
    packet = [UInt8](repeating: 0, count: Int(largest))
    output = try property(kAudioConverterCurrentOutputStreamDescription, output)
  }

  deinit { AudioConverterDispose(converter) }

  private static func converter(
    from input: AudioStreamBasicDescription, to output: AudioStreamBasicDescription, _ construction: Construction
  ) throws -> AudioConverterRef {
    var (input, output) = (input, output)
    var made: AudioConverterRef?
    switch construction {
    case .plain: try check("AudioConverterNew", AudioConverterNew(&input, &output, &made))
    case .specific:
      var description = try codec(of: output.mFormatID, by: kAppleSoftwareAudioCodecManufacturer)
      try check("AudioConverterNewSpecific", AudioConverterNewSpecific(&input, &output, 1, &description, &made))
    }
    guard let made else { throw CallFailed("AudioConverterNew", kAudio_ParamError) }
    return made
  }

  /// The encoders of a format, as Core Audio lists them.
  private static func codec(of format: AudioFormatID, by manufacturer: UInt32) throws -> AudioClassDescription {
    var format = format
    let specifierSize = UInt32(MemoryLayout<AudioFormatID>.size)
    var size: UInt32 = 0
    try check(
      "Encoders", AudioFormatGetPropertyInfo(kAudioFormatProperty_Encoders, specifierSize, &format, &size))
    var encoders = [AudioClassDescription](
      repeating: AudioClassDescription(), count: Int(size) / MemoryLayout<AudioClassDescription>.size)
    try check(
      "Encoders", AudioFormatGetProperty(kAudioFormatProperty_Encoders, specifierSize, &format, &size, &encoders))
    guard let found = encoders.first(where: { $0.mManufacturer == manufacturer }) else {
      throw CallFailed("AudioFormatGetProperty(Encoders)", kAudioConverterErr_FormatNotSupported)
    }
    return found
  }

  // MARK: What a decoder has to know

  /// The configuration, for files and decoders.
  var cookie: [UInt8] {
    get throws {
      var size: UInt32 = 0
      let id = kAudioConverterCompressionMagicCookie
      try check("CompressionMagicCookie", AudioConverterGetPropertyInfo(converter, id, &size, nil))
      var cookie = [UInt8](repeating: 0, count: Int(size))
      try check("CompressionMagicCookie", AudioConverterGetProperty(converter, id, &size, &cookie))
      return cookie
    }
  }

  /// Frames before the first and behind the last that was captured.
  var primeInfo: AudioConverterPrimeInfo {
    get throws { try property(kAudioConverterPrimeInfo, AudioConverterPrimeInfo()) }
  }

  private func property<Value: BitwiseCopyable>(_ id: AudioConverterPropertyID, _ empty: Value) throws -> Value {
    var value = empty
    var size = UInt32(MemoryLayout<Value>.size)
    try check("property \(fourCharacters(id))", AudioConverterGetProperty(converter, id, &size, &value))
    return value
  }

  // MARK: Encoding

  /// Takes a buffer of the capture and hands out the packets that are complete with it.
  func encode(_ sampleBuffer: CMSampleBuffer, each: (Data) throws -> Void) throws {
    var list = AudioBufferList()
    var block: CMBlockBuffer?
    try check(
      "CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer",
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        sampleBuffer, bufferListSizeNeededOut: nil, bufferListOut: &list,
        bufferListSize: MemoryLayout<AudioBufferList>.size, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil,
        flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment, blockBufferOut: &block))
    // The list points into the block.
    let hasRoom = withExtendedLifetime(block) {
      ring.produce(UnsafeRawBufferPointer(start: list.mBuffers.mData, count: Int(list.mBuffers.mDataByteSize)))
    }
    guard hasRoom else { throw CallFailed("the ring has no room", kAudio_MemFullError) }
    try drain(each)
  }

  /// Says that the capture has ended, and hands out what is left.
  func finish(each: (Data) throws -> Void) throws {
    isEnded = true
    try drain(each)
  }

  private func drain(_ each: (Data) throws -> Void) throws {
    while let packet = try nextPacket() {
      packetCount += 1
      try each(packet)
    }
  }

  private func nextPacket() throws -> Data? {
    var count: UInt32 = 1
    var place = AudioStreamPacketDescription()
    let capacity = UInt32(packet.count)
    let channels = output.mChannelsPerFrame
    let userData = Unmanaged.passUnretained(self).toOpaque()
    let status = packet.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: channels, mDataByteSize: capacity, mData: memory.baseAddress))
      return AudioConverterFillComplexBuffer(converter, supplyFrames, userData, &count, &list, &place)
    }
    if status != Self.nothingYet { try check("AudioConverterFillComplexBuffer", status) }
    guard count > 0 else { return nil }
    return Data(packet[Int(place.mStartOffset)..<(Int(place.mStartOffset) + Int(place.mDataByteSize))])
  }

  /// Lends the converter what there is, and takes out what it was lent before.
  fileprivate func supply(_ count: inout UInt32, _ list: inout AudioBufferList) -> OSStatus {
    ring.consume(lent)
    let bytesPerFrame = Int(input.mBytesPerFrame)
    let tail = ring.tail
    let frames = min(Int(count), tail.count / bytesPerFrame)
    lent = frames * bytesPerFrame
    count = UInt32(frames)
    list.mBuffers.mData = tail.baseAddress
    list.mBuffers.mDataByteSize = UInt32(lent)
    return frames > 0 || isEnded ? noErr : Self.nothingYet
  }
}

/// The converter's input function.
private func supplyFrames(
  _ converter: AudioConverterRef, _ count: UnsafeMutablePointer<UInt32>,
  _ list: UnsafeMutablePointer<AudioBufferList>,
  _ places: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
  _ userData: UnsafeMutableRawPointer?
) -> OSStatus {
  guard let userData else { return kAudio_ParamError }
  return Unmanaged<AACEncoder>.fromOpaque(userData).takeUnretainedValue().supply(&count.pointee, &list.pointee)
}
