/// The encoding of one linear PCM sample, without channel count or rate.
public struct SampleFormat: Hashable, Sendable, BitwiseCopyable {
  /// The meaning of a sample's bits.
  public enum Encoding: Sendable, BitwiseCopyable {
    /// Two's complement; full scale is 2^(bits−1).
    case signedInteger
    /// Offset binary; silence is 2^(bits−1).
    case unsignedInteger
    /// IEEE 754; full scale is 1.0.
    case floatingPoint
  }

  /// The order of a sample's bytes.
  public enum ByteOrder: Sendable, BitwiseCopyable {
    /// Least significant byte first.
    case littleEndian
    /// Most significant byte first.
    case bigEndian
  }

  /// The meaning of the bits.
  public var encoding: Encoding
  /// The bits of a sample: 8, 16, 24, 32 or 64; always packed.
  public var bitsPerSample: Int
  /// The byte order.
  public var byteOrder: ByteOrder

  /// Creates a format. The width must be one that ``isValid`` accepts.
  public init(_ encoding: Encoding, bitsPerSample: Int, byteOrder: ByteOrder = .littleEndian) {
    self.encoding = encoding
    self.bitsPerSample = bitsPerSample
    self.byteOrder = byteOrder
  }

  /// Signed 16-bit, little endian.
  public static let int16 = SampleFormat(.signedInteger, bitsPerSample: 16)
  /// Signed 24-bit in three bytes, little endian.
  public static let int24 = SampleFormat(.signedInteger, bitsPerSample: 24)
  /// Signed 32-bit, little endian.
  public static let int32 = SampleFormat(.signedInteger, bitsPerSample: 32)
  /// 32-bit float, little endian.
  public static let float32 = SampleFormat(.floatingPoint, bitsPerSample: 32)
  /// 64-bit float, little endian.
  public static let float64 = SampleFormat(.floatingPoint, bitsPerSample: 64)

  /// The bytes of one sample.
  public var byteCount: Int { bitsPerSample / 8 }

  /// True if the encoding has the width: integers 8, 16, 24, 32; floats 32, 64.
  public var isValid: Bool {
    switch encoding {
    case .signedInteger, .unsignedInteger: [8, 16, 24, 32].contains(bitsPerSample)
    case .floatingPoint: [32, 64].contains(bitsPerSample)
    }
  }

  /// Core Audio's format flags.
  public var formatFlags: LinearPCMFlags {
    var flags: LinearPCMFlags = .packed
    if encoding == .floatingPoint { flags.insert(.float) }
    if byteOrder == .bigEndian { flags.insert(.bigEndian) }
    if encoding == .signedInteger { flags.insert(.signedInteger) }
    return flags
  }
}

extension SampleFormat: LosslessStringConvertible {
  /// Reads the notation of `afconvert`: `[BE|LE]` then `F`, `I` or `UI`, then the width (`LEI16`, `BEF32`, `UI8`).
  public init?(_ text: String) {
    var rest = text.uppercased()[...]
    var order = ByteOrder.littleEndian
    if rest.hasPrefix("BE") { order = .bigEndian }
    if rest.hasPrefix("BE") || rest.hasPrefix("LE") { rest = rest.dropFirst(2) }
    let encoding: Encoding
    if rest.hasPrefix("UI") {
      encoding = .unsignedInteger
      rest = rest.dropFirst(2)
    } else if rest.hasPrefix("I") {
      encoding = .signedInteger
      rest = rest.dropFirst()
    } else if rest.hasPrefix("F") {
      encoding = .floatingPoint
      rest = rest.dropFirst()
    } else {
      return nil
    }
    guard let bits = Int(rest) else { return nil }
    self.init(encoding, bitsPerSample: bits, byteOrder: order)
    guard isValid else { return nil }
  }

  /// The notation of `afconvert`, such as `LEI16`.
  public var description: String {
    let kind =
      switch encoding {
      case .signedInteger: "I"
      case .unsignedInteger: "UI"
      case .floatingPoint: "F"
      }
    return (byteOrder == .bigEndian ? "BE" : "LE") + kind + String(bitsPerSample)
  }
}
