import AudioToolbox

/// Decodes packets through an `AudioConverter`, as a player of streams does: what the parser gives is what the
/// converter takes.
final class PacketConverter {
  private let converter: AudioConverterRef
  private let format: AudioStreamBasicDescription
  private let output: GuardedMemory
  private let bytesPerFrame: UInt32
  private var packets: [UInt8] = []
  private var descriptions: [AudioStreamPacketDescription] = []
  private var isTaken = true
  /// Memory that the converter reads from after the callback has returned.
  private var lent: GuardedMemory?
  private var lentDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  private(set) var frameCount = 0

  private static let framesPerCall: UInt32 = 2048
  /// A status of ours, by which the callback says that no more input is there yet.
  private static let starved: OSStatus = 1

  init?(_ format: AudioStreamBasicDescription, cookie: [UInt8]) {
    var input = format
    let channels = min(max(1, format.mChannelsPerFrame), 64)
    bytesPerFrame = 4 * channels
    var samples = AudioStreamBasicDescription(
      mSampleRate: format.mSampleRate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 9,
      mBytesPerPacket: bytesPerFrame, mFramesPerPacket: 1, mBytesPerFrame: bytesPerFrame, mChannelsPerFrame: channels,
      mBitsPerChannel: 32, mReserved: 0)
    var made: AudioConverterRef?
    guard AudioConverterNew(&input, &samples, &made) == noErr, let made else { return nil }
    converter = made
    self.format = format
    output = GuardedMemory(byteCount: Int(Self.framesPerCall * bytesPerFrame))
    if !cookie.isEmpty {
      _ = AudioConverterSetProperty(
        made, kAudioConverterDecompressionMagicCookie, UInt32(clamping: cookie.count), cookie)
    }
  }

  /// Decodes packets that lie one behind the other.
  func decode(_ bytes: UnsafeRawBufferPointer, _ places: [AudioStreamPacketDescription]) {
    packets = Array(bytes)
    descriptions = places
    isTaken = false
    for _ in 0..<64 {
      var frames = Self.framesPerCall
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: bytesPerFrame / 4, mDataByteSize: UInt32(output.byteCount), mData: output.start))
      let status = AudioConverterFillComplexBuffer(
        converter,
        { _, count, list, descriptions, data in
          guard let data else { return -50 }
          return Unmanaged<PacketConverter>.fromOpaque(data).takeUnretainedValue().supply(count, list, descriptions)
        }, Unmanaged.passUnretained(self).toOpaque(), &frames, &list, nil)
      output.check()
      precondition(frames <= Self.framesPerCall, "more frames than were asked for")
      frameCount += Int(frames)
      if status != noErr || frames == 0 { break }
    }
  }

  private func supply(
    _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
    _ places: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) -> OSStatus {
    guard !isTaken else {
      count.pointee = 0
      return Self.starved
    }
    isTaken = true
    let memory = GuardedMemory(byteCount: packets.count)
    packets.withUnsafeBytes {
      if let base = $0.baseAddress { memory.start.copyMemory(from: base, byteCount: $0.count) }
    }
    lent = memory
    lentDescriptions?.deallocate()
    lentDescriptions = nil
    if descriptions.isEmpty {
      count.pointee = format.mBytesPerPacket == 0 ? 0 : UInt32(packets.count) / format.mBytesPerPacket
    } else {
      let copy = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: descriptions.count)
      copy.initialize(from: descriptions, count: descriptions.count)
      lentDescriptions = copy
      count.pointee = UInt32(descriptions.count)
    }
    places?.pointee = lentDescriptions
    list.pointee.mBuffers.mData = memory.start
    list.pointee.mBuffers.mDataByteSize = UInt32(packets.count)
    return noErr
  }

  deinit {
    AudioConverterDispose(converter)
    lentDescriptions?.deallocate()
  }
}
