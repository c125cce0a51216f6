package import AudioBase
package import Bitstream

/// `sbr_header()`: the slowly changing parameters of spectral band replication.
///
/// ISO/IEC 14496-3, 4.4.2.8. In AAC-ELD one stands in the configuration for every channel element but the LFE.
public struct SBRHeader: Sendable, Hashable {
  /// `bs_freq_scale`, `bs_alter_scale`, `bs_noise_bands`: present with `bs_header_extra_1`.
  public struct Frequency: Sendable, Hashable {
    /// `bs_freq_scale`, 0…3.
    public var scale = 2
    /// `bs_alter_scale`.
    public var alterScale = true
    /// `bs_noise_bands`, 0…3.
    public var noiseBands = 2

    /// Creates the values that apply if the header omits them.
    public init() {}
  }

  /// `bs_limiter_bands`, `bs_limiter_gains`, `bs_interpol_freq`, `bs_smoothing_mode`: present with `bs_header_extra_2`.
  public struct Limiter: Sendable, Hashable {
    /// `bs_limiter_bands`, 0…3.
    public var bands = 2
    /// `bs_limiter_gains`, 0…3.
    public var gains = 2
    /// `bs_interpol_freq`.
    public var interpolatesFrequency = true
    /// `bs_smoothing_mode`: true switches smoothing off.
    public var smoothingMode = true

    /// Creates the values that apply if the header omits them.
    public init() {}
  }

  /// `bs_amp_res`: true for steps of 3 dB, false for 1.5 dB.
  public var amplitudeResolution = true
  /// `bs_start_freq`, 0…15.
  public var startFrequency = 0
  /// `bs_stop_freq`, 0…15.
  public var stopFrequency = 0
  /// `bs_xover_band`, 0…7.
  public var crossoverBand = 0
  /// `bs_reserved`, 0…3; kept so that a header is written back unchanged.
  public var reserved = 0
  /// The first optional part, or `nil` for the defaults.
  public var frequency: Frequency?
  /// The second optional part, or `nil` for the defaults.
  public var limiter: Limiter?

  /// Creates a header of zeros and defaults.
  public init() {}

  /// Reads a header.
  package init(parsing reader: inout BitReader) throws(CodecError) {
    amplitudeResolution = try reader.flag()
    startFrequency = try reader.field(4)
    stopFrequency = try reader.field(4)
    crossoverBand = try reader.field(3)
    reserved = try reader.field(2)
    let hasFrequency = try reader.flag()
    let hasLimiter = try reader.flag()
    if hasFrequency { frequency = try Frequency(parsing: &reader) }
    if hasLimiter { limiter = try Limiter(parsing: &reader) }
  }

  /// Writes the header.
  package func write(to writer: inout BitWriter) {
    writer.write(amplitudeResolution)
    writer.write(UInt32(startFrequency), 4)
    writer.write(UInt32(stopFrequency), 4)
    writer.write(UInt32(crossoverBand), 3)
    writer.write(UInt32(reserved), 2)
    writer.write(frequency != nil)
    writer.write(limiter != nil)
    frequency?.write(to: &writer)
    limiter?.write(to: &writer)
  }
}

extension SBRHeader.Frequency {
  init(parsing reader: inout BitReader) throws(CodecError) {
    scale = try reader.field(2)
    alterScale = try reader.flag()
    noiseBands = try reader.field(2)
  }

  func write(to writer: inout BitWriter) {
    writer.write(UInt32(scale), 2)
    writer.write(alterScale)
    writer.write(UInt32(noiseBands), 2)
  }
}

extension SBRHeader.Limiter {
  init(parsing reader: inout BitReader) throws(CodecError) {
    bands = try reader.field(2)
    gains = try reader.field(2)
    interpolatesFrequency = try reader.flag()
    smoothingMode = try reader.flag()
  }

  func write(to writer: inout BitWriter) {
    writer.write(UInt32(bands), 2)
    writer.write(UInt32(gains), 2)
    writer.write(interpolatesFrequency)
    writer.write(smoothingMode)
  }
}
