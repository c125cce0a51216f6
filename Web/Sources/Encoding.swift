import AACEncoding
import AudioBase
import AudioConversion
import CAFContainer
import MP4Container

/// Samples of a page that become a file of AAC-ELD.
struct EncodingRequest {
  /// The format ID: AAC-ELD alone, with SBR, or v2.
  var formatID = FourCharacterCode.aacEnhancedLowDelay
  /// Frames per second, in Hz.
  var sampleRate: Double
  /// The number of channels.
  var channelCount: Int
  /// The options of the encoder.
  var options = EncoderOptions()
  /// True for CAF, false for M4A.
  var isCAF = false

  /// Encodes planes that follow each other in memory, in the order of WAVE, and returns the file.
  func file(of samples: UnsafePointer<Float>, frameCount: Int) throws(AudioError) -> [UInt8] {
    let layout = ChannelLayout(usualFor: channelCount)
    let settings = EncoderSettings(formatID: formatID, sampleRate: sampleRate, layout: layout, options: options)
    guard let makeEncoder = AACEncoding.descriptor.makeEncoder else { throw .noDecoder(formatID) }
    var encoder = try raising(.format) { () throws(CodecError) in try makeEncoder(settings) }
    let format = encoder.format
    let order = format.layout.speakers.map { layout.speakers.firstIndex(of: $0) ?? 0 }
    let size = max(1, format.stream.framesPerPacket)
    var block = PCMBlock(channelCount: channelCount, capacity: size)
    var packets = PacketBatch()
    for start in stride(from: 0, to: frameCount, by: size) {
      let count = min(size, frameCount - start)
      block.setFrameCount(count)
      for (place, channel) in order.enumerated() {
        var plane = block.plane(place)
        for index in 0..<count { plane[index] = samples[channel * frameCount + start + index] }
      }
      let place = packets.bytes.count
      do throws(CodecError) {
        try encoder.encode(block, frames: 0..<count, into: &packets.bytes)
      } catch {
        throw .encoding(error)
      }
      note(&packets, from: place, size)
    }
    while true {
      let place = packets.bytes.count
      do throws(CodecError) {
        guard try encoder.finish(into: &packets.bytes) else { break }
      } catch {
        throw .encoding(error)
      }
      note(&packets, from: place, size)
    }
    return try raising { () throws(ContainerError) in try write(packets, format, frameCount: frameCount) }
  }

  private func note(_ packets: inout PacketBatch, from place: Int, _ size: Int) {
    // An encoder with a delay of its own may give nothing for its first frames.
    guard packets.bytes.count > place else { return }
    packets.noteAppendedPacket(from: place, fileOffset: 0, frameCount: size)
  }

  private func write(
    _ packets: PacketBatch, _ format: EncodedFormat, frameCount: Int
  ) throws(ContainerError) -> [UInt8] {
    let container = isCAF ? CAFFile.descriptor : MP4File.descriptors[0]
    guard let create = container.create else { return [] }
    let sink = MemoryByteSink()
    var writer = try create(sink, WriterSettings(format: format.stream, layout: format.layout, cookie: format.cookie))
    try writer.write(packets.bytes.span, descriptions: packets.descriptions.span)
    try writer.setPacketTable(format.packetTable(frameCount: Int64(frameCount)))
    try writer.finish()
    return sink.bytes
  }
}
