package import AudioBase
import WaveFormats

/// Reads packets out of CAF files. Packets that differ in size are found by `pakt`, which stays in the file.
package struct CAFReader: ContainerReader {
  /// The ways in which packets are found.
  private enum Packets {
    /// All packets have the same size and duration.
    case constant(ConstantPacketCursor)
    /// A table has the sizes, the durations or both.
    case described(PacketTableCursor)
  }

  package let fileType: FourCharacterCode = "caff"
  package private(set) var tracks: [TrackInfo]
  package let metadata: Metadata
  package let chunks: [ChunkInfo]
  package private(set) var warnings: [String]
  package let isOptimized: Bool

  private let source: any ByteSource
  private let limits: ResourceLimits
  private var packets: Packets

  package init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    let survey = try FileSurvey(source, limits: limits)
    guard var format = survey.format, let dataOffset = survey.dataOffset else {
      throw ContainerError(.truncated, "a file has a description and packets", at: 0, in: .dataChunk)
    }
    let lossless = try LosslessFrames(source, format, survey.packetTable?.header, dataOffset: dataOffset)
    if let lossless { lossless.correct(&format) }
    self.source = source
    self.limits = limits
    metadata = survey.metadata
    chunks = survey.chunks
    warnings = survey.warnings
    isOptimized = survey.isOptimized
    var track = TrackInfo(format: format, cookie: CookieForm.codecCookie(survey.cookie, formatID: format.formatID))
    if track.cookie.isEmpty, let lossless { track.cookie = lossless.cookie(format) }
    track.containerCookie = survey.cookie
    track.layout = survey.layout.flatMap { $0.channelCount == format.channelsPerFrame ? $0 : nil }
    track.dataOffset = dataOffset
    track.sourceBitDepth = CookieForm.bitDepth(in: track.cookie, format.formatID) ?? Self.sourceBitDepth(of: format)
    if format.bytesPerPacket > 0, format.framesPerPacket > 0 {
      let cursor = ConstantPacketCursor(
        format: format, dataOffset: dataOffset, byteCount: survey.dataByteCount, framesInPart: format.framesInPart)
      packets = .constant(cursor)
      Self.describe(cursor, format, in: &track)
      if let bytes = survey.dataByteCount, let used = cursor.audioByteCount, bytes > used {
        warnings.append("the last packet is incomplete and was left out")
      }
    } else {
      guard let table = survey.packetTable else {
        throw ContainerError(
          .truncated, "packets of many sizes need a table, which is written at the end", at: dataOffset,
          in: .packetTableChunk)
      }
      let range = survey.packetRange(from: dataOffset)
      var described = try DescribedPackets(source, table, format, in: range)
      track.packetTable = try lossless?.count(&described)
      track.format = described.format
      packets = .described(described.cursor)
      let summary = described.summary
      if summary.isCut {
        let promised = table.header.packetCount
        warnings.append("the packet table promises \(promised) packets, there are \(summary.packetCount)")
      }
      Self.describe(summary, format, in: &track)
    }
    if let counted = track.packetTable {
      track.duration = Double(counted.validFrames) / format.sampleRate
    } else if let table = survey.packetTable, table.header.validFrames >= 0 {
      Self.describe(table.header, in: &track)
    }
    tracks = [track]
  }

  /// Returns the number of bits of a sample before it was encoded, as the flags of Apple Lossless and FLAC state it, if
  /// they do.
  private static func sourceBitDepth(of format: StreamFormat) -> Int? {
    switch (format.formatID, format.formatFlags) {
    case (.linearPCM, _): format.bitsPerChannel
    case (.appleLossless, 1), (.flac, 1): 16
    case (.appleLossless, 2), (.flac, 2): 20
    case (.appleLossless, 3), (.flac, 3): 24
    case (.appleLossless, 4), (.flac, 4): 32
    default: nil
    }
  }

  private static func describe(_ cursor: ConstantPacketCursor, _ format: StreamFormat, in track: inout TrackInfo) {
    track.maximumPacketSize = format.bytesPerPacket
    track.packetSizeUpperBound = format.bytesPerPacket
    let bitsPerPacket = Double(format.bytesPerPacket) * 8
    track.bitRate = Int(exactly: (format.sampleRate * bitsPerPacket / Double(format.framesPerPacket)).rounded())
    track.packetCount = cursor.packetCount
    track.audioByteCount = cursor.audioByteCount
    track.duration = cursor.frameCount.map { Double($0) / format.sampleRate }
    guard cursor.hasShorterLast, let frames = cursor.frameCount else { return }
    track.packetTable = PacketTable(
      primingFrames: 0, validFrames: frames, remainderFrames: 0, timescale: format.sampleRate)
  }

  private static func describe(_ summary: PacketTableCursor.Summary, _ format: StreamFormat, in track: inout TrackInfo)
  {
    track.packetCount = summary.packetCount
    track.audioByteCount = summary.byteCount
    track.maximumPacketSize = summary.largest
    track.packetSizeUpperBound = summary.largest
    track.duration = Double(summary.frameCount) / format.sampleRate
  }

  private static func describe(_ header: PacketTableHeader, in track: inout TrackInfo) {
    track.packetTable = PacketTable(
      primingFrames: Int64(header.primingFrames), validFrames: header.validFrames,
      remainderFrames: Int64(header.remainderFrames), timescale: track.format.sampleRate)
    track.duration = Double(header.validFrames) / track.format.sampleRate
  }

  package var lowestNeededOffset: Int64 {
    switch packets {
    case .constant(let cursor): cursor.position
    case .described(let cursor): cursor.place.byteOffset
    }
  }

  package mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try check(track)
    guard packet >= 0 else { throw ContainerError(.invalidState, "there is no packet before the first", at: 0) }
    switch packets {
    case .constant(var cursor):
      try cursor.seek(toPacket: packet)
      packets = .constant(cursor)
    case .described(var cursor):
      try cursor.move(to: .packet(packet))
      packets = .described(cursor)
    }
  }

  package mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    try check(track)
    switch packets {
    case .constant(let cursor): return cursor.locate(target)
    case .described(var cursor):
      switch target {
      case .packet(let number), .frame(let number): guard number >= 0 else { return nil }
      }
      try cursor.move(to: target)
      guard let count = tracks[0].packetCount, cursor.place.packet < count else { return nil }
      if case .packet(let packet) = target, packet != cursor.place.packet { return nil }
      return PacketPosition(
        packet: cursor.place.packet, firstFrame: cursor.place.frame, byteOffset: cursor.place.byteOffset)
    }
  }

  package mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try check(track)
    switch packets {
    case .constant(var cursor):
      defer { packets = .constant(cursor) }
      return try cursor.read(from: source, into: &batch)
    case .described(var cursor):
      // Moved out of the enumeration, so that its window is not copied.
      packets = .constant(Self.placeholder)
      defer { packets = .described(cursor) }
      return try read(&cursor, into: &batch)
    }
  }

  private static let placeholder = ConstantPacketCursor(
    format: StreamFormat(.int16, sampleRate: 1, channelsPerFrame: 1), dataOffset: 0, byteCount: 0)

  /// Collects the descriptions of packets that are adjacent, and reads them at once.
  private func read(_ cursor: inout PacketTableCursor, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    batch.removeAll(nextPacket: cursor.place.packet)
    let start = cursor.place
    let hasFrameCounts = tracks[0].format.framesPerPacket == 0
    var length = 0
    while batch.count < batch.maximumPacketCount, length < batch.targetByteCount {
      let offset = cursor.place.byteOffset
      guard let (size, frames) = try cursor.next() else { break }
      guard size <= limits.packetByteCount else {
        throw ContainerError(.limitExceeded, "a packet is larger than the limit", at: offset, in: .dataChunk)
      }
      batch.descriptions.append(
        PacketDescription(startOffset: length, byteCount: size, frameCount: hasFrameCounts ? frames : 0))
      batch.fileOffsets.append(offset)
      length += size
    }
    guard let first = batch.descriptions.first else { return false }
    batch.bytes.append(contentsOf: repeatElement(0, count: length))
    var bytes = batch.bytes.mutableSpan
    // In a stream that is still arriving there may be fewer packets yet than the table lists.
    let got = try source.read(at: start.byteOffset, into: &bytes, atLeast: first.byteCount)
    if got < length { try cut(&batch, to: got, &cursor) }
    return batch.count > 0
  }

  /// Keeps only the packets of a batch that are complete within its first `byteCount` bytes.
  private func cut(
    _ batch: inout PacketBatch, to byteCount: Int, _ cursor: inout PacketTableCursor
  ) throws(ContainerError) {
    while let last = batch.descriptions.last, last.startOffset + last.byteCount > byteCount {
      batch.descriptions.removeLast()
      batch.fileOffsets.removeLast()
    }
    let end = batch.descriptions.last.map { $0.startOffset + $0.byteCount } ?? 0
    batch.bytes.removeLast(batch.bytes.count - end)
    try cursor.move(to: .packet(batch.firstPacket + Int64(batch.count)))
  }

  private func check(_ track: Int) throws(ContainerError) {
    guard track == 0 else { throw ContainerError(.invalidState, "there is no such track", at: 0, in: .dataChunk) }
  }
}
