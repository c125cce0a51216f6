/// Creates the lines above a channel's own from copies of lower lines and noise.
///
/// ETSI TS 102 366, E.2.6 (ATSC A/52, E.3.6).
enum SpectralExtension {
  /// Extends a channel.
  ///
  /// - Parameters:
  ///   - lines: The channel's lines; the extension is made of those below it.
  ///   - state: The range, the bands and their gains, with each channel's `spxattencod`.
  ///   - channel: The one whose gains are taken.
  ///   - noise: The noise that is mixed in.
  static func extend(
    _ lines: inout MutableSpan<Float>, _ state: ExtensionState, _ channel: Int, _ noise: inout NoiseGenerator
  ) {
    let seams = copy(&lines, state)
    let attenuation = state.attenuations[channel]
    if attenuation >= 0 { attenuate(&lines, state, seams, attenuation) }
    var line = state.lines.lowerBound
    for band in 0..<state.bands.count {
      let end = line + state.bands.sizes[band]
      let place = channel * BandStructure.maximumCount + band
      let (signalGain, noiseGain) = (state.signalGains[place], state.noiseGains[place] * seams.levels[band])
      for index in line..<end {
        lines[index] = signalGain * lines[index] + noiseGain * noise.next()
      }
      line = end
    }
  }

  /// The level of each copied band, and the bands at whose beginning copying restarted.
  private struct Seams {
    var levels: [18 of Float] = InlineArray(repeating: 0)
    var wrapped: UInt32 = 0
  }

  private static func copy(_ lines: inout MutableSpan<Float>, _ state: ExtensionState) -> Seams {
    var seams = Seams()
    var (source, line) = (state.copyStart, state.lines.lowerBound)
    for band in 0..<state.bands.count {
      let size = state.bands.sizes[band]
      if source + size > state.lines.lowerBound {
        source = state.copyStart
        seams.wrapped |= 1 << UInt32(band)
      }
      var sum: Float = 0
      for index in line..<(line + size) {
        if source == state.lines.lowerBound { source = state.copyStart }
        lines[index] = lines[source]
        sum += lines[source] * lines[source]
        source += 1
      }
      seams.levels[band] = (sum / Float(size)).squareRoot()
      line += size
    }
    return seams
  }

  /// Lowers five lines around each seam by powers of two in fifteenths.
  private static func attenuate(
    _ lines: inout MutableSpan<Float>, _ state: ExtensionState, _ seams: Seams, _ code: Int
  ) {
    let step = ExponentialTable.fifteenths[code]
    let factors: [3 of Float] = [step, step * step, step * step * step]
    var line = state.lines.lowerBound
    for band in 0..<state.bands.count {
      if band == 0 || seams.wrapped >> UInt32(band) & 1 != 0 {
        for distance in -2...2 {
          let index = line + distance
          if index < Slots.lineCount { lines[index] *= factors[2 - abs(distance)] }
        }
      }
      line += state.bands.sizes[band]
    }
  }
}

/// Powers of two that are not whole.
enum ExponentialTable {
  /// 2 to the power of -(n+1)/15, for n from 0 to 31.
  static let fifteenths: [32 of Float] = makeFifteenths()

  private static func makeFifteenths() -> [32 of Float] {
    // The fifteenth root of one half, by Newton's method, whose powers follow.
    var root = 0.95
    for _ in 0..<8 {
      var power = 1.0
      for _ in 0..<14 { power *= root }
      root -= (power * root - 0.5) / (15 * power)
    }
    var (values, value): ([32 of Float], Double) = (InlineArray(repeating: 0), 1)
    for index in 0..<32 {
      value *= root
      values[index] = Float(value)
    }
    return values
  }
}
