import Bitstream

/// How the high subbands of a channel come about, in streams that have a harmonic transposer.
///
/// ISO/IEC 23003-3, 5.3.
struct HarmonicPatching: Sendable, BitwiseCopyable {
  /// `sbrPatchingMode` 0: they are transposed, not copied.
  var isTransposed = false
  /// `sbrPitchInBins`, 0 without.
  var pitch = 0

  init() {}

  /// Reads the fields. `sbrOversamplingFlag` concerns the transposer with DFT blocks, which no decoder uses.
  init(parsing reader: inout BitReader) throws(USACError) {
    isTransposed = try !reader.bit()
    guard isTransposed else { return }
    _ = try reader.bit()
    if try reader.bit() { pitch = try reader.bits(7) }
  }
}
