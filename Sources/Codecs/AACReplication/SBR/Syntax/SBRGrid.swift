package import AACSyntax
package import Bitstream

/// `sbr_grid()`: the division of a frame into envelopes, as in the bit stream.
///
/// ISO/IEC 14496-3, 4.6.18.3.3; for LD-SBR 4.6.20. ``SBRTimeGrid`` has the resulting borders.
package struct SBRGrid: Sendable, Equatable, BitwiseCopyable {
  /// `bs_frame_class`.
  package enum FrameClass: UInt8, Sendable, BitwiseCopyable {
    case fixFix, fixVar, varFix, varVar
    /// `LD_TRAN`, the class of LD-SBR in place of the variable classes.
    case lowDelayTransient
  }

  /// The most envelopes of a frame: 5 in MPEG-4, 8 in enhanced SBR.
  package static let maximumEnvelopeCount = 8

  package var frameClass = FrameClass.fixFix
  /// `bs_num_env`: 1, 2 or 4, in enhanced SBR also 8, in the class FIXFIX; up to 5 or 7 in the others.
  package var envelopeCount = 1
  /// `bs_var_bord_0`: the delay of the first envelope's start, 0…3 slots.
  package var startOffset = 0
  /// `bs_var_bord_1`: the number of slots after the frame at which the last envelope ends, 0…3.
  package var endOffset = 0
  /// `bs_num_rel_0`, and `bs_rel_bord_0` counted upwards from the start.
  package var leadingCount = 0
  package var leading: [3 of UInt8] = [0, 0, 0]
  /// `bs_num_rel_1`, and `bs_rel_bord_1` counted downwards from the end.
  package var trailingCount = 0
  package var trailing: [3 of UInt8] = [0, 0, 0]
  /// `bs_pointer`.
  package var pointer = 0
  /// `bs_transient_position` of the class LD_TRAN.
  package var transientPosition = 0
  /// `bs_freq_res`: bit `e` is set if envelope `e` has the high resolution.
  package var highResolution: UInt8 = 0
  /// `bs_amp_res` that LD-SBR sends with a single envelope.
  package var step: SBRAmplitudeStep?

  package static func == (a: SBRGrid, b: SBRGrid) -> Bool {
    a.frameClass == b.frameClass && a.envelopeCount == b.envelopeCount && a.startOffset == b.startOffset
      && a.endOffset == b.endOffset && a.leadingCount == b.leadingCount && a.trailingCount == b.trailingCount
      && (0..<3).allSatisfy { a.leading[$0] == b.leading[$0] && a.trailing[$0] == b.trailing[$0] }
      && a.pointer == b.pointer && a.transientPosition == b.transientPosition
      && a.highResolution == b.highResolution && a.step == b.step
  }

  package init() {}

  /// The number of bits of `bs_pointer`: enough for 0…envelopeCount.
  private var pointerBitCount: Int { Int.bitWidth - envelopeCount.leadingZeroBitCount }
}

// MARK: - Reading

extension SBRGrid {
  /// Reads the grid of SBR, with no more envelopes than `most`.
  package init(parsing reader: inout BitReader, most: Int = 5) throws(AACError) {
    let start = reader.offset
    frameClass = FrameClass(rawValue: UInt8(try reader.bits(2))) ?? .fixFix
    guard frameClass != .fixFix else {
      envelopeCount = 1 << (try reader.bits(2))
      guard envelopeCount <= most else { throw AACError(.sbrTimeGrid, at: start) }
      try parseSharedResolution(&reader)
      return
    }
    if frameClass != .fixVar { startOffset = try reader.bits(2) }
    if frameClass != .varFix { endOffset = try reader.bits(2) }
    if frameClass != .fixVar { leadingCount = try reader.bits(2) }
    if frameClass == .varVar {
      trailingCount = try reader.bits(2)
      try parseLeading(&reader)
      try parseTrailing(&reader)
    } else if frameClass == .varFix {
      try parseLeading(&reader)
    } else {
      trailingCount = try reader.bits(2)
      try parseTrailing(&reader)
    }
    envelopeCount = leadingCount + trailingCount + 1
    guard envelopeCount <= most else { throw AACError(.sbrTimeGrid, at: start) }
    pointer = try reader.bits(pointerBitCount)
    guard pointer <= envelopeCount + 1 else { throw AACError(.sbrTimeGrid, at: start) }
    for index in 0..<envelopeCount where try reader.bit() {
      highResolution |= 1 << UInt8(frameClass == .fixVar ? envelopeCount - 1 - index : index)
    }
  }

  /// Reads the grid of LD-SBR.
  package init(parsingLowDelay reader: inout BitReader, slotCount: Int) throws(AACError) {
    let start = reader.offset
    if try reader.bit() {
      frameClass = .lowDelayTransient
      transientPosition = try reader.bits(4)
      guard transientPosition < slotCount else { throw AACError(.sbrTimeGrid, at: start) }
      envelopeCount = SBRTimeGrid.transientEnvelopeCount(at: transientPosition, slotCount: slotCount)
      for index in 0..<envelopeCount where try reader.bit() { highResolution |= 1 << UInt8(index) }
      return
    }
    envelopeCount = 1 << (try reader.bits(2))
    guard envelopeCount <= 4 else { throw AACError(.sbrTimeGrid, at: start) }
    if envelopeCount == 1 { step = try reader.bit() ? .coarse : .fine }
    try parseSharedResolution(&reader)
  }

  private mutating func parseSharedResolution(_ reader: inout BitReader) throws(AACError) {
    if try reader.bit() { highResolution = (1 << UInt8(envelopeCount)) &- 1 }
  }

  private mutating func parseLeading(_ reader: inout BitReader) throws(AACError) {
    for index in 0..<leadingCount { leading[index] = UInt8(try reader.bits(2)) }
  }

  private mutating func parseTrailing(_ reader: inout BitReader) throws(AACError) {
    for index in 0..<trailingCount { trailing[index] = UInt8(try reader.bits(2)) }
  }
}

// MARK: - Writing

extension SBRGrid {
  /// Writes the grid in the syntax of its class; ``step`` is written if it is set, which occurs only in LD-SBR.
  package func write(to writer: inout BitWriter, isLowDelay: Bool) {
    writer.write(UInt32(isLowDelay ? (frameClass == .fixFix ? 0 : 1) : frameClass.rawValue), isLowDelay ? 1 : 2)
    switch frameClass {
    case .fixFix:
      writer.write(UInt32(envelopeCount.trailingZeroBitCount), 2)
      if let step { writer.write(step == .coarse) }
      writer.write(highResolution != 0)
    case .lowDelayTransient:
      writer.write(UInt32(transientPosition), 4)
      writeResolutions(to: &writer)
    case .fixVar, .varFix, .varVar:
      writeBorders(to: &writer)
      writer.write(UInt32(pointer), pointerBitCount)
      writeResolutions(to: &writer)
    }
  }

  private func writeBorders(to writer: inout BitWriter) {
    if frameClass != .fixVar { writer.write(UInt32(startOffset), 2) }
    if frameClass != .varFix { writer.write(UInt32(endOffset), 2) }
    if frameClass != .fixVar { writer.write(UInt32(leadingCount), 2) }
    if frameClass != .varFix { writer.write(UInt32(trailingCount), 2) }
    for index in 0..<leadingCount { writer.write(UInt32(leading[index]), 2) }
    for index in 0..<trailingCount { writer.write(UInt32(trailing[index]), 2) }
  }

  private func writeResolutions(to writer: inout BitWriter) {
    for index in 0..<envelopeCount {
      writer.write(highResolution >> UInt8(frameClass == .fixVar ? envelopeCount - 1 - index : index) & 1 != 0)
    }
  }
}
