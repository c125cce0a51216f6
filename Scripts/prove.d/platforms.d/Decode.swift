import AACDecoding
import AACReplication
import AACSyntax
import AudioBase
import MPEG4Systems

/// Decodes packets of AAC that follow each other in memory, and gives the samples of each, channel by channel.
///
/// Returns 0, or 1 where a packet is refused.
@_cdecl("decode_packets")
public func decodePackets(
  _ cookie: UnsafePointer<UInt8>, _ cookieCount: Int32, _ bytes: UnsafePointer<UInt8>, _ sizes: UnsafePointer<Int32>,
  _ count: Int32, _ give: @convention(c) (UnsafePointer<Float>, Int32) -> Void
) -> Int32 {
  do {
    let cookie = UnsafeBufferPointer(start: cookie, count: Int(cookieCount))
    let first = UnsafeBufferPointer(start: bytes, count: Int(sizes[0]))
    let configuration = try AACConfiguration(AudioSpecificConfig(parsing: cookie.span), firstPacket: first.span)
    var decoder = AACDecoder(configuration, firstPacket: first.span)
    let format = decoder.format
    var block = PCMBlock(channelCount: format.layout.channelCount, capacity: format.framesPerPacket)
    var start = 0
    for index in 0..<Int(count) {
      let packet = UnsafeBufferPointer(start: bytes + start, count: Int(sizes[index]))
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      start += packet.count
      for channel in 0..<format.layout.channelCount {
        block.channel(channel).withUnsafeBufferPointer { give($0.baseAddress!, Int32($0.count)) }
      }
    }
    return 0
  } catch {
    return 1
  }
}
