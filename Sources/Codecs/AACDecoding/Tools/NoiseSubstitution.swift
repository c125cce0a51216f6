package import AACSyntax
import Transforms

/// Perceptual noise substitution: bands of which only the energy was sent become random lines.
///
/// ISO/IEC 14496-3, 4.6.13. The standard leaves the generator free. Ours is seeded from the packet's first bytes, so
/// that a packet decodes to the same samples wherever decoding began.
package struct NoiseSubstitution: Sendable {
  private var state: UInt32 = 1

  package init() {}

  /// The number of bytes of a packet that the seed depends on; more would cost time and add nothing.
  private static let seedByteCount = 32

  /// Seeds the generator for a packet.
  package mutating func seed(from packet: Span<UInt8>) {
    state = 0x811C_9DC5 ^ UInt32(truncatingIfNeeded: packet.count)
    for index in 0..<min(packet.count, NoiseSubstitution.seedByteCount) {
      state = (state ^ UInt32(packet[index])) &* 0x0100_0193
    }
  }

  /// The range of noise energies; others do not occur in real streams and would overflow.
  private static let energies: ClosedRange<Int> = -200...160

  /// Fills the noise bands of a single channel.
  package mutating func apply(
    _ stream: inout ChannelStream, bands: borrowing BandLayout, to spectrum: inout [Float]
  ) {
    guard stream.mayUse(.noise) else { return }
    var output = spectrum.mutableSpan
    let (codebooks, energies) = (stream.codebooks.span, stream.scaleFactors.span)
    bands.forEachBand(stream.info) { place, lines in
      guard codebooks[place] == Codebook.noise else { return }
      fill(lines, energy: energies[place], &output)
    }
  }

  /// Fills the noise bands of a pair: where sum and difference are flagged, both channels have the same noise.
  package mutating func apply(
    _ element: inout ChannelElementStream, bands: borrowing BandLayout, first firstSpectrum: inout [Float],
    second secondSpectrum: inout [Float]
  ) {
    guard element.first.mayUse(.noise) || element.second.mayUse(.noise) else { return }
    guard element.hasCommonWindow, element.midSide.presence != .none else {
      apply(&element.first, bands: bands, to: &firstSpectrum)
      apply(&element.second, bands: bands, to: &secondSpectrum)
      return
    }
    var first = firstSpectrum.mutableSpan
    var second = secondSpectrum.mutableSpan
    let (codebooks, energies) = (element.first.codebooks.span, element.first.scaleFactors.span)
    let (others, otherEnergies) = (element.second.codebooks.span, element.second.scaleFactors.span)
    let isEveryBandUsed = element.midSide.presence == .all
    let used = element.midSide.used.span
    bands.forEachBand(element.first.info) { place, lines in
      let start = self.state
      if codebooks[place] == Codebook.noise {
        fill(lines, energy: energies[place], &first)
        if others[place] == Codebook.noise, isEveryBandUsed || used[place] { self.state = start }
      }
      if others[place] == Codebook.noise {
        fill(lines, energy: otherEnergies[place], &second)
      }
    }
  }

  /// The generator's next number is `multiplier · state + increment`.
  private static let multiplier: UInt32 = 1_664_525
  private static let increment: UInt32 = 1_013_904_223

  /// Fills lines with random numbers whose squares add up to `2^(energy / 2)`.
  ///
  /// Four numbers at once, each by factors of its own from the same state, so that none waits for the previous one.
  @inline(never)
  private mutating func fill(_ lines: Range<Int>, energy: Int16, _ output: inout MutableSpan<Float>) {
    let (a, c) = (NoiseSubstitution.multiplier, NoiseSubstitution.increment)
    let (a2, c2) = (a &* a, a &* c &+ c)
    let (a3, c3) = (a2 &* a, a2 &* c &+ c2)
    let (a4, c4) = (a3 &* a, a3 &* c &+ c3)
    var part = output._mutatingExtracting(lines)
    let count = part.count
    var state = state
    var squares = SIMD4<Float>(repeating: 0)
    var line = 0
    while line &+ 4 <= count {
      let first = Int32(bitPattern: state &* a &+ c)
      let second = Int32(bitPattern: state &* a2 &+ c2)
      let third = Int32(bitPattern: state &* a3 &+ c3)
      state = state &* a4 &+ c4
      let values = SIMD4(Float(first), Float(second), Float(third), Float(Int32(bitPattern: state))) * 0x1p-31
      part.setQuad(values, at: line)
      squares += values * values
      line &+= 4
    }
    var sum = (squares[0] + squares[1]) + (squares[2] + squares[3])
    while line < count {
      state = state &* a &+ c
      let value = Float(Int32(bitPattern: state)) * 0x1p-31
      part[line] = value
      sum += value * value
      line &+= 1
    }
    self.state = state
    let range = NoiseSubstitution.energies
    let exponent = min(max(Int(energy), range.lowerBound), range.upperBound)
    let gain = sum > 0 ? InverseQuantizer.quarterPower(exponent) / sum.squareRoot() : 0
    for line in 0..<count { part[line] *= gain }
  }
}
