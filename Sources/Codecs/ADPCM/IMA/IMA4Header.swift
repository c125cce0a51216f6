/// The two bytes that begin a channel's 34: the last sample of the previous packet, cut to 9 bits, and the step's
/// index.
///
/// The cut would be heard. So a decoder whose own state agrees with the header keeps its own.
struct IMA4Header: BitwiseCopyable {
  static let byteCount = 2

  /// A multiple of 128.
  var predictor: Int32
  /// The step index, 0…127; only 0…88 are valid.
  var stepIndex: Int32

  /// Reads the header at `offset`, which must be inside the packet.
  init(parsing packet: Span<UInt8>, at offset: Int) {
    let bits = UInt16(packet[offset]) << 8 | UInt16(packet[offset + 1])
    predictor = Int32(Int16(bitPattern: bits & 0xFF80))
    stepIndex = Int32(bits & 0x7F)
  }

  /// Creates the header that announces a state.
  init(announcing state: IMAState) {
    predictor = state.predictor & ~0x7F
    stepIndex = state.stepIndex
  }

  /// Returns the state with which a decoder starts the packet: its own state if the header continues the previous
  /// packet and agrees with it.
  func state(continuing running: IMAState?) -> IMAState {
    if let running, running.stepIndex == stepIndex, abs(running.predictor - predictor) <= 0x7F { return running }
    return IMAState(predictor: predictor, stepIndex: min(stepIndex, IMAState.lastStepIndex))
  }

  /// The header's two bytes.
  var bytes: (UInt8, UInt8) {
    let bits = UInt32(bitPattern: predictor & ~0x7F | stepIndex)
    return (UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits))
  }
}
