package import AACSyntax

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.

/// The coding tool of a band, decided before quantisation.
package enum BandTool: UInt8, Sendable, BitwiseCopyable {
  /// Lines are quantised (or all zero, and then the band has codebook 0).
  case spectral
  /// Perceptual noise substitution: only the energy is sent; ``AnalyzedChannel/toolValues`` has `2 log2(Σ X²)`.
  case noise
  /// The second channel of a pair is the first one, scaled; ``AnalyzedChannel/toolValues`` has the position.
  case intensityInPhase
  case intensityOutOfPhase
}

/// One channel's frame between the forward transform and the coding: all decisions read and change it.
///
/// Scales. Samples and lines have the scale of 16-bit samples (full scale ±32768) and that of the standard's forward
/// transforms (factor 2), so that lines are those that ``InverseQuantizer`` has to restore. Energies and thresholds are
/// sums of squares of such lines. A sine of amplitude A has an energy of about F² A² over all its lines, F lines being
/// a frame; white noise of variance σ² has 2 F σ² a line.
///
/// Places. Windows, groups and bands are those of the decoder: the lines of short window `w` begin at `w ·
/// bands.shortLength`, a value of band `b` in window group `g` is at ``ChannelStream/place(_:_:)``, which is `b` with
/// long windows. ``BandLayout/forEachBand(_:_:)`` with ``info`` walks over bands and lines of all windows of all
/// groups. A value at a place belongs to all windows of the group: energies are sums over them.
///
/// Bands from `info.bandCount` on are not coded; their lines are 0 (the bandwidth has been cut) and their values 0.
///
/// All storage is allocated once and reused from frame to frame.
package struct AnalyzedChannel: Sendable {
  /// The number of entries of the arrays of bands.
  package static let placeCount = 128

  /// Window sequence, shape, groups, and the number of bands below the bandwidth.
  package var info = IndividualChannelInfo()
  /// The lines of the frame; after temporal noise shaping, the output of its filters.
  package var spectrum: [Float]
  /// Sum of squares of the lines of each band.
  package var energies: [Float]
  /// The noise energy of each band that stays inaudible, at most that in ``energies``; above 0.
  package var thresholds: [Float]
  /// The part of each band in a rise of the roots of thresholds: 1, or less where noise is kept low.
  var rises: [Float]
  /// The noise of each band below which there is no further gain at any number of bits; 0 in cores of SBR.
  var floors: [Float]
  /// The tonality of each band: 0 noise, 1 pure tones.
  var tonality: [Float]
  /// The coding tool of each band; `.spectral` until PNS and intensity have been decided.
  package var tools: [BandTool]
  /// Noise energies and intensity positions in the form of the bit stream, by ``tools``.
  package var toolValues: [Int16]
  /// The filters that ``spectrum`` has gone through, or `nil`.
  package var temporalNoiseShaping: TemporalNoiseShapingData?
  /// The prediction gain of the filters as a ratio of energies; 1 without filters.
  package var predictionGain: Float = 1

  package init(frameLength: Int) {
    spectrum = Array(repeating: 0, count: frameLength)
    energies = Array(repeating: 0, count: AnalyzedChannel.placeCount)
    thresholds = energies
    tonality = energies
    rises = Array(repeating: 1, count: AnalyzedChannel.placeCount)
    floors = energies
    tools = Array(repeating: .spectral, count: AnalyzedChannel.placeCount)
    toolValues = Array(repeating: 0, count: AnalyzedChannel.placeCount)
  }

  /// Clears the decisions of earlier frames; the spectrum and ``info`` are set by the transform.
  mutating func beginFrame() {
    temporalNoiseShaping = nil
    predictionGain = 1
    for place in tools.indices { tools[place] = .spectral }
  }
}

/// The one or two channels of an element, and which bands are coded as sum and difference.
///
/// In a band of which ``midSide`` is set, the first channel's lines, energies and thresholds are those of
/// M = (L + R) / 2, the second one's those of S = (L − R) / 2.
package struct AnalyzedElement: Sendable {
  package var first: AnalyzedChannel
  /// The second channel of a pair; without lines in other elements.
  package var second: AnalyzedChannel
  /// True if both channels have the same windows, as M/S and intensity need.
  package var hasCommonWindow = false
  /// `ms_used` at ``ChannelStream/place(_:_:)``.
  package var midSide: [Bool]

  package init(frameLength: Int, isPair: Bool) {
    first = AnalyzedChannel(frameLength: frameLength)
    second = AnalyzedChannel(frameLength: isPair ? frameLength : 0)
    midSide = Array(repeating: false, count: AnalyzedChannel.placeCount)
  }

  /// The bits of `ms_used`, which is not sent if it is the same in all bands.
  var maskBitCount: Int {
    let info = first.info
    var used = 0
    for group in 0..<info.groupCount {
      for band in 0..<info.bandCount where midSide[ChannelStream.place(group, band)] { used += 1 }
    }
    let total = info.groupCount * info.bandCount
    return used == 0 || used == total ? 0 : total
  }

  /// Clears the decisions of earlier frames; the channels of a pair have the same windows.
  mutating func beginFrame(isPair: Bool) {
    first.beginFrame()
    second.beginFrame()
    hasCommonWindow = isPair
    for place in midSide.indices { midSide[place] = false }
  }
}
