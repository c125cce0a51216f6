package import Bitstream
package import MPEG4Systems

// Holds throughout: only the encoder and tests write; the encoder's payloads are fill of at most 269 bytes.

extension AccessUnit {
  /// Removes the pulses from all lines of a frame that was read, so that it can be written; see
  /// ``ChannelStream/removePulses(bands:)``.
  package mutating func removePulses() {
    for index in elements.indices {
      elements[index].first.removePulses(bands: configuration.bands)
      if configuration.slots[index].isPair { elements[index].second.removePulses(bands: configuration.bands) }
    }
    for index in 0..<couplingCount { couplings[index].stream.removePulses(bands: configuration.bands) }
  }

  /// Writes one frame: the elements in the order of the configuration, the coupling channels, dynamic range data.
  ///
  /// Of an AAC-ELD stream with LD-SBR, only the core is written. The lines must hold no pulses.
  package mutating func write(to writer: inout BitWriter) {
    let anchor = writer.offset
    switch configuration.profile {
    case .main, .lowComplexity, .longTermPrediction:
      for index in elements.indices { writeElement(index, to: &writer) }
      for index in 0..<couplingCount { writeCoupling(index, to: &writer) }
      extensions.writeFill(to: &writer)
      writer.writeEnd(anchor: anchor)
    case .resilientLowComplexity, .resilientLongTermPrediction, .lowDelay, .enhancedLowDelay:
      for index in elements.indices { writeElement(index, to: &writer) }
      extensions.writePayload(to: &writer)
      writer.align(from: anchor)
    }
  }

  /// Writes the element of one slot, with the `id_syn_ele` and the tag that the profile has.
  package mutating func writeElement(_ index: Int, to writer: inout BitWriter) {
    let slot = configuration.slots[index]
    let tag = UInt32(slot.tag ?? elements[index].tag)
    switch configuration.profile {
    case .main, .lowComplexity, .longTermPrediction:
      writer.write(SyntacticElement(slot.element))
      writer.write(tag, 4)
      elements[index].write(to: &writer, element: slot.element, tables: tables)
    case .resilientLowComplexity, .resilientLongTermPrediction, .lowDelay:
      writer.write(tag, 4)
      elements[index].writeResilient(to: &writer, element: slot.element, tables: tables, reordering: &reordering)
    case .enhancedLowDelay:
      elements[index].writeEnhancedLowDelay(
        to: &writer, element: slot.element, tables: tables, reordering: &reordering)
    }
  }

  /// Writes one coupling channel element with its `id_syn_ele`.
  package func writeCoupling(_ index: Int, to writer: inout BitWriter) {
    writer.write(SyntacticElement.couplingChannel)
    couplings[index].write(to: &writer, tables)
  }
}

extension SyntacticElement {
  /// Creates the element that carries channels of a kind.
  init(_ element: ChannelElement) {
    switch element {
    case .single: self = .singleChannel
    case .pair: self = .channelPair
    case .lowFrequency: self = .lowFrequency
    }
  }
}

extension BitWriter {
  /// Appends `id_syn_ele`.
  mutating func write(_ element: SyntacticElement) { write(UInt32(element.rawValue), 3) }

  /// Appends the element that ends `raw_data_block()`, and aligns to the block's start.
  package mutating func writeEnd(anchor: Int) {
    write(SyntacticElement.end)
    align(from: anchor)
  }

  /// Appends `data_stream_element()` with its `id_syn_ele`; at most 510 bytes.
  package mutating func writeDataStream(tag: Int, _ payload: Span<UInt8>, isAligned: Bool, anchor: Int) {
    precondition(payload.count <= 510)
    write(SyntacticElement.dataStream)
    write(UInt32(tag), 4)
    write(isAligned)
    write(UInt32(min(payload.count, 255)), 8)
    if payload.count >= 255 { write(UInt32(payload.count - 255), 8) }
    if isAligned { align(from: anchor) }
    write(bitsOf: payload, 0..<(8 * payload.count))
  }

  /// Appends `program_config_element()` with its `id_syn_ele`.
  package mutating func write(_ program: ProgramConfigElement, anchor: Int) {
    write(SyntacticElement.programConfig)
    program.write(to: &self, anchor: anchor)
  }

  /// Appends the head of a `fill_element()` with its `id_syn_ele`; `byteCount` bytes must follow, at most 269.
  package mutating func writeFillHeader(byteCount: Int) {
    precondition(byteCount <= 269)
    write(SyntacticElement.fill)
    write(UInt32(min(byteCount, 15)), 4)
    if byteCount >= 15 { write(UInt32(byteCount - 14), 8) }
  }

  /// Appends a `fill_element()` that only takes up room: its payload is `byteCount` bytes of the type 0.
  package mutating func writeFill(byteCount: Int) {
    writeFillHeader(byteCount: byteCount)
    for _ in 0..<byteCount { write(0, 8) }
  }
}
