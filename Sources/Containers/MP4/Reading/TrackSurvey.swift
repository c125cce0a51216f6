import AudioBase
import MPEGAudioFrames
import XiphAudio

/// Converts a file's description of a track to a ``TrackInfo``, with one pass over its tables.
struct TrackSurvey {
  private var window: SourceWindow
  /// The source of the packets; `nil` if reading the first one would mean waiting for it.
  private let packets: (any ByteSource)?
  /// The window for tables of sizes, which are read completely.
  private var sizeWindow: SourceWindow
  private let movie: Movie
  private let gaplessTrack: Int?
  /// The number of bytes of the movie box.
  private let overhead: Int64

  /// The warnings about the tracks.
  private(set) var warnings: [String] = []

  init(_ source: any ByteSource, packets: any ByteSource, movie: Movie, movieByteCount: Int64) {
    overhead = movieByteCount
    self.packets = packets.isArriving ? nil : packets
    window = SourceWindow(source, capacity: 1 << 12)
    sizeWindow = SourceWindow(source, capacity: 1 << 16)
    self.movie = movie
    gaplessTrack = movie.tracks.firstIndex { $0.kind == .audio }
  }

  /// Describes a track.
  ///
  /// - Parameters:
  ///   - track: The track, which receives the findings in its tables.
  ///   - fragments: The fragments' addition, `nil` if they were not walked.
  mutating func describe(
    _ track: inout MovieTrack, index: Int, fragments: FragmentSummary?
  ) throws(ContainerError) -> TrackInfo {
    let sizes = try SizeSummary(track.tables.sizes, overhead: overhead, &sizeWindow)
    track.tables.readableCount = sizes.readableCount
    var durations = DurationSummary()
    do throws(ContainerError) {
      durations = try DurationSummary(track.tables.durations, sampleCount: track.tables.sampleCount, &window)
    } catch {
      if error.kind == .inputOutput { throw error }
    }
    track.tableDuration = durations.total ?? 0
    if let packetDuration = track.tables.grouping.packetDuration { durations.constant = packetDuration }
    settleFragments(&track, fragments)
    let first = firstOffset(track.tables) ?? fragments?.firstOffset
    let duration = track.tables.sizes.count > 0 ? durations.constant : fragments?.constantDuration ?? 0
    if let first { try settle(&track, byPacketAt: first, lasting: duration) }
    noteDelay(of: track)
    noteEdits(of: track)
    var info = TrackInfo(identifier: Int(clamping: track.identifier), mediaKind: track.kind, format: format(of: track))
    copyEntry(of: track, to: &info)
    info.rollDistance = track.preroll
    info.loudness = track.loudness
    info.timescale = Int(clamping: track.media.timescale)
    info.language = Language.letters(track.media.language)
    info.presentationStart = track.presentationStart(movie.header)
    info.chapterTrack = track.chapterTracks.first.map(Int.init)
    let timing = Timing(track, durations, fragments, movie.fragmentDefaults[track.identifier])
    info.duration = timing.seconds
    if let fragments {
      info.packetCount = track.tables.sizes.count.saturatingAdd(fragments.packetCount)
      info.audioByteCount = sizes.byteCount.saturatingAdd(fragments.byteCount)
      info.maximumPacketSize = max(sizes.largest, fragments.largest)
      info.packetSizeUpperBound = info.maximumPacketSize
    }
    // Runs of fragments can state a place before the file; reading there fails by itself.
    info.dataOffset = max(0, first ?? 0)
    if track.kind == .audio {
      noteGaps(of: track, durations, fragments)
      settleAudio(&info, track, timing, hasGaplessText: index == gaplessTrack)
      if let fragments, fragments.packetCount == 0, info.format.bytesPerPacket == 0, !track.hasIrregularPackets {
        info.format.bytesPerPacket = Int(clamping: track.tables.sizes.constant)
      }
    }
    return info
  }

  /// Reports times that the packets do not fill (a packet of exceptional duration, and times between fragments), and
  /// fragments whose times go back.
  private mutating func noteGaps(of track: MovieTrack, _ durations: DurationSummary, _ fragments: FragmentSummary?) {
    let count = Double(track.tables.sizes.count) + Double(fragments?.packetCount ?? 0)
    let longest = Double(max(durations.longest, Int64(fragments?.longest ?? 0)))
    guard track.media.timescale > 0, count > 1, let total = durations.total else { return }
    let usual = (Double(total) + Double(fragments?.duration ?? 0) - longest) / (count - 1)
    let between = fragments.map { Double($0.span) - Double($0.duration) } ?? 0
    // A tenth of a second is not a rounding of times.
    let least = Double(track.media.timescale) / 10
    if let back = fragments?.stepBack, Double(back) > least {
      warnings.append(
        "the times of track \(track.identifier) go back by \(seconds(Double(back), track)) s or more; "
          + "its packets are read in the order of the file")
    }
    let gap = max(between, longest > 2 * usual + least ? longest - usual : 0)
    guard gap > least else { return }
    warnings.append(
      "the times of track \(track.identifier) leave gaps of \(seconds(gap, track)) s or more, which are closed")
  }

  /// Returns a duration in the track's time scale as seconds, to the millisecond.
  private func seconds(_ duration: Double, _ track: MovieTrack) -> Double {
    (duration / Double(track.media.timescale) * 1000).rounded() / 1000
  }

  private func format(of track: MovieTrack) -> StreamFormat {
    track.entry?.format ?? StreamFormat(formatID: "none", sampleRate: 0, channelsPerFrame: 0)
  }

  private func copyEntry(of track: MovieTrack, to info: inout TrackInfo) {
    guard let entry = track.entry else { return }
    info.cookie = entry.cookie
    info.containerCookie = entry.containerCookie
    info.bitRate = entry.bitRate
    info.layout = entry.layout
    info.sourceBitDepth = entry.sourceBitDepth
    info.sampleDescription = entry.bytes
    guard track.kind == .video else { return }
    var picture = PictureInfo(codedWidth: entry.codedSize?.width ?? 0, codedHeight: entry.codedSize?.height ?? 0)
    if track.header.width > 0, track.header.height > 0 {
      picture.presentationWidth = track.header.width
      picture.presentationHeight = track.header.height
    }
    picture.matrix = track.header.matrix
    info.picture = picture
  }

  /// Records the fragments with packets whose sizes differ from the format's.
  private func settleFragments(_ track: inout MovieTrack, _ fragments: FragmentSummary?) {
    guard let fragments, fragments.packetCount > 0, let packet = track.entry?.constantPacket,
      track.entry?.format.bytesPerPacket == packet.byteCount, fragments.constantSize != packet.byteCount
    else { return }
    track.hasIrregularPackets = true
    track.entry?.format.bytesPerPacket = 0
    track.entry?.format.framesPerPacket = 0
  }

  /// Settles the properties that only the first packet shows: the layer of MPEG audio, for which there is one code, and
  /// the clock of Opus, for which some writers state the rate of the encoder's input although they count at 48 kHz.
  private mutating func settle(
    _ track: inout MovieTrack, byPacketAt offset: Int64, lasting duration: Int64
  ) throws(ContainerError) {
    guard let packets, track.kind == .audio, let entry = track.entry else { return }
    let isOpus = entry.format.formatID == .opus && Int(clamping: track.media.timescale) != OpusPacket.sampleRate
    guard isOpus || entry.format.formatID == .mpegLayer3 else { return }
    var view = SourceWindow(packets, capacity: 16)
    let place = try view.load(MPEGAudioHeader.byteCount, at: offset)
    let packet = view.bytes.span.extracting(place)
    if isOpus {
      guard duration > 0, OpusPacket.frameCount(packet) == Int(clamping: duration) else { return }
      warnings.append(
        "track \(track.identifier) of Opus says that it counts at \(track.media.timescale) Hz, and counts at 48000 Hz")
      track.media.timescale = UInt32(OpusPacket.sampleRate)
    } else if let header = MPEGAudioHeader(packet, at: 0) {
      track.entry?.format.formatID = header.formatID
    }
  }

  /// Records the delay of the sound after the movie's start.
  private mutating func noteDelay(of track: MovieTrack) {
    guard track.kind == .audio, track.edits.shownCount > 0, track.edits.delay > 0, movie.header.timescale > 0 else {
      return
    }
    let thousandths = track.edits.delay.rescaled(from: movie.header.timescale, to: 1000) ?? .max
    let fraction = String(thousandths % 1000 + 1000).dropFirst()
    warnings.append(
      "track \(track.identifier) begins \(thousandths / 1000).\(fraction) s behind the start of the movie; "
        + "no silence is put in front of it")
  }

  /// Adds warnings about requests of an edit list that are not fulfilled: the recording is one stretch of the packets.
  private mutating func noteEdits(of track: MovieTrack) {
    guard track.kind == .audio else { return }
    if track.edits.shownCount > 1 {
      warnings.append(
        "the edit list of track \(track.identifier) shows several parts of it; all of it is given, in the order of its "
          + "packets")
    }
    if track.edits.hasOtherRate {
      warnings.append(
        "the edit list of track \(track.identifier) shows it at another speed; it is given at its own")
    }
  }

  /// Returns the number of frames, in the media's clock, that the Opus header excludes from the recording: `PreSkip` at
  /// 48 kHz.
  private func codecPriming(of track: MovieTrack) -> Int64 {
    guard let entry = track.entry, entry.format.formatID == .opus,
      let header = try? OpusHeader(entry.cookie.span)
    else { return 0 }
    return Int64(header.preSkip).rescaled(from: UInt32(OpusPacket.sampleRate), to: track.media.timescale) ?? 0
  }

  private func settleAudio(_ info: inout TrackInfo, _ track: MovieTrack, _ timing: Timing, hasGaplessText: Bool) {
    let timescale = track.media.timescale
    if info.format.sampleRate <= 0 || !info.format.sampleRate.isFinite { info.format.sampleRate = Double(timescale) }
    if info.format.bytesPerPacket == 0 || info.format.framesPerPacket == 0 {
      info.format.framesPerPacket =
        track.hasIrregularPackets ? 0 : timing.framesPerPacket(rate: info.format.sampleRate)
    }
    var total: Int64?
    if let count = info.packetCount {
      total = timing.constant > 0 ? count.saturatingMultiply(timing.constant) : timing.total
    }
    var trimming = Trimming(
      totalFrames: total, mediaEnd: timing.total, mediaTimescale: timescale, movieTimescale: movie.header.timescale)
    trimming.firstTime = timing.firstTime
    trimming.codecPriming = codecPriming(of: track)
    trimming.packetDuration = timing.constant
    info.packetTable = trimming.packetTable(
      gapless: hasGaplessText ? movie.items.gaplessText : nil, edits: track.edits)
  }

  private mutating func firstOffset(_ tables: SampleTables) -> Int64? {
    guard tables.sizes.count > 0 else { return nil }
    var tables = tables
    // The place is stated even where the file is cut before it.
    tables.readableCount = .max
    var cursor = SampleCursor(tables, source: window.source)
    return (try? cursor.next())?.offset
  }

  /// The durations of a track's packets.
  private struct Timing {
    /// The duration of every packet in the media's time scale, 0 if they differ.
    var constant: Int64
    /// The total of all packets and of the gaps between them, `nil` if it is unknown.
    var total: Int64?
    var seconds: Double?
    /// The decode time of the first packet.
    let firstTime: Int64
    private var timescale: UInt32

    init(
      _ track: MovieTrack, _ durations: DurationSummary, _ fragments: FragmentSummary?, _ defaults: FragmentDefaults?
    ) {
      timescale = track.media.timescale
      constant = durations.constant
      total = durations.total
      firstTime = track.tables.sizes.count == 0 ? fragments?.firstTime ?? 0 : 0
      if let fragments, fragments.packetCount > 0 {
        let added = fragments.constantDuration
        constant = track.tables.sizes.count == 0 || constant == added ? added : 0
        // Fragments that say when they begin may leave gaps.
        total = total?.saturatingAdd(max(fragments.span, fragments.duration))
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

    /// Returns the number of frames of a packet at `rate`; 0 if packets differ or the time scale does not give it
    /// exactly.
    func framesPerPacket(rate: Double) -> Int {
      let frames = rate == Double(timescale) ? Double(constant) : Double(constant) * rate / Double(max(1, timescale))
      return frames == frames.rounded() && frames < 16_777_216 ? Int(frames) : 0
    }
  }
}
