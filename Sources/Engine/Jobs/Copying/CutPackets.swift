import AudioBase
import AudioConversion
import AudioFiles

/// A part of a track's packets, as the only track of a file: those that the wanted frames are decoded from, and before
/// them as many as a decoder remembers.
///
/// ```
/// packets     │ remembered │ first …                  … last │
/// frames      ├──── priming ───┼──── wanted ────────┼ remainder
/// ```
struct CutPackets: ContainerReader {
  let fileType: FourCharacterCode
  let metadata: Metadata
  private(set) var tracks: [TrackInfo]
  /// The part of the codec with a longer memory than the packets that are kept; `nil` where decoding is exact.
  private(set) var longMemory: StaticString?
  private var reader: any ContainerReader
  private let track: Int
  private let packets: Range<Int64>

  /// Finds the packets of a part.
  ///
  /// - Parameters:
  ///   - reader: The file.
  ///   - frames: Frames of the recording, at the rate of `decoded`.
  ///   - decoded: The format to which packets decode.
  ///   - metadata: Those of the part.
  ///   - codec: The codec of the packets, which says what a decoder remembers.
  /// - Throws: `AudioError` for formats whose packets cannot be cut, and a part beyond the recording.
  init(
    of reader: any ContainerReader, track: Int, frames: Range<Int64>, decoded: DecodedFormat, metadata: Metadata,
    _ codec: CodecDescriptor
  ) throws(AudioError) {
    let info = reader.tracks[track]
    let (size, rate) = (Int64(info.format.framesPerPacket), info.format.sampleRate)
    let isNumbered = info.format.formatID == .flac || info.format.formatID == .vorbis
    guard size > 1, !isNumbered, rate > 0, decoded.sampleRate > 0, reader.streamChanges(ofTrack: track).isEmpty,
      info.packetTable.map({ $0.timescale == rate || $0.timescale == 0 }) ?? true
    else { throw .partOfPackets }
    fileType = reader.fileType
    self.metadata = metadata
    self.reader = reader
    self.track = track
    let count = try Self.packetCount(of: reader, track)
    let old = info.packetTable
    let priming = max(0, old?.primingFrames ?? 0)
    let (product, overflow) = count.multipliedReportingOverflow(by: size)
    let total = min(product, old.map { priming &+ max(0, $0.validFrames) &+ max(0, $0.remainderFrames) } ?? .max)
    let end = min(total, old.map { priming &+ max(0, $0.validFrames) } ?? .max)
    guard !overflow, priming <= end else { throw .partOfPackets }
    func place(_ frame: Int64, _ rule: FloatingPointRoundingRule) -> Int64 {
      let scaled = Int64(saturating: (Double(frame) * rate / decoded.sampleRate).rounded(rule))
      return min(end, scaled < end - priming ? priming + scaled : end)
    }
    let wanted =
      place(
        frames.lowerBound, .down)..<max(
        place(frames.lowerBound, .down), place(frames.upperBound, .up))
    guard !wanted.isEmpty else { throw .partOutside(start: Double(frames.lowerBound) / decoded.sampleRate) }
    let first = wanted.lowerBound / size
    let kept = try Self.remembered(before: first, reader, track, codec, &longMemory)
    packets = (first - kept)..<min(count, (wanted.upperBound - 1) / size + 1)
    var cut = info
    cut.packetTable = PacketTable(
      primingFrames: wanted.lowerBound - packets.lowerBound * size, validFrames: Int64(wanted.count),
      remainderFrames: max(0, min(total, packets.upperBound * size) - wanted.upperBound), timescale: rate)
    cut.packetCount = Int64(packets.count)
    cut.duration = Double(wanted.count) / rate
    (cut.audioByteCount, cut.maximumPacketSize, cut.dataOffset) = (nil, nil, 0)
    tracks = [cut]
  }

  private static func packetCount(of reader: any ContainerReader, _ track: Int) throws(AudioError) -> Int64 {
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

  /// Returns the number of packets before the first one without which that would decode otherwise.
  ///
  /// Layer III has bits of a frame in earlier ones, of as many as a trial shows.
  private static func remembered(
    before first: Int64, _ reader: any ContainerReader, _ track: Int, _ codec: CodecDescriptor,
    _ longMemory: inout StaticString?
  ) throws(AudioError) -> Int64 {
    let decoder = try raising(.configuration) { () throws(CodecError) in
      try codec.makeDecoder(CodedStream(of: reader, track: track))
    }
    let most = min(first, Int64(decoder.prerollPacketCount))
    let history: Int64
    switch decoder.history {
    case .packets(let count): history = min(first, Int64(count))
    case .unbounded(let tool):
      if first > most { longMemory = tool }
      return most
    }
    for count in history..<max(history, most) {
      if try isWhole(first - count, first: first, history: history, reader, track, codec) { return count }
    }
    return max(history, most)
  }

  /// Returns true if the packets that the first one depends on, and it, decode without a flaw from a packet on.
  private static func isWhole(
    _ start: Int64, first: Int64, history: Int64, _ reader: any ContainerReader, _ track: Int,
    _ codec: CodecDescriptor
  ) throws(AudioError) -> Bool {
    var decoder = try raising(.configuration) { () throws(CodecError) in
      try codec.makeDecoder(CodedStream(of: reader, track: track))
    }
    guard decoder.format.precision == .single else { return true }
    var reader = reader
    var batch = PacketBatch(maximumPacketCount: 1)
    var block = PCMBlock(
      channelCount: decoder.format.layout.channelCount, capacity: max(1, decoder.format.framesPerPacket))
    for packet in start...first {
      let isRead = try raising { () throws(ContainerError) in
        if packet == start { try reader.seek(toPacket: packet, ofTrack: track) }
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

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try reader.seek(toPacket: min(packets.upperBound, packets.lowerBound + max(0, packet)), ofTrack: self.track)
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    guard try reader.readPackets(ofTrack: self.track, into: &batch), batch.firstPacket < packets.upperBound else {
      batch.removeAll(nextPacket: Int64(packets.count))
      return false
    }
    let surplus = batch.count - Int(min(Int64(batch.count), packets.upperBound - batch.firstPacket))
    batch.descriptions.removeLast(surplus)
    batch.bytes.removeLast(batch.bytes.count - (batch.descriptions.last.map { $0.startOffset + $0.byteCount } ?? 0))
    batch.fileOffsets.removeLast(min(surplus, batch.fileOffsets.count))
    for index in batch.descriptions.indices where batch.firstPacket + Int64(index) < packets.upperBound - 1 {
      guard [0, tracks[0].format.framesPerPacket].contains(batch.descriptions[index].frameCount) else {
        throw ContainerError(.unsupported, "packets of different durations are not cut", at: batch.fileOffsets[index])
      }
    }
    // Times are those of the whole; durations follow from the packets.
    batch.timings.removeAll(keepingCapacity: true)
    batch.firstPacket -= packets.lowerBound
    return true
  }
}
