package import AudioBase
package import Bitstream
import MPEG4Systems

/// One coded frame as integers: all of `raw_data_block()` or `er_raw_data_block()`.
///
/// The storage is allocated once and reused, so that reading a packet allocates nothing.
package struct AccessUnit: Sendable {
  package let configuration: AACConfiguration
  package let tables: ParsingTables
  /// The elements, one for each slot of the configuration.
  package var elements: [ChannelElementStream]
  /// The coupling channels of the packet are the first ``couplingCount`` of as many as a packet can have.
  package var couplings: [CouplingChannelStream]
  package var couplingCount = 0
  package var extensions = PacketExtensions()
  /// The SBR data of each element; unused in AAC-ELD, where only parsing finds the end of the data.
  package var replications: [SBRPayload?]
  package var reordering = ReorderedSpectrum()
  /// The bits of a `raw_data_block()` that the CRC of ADTS covers, in its order; collected only if not `nil` initially.
  package var protectedBits: [ProtectedBits]?

  package init(_ configuration: AACConfiguration) {
    self.configuration = configuration
    tables = ParsingTables(
      context: ChannelContext(
        profile: configuration.profile, resilience: configuration.resilience, bands: configuration.bands),
      codebooks: .shared)
    replications = configuration.slots.map { _ in nil }
    couplings = configuration.profile.couplingLimit.map { _ in
      CouplingChannelStream(frameLength: configuration.lineCount)
    }
    elements = configuration.slots.map {
      ChannelElementStream(element: $0.element, frameLength: configuration.lineCount)
    }
  }

  /// True if the frame uses tools that look back further than the overlap: prediction from earlier output, or a
  /// coupling channel, whose own overlap is as old as its last packet.
  ///
  /// Mutating, because a value that is only read would be copied for the call.
  package var usesLongMemory: Bool {
    mutating get {
      guard couplingCount == 0 else { return true }
      guard configuration.profile.prediction.isLongTerm else { return false }
      for index in elements.indices {
        if elements[index].first.longTermPrediction != nil { return true }
        if elements[index].second.longTermPrediction != nil { return true }
      }
      return false
    }
  }

  /// Reads one frame.
  @inline(never)  // Else each of the three callers in AACDecoder has 10 KB of it.
  package mutating func parse(_ reader: inout BitReader) throws(AACError) {
    couplingCount = 0
    extensions.clear()
    switch configuration.profile {
    case .main, .lowComplexity, .longTermPrediction: try parseRawDataBlock(&reader)
    case .resilientLowComplexity, .resilientLongTermPrediction, .lowDelay: try parseResilientBlock(&reader)
    case .enhancedLowDelay: try parseEnhancedLowDelayBlock(&reader)
    }
  }

  /// `er_raw_data_block()`: the elements of the channel configuration in order, then extensions.
  private mutating func parseResilientBlock(_ reader: inout BitReader) throws(AACError) {
    for (index, slot) in configuration.slots.enumerated() {
      elements[index].tag = try reader.bits(4)
      elements[index].isPresent = true
      try elements[index].parseResilient(
        &reader, element: slot.element, tables: tables, reordering: &reordering)
    }
    try parseTrailing(&reader)
  }

  /// Reads the payloads after the channels. SBR payloads do not name their elements: they are in the order of the
  /// elements.
  private mutating func parseTrailing(_ reader: inout BitReader) throws(AACError) {
    for index in replications.indices { replications[index] = nil }
    var next = 0
    while reader.remaining >= 8 {
      try extensions.parseNextTrailing(&reader)
      guard let payload = extensions.replication else { continue }
      while next < replications.count, configuration.slots[next].isLowFrequency { next += 1 }
      guard next < replications.count else { continue }
      replications[next] = payload
      next += 1
    }
  }

  /// `er_raw_data_block_eld()`. With LD-SBR its data follow, then extensions: their position is known only after the
  /// data have been read, which ``AACDecoder`` does.
  private mutating func parseEnhancedLowDelayBlock(_ reader: inout BitReader) throws(AACError) {
    for (index, slot) in configuration.slots.enumerated() {
      elements[index].isPresent = true
      try elements[index].parseEnhancedLowDelay(
        &reader, element: slot.element, tables: tables, reordering: &reordering)
    }
    if configuration.systems.lowDelaySBR != nil {
      extensions.hasSpectralBandReplication = true
    } else {
      try extensions.parseTrailing(&reader)
    }
  }
}

// MARK: - raw_data_block()

/// `id_syn_ele`, ISO/IEC 14496-3, Table 4.85.
package enum SyntacticElement: Int {
  case singleChannel, channelPair, couplingChannel, lowFrequency, dataStream, programConfig, fill, end
}

extension AccessUnit {
  /// `raw_data_block()`: elements in any order, up to the one that ends the block.
  private mutating func parseRawDataBlock(_ reader: inout BitReader) throws(AACError) {
    let anchor = reader.offset
    for index in elements.indices {
      elements[index].isPresent = false
      replications[index] = nil
    }
    // SBR data belong to the preceding element.
    var last: Int?
    while let kind = SyntacticElement(rawValue: try reader.bits(3)), kind != .end {
      switch kind {
      case .singleChannel: last = try parseChannels(&reader, .single)
      case .channelPair: last = try parseChannels(&reader, .pair)
      case .lowFrequency:
        _ = try parseChannels(&reader, .lowFrequency)
        last = nil
      case .couplingChannel:
        try parseCoupling(&reader)
        last = nil
      case .dataStream, .programConfig:
        let start = reader.offset
        if kind == .dataStream {
          try reader.skipDataStream(anchor: anchor)
        } else {
          try reader.skipProgramConfig(anchor: anchor)
        }
        protectedBits?.append(ProtectedBits(range: start..<reader.offset, bitCount: reader.offset - start))
      case .fill:
        var count = try reader.bits(4)
        if count == 15 { count += try reader.bits(8) - 1 }
        try extensions.parseFill(&reader, byteCount: count)
        if let last { replications[last] = extensions.replication ?? replications[last] }
      case .end: break
      }
    }
    let excess = (reader.offset - anchor) & 7
    if excess != 0 { _ = try reader.bits(8 - excess) }
    for element in elements.indices where !elements[element].wasRead {
      throw AACError(.elementMissing, at: reader.offset)
    }
    if couplingCount > 0 { try checkCouplingWindows(at: reader.offset) }
  }

  /// Checks that a coupling channel that is added line by line has the same windows as its targets.
  private func checkCouplingWindows(at offset: Int) throws(AACError) {
    for coupling in couplings.prefix(couplingCount) where !coupling.isIndependent {
      var matches = true
      coupling.forEachTarget(among: elements, of: configuration.slots) { element, isSecond, _ in
        let target = isSecond ? elements[element].second.info : elements[element].first.info
        if target.isShort != coupling.stream.info.isShort { matches = false }
      }
      if !matches { throw AACError(.couplingWindowMismatch, at: offset) }
    }
  }

  private mutating func parseChannels(_ reader: inout BitReader, _ element: ChannelElement) throws(AACError) -> Int {
    let start = reader.offset
    let tag = try reader.bits(4)
    guard let index = slot(for: element, tag: tag) else { throw AACError(.elementNotInConfiguration, at: start) }
    elements[index].isPresent = true
    elements[index].tag = tag
    if element == .pair {
      try elements[index].parsePair(&reader, tables)
    } else {
      try elements[index].parseSingle(&reader, tables)
    }
    protect(from: start, to: reader.offset, secondChannel: element == .pair ? elements[index].secondStart : nil)
    return index
  }

  /// Records the bits of an element that the check of ADTS covers: its first 192, and 128 of the second channel of a
  /// pair. ISO/IEC 13818-7, 8.2.3 (`adts_error_check`).
  private mutating func protect(from start: Int, to end: Int, secondChannel: Int?) {
    protectedBits?.append(ProtectedBits(range: start..<min(end, start + 192), bitCount: 192))
    guard let secondChannel else { return }
    protectedBits?.append(ProtectedBits(range: secondChannel..<min(end, secondChannel + 128), bitCount: 128))
  }

  /// Returns the slot of an element: by its tag if a program configuration states tags, otherwise the next free slot of
  /// its kind.
  private mutating func slot(for element: ChannelElement, tag: Int) -> Int? {
    for index in elements.indices {
      let slot = configuration.slots[index]
      if slot.element == element, slot.tag == nil || slot.tag == tag, !elements[index].wasRead { return index }
    }
    return nil
  }

  private mutating func parseCoupling(_ reader: inout BitReader) throws(AACError) {
    guard couplingCount < couplings.count else { throw AACError(.tooManyCouplingElements, at: reader.offset) }
    let start = reader.offset
    try couplings[couplingCount].parse(&reader, tables)
    protect(from: start, to: reader.offset, secondChannel: nil)
    couplingCount += 1
  }
}

extension BitReader {
  /// Skips `data_stream_element()`.
  package mutating func skipDataStream(anchor: Int) throws(AACError) {
    _ = try bits(4)
    let isAligned = try bit()
    var count = try bits(8)
    if count == 255 { count += try bits(8) }
    let excess = (offset - anchor) & 7
    if isAligned, excess != 0 { _ = try bits(8 - excess) }
    try jump(to: offset + 8 * count)
  }

  /// Skips `program_config_element()`; the one of the configuration is used.
  package mutating func skipProgramConfig(anchor: Int) throws(AACError) {
    _ = try bits(10)
    var elementCount = 0
    for _ in 0..<3 { elementCount += try bits(4) }
    let lowFrequencyCount = try bits(2)
    let dataCount = try bits(3)
    elementCount += try bits(4)
    let mixdownWidths: [3 of Int] = [4, 4, 3]
    for mixdown in mixdownWidths.indices {
      if try bit() { _ = try bits(mixdownWidths[mixdown]) }
    }
    try jump(to: offset + 5 * elementCount + 4 * (lowFrequencyCount + dataCount))
    let excess = (offset - anchor) & 7
    if excess != 0 { _ = try bits(8 - excess) }
    let commentCount = try bits(8)
    try jump(to: offset + 8 * commentCount)
  }
}
