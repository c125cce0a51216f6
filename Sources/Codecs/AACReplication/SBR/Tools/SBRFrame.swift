// Bound throughout: the arrays are as long as those of SBRChannelData, whose sizes are constants.

package import AACSyntax

/// The envelopes and noise floors of one channel's frame, with differences resolved.
///
/// ISO/IEC 14496-3, 4.6.18.3.5. Integer values count steps; ``energies`` and ``noiseRatios`` are their dequantised
/// values.
package struct SBRFrame: Sendable {
  package var time = SBRTimeGrid()
  package var step = SBRAmplitudeStep.fine
  /// The meaning of the values of the envelopes and noise floors.
  private var meaning = SBRCodebooks.Use.Meaning.level
  /// `bs_invf_mode` of each noise band.
  package var inverseFiltering: [5 of UInt8] = .init(repeating: 0)
  /// `bs_add_harmonic`: bit `b` is set if band `b` of the high resolution gets a sinusoid.
  var harmonics: UInt64 = 0
  /// `bs_inter_temp_shape_mode` of each envelope.
  var temporalShapes: [8 of UInt8] = .init(repeating: 0)
  /// `bs_sbr_preprocessing`: true if the slope of the low subbands is removed from the copied ones.
  package var isFlattened = false
  /// `sbrPatchingMode` 0: true if the harmonic transposer makes the subbands.
  package var isTransposed = false
  /// The energies, if they are given by slots instead of envelopes.
  package var slotLevels = SBRSlotLevels()
  /// True if the levels are exact, not based on a lost frame.
  package var isCertain = true
  /// The largest level, in steps of 1.5 dB; 0 if there are none.
  package var loudest = 0
  /// Values of the envelopes, at multiples of ``SBRChannelData/envelopeStride``.
  package var envelopes: [Int16]
  /// Values of the noise floors, at multiples of ``SBRChannelData/noiseStride``.
  package var noise: [Int16]
  /// `E_Orig`: mean energies of a subband sample.
  var energies: [Float]
  /// `Q_Orig`: energies of the noise over those of the copied subbands.
  var noiseRatios: [Float]

  package init() {
    envelopes = Array(repeating: 0, count: SBRGrid.maximumEnvelopeCount * SBRChannelData.envelopeStride)
    noise = Array(repeating: 0, count: 2 * SBRChannelData.noiseStride)
    energies = Array(repeating: 0, count: envelopes.count)
    noiseRatios = Array(repeating: 0, count: noise.count)
  }
}

/// The values that the next frame's differences are relative to: the last envelope and noise floor of a channel.
package struct SBREnvelopeHistory: Sendable {
  package var envelope = [Int16](repeating: 0, count: SBRChannelData.envelopeStride)
  package var isHighResolution = false
  package var step = SBRAmplitudeStep.fine
  package var noise = [Int16](repeating: 0, count: SBRChannelData.noiseStride)
  /// True if the last envelope is exact, not based on a lost frame.
  package var isCertain = true
  /// The largest level so far, in steps of 1.5 dB.
  package var loudest = 0

  package init() {}

  /// Clears everything, after a change of the bands.
  package mutating func clear() {
    for index in envelope.indices { envelope[index] = 0 }
    for index in noise.indices { noise[index] = 0 }
    isHighResolution = false
    isCertain = true
  }

  /// Keeps the last values of a frame.
  package mutating func keep(_ frame: borrowing SBRFrame) {
    let lastNoise = (frame.time.noiseCount - 1) * SBRChannelData.noiseStride
    for index in noise.indices { noise[index] = frame.noise[lastNoise + index] }
    guard frame.slotLevels.slots.isEmpty else { return }
    let lastEnvelope = (frame.time.envelopeCount - 1) * SBRChannelData.envelopeStride
    for index in envelope.indices { envelope[index] = frame.envelopes[lastEnvelope + index] }
    step = frame.step
    isCertain = frame.isCertain
    loudest = max(loudest, frame.loudest)
    isHighResolution = frame.time.isHighResolution(frame.time.envelopeCount - 1)
  }
}

extension SBRFrame {
  /// Multiplies all envelopes by an amplitude factor.
  package mutating func scale(_ level: Float) {
    for index in energies.indices { energies[index] *= level * level }
  }

  /// Returns the largest possible values: 95 dB above full scale, and no noise.
  private static func largest(_ step: SBRAmplitudeStep) -> Int { step == .fine ? 127 : 63 }
  private static let largestNoise = 30

  /// Resolves the differences of a channel's data.
  ///
  /// Differences to a lost frame may add up to anything, up to sound at full scale. Until the next level that is not a
  /// difference, levels are kept within the range that preceded the loss.
  ///
  /// - Parameter use: The use of the envelopes' codes: ``SBRChannelData/envelopeUse(_:_:isLowDelay:)``.
  /// - Throws: If a value is out of range, which no encoder writes.
  package mutating func addUp(
    _ data: borrowing SBRChannelData, _ use: SBRCodebooks.Use, _ bands: borrowing SBRBands,
    after history: borrowing SBREnvelopeHistory
  ) throws(AACError) {
    (meaning, step) = (use.meaning, use.step)
    temporalShapes = data.temporalShapes
    isCertain = history.isCertain
    loudest = 0
    time = data.time
    for index in 0..<time.envelopeCount {
      if data.envelopesOverTime >> UInt8(index) & 1 == 0 { isCertain = true }
      try addUpEnvelope(index, data, bands, history)
      if meaning == .level {
        noteLevels(index, bandCount: bands.bandCount(isHighResolution: time.isHighResolution(index)))
      }
    }
    try addUpNoise(data, bands, after: history)
  }

  /// Resolves the differences of noise floors only, for a frame with energies per slot.
  package mutating func addUpWithoutEnvelopes(
    _ data: borrowing SBRChannelData, _ bands: borrowing SBRBands, after history: borrowing SBREnvelopeHistory
  ) throws(AACError) {
    meaning = .level
    time = data.time
    try addUpNoise(data, bands, after: history)
  }

  private mutating func addUpNoise(
    _ data: borrowing SBRChannelData, _ bands: borrowing SBRBands, after history: borrowing SBREnvelopeHistory
  ) throws(AACError) {
    slotLevels.slots = 0..<0
    inverseFiltering = data.inverseFiltering
    harmonics = data.harmonics ?? 0
    for index in 0..<time.noiseCount {
      try addUpNoise(index, data, bands.noiseBandCount, history)
    }
  }

  private mutating func addUpEnvelope(
    _ index: Int, _ data: borrowing SBRChannelData, _ bands: borrowing SBRBands,
    _ history: borrowing SBREnvelopeHistory
  ) throws(AACError) {
    let isHigh = time.isHighResolution(index)
    let wasHigh = index == 0 ? history.isHighResolution : time.isHighResolution(index - 1)
    let isOverTime = data.envelopesOverTime >> UInt8(index) & 1 != 0
    let odd = (bands.high.count - 1) & 1
    let start = index * SBRChannelData.envelopeStride
    let limit = SBRFrame.largest(step)
    let factor = codedStep
    var sum = 0
    for band in 0..<bands.bandCount(isHighResolution: isHigh) {
      if isOverTime {
        var before = band
        if isHigh, !wasHigh { before = (band + odd) / 2 }
        if !isHigh, wasHigh { before = band == 0 ? 0 : 2 * band - odd }
        sum = Int(index == 0 ? history.envelope[before] : envelopes[start - SBRChannelData.envelopeStride + before])
      }
      sum += factor * Int(data.envelopes[start + band])
      if !isCertain, meaning == .level { sum = min(max(sum, 0), history.loudest / stepFactor) }
      guard (0...limit).contains(sum) else { throw AACError(.sbrValueOutOfRange, at: 0) }
      envelopes[start + band] = Int16(sum)
    }
  }

  /// The number of steps in a coded step: steps of the balance are twice as wide as those of the level.
  private var codedStep: Int { meaning == .balance ? 2 : 1 }

  /// The number of steps of 1.5 dB in a step of the frame's levels.
  private var stepFactor: Int { step == .fine ? 1 : 2 }

  private mutating func noteLevels(_ index: Int, bandCount: Int) {
    let start = index * SBRChannelData.envelopeStride
    for band in 0..<bandCount { loudest = max(loudest, stepFactor * Int(envelopes[start + band])) }
  }

  private mutating func addUpNoise(
    _ index: Int, _ data: borrowing SBRChannelData, _ bandCount: Int,
    _ history: borrowing SBREnvelopeHistory
  ) throws(AACError) {
    let isOverTime = data.noiseOverTime >> UInt8(index) & 1 != 0
    let start = index * SBRChannelData.noiseStride
    let factor = codedStep
    var sum = 0
    for band in 0..<bandCount {
      if isOverTime { sum = Int(index == 0 ? history.noise[band] : noise[start - SBRChannelData.noiseStride + band]) }
      sum += factor * Int(data.noise[start + band])
      guard (0...SBRFrame.largestNoise).contains(sum) else { throw AACError(.sbrValueOutOfRange, at: 0) }
      noise[start + band] = Int16(sum)
    }
  }

  /// Conceals a missing frame: repeats the last envelope 3 dB weaker, without sinusoids.
  ///
  /// - Parameter start: The slot at which the last frame's envelopes ended.
  package mutating func repeatLast(
    _ history: borrowing SBREnvelopeHistory, from start: Int, to end: Int, isBalance: Bool
  ) {
    step = history.step
    meaning = isBalance ? .balance : .level
    isCertain = false
    loudest = 0
    time = SBRTimeGrid()
    time.borders[0] = start
    time.borders[1] = end
    time.highResolution = history.isHighResolution ? 1 : 0
    harmonics = 0
    temporalShapes = .init(repeating: 0)
    isFlattened = false
    slotLevels.slots = 0..<0
    let fade: Int16 = isBalance ? 0 : step == .fine ? 2 : 1
    for band in 0..<SBRChannelData.envelopeStride { envelopes[band] = max(0, history.envelope[band] - fade) }
    for band in 0..<SBRChannelData.noiseStride { noise[band] = history.noise[band] }
  }
}
