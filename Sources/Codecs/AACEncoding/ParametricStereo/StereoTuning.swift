import AACReplication

/// The resolution with which an encoder describes the two channels by Parametric Stereo.
///
/// 10 or 20 bands, mixing procedure A and no phases: those of the baseline decoders of ISO/IEC 14496-3, 8.6.4.
struct StereoTuning: Sendable {
  /// `ps_header()` parameters, sent from time to time.
  let header: ParametricStereoData.Header
  /// Envelopes of a packet without an attack, at most.
  let mostEnvelopes: Int

  /// Packets with fewer bits have 10 bands, with more also fine steps of levels.
  private static let coarseBits = 800.0
  private static let fineBits = 1700.0
  /// Packets with fewer bits have one envelope, with more up to four.
  private static let singleBits = 1200.0
  private static let fourfoldBits = 1700.0

  /// The approximate fraction of the bit rate for the parameters; the core and SBR have the rest.
  static let share = 0.07

  /// Returns the largest number of bits of a payload that the parameters may use: two fifths; the rest is for SBR
  /// itself.
  static func mostBits(ofBytes byteCount: Int) -> Int { 8 * byteCount * 2 / 5 }

  /// The number of bands with parameters: 20, or 10.
  var bandCount: Int { header.level?.bandCount ?? 20 }

  /// Chooses the tuning by the mean number of bits of a packet.
  init(bitsPerPacket: Double) {
    let number = bitsPerPacket < StereoTuning.coarseBits ? 0 : 1
    var header = ParametricStereoData.Header()
    header.level = ParametricStereoData.Mode(number: bitsPerPacket < StereoTuning.fineBits ? number : number + 3)
    header.coherence = ParametricStereoData.Mode(number: number)
    self.header = header
    mostEnvelopes = bitsPerPacket < StereoTuning.singleBits ? 1 : bitsPerPacket < StereoTuning.fourfoldBits ? 2 : 4
  }
}
