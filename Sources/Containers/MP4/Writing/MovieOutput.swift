import AudioBase

/// A movie file with any number of tracks that is being written: the base of both writers of this module.
///
/// ```
/// indexFirst    ftyp │ free → moov │ wide │ mdat …
/// indexLast     ftyp │ wide │ mdat … │ moov
/// fragmented    ftyp │ moov │ moof │ mdat │ moof │ mdat … │ mfra
/// ```
/// With one index the size of `mdat` stays open, and there is no `moov`, until all is written: a file whose writer was
/// killed is refused by readers. `wide` is the room for a size of 64 bits.
struct MovieOutput {
  /// The largest number of bytes collected for a fragment, whatever its intended duration.
  private static let maximumFragmentByteCount = 1 << 26
  /// The largest room that is kept for an index.
  private static let maximumReserve: Int64 = 1 << 26

  let sink: any ByteSink
  let structure: FileStructure
  var box: MovieBox
  var tracks: [OutputTrack]
  var metadata = Metadata()
  /// The text of `iTunSMPB`, or `nil`.
  var gaplessText: String?
  /// The sample rate in which markers are counted, in Hz.
  var markerRate = 0.0
  /// The number of bytes from the start of the file to the first packet, as soon as it is known.
  var dataOffset: Int64 = 0
  private(set) var isFinished = false

  /// The present or future offset of the movie box, and its room there.
  var indexOffset: Int64 = 0
  var indexRoom = 0
  /// The offset of the header of the only `mdat`.
  var mediaOffset: Int64 = 0
  /// The track whose samples were written last.
  private var openTrack: Int?
  /// The track that decides where fragments end: the pictures, if there are any.
  private let leader: Int
  /// The number of bytes of the fragment that is being collected.
  var pendingByteCount = 0
  /// The movie box written before the fragments; empty until then.
  var writtenIndex: [UInt8] = []
  var sequence: UInt32 = 0
  var directory = FragmentDirectory()

  init(
    _ sink: any ByteSink, brand: FileBrand, structure: FileStructure, tracks: [OutputTrack]
  ) throws(ContainerError) {
    guard sink.byteCount == 0 else {
      throw ContainerError(.invalidState, "a movie file begins at the first byte of its sink", at: sink.byteCount)
    }
    self.sink = sink
    self.structure = structure
    self.tracks = tracks
    leader = tracks.firstIndex { $0.kind == .video } ?? 0
    var isFragmented = false
    if case .fragmented(let seconds) = structure {
      isFragmented = true
      guard seconds > 0 else {
        throw ContainerError(.invalidState, "fragments have a duration above 0", at: 0, in: "moof")
      }
    } else if !sink.canOverwrite {
      throw ContainerError(.unsupported, "one index cannot be written to a pipe, only fragments can", at: 0, in: "moov")
    }
    box = MovieBox(brand: brand, timescale: MovieOutput.movieTimescale(tracks), isFragmented: isFragmented)
  }

  /// Returns a time scale that represents the edits of all sound exactly.
  private static func movieTimescale(_ tracks: [OutputTrack]) -> UInt32 {
    let sounds = tracks.filter { $0.kind == .audio }
    guard let first = sounds.first else { return tracks.first?.timescale ?? 1000 }
    var common = UInt64(first.timescale)
    for track in sounds.dropFirst() {
      var (one, other) = (common, UInt64(track.timescale))
      while other != 0 { (one, other) = (other, one % other) }
      common = common / one * UInt64(track.timescale)
      guard common <= UInt64(UInt32.max) else { return first.timescale }
    }
    return UInt32(common)
  }

  /// Writes the boxes before the packets.
  mutating func begin() throws(ContainerError) {
    guard !box.isFragmented else { return }
    try sink.append(box.brand.box(isFragmented: false).span)
    indexOffset = sink.byteCount
    if structure == .indexFirst { indexRoom = reserve() }
    var bytes: [UInt8] = []
    if indexRoom > 0 { bytes.appendBox("free") { $0.append(zeros: indexRoom - 8) } }
    mediaOffset = indexOffset + Int64(indexRoom)
    // A size of 0 means "to the end of the file", until the end is known.
    bytes.appendBox("wide") { _ in }
    bytes.append(zeros: 4)
    bytes.append("mdat" as FourCharacterCode)
    try sink.append(bytes.span)
    dataOffset = sink.byteCount
  }

  /// True if chapters are stored as a track: in audiobooks, whose players expect one, and if `chpl` has no room for
  /// all.
  private var needsChapterTrack: Bool {
    let isHeldByList =
      metadata.markers.count <= UserDataBox.chapterCapacity && metadata.markers.allSatisfy { $0.name.utf8.count < 256 }
    // A copied film brings its own.
    let hasOne = tracks.contains { $0.kind == .audio && $0.chapterTrack != nil }
    return !metadata.markers.isEmpty && !hasOne && (box.brand == .audiobook || !isHeldByList)
  }

  /// Returns the room that the index will need, if that is known; 0 if not.
  private func reserve() -> Int {
    var bytes = Int64(indexBytes().count)
    for track in tracks {
      guard let expectation = track.expectation else { return 0 }
      bytes = bytes.saturatingAdd(expectation.tableByteCount(track))
    }
    // Room for an edit list, gapless text and a cookie that grows.
    bytes = bytes.saturatingAdd(512)
    if needsChapterTrack {
      bytes = bytes.saturatingAdd(Int64(metadata.markers.count) * 24 + 1024)
    }
    return bytes <= MovieOutput.maximumReserve ? Int(bytes) : 0
  }

  /// The markers at their positions in the movie, whose sound may begin late.
  var placedMarkers: [Marker] {
    let delay = box.soundDelay(tracks) * markerRate
    return metadata.markers.map { marker in
      var marker = marker
      marker.framePosition += delay
      return marker
    }
  }

  /// Returns the movie box in its present state.
  func indexBytes() -> [UInt8] {
    var (box, metadata) = (box, metadata)
    metadata.markers = placedMarkers
    box.userData = UserDataBox.bytes(metadata, gapless: gaplessText, sampleRate: markerRate)
    return box.bytes(tracks)
  }

  /// Adds packets to a track.
  mutating func write(_ packets: borrowing PacketSpans, track: Int) throws(ContainerError) {
    try enter(track)
    var run = 0..<0
    var position = sink.byteCount
    var clock = tracks[track].clock
    defer { tracks[track].clock = clock }
    for index in packets.descriptions.indices {
      let place = try packets.range(of: index)
      var sample = try packets.sample(index, &clock)
      if let mask = tracks[track].entryMask {
        sample.isSync = !place.isEmpty && packets.bytes[place.lowerBound] & mask == mask
      }
      if place.lowerBound != run.upperBound {
        try append(packets.bytes.extracting(run), track)
        run = place.lowerBound..<place.lowerBound
      }
      if index < packets.timings.count { tracks[track].closeGap(before: packets.timings[index].decodeTime) }
      if box.isFragmented, isFragmentDue(track, isSync: sample.isSync) {
        try append(packets.bytes.extracting(run), track)
        run = place.lowerBound..<place.lowerBound
        try flushFragment()
      }
      try tracks[track].append(sample, at: position)
      position += Int64(sample.byteCount)
      run = run.lowerBound..<place.upperBound
    }
    try append(packets.bytes.extracting(run), track)
  }

  /// Adds packets that are all alike.
  mutating func write(_ bytes: Span<UInt8>, constant sample: TimedSample, track: Int) throws(ContainerError) {
    try enter(track)
    let size = Int(sample.byteCount)
    guard size > 0, bytes.count % size == 0 else {
      throw ContainerError(.invalidState, "only whole packets can be written", at: sink.byteCount)
    }
    var done = 0
    let count = bytes.count / size
    while done < count {
      if box.isFragmented, isFragmentDue(track, isSync: true) { try flushFragment() }
      let part = min(count - done, box.isFragmented ? fragmentRoom(track, sample) : 1 << 24)
      try tracks[track].append(part, of: sample, at: sink.byteCount)
      try append(bytes.extracting((done * size)..<((done + part) * size)), track)
      done += part
    }
  }

  /// Ends the chunk of another track.
  private mutating func enter(_ track: Int) throws(ContainerError) {
    guard !isFinished, tracks.indices.contains(track) else {
      throw ContainerError(.invalidState, "packets are written to a track that is there, before the end", at: 0)
    }
    if let openTrack, openTrack != track { tracks[openTrack].tables.closeChunk(timescale: tracks[openTrack].timescale) }
    openTrack = track
  }

  private mutating func append(_ bytes: Span<UInt8>, _ track: Int) throws(ContainerError) {
    if bytes.isEmpty { return }
    guard box.isFragmented else { return try sink.append(bytes) }
    tracks[track].pending.append(copying: bytes)
    pendingByteCount += bytes.count
  }

  /// Returns true if the fragment being collected is long enough, and this track may begin another one.
  private func isFragmentDue(_ track: Int, isSync: Bool) -> Bool {
    guard case .fragmented(let seconds) = structure else { return false }
    if pendingByteCount >= MovieOutput.maximumFragmentByteCount { return true }
    let duration = Double(tracks[track].tables.duration) / Double(tracks[track].timescale)
    // Fragments begin at a picture that can be decoded, unless the pictures have ended or never allow it.
    return track == leader ? duration >= seconds && isSync : duration >= seconds * 4
  }

  /// Returns the number of further packets that the fragment takes.
  private func fragmentRoom(_ track: Int, _ sample: TimedSample) -> Int {
    guard case .fragmented(let seconds) = structure else { return 1 }
    let wanted = seconds * Double(tracks[track].timescale) - Double(tracks[track].tables.duration)
    let byTime = (wanted / Double(max(1, sample.duration))).rounded(.up)
    let bySize = MovieOutput.maximumFragmentByteCount / Int(sample.byteCount)
    return max(1, min(bySize, byTime < 1e9 ? Int(max(0, byTime)) : bySize))
  }

  /// Completes the file.
  mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    isFinished = true
    if box.isFragmented { return try finishFragments() }
    if needsChapterTrack { try appendChapterTrack() }
    for index in tracks.indices { tracks[index].tables.closeChunk(timescale: tracks[index].timescale) }
    try finishIndex()
  }
}
