import AudioBase
import Bitstream
import MPEG4Systems
import UniDRC

/// Dynamic range control of the output, as requested by the listener.
///
/// ISO/IEC 23003-4.
struct USACDynamicRange: Sendable {
  /// The requested settings that are not met.
  let unmet: [UnmetSetting]
  /// The stage that changes the output; `nil` if there is none.
  private var stage: DynamicRangeStage?
  /// The element that carries the gains; −1 if there is none.
  private let slot: Int
  /// The parts that have come of a payload that is spread over packets.
  private var parts: [UInt8] = []
  /// True if the first gains are available and none are missing.
  private var isBegun = false

  /// The largest number of bytes of a payload, about that of 63 sequences of 128 gains of 27 bits.
  private static let maximumByteCount = 1 << 15

  /// Creates the control; `nil` if nothing is requested.
  init?(_ configuration: USACConfiguration, _ settings: DecoderSettings) {
    guard let request = DRCRequest(settings) else { return nil }
    let facts = DynamicRangeFacts(configuration.config)
    let isStated = facts.loudness != StatedLoudnessSet()
    let loudness = isStated ? facts.loudness : configuration.containerLoudness ?? facts.loudness
    let selection = DRCSelection(request, facts.gains, loudness, obstacle: facts.gains?.obstacle(for: facts.format))
    var unmet = selection.unmet
    if facts.hasDamagedGains, request.effect != nil {
      unmet.removeAll { $0 == .dynamicRange(reason: DRCSelection.noGains) }
      unmet.append(.dynamicRange(reason: "its configuration is damaged"))
    }
    self.unmet = unmet
    stage = DynamicRangeStage(selection, request, facts.gains, facts.format)
    slot = configuration.slots.firstIndex { $0.extensionType == USACExtension.dynamicRangeControl } ?? -1
    guard slot >= 0, configuration.slots[slot].isFragmented else { return }
    // Bound: a constant.
    parts.reserveCapacity(USACDynamicRange.maximumByteCount)
  }

  mutating func reset() {
    stage?.reset()
    isBegun = false
  }

  /// Reads the gains of a packet and applies them to its frame.
  ///
  /// - Returns: The error of gains that cannot be read.
  mutating func apply(
    _ payloads: [USACFrame.Payload], of packet: Span<UInt8>, to output: inout PCMBlock
  ) -> CodecError? {
    guard stage != nil else { return nil }
    defer { stage?.apply(to: &output) }
    do throws(CodecError) {
      guard let payload = payloads.first(where: { $0.slot == slot }) else {
        stage?.receiveNothing()
        return nil
      }
      if payload.isFirst, payload.isLast {
        isBegun = false
        var reader = BitReader(packet, bits: payload.start..<(payload.start + 8 * payload.byteCount))
        try stage?.receive(&reader)
      } else {
        try receive(payload, of: packet)
      }
    } catch { return error }
    return nil
  }

  /// Receives a part of a payload; the last part completes the gains, which apply to its packet.
  ///
  /// ISO/IEC 23003-3, 5.3.2: the parts are put together byte by byte.
  private mutating func receive(_ payload: USACFrame.Payload, of packet: Span<UInt8>) throws(CodecError) {
    if payload.isFirst {
      parts.removeAll(keepingCapacity: true)
      isBegun = true
    }
    guard isBegun, parts.count + payload.byteCount <= USACDynamicRange.maximumByteCount else {
      let rule: StaticString =
        isBegun ? "gains spread over packets have more than 32768 bytes" : "gains spread over packets have no beginning"
      isBegun = false
      stage?.receiveNothing()
      throw CodecError(.malformed, rule, clause: "ISO/IEC 23003-3, 5.3.2", bitOffset: payload.start)
    }
    var reader = BitReader(packet, bits: payload.start..<(payload.start + 8 * payload.byteCount))
    for _ in 0..<payload.byteCount { parts.append(UInt8(truncatingIfNeeded: reader.readUnchecked(8))) }
    guard payload.isLast else {
      stage?.receiveNothing()
      return
    }
    isBegun = false
    let whole = parts
    var wholeReader = BitReader(whole.span)
    try stage?.receive(&wholeReader)
  }

  /// Holds the gains for a lost packet.
  mutating func applyWithoutGains(to output: inout PCMBlock) {
    isBegun = false
    stage?.receiveNothing()
    stage?.apply(to: &output)
  }
}
