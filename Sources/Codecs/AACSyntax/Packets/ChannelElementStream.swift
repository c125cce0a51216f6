package import Bitstream
package import MPEG4Systems

/// `ms_mask_present` and `ms_used`: which bands of a pair are coded as sum and difference.
@usableFromInline package struct MidSideMask: Sendable {
  /// `ms_mask_present`.
  @usableFromInline package enum Presence: UInt8, Sendable, BitwiseCopyable {
    case none, perBand, all
  }

  @usableFromInline package var presence = Presence.none
  /// `ms_used`, at ``ChannelStream/place(_:_:)``; only meaningful with ``Presence/perBand``.
  @usableFromInline package var used: [128 of Bool] = .init(repeating: false)

  init() {}

  /// Reads the mask, replacing the last one.
  mutating func parse(_ reader: inout BitReader, info: IndividualChannelInfo) throws(AACError) {
    let start = reader.offset
    guard let presence = Presence(rawValue: UInt8(try reader.bits(2))) else {
      throw AACError(.reservedMidSideMask, at: start)
    }
    self.presence = presence
    guard presence == .perBand else { return }
    for group in 0..<info.groupCount {
      // At most 51 bits, which one window holds.
      let window = reader.window
      try reader.jump(to: reader.offset + info.bandCount)
      for band in 0..<info.bandCount {
        used[ChannelStream.place(group, band)] = (window &<< UInt64(truncatingIfNeeded: band)) &>> 63 != 0
      }
    }
  }

  /// Returns true if a band is coded as sum and difference.
  @inlinable @inline(__always)
  package func isUsed(_ place: Int) -> Bool { presence == .all || presence == .perBand && used[place] }
}

/// A single channel, pair or LFE element of a packet, as integers; reused from packet to packet.
package struct ChannelElementStream: Sendable {
  /// `element_instance_tag`; 0 in AAC-ELD, which does not send it.
  package var tag = 0
  /// True if the packet had the element.
  package var isPresent = false
  /// `common_window`.
  package var hasCommonWindow = false
  package var midSide = MidSideMask()
  package var first: ChannelStream
  /// The second channel of a pair; without lines in other elements.
  package var second: ChannelStream
  /// The offset from the start of the packet to the second channel of a pair, in bits.
  package private(set) var secondStart = 0

  /// ``isPresent`` without a copy of the whole element.
  var wasRead: Bool { mutating get { isPresent } }

  package init(element: ChannelElement, frameLength: Int) {
    first = ChannelStream(frameLength: frameLength)
    second = ChannelStream(frameLength: element == .pair ? frameLength : 0)
  }
}

extension ChannelElementStream {
  /// Reads `single_channel_element()` or `lfe_channel_element()` after its tag, object types 1, 2 and 4.
  package mutating func parseSingle(_ reader: inout BitReader, _ tables: ParsingTables) throws(AACError) {
    try first.parse(&reader, common: nil, tables: tables)
  }

  /// Reads `channel_pair_element()` after its tag, object types 1, 2 and 4.
  package mutating func parsePair(_ reader: inout BitReader, _ tables: ParsingTables) throws(AACError) {
    let common = try parseCommonWindow(&reader, tables)
    try first.parse(&reader, common: common, tables: tables)
    secondStart = reader.offset
    try second.parse(&reader, common: common, tables: tables)
    if let common { second.longTermPrediction = common.secondLongTermPrediction }
  }

  private mutating func parseCommonWindow(
    _ reader: inout BitReader, _ tables: ParsingTables
  ) throws(AACError) -> IndividualChannelInfo? {
    hasCommonWindow = try reader.bit()
    midSide.presence = .none
    guard hasCommonWindow else { return nil }
    let info = try IndividualChannelInfo(parsing: &reader, context: tables.context, isCommon: true)
    try midSide.parse(&reader, info: info)
    return info
  }

  /// Parses the elements of the error-resilient object types 17, 19 and 23.
  ///
  /// With common windows, the long term prediction of each channel precedes it, and is not in `ics_info()`.
  package mutating func parseResilient(
    _ reader: inout BitReader, element: ChannelElement, tables: ParsingTables, reordering: inout ReorderedSpectrum
  ) throws(AACError) {
    guard element == .pair else {
      return try first.parseResilient(&reader, common: nil, tables: tables, reordering: &reordering)
    }
    let common = try parseCommonWindow(&reader, tables)
    try first.parsePrediction(&reader, common, tables)
    try first.parseResilient(&reader, common: common, tables: tables, reordering: &reordering)
    try second.parsePrediction(&reader, common, tables)
    try second.parseResilient(&reader, common: common, tables: tables, reordering: &reordering)
  }

  /// `eld_sce()` and `eld_cpe()` of AAC-ELD: no tag, and always common windows.
  package mutating func parseEnhancedLowDelay(
    _ reader: inout BitReader, element: ChannelElement, tables: ParsingTables, reordering: inout ReorderedSpectrum
  ) throws(AACError) {
    var info = IndividualChannelInfo()
    if element == .pair {
      info.bandCount = try tables.parseBandCount(&reader)
      hasCommonWindow = true
      try midSide.parse(&reader, info: info)
      first.globalGain = try reader.bits(8)
    } else {
      first.globalGain = try reader.bits(8)
      info.bandCount = try tables.parseBandCount(&reader)
    }
    try first.parseEnhancedLowDelay(&reader, info: info, tables: tables, reordering: &reordering)
    guard element == .pair else { return }
    second.globalGain = try reader.bits(8)
    try second.parseEnhancedLowDelay(&reader, info: info, tables: tables, reordering: &reordering)
  }
}

extension ChannelStream {
  /// Parses the long term prediction of a channel of a pair with common windows.
  fileprivate mutating func parsePrediction(
    _ reader: inout BitReader, _ common: IndividualChannelInfo?, _ tables: ParsingTables
  ) throws(AACError) {
    guard let common else { return }
    longTermPrediction =
      common.hasPredictorData
      ? try LongTermPredictionData.parseOptional(&reader, context: tables.context, bandCount: common.bandCount) : nil
  }
}

extension ParsingTables {
  /// `max_sfb` of AAC-ELD.
  fileprivate func parseBandCount(_ reader: inout BitReader) throws(AACError) -> Int {
    let start = reader.offset
    let count = try reader.bits(6)
    guard count <= bands.bandCount(isShort: false) else { throw AACError(.tooManyBands, at: start) }
    return count
  }
}
