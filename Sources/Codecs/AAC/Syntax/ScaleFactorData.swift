package import Bitstream

/// The three running values that scale factor data are differences of.
package struct ScaleFactorPredictor: BitwiseCopyable {
  package var scaleFactor: Int
  package var intensityPosition = 0
  package var noiseEnergy: Int

  package init(globalGain: Int) {
    scaleFactor = globalGain
    noiseEnergy = globalGain - 90
  }

  /// Adds a difference to the running value that a band's codebook selects, and returns the sum.
  ///
  /// The sums cannot leave `Int16`: 120 bands change by at most 60 each (in the reversible code 7 and an escape of 53).
  @inline(__always)
  mutating func next(_ difference: Int, _ codebook: UInt8, at offset: Int) throws(AACError) -> Int16 {
    if Codebook.isSpectral(codebook) {
      scaleFactor &+= difference
      guard (0...255).contains(scaleFactor) else { throw AACError(.scaleFactorOutOfRange, at: offset) }
      return Int16(truncatingIfNeeded: scaleFactor)
    } else if codebook == Codebook.noise {
      noiseEnergy &+= difference
      return Int16(truncatingIfNeeded: noiseEnergy)
    } else {
      intensityPosition &+= difference
      return Int16(truncatingIfNeeded: intensityPosition)
    }
  }
}

extension ChannelStream {
  /// `scale_factor_data()`: a scale factor, an intensity position or a noise energy for each band that has one.
  ///
  /// ISO/IEC 14496-3, 4.6.2.3.2.
  mutating func parseScaleFactors(_ reader: inout BitReader, codebooks books: Codebooks) throws(AACError) {
    var predictor = ScaleFactorPredictor(globalGain: globalGain)
    var isFirstNoise = true
    let table = books.scaleFactor.table
    let tableBits = books.scaleFactor.primaryBitCount
    // A copy stays in registers, which the caller's reader does not.
    var cursor = reader
    let bandCount = info.bandCount
    for group in 0..<info.groupCount {
      let first = ChannelStream.place(group, 0)
      for place in first..<(first &+ bandCount) {
        let codebook = codebooks[place]
        if codebook == Codebook.zero {
          scaleFactors[place] = 0
        } else if isFirstNoise, codebook == Codebook.noise {
          isFirstNoise = false
          predictor.noiseEnergy += try cursor.bits(9) - 256
          scaleFactors[place] = Int16(predictor.noiseEnergy)
        } else {
          let start = cursor.offset
          let entry = PrefixCode.lookUp(cursor.window, table, tableBits)
          cursor.consume(Int(entry & 0x7F))
          scaleFactors[place] = try predictor.next(Int(entry >> 8) - 60, codebook, at: start)
        }
      }
    }
    reader = cursor
    try reader.checkEnd()
  }
}

/// What is sent for the scale factor, intensity position or noise energy of a band.
enum ScaleFactorCode: BitwiseCopyable {
  /// The nine bits of the first noise energy.
  case firstNoise(Int)
  /// A difference to the band of the same kind before, −60…60.
  case difference(Int)
}

extension ChannelStream {
  /// Calls `body` with the codes of ``scaleFactors``, band by band; bands of codebook 0 have none.
  func forEachScaleFactorCode(_ body: (ScaleFactorCode) -> Void) {
    var last = ScaleFactorPredictor(globalGain: globalGain)
    var isFirstNoise = true
    for group in 0..<info.groupCount {
      for band in 0..<info.bandCount {
        let place = ChannelStream.place(group, band)
        let codebook = codebooks[place]
        let value = Int(scaleFactors[place])
        if codebook == Codebook.zero { continue }
        if Codebook.isIntensity(codebook) {
          body(.difference(value - last.intensityPosition))
          last.intensityPosition = value
        } else if codebook == Codebook.noise {
          body(isFirstNoise ? .firstNoise(value - last.noiseEnergy + 256) : .difference(value - last.noiseEnergy))
          isFirstNoise = false
          last.noiseEnergy = value
        } else {
          body(.difference(value - last.scaleFactor))
          last.scaleFactor = value
        }
      }
    }
  }

  /// Writes `scale_factor_data()`.
  ///
  /// Values that follow each other within one kind may differ by at most 60, the first noise energy from
  /// `global_gain − 90` by −256…255.
  package func writeScaleFactors(to writer: inout BitWriter) {
    forEachScaleFactorCode { code in
      switch code {
      case .firstNoise(let value): writer.write(UInt32(value), 9)
      case .difference(let value): writer.writeScaleFactorDifference(value)
      }
    }
  }
}

extension BitWriter {
  /// Appends one codeword of a code.
  package mutating func write(_ row: PrefixCodeRow) { write(row.code, row.length) }

  /// Appends the codeword of a difference of −60…60 in the scale factor code.
  package mutating func writeScaleFactorDifference(_ difference: Int) {
    write(PrefixCodeRow(packed: scaleFactorCodebook[difference + 60]))
  }
}
