import AudioBase
import Bitstream

/// `stereoConfigIndex` and `Mps212Config()`: how a pair's channels are derived from the coded ones.
///
/// ISO/IEC 23003-3, 5.2.
public struct USACStereo: Sendable, Hashable {
  /// `stereoConfigIndex`.
  public enum Kind: Int, Sendable {
    /// Both channels are coded.
    case none
    /// One channel is coded, from which MPEG Surround makes two.
    case parametric
    /// A residual is coded as well, and band replication works on the first channel.
    case residual
    /// A residual is coded as well, with band replication of both channels.
    case fullResidual
  }

  /// `Mps212Config()`.
  public struct Surround: Sendable, Hashable {
    /// `bsFreqRes`, 0…7.
    public var frequencyResolution = 0
    /// `bsFixedGainDMX`, 0…7.
    public var fixedGain = 0
    /// `bsTempShapeConfig`, 0…3.
    public var temporalShaping = 0
    /// `bsDecorrConfig`, 0…3.
    public var decorrelation = 0
    /// `bsHighRateMode`.
    public var isHighRate = false
    /// `bsPhaseCoding`.
    public var hasPhases = false
    /// `bsOttBandsPhase`, or `nil` for the default.
    public var phaseBands: Int?
    /// `bsResidualBands`, 0…31; only with a residual.
    public var residualBands = 0
    /// `bsPseudoLr`; only with a residual.
    public var isPseudoLeftRight = false
    /// `bsEnvQuantMode`; only with guided envelopes.
    public var envelopeQuantization = false

    /// A configuration of zeros.
    public init() {}
  }

  /// `stereoConfigIndex`.
  public var kind: Kind
  /// MPEG Surround, for all kinds except ``Kind/none``.
  public var surround: Surround?

  /// Creates a configuration.
  public init(_ kind: Kind, _ surround: Surround? = nil) {
    self.kind = kind
    self.surround = surround
  }

  init(parsing reader: inout BitReader) throws(CodecError) {
    kind = Kind(rawValue: try reader.field(2)) ?? .none
    guard kind != .none else { return }
    var part = Surround()
    part.frequencyResolution = try reader.field(3)
    part.fixedGain = try reader.field(3)
    part.temporalShaping = try reader.field(2)
    part.decorrelation = try reader.field(2)
    part.isHighRate = try reader.flag()
    part.hasPhases = try reader.flag()
    if try reader.flag() { part.phaseBands = try reader.field(5) }
    if kind != .parametric {
      part.residualBands = try reader.field(5)
      part.isPseudoLeftRight = try reader.flag()
    }
    if part.temporalShaping == 2 { part.envelopeQuantization = try reader.flag() }
    surround = part
  }

  func write(to writer: inout BitWriter) {
    writer.write(UInt32(kind.rawValue), 2)
    guard kind != .none, let surround else { return }
    writer.write(UInt32(surround.frequencyResolution), 3)
    writer.write(UInt32(surround.fixedGain), 3)
    writer.write(UInt32(surround.temporalShaping), 2)
    writer.write(UInt32(surround.decorrelation), 2)
    writer.write(surround.isHighRate)
    writer.write(surround.hasPhases)
    writer.write(surround.phaseBands != nil)
    if let phaseBands = surround.phaseBands { writer.write(UInt32(phaseBands), 5) }
    if kind != .parametric {
      writer.write(UInt32(surround.residualBands), 5)
      writer.write(surround.isPseudoLeftRight)
    }
    if surround.temporalShaping == 2 { writer.write(surround.envelopeQuantization) }
  }
}
