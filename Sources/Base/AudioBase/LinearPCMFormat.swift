/// The format flags of linear PCM, with Core Audio's numbers: `kAudioFormatFlagIs…`.
public struct LinearPCMFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The flags as in `mFormatFlags`.
  public var rawValue: UInt32

  /// Creates flags from Core Audio's numbers.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Floating point; integers otherwise.
  public static let float = LinearPCMFlags(rawValue: 1)
  /// Most significant byte first.
  public static let bigEndian = LinearPCMFlags(rawValue: 2)
  /// Two's complement; offset binary otherwise.
  public static let signedInteger = LinearPCMFlags(rawValue: 4)
  /// Samples that fill their slots.
  public static let packed = LinearPCMFlags(rawValue: 8)
  /// Samples at the high end of their slots.
  public static let alignedHigh = LinearPCMFlags(rawValue: 16)
  /// A buffer for each channel; sizes are those of one channel.
  public static let nonInterleaved = LinearPCMFlags(rawValue: 32)

  /// The meaning of a sample's bits.
  public var encoding: SampleFormat.Encoding {
    contains(.float) ? .floatingPoint : contains(.signedInteger) ? .signedInteger : .unsignedInteger
  }

  /// The order of a sample's bytes.
  public var byteOrder: SampleFormat.ByteOrder { contains(.bigEndian) ? .bigEndian : .littleEndian }

  /// `kLinearPCMFormatFlagsSampleFractionMask`, six bits from bit 7 on: the bits below the binary point.
  public var fractionBits: Int { Int(rawValue >> 7 & 0x3F) }
}

extension StreamFormat {
  /// The flags of linear PCM; none for other formats, which have their own flags.
  public var linearPCMFlags: LinearPCMFlags {
    get { formatID == .linearPCM ? LinearPCMFlags(rawValue: formatFlags) : [] }
    set { formatFlags = newValue.rawValue }
  }

  /// The encoding of one sample, or `nil` if the format is not packed, interleaved linear PCM of a width that
  /// ``SampleFormat`` has.
  public var sampleFormat: SampleFormat? {
    let flags = linearPCMFlags
    guard formatID == .linearPCM, !flags.contains(.nonInterleaved) else { return nil }
    let samples = SampleFormat(flags.encoding, bitsPerSample: bitsPerChannel, byteOrder: flags.byteOrder)
    guard samples.isValid, channelsPerFrame > 0 else { return nil }
    let (frameSize, overflow) = channelsPerFrame.multipliedReportingOverflow(by: samples.byteCount)
    return !overflow && bytesPerFrame == frameSize ? samples : nil
  }

  /// The number of buffers: one, or one for each channel if linear PCM is not interleaved.
  public var bufferCount: Int { linearPCMFlags.contains(.nonInterleaved) ? max(1, channelsPerFrame) : 1 }
}
