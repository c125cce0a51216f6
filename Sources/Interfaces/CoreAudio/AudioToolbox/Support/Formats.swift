package import AudioBase
package import AudioFiles

extension StreamFormat {
  /// What an `AudioStreamBasicDescription` says.
  package init(_ description: AudioStreamBasicDescription) {
    self.init(
      formatID: FourCharacterCode(rawValue: description.mFormatID), sampleRate: description.mSampleRate,
      channelsPerFrame: Int(description.mChannelsPerFrame), framesPerPacket: Int(description.mFramesPerPacket),
      formatFlags: description.mFormatFlags)
    bytesPerPacket = Int(description.mBytesPerPacket)
    bytesPerFrame = Int(description.mBytesPerFrame)
    bitsPerChannel = Int(description.mBitsPerChannel)
  }

  /// Channels that a format may have: more than any device or file. Room for them is made before any sound is there.
  static let channelLimit = 1024

  /// What an `AudioStreamBasicDescription` says, where it has not more channels than there may be.
  ///
  /// - Throws: `failure` where it has.
  package init(bounding description: AudioStreamBasicDescription, orThrow failure: OSStatus) throws(Status) {
    guard description.mChannelsPerFrame <= Self.channelLimit else { throw Status(failure) }
    self.init(description)
  }
}

extension StreamFormat {
  /// The format as its codec knows it, where the container only says that it is AAC: that of the core, which every
  /// decoder can play, as Core Audio tells it.
  package func refined(by core: FormatListItem?) -> StreamFormat {
    guard packsConfiguration, let core else { return self }
    var format = self
    format.formatID = core.format.formatID
    if core.format.sampleRate > 0 { format.sampleRate = core.format.sampleRate }
    if core.format.channelsPerFrame > 0 { format.channelsPerFrame = core.format.channelsPerFrame }
    if core.format.framesPerPacket > 0 { format.framesPerPacket = core.format.framesPerPacket }
    return format
  }
}

extension AudioStreamBasicDescription {
  /// What a format is in Core Audio's words.
  package init(_ format: StreamFormat) {
    self.init(
      mSampleRate: format.sampleRate, mFormatID: format.formatID.rawValue, mFormatFlags: format.formatFlags,
      mBytesPerPacket: UInt32(clamping: format.bytesPerPacket),
      mFramesPerPacket: UInt32(clamping: format.framesPerPacket),
      mBytesPerFrame: UInt32(clamping: format.bytesPerFrame),
      mChannelsPerFrame: UInt32(clamping: format.channelsPerFrame),
      mBitsPerChannel: UInt32(clamping: format.bitsPerChannel), mReserved: 0)
  }
}

extension PacketDescription {
  /// What an `AudioStreamPacketDescription` says, or `nil` where its offset is none.
  package init?(_ description: AudioStreamPacketDescription) {
    guard description.mStartOffset >= 0, let offset = Int(exactly: description.mStartOffset) else { return nil }
    self.init(
      startOffset: offset, byteCount: Int(description.mDataByteSize),
      frameCount: Int(description.mVariableFramesInPacket))
  }

  /// The same of a packet of a format. Where all packets have as many frames, `mVariableFramesInPacket` means nothing,
  /// and programs leave in it what they please.
  init?(_ description: AudioStreamPacketDescription, of format: StreamFormat) {
    self.init(description)
    if format.framesPerPacket > 0 { frameCount = 0 }
  }
}

extension AudioStreamPacketDescription {
  /// What a packet is in Core Audio's words.
  package init(_ packet: PacketDescription) {
    self.init(
      mStartOffset: Int64(packet.startOffset), mVariableFramesInPacket: UInt32(clamping: packet.frameCount),
      mDataByteSize: UInt32(clamping: packet.byteCount))
  }
}

extension ChannelLayout {
  /// Bytes of an `AudioChannelLayout` before its descriptions.
  static let headerByteCount = 12
  /// Bytes of an `AudioChannelDescription`.
  static let descriptionByteCount = 20

  /// What the bytes of an `AudioChannelLayout` say; `nil` where they are too few or name no order that is known.
  ///
  /// Files hold the same words in the other byte order.
  package init?(native bytes: [UInt8]) { self.init(parsing: Self.swappingWords(bytes).span) }

  /// The bytes of an `AudioChannelLayout`: at least the struct with its one description.
  package var nativeBytes: [UInt8] {
    let bytes = Self.swappingWords(self.bytes)
    let padding = max(0, MemoryLayout<AudioChannelLayout>.size - bytes.count)
    return bytes + [UInt8](repeating: 0, count: padding)
  }

  private static func swappingWords(_ bytes: [UInt8]) -> [UInt8] {
    guard 1.littleEndian == 1 else { return bytes }
    var swapped = bytes
    for start in stride(from: 0, to: bytes.count - bytes.count % 4, by: 4) {
      swapped.swapAt(start, start + 3)
      swapped.swapAt(start + 1, start + 2)
    }
    return swapped
  }
}

extension Int64 {
  /// The nearest whole number: the largest or smallest there is for what lies beyond, 0 for what is no number.
  init(rounding value: Double) {
    let nearest = value.rounded()
    self = Int64(exactly: nearest) ?? (nearest > 0 ? .max : nearest < 0 ? .min : 0)
  }
}
