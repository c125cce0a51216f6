public import AudioBase

// Holds throughout: the samples are a choice of the program, and layouts have a channel.

/// The memory layout of linear PCM: all flags of a `StreamFormat`, checked.
///
/// ```
/// aligned low, 20 bits in 4 bytes     0 0 0 ▓▓▓▓▓▓▓▓▓▓      the unused bits are above the sample
/// aligned high, 20 bits in 4 bytes    ▓▓▓▓▓▓▓▓▓▓ 0 0 0      the unused bits are below it
/// 8.24 fixed point                    sign and 7 bits │ 24 bits of fraction
/// ```
public struct LinearPCMLayout: Hashable, Sendable {
  /// The position of a sample's bits in its slot.
  public enum Alignment: Sendable {
    /// At the low end; also for bits that fill the slot.
    case low
    /// At the high end: `LinearPCMFlags.alignedHigh`.
    case high
  }

  /// The arrangement of channels in buffers.
  public enum Interleaving: Sendable {
    /// One buffer; the samples of a frame are adjacent.
    case interleaved
    /// One buffer per channel: `LinearPCMFlags.nonInterleaved`.
    case planar
  }

  /// The representation of samples.
  public let encoding: SampleFormat.Encoding
  /// `mBitsPerChannel`: 1…32 for integers, 32 or 64 for floats.
  public let bitsPerSample: Int
  /// The number of bytes of a sample's slot, 1…8.
  public let bytesPerSample: Int
  /// The position of the bits in the slot.
  public let alignment: Alignment
  /// The byte order of the slot.
  public let byteOrder: SampleFormat.ByteOrder
  /// The number of bits below the binary point: one less than ``bitsPerSample`` for plain integers, 24 for 8.24; 0 for
  /// floats.
  public let fractionBits: Int
  /// The arrangement of channels in buffers.
  public let interleaving: Interleaving
  /// The number of channels.
  public let channelCount: Int

  /// The distance in bytes from a sample to the next one of the same channel: the size of a frame, if there is one
  /// buffer.
  public var stride: Int { interleaving == .interleaved ? bytesPerSample * channelCount : bytesPerSample }
  /// The number of bytes of a frame of all channels, in all buffers together.
  public var bytesPerFrame: Int { bytesPerSample * channelCount }
  /// The number of buffers.
  public var bufferCount: Int { interleaving == .interleaved ? 1 : channelCount }

  /// The precision that preserves the samples: `Float` holds 24 significant bits.
  public var precision: SamplePrecision {
    switch encoding {
    case .floatingPoint: bitsPerSample > 32 ? .double : .single
    case .signedInteger, .unsignedInteger: bitsPerSample > 24 ? .double : .single
    }
  }

  /// Reads a format's fields.
  ///
  /// - Throws: `ErrorKind.unsupported` if it is not linear PCM or of a width that does not exist,
  ///   `ErrorKind.malformed` if its fields contradict each other.
  public init(_ format: StreamFormat) throws(CodecError) {
    guard format.formatID == .linearPCM else { throw CodecError(.unsupported, "the format is not linear PCM") }
    guard (1...Self.maximumChannelCount).contains(format.channelsPerFrame) else {
      throw CodecError(.malformed, "linear PCM has 1 to 65535 channels")
    }
    guard format.framesPerPacket == 1, format.bytesPerPacket == format.bytesPerFrame else {
      throw CodecError(.malformed, "a packet of linear PCM is one frame")
    }
    let flags = format.linearPCMFlags
    channelCount = format.channelsPerFrame
    interleaving = flags.contains(.nonInterleaved) ? .planar : .interleaved
    encoding = flags.encoding
    bitsPerSample = format.bitsPerChannel
    let channelsOfBuffer = interleaving == .interleaved ? channelCount : 1
    guard format.bytesPerFrame > 0, format.bytesPerFrame % channelsOfBuffer == 0 else {
      throw CodecError(.malformed, "a frame holds one slot of whole bytes a channel")
    }
    bytesPerSample = format.bytesPerFrame / channelsOfBuffer
    guard bytesPerSample <= 8 else { throw CodecError(.unsupported, "a sample has a slot of at most 8 bytes") }
    byteOrder = flags.byteOrder
    let slotBits = bytesPerSample * 8
    switch encoding {
    case .floatingPoint:
      guard bitsPerSample == slotBits, bitsPerSample == 32 || bitsPerSample == 64 else {
        throw CodecError(.unsupported, "floats have 32 or 64 bits")
      }
      fractionBits = 0
    case .signedInteger, .unsignedInteger:
      guard (1...32).contains(bitsPerSample) else {
        throw CodecError(.unsupported, "integers have 1 to 32 bits, in slots of at most 8 bytes")
      }
      guard bitsPerSample <= slotBits else {
        throw CodecError(.malformed, "a sample is not wider than its slot")
      }
      let stated = flags.fractionBits
      guard stated < bitsPerSample || (stated == bitsPerSample && encoding == .unsignedInteger) else {
        throw CodecError(.malformed, "a fixed-point sample has fewer bits of fraction than bits")
      }
      fractionBits = stated > 0 ? stated : bitsPerSample - 1
    }
    alignment = flags.contains(.alignedHigh) && bitsPerSample < slotBits ? .high : .low
  }

  /// Creates the layout of packed, interleaved samples.
  public init(_ samples: SampleFormat, channelCount: Int) {
    precondition(samples.isValid && channelCount > 0)
    encoding = samples.encoding
    bitsPerSample = samples.bitsPerSample
    bytesPerSample = samples.byteCount
    alignment = .low
    byteOrder = samples.byteOrder
    fractionBits = samples.encoding == .floatingPoint ? 0 : samples.bitsPerSample - 1
    interleaving = .interleaved
    self.channelCount = channelCount
  }

  /// The largest number of channels of a stream, which most containers state in 16 bits.
  public static let maximumChannelCount = 65_535

  /// True if each sample is stored like a `Float` in memory.
  var isFloat32OfThisMachine: Bool {
    encoding == .floatingPoint && bitsPerSample == 32 && bytesPerSample == 4 && byteOrder == .littleEndian
  }

  /// The channels that share a buffer.
  func channels(ofBuffer buffer: Int) -> Range<Int> {
    interleaving == .interleaved ? 0..<channelCount : buffer..<(buffer + 1)
  }
}
