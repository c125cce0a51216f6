/// The last used indices of a parameter.
package struct SurroundLastIndices: Sendable {
  private var indices: SurroundBandValues = .init(repeating: 0)
  private var isCoarse = false

  /// Creates the values of the standard mode.
  package init() {}

  /// Adopts the next set.
  package mutating func take(_ set: borrowing SurroundParameterSet) {
    switch set.mode {
    case .standard:
      indices = .init(repeating: 0)
      isCoarse = false
    case .keep, .interpolate: break
    case .coded:
      indices = set.indices
      isCoarse = set.isCoarse
    }
  }

  /// Returns the index of the fine quantiser in a band.
  package func fine(_ band: Int, _ quantity: SurroundQuantity) -> Int {
    // A subscript of the array itself would copy all of it.
    let index = indices.span[band]
    return isCoarse ? quantity.fine(index) : index
  }
}
