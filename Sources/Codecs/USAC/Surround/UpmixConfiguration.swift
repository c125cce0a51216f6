import AACReplication
import AACSyntax
import AudioBase
import MPEG4Systems

/// MPEG Surround 2-1-2 of a pair: a configuration that has been checked completely.
///
/// ISO/IEC 23003-3, 5.2 and 7.11, `Mps212Config()`.
struct UpmixConfiguration: Sendable {
  /// Whole subbands and the parts of the three that are split.
  static let hybridBandCount = 71
  /// The hybrid bands that are parts: those of the subbands 0, 1 and 2.
  static let partCount = 10
  /// The number of slots that are made at a time.
  static let blockLength = 32

  let kind: USACStereo.Kind
  /// Parameter bands, 4…28.
  let bandCount: Int
  /// Bands with a phase difference; 0 if there are none.
  let phaseBandCount: Int
  /// The number of bands whose second signal is a residual instead of a decorrelated signal.
  let residualBandCount: Int
  /// The gain of what is coded.
  let gain: Float
  let shaping: SurroundConfiguration.Shaping
  /// True if transients are steered: TSD.
  let hasSteering: Bool
  /// `bsDecorrConfig`, 0…2: where the decorrelator's regions begin.
  let decorrelation: Int
  /// `bsHighRateMode`: up to eight sets of parameters in a packet, and smoothing.
  let isHighRate: Bool
  /// `bsPseudoLr`: left and right are coded, not their sum and difference.
  let isPseudoLeftRight: Bool
  /// `bsEnvQuantMode`.
  let hasFineEnvelopes: Bool
  /// The number of lines of the core: 768 or 1024.
  let coreFrameLength: Int
  /// The number of slots per packet, which are columns: 32 or 64.
  let slotCount: Int
  /// The number of subbands with a signal: all, or those of the core if band replication follows.
  let subbandCount: Int

  private static let bandCounts: [8 of Int] = [0, 28, 20, 14, 10, 7, 5, 4]

  /// Returns the configuration of a pair; `nil` if it has no MPEG Surround.
  ///
  /// - Parameter ratio: That of the band replication, without which there is none.
  init?(_ stereo: USACStereo, _ ratio: SBREnhancement.Ratio?, coreFrameLength: Int) throws(CodecError) {
    guard stereo.kind != .none else { return nil }
    guard let surround = stereo.surround, let ratio else { throw UpmixConfiguration.error }
    kind = stereo.kind
    bandCount = UpmixConfiguration.bandCounts[surround.frequencyResolution & 7]
    residualBandCount = surround.residualBands
    guard bandCount > 0, (0...2).contains(surround.decorrelation), residualBandCount <= bandCount,
      surround.phaseBands ?? 0 <= 28
    else { throw UpmixConfiguration.error }
    phaseBandCount =
      surround.hasPhases
      ? max(surround.phaseBands ?? UpmixConfiguration.usualPhaseBandCount(bandCount), residualBandCount) : 0
    guard phaseBandCount > 0 || !surround.hasPhases else { throw UpmixConfiguration.error }
    gain = surroundDownmixGains[surround.fixedGain & 7]
    shaping = SurroundConfiguration.Shaping(rawValue: surround.temporalShaping) ?? .none
    hasSteering = surround.temporalShaping == 3
    decorrelation = surround.decorrelation
    isHighRate = surround.isHighRate
    isPseudoLeftRight = surround.isPseudoLeftRight
    hasFineEnvelopes = surround.envelopeQuantization
    self.coreFrameLength = coreFrameLength
    slotCount = ratio == .quadruple ? 64 : 32
    subbandCount =
      kind == .fullResidual ? ratio.analysisBandCount : QuadratureMirrorMatrix.bandCount
  }

  private static let error = CodecError(
    .malformed, "the configuration of MPEG Surround 2-1-2 is impossible", clause: "ISO/IEC 23003-3, 5.2")

  private static func usualPhaseBandCount(_ bandCount: Int) -> Int {
    switch bandCount {
    case 28, 20: 10
    case 14: 7
    case 10: 5
    case 7: 3
    default: 2
    }
  }

  /// True if band replication works on left and right, not on the downmix.
  var isFirst: Bool { kind == .fullResidual }
  var hasResidual: Bool { residualBandCount > 0 }
  var hasPhases: Bool { phaseBandCount > 0 }
  /// True if the shares are real and nothing is turned.
  var isPlain: Bool { !hasPhases }

  /// Returns the parameter band of a hybrid band.
  func band(_ hybridBand: Int) -> Int { UpmixConfiguration.band(hybridBand, of: bandCount) }

  /// Returns the parameter band of a hybrid band, for the given number of parameter bands.
  static func band(_ hybridBand: Int, of bandCount: Int) -> Int {
    switch bandCount {
    case 4: Int(upmixBandOfHybridBand4[hybridBand])
    case 5: Int(upmixBandOfHybridBand5[hybridBand])
    case 7: Int(upmixBandOfHybridBand7[hybridBand])
    case 10: Int(upmixBandOfHybridBand10[hybridBand])
    case 14: Int(upmixBandOfHybridBand14[hybridBand])
    case 20: Int(upmixBandOfHybridBand20[hybridBand])
    default: Int(upmixBandOfHybridBand28[hybridBand])
    }
  }

  /// Returns a value for each lane of the whole subbands in groups of four; `other` for the three that are split.
  func whole<Value>(_ value: (_ hybridBand: Int) -> Value, other: Value) -> [Value] {
    (0..<subbandCount).map { $0 < 3 ? other : value($0 + UpmixConfiguration.partCount - 3) }
  }

  /// Returns a value for each lane of the parts in groups of four; `other` for unused lanes.
  func parts<Value>(_ value: (_ hybridBand: Int) -> Value, other: Value) -> [Value] {
    (0..<12).map { $0 < UpmixConfiguration.partCount ? value($0) : other }
  }
}
