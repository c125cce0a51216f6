import AudioBase

extension OutputTrack {
  /// Creates the track of a movie from one read from another file.
  init(_ info: TrackInfo, identifier: UInt32, brand: FileBrand) throws(ContainerError) {
    if info.sampleDescription.isEmpty {
      try self.init(described: info, brand: brand)
      self.identifier = identifier
    } else {
      let rate = info.format.sampleRate
      let fallback = info.mediaKind == .audio && rate >= 1 && rate == rate.rounded() ? UInt32(exactly: rate) : nil
      guard let timescale = info.timescale > 0 ? UInt32(exactly: info.timescale) : fallback,
        OutputTrack.isWhole(info.sampleDescription)
      else {
        throw ContainerError(.invalidState, "a track has a time scale and a whole sample entry", at: 0, in: "stsd")
      }
      self.init(
        identifier: identifier, kind: info.mediaKind, timescale: timescale,
        description: DescribedStream(entry: .opaque(info.sampleDescription), stream: CodedStream(of: info)))
      settleClock(info)
    }
    language = info.language
    picture = info.mediaKind == .video ? info.picture : nil
    rollDistance = info.rollDistance.flatMap { $0 > 0 ? $0 : nil } ?? rollDistance
    if let table = info.packetTable, info.mediaKind == .audio, table.timescale > 0 {
      trimming = OutputTrimming(table, ratio: Double(timescale) / table.timescale)
    }
    presentationStart = max(-1 << 48, min(1 << 48, info.presentationStart))
    // A file that states nothing of its start still means its recording, not the priming before it.
    if presentationStart == 0, let trimming { presentationStart = 0 - trimming.start }
    expectation = info.packetCount.map { OutputExpectation(packetCount: $0, byteCount: info.audioByteCount) }
  }

  /// Creates a track without a sample entry: sound from another kind of file.
  private init(described info: TrackInfo, brand: FileBrand) throws(ContainerError) {
    guard info.mediaKind == .audio else {
      throw ContainerError(.unsupported, "a track that is not sound needs its sample entry", at: 0, in: "stsd")
    }
    let layout = info.layout ?? ChannelLayout(unlabelledChannelCount: info.format.channelsPerFrame)
    var settings = WriterSettings(format: info.format, layout: layout, cookie: info.cookie)
    settings.rollDistance = info.rollDistance
    try self.init(sound: settings, brand: brand)
    takesTimings = info.timescale == Int(timescale)
  }

  /// Returns the tracks of a file of several.
  static func all(_ tracks: [TrackInfo], brand: FileBrand) throws(ContainerError) -> [OutputTrack] {
    guard tracks.count <= ResourceLimits().trackCount else {
      throw ContainerError(.limitExceeded, "a movie has more tracks than the limit allows", at: 0, in: "moov")
    }
    guard !brand.hasGaplessText || tracks.allSatisfy({ $0.mediaKind != .video }) else {
      throw ContainerError(.unsupported, "this file type holds no pictures; mp4f and MooV do", at: 0, in: "ftyp")
    }
    let known = Set(tracks.map(\.identifier))
    let isUsable = known.count == tracks.count && known.allSatisfy { (1...Int(Int32.max)).contains($0) }
    var made: [OutputTrack] = []
    for (index, info) in tracks.enumerated() {
      var track = try OutputTrack(info, identifier: UInt32(isUsable ? info.identifier : index + 1), brand: brand)
      track.expectation?.isInterleaved = tracks.count > 1
      made.append(track)
    }
    for (index, info) in tracks.enumerated() {
      guard let place = tracks.firstIndex(where: { $0.identifier == info.chapterTrack }), place != index else {
        continue
      }
      made[index].chapterTrack = made[place].identifier
      // Players present names of chapters as such, and not as subtitles.
      made[place].isEnabled = false
    }
    return made
  }

  /// Sets the clock to frames in units of the time scale, where these are whole numbers.
  private mutating func settleClock(_ info: TrackInfo) {
    guard kind == .audio, info.format.sampleRate > 0 else { return }
    let units = Double(timescale) / info.format.sampleRate
    guard units == units.rounded(), units >= 1, units <= 65536 else { return }
    clock = PacketClock(framesPerPacket: info.format.framesPerPacket, unitsPerFrame: Int64(units))
    guard let size = OutputTrack.constantSize(info.format), Int(size) == info.format.bytesPerPacket,
      (1...65536).contains(info.format.framesPerPacket)
    else { return }
    constantPacket = TimedSample(
      byteCount: size, duration: UInt32(units) * UInt32(info.format.framesPerPacket))
  }

  /// Returns true if bytes are one box.
  private static func isWhole(_ entry: [UInt8]) -> Bool {
    entry.count >= 16 && entry[..<4].reduce(0) { $0 << 8 | Int($1) } == entry.count
  }
}
