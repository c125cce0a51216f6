import AACReplication
import AACSyntax
import Transforms

// Bound throughout: columns have 71 hybrid bands.

/// Temporal shaping of left and right, STP or GES: the tools of LD MPEG Surround, in hybrid bands and a column at a
/// time.
///
/// ISO/IEC 23003-3, 7.11.
struct UpmixShaping: Sendable {
  private let configuration: UpmixConfiguration
  private var decorrelated = SurroundShaping.hybrid
  private var guided: SurroundGuidedShaping
  private var direct = SurroundColumn(count: UpmixConfiguration.hybridBandCount)
  private var twin = SurroundColumn(count: UpmixConfiguration.hybridBandCount)
  private var parts = SurroundParts(count: UpmixConfiguration.hybridBandCount)
  private var mixings = [UpmixMixing](repeating: .zero, count: UpmixParameters.bandLimit)

  init(_ configuration: UpmixConfiguration) {
    self.configuration = configuration
    guided = SurroundGuidedShaping(
      subbandCount: UpmixConfiguration.hybridBandCount, start: 0x1p30, hasFineSteps: configuration.hasFineEnvelopes)
  }

  /// Clears the history.
  mutating func reset() {
    decorrelated.reset()
    guided.reset()
  }

  /// Computes left and right of a block; `left` holds the downmix before.
  mutating func mix(
    _ data: borrowing SurroundShapingData, _ source: (parameters: UpmixParameters, block: Int), _ second: HybridMatrix,
    to sides: inout UpmixSides
  ) {
    let (parameters, block) = source
    guard parameters.setCount > 0 else { return }
    for set in 1...parameters.setCount {
      let slots = parameters.slotRange(set, block: block)
      for slot in slots {
        let part = Float(slot - slots.lowerBound + 1)
        for band in 0..<configuration.bandCount {
          let glide = parameters.glide(set, block: block, band: band)
          mixings[band] = glide.last + part * glide.step
        }
        sides.left.copyColumn(slot, to: &direct)
        second.copyColumn(slot, to: &twin)
        separate()
        shape(data, slot: block * UpmixConfiguration.blockLength + slot)
        turn()
        sides.left.setColumn(slot, direct)
        sides.right.setColumn(slot, twin)
      }
    }
  }

  /// Computes the parts of left and right from the downmix and from the second signal.
  private mutating func separate() {
    for hybridBand in 0..<UpmixConfiguration.hybridBandCount {
      var mixing = mixings[configuration.band(hybridBand)]
      if hybridBand < 2 { (mixing[4], mixing[5]) = (-mixing[4], -mixing[5]) }
      let (x, y) = (direct.real[hybridBand], direct.imaginary[hybridBand])
      let (u, v) = (twin.real[hybridBand], twin.imaginary[hybridBand])
      parts.dryLeft.real[hybridBand] = mixing[0] * x - mixing[4] * y
      parts.dryLeft.imaginary[hybridBand] = mixing[0] * y + mixing[4] * x
      parts.dryRight.real[hybridBand] = mixing[2] * x - mixing[5] * y
      parts.dryRight.imaginary[hybridBand] = mixing[2] * y + mixing[5] * x
      (parts.wetLeft.real[hybridBand], parts.wetLeft.imaginary[hybridBand]) = (mixing[1] * u, mixing[1] * v)
      (parts.wetRight.real[hybridBand], parts.wetRight.imaginary[hybridBand]) = (mixing[3] * u, mixing[3] * v)
      direct.real[hybridBand] = configuration.gain * x
      direct.imaginary[hybridBand] = configuration.gain * y
    }
  }

  private mutating func shape(_ data: borrowing SurroundShapingData, slot: Int) {
    if configuration.shaping == .decorrelated {
      decorrelated.apply(data.isShaped, to: &parts)
    } else {
      guided.apply(data, direct, slot: slot, to: &parts)
    }
  }

  /// Adds up the parts and rotates the sums: left into one column, right into the other.
  private mutating func turn() {
    for hybridBand in 0..<UpmixConfiguration.hybridBandCount {
      let mixing = mixings[configuration.band(hybridBand)]
      let left = (
        parts.dryLeft.real[hybridBand] + parts.wetLeft.real[hybridBand],
        parts.dryLeft.imaginary[hybridBand] + parts.wetLeft.imaginary[hybridBand]
      )
      let right = (
        parts.dryRight.real[hybridBand] + parts.wetRight.real[hybridBand],
        parts.dryRight.imaginary[hybridBand] + parts.wetRight.imaginary[hybridBand]
      )
      let sign: Float = hybridBand < 2 ? -1 : 1
      (direct.real[hybridBand], direct.imaginary[hybridBand]) = UpmixShaping.turned(left, sign * mixing[6])
      (twin.real[hybridBand], twin.imaginary[hybridBand]) = UpmixShaping.turned(right, sign * mixing[7])
    }
  }

  private static func turned(_ value: (Float, Float), _ turns: Float) -> (Float, Float) {
    let (x, y) = value
    guard turns != 0 else { return (x, y) }
    let unit = Trigonometry.cosineAndSine(turns: Double(turns))
    let (cosine, sine) = (Float(unit.cosine), Float(unit.sine))
    return (x * cosine - y * sine, x * sine + y * cosine)
  }
}
