package import AACReplication
import AACSyntax
package import Bitstream

// Bound throughout: 15 bands of two parameters.

/// Computes the payloads of LD MPEG Surround from measurements: indices, the cheapest code, bits.
///
/// Each packet has one set of parameters with one value per band in the fine quantiser, like those of known encoders.
package struct SurroundParameterCoder: Sendable {
  private let levelCoder: SurroundDifferenceCoder
  private let coherenceCoder: SurroundDifferenceCoder
  private let bandCount: Int
  /// The indices of the last packet.
  package private(set) var levels: SurroundBandValues = .init(repeating: 0)
  package private(set) var coherences: SurroundBandValues = .init(repeating: 0)
  /// `extension_payload()` with its type, whole bytes.
  package private(set) var payload = BitWriter()

  package init(bandCount: Int) {
    self.bandCount = bandCount
    levelCoder = SurroundDifferenceCoder(.levelDifference, count: bandCount)
    coherenceCoder = SurroundDifferenceCoder(.coherence, count: bandCount)
    // Bound: more than 23 levels of 5 bits and coherences of 3 bits take, which no choice exceeds.
    payload.reserveCapacity(byteCount: 64)
  }

  /// Computes the payload of a description.
  ///
  /// - Parameter isIndependent: True if it refers to no previous packet.
  mutating func code(_ description: borrowing SurroundDescription, isIndependent: Bool) {
    var (levels, coherences) = (self.levels, self.coherences)
    for band in 0..<bandCount {
      levels[band] = SurroundQuantization.level(description.levels[band], after: levels[band])
      coherences[band] = SurroundQuantization.coherence(description.coherences[band], after: coherences[band])
    }
    code(levels: levels, coherences: coherences, isIndependent: isIndependent)
  }

  /// Computes the payload of indices −15…15 and 0…7: `LdSpatialFrame()` of ISO/IEC 23003-2, after the bits that mark a
  /// complete frame.
  package mutating func code(levels: SurroundBandValues, coherences: SurroundBandValues, isIndependent: Bool) {
    payload.removeAll()
    payload.write(UInt32(ExtensionType.lowDelaySurround), 4)
    // `ancType`, `ancStart` and `ancStop`.
    payload.write(0, 2)
    payload.write(3, 2)
    // One set that ends with the last slot.
    payload.write(0, 2)
    payload.write(isIndependent)
    write(levels, after: self.levels, levelCoder, isIndependent)
    write(coherences, after: self.coherences, coherenceCoder, isIndependent)
    // No smoothing.
    payload.write(0, 2)
    payload.align()
    self.levels = levels
    self.coherences = coherences
  }

  private mutating func write(
    _ indices: borrowing SurroundBandValues, after old: borrowing SurroundBandValues, _ coder: SurroundDifferenceCoder,
    _ isIndependent: Bool
  ) {
    var (isStandard, isSame) = (true, !isIndependent)
    for band in 0..<bandCount {
      if indices[band] != 0 { isStandard = false }
      if indices[band] != old[band] { isSame = false }
    }
    let mode: SurroundParameterSet.Mode = isStandard ? .standard : isSame ? .keep : .coded
    payload.write(UInt32(mode.rawValue), 2)
    guard mode == .coded else { return }
    // No pair of sets, fine steps, one value a band.
    payload.write(0, 4)
    coder.write(
      coder.shortest(indices, after: old, allowsTime: !isIndependent), indices, after: old, to: &payload)
  }
}
