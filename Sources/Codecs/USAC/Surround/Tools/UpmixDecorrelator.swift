import AACReplication

// Bound throughout: blocks have 32 columns of 64 subbands.

/// Makes a second signal with the energies of the downmix but different phases.
///
/// ISO/IEC 23003-3, 7.11: delays and all-pass filters as in LD MPEG Surround, of other lengths, in hybrid bands; the
/// energies of 28 bands are held. In the slots of a transient the second signal is the downmix itself, turned.
struct UpmixDecorrelator: Sendable {
  /// Filters of the whole subbands, and of the parts.
  private var wholeRegions: [SurroundAllPass] = []
  private var partRegions: [SurroundAllPass] = []
  private var balance: SurroundEnergyBalance
  /// The downmix without transients.
  private var steady = HybridMatrix()

  init(_ configuration: UpmixConfiguration) {
    let noBand = SurroundEnergyBalance.noBand
    let residual = configuration.residualBandCount
    let band: (Int) -> UInt8 = { hybridBand in
      configuration.band(hybridBand) < residual ? noBand : UInt8(UpmixConfiguration.band(hybridBand, of: 28))
    }
    balance = SurroundEnergyBalance(
      bandCount: 28, planes: [configuration.whole(band, other: noBand), configuration.parts(band, other: noBand)])
    let borders = upmixRegionBorders[configuration.decorrelation]
    let (split, shift) = (UpmixConfiguration.partCount, UpmixConfiguration.partCount - 3)
    for region in 0..<4 {
      let (start, end) = (borders[region], min(borders[region + 1], configuration.subbandCount + shift))
      let numerator = UpmixDecorrelator.numerator(region)
      let delay = upmixRegionDelays[region]
      if start < min(end, split) {
        partRegions.append(
          SurroundAllPass(
            subbands: start..<min(end, split), numerator: numerator, delay: delay,
            slotCount: UpmixConfiguration.blockLength))
      }
      if max(start, split) < end {
        wholeRegions.append(
          SurroundAllPass(
            subbands: (max(start, split) - shift)..<(end - shift), numerator: numerator, delay: delay,
            slotCount: UpmixConfiguration.blockLength))
      }
    }
  }

  private static func numerator(_ region: Int) -> [Float] {
    switch region {
    case 0: upmixAllPass0.indices.map { upmixAllPass0[$0] }
    case 1: upmixAllPass1.indices.map { upmixAllPass1[$0] }
    case 2: upmixAllPass2.indices.map { upmixAllPass2[$0] }
    default: upmixAllPass3.indices.map { upmixAllPass3[$0] }
    }
  }

  /// Clears the history.
  mutating func reset() {
    for index in wholeRegions.indices { wholeRegions[index].reset() }
    for index in partRegions.indices { partRegions[index].reset() }
    balance.reset()
  }

  /// Computes the decorrelated signal of a block of the downmix.
  mutating func apply(
    _ direct: borrowing HybridMatrix, _ steering: borrowing TransientSteering, block: Int, into twin: inout HybridMatrix
  ) {
    guard steering.isActive else { return filter(direct, into: &twin) }
    steady.assign(direct)
    let first = block * UpmixConfiguration.blockLength
    for column in 0..<UpmixConfiguration.blockLength where steering.phases[first + column] >= 0 {
      steady.clearTransient(column)
    }
    let input = steady
    filter(input, into: &twin)
    for column in 0..<UpmixConfiguration.blockLength where steering.phases[first + column] >= 0 {
      twin.addTransient(direct, column, eighths: Int(steering.phases[first + column]))
    }
  }

  private mutating func filter(_ direct: borrowing HybridMatrix, into twin: inout HybridMatrix) {
    for index in wholeRegions.indices { wholeRegions[index].apply(direct.whole, to: &twin.whole) }
    for index in partRegions.indices { partRegions[index].apply(direct.parts, to: &twin.parts) }
    balance.apply(direct.whole, direct.parts, to: &twin.whole, &twin.parts)
  }
}

extension HybridMatrix {
  private static let firstPart = TransientSteering.firstBand

  /// Clears the bands of a column in which transients are steered.
  fileprivate mutating func clearTransient(_ column: Int) {
    let start = column * QuadratureMirrorMatrix.bandCount
    for place in (start + HybridMatrix.firstPart)..<(start + UpmixConfiguration.partCount) {
      (parts.real[place], parts.imaginary[place]) = (0, 0)
    }
    for place in start..<(start + QuadratureMirrorMatrix.bandCount) {
      (whole.real[place], whole.imaginary[place]) = (0, 0)
    }
  }

  /// Adds these bands of a column of the downmix, rotated.
  fileprivate mutating func addTransient(_ direct: borrowing HybridMatrix, _ column: Int, eighths: Int) {
    let (cosine, sine) = HybridMatrix.turn(eighths)
    let start = column * QuadratureMirrorMatrix.bandCount
    for place in (start + HybridMatrix.firstPart)..<(start + UpmixConfiguration.partCount) {
      let (x, y) = (direct.parts.real[place], direct.parts.imaginary[place])
      parts.real[place] += x * cosine - y * sine
      parts.imaginary[place] += x * sine + y * cosine
    }
    for place in start..<(start + QuadratureMirrorMatrix.bandCount) {
      let (x, y) = (direct.whole.real[place], direct.whole.imaginary[place])
      whole.real[place] += x * cosine - y * sine
      whole.imaginary[place] += x * sine + y * cosine
    }
  }

  /// Returns cosine and sine of eighths of a turn.
  private static func turn(_ eighths: Int) -> (Float, Float) {
    let half: Float = 0.707_106_781
    return switch eighths & 7 {
    case 0: (1, 0)
    case 1: (half, half)
    case 2: (0, 1)
    case 3: (-half, half)
    case 4: (-1, 0)
    case 5: (-half, -half)
    case 6: (0, -1)
    default: (half, -half)
    }
  }
}
