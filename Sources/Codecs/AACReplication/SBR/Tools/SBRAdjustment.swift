import MPEG4Systems
import Transforms

// Bound throughout: width is the 64 subbands of a column.
// Holds throughout: the arrays have the width above, and spans are cut to it.

/// Adjusts the generated subbands to the energies of the envelopes, and adds noise and sinusoids.
///
/// ISO/IEC 14496-3, 4.6.18.7. One value serves all channels in turn; the state of a channel is its ``State``.
package struct SBRAdjustment: Sendable {
  /// The number of subbands above the crossover that have scratch memory.
  private static let width = QuadratureMirrorMatrix.bandCount
  /// The usual number of subbands of a header; subbands beyond the last get the gain 1 and no noise.
  private static let usualWidth = 32

  /// The state that a channel keeps from frame to frame.
  package struct State: Sendable {
    /// The subbands with a sinusoid in the last envelope: bit `k` stands for subband `k`.
    package var sinusoids: UInt64 = 0
    /// True if the last frame's transient is at its end, so that the next frame begins with it.
    var endsWithTransient = false
    /// `f_indexnoise` and `f_indexsine`.
    var noiseIndex = 0
    var sineIndex = 0
    var smoothing = SBRSmoothing.History()
    /// The noise, and the sinusoids with their first slot, of the last frame with energies per slot; they extend into
    /// the next frame.
    fileprivate var reaching = ReachingFrame()

    /// Starts over after a change of the bands; the sinusoids run on.
    mutating func restart() {
      noiseIndex = 0
      smoothing.isFilled = false
    }
  }

  /// The known levels of each subband in an envelope.
  private struct Levels: Sendable {
    /// `E_Orig`: the energies of the envelope.
    var wanted = [Float](repeating: 0, count: width)
    /// `Q`: the levels of the noise floor.
    var ratio = [Float](repeating: 0, count: width)
    /// `E_Curr`: the energies of the generated subbands.
    var current = [Float](repeating: 0, count: width)
    /// 1 in the bands of the envelope that hold a sinusoid.
    var isTonal = [Float](repeating: 0, count: width)
  }

  /// The part of a frame that extends into the slots before the next frame's first border.
  fileprivate struct ReachingFrame: Sendable {
    var noiseRatios: [8 of Float] = .init(repeating: 0)
    var sinusoids: UInt64 = 0
    /// The sinusoids of another frame's previous frame.
    var earlier: UInt64 = 0
    var sinusoidPosition = SBRSlotLevels.noPosition
  }

  private let columnsPerSlot: Int
  private var levels = Levels()
  /// The adjusted levels: `G`, `Q_M`, `S_M`.
  private var gain = [Float](repeating: 0, count: width)
  private var noise = [Float](repeating: 0, count: width)
  private var sine = [Float](repeating: 0, count: width)
  private let mixing = SBRMixing()
  private var smoothing = SBRSmoothing()
  /// True if the present envelope has any sinusoids.
  private var hasSinusoids = false

  package init(columnsPerSlot: Int) { self.columnsPerSlot = columnsPerSlot }

  /// One envelope or one slot of a frame.
  private struct Envelope {
    var columns: Range<Int>
    var isHighResolution: Bool
    /// True if the envelope begins with a transient.
    var isAttack: Bool
    /// The subbands with a sinusoid: bit `k` for subband `k`.
    var sinusoids: UInt64
    /// `bs_inter_temp_shape_mode`.
    var temporalShape: Int
    /// True if the limiter's bands are those of a harmonic transposer.
    var isTransposed: Bool
  }

  /// Adjusts all envelopes of a frame in place. The bands stay unchanged; they are `inout` because 1.5 KB would
  /// otherwise be copied.
  mutating func apply(
    _ frame: borrowing SBRFrame, _ bands: inout SBRBands, state: inout State,
    to matrix: inout QuadratureMirrorMatrix
  ) {
    let limits = bands.header.limiter ?? SBRHeader.Limiter()
    let target = SBRAdjustment.sinusoids(frame.harmonics, &bands)
    let before = state.sinusoids
    smoothing.begin(isOn: !limits.smoothingMode, history: &state.smoothing)
    defer { smoothing.end(history: &state.smoothing) }
    state.endsWithTransient = state.endsWithTransient && frame.slotLevels.slots.isEmpty
    guard frame.slotLevels.slots.isEmpty else { return applySlots(frame, &bands, &state, &matrix) }
    for index in 0..<frame.time.envelopeCount {
      let attack = frame.time.transientEnvelope
      let envelope = Envelope(
        columns: (columnsPerSlot * frame.time.borders[index])..<(columnsPerSlot * frame.time.borders[index + 1]),
        isHighResolution: frame.time.isHighResolution(index),
        isAttack: index == attack || (index == 0 && state.endsWithTransient),
        sinusoids: index >= attack ? target : target & before, temporalShape: Int(frame.temporalShapes[index]),
        isTransposed: frame.isTransposed)
      map(envelope, index, frame, &bands)
      adjust(envelope, &bands, &state, &matrix)
    }
    state.endsWithTransient = frame.time.transientEnvelope == frame.time.envelopeCount
  }

  /// Adjusts the slots of a frame, each as its own envelope in the low resolution.
  ///
  /// A sinusoid sounds from `bs_sinusoidal_position` on, and in all slots if the frame before has it as well, even if
  /// it was silent there: a sinusoid without a position begins with the second frame that has it.
  private mutating func applySlots(
    _ frame: borrowing SBRFrame, _ bands: inout SBRBands, _ state: inout State,
    _ matrix: inout QuadratureMirrorMatrix
  ) {
    let target = SBRAdjustment.sinusoids(frame.harmonics, &bands)
    let start = frame.time.borders[0]
    let position = frame.slotLevels.sinusoidPosition
    let (before, reaching) = (state.sinusoids, state.reaching)
    for slot in frame.slotLevels.slots {
      let sinusoids: UInt64
      if slot < start {
        let isOn = slot + SBRSlotLevels.slotCount >= reaching.sinusoidPosition
        sinusoids = isOn ? reaching.sinusoids : reaching.sinusoids & reaching.earlier
      } else {
        sinusoids = slot >= position ? target : target & before
      }
      let envelope = Envelope(
        columns: (columnsPerSlot * slot)..<(columnsPerSlot * (slot + 1)), isHighResolution: false, isAttack: false,
        sinusoids: sinusoids, temporalShape: 0, isTransposed: frame.isTransposed)
      mapSlot(slot, frame, &bands, state)
      adjust(envelope, &bands, &state, &matrix)
    }
    let lastNoise = (frame.time.noiseCount - 1) * SBRChannelData.noiseStride
    for band in 0..<8 { state.reaching.noiseRatios[band] = frame.noiseRatios[lastNoise + band] }
    state.sinusoids = target
    state.reaching.sinusoids = target
    state.reaching.earlier = before
    state.reaching.sinusoidPosition = position
  }

  /// Adjusts the columns of an envelope to the levels that are mapped.
  private mutating func adjust(
    _ envelope: Envelope, _ bands: inout SBRBands, _ state: inout State, _ matrix: inout QuadratureMirrorMatrix
  ) {
    let limits = bands.header.limiter ?? SBRHeader.Limiter()
    measure(envelope, &bands, limits, matrix)
    markSinusoids(envelope, &bands)
    let noiseFactor: Float = envelope.isAttack ? 0 : 1
    // Most headers have at most 32 subbands; divisions and roots of the others would be for nothing.
    if bands.subbandCount <= SBRAdjustment.usualWidth {
      SBRAdjustment.level(levels, Places(count: SBRAdjustment.usualWidth, noiseFactor: noiseFactor), &gain, &noise)
    } else {
      SBRAdjustment.level(levels, Places(count: SBRAdjustment.width, noiseFactor: noiseFactor), &gain, &noise)
    }
    placeSinusoids(envelope, &bands)
    limit(envelope, &bands, limits)
    mix(envelope, &bands, &state, &matrix)
    state.sinusoids = envelope.sinusoids
  }

  /// Returns the subbands in the middle of the bands that get a sinusoid.
  private static func sinusoids(_ harmonics: UInt64, _ bands: inout SBRBands) -> UInt64 {
    var mask: UInt64 = 0
    for band in 0..<(bands.high.count - 1) where harmonics >> UInt64(band) & 1 != 0 {
      mask |= 1 << UInt64((bands.high[band] + bands.high[band + 1]) / 2)
    }
    return mask
  }

  /// Measures `E_Curr`: the mean energies of the generated subbands.
  private mutating func measure(
    _ envelope: Envelope, _ bands: inout SBRBands, _ limits: SBRHeader.Limiter,
    _ matrix: borrowing QuadratureMirrorMatrix
  ) {
    SBRAdjustment.addEnergies(matrix, bands.first..<bands.end, envelope.columns, to: &levels.current)
    guard !limits.interpolatesFrequency else { return }
    let list = bands.borders(isHighResolution: envelope.isHighResolution)
    let borders = list.span
    for band in 0..<(borders.count - 1) {
      let places = (borders[band] - bands.first)..<(borders[band + 1] - bands.first)
      var sum: Float = 0
      for place in places { sum += levels.current[place] }
      for place in places { levels.current[place] = sum / Float(places.count) }
    }
  }

  private static func addEnergies(
    _ matrix: borrowing QuadratureMirrorMatrix, _ bands: Range<Int>, _ columns: Range<Int>,
    to energies: inout [Float]
  ) {
    let (re, im) = (matrix.real.span, matrix.imaginary.span)
    var sums = energies.mutableSpan
    let factor = 1 / Float(columns.count)
    var done = 0
    while done < bands.count {
      // The last four would reach beyond a column.
      let place = min(done, width - 4 - bands.lowerBound)
      let start = columns.lowerBound * width + bands.lowerBound + place
      sums.setQuad(energy(re, im, at: start, columnCount: columns.count) * factor, at: place)
      done += 4
    }
  }

  /// Returns the energies of four subbands over columns, of which the first begins at `start`.
  ///
  /// The compiler sees how the lengths follow from the count of columns, and leaves no checks in the loop.
  @inline(__always)
  private static func energy(
    _ real: Span<Float>, _ imaginary: Span<Float>, at start: Int, columnCount count: Int
  ) -> SIMD4<Float> {
    guard count > 0, count <= 2 * width else { return SIMD4() }
    let size = width &* count
    let (x, y) = (real.extracting(start..<(start + size)), imaginary.extracting(start..<(start + size)))
    precondition(x.count == size && y.count == size)
    var sum = SIMD4<Float>()
    for column in 0..<count {
      let (re, im) = (x.known(at: width &* column), y.known(at: width &* column))
      sum += re * re + im * im
    }
    return sum
  }

  /// Spreads the values of the bands over their subbands.
  private mutating func map(
    _ envelope: Envelope, _ index: Int, _ frame: borrowing SBRFrame, _ bands: inout SBRBands
  ) {
    let start = index * SBRChannelData.envelopeStride
    let noiseStart = frame.time.noiseFloor(index) * SBRChannelData.noiseStride
    let energies = frame.energies.span.extracting(start..<(start + SBRChannelData.envelopeStride))
    if envelope.isHighResolution {
      SBRAdjustment.spread(energies, bands.highBandOfSubband.span, &levels.wanted)
    } else {
      SBRAdjustment.spread(energies, bands.lowBandOfSubband.span, &levels.wanted)
    }
    let ratios = frame.noiseRatios.span.extracting(noiseStart..<(noiseStart + SBRChannelData.noiseStride))
    SBRAdjustment.spread(ratios, bands.noiseBandOfSubband.span, &levels.ratio)
  }

  /// Spreads the values of a slot over their subbands.
  private mutating func mapSlot(
    _ slot: Int, _ frame: borrowing SBRFrame, _ bands: inout SBRBands, _ state: borrowing State
  ) {
    let last = frame.slotLevels.groupCount - 1
    let start = SBRSlotLevels.groupLimit * slot
    let energies = frame.slotLevels.energies.span
    for m in 0..<bands.subbandCount {
      levels.wanted[m] = energies[start + min(m / frame.slotLevels.groupWidth, last)]
    }
    guard slot >= frame.time.borders[0] else {
      return SBRAdjustment.spread(
        state.reaching.noiseRatios.span, bands.noiseBandOfSubband.span, &levels.ratio)
    }
    let floor = frame.time.noiseCount == 2 && slot >= frame.time.noiseBorder ? 1 : 0
    let ratios = frame.noiseRatios.span.extracting(
      (floor * SBRChannelData.noiseStride)..<((floor + 1) * SBRChannelData.noiseStride))
    SBRAdjustment.spread(ratios, bands.noiseBandOfSubband.span, &levels.ratio)
  }

  /// Marks the bands of an envelope that have a sinusoid.
  private mutating func markSinusoids(_ envelope: Envelope, _ bands: inout SBRBands) {
    for m in 0..<SBRAdjustment.width { levels.isTonal[m] = 0 }
    guard envelope.sinusoids != 0 else { return }
    let list = bands.borders(isHighResolution: envelope.isHighResolution)
    let borders = list.span
    for band in 0..<(borders.count - 1) {
      let width = borders[band + 1] - borders[band]
      let mask: UInt64 = (1 << UInt64(width) - 1) << UInt64(borders[band])
      guard envelope.sinusoids & mask != 0 else { continue }
      for k in borders[band]..<borders[band + 1] { levels.isTonal[k - bands.first] = 1 }
    }
  }

  /// Sets each subband to the value of its band.
  private static func spread(_ values: Span<Float>, _ bandOfSubband: Span<UInt8>, _ target: inout [Float]) {
    var result = target.mutableSpan
    for m in bandOfSubband.indices { result[m] = values[Int(bandOfSubband[m])] }
  }

  /// The number of subbands that are processed, and the treatment of their noise.
  private struct Places {
    var count: Int
    var noiseFactor: Float
  }

  /// Computes `G` and `Q_M` before the limiter, for a count that is a literal at each call.
  @inline(__always)
  private static func level(
    _ levels: borrowing Levels, _ places: Places, _ gain: inout [Float], _ noise: inout [Float]
  ) {
    let range = 0..<places.count
    let (e, q) = (levels.wanted.span.extracting(range), levels.ratio.span.extracting(range))
    let (c, t) = (levels.current.span.extracting(range), levels.isTonal.span.extracting(range))
    var gains = gain.mutableSpan
    var noises = noise.mutableSpan
    var g = gains._mutatingExtracting(range)
    var n = noises._mutatingExtracting(range)
    // Two loops: one that writes to two arrays would not be vectorised.
    for m in range {
      let numerator = t[m] * q[m] + (1 - t[m])
      let share = t[m] * q[m] + (1 - t[m]) * places.noiseFactor * q[m]
      g[m] = (e[m] * numerator / ((1 + c[m]) * (1 + share))).squareRoot()
    }
    for m in range { n[m] = (e[m] * q[m] / (1 + q[m])).squareRoot() }
  }

  /// Computes `S_M`: the levels of the sinusoids.
  private mutating func placeSinusoids(_ envelope: Envelope, _ bands: inout SBRBands) {
    hasSinusoids = envelope.sinusoids != 0
    for m in 0..<SBRAdjustment.width { sine[m] = 0 }
    var rest = envelope.sinusoids
    while rest != 0 {
      let m = rest.trailingZeroBitCount - bands.first
      rest &= rest - 1
      guard (0..<bands.subbandCount).contains(m) else { continue }
      sine[m] = (levels.wanted[m] / (1 + levels.ratio[m])).squareRoot()
    }
  }

  /// Limits the gains of each limiter band, and compensates for the energy that is lost by it.
  private mutating func limit(_ envelope: Envelope, _ bands: inout SBRBands, _ limits: SBRHeader.Limiter) {
    let ceilings: [4 of Float] = [0.70795, 1, 1.41254, 1e10]
    let ceiling = ceilings[limits.gains]
    let list = envelope.isTransposed ? bands.transposed?.limiter ?? bands.limiter : bands.limiter
    let borders = list.span
    for band in 0..<(borders.count - 1) {
      let places = (borders[band] - bands.first)..<(borders[band + 1] - bands.first)
      var wantedSum: Float = 1e-12
      var currentSum: Float = 1e-12
      for m in places {
        wantedSum += levels.wanted[m]
        currentSum += levels.current[m]
      }
      let most = min(ceiling * (wantedSum / currentSum).squareRoot(), 1e5)
      var reached: Float = 1e-12
      for m in places {
        if gain[m] > most {
          noise[m] *= most / gain[m]
          gain[m] = most
        }
        let added = sine[m] != 0 ? sine[m] : envelope.isAttack ? 0 : noise[m]
        reached += levels.current[m] * gain[m] * gain[m] + added * added
      }
      let boost = min((wantedSum / reached).squareRoot(), 1.584893192)
      for m in places {
        gain[m] *= boost
        noise[m] *= boost
        sine[m] *= boost
      }
    }
  }
}

// MARK: - Mixing

extension SBRAdjustment {
  private mutating func mix(
    _ envelope: Envelope, _ bands: inout SBRBands, _ state: inout State, _ matrix: inout QuadratureMirrorMatrix
  ) {
    smoothing.keep(gain, noise, columnCount: envelope.columns.count)
    if envelope.isAttack {
      for m in 0..<SBRAdjustment.width { noise[m] = 0 }
    }
    if smoothing.isOn, !envelope.isAttack {
      for column in envelope.columns {
        smoothing.filter(column - envelope.columns.lowerBound, of: envelope.columns.count, &gain, &noise)
        mixAlike(column..<(column + 1), &bands, &state, &matrix)
      }
    } else {
      mixAlike(envelope.columns, &bands, &state, &matrix)
    }
    if envelope.temporalShape > 0 {
      SBRTemporalShaping.apply(envelope.temporalShape, bands.first..<bands.end, envelope.columns, to: &matrix)
    }
    guard envelope.sinusoids != 0 else {
      state.sineIndex = (state.sineIndex + envelope.columns.count) & 3
      return
    }
    for column in envelope.columns {
      let start = column * QuadratureMirrorMatrix.bandCount + bands.first
      addSinusoids(envelope.sinusoids, &bands, (start, state.sineIndex), &matrix)
      state.sineIndex = (state.sineIndex + 1) & 3
    }
  }

  /// Applies the gains to columns, and adds noise to the subbands without a sinusoid.
  private mutating func mixAlike(
    _ range: Range<Int>, _ bands: inout SBRBands, _ state: inout State, _ matrix: inout QuadratureMirrorMatrix
  ) {
    if hasSinusoids {
      for m in 0..<SBRAdjustment.width where sine[m] != 0 { noise[m] = 0 }
    }
    let count = bands.subbandCount
    var done = 0
    while done < count {
      // Four that would reach beyond a column are partly on those before them, which then stay as they are.
      let place = min(done, SBRAdjustment.width - 4 - bands.first)
      var block = SBRMixing.Block(
        place: place, start: range.lowerBound * SBRAdjustment.width + bands.first + place, columnCount: range.count,
        noiseIndex: state.noiseIndex + 1, noiseStep: count)
      if place == done, done + 4 <= count {
        // As vectors: lanes that are set one by one go by memory, and loading the vector waits for them.
        block.gain = gain.span.quad(at: done)
        block.noise = noise.span.quad(at: done)
      } else {
        for m in done..<min(place + 4, count) {
          block.gain[m - place] = gain[m]
          block.noise[m - place] = noise[m]
        }
      }
      mixing.apply(block, to: &matrix.real, &matrix.imaginary)
      done += 4
    }
    state.noiseIndex = (state.noiseIndex + count * range.count) % SBRMixing.noiseLength
  }

  /// Adds the sinusoids at one of four phases; the imaginary parts of odd subbands have the opposite sign.
  private func addSinusoids(
    _ subbands: UInt64, _ bands: inout SBRBands, _ place: (start: Int, phase: Int),
    _ matrix: inout QuadratureMirrorMatrix
  ) {
    let (start, phase) = place
    let sign: Float = phase < 2 ? 1 : -1
    var rest = subbands
    while rest != 0 {
      let subband = rest.trailingZeroBitCount
      rest &= rest - 1
      let m = subband - bands.first
      guard (0..<bands.subbandCount).contains(m) else { continue }
      if phase & 1 == 0 {
        matrix.real[start + m] += sign * sine[m]
      } else {
        matrix.imaginary[start + m] += subband & 1 == 0 ? sign * sine[m] : -sign * sine[m]
      }
    }
  }
}
