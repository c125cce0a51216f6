/// The bit rates that an encoder takes for a stream, in bits per second of all channels together.
public struct EncoderBitRates: Sendable, Equatable {
  /// The accepted bit rates.
  public var range: ClosedRange<Int>
  /// The bit rate used if none is requested.
  public var recommended: Int
  /// The usual values within ``range``: `kAudioCodecPropertyApplicableBitRateRange` as single rates.
  public var usual: [Int]

  /// Creates a list.
  public init(range: ClosedRange<Int>, recommended: Int, usual: [Int]) {
    self.range = range
    self.recommended = recommended
    self.usual = usual
  }

  /// Returns the rate of ``range`` that is nearest to a requested one.
  public func nearest(to bitRate: Int) -> Int { min(max(bitRate, range.lowerBound), range.upperBound) }
}

/// The sampling rates and bit rates that an encoder offers.
public struct EncoderChoices: Sendable {
  /// The sampling rates of a format, in Hz: `kAudioCodecPropertyApplicableInputSampleRates`.
  public let sampleRates: @Sendable (_ formatID: FourCharacterCode) -> [Double]
  /// Returns the bit rates for a stream of a format, a sampling rate and a layout; ignores the settings' own bit rate.
  public let bitRates: @Sendable (_ settings: EncoderSettings) throws(CodecError) -> EncoderBitRates

  /// Creates a description.
  public init(
    sampleRates: @escaping @Sendable (FourCharacterCode) -> [Double],
    bitRates: @escaping @Sendable (EncoderSettings) throws(CodecError) -> EncoderBitRates
  ) {
    self.sampleRates = sampleRates
    self.bitRates = bitRates
  }
}
