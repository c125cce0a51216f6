import AudioBase
import Bitstream
import MPEG4Systems
import UniDRC

/// Dynamic range control of the output, as far as a listener asks for it.
///
/// ISO/IEC 23003-4.
struct USACDynamicRange: Sendable {
  private var stage: DynamicRangeStage
  /// The element that carries the gains; -1 where there is none.
  private let slot: Int

  /// Creates the control; `nil` where nothing is asked for, or nothing would be changed.
  init?(_ configuration: USACConfiguration, _ settings: DecoderSettings) {
    guard let request = DRCRequest(settings) else { return nil }
    let facts = DynamicRangeFacts(configuration.config)
    let isStated = facts.loudness != StatedLoudnessSet()
    let loudness = isStated ? facts.loudness : configuration.containerLoudness ?? facts.loudness
    let format = DRCFormat(
      frameLength: configuration.config.frameLength.outputFrameLength, sampleRate: configuration.config.sampleRate,
      channelCount: configuration.layout.channelCount, delay: configuration.ratio == nil ? 0 : 257)
    guard let stage = DynamicRangeStage(request, facts.gains, loudness, format) else { return nil }
    self.stage = stage
    slot = configuration.slots.firstIndex { $0.extensionType == USACExtension.dynamicRangeControl } ?? -1
  }

  mutating func reset() { stage.reset() }

  /// Reads the gains of a packet and applies them to its frame.
  ///
  /// - Returns: The error of gains that cannot be read.
  mutating func apply(
    _ payloads: [USACFrame.Payload], of packet: Span<UInt8>, to output: inout PCMBlock
  ) -> CodecError? {
    defer { stage.apply(to: &output) }
    guard let payload = payloads.first(where: { $0.slot == slot }) else {
      stage.receiveNothing()
      return nil
    }
    guard payload.isFirst, payload.isLast else {
      stage.receiveNothing()
      return CodecError(
        .unsupported, "gains that are spread over packets are not read", clause: "ISO/IEC 23003-3, 5.3.2",
        bitOffset: payload.start)
    }
    var reader = BitReader(packet, bits: payload.start..<(payload.start + 8 * payload.byteCount))
    do throws(CodecError) { try stage.receive(&reader) } catch { return error }
    return nil
  }

  /// Holds the gains for a packet that is lost.
  mutating func applyWithoutGains(to output: inout PCMBlock) {
    stage.receiveNothing()
    stage.apply(to: &output)
  }
}
