import AudioBase
import AudioConversion
import AudioFiles

/// A part of a track's packets, as the only track of a file: those that contain the requested frames, preceded by as
/// many as a decoder's memory depends on.
///
/// ```
/// packets     │ remembered │ first …                  … last │
/// frames      ├──── priming ───┼──── wanted ────────┼ remainder
/// ```
struct CutPackets: ContainerReader {
  let fileType: FourCharacterCode
  let metadata: Metadata
  private(set) var tracks: [TrackInfo]
  /// The part of the codec with a longer memory than the packets that are kept; `nil` if decoding is exact.
  let longMemory: StaticString?
  private var reader: any ContainerReader
  private let track: Int
  private let packets: Range<Int64>

  /// The requested part, and its track.
  struct Wish {
    var memory: DecoderMemory
    /// Frames of the recording, at the rate of ``decoded``.
    var frames: Range<Int64>
    /// The format to which packets decode.
    var decoded: DecodedFormat
    /// Those of the part.
    var metadata: Metadata
  }

  /// Finds the packets of a part.
  ///
  /// - Throws: `AudioError` for formats whose packets cannot be cut, and a part beyond the recording.
  init(_ wish: Wish) throws(AudioError) {
    let (reader, track, frames, decoded) = (wish.memory.reader, wish.memory.track, wish.frames, wish.decoded)
    let info = reader.tracks[track]
    let (size, rate) = (Int64(info.format.framesPerPacket), info.format.sampleRate)
    let isNumbered = info.format.formatID == .flac || info.format.formatID == .vorbis
    guard size > 1, !isNumbered, rate > 0, decoded.sampleRate > 0, reader.streamChanges(ofTrack: track).isEmpty,
      info.packetTable.map({ $0.timescale == rate || $0.timescale == 0 }) ?? true
    else { throw .partOfPackets }
    fileType = reader.fileType
    metadata = wish.metadata
    self.reader = reader
    self.track = track
    let count = try wish.memory.countPackets()
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
    let (start, stop) = (place(frames.lowerBound, .down), place(frames.upperBound, .up))
    let wanted = start..<max(start, stop)
    guard !wanted.isEmpty else { throw .partOutside(start: Double(frames.lowerBound) / decoded.sampleRate) }
    let first = wanted.lowerBound / size
    let (kept, tool) = try wish.memory.packetCount(before: first)
    longMemory = tool
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

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    let place = min(max(0, packet), Int64(packets.count))
    try reader.seek(toPacket: packets.lowerBound + place, ofTrack: self.track)
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
        let offset = batch.fileOffsets.indices.contains(index) ? batch.fileOffsets[index] : 0
        throw ContainerError(.unsupported, "packets of different durations are not cut", at: offset)
      }
    }
    // Times are those of the whole; durations follow from the packets.
    batch.timings.removeAll(keepingCapacity: true)
    batch.firstPacket -= packets.lowerBound
    return true
  }
}
