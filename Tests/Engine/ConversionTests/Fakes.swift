import AudioBase

/// A decoder with a memory, as filterbanks have: every output frame is the packet's value plus the one before it.
///
/// A packet is one byte, 0…200; 255 is damaged, and behind 200 something is broken that is no sound. Each coded frame
/// lasts `framesPerPacket` frames.
struct EchoDecoder: PacketDecoder, ~Copyable {
  let format: DecodedFormat
  private(set) var remark: CodecError?
  private var previous = 0

  init(_ cookie: Span<UInt8>) throws(CodecError) {
    guard cookie.count == 2 else { throw CodecError(.malformed, "the cookie has two bytes") }
    format = DecodedFormat(
      sampleRate: 1000, layout: ChannelLayout(unlabelledChannelCount: Int(cookie[1])), framesPerPacket: Int(cookie[0]))
  }

  var prerollPacketCount: Int { 1 }
  var history: DecoderHistory { .packets(1) }

  var frameLimit: PacketFrameLimit { PacketFrameLimit(unitFrameCount: format.framesPerPacket, unitByteCount: 1) }

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    for index in packet.indices where packet[index] == 255 {
      throw CodecError(.malformed, "255 is no value", bitOffset: 8 * index)
    }
    remark = packet.count == 1 && packet[0] == 200 ? CodecError(.malformed, "200 is followed by nonsense") : nil
    precondition(output.capacity >= max(frameCount, format.framesPerPacket))
    output.setFrameCount(packet.count * format.framesPerPacket)
    for index in packet.indices {
      fill(&output, with: Float(Int(packet[index]) + previous), codedFrame: index)
      previous = Int(packet[index])
    }
  }

  mutating func conceal(into output: inout PCMBlock) {
    output.setFrameCount(format.framesPerPacket)
    fill(&output, with: -1, codedFrame: 0)
  }

  mutating func reset() { previous = 0 }

  private func fill(_ output: inout PCMBlock, with value: Float, codedFrame: Int) {
    for channel in 0..<output.channelCount {
      var plane = output.plane(channel)
      for frame in 0..<format.framesPerPacket {
        // The frame's place makes every sample of a packet different.
        plane[codedFrame * format.framesPerPacket + frame] = value + Float(frame) / 16 + Float(channel) * 1000
      }
    }
  }

  static let descriptor = CodecDescriptor(
    formatIDs: ["echo"], name: "Echo",
    describe: { stream, _ throws(CodecError) in
      let decoder = try EchoDecoder(stream.cookie.span)
      return CodecSummary(formatID: "echo", profile: "Echo", decoded: decoder.format, configuration: [])
    },
    makeDecoder: { stream, _ throws(CodecError) in try EchoDecoder(stream.cookie.span) })
}

/// A file in memory: a list of packets.
struct ListReader: ContainerReader {
  let fileType: FourCharacterCode = "list"
  var tracks: [TrackInfo]
  let warnings: [String] = []
  var packets: [[UInt8]]
  /// Frames of each packet, or 0.
  var frameCounts: [Int]
  /// Throws this where packets are read from that index on.
  var failure: (packet: Int, error: ContainerError)?
  /// Whether a batch that fails is left half done: with the description of a packet that has no bytes.
  var tearsBatches = false
  var packetsPerBatch = 3
  /// Throws where packets before this one are read.
  var firstReadable = 0
  private var next = 0

  init(_ packets: [[UInt8]], framesPerPacket: Int, channels: Int = 1) {
    self.packets = packets
    frameCounts = packets.map { _ in 0 }
    var track = TrackInfo(
      format: StreamFormat(
        formatID: "echo", sampleRate: 1000, channelsPerFrame: channels, framesPerPacket: framesPerPacket),
      cookie: [UInt8(framesPerPacket), UInt8(channels)])
    track.packetCount = Int64(packets.count)
    tracks = [track]
  }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    next = Int(min(packet, Int64(packets.count)))
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    batch.removeAll(nextPacket: Int64(next))
    guard next >= firstReadable else {
      throw ContainerError(.inputOutput, "this packet need not be read", at: Int64(next))
    }
    while batch.count < packetsPerBatch, next < packets.count {
      if let failure, next >= failure.packet {
        if batch.count > 0 { break }
        if tearsBatches { batch.descriptions.append(PacketDescription(startOffset: 0, byteCount: 1 << 20)) }
        throw failure.error
      }
      let start = batch.bytes.count
      batch.bytes += packets[next]
      batch.noteAppendedPacket(from: start, fileOffset: Int64(100 + next), frameCount: frameCounts[next])
      next += 1
    }
    return batch.count > 0
  }
}

/// A writer that keeps what it is given.
final class ByteLog {
  var bytes: [UInt8] = []
  var isFinished = false
}

struct LogWriter: ContainerWriter {
  let log: ByteLog

  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    for index in bytes.indices { log.bytes.append(bytes[index]) }
  }

  mutating func finish() throws(ContainerError) { log.isFinished = true }
}

/// A block of the given planes.
func makeBlock(_ planes: [[Float]]) -> PCMBlock {
  var block = PCMBlock(channelCount: planes.count, capacity: planes.first?.count ?? 0)
  for (channel, samples) in planes.enumerated() {
    var plane = block.plane(channel)
    for (index, sample) in samples.enumerated() { plane[index] = sample }
  }
  block.setFrameCount(planes.first?.count ?? 0)
  return block
}
