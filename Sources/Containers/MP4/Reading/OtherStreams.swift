import AudioBase

/// The streams that other sample descriptions of a track describe, where a track has packets of several (ISO/IEC
/// 14496-12, 8.5.2 and 8.7.4).
struct OtherStreams {
  /// The stream of each description, by its number.
  private(set) var numbers: [UInt32: Int] = [:]
  /// The streams, with the packets at which they begin according to `stsc`.
  private(set) var changes = StreamChanges()

  /// Reads `stsc` if the track has other readable descriptions. If the track changes between descriptions more often
  /// than the limit allows, packets of other descriptions cannot be read.
  init(
    of track: MovieTrack, _ info: TrackInfo, _ source: any ByteSource, limits: ResourceLimits
  ) throws(ContainerError) {
    guard !track.otherEntries.isEmpty else { return }
    do throws(ContainerError) {
      for entry in track.otherEntries {
        numbers[entry.number] = try changes.add(Self.stream(entry, info), at: info.dataOffset, limits: limits)
      }
      var window = SourceWindow(source, capacity: 4096)
      try walk(track.tables, &window, limits)
    } catch {
      if error.kind == .inputOutput { throw error }
      (numbers, changes) = ([:], StreamChanges())
    }
  }

  private static func stream(_ entry: SampleEntry, _ info: TrackInfo) -> CodedStream {
    var format = entry.format
    if format.sampleRate <= 0 || !format.sampleRate.isFinite { format.sampleRate = info.format.sampleRate }
    // Durations state the time that packets sound, at the rate of the media.
    format.framesPerPacket = format.sampleRate == info.format.sampleRate ? info.format.framesPerPacket : 0
    return CodedStream(format: format, layout: entry.layout, cookie: entry.cookie)
  }

  private mutating func walk(
    _ tables: SampleTables, _ window: inout SourceWindow, _ limits: ResourceLimits
  ) throws(ContainerError) {
    let runs = tables.chunkRuns
    var (packet, current): (Int64, Int) = (0, 0)
    for run in 0..<runs.count where packet < tables.sizes.count {
      let place = runs.offset + run * 12
      let first = Int64(try window.bigEndian(4, at: place))
      let count = tables.grouping.packets(Int64(try window.bigEndian(4, at: place + 4)))
      let stream = numbers[try tables.descriptionNumber(ofRun: run, &window)] ?? 0
      var end = tables.chunkOffsets.count + 1
      if run + 1 < runs.count { end = min(end, Int64(try window.bigEndian(4, at: place + 12))) }
      // A run without packets changes nothing.
      let held = max(0, end - first).saturatingMultiply(count)
      if stream != current, held > 0 {
        let width = tables.chunkOffsetByteCount
        let offset = try window.bigEndian(Int(width), at: tables.chunkOffsets.offset + (first - 1) * width)
        try changes.note(
          .init(packet: packet, byteOffset: Int64(clamping: offset), stream: stream), limits: limits)
        current = stream
      }
      packet = packet.saturatingAdd(held)
    }
  }
}
