/// The tables of the specification, as arrays for look-ups: a look-up in a constant of the module would copy the whole
/// table.
struct AllocationLookup: Sendable {
  // Bound: constants of the format.
  /// The first line of each band, and the end of the last.
  let bandStarts = Self.array(allocationBandStarts)
  /// The difference between the sum of two levels and the second one, by the first level's distance from the second,
  /// plus 4096.
  let sums: [Int16] = Self.makeSums()
  /// The threshold of hearing of each band at each sampling rate.
  let thresholds = Self.array(allocationHearingThresholds)
  /// `baptab` and `hebaptab` extended on both sides: the pointer of a line by its ``place(ofMask:)`` minus four times
  /// its exponent.
  let plain = Self.widened(allocationPointers)
  let hybrid = Self.widened(hybridPointers)

  private static func array<let count: Int>(_ table: [count of Int]) -> [Int] { table.indices.map { table[$0] } }

  private static func makeSums() -> [Int16] {
    // Half of the distance, up to its limit, gives the amount by which the sum exceeds the higher one.
    let additions = array(allocationLogAddition)
    return (-4096..<4096).map { Int16(max($0, 0) + additions[min(255, abs($0) >> 1)]) }
  }

  private static func widened(_ table: [64 of UInt8]) -> [UInt8] {
    (0..<256).map { table[min(63, max(0, $0 - 96))] }
  }

  /// Returns the place of a line of exponent 0 in the tables of pointers.
  @inline(__always)
  static func place(ofMask mask: Int) -> UInt8 {
    // Its level above the mask, in steps of 32. Beyond these limits the pointers of all exponents agree.
    UInt8(truncatingIfNeeded: 96 &+ min(159, max(0, (3072 &- mask) &>> 5)))
  }

  /// Returns the band that a line is in.
  func band(of line: Int) -> Int {
    // Bands are single lines up to 28, and grow from there on.
    guard line >= 28 else { return line }
    var band = 28
    while bandStarts[band + 1] <= line { band += 1 }
    return band
  }
}
