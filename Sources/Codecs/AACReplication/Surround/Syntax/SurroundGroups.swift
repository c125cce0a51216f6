/// Values of parameter bands; with fewer bands the last places are not used.
package typealias SurroundBandValues = [28 of Int]

/// `bsFreqResStride`: neighbouring parameter bands that share one value.
///
/// The standard groups bands in two ways, which differ only with 7 bands in groups of 5: 4 + 3 where values are kept
/// for differences, 3 + 4 if they are used.
package struct SurroundGroups: Sendable {
  let bandCount: Int
  /// The number of values that are transmitted.
  package let count: Int
  private let stride: Int

  /// Groups of a stride's code, 0…3.
  package init(strideCode: Int, bandCount: Int) {
    let strides: [4 of Int] = [1, 2, 5, bandCount]
    self.bandCount = bandCount
    stride = strides[strideCode]
    count = (bandCount - 1) / stride + 1
  }

  /// Spreads one value per group over the bands, for the next differences.
  package func spreadForHistory(_ values: borrowing SurroundBandValues, into bands: inout SurroundBandValues) {
    var borders: [29 of Int] = .init(repeating: 0)
    for group in 0...count { borders[group] = group * stride }
    var first = 0
    while borders[count] > bandCount {
      if first < count { first += 1 }
      for group in first...count { borders[group] -= 1 }
    }
    for group in 0..<count {
      for band in borders[group]..<borders[group + 1] { bands[band] = values[group] }
    }
  }

  /// Spreads one value per group over the bands, for the upmix.
  package func spread(_ values: borrowing SurroundBandValues, into bands: inout SurroundBandValues) {
    var excess = count * stride - bandCount
    var widths: [28 of Int] = .init(repeating: stride)
    var group = 0
    while excess > 0 {
      widths[group] -= 1
      excess -= 1
      group = (group + 1) % count
    }
    var band = 0
    for group in 0..<count {
      for _ in 0..<widths[group] {
        bands[band] = values[group]
        band += 1
      }
    }
  }

  /// Collects one value per group: the value of its first band.
  package func collect(_ bands: borrowing SurroundBandValues, into values: inout SurroundBandValues) {
    var borders: [29 of Int] = .init(repeating: 0)
    for group in 0...count { borders[group] = group * stride }
    var first = 0
    while borders[count] > bandCount {
      if first < count { first += 1 }
      for group in first...count { borders[group] -= 1 }
    }
    for group in 0..<count { values[group] = bands[borders[group]] }
  }
}
