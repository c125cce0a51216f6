package import Bitstream
package import MPEG4Systems

extension MidSideMask {
  /// Writes `ms_mask_present` and `ms_used`.
  func write(to writer: inout BitWriter, info: IndividualChannelInfo) {
    writer.write(UInt32(presence.rawValue), 2)
    guard presence == .perBand else { return }
    for group in 0..<info.groupCount {
      for band in 0..<info.bandCount { writer.write(used[ChannelStream.place(group, band)]) }
    }
  }
}

extension ChannelElementStream {
  /// Writes the element after its tag, object types 1, 2 and 4; the lines must hold no pulses.
  package func write(to writer: inout BitWriter, element: ChannelElement, tables: ParsingTables) {
    if element == .pair { writeCommonWindow(to: &writer, tables) }
    let isCommon = element == .pair && hasCommonWindow
    first.write(to: &writer, isCommon: isCommon, tables: tables)
    if element == .pair { second.write(to: &writer, isCommon: isCommon, tables: tables) }
  }

  private func writeCommonWindow(to writer: inout BitWriter, _ tables: ParsingTables) {
    writer.write(hasCommonWindow)
    guard hasCommonWindow else { return }
    first.info.write(to: &writer, context: tables.context, isCommon: true)
    midSide.write(to: &writer, info: first.info)
  }

  /// Writes the element after its tag in the error-resilient syntax of object types 17, 19 and 23.
  func writeResilient(
    to writer: inout BitWriter, element: ChannelElement, tables: ParsingTables, reordering: inout ReorderedSpectrum
  ) {
    if element == .pair { writeCommonWindow(to: &writer, tables) }
    let isCommon = element == .pair && hasCommonWindow
    if isCommon { writePrediction(of: first, to: &writer, tables) }
    first.writeResilient(to: &writer, isCommon: isCommon, tables: tables, reordering: &reordering)
    guard element == .pair else { return }
    if isCommon { writePrediction(of: second, to: &writer, tables) }
    second.writeResilient(to: &writer, isCommon: isCommon, tables: tables, reordering: &reordering)
  }

  private func writePrediction(of stream: ChannelStream, to writer: inout BitWriter, _ tables: ParsingTables) {
    guard first.info.hasPredictorData else { return }
    stream.longTermPrediction.write(to: &writer, context: tables.context, bandCount: first.info.bandCount)
  }

  /// Writes `eld_sce()` or `eld_cpe()`.
  func writeEnhancedLowDelay(
    to writer: inout BitWriter, element: ChannelElement, tables: ParsingTables, reordering: inout ReorderedSpectrum
  ) {
    if element == .pair {
      writer.write(UInt32(first.info.bandCount), 6)
      midSide.write(to: &writer, info: first.info)
      writer.write(UInt32(first.globalGain), 8)
    } else {
      writer.write(UInt32(first.globalGain), 8)
      writer.write(UInt32(first.info.bandCount), 6)
    }
    first.writeEnhancedLowDelay(to: &writer, tables: tables, reordering: &reordering)
    guard element == .pair else { return }
    writer.write(UInt32(second.globalGain), 8)
    second.writeEnhancedLowDelay(to: &writer, tables: tables, reordering: &reordering)
  }
}
