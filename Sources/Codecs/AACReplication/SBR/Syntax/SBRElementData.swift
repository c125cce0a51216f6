package import AACSyntax
package import Bitstream
package import MPEG4Systems

/// One SBR payload: `sbr_single_channel_element()` or `sbr_channel_pair_element()` with the fields around it.
///
/// ISO/IEC 14496-3, 4.4.2.8. The storage is allocated once and reused.
package struct SBRElementData: Sendable {
  /// `sbr_header()` if the payload has one.
  package var header: SBRHeader?
  /// `bs_coupling`: the second channel holds the balance, not levels.
  package var isCoupled = false
  /// `bs_data_extra`: reserved bits of each channel, or `nil`.
  package var reserved: UInt8?
  package var first = SBRChannelData()
  package var second = SBRChannelData()
  /// The range of `ps_data()` in the packet, in bits up to the end of the extended data, or `nil` if there is none.
  package var parametricStereo: Range<Int>?

  package init() {}

  /// `bs_extension_id` of Parametric Stereo.
  private static let parametricStereoID = 2

  /// Reads a payload from `bs_header_flag` on.
  ///
  /// - Parameter bands: Those of the last header; replaced where the payload has one that differs.
  /// - Returns: True if there were bands with which to read the rest; false before the first header.
  package mutating func parse(
    _ reader: inout BitReader, isPair: Bool, _ context: borrowing SBRContext, bands: inout SBRBands?
  ) throws(AACError) -> Bool {
    header = nil
    parametricStereo = nil
    if try reader.bit() { try parseHeader(&reader, context, &bands) }
    guard let bands else { return false }
    isCoupled = false
    if isPair {
      try parsePair(&reader, bands, context)
    } else {
      try parseSingle(&reader, bands, context)
    }
    try parseExtendedData(&reader)
    return true
  }

  private mutating func parseHeader(
    _ reader: inout BitReader, _ context: borrowing SBRContext, _ bands: inout SBRBands?
  ) throws(AACError) {
    let start = reader.offset
    let found: SBRHeader
    do {
      found = try SBRHeader(parsing: &reader)
    } catch {
      throw AACError(.truncated, at: start)
    }
    header = found
    if bands?.header == found { return }
    do throws(AACError) {
      bands = try SBRBands(found, sampleRate: context.sampleRate)
    } catch {
      throw AACError(error.rule, at: start)
    }
  }

  private mutating func parseSingle(
    _ reader: inout BitReader, _ bands: borrowing SBRBands, _ context: borrowing SBRContext
  ) throws(AACError) {
    reserved = try reader.bit() ? UInt8(try reader.bits(4)) : nil
    try first.parseGrid(&reader, context)
    try first.parseDirections(&reader)
    try first.parseInverseFiltering(&reader, bandCount: bands.noiseBandCount)
    try first.parseEnvelopes(&reader, bands, .level, context)
    try first.parseNoise(&reader, bands, .level, context)
    try first.parseHarmonics(&reader, bands)
  }

  private mutating func parsePair(
    _ reader: inout BitReader, _ bands: borrowing SBRBands, _ context: borrowing SBRContext
  ) throws(AACError) {
    reserved = try reader.bit() ? UInt8(try reader.bits(8)) : nil
    isCoupled = try reader.bit()
    try first.parseGrid(&reader, context)
    if !isCoupled { try second.parseGrid(&reader, context) }
    if isCoupled { second.share(first) }
    try first.parseDirections(&reader)
    try second.parseDirections(&reader)
    try first.parseInverseFiltering(&reader, bandCount: bands.noiseBandCount)
    if isCoupled {
      second.share(first)
      try first.parseEnvelopes(&reader, bands, .level, context)
      try first.parseNoise(&reader, bands, .level, context)
      try second.parseEnvelopes(&reader, bands, .balance, context)
      try second.parseNoise(&reader, bands, .balance, context)
    } else {
      try second.parseInverseFiltering(&reader, bandCount: bands.noiseBandCount)
      try first.parseEnvelopes(&reader, bands, .level, context)
      try second.parseEnvelopes(&reader, bands, .level, context)
      try first.parseNoise(&reader, bands, .level, context)
      try second.parseNoise(&reader, bands, .level, context)
    }
    try first.parseHarmonics(&reader, bands)
    try second.parseHarmonics(&reader, bands)
  }

  /// Reads `bs_extended_data` and the extensions; only the position of Parametric Stereo is stored.
  private mutating func parseExtendedData(_ reader: inout BitReader) throws(AACError) {
    guard try reader.bit() else { return }
    var byteCount = try reader.bits(4)
    if byteCount == 15 { byteCount += try reader.bits(8) }
    let end = reader.offset + 8 * byteCount
    guard end <= reader.endOffset else { throw AACError(.truncated, at: reader.offset) }
    if byteCount > 0, try reader.bits(2) == SBRElementData.parametricStereoID { parametricStereo = reader.offset..<end }
    try reader.jump(to: end)
  }
}

// MARK: - Writing

extension SBRElementData {
  /// Writes a payload from `bs_header_flag` on, without extended data.
  ///
  /// - Parameter bands: Those of the header in effect.
  package func write(to writer: inout BitWriter, isPair: Bool, _ bands: borrowing SBRBands, isLowDelay: Bool) {
    writeChannels(to: &writer, isPair: isPair, bands, isLowDelay: isLowDelay)
    writer.write(false)
  }

  /// Writes `bs_extended_data` after the channels: `ps_data()`, filled up to bytes, or nothing.
  package static func writeExtendedData(_ stereo: Span<UInt8>, bitCount: Int, to writer: inout BitWriter) {
    writer.write(bitCount > 0)
    guard bitCount > 0 else { return }
    let byteCount = (2 + bitCount + 7) / 8
    writer.write(UInt32(min(byteCount, 15)), 4)
    if byteCount >= 15 { writer.write(UInt32(byteCount - 15), 8) }
    let start = writer.offset
    writer.write(UInt32(parametricStereoID), 2)
    writer.write(bitsOf: stereo, 0..<bitCount)
    writer.align(from: start)
  }

  /// Writes a payload from `bs_header_flag` up to the extended data.
  package func writeChannels(to writer: inout BitWriter, isPair: Bool, _ bands: borrowing SBRBands, isLowDelay: Bool) {
    writer.write(header != nil)
    header?.write(to: &writer)
    writer.write(reserved != nil)
    if let reserved { writer.write(UInt32(reserved), isPair ? 8 : 4) }
    if isPair {
      writePair(to: &writer, bands, isLowDelay: isLowDelay)
    } else {
      first.grid.write(to: &writer, isLowDelay: isLowDelay)
      first.writeDirections(to: &writer)
      first.writeInverseFiltering(to: &writer, bandCount: bands.noiseBandCount)
      first.writeEnvelopes(to: &writer, bands, .level, isLowDelay: isLowDelay)
      first.writeNoise(to: &writer, bands, .level)
      first.writeHarmonics(to: &writer, bands)
    }
  }

  private func writePair(to writer: inout BitWriter, _ bands: borrowing SBRBands, isLowDelay: Bool) {
    writer.write(isCoupled)
    first.grid.write(to: &writer, isLowDelay: isLowDelay)
    if !isCoupled { second.grid.write(to: &writer, isLowDelay: isLowDelay) }
    first.writeDirections(to: &writer)
    second.writeDirections(to: &writer)
    first.writeInverseFiltering(to: &writer, bandCount: bands.noiseBandCount)
    if isCoupled {
      first.writeEnvelopes(to: &writer, bands, .level, isLowDelay: isLowDelay)
      first.writeNoise(to: &writer, bands, .level)
      second.writeEnvelopes(to: &writer, bands, .balance, isLowDelay: isLowDelay)
      second.writeNoise(to: &writer, bands, .balance)
    } else {
      second.writeInverseFiltering(to: &writer, bandCount: bands.noiseBandCount)
      first.writeEnvelopes(to: &writer, bands, .level, isLowDelay: isLowDelay)
      second.writeEnvelopes(to: &writer, bands, .level, isLowDelay: isLowDelay)
      first.writeNoise(to: &writer, bands, .level)
      second.writeNoise(to: &writer, bands, .level)
    }
    first.writeHarmonics(to: &writer, bands)
    second.writeHarmonics(to: &writer, bands)
  }
}
