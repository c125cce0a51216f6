/// Energies per slot of a frame of enhanced SBR, from predictive vector coding.
///
/// ISO/IEC 23003-3, 7.5. ``SBRFrame/time`` then has the borders of the noise floors.
package struct SBRSlotLevels: Sendable {
  /// The most groups of subbands.
  package static let groupLimit = 8
  /// The slots of a frame.
  package static let slotCount = 16

  /// The slots to adjust; empty if the frame has envelopes. Slots before the frame's first border use the noise floor
  /// and the sinusoids of the previous frame.
  package var slots = 0..<0
  /// The number of subbands of a group; the last group has all that remain.
  package var groupWidth = 1
  package var groupCount = 1
  /// `E_Orig` of group `g` in slot `t`, at `groupLimit · t + g`.
  package var energies: [128 of Float] = .init(repeating: 0)
  /// `bs_sinusoidal_position`: the slot in which sinusoids begin, 31 for none.
  package var sinusoidPosition = SBRSlotLevels.noPosition

  /// A position beyond all slots.
  package static let noPosition = 31

  package init() {}
}
