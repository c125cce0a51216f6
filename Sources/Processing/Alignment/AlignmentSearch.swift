import Transforms

// Bound throughout: a few arrays of the smallest transform that holds the field.
// Holds throughout: places lie within the pattern and the field, whose lengths are compared first.

/// Finds a part of one signal in another by normalised cross-correlation: `c[k] = Σ p[i] · f[k+i] / √(Σ p[i]² · Σ
/// f[k+i]²)`.
package struct AlignmentSearch: Sendable {
  /// A position at which the pattern was found.
  package struct Match: Hashable, Sendable {
    /// The index in the field of the sample that corresponds to the pattern's first one.
    package var place: Int
    /// The correlation at the position, 0 to 1; 1 if only the level differs.
    package var correlation: Double
  }

  /// The number of places that are examined in double precision after the transform has named them.
  private static let candidateCount = 64
  /// Correlations that differ by less count as equal, such as those of a tone at a distance of one period.
  private static let tie = 1e-9

  private let pattern: [Float]

  /// Creates a search for a pattern.
  package init(_ pattern: [Float]) { self.pattern = pattern }

  /// Finds the position in a field with the highest correlation to the pattern; of equal ones the nearest to
  /// `expected`.
  ///
  /// - Returns: `nil` if the field is shorter than the pattern, or if nothing correlates, as in silence.
  package func bestMatch(in field: [Float], expected: Int) -> Match? {
    let placeCount = field.count - pattern.count + 1
    guard placeCount > 0, !pattern.isEmpty else { return nil }
    let products = self.products(with: field)
    let energies = self.energies(of: field, placeCount)
    let rough = (0..<placeCount).map { place in
      energies[place] > 0 ? Double(products[place]) / energies[place].squareRoot() : 0
    }
    let best = Self.largest(rough)
    var found: Match?
    for place in best {
      let match = Match(place: place, correlation: correlation(with: field, at: place))
      guard match.correlation > 0, match.correlation.isFinite else { continue }
      guard let other = found else {
        found = match
        continue
      }
      let difference = match.correlation - other.correlation
      let isNearer = (place - expected).magnitude < (other.place - expected).magnitude
      if difference > Self.tie || (difference > -Self.tie && isNearer) { found = match }
    }
    return found
  }

  /// Returns the indices of the largest numbers, unsorted; more if several equal the smallest of them.
  private static func largest(_ numbers: [Double]) -> [Int] {
    guard numbers.count > candidateCount else { return Array(numbers.indices) }
    let threshold = numbers.sorted(by: >)[candidateCount - 1]
    return Array(numbers.indices.filter { numbers[$0] >= threshold }.prefix(16 * candidateCount))
  }

  /// Returns the numerators of all places, by transforms, in single precision.
  private func products(with field: [Float]) -> [Float] {
    var size = 32
    while size < field.count { size *= 2 }
    var transform = FFT(size: size)
    var (real, imaginary) = (padded(field, size), [Float](repeating: 0, count: size))
    var (otherReal, otherImaginary) = (padded(pattern, size), [Float](repeating: 0, count: size))
    Self.run(&transform, &real, &imaginary)
    Self.run(&transform, &otherReal, &otherImaginary)
    for index in 0..<size {
      // The field times the conjugate of the pattern; real and imaginary parts change places for the inverse transform.
      let product = (
        real: real[index] * otherReal[index] + imaginary[index] * otherImaginary[index],
        imaginary: imaginary[index] * otherReal[index] - real[index] * otherImaginary[index]
      )
      (real[index], imaginary[index]) = (product.imaginary, product.real)
    }
    Self.run(&transform, &real, &imaginary)
    return imaginary
  }

  private static func run(_ transform: inout FFT, _ real: inout [Float], _ imaginary: inout [Float]) {
    var first = real.mutableSpan
    var second = imaginary.mutableSpan
    transform.transform(real: &first, imaginary: &second)
  }

  private func padded(_ samples: [Float], _ count: Int) -> [Float] {
    samples + [Float](repeating: 0, count: count - samples.count)
  }

  /// Returns the energy of the field under the pattern at each place.
  private func energies(of field: [Float], _ placeCount: Int) -> [Double] {
    var sums = [0.0]
    sums.reserveCapacity(field.count + 1)
    for sample in field { sums.append(sums[sums.count - 1] + Double(sample) * Double(sample)) }
    let floor = sums[sums.count - 1] * 1e-12
    return (0..<placeCount).map { place in
      let energy = sums[place + pattern.count] - sums[place]
      return energy > floor ? energy : 0
    }
  }

  /// Returns the correlation at one position, in double precision.
  private func correlation(with field: [Float], at place: Int) -> Double {
    var (product, own, other) = (0.0, 0.0, 0.0)
    for index in pattern.indices {
      let (first, second) = (Double(pattern[index]), Double(field[place + index]))
      product += first * second
      own += first * first
      other += second * second
    }
    return own > 0 && other > 0 ? product / (own * other).squareRoot() : 0
  }
}
