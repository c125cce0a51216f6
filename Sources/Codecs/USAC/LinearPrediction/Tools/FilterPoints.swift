/// The filters of a frame at the start of its region and after each quarter, where blocks meet.
///
/// Points inside a block are not used.
struct FilterPoints: Sendable {
  private(set) var spectra: [5 of LineSpectrum]
  private(set) var pairs: [5 of LineSpectralPairs]
  private(set) var filters: [5 of PredictionFilter]

  /// Returns the filters of a frame that follows one with the filter `last` at its end.
  init(_ data: LineSpectrumData, after last: LineSpectrum) {
    spectra = .init(repeating: last)
    pairs = .init(repeating: LineSpectralPairs(cosines: SIMD16(repeating: 0)))
    filters = .init(repeating: PredictionFilter(coefficients: SIMD16(repeating: 0)))
    let order: [5 of Int] = [4, 0, 2, 1, 3]
    for place in 0..<5 {
      let point = order[place]
      decode(data.points[point], at: point)
      pairs[point] = spectra[point].pairs
      filters[point] = pairs[point].filter
    }
  }

  private mutating func decode(_ data: LineSpectrumData.Point, at point: Int) {
    switch data.origin {
    case .absent: break
    case .codebook(let index):
      spectra[point] = LineSpectrum.codebook(index).refined(by: data.refinement, weight: 60)
    case .point(let other):
      spectra[point] = spectra[other].refined(by: data.refinement, weight: point % 2 == 1 ? 64 : 63)
    case .mean:
      let mean = LineSpectrum.mean(spectra[point - 1], spectra[point + 1])
      spectra[point] = mean.refined(by: data.refinement, weight: 65)
    }
  }
}
