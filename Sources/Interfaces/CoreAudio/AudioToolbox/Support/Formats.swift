package import AudioBase
package import AudioFiles

extension StreamFormat {
  /// Creates the format of an `AudioStreamBasicDescription`.
  package init(_ description: AudioStreamBasicDescription) {
    self.init(
      formatID: FourCharacterCode(rawValue: description.mFormatID), sampleRate: description.mSampleRate,
      channelsPerFrame: Int(description.mChannelsPerFrame), framesPerPacket: Int(description.mFramesPerPacket),
      formatFlags: description.mFormatFlags)
    bytesPerPacket = Int(description.mBytesPerPacket)
    bytesPerFrame = Int(description.mBytesPerFrame)
    bitsPerChannel = Int(description.mBitsPerChannel)
  }

  /// The largest number of channels of a format: more than any device or file has. Memory for them is allocated before
  /// there is any sound.
  static let channelLimit = 1024

  /// Creates the format of an `AudioStreamBasicDescription`, with a limit on the number of channels.
  ///
  /// - Throws: `failure` if it has more.
  package init(bounding description: AudioStreamBasicDescription, orThrow failure: OSStatus) throws(Status) {
    guard description.mChannelsPerFrame <= Self.channelLimit else { throw Status(failure) }
    self.init(description)
  }
}

extension StreamFormat {
  /// Returns the codec's format for AAC whose kind the container does not state: the format of the core, which every
  /// decoder can play, as in Core Audio.
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
  /// Creates Core Audio's description of a format.
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
  /// Creates the description of an `AudioStreamPacketDescription`; `nil` if its offset is invalid.
  package init?(_ description: AudioStreamPacketDescription) {
    guard description.mStartOffset >= 0, let offset = Int(exactly: description.mStartOffset) else { return nil }
    self.init(
      startOffset: offset, byteCount: Int(description.mDataByteSize),
      frameCount: Int(description.mVariableFramesInPacket))
  }

  /// Creates the description of a packet of a format. If all packets have equally many frames,
  /// `mVariableFramesInPacket` is ignored, and programs leave arbitrary values in it.
  init?(_ description: AudioStreamPacketDescription, of format: StreamFormat) {
    self.init(description)
    if format.framesPerPacket > 0 { frameCount = 0 }
  }
}

extension AudioStreamPacketDescription {
  /// Creates Core Audio's description of a packet.
  package init(_ packet: PacketDescription) {
    self.init(
      mStartOffset: Int64(packet.startOffset), mVariableFramesInPacket: UInt32(clamping: packet.frameCount),
      mDataByteSize: UInt32(clamping: packet.byteCount))
  }
}

extension ChannelLayout {
  /// The number of bytes of an `AudioChannelLayout` before its descriptions.
  static let headerByteCount = 12
  /// The number of bytes of an `AudioChannelDescription`.
  static let descriptionByteCount = 20

  /// Reads the bytes of an `AudioChannelLayout`; `nil` if they are too few or have an unknown order.
  ///
  /// Files hold the same words in the other byte order.
  package init?(native bytes: [UInt8]) { self.init(parsing: Self.swappingWords(bytes).span) }

  /// The bytes of an `AudioChannelLayout`: at least the struct with one description.
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
  /// Creates the nearest whole number: the largest or smallest for values beyond, 0 for NaN.
  init(rounding value: Double) {
    let nearest = value.rounded()
    self = Int64(exactly: nearest) ?? (nearest > 0 ? .max : nearest < 0 ? .min : 0)
  }
}
