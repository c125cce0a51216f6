import AudioBase
import AudioErrors
import AudioFiles

/// The packets of several files of the same format, one after the other, as one track.
///
/// Two files with frames between their recordings must be parts of one stream, as `FileSplit` cuts them: the last
/// packets of the first file are the first packets of the second; they are written once, from the first file. The last
/// of them must be the same; earlier ones of MP3 may lack what they would need of the packets before them.
struct JoinedPackets: ContainerReader {
  var fileType: FourCharacterCode { parts[0].fileType }
  private(set) var tracks: [TrackInfo]
  let metadata: Metadata
  private var parts: [any ContainerReader]
  private let trackIndices: [Int]
  /// The packets of each part that the previous part also has.
  private let repeated: [Int64]
  /// The part that is read.
  private var part = 0
  /// The number of packets that were read.
  private var position: Int64 = 0

  /// Joins the first audio tracks of files.
  ///
  /// - Throws: `AudioError` if the packets cannot be joined without a gap, with the file and its
  ///   obstacle.
  init(_ openings: [TrackSamples.Opening], metadata: Metadata) throws(AudioError) {
    self.metadata = metadata
    parts = openings.map(\.reader)
    var indices: [Int] = []
    var joined: TrackInfo?
    var repeated: [Int64] = []
    for (place, opening) in openings.enumerated() {
      let index = try JobFiles.audioTrack(opening.track, of: opening.reader, opening.path)
      let track = opening.reader.tracks[index]
      indices.append(index)
      if let difference = Self.difference(track, joined ?? track) {
        throw Self.refusal(opening.path, "its \(difference) is not that of the first file")
      }
      if track.format.formatID == .flac || track.format.formatID == .vorbis {
        throw Self.refusal(opening.path, "packets of '\(track.format.formatID)' are numbered within their file")
      }
      let overlap = place == 0 ? 0 : try Self.overlap(openings[place - 1], indices[place - 1], opening, index)
      repeated.append(overlap)
      joined = Self.sum(joined, track)
      if let count = joined?.packetCount { joined?.packetCount = count - overlap }
      if overlap > 0 { joined?.audioByteCount = nil }
    }
    guard let joined else { throw .output("-", .option("there is nothing to join")) }
    trackIndices = indices
    tracks = [joined]
    self.repeated = repeated
    for index in parts.indices where repeated[index] > 0 {
      try raising(input: openings[index].path) { () throws(ContainerError) in
        try parts[index].seek(toPacket: repeated[index], ofTrack: indices[index])
      }
    }
  }

  /// The most packets that two parts of one stream have in common: more than any decoder remembers.
  private static let maximumOverlap: Int64 = 64

  /// Returns the number of packets that a file begins with and the previous file ends with.
  ///
  /// - Throws: `AudioError` where frames between the recordings are in no such packets.
  private static func overlap(
    _ first: TrackSamples.Opening, _ firstTrack: Int, _ second: TrackSamples.Opening, _ secondTrack: Int
  ) throws(AudioError) -> Int64 {
    let (one, two) = (first.reader.tracks[firstTrack], second.reader.tracks[secondTrack])
    let remainder = max(0, one.packetTable?.remainderFrames ?? 0)
    let priming = max(0, two.packetTable?.primingFrames ?? 0)
    let (frames, overflow) = remainder.addingReportingOverflow(priming)
    guard frames > 0 || overflow else { return 0 }
    let size = Int64(one.format.framesPerPacket)
    let rates = [one, two].compactMap { $0.packetTable?.timescale }
    if size > 1, !overflow, frames % size == 0, frames / size <= maximumOverlap,
      rates.allSatisfy({ $0 == one.format.sampleRate || $0 == 0 })
    {
      let count = frames / size
      let start = try DecoderMemory.countPackets(of: first.reader, track: firstTrack) - count
      if start >= 0, let last = try packet(start + count - 1, of: first, firstTrack),
        try packet(count - 1, of: second, secondTrack) == last
      {
        return count
      }
    }
    if priming > 0 {
      throw refusal(
        second.path,
        "it begins with \(priming) frames that are not the recording, and not with the packets that the file before ends with"
      )
    }
    throw refusal(first.path, "it ends with \(remainder) frames that are not the recording")
  }

  /// Returns a packet; `nil` if there are fewer.
  private static func packet(
    _ number: Int64, of opening: TrackSamples.Opening, _ track: Int
  ) throws(AudioError) -> [UInt8]? {
    var reader = opening.reader
    var batch = PacketBatch(maximumPacketCount: 1)
    return try raising(input: opening.path) { () throws(ContainerError) in
      try reader.seek(toPacket: number, ofTrack: track)
      return try reader.readPackets(ofTrack: track, into: &batch) ? Array(batch.packet(0)) : nil
    }
  }

  private static func refusal(_ path: Pathname, _ reason: String) -> AudioError {
    .input(path, .refused("--copy: \(reason); without --copy it is decoded and joined without a gap"))
  }

  /// Returns a description of the first difference between the packets of two tracks.
  private static func difference(_ one: TrackInfo, _ other: TrackInfo) -> String? {
    if one.format.formatID != other.format.formatID { return "data format" }
    if one.format.sampleRate != other.format.sampleRate { return "sample rate" }
    if one.format.channelsPerFrame != other.format.channelsPerFrame { return "number of channels" }
    if one.format != other.format { return "packet format" }
    if one.statedLayout != other.statedLayout { return "channel layout" }
    if one.cookie != other.cookie { return "codec configuration" }
    return nil
  }

  /// Returns the track with another one appended.
  private static func sum(_ first: TrackInfo?, _ next: TrackInfo) -> TrackInfo {
    guard var sum = first else { return next }
    func add(_ one: Int64?, _ two: Int64?) -> Int64? {
      guard let one, let two else { return nil }
      let (sum, overflow) = one.addingReportingOverflow(two)
      return overflow ? nil : sum
    }
    sum.packetTable = table(sum, next)
    sum.packetCount = add(sum.packetCount, next.packetCount)
    sum.audioByteCount = add(sum.audioByteCount, next.audioByteCount)
    if let one = sum.duration, let two = next.duration { sum.duration = one + two } else { sum.duration = nil }
    sum.maximumPacketSize = nil
    sum.bitRate = sum.bitRate == next.bitRate ? sum.bitRate : nil
    return sum
  }

  /// Returns the priming of the first file and the remainder of the last, where either has any.
  private static func table(_ first: TrackInfo, _ next: TrackInfo) -> PacketTable? {
    guard first.packetTable != nil || next.packetTable != nil else { return nil }
    func frames(_ track: TrackInfo) -> Int64? {
      if let table = track.packetTable { return table.validFrames }
      guard let packets = track.packetCount, track.format.framesPerPacket > 0 else { return nil }
      let (frames, overflow) = packets.multipliedReportingOverflow(by: Int64(track.format.framesPerPacket))
      return overflow ? nil : frames
    }
    guard let one = frames(first), let two = frames(next) else { return nil }
    let (valid, overflow) = one.addingReportingOverflow(two)
    guard !overflow else { return nil }
    return PacketTable(
      primingFrames: first.packetTable?.primingFrames ?? 0, validFrames: valid,
      remainderFrames: next.packetTable?.remainderFrames ?? 0,
      timescale: (first.packetTable ?? next.packetTable)?.timescale ?? first.format.sampleRate)
  }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    (part, position) = (0, 0)
    for index in parts.indices { try parts[index].seek(toPacket: repeated[index], ofTrack: trackIndices[index]) }
    guard packet > 0 else { return }
    // Packets are skipped: copies begin at the first.
    var batch = PacketBatch()
    while position < packet, try readPackets(ofTrack: track, into: &batch) {}
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    while part < parts.count {
      if try parts[part].readPackets(ofTrack: trackIndices[part], into: &batch), batch.count > 0 {
        guard batch.streamNumber == 0 else {
          throw ContainerError(.unsupported, "packets that change to another stream are not joined as they are", at: 0)
        }
        batch.firstPacket = position
        position += Int64(tracks[0].format.packetCount(of: batch))
        // Times are those of one file; durations follow from the packets.
        batch.timings.removeAll(keepingCapacity: true)
        return true
      }
      part += 1
    }
    batch.removeAll(nextPacket: position)
    return false
  }
}
