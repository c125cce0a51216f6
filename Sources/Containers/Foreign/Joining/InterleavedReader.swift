import AudioBase
import WaveFormats

/// A file of several streams, as its headers describe it.
struct InterleavedFile {
  /// Core Audio's file type, or a code made up by this package.
  var fileType: FourCharacterCode
  /// The audio streams.
  var streams: [SoundStream] = []
  /// The other streams, in words, one line each.
  var unreadTracks: [String] = []
  /// Metadata without a key, by its name.
  var unnamed = NameList()
  var metadata = Metadata()
  var warnings: [String] = []
  /// The first byte after the end of the file, as stated in its headers; `nil` if they do not state it.
  var statedEnd: Int64?
  /// The reason for which the first of the streams that are left out is.
  private(set) var failure: ContainerError?

  init(fileType: FourCharacterCode) { self.fileType = fileType }

  /// Records that a file ends earlier than its headers state; a cut between two pieces shows in no other way.
  fileprivate mutating func noteCut(_ source: any ByteSource) {
    guard let statedEnd, let byteCount = source.byteCount, byteCount < statedEnd else { return }
    warnings.append("the file is cut off: \(statedEnd - byteCount) of the bytes that its header counts are missing")
  }

  /// Leaves a stream out, unless the file itself cannot be read.
  mutating func leaveOut(_ stream: Int, _ error: ContainerError) throws(ContainerError) {
    if error.kind == .inputOutput { throw error }
    failure = failure ?? error
    warnings.append("stream \(stream) is left out: \(error)")
  }
}

/// Reads the sound of a file that holds several streams, piece by piece: each stream is a track, read from the joined
/// pieces by the reader of its frames.
struct InterleavedReader: ContainerReader {
  private var file: InterleavedFile
  private(set) var tracks: [TrackInfo] = []
  private var readers: [any ContainerReader] = []
  private var streams: [any JoinedBytes] = []
  /// True for a track whose packets have been read or sought; from the first such track on, only such tracks need
  /// bytes.
  private var isUsed: [Bool] = []

  /// Opens the streams of a file.
  ///
  /// - Parameters:
  ///   - walk: At the first piece.
  ///   - frames: The readers of frames.
  /// - Throws: ``ErrorKind/unsupported`` if there is no sound that is read, or the error of the only stream.
  init<Walk: PayloadWalk>(
    _ source: any ByteSource, _ file: InterleavedFile, _ walk: Walk, _ frames: FrameReaders
  ) throws(ContainerError) {
    let limits = frames.limits
    self.file = file
    self.file.noteCut(source)
    for stream in file.streams.prefix(limits.trackCount) {
      do throws(ContainerError) {
        guard (1...limits.channelCount).contains(stream.format.channelsPerFrame), stream.format.sampleRate > 0 else {
          throw ContainerError(.limitExceeded, "there is no channel or rate, or there are too many", at: 0)
        }
        var bytes: any JoinedBytes = JoinedStream(source, walk, stream: stream.number)
        if case .repacked(let packing) = stream.packets { bytes = RepackedSamples(bytes, packing) }
        try bytes.survey()
        guard bytes.byteCount != 0 else {
          throw ContainerError(.truncated, "no piece of the stream is there", at: 0)
        }
        try add(stream, bytes, frames)
      } catch {
        try self.file.leaveOut(stream.number, error)
      }
    }
    guard tracks.isEmpty else { return }
    throw self.file.failure ?? ContainerError(.unsupported, "the file holds no sound", at: 0, in: file.fileType)
  }

  private mutating func add(
    _ stream: SoundStream, _ bytes: any JoinedBytes, _ frames: FrameReaders
  ) throws(ContainerError) {
    var described = TrackInfo(format: stream.format, cookie: stream.cookie)
    described.containerCookie = stream.cookie
    described.duration = stream.duration
    described.layout = stream.layout ?? described.layout
    let reader: any ContainerReader
    switch stream.packets {
    case .alike, .repacked:
      reader = AlikeReader(
        bytes, described, byteCount: bytes.byteCount, fileType: file.fileType)
    case .pieces: reader = try PieceReader(bytes, described, fileType: file.fileType, limits: frames.limits)
    case .framed: reader = try frames.open(stream.format.formatID, bytes)
    case .recognized:
      var head = SourceWindow(bytes, capacity: SourceWindow.headerCapacity)
      let place = try head.load(SourceWindow.headerCapacity, at: 0)
      let formatID = frames.recognized(head.bytes.span.extracting(place)) ?? stream.format.formatID
      reader = try frames.open(formatID, bytes)
    }
    guard var track = reader.tracks.first else {
      throw ContainerError(.malformed, "the stream holds no frame", at: 0, in: file.fileType)
    }
    track.identifier = stream.number
    track.language = stream.language
    track.dataOffset = bytes.fileOffset(of: track.dataOffset)
    tracks.append(track)
    readers.append(reader)
    streams.append(bytes)
    isUsed.append(false)
  }

  var fileType: FourCharacterCode { file.fileType }
  var unreadTracks: [String] { file.unreadTracks }
  var unnamedItems: [String] { file.unnamed.names }

  /// The metadata of the file, and of the first stream's tags.
  var metadata: Metadata {
    var metadata = file.metadata
    if let own = readers.first?.metadata { metadata.fillValues(from: own) }
    return metadata
  }

  var warnings: [String] {
    // The walks of all streams pass the same bytes.
    var lines = file.warnings + (streams.first?.remarks ?? [])
    for (index, reader) in readers.enumerated() {
      lines += reader.warnings.map { readers.count > 1 ? "stream \(tracks[index].identifier): \($0)" : $0 }
    }
    return lines
  }

  /// The lowest offset that the tracks in use can still need, or all tracks if none is in use.
  var lowestNeededOffset: Int64 {
    let isAnyUsed = isUsed.contains(true)
    var lowest = Int64.max
    for index in readers.indices where isUsed[index] || !isAnyUsed {
      lowest = min(lowest, streams[index].lowestNeededOffset(from: readers[index].lowestNeededOffset))
    }
    return lowest
  }

  private func check(_ track: Int) throws(ContainerError) {
    guard readers.indices.contains(track) else {
      throw ContainerError(.invalidState, "no such track", at: 0, in: file.fileType)
    }
  }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try check(track)
    isUsed[track] = true
    try readers[track].seek(toPacket: packet, ofTrack: 0)
  }

  /// Fills the batch with the next packets of a track; their offsets are places in the file.
  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try check(track)
    isUsed[track] = true
    let found = try readers[track].readPackets(ofTrack: 0, into: &batch)
    let stream = streams[track]
    for index in batch.fileOffsets.indices {
      batch.fileOffsets[index] = stream.fileOffset(of: batch.fileOffsets[index])
    }
    return found
  }

  func streamChanges(ofTrack track: Int) -> StreamChanges {
    guard readers.indices.contains(track) else { return StreamChanges() }
    let stream = streams[track]
    return readers[track].streamChanges(ofTrack: 0).mapOffsets { stream.fileOffset(of: $0) }
  }

  mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    try check(track)
    guard var position = try readers[track].locate(target, ofTrack: 0) else { return nil }
    position.byteOffset = streams[track].fileOffset(of: position.byteOffset)
    return position
  }
}

extension ByteSource {
  /// Throws if the source is still arriving: films are read only from complete files.
  func refuseArriving(_ fileType: FourCharacterCode) throws(ContainerError) {
    guard isArriving else { return }
    throw ContainerError(.notStreamable, "films are read once they are there whole", at: 0, in: fileType)
  }
}
