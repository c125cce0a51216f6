import AACReplication

// Bound throughout: nine sets of 28 bands.

/// The fine indices of one parameter in each set of a packet.
///
/// ISO/IEC 23003-3, 7.11.
struct UpmixIndices: Sendable {
  private let quantity: SurroundQuantity
  private var last = SurroundLastIndices()
  private var values = [Int](repeating: 0, count: UpmixParameters.setLimit * UpmixParameters.bandLimit)

  init(_ quantity: SurroundQuantity) { self.quantity = quantity }

  /// Clears the state kept from earlier packets.
  mutating func reset() { last = SurroundLastIndices() }

  /// Returns the index of a band in a set.
  func index(_ set: Int, _ band: Int) -> Int { values[set * UpmixParameters.bandLimit + band] }

  /// Updates the indices from a packet; interpolated sets get values between their neighbours'.
  mutating func resolve(_ data: borrowing SurroundParameterData, _ frame: borrowing UpmixFrame) {
    let width = UpmixParameters.bandLimit
    for set in 0..<frame.transmittedCount {
      last.take(data.sets[set])
      for band in 0..<width { values[set * width + band] = last.fine(band, quantity) }
    }
    var before = 0
    for set in 0..<frame.transmittedCount {
      guard data.sets[set].mode == .interpolate else {
        before = set
        continue
      }
      var next = set
      while next < frame.transmittedCount - 1, data.sets[next].mode == .interpolate { next += 1 }
      let (length, part) = (frame.slots[next] - frame.slots[before], frame.slots[set] - frame.slots[before])
      guard length > 0 else { continue }
      for band in 0..<width {
        let old = values[before * width + band]
        values[set * width + band] = old + part * (values[next * width + band] - old) / length
      }
    }
  }
}
