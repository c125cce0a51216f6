package import AudioBase

// Bound throughout: 768 bytes for each of at most 64 channels, twice.

/// A decoder that lags by one packet, so that it knows the packet after a lost one.
///
/// Each packet is surveyed when it comes, and its bytes are kept; the output is that of the previous packet.
package struct LookAheadDecoder: ~Copyable, PacketDecoder {
  /// The packet whose output is due next.
  private enum Pending: BitwiseCopyable {
    /// No packet yet: silence.
    case nothing
    /// The packet that is kept.
    case packet(frameCount: Int)
    case lost
  }

  /// A decoder held by reference: code that moves two of them does not see their contents.
  private final class Part {
    var decoder: AACDecoder

    init(_ decoder: consuming AACDecoder) { self.decoder = decoder }
  }

  private let sounding: Part
  private let surveying: Part
  private var outlooks: [ChannelOutlook]
  private var pending = Pending.nothing
  /// The bytes of the pending packet, and room for the next one.
  private var bytes: [UInt8] = []

  /// The largest packet of a channel, which an encoder's bit reservoir allows: ISO/IEC 14496-3, 4.5.3.2.
  private static let bytesPerChannel = 768

  /// Creates a decoder from two decoders of the same configuration.
  package init(_ decoder: consuming AACDecoder, surveyor: consuming AACDecoder) {
    outlooks = surveyor.makeOutlooks()
    bytes.reserveCapacity(2 * Self.bytesPerChannel * outlooks.count)
    sounding = Part(decoder)
    surveying = Part(surveyor)
  }

  package var format: DecodedFormat { sounding.decoder.format }
  /// The error in the packet whose sound was output last.
  package private(set) var remark: CodecError?
  package var frameLimit: PacketFrameLimit { sounding.decoder.frameLimit }
  package var prerollPacketCount: Int { sounding.decoder.prerollPacketCount }
  package var delay: Int { sounding.decoder.delay + sounding.decoder.format.framesPerPacket }
  package var lookAheadPacketCount: Int { 1 }
  /// Unbounded: a replacement is made from the memory of both decoders.
  package var history: DecoderHistory { .unbounded("the look-ahead") }

  package mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    // ThreadSanitizer's builds take the access to a part for one to the whole.
    let surveyor = surveying
    try surveyor.decoder.survey(packet, frameCount: frameCount, into: &outlooks)
    release(before: outlooks, into: &output)
    bytes.removeAll(keepingCapacity: true)
    for index in packet.indices { bytes.append(packet[index]) }
    pending = .packet(frameCount: frameCount)
  }

  package mutating func conceal(into output: inout PCMBlock) {
    release(before: [], into: &output)
    pending = .lost
  }

  package mutating func reset() {
    sounding.decoder.reset()
    surveying.decoder.reset()
    pending = .nothing
    remark = nil
  }

  /// Writes the sound of the pending packet.
  private mutating func release(before outlooks: [ChannelOutlook], into output: inout PCMBlock) {
    remark = nil
    switch pending {
    case .nothing: output.fillWithSilence(frameCount: surveying.decoder.format.framesPerPacket)
    case .lost: sounding.decoder.conceal(before: outlooks, into: &output)
    case .packet(let frameCount):
      // Errors that the survey does not see, such as a block with too few channels, end here.
      guard !decode(pending: frameCount, into: &output) else { return }
      sounding.decoder.conceal(before: outlooks, into: &output)
    }
  }

  private mutating func decode(pending frameCount: Int, into output: inout PCMBlock) -> Bool {
    let packet = bytes
    do throws(CodecError) {
      try sounding.decoder.decode(packet.span, frameCount: frameCount, into: &output)
      remark = sounding.decoder.remark
      return true
    } catch {
      return false
    }
  }
}
