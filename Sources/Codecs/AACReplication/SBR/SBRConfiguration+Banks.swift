package import AACSyntax

/// The sizes of frames and banks that follow from a configuration.
extension SBRConfiguration {
  /// The kind of the stream's banks.
  var bankKind: SubbandBankKind { hasSurround ? .surround : isLowDelay ? .lowDelay : .symmetric }
  /// Samples of a frame that come out.
  package var outputFrameLength: Int { columnCount * synthesisBandCount }
  /// The number of bands that the core's samples are split into.
  package var analysisBandCount: Int {
    enhancement?.ratio.analysisBandCount ?? LowSubbands.bandCount / downscaleFactor
  }
  /// The number of bands that are joined into the output; those above are lost.
  package var synthesisBandCount: Int {
    enhancement == nil ? factor * analysisBandCount : QuadratureMirrorMatrix.bandCount
  }
  /// The number of columns of a frame.
  package var columnCount: Int { coreFrameLength / analysisBandCount }
  /// `RATE`: columns of a slot.
  package var columnsPerSlot: Int { enhancement?.ratio.columnsPerSlot ?? (isLowDelay ? 1 : 2) }
  package var slotCount: Int { columnCount / columnsPerSlot }
  /// Columns of the frame before that are looked at. The six beyond the two that filters need are the tool's delay;
  /// where a slot has four columns there are twelve.
  package var historyCount: Int { isLowDelay ? 2 : 2 + 3 * columnsPerSlot }
  /// Columns by which all are later for the sake of a harmonic transposer, which looks ahead.
  package var transpositionDelay: Int { enhancement?.isHarmonic == true ? columnCount : 0 }
}
