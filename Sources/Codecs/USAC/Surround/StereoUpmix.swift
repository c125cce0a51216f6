import AACReplication
import AACSyntax
import Transforms

// Bound throughout: frames have 32 or 64 columns of 64 subbands.
// Holds throughout: frames and blocks are made for the same configuration.

/// Left and right of a block of 32 slots; left holds the downmix before.
struct UpmixSides: Sendable {
  var left = HybridMatrix()
  var right = HybridMatrix()
}

/// The signal path of MPEG Surround 2-1-2: makes the subbands of left and right from those of one channel, and of a
/// residual.
///
/// ```
/// matrix ── hybrid analysis ──┬──────────────────── mixing ── [shaping] ── hybrid synthesis ── left, right
///                             └── decorrelation ──┐  │
/// residual ── hybrid analysis ────────────────────┴──┘
/// ```
/// ISO/IEC 23003-3, 7.11. Filters, decorrelator, tables and shaping are those of Parametric Stereo and of LD MPEG
/// Surround. Frames of 64 slots are made in two blocks.
struct StereoUpmix: Sendable {
  private let configuration: UpmixConfiguration
  private let bank = HybridFilterbank(.coarse)
  private var lines = HybridFilterbank.Lines(columnCount: UpmixConfiguration.blockLength)
  private var residualLines = HybridFilterbank.Lines(columnCount: UpmixConfiguration.blockLength)
  private var signal = StereoSignal()
  private var decorrelator: UpmixDecorrelator
  private var parameters: UpmixParameters
  private var shaping: UpmixShaping
  private var sides = UpmixSides()
  /// The decorrelated signal, and in bands that have one the residual.
  private var second = HybridMatrix()
  private var residual = HybridMatrix()
  private var frame = UpmixFrame()
  /// True if ``frame`` has not been used yet.
  private var isPrepared = false
  private let wholeQuads: [UpmixQuad]
  private let partQuads: [UpmixQuad]

  init(_ configuration: UpmixConfiguration) {
    self.configuration = configuration
    decorrelator = UpmixDecorrelator(configuration)
    parameters = UpmixParameters(configuration)
    shaping = UpmixShaping(configuration)
    let band: (Int) -> UInt8 = { UInt8(configuration.band($0)) }
    wholeQuads = UpmixQuad.quads(configuration.whole(band, other: 0), mirroredCount: 0)
    partQuads = UpmixQuad.quads(configuration.parts(band, other: 0), mirroredCount: 2)
  }

  /// Clears the state kept from earlier packets.
  mutating func reset() {
    lines.reset()
    residualLines.reset()
    decorrelator.reset()
    parameters.reset()
    shaping.reset()
    isPrepared = false
  }

  /// Takes the parameters of the next frame; lasting state is not changed.
  mutating func prepare(_ frame: borrowing UpmixFrame) {
    self.frame = copy frame
    isPrepared = true
  }

  /// Continues with the last parameters for a lost packet.
  mutating func makeUp() {
    frame = UpmixFrame()
    isPrepared = false
  }

  /// Computes left and right of a frame: before, `left` holds the downmix, and `right` the residual if there is one.
  mutating func apply(left: inout QuadratureMirrorMatrix, right: inout QuadratureMirrorMatrix) {
    precondition(left.columnCount == configuration.slotCount && right.columnCount == configuration.slotCount)
    if isPrepared { parameters.advance(to: frame) } else { parameters.hold() }
    isPrepared = false
    for block in 0..<(configuration.slotCount / UpmixConfiguration.blockLength) {
      sides.left.load(left, block: block)
      StereoUpmix.split(&sides.left, &lines, bank, &signal)
      decorrelator.apply(sides.left, frame.steering, block: block, into: &second)
      if configuration.residualBandCount > 0 {
        residual.load(right, block: block)
        StereoUpmix.split(&residual, &residualLines, bank, &signal)
        takeResidual()
      }
      if configuration.shaping == .none {
        mix(block)
      } else {
        shaping.mix(frame.shaping, (parameters, block), second, to: &sides)
      }
      bank.join(sides.left.parts, into: &sides.left.whole)
      bank.join(sides.right.parts, into: &sides.right.whole)
      sides.left.store(in: &left, block: block)
      sides.right.store(in: &right, block: block)
    }
  }

  private static func split(
    _ matrix: inout HybridMatrix, _ lines: inout HybridFilterbank.Lines, _ bank: borrowing HybridFilterbank,
    _ signal: inout StereoSignal
  ) {
    lines.append(matrix.whole)
    bank.split(lines, into: &signal)
    signal.copyParts(.coarse, to: &matrix.parts)
  }

  /// Stores the residual in the bands that have one.
  private mutating func takeResidual() {
    for quad in wholeQuads {
      let lanes = lanesWithResidual(quad.bands)
      StereoUpmix.take(residual.whole.real, lanes, quad.band, into: &second.whole.real)
      StereoUpmix.take(residual.whole.imaginary, lanes, quad.band, into: &second.whole.imaginary)
    }
    for quad in partQuads {
      let lanes = lanesWithResidual(quad.bands)
      StereoUpmix.take(residual.parts.real, lanes, quad.band, into: &second.parts.real)
      StereoUpmix.take(residual.parts.imaginary, lanes, quad.band, into: &second.parts.imaginary)
    }
  }

  private func lanesWithResidual(_ bands: SIMD4<UInt8>) -> SIMDMask<SIMD4<Int32>> {
    SIMD4<Int32>(truncatingIfNeeded: bands) .< Int32(configuration.residualBandCount)
  }

  private static func take(
    _ source: [Float], _ lanes: SIMDMask<SIMD4<Int32>>, _ band: Int, into target: inout [Float]
  ) {
    guard any(lanes) else { return }
    let from = source.span
    var to = target.mutableSpan
    for column in 0..<UpmixConfiguration.blockLength {
      let place = QuadratureMirrorMatrix.bandCount &* column &+ band
      to.setQuad(to.quad(at: place).replacing(with: from.quad(at: place), where: lanes), at: place)
    }
  }

  /// Computes left and right of a block without shaping.
  private mutating func mix(_ block: Int) {
    for set in 1..<(parameters.setCount + 1) {
      let slots = parameters.slotRange(set, block: block)
      guard !slots.isEmpty else { continue }
      for quad in wholeQuads {
        UpmixGlides(parameters, set, block: block, quad)
          .mix(slots, second.whole, &sides.left.whole, &sides.right.whole)
      }
      for quad in partQuads {
        UpmixGlides(parameters, set, block: block, quad)
          .mix(slots, second.parts, &sides.left.parts, &sides.right.parts)
      }
    }
  }
}
