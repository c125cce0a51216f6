import AACSyntax

// Bound throughout: tables of constants; frames have 768 or 1,024 lines: USACConfiguration checks it.
// Holds throughout: bands lie within the frame: BandLayout's offsets end with its length; scale factors are checked
// when they are read, and noise adds -16...15.

/// Converts quantised lines to a spectrum: `|q|^(4/3)`, noise if nothing is sent, and the gain of each band.
///
/// ISO/IEC 23003-3, 7.1, 7.2 and 7.3. The spectrum has the scale of 16-bit samples.
struct SpectralScaling: Sendable {
  static let shared = SpectralScaling()

  private let quantizer = InverseQuantizer.shared
  /// The gain of each scale factor from -16 to 271.
  private let gains: [Float] = (-16...271).map { InverseQuantizer.quarterPower($0 - 100) }
  /// `2^((level − 14) / 3)` for each noise level; 0 means no noise.
  private let noiseLevels: [Float]

  private init() {
    let cubeRootOfTwo = 1.259_921_049_894_873_2
    noiseLevels = (0...7).map { level in
      guard level > 0 else { return 0 }
      // 15 thirds below is a power of two.
      var power = 1.0 / 32
      for _ in 0..<(level + 1) { power *= cubeRootOfTwo }
      return Float(power)
    }
  }

  /// Writes the spectrum of a channel.
  ///
  /// - Parameter noise: The channel's signs, which stay where they are unless the element has noise filling.
  func apply(
    _ frame: inout ChannelFrame, _ bands: borrowing BandLayout, noise: inout NoiseSequence, to spectrum: inout [Float]
  ) {
    let info = frame.info
    // A subscript of an inline array inside another value copies the whole array; one of its span does not.
    let factors = frame.scaleFactors.span
    let lines = frame.lines.span
    let offsets = bands.offsets(isShort: info.isShort)
    let length = info.isShort ? bands.shortLength : bands.frameLength
    // The noise begins at this line: 160 of 1,024 and 20 of 128, three quarters of it with 768.
    let firstNoise = bands.frameLength * 5 / 32 / (info.isShort ? 8 : 1)
    var window = 0
    for group in 0..<info.groupCount {
      let windows = window..<(window + (info.isShort ? Int(info.groupLengths[group]) : 1))
      for band in 0..<info.bandCount {
        var place = Windows(range: windows, length: length, lines: offsets[band]..<offsets[band + 1])
        var factor = Int(factors[ChannelFrame.place(group, band)])
        let isNoisy = frame.hasNoiseFilling && offsets[band] >= firstNoise
        let isEmpty = isNoisy && SpectralScaling.isEmpty(lines, place)
        if isEmpty { factor += frame.noiseOffset - 16 }
        let gain = gains[factor + 16]
        if isNoisy { place.noise = noiseLevels[frame.noiseLevel] * gain }
        guard !isEmpty else {
          SpectralScaling.fill(place, &noise, &spectrum)
          continue
        }
        scale(lines, place, gain, to: &spectrum)
        if isNoisy { SpectralScaling.fill(lines, place, &noise, &spectrum) }
      }
      window = windows.upperBound
    }
    for number in 0..<window {
      for line in (number * length + offsets[info.bandCount])..<((number + 1) * length) { spectrum[line] = 0 }
    }
  }

  /// A band of all windows of a group.
  private struct Windows {
    var range: Range<Int>
    var length: Int
    var lines: Range<Int>
    /// The value of a line that is 0.
    var noise: Float = 0

    func lines(of window: Int) -> Range<Int> {
      (window &* length &+ lines.lowerBound)..<(window &* length &+ lines.upperBound)
    }
  }

  private static func isEmpty(_ lines: Span<Int32>, _ place: Windows) -> Bool {
    for window in place.range {
      let band = lines.extracting(place.lines(of: window))
      for line in band.indices where band[line] != 0 { return false }
    }
    return true
  }

  private func scale(_ lines: Span<Int32>, _ place: Windows, _ gain: Float, to spectrum: inout [Float]) {
    let powers = quantizer.magnitudePowers
    var output = spectrum.mutableSpan
    for window in place.range {
      let band = lines.extracting(place.lines(of: window))
      var scaled = output._mutatingExtracting(place.lines(of: window))
      precondition(scaled.count == band.count)
      for line in band.indices { scaled[line] = SpectralScaling.power(band[line], powers) * gain }
    }
  }

  /// Writes noise to a band whose lines are all 0.
  private static func fill(_ place: Windows, _ noise: inout NoiseSequence, _ spectrum: inout [Float]) {
    var output = spectrum.mutableSpan
    for window in place.range {
      var band = output._mutatingExtracting(place.lines(of: window))
      noise.fill(&band, level: place.noise)
    }
  }

  /// Writes noise where a line is 0; without branches on single lines, which the processor would mispredict too often.
  private static func fill(
    _ lines: Span<Int32>, _ place: Windows, _ noise: inout NoiseSequence, _ spectrum: inout [Float]
  ) {
    var signs = noise
    var output = spectrum.mutableSpan
    for window in place.range {
      let band = lines.extracting(place.lines(of: window))
      var filled = output._mutatingExtracting(place.lines(of: window))
      precondition(filled.count == band.count)
      for line in band.indices {
        let isEmpty = band[line] == 0
        let sign = signs.nextSign(isTaken: isEmpty)
        filled[line] = isEmpty ? Float(bitPattern: place.noise.bitPattern ^ sign) : filled[line]
      }
    }
    noise = signs
  }

  @inline(__always)
  private static func power(_ value: Int32, _ powers: Span<Float>) -> Float {
    let magnitude = Int(value.magnitude)
    let power = magnitude < powers.count ? powers[magnitude] : InverseQuantizer.power(ofLarge: magnitude)
    return Float(bitPattern: power.bitPattern | UInt32(bitPattern: value) & 0x8000_0000)
  }
}
