import Bitstream
import MPEG4Systems

/// Writing takes ``ChannelStream/lines`` as they are coded, without pulses: an encoder produces them in this form, and
/// for a channel that was read they are restored by ``ChannelStream/removePulses(bands:)``. The bits written then equal
/// those read, where the stream's sections were the longest possible runs.
extension ChannelStream {
  /// Writes `individual_channel_stream()` of the object types 1, 2 and 4.
  ///
  /// - Parameter isCommon: True if the element has already written ``info`` for both channels.
  func write(to writer: inout BitWriter, isCommon: Bool, tables: ParsingTables) {
    if hasPowers { return withLines.write(to: &writer, isCommon: isCommon, tables: tables) }
    writer.write(UInt32(globalGain), 8)
    if !isCommon { info.write(to: &writer, context: tables.context, isCommon: false) }
    writeSections(to: &writer, context: tables.context)
    writeScaleFactors(to: &writer)
    writePulse(to: &writer)
    writer.write(temporalNoiseShaping != nil)
    temporalNoiseShaping?.write(to: &writer, isShort: info.isShort)
    writer.write(false)
    writeSpectrum(to: &writer, bands: tables.bands)
  }

  /// A channel that was read, with lines to write.
  private var withLines: ChannelStream {
    var stream = self
    stream.restoreLines()
    return stream
  }

  private func writePulse(to writer: inout BitWriter) {
    writer.write(pulse != nil)
    pulse?.write(to: &writer)
  }

  /// Writes `individual_channel_stream()` in the error-resilient syntax of object types 17, 19 and 23.
  func writeResilient(
    to writer: inout BitWriter, isCommon: Bool, tables: ParsingTables, reordering: inout ReorderedSpectrum
  ) {
    if hasPowers {
      return withLines.writeResilient(to: &writer, isCommon: isCommon, tables: tables, reordering: &reordering)
    }
    writer.write(UInt32(globalGain), 8)
    if !isCommon { info.write(to: &writer, context: tables.context, isCommon: false) }
    writeSections(to: &writer, context: tables.context)
    let reversible = writeScaleFactorsOrSideInformation(to: &writer, tables)
    writePulse(to: &writer)
    writer.write(temporalNoiseShaping != nil)
    writer.write(false)
    let lengths = writeReorderedLengths(to: &writer, tables)
    reversible?.write(to: &writer)
    temporalNoiseShaping?.write(to: &writer, isShort: info.isShort)
    writeResilientSpectrum(to: &writer, lengths, tables, &reordering)
  }

  /// Writes a channel of AAC-ELD after its gain and `max_sfb`, which the element writes.
  func writeEnhancedLowDelay(to writer: inout BitWriter, tables: ParsingTables, reordering: inout ReorderedSpectrum) {
    if hasPowers { return withLines.writeEnhancedLowDelay(to: &writer, tables: tables, reordering: &reordering) }
    writeSections(to: &writer, context: tables.context)
    let reversible = writeScaleFactorsOrSideInformation(to: &writer, tables)
    writer.write(temporalNoiseShaping != nil)
    temporalNoiseShaping?.write(to: &writer, isShort: false)
    let lengths = writeReorderedLengths(to: &writer, tables)
    reversible?.write(to: &writer)
    writeResilientSpectrum(to: &writer, lengths, tables, &reordering)
  }

  private func writeScaleFactorsOrSideInformation(
    to writer: inout BitWriter, _ tables: ParsingTables
  ) -> ReversibleScaleFactorBits? {
    guard tables.resilience.scaleFactorData else {
      writeScaleFactors(to: &writer)
      return nil
    }
    let reversible = ReversibleScaleFactorBits(self)
    reversible.side.write(to: &writer, isShort: info.isShort)
    return reversible
  }

  private func writeReorderedLengths(to writer: inout BitWriter, _ tables: ParsingTables) -> ReorderedLengths? {
    guard tables.resilience.spectralData else { return nil }
    let lengths = ReorderedLengths(measuring: self, bands: tables.bands)
    lengths.write(to: &writer)
    return lengths
  }

  private func writeResilientSpectrum(
    to writer: inout BitWriter, _ lengths: ReorderedLengths?, _ tables: ParsingTables,
    _ reordering: inout ReorderedSpectrum
  ) {
    guard let lengths else { return writeSpectrum(to: &writer, bands: tables.bands) }
    reordering.write(self, lengths, to: &writer, bands: tables.bands)
  }
}

extension ChannelStream {
  /// Replaces codebook 11 by the virtual codebook with the lowest bound that each band keeps.
  package mutating func adoptVirtualCodebooks(bands: BandLayout) {
    restoreLines()
    var largest: [128 of Int] = .init(repeating: 0)
    bands.forEachBand(info) { place, range in
      for line in range { largest[place] = max(largest[place], Int(abs(lines[line]))) }
    }
    for place in codebooks.indices where codebooks[place] == Codebook.escape {
      codebooks[place] = VirtualCodebook.tightest(for: largest[place])
    }
  }

  /// Replaces the virtual codebooks by codebook 11, which codes the same lines with the same bits.
  package mutating func dropVirtualCodebooks() {
    for place in codebooks.indices where codebooks[place] >= 16 { codebooks[place] = Codebook.escape }
  }
}

extension VirtualCodebook {
  /// Returns the codebook 16…31 with the lowest bound that is not below `largest`, or 11.
  package static func tightest(for largest: Int) -> UInt8 {
    for codebook in UInt8(16)...31 where largestAbsoluteValue(codebook) >= largest { return codebook }
    return Codebook.escape
  }
}
