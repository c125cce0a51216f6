package import AACSyntax

/// The times at which the envelopes and noise floors of a frame begin and end.
///
/// ISO/IEC 14496-3, 4.6.18.3.3. Times are slots from the start of the frame: 16 of them, or 15 with frames of 960 or
/// 480.
package struct SBRTimeGrid: Sendable, BitwiseCopyable {
  /// `L_E`.
  package var envelopeCount = 1
  /// `t_E`: the borders of the envelopes, one more than there are.
  package var borders: [9 of Int] = .init(repeating: 0)
  /// The envelopes with the high frequency resolution: bit `e` for envelope `e`.
  var highResolution: UInt8 = 0
  /// `L_Q`: 1 or 2.
  package var noiseCount = 1
  /// The slot at which the second noise floor begins.
  package var noiseBorder = 0
  /// `l_A`: the envelope that begins with a transient, or −1. May be ``envelopeCount``: the next frame's first.
  package var transientEnvelope = -1

  package init() {}

  /// The end of the last envelope, in slots.
  package var end: Int { borders[envelopeCount] }

  /// Returns true if an envelope has the high frequency resolution.
  package func isHighResolution(_ envelope: Int) -> Bool { highResolution >> UInt8(envelope) & 1 != 0 }

  /// Returns the noise floor that holds in an envelope.
  func noiseFloor(_ envelope: Int) -> Int { noiseCount == 2 && borders[envelope] >= noiseBorder ? 1 : 0 }

  /// Computes the borders.
  ///
  /// - Parameter offset: The bit offset of the grid, for the error of borders that do not rise.
  package init(_ grid: SBRGrid, slotCount: Int, at offset: Int) throws(AACError) {
    envelopeCount = grid.envelopeCount
    highResolution = grid.highResolution
    switch grid.frameClass {
    case .fixFix:
      // Thirds of a slot do not occur: 16 and 15 slots have the same step, the last envelope takes the rest.
      let step = (slotCount + envelopeCount / 2) / envelopeCount
      for index in 0..<envelopeCount { borders[index] = index * step }
      borders[envelopeCount] = slotCount
    case .lowDelayTransient: setTransientBorders(at: grid.transientPosition, slotCount: slotCount)
    case .fixVar, .varFix, .varVar: setVariableBorders(grid, slotCount)
    }
    for index in 0..<envelopeCount where borders[index] >= borders[index + 1] {
      throw AACError(.sbrTimeGrid, at: offset)
    }
    if envelopeCount > 1 {
      noiseCount = 2
      noiseBorder = borders[SBRTimeGrid.middle(grid)]
    }
  }

  private mutating func setVariableBorders(_ grid: SBRGrid, _ slotCount: Int) {
    borders[0] = grid.startOffset
    for index in 0..<grid.leadingCount { borders[index + 1] = borders[index] + 2 * Int(grid.leading[index]) + 2 }
    borders[envelopeCount] = slotCount + grid.endOffset
    for index in 0..<grid.trailingCount {
      let border = envelopeCount - 1 - index
      borders[border] = borders[border + 1] - 2 * Int(grid.trailing[index]) - 2
    }
    if grid.frameClass == .varFix {
      transientEnvelope = grid.pointer > 1 ? grid.pointer - 1 : -1
    } else {
      transientEnvelope = grid.pointer > 0 ? envelopeCount + 1 - grid.pointer : -1
    }
  }

  /// Returns the border at which the second noise floor begins.
  private static func middle(_ grid: SBRGrid) -> Int {
    switch grid.frameClass {
    case .fixFix: grid.envelopeCount / 2
    case .lowDelayTransient: 1
    case .fixVar, .varVar: grid.pointer > 1 ? grid.envelopeCount + 1 - grid.pointer : grid.envelopeCount - 1
    case .varFix: grid.pointer == 0 ? 1 : grid.pointer == 1 ? grid.envelopeCount - 1 : grid.pointer - 1
    }
  }
}

// MARK: - LD_TRAN

extension SBRTimeGrid {
  /// The number of slots of the transient's envelope, if there are as many after its start.
  private static let transientLength = 4

  /// Returns the number of envelopes of an LD-SBR frame with a transient: before it, at it, and after it.
  package static func transientEnvelopeCount(at position: Int, slotCount: Int) -> Int {
    position < 2 || position + transientLength >= slotCount - 1 ? 2 : 3
  }

  private mutating func setTransientBorders(at position: Int, slotCount: Int) {
    let length = SBRTimeGrid.transientLength
    transientEnvelope = 1
    if position < 2 {
      borders[1] = position + length
      transientEnvelope = 0
    } else {
      borders[1] = position
      borders[2] = position + length
    }
    borders[envelopeCount] = slotCount
  }
}
