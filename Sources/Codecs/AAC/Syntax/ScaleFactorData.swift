import Bitstream

/// The three running values that scale factor data are differences of.
struct ScaleFactorPredictor: BitwiseCopyable {
  var scaleFactor: Int
  var intensityPosition = 0
  var noiseEnergy: Int

  init(globalGain: Int) {
    scaleFactor = globalGain
    noiseEnergy = globalGain - 90
  }
}

extension ChannelStream {
  /// `scale_factor_data()`: a scale factor, an intensity position or a noise energy for each band that has one.
  ///
  /// ISO/IEC 14496-3, 4.6.2.3.2.
  mutating func parseScaleFactors(_ reader: inout BitReader, codebooks books: Codebooks) throws(AACError) {
    var predictor = ScaleFactorPredictor(globalGain: globalGain)
    var isFirstNoise = true
    for group in 0..<info.groupCount {
      for band in 0..<info.bandCount {
        let place = ChannelStream.place(group, band)
        let codebook = codebooks[place]
        if codebook == Codebook.zero {
          scaleFactors[place] = 0
        } else if codebook == Codebook.noise, isFirstNoise {
          isFirstNoise = false
          predictor.noiseEnergy += try reader.bits(9) - 256
          scaleFactors[place] = Int16(predictor.noiseEnergy)
        } else {
          let start = reader.offset
          let difference = Int(books.scaleFactor.decode(&reader)) - 60
          try apply(difference, to: place, &predictor, at: start)
        }
      }
    }
    try reader.checkEnd()
  }

  /// Adds a difference to the running value that the band's codebook selects, and stores the sum.
  ///
  /// The sums cannot leave `Int16`: 120 bands change by at most 60 each (in the reversible code 7 and an escape of 53).
  mutating func apply(
    _ difference: Int, to place: Int, _ predictor: inout ScaleFactorPredictor, at offset: Int
  ) throws(AACError) {
    let codebook = codebooks[place]
    if Codebook.isIntensity(codebook) {
      predictor.intensityPosition += difference
      scaleFactors[place] = Int16(predictor.intensityPosition)
    } else if codebook == Codebook.noise {
      predictor.noiseEnergy += difference
      scaleFactors[place] = Int16(predictor.noiseEnergy)
    } else {
      predictor.scaleFactor += difference
      guard (0...255).contains(predictor.scaleFactor) else { throw AACError(.scaleFactorOutOfRange, at: offset) }
      scaleFactors[place] = Int16(predictor.scaleFactor)
    }
  }
}
