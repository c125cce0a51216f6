package import Bitstream

/// The three running values that scale factor data are relative to.
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

extension ScaleFactorPredictor {
  /// Reads the values of neighbouring bands, each as a difference to the previous one, of which `value` is the first.
  ///
  /// A window of 57 bits holds three codewords of at most 19 bits, so that only one in three waits for a load.
  ///
  /// - Returns: The bits of all values together, which show whether one was negative or above 255.
  fileprivate static func parse(
    _ value: inout Int, _ reader: inout BitReader, _ code: PrefixCode, into run: inout MutableSpan<Int16>
  ) -> UInt {
    let table = code.table
    var last = value
    var union: UInt = 0
    // A copy stays in registers, which the caller's reader does not.
    var cursor = reader
    var band = 0
    while band < run.count {
      var window = cursor.window
      let end = min(band &+ 3, run.count)
      while band < end {
        let entry = PrefixCode.lookUp(window, table, Codebooks.scaleFactorBits)
        last &+= Int(entry &>> 8) &- 60
        union |= UInt(bitPattern: last)
        run[band] = Int16(truncatingIfNeeded: last)
        window &<<= UInt64(entry & 0x7F)
        cursor.consume(Int(entry & 0x7F))
        band &+= 1
      }
    }
    reader = cursor
    value = last
    return union
  }
}

extension ChannelStream {
  /// `scale_factor_data()`: a scale factor, an intensity position or a noise energy for each band that has one.
  ///
  /// ISO/IEC 14496-3, 4.6.2.3.2. Neighbouring bands of one kind are read at once.
  mutating func parseScaleFactors(_ reader: inout BitReader, codebooks books: Codebooks) throws(AACError) {
    var predictor = ScaleFactorPredictor(globalGain: globalGain)
    var isFirstNoise = true
    for group in 0..<info.groupCount {
      var place = ChannelStream.place(group, 0)
      let end = place &+ info.bandCount
      while place < end {
        let start = place
        let kind = Codebook.Kind(of: codebooks[place])
        if kind == .noise, isFirstNoise {
          isFirstNoise = false
          predictor.noiseEnergy += try reader.bits(9) - 256
          scaleFactors[place] = Int16(predictor.noiseEnergy)
          place &+= 1
          continue
        }
        repeat { place &+= 1 } while place < end && kind.contains(codebooks[place])
        var all = scaleFactors.mutableSpan
        var run = all._mutatingExtracting(start..<place)
        let offset = reader.offset
        switch kind {
        case .spectral:
          let union = ScaleFactorPredictor.parse(&predictor.scaleFactor, &reader, books.scaleFactor, into: &run)
          if union > 255 { throw AACError(.scaleFactorOutOfRange, at: offset) }
        case .noise: _ = ScaleFactorPredictor.parse(&predictor.noiseEnergy, &reader, books.scaleFactor, into: &run)
        case .zero: for band in run.indices { run[band] = 0 }
        default: _ = ScaleFactorPredictor.parse(&predictor.intensityPosition, &reader, books.scaleFactor, into: &run)
        }
      }
    }
    try reader.checkEnd()
  }
}

/// The code sent for the scale factor, intensity position or noise energy of a band.
enum ScaleFactorCode: BitwiseCopyable {
  /// The nine bits of the first noise energy.
  case firstNoise(Int)
  /// A difference to the previous band of the same kind, −60…60.
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
