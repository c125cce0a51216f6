import Bitstream

/// The side information of reversible scale factors, in the place of `scale_factor_data()`.
///
/// ISO/IEC 14496-3, 4.6.16.2. Only the forward direction is decoded; the values for the backward one are kept to check.
package struct ReversibleSideInformation: Sendable, Equatable, BitwiseCopyable {
  /// `sf_concealment`: the scale factors resemble those of the previous frame.
  var isSimilarToLastFrame = false
  /// `rev_global_gain`: the last scale factor.
  package var lastGain = 0
  /// `length_of_rvlc_sf`, less the nine bits of `dpcm_noise_last_position` where noise is used.
  var codewordBitCount = 0
  /// `dpcm_noise_nrg`, where noise is used.
  var firstNoise: Int?
  /// `length_of_rvlc_escapes` if there are any.
  var escapeBitCount: Int?
  /// `dpcm_noise_last_position`, where noise is used.
  package var lastNoise: Int?

  init() {}

  init(parsing reader: inout BitReader, isShort: Bool, usesNoise: Bool) throws(AACError) {
    let start = reader.offset
    isSimilarToLastFrame = try reader.bit()
    lastGain = try reader.bits(8)
    codewordBitCount = try reader.bits(isShort ? 11 : 9)
    if usesNoise {
      codewordBitCount -= 9
      firstNoise = try reader.bits(9)
      if codewordBitCount < 0 { throw AACError(.reversibleLengthMismatch, at: start) }
    }
    if try reader.bit() { escapeBitCount = try reader.bits(8) }
    if usesNoise { lastNoise = try reader.bits(9) }
  }
}

extension ChannelStream {
  /// True if any band is noise, which changes the side information.
  var usesNoise: Bool {
    mutating get {
      for group in 0..<info.groupCount {
        for band in 0..<info.bandCount where codebooks[ChannelStream.place(group, band)] == Codebook.noise {
          return true
        }
      }
      return false
    }
  }

  /// Reads the codewords that ``ReversibleSideInformation`` announced, and the escapes after them.
  mutating func parseReversibleScaleFactors(
    _ reader: inout BitReader, _ side: ReversibleSideInformation, codebooks books: Codebooks
  ) throws(AACError) {
    let start = reader.offset
    let escapeStart = start + side.codewordBitCount
    let end = escapeStart + (side.escapeBitCount ?? 0)
    guard end <= reader.endOffset else { throw AACError(.truncated, at: start) }
    var escapes = reader
    escapes.consume(side.codewordBitCount)
    var predictor = ScaleFactorPredictor(globalGain: globalGain)
    var needsFirstNoise = true
    var usesIntensity = false
    for group in 0..<info.groupCount {
      for band in 0..<info.bandCount {
        let place = ChannelStream.place(group, band)
        let codebook = codebooks[place]
        if codebook == Codebook.zero {
          scaleFactors[place] = 0
        } else if codebook == Codebook.noise, needsFirstNoise {
          needsFirstNoise = false
          predictor.noiseEnergy += (side.firstNoise ?? 256) - 256
          scaleFactors[place] = Int16(predictor.noiseEnergy)
        } else {
          if Codebook.isIntensity(codebook) { usesIntensity = true }
          let offset = reader.offset
          let difference = try ChannelStream.reversibleDifference(&reader, &escapes, books)
          scaleFactors[place] = try predictor.next(difference, codebook, at: offset)
        }
      }
    }
    if usesIntensity { _ = try ChannelStream.reversibleDifference(&reader, &escapes, books) }
    guard reader.offset == escapeStart, escapes.offset == end else {
      throw AACError(.reversibleLengthMismatch, at: start)
    }
    reader.consume(end - reader.offset)
  }

  /// Reads a difference: −7…7, and beyond with an escape.
  private static func reversibleDifference(
    _ reader: inout BitReader, _ escapes: inout BitReader, _ books: Codebooks
  ) throws(AACError) -> Int {
    let start = reader.offset
    let symbol = books.reversible.decode(&reader)
    guard symbol != PrefixCode.invalid else { throw AACError(.invalidCodeword, at: start) }
    let difference = Int(symbol) - 7
    guard abs(difference) == 7 else { return difference }
    let escape = Int(books.reversibleEscape.decode(&escapes))
    return difference < 0 ? difference - escape : difference + escape
  }
}

/// The scale factors of a channel in the reversible code, ready to be written in their two places.
package struct ReversibleScaleFactorBits {
  package var side = ReversibleSideInformation()
  private var codewords = BitWriter()
  private var escapes = BitWriter()

  /// Codes the scale factors of a channel.
  ///
  /// `sf_concealment` is taken from the channel's own side information, the rest is worked out. The announced lengths
  /// have nine bits (eleven with short windows) for the codewords and eight for the escapes.
  package init(_ stream: borrowing ChannelStream) {
    side.isSimilarToLastFrame = stream.reversible?.isSimilarToLastFrame ?? false
    var last = ScaleFactorPredictor(globalGain: stream.globalGain)
    var usesIntensity = false
    for group in 0..<stream.info.groupCount {
      for band in 0..<stream.info.bandCount {
        let place = ChannelStream.place(group, band)
        switch stream.codebooks[place] {
        case Codebook.zero: break
        case Codebook.noise: last.noiseEnergy = Int(stream.scaleFactors[place])
        case Codebook.intensityInPhase, Codebook.intensityOutOfPhase:
          usesIntensity = true
          last.intensityPosition = Int(stream.scaleFactors[place])
        default: last.scaleFactor = Int(stream.scaleFactors[place])
        }
      }
    }
    stream.forEachScaleFactorCode { code in
      switch code {
      case .firstNoise(let value): side.firstNoise = value
      case .difference(let value): append(value)
      }
    }
    if usesIntensity { append(last.intensityPosition) }
    side.lastGain = last.scaleFactor
    if side.firstNoise != nil { side.lastNoise = last.noiseEnergy - last.scaleFactor + 90 + 256 }
    side.codewordBitCount = codewords.offset
    if escapes.offset > 0 { side.escapeBitCount = escapes.offset }
  }

  private mutating func append(_ difference: Int) {
    let symbol = min(max(difference, -7), 7)
    codewords.write(PrefixCodeRow(packed: reversibleCodebook[symbol + 7]))
    if abs(symbol) == 7 { escapes.write(PrefixCodeRow(packed: reversibleEscapeCodebook[abs(difference) - 7])) }
  }

  /// Writes the codewords, and the escapes after them.
  func write(to writer: inout BitWriter) {
    writer.write(bitsOf: codewords.bytes.span, 0..<codewords.offset)
    writer.write(bitsOf: escapes.bytes.span, 0..<escapes.offset)
  }
}

extension ReversibleSideInformation {
  /// Writes the side information in the place of `scale_factor_data()`.
  func write(to writer: inout BitWriter, isShort: Bool) {
    writer.write(isSimilarToLastFrame)
    writer.write(UInt32(lastGain), 8)
    writer.write(UInt32(codewordBitCount + (firstNoise == nil ? 0 : 9)), isShort ? 11 : 9)
    if let firstNoise { writer.write(UInt32(firstNoise), 9) }
    writer.write(escapeBitCount != nil)
    if let escapeBitCount { writer.write(UInt32(escapeBitCount), 8) }
    if let lastNoise { writer.write(UInt32(lastNoise), 9) }
  }
}
