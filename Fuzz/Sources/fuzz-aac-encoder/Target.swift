import AudioBase
import AudioCatalog
import FuzzSupport

/// Ten bytes of settings, then samples as bit patterns of `Float`, which go round until there are enough of them.
///
/// What the encoder takes on it must encode: every packet must fit the stated size, and our decoder must take it.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  guard bytes.count >= 14 else { return 0 }
  let settings = EncoderInput.settings(bytes)
  guard let make = Subject.catalog.encoder(formatID: settings.formatID)?.makeEncoder else {
    preconditionFailure("no encoder")
  }
  do throws(CodecError) {
    try run(make(settings), bytes)
  } catch {
    // Settings that do not exist.
  }
  return 0
}

private func run(_ encoder: consuming any PacketEncoder & ~Copyable, _ bytes: [UInt8]) {
  let format = encoder.format
  let stream = CodedStream(format: format.stream, layout: format.layout, cookie: format.cookie)
  guard var decoder = PacketExerciser(stream) else { preconditionFailure("the decoder refuses the encoder's cookie") }
  let length = format.stream.framesPerPacket
  var block = PCMBlock(channelCount: format.layout.channelCount, capacity: length)
  block.setFrameCount(length)
  var packet: [UInt8] = []
  do throws(CodecError) {
    for index in 0..<EncoderInput.packetCount {
      EncoderInput.fill(&block, bytes, packet: index)
      let isLast = index == EncoderInput.packetCount - 1
      try encoder.encode(
        block, frames: 0..<(isLast ? EncoderInput.lastFrameCount(bytes, length) : length), into: &packet)
      take(&packet, format, &decoder)
    }
    while try encoder.finish(into: &packet) { take(&packet, format, &decoder) }
  } catch {
    preconditionFailure("the encoder refuses samples")
  }
}

private func take(_ packet: inout [UInt8], _ format: EncodedFormat, _ decoder: inout PacketExerciser) {
  // The first calls may only collect.
  guard !packet.isEmpty else { return }
  precondition(packet.count <= format.maximumPacketByteCount, "a packet is larger than the stated maximum")
  decoder.decode(packet.span)
  precondition(decoder.refusedPacketCount == 0, "the decoder refuses a packet")
  packet.removeAll(keepingCapacity: true)
}
