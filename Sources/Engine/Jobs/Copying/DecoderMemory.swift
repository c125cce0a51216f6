import AudioBase
import AudioConversion
import AudioErrors

/// The earlier packets of a track that the decoding of a packet depends on.
struct DecoderMemory {
  var reader: any ContainerReader
  var track: Int
  var codec: CodecDescriptor

  /// Returns the number of packets of the track, which are read where the container does not state it.
  func countPackets() throws(AudioError) -> Int64 { try Self.countPackets(of: reader, track: track) }

  /// Returns the number of packets of a track, which are read where the container does not state it.
  static func countPackets(of reader: any ContainerReader, track: Int) throws(AudioError) -> Int64 {
    if let count = reader.tracks[track].packetCount { return count }
    var reader = reader
    var batch = PacketBatch()
    return try raising { () throws(ContainerError) in
      try reader.seek(toPacket: 0, ofTrack: track)
      var count: Int64 = 0
      while try reader.readPackets(ofTrack: track, into: &batch) { count += Int64(batch.count) }
      return count
    }
  }

  /// Returns the number of earlier packets that a packet needs to decode as in the whole, and the part of the codec
  /// that depends on more packets; `nil` if none does.
  ///
  /// A decoder that cannot begin at each packet needs them from the last one at which it can.
  func packetCount(before first: Int64) throws(AudioError) -> (count: Int64, longMemory: StaticString?) {
    let decoder = try makeDecoder()
    let (count, longMemory) = try packetCount(before: first, decoder)
    guard let canBegin = decoder.canBegin else { return (count, longMemory) }
    var reader = reader
    let entry = try raising { () throws(ContainerError) in
      try reader.entry(upTo: first - count, ofTrack: track, where: canBegin)
    }
    return (first - entry, longMemory)
  }

  /// Layer III stores bits of a frame in earlier frames; a trial shows how many.
  private func packetCount(
    before first: Int64, _ decoder: borrowing any PacketDecoder & ~Copyable
  ) throws(AudioError) -> (count: Int64, longMemory: StaticString?) {
    let most = min(first, Int64(decoder.prerollPacketCount))
    let history: Int64
    switch decoder.history {
    case .packets(let count): history = min(first, Int64(count))
    case .unbounded(let tool): return (most, first > most ? tool : nil)
    }
    for count in history..<max(history, most) {
      if try decodes(first, after: count, history: history) { return (count, nil) }
    }
    return (max(history, most), nil)
  }

  private func makeDecoder() throws(AudioError) -> any PacketDecoder & ~Copyable {
    do throws(CodecError) {
      return try codec.makeDecoder(CodedStream(of: reader, track: track))
    } catch {
      throw AudioError(error, .configuration)
    }
  }

  /// Returns true if a packet, and those that it depends on, decode without a flaw after the given number of packets
  /// before it.
  private func decodes(_ first: Int64, after count: Int64, history: Int64) throws(AudioError) -> Bool {
    var decoder = try makeDecoder()
    let format = decoder.format
    guard format.precision == .single else { return true }
    var reader = reader
    var batch = PacketBatch(maximumPacketCount: 1)
    // Bound: a packet of a decoder that has accepted the stream.
    var block = PCMBlock(channelCount: format.layout.channelCount, capacity: max(1, format.framesPerPacket))
    for packet in (first - count)...first {
      let isRead = try raising { () throws(ContainerError) in
        if packet == first - count { try reader.seek(toPacket: packet, ofTrack: track) }
        return try reader.readPackets(ofTrack: track, into: &batch)
      }
      guard isRead, batch.count == 1 else { return false }
      var isFlawless = true
      do throws(CodecError) {
        let bytes = Array(batch.packet(0))
        try decoder.decode(bytes.span, frameCount: batch.descriptions[0].frameCount, into: &block)
        isFlawless = decoder.remark == nil
      } catch {
        decoder.conceal(into: &block)
        isFlawless = false
      }
      if packet >= first - history, !isFlawless { return false }
    }
    return true
  }
}
