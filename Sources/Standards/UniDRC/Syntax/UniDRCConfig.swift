package import AudioBase
package import Bitstream

// Bound throughout: all counts have at most seven bits, and each item takes bits of the configuration.

/// `uniDrcConfig()`: the sets of gains of a stream, and the channels and downmixes that they apply to.
///
/// ISO/IEC 23003-4, 7.3. Parametric sets, equalizers, loudness equalization and levelling are skipped.
package struct UniDRCConfig: Sendable {
  /// `downmixInstructions()`.
  struct Downmix: Sendable, BitwiseCopyable {
    /// `downmixId`.
    var identifier: Int
    /// `targetChannelCount`.
    var channelCount: Int
  }

  /// `baseChannelCount`.
  package private(set) var channelCount = 0
  private(set) var downmixes: [Downmix] = []
  private(set) var coefficients: [GainCoefficients] = []
  private(set) var instructions: [GainInstructions] = []

  /// The sets of gains that packets of this stream carry.
  var gains: GainCoefficients? { coefficients.last { $0.location == GainCoefficients.thisStream } }

  /// Reads a configuration in place.
  ///
  /// - Throws: `CodecError`: truncated, or malformed.
  package init(parsing reader: inout BitReader) throws(CodecError) {
    if try reader.flag() { try reader.pass(18) }
    let downmixCount = try reader.field(7)
    var (basicCoefficients, basicInstructions) = (0, 0)
    if try reader.flag() {
      basicCoefficients = try reader.field(3)
      basicInstructions = try reader.field(4)
    }
    let coefficientCount = try reader.field(3)
    let instructionCount = try reader.field(6)
    try readLayout(&reader)
    for _ in 0..<downmixCount { try readDownmix(&reader, version: 0) }
    try reader.pass(11 * basicCoefficients)
    for _ in 0..<basicInstructions { try UniDRCConfig.skipBasicInstructions(&reader) }
    for _ in 0..<coefficientCount { coefficients.append(try GainCoefficients(parsing: &reader, version: 0)) }
    for _ in 0..<instructionCount {
      instructions.append(try GainInstructions(parsing: &reader, version: 0, self))
    }
    guard try reader.flag() else { return }
    var hasSecondVersion = false
    while let part = try reader.nextExtension(4) {
      if part.type == 2, !hasSecondVersion {
        hasSecondVersion = true
        try readSecondVersion(&reader)
      }
      try reader.leave(part)
    }
  }

  private mutating func readLayout(_ reader: inout BitReader) throws(CodecError) {
    channelCount = try reader.field(7)
    guard try reader.flag() else { return }
    if try reader.field(8) == 0 { try reader.pass(7 * channelCount) }
  }

  private mutating func readDownmix(_ reader: inout BitReader, version: Int) throws(CodecError) {
    let identifier = try reader.field(7)
    let count = try reader.field(7)
    downmixes.append(Downmix(identifier: identifier, channelCount: count))
    // The layout of the target.
    try reader.pass(8)
    guard try reader.flag() else { return }
    if version == 1 { try reader.pass(4) }
    try reader.pass((version == 0 ? 4 : 5) * count * channelCount)
  }

  /// `drcInstructionsBasic()`.
  private static func skipBasicInstructions(_ reader: inout BitReader) throws(CodecError) {
    try reader.pass(17)
    if try reader.flag() { try reader.pass(7 * (try reader.field(3))) }
    let effects = GainInstructions.Effects(rawValue: try reader.field(16))
    if effects.isDisjoint(with: .ducking), try reader.flag() { try reader.pass(8) }
    guard try reader.flag() else { return }
    try reader.pass(6)
    if try reader.flag() { try reader.pass(6) }
  }

  /// Reads the extension of version 1, up to the fields that are not used here.
  private mutating func readSecondVersion(_ reader: inout BitReader) throws(CodecError) {
    if try reader.flag() {
      for _ in 0..<(try reader.field(7)) { try readDownmix(&reader, version: 1) }
    }
    guard try reader.flag() else { return }
    for _ in 0..<(try reader.field(3)) { coefficients.append(try GainCoefficients(parsing: &reader, version: 1)) }
    for _ in 0..<(try reader.field(6)) {
      instructions.append(try GainInstructions(parsing: &reader, version: 1, self))
    }
  }
}
