import AudioBase
import Bitstream

/// A set of gains for one or more bands, each with a sequence that packets carry.
struct GainSet: Sendable {
  /// `gainCodingProfile`.
  enum Profile: Int, Sendable {
    case regular, fading, clipping, constant
  }

  var profile = Profile.constant
  /// `gainInterpolationType`: true where nodes are joined by straight lines.
  var isLinear = true
  /// `fullFrame`: true if the gains of a packet cover its whole frame.
  var isFullFrame = false
  /// `timeAlignment`: true if nodes stand in the middle of their steps.
  var isCentred = false
  /// `timeDeltaMin` in samples, if it is stated.
  var step: Int?
  /// The number of the sequence of each band.
  var sequences: [Int] = []
}

/// `drcCoefficientsUniDrc()`: the sets of gains of a place.
///
/// ISO/IEC 23003-4, 7.3.
struct GainCoefficients: Sendable {
  /// `drcLocation` of gains within this stream.
  static let thisStream = 1

  /// `drcLocation`.
  var location = 0
  /// `drcFrameSize` in samples, if it is stated.
  var frameLength: Int?
  var sets: [GainSet] = []
  /// The sequences that a packet carries.
  var sequenceCount = 0

  // Bound: sets have six bits and bands four, of which four are allowed.
  init(parsing reader: inout BitReader, version: Int) throws(CodecError) {
    location = try reader.field(4)
    if try reader.flag() { frameLength = try reader.field(15) + 1 }
    if version == 1 {
      for _ in 0..<2 where try reader.flag() {
        for _ in 0..<(try reader.field(4)) { try GainCoefficients.skipCharacteristic(&reader) }
      }
      if try reader.flag() {
        for _ in 0..<(try reader.field(4)) {
          for _ in 0..<4 where try reader.flag() { try reader.pass(5) }
        }
      }
      sequenceCount = try reader.field(6)
    }
    var last = -1
    for _ in 0..<(try reader.field(6)) {
      sets.append(try GainSet(parsing: &reader, version: version, last: &last))
    }
    if version == 0 { sequenceCount = last + 1 }
  }

  /// Skips a characteristic stated in the stream.
  private static func skipCharacteristic(_ reader: inout BitReader) throws(CodecError) {
    if try reader.flag() {
      let count = try reader.field(2) + 1
      try reader.pass(13 * count)
    } else {
      try reader.pass(15)
    }
  }
}

extension GainSet {
  /// - Parameter last: The number of the last sequence, from which the next one is counted; −1 before the first.
  fileprivate init(parsing reader: inout BitReader, version: Int, last: inout Int) throws(CodecError) {
    // Holds: two bits are one of four profiles.
    profile = Profile(rawValue: try reader.field(2)) ?? .constant
    isLinear = try reader.flag()
    isFullFrame = try reader.flag()
    isCentred = try reader.flag()
    if try reader.flag() { step = try reader.field(11) + 1 }
    guard profile != .constant else {
      last += 1
      sequences = [last]
      return
    }
    let count = try reader.field(4)
    guard (1...4).contains(count) else {
      throw CodecError(
        .malformed, "a set of gains has 1 to 4 bands", clause: "ISO/IEC 23003-4, 7.3", bitOffset: reader.offset - 4)
    }
    let hasCrossovers = count > 1 ? try reader.flag() : false
    for _ in 0..<count {
      let isNumbered = version == 1 ? try reader.flag() : false
      last = isNumbered ? try reader.field(6) : last + 1
      sequences.append(last)
      // The characteristic by which the gains were made.
      if version == 0 {
        try reader.pass(7)
      } else if try reader.flag() {
        try reader.pass(try reader.flag() ? 7 : 8)
      }
    }
    for _ in 1..<count { try reader.pass(hasCrossovers ? 4 : 10) }
  }
}
