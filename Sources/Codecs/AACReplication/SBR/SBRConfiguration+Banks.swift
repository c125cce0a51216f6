package import AACSyntax

/// The sizes of frames and banks that follow from a configuration.
extension SBRConfiguration {
  /// The kind of the stream's banks.
  var bankKind: SubbandBankKind { hasSurround ? .surround : isLowDelay ? .lowDelay : .symmetric }
  /// The number of output samples of a frame.
  package var outputFrameLength: Int { columnCount * synthesisBandCount }
  /// The number of bands that the core's samples are split into.
  package var analysisBandCount: Int {
    enhancement?.ratio.analysisBandCount ?? LowSubbands.bandCount / downscaleFactor
  }
  /// The number of bands that are joined into the output; higher bands are dropped.
  package var synthesisBandCount: Int {
    enhancement == nil ? factor * analysisBandCount : QuadratureMirrorMatrix.bandCount
  }
  /// The number of columns of a frame.
  package var columnCount: Int { coreFrameLength / analysisBandCount }
  /// `RATE`: columns of a slot.
  package var columnsPerSlot: Int { enhancement?.ratio.columnsPerSlot ?? (isLowDelay ? 1 : 2) }
  package var slotCount: Int { columnCount / columnsPerSlot }
  /// The number of columns of the previous frame that are kept. The filters need two; the other six (twelve if a slot
  /// has four columns) are the tool's delay.
  package var historyCount: Int { isLowDelay ? 2 : 2 + 3 * columnsPerSlot }
  /// The number of columns of delay that a harmonic transposer adds, because it looks ahead.
  package var transpositionDelay: Int { enhancement?.isHarmonic == true ? columnCount : 0 }
}
