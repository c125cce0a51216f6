/// Perceptual noise substitution: bands of which only the energy was sent become random lines.
///
/// ISO/IEC 14496-3, 4.6.13. The standard leaves the generator free. Ours is seeded from the packet's first bytes, so
/// that a packet decodes to the same samples wherever decoding began.
package struct NoiseSubstitution: Sendable {
  private var state: UInt32 = 1

  package init() {}

  /// Bytes of a packet that the seed depends on; more would cost time and add nothing.
  private static let seedByteCount = 32

  /// Seeds the generator for a packet.
  package mutating func seed(from packet: Span<UInt8>) {
    state = 0x811C_9DC5 ^ UInt32(truncatingIfNeeded: packet.count)
    for index in 0..<min(packet.count, NoiseSubstitution.seedByteCount) {
      state = (state ^ UInt32(packet[index])) &* 0x0100_0193
    }
  }

  /// Noise energies beyond these are not found in real streams and would overflow.
  private static let energies: ClosedRange<Int> = -200...160

  /// Fills the noise bands of a single channel.
  package mutating func apply(
    _ stream: borrowing ChannelStream, bands: borrowing BandLayout, to spectrum: inout [Float]
  ) {
    var output = spectrum.mutableSpan
    let codebooks = stream.codebooks.span
    bands.forEachBand(stream.info) { place, lines in
      guard codebooks[place] == Codebook.noise else { return }
      fill(lines, energy: stream.scaleFactors[place], &output)
    }
  }

  /// Fills the noise bands of a pair: where sum and difference are flagged, both channels have the same noise.
  package mutating func apply(
    _ element: borrowing ChannelElementStream, bands: borrowing BandLayout, first firstSpectrum: inout [Float],
    second secondSpectrum: inout [Float]
  ) {
    guard element.hasCommonWindow, element.midSide.presence != .none else {
      apply(element.first, bands: bands, to: &firstSpectrum)
      apply(element.second, bands: bands, to: &secondSpectrum)
      return
    }
    var first = firstSpectrum.mutableSpan
    var second = secondSpectrum.mutableSpan
    let codebooks = element.first.codebooks.span
    let others = element.second.codebooks.span
    bands.forEachBand(element.first.info) { place, lines in
      let start = self.state
      if codebooks[place] == Codebook.noise {
        fill(lines, energy: element.first.scaleFactors[place], &first)
        if element.midSide.isUsed(place), others[place] == Codebook.noise { self.state = start }
      }
      if others[place] == Codebook.noise {
        fill(lines, energy: element.second.scaleFactors[place], &second)
      }
    }
  }

  /// Random lines whose squares add up to `2^(energy / 2)`.
  private mutating func fill(_ lines: Range<Int>, energy: Int16, _ output: inout MutableSpan<Float>) {
    var sum: Float = 0
    for line in lines {
      state = state &* 1_664_525 &+ 1_013_904_223
      let value = Float(Int32(bitPattern: state)) * 0x1p-31
      output[line] = value
      sum += value * value
    }
    let range = NoiseSubstitution.energies
    let exponent = min(max(Int(energy), range.lowerBound), range.upperBound)
    let gain = sum > 0 ? InverseQuantizer.quarterPower(exponent) / sum.squareRoot() : 0
    for line in lines { output[line] *= gain }
  }
}
