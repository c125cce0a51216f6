import AudioBase

/// Turns what a file says of a track into a ``TrackInfo``, with one look through its tables.
struct TrackSurvey {
  private var window: SourceWindow
  private let movie: Movie
  private let gaplessTrack: Int?
  /// For the track described last: how many samples of its tables the file can hold.
  private(set) var readableCount: Int64 = .max

  init(_ source: any ByteSource, movie: Movie) {
    window = SourceWindow(source, capacity: 1 << 14)
    self.movie = movie
    gaplessTrack = movie.tracks.firstIndex { $0.kind == .audio }
  }

  /// What the sizes of all samples come to.
  private struct SizeSummary {
    var byteCount: Int64 = 0
    var largest = 0
    var readableCount: Int64 = .max
  }

  private mutating func summarize(_ sizes: SampleSizes) throws(ContainerError) -> SizeSummary {
    var summary = SizeSummary()
    let room = window.source.byteCount ?? .max
    if sizes.constant != 0 {
      summary.byteCount = sizes.count.saturatingMultiply(Int64(sizes.constant))
      summary.largest = sizes.count > 0 ? Int(sizes.constant) : 0
      if summary.byteCount > room { summary.readableCount = room / Int64(sizes.constant) }
      return summary
    }
    for sample in 0..<sizes.count {
      let size: Int
      do throws(ContainerError) { size = try sizes.size(of: sample, &window) } catch {
        // The table itself is cut off; what it still holds can be read.
        if error.kind == .inputOutput { throw error }
        summary.readableCount = min(summary.readableCount, sample)
        break
      }
      summary.largest = max(summary.largest, size)
      summary.byteCount = summary.byteCount.saturatingAdd(Int64(size))
      if summary.byteCount > room { summary.readableCount = min(summary.readableCount, sample) }
    }
    return summary
  }

  /// Describes track `index`.
  ///
  /// - Parameter fragments: What the fragments add, `nil` where they were not walked.
  mutating func describe(_ index: Int, fragments: FragmentSummary?) throws(ContainerError) -> TrackInfo {
    let track = movie.tracks[index]
    let tables = track.tables
    let sizes = try summarize(tables.sizes)
    readableCount = sizes.readableCount
    var durations = DurationSummary()
    do throws(ContainerError) {
      durations = try DurationSummary(tables.durations, sampleCount: tables.sizes.count, &window)
    } catch {
      if error.kind == .inputOutput { throw error }
    }
    let format = track.entry?.format ?? StreamFormat(formatID: "none", sampleRate: 0, channelsPerFrame: 0)
    var info = TrackInfo(identifier: Int(track.identifier), mediaKind: track.kind, format: format)
    info.cookie = track.entry?.cookie ?? []
    info.containerCookie = track.entry?.containerCookie ?? []
    info.bitRate = track.entry?.bitRate
    info.rollDistance = track.preroll
    let timing = Timing(track, durations, fragments, movie.fragmentDefaults[track.identifier])
    info.duration = timing.seconds
    if let fragments {
      info.packetCount = tables.sizes.count.saturatingAdd(fragments.packetCount)
      info.audioByteCount = sizes.byteCount.saturatingAdd(fragments.byteCount)
      info.maximumPacketSize = max(sizes.largest, fragments.largest)
      if fragments.packetCount == 0, track.kind == .audio {
        info.format.bytesPerPacket = max(info.format.bytesPerPacket, Int(tables.sizes.constant))
      }
    }
    info.dataOffset = firstOffset(tables) ?? fragments?.firstOffset ?? 0
    if track.kind == .audio { settleAudio(&info, track, timing, hasGaplessText: index == gaplessTrack) }
    return info
  }

  private func settleAudio(_ info: inout TrackInfo, _ track: MovieTrack, _ timing: Timing, hasGaplessText: Bool) {
    let timescale = track.media.timescale
    if info.format.sampleRate <= 0 || !info.format.sampleRate.isFinite { info.format.sampleRate = Double(timescale) }
    info.format.framesPerPacket = timing.framesPerPacket(rate: info.format.sampleRate)
    var total: Int64?
    if let count = info.packetCount {
      total = timing.constant > 0 ? count.saturatingMultiply(timing.constant) : timing.total
    }
    let trimming = Trimming(
      totalFrames: total, mediaEnd: timing.total, mediaTimescale: timescale, movieTimescale: movie.header.timescale)
    info.packetTable = trimming.packetTable(
      gapless: hasGaplessText ? movie.items.gaplessText : nil, edits: track.edits)
  }

  private mutating func firstOffset(_ tables: SampleTables) -> Int64? {
    guard tables.sizes.count > 0 else { return nil }
    var cursor = SampleCursor(tables, source: window.source)
    return (try? cursor.next())?.offset
  }

  /// How long the packets of a track last.
  private struct Timing {
    /// The duration of every packet in the media's time scale, 0 where they differ.
    var constant: Int64
    /// The sum of all packets, `nil` where it is not known.
    var total: Int64?
    var seconds: Double?
    private var timescale: UInt32

    init(
      _ track: MovieTrack, _ durations: DurationSummary, _ fragments: FragmentSummary?, _ defaults: FragmentDefaults?
    ) {
      timescale = track.media.timescale
      constant = durations.constant
      total = durations.total
      if let fragments, fragments.packetCount > 0 {
        let added = fragments.constantDuration
        constant = track.tables.sizes.count == 0 || constant == added ? added : 0
        total = total?.saturatingAdd(fragments.duration)
      } else if fragments == nil {
        if track.tables.sizes.count == 0 { constant = Int64(defaults?.duration ?? 0) }
        total = nil
      }
      guard timescale > 0 else { return }
      let hasFragments = fragments.map { $0.packetCount > 0 } ?? true
      var known = total
      if !hasFragments, let stated = track.media.duration, stated > 0 { known = stated }
      seconds = known.map { Double($0) / Double(timescale) }
    }

    /// Frames of a packet at `rate`, 0 where packets differ or the time scale does not tell it exactly.
    func framesPerPacket(rate: Double) -> Int {
      let frames = rate == Double(timescale) ? Double(constant) : Double(constant) * rate / Double(max(1, timescale))
      return frames == frames.rounded() && frames < 16_777_216 ? Int(frames) : 0
    }
  }
}
