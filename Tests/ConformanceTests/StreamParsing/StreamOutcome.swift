import AudioBase
import AudioCatalog
import AudioFiles
import Foundation
import TestSupport

/// Everything that reading a file gave, in a form that does not depend on how packets were grouped.
struct StreamOutcome {
  /// What a header says of a track.
  struct Header: Equatable {
    var format: StreamFormat
    var cookie: [UInt8]
    var layout: ChannelLayout?
    var dataOffset: Int64
    var packetTable: PacketTable?
    var packetCount: Int64?
    var bitRate: Int?

    init(_ track: TrackInfo) {
      format = track.format
      cookie = track.cookie
      layout = track.layout
      dataOffset = track.dataOffset
      packetTable = track.packetTable
      packetCount = track.packetCount
      bitRate = track.bitRate
    }
  }

  /// One packet, or one run of packets of one frame each.
  struct Packet: Equatable {
    var byteCount: Int
    var frameCount: Int
    var offset: Int64
  }

  var fileType: FourCharacterCode?
  var tracks: [Header] = []
  var metadata = Metadata()
  var packets: [Packet] = []
  var timings: [PacketTiming] = []
  var bytes: [UInt8] = []
  /// What ended reading; the place is left out, as it may differ where the size of the source is not known.
  var error: AudioError.Kind?
  /// Whether the error was met while opening.
  var isRefused = false
  /// Why, in words.
  var reason = ""
  /// Whether packets were numbered one after the other.
  var isNumberedInOrder = true
  /// Bytes of packets that a parser gave before it was told of the end.
  var byteCountBeforeEnd = 0
  private var nextPacket: Int64 = 0

  mutating func add(_ batch: PacketBatch, format: StreamFormat) {
    if batch.firstPacket != nextPacket { isNumberedInOrder = false }
    let isRun = format.framesPerPacket == 1 && format.bytesPerPacket > 0
    nextPacket = batch.firstPacket + Int64(isRun ? batch.bytes.count / format.bytesPerPacket : batch.count)
    for (index, description) in batch.descriptions.enumerated() {
      let packet = Packet(
        byteCount: description.byteCount,
        frameCount: description.frameCount > 0 ? description.frameCount : format.framesPerPacket,
        offset: batch.fileOffsets[index])
      if isRun, let last = packets.last, last.offset + Int64(last.byteCount) == packet.offset {
        packets[packets.count - 1].byteCount += packet.byteCount
        packets[packets.count - 1].frameCount += packet.frameCount
      } else {
        packets.append(packet)
      }
      bytes += batch.packet(index)
    }
    timings += batch.timings
  }

  mutating func end(_ error: AudioError, isRefused: Bool) {
    self.isRefused = isRefused
    reason = error.description
    self.error = error.stage == .container ? error.kind : .unsupported
  }

  /// The names of what differs between two outcomes.
  func differences(from other: StreamOutcome) -> [String] {
    var found = packetDifferences(from: other)
    if metadata != other.metadata { found.append("metadata") }
    if tracks.count != other.tracks.count {
      found.append("track count")
    } else {
      for (mine, theirs) in zip(tracks, other.tracks) where mine != theirs { found.append("track \(mine) / \(theirs)") }
    }
    return found
  }

  /// As ``differences(from:)``, but only for packets and the end, and leaves open whether the last packet is shorter
  /// than the others, which only the whole of a fragmented file tells.
  func streamDifferences(fromFile other: StreamOutcome) -> [String] {
    var own = self
    if let last = packets.last, let theirs = other.packets.last, last.frameCount < theirs.frameCount {
      own.packets[packets.count - 1].frameCount = theirs.frameCount
    }
    return own.packetDifferences(from: other)
  }

  private func packetDifferences(from other: StreamOutcome) -> [String] {
    var found: [String] = []
    if fileType != other.fileType { found.append("file type \(text(fileType)) / \(text(other.fileType))") }
    // Without the size of the file only a limit ends what the other sees at once.
    let isUnbounded = error == .limitExceeded && other.error == .truncated
    if isRefused != other.isRefused || (error != other.error && !isUnbounded) {
      found.append("error '\(reason)' / '\(other.reason)'")
    }
    if packets != other.packets {
      let place = zip(packets, other.packets).enumerated().first { $1.0 != $1.1 }
      let detail = place.map { "at \($0): \($1.0) / \($1.1)" } ?? ""
      found.append("packets \(packets.count) / \(other.packets.count) \(detail)")
    } else if bytes != other.bytes {
      found.append("bytes")
    }
    if timings != other.timings { found.append("timings \(timings.count) / \(other.timings.count)") }
    return found
  }

  private func text(_ code: FourCharacterCode?) -> String { code?.description ?? "none" }
}

/// Reads files as a whole and as streams.
enum StreamRuns {
  static let containers = Catalog.standard.containers

  /// The whole file, as any program reads it.
  ///
  /// - Parameter track: The track to read, `nil` for the first of audio.
  static func pull(_ bytes: [UInt8], track choice: Int? = nil) -> StreamOutcome {
    var outcome = StreamOutcome()
    do throws(AudioError) {
      var media = try MediaFile(source: MemoryByteSource(bytes), name: nil, containers: containers)
      outcome.fileType = media.reader.fileType
      let tracks = media.reader.tracks
      outcome.tracks = tracks.map(StreamOutcome.Header.init)
      outcome.metadata = media.reader.metadata
      guard !tracks.isEmpty else { return outcome }
      let track = choice ?? tracks.firstIndex { $0.mediaKind == .audio } ?? 0
      var batch = PacketBatch()
      do throws(ContainerError) {
        while try media.reader.readPackets(ofTrack: track, into: &batch) {
          outcome.add(batch, format: tracks[track].format)
        }
      } catch {
        outcome.end(.container(error), isRefused: false)
      }
    } catch {
      outcome.end(error, isRefused: true)
    }
    return outcome
  }

  /// The stream in pieces of the sizes that `next` gives, taking packets out after each.
  static func push(_ bytes: [UInt8], track: Int? = nil, next: () -> Int) -> StreamOutcome {
    var outcome = StreamOutcome()
    var parser = StreamParser(containers: containers)
    var batch = PacketBatch()
    do throws(AudioError) {
      var place = 0
      while place < bytes.count {
        let count = min(max(1, next()), bytes.count - place)
        let isNew = parser.fileType == nil
        try parser.append(bytes.span.extracting(place..<(place + count)))
        place += count
        if isNew, parser.fileType != nil, let track { try parser.selectTrack(track) }
        try drain(&parser, &batch, &outcome)
      }
      outcome.byteCountBeforeEnd = outcome.bytes.count
      try parser.finish()
      try drain(&parser, &batch, &outcome)
    } catch {
      outcome.end(error, isRefused: parser.fileType == nil)
    }
    outcome.fileType = parser.fileType
    outcome.tracks = parser.tracks.map(StreamOutcome.Header.init)
    outcome.metadata = parser.metadata
    return outcome
  }

  static func drain(
    _ parser: inout StreamParser, _ batch: inout PacketBatch, _ outcome: inout StreamOutcome
  ) throws(AudioError) {
    while try parser.nextPackets(into: &batch) {
      guard let format = parser.track?.format else { return }
      outcome.add(batch, format: format)
    }
  }

  /// The types of films and archives, which are read once they are there whole.
  static let films: [FourCharacterCode?] = ["avi ", "asf ", "flv ", "mp2p", "nut ", "swf ", "wvpk", "TTA1", "mpc "]

  /// Whether an MP4 file has its movie box behind the packets, by a plain walk over its boxes.
  static func hasIndexBehind(_ bytes: [UInt8]) -> Bool {
    var place = 0
    while bytes.count - place >= 8 {
      let type = String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
      if type == "moov" { return false }
      if type == "mdat" { return true }
      var size = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      if size == 1, bytes.count - place >= 16 {
        size = bytes[(place + 8)..<(place + 16)].reduce(0) { ($0 & 0xFF_FFFF_FFFF) << 8 | Int($1) }
      }
      guard size >= 8, size < bytes.count - place else { return false }
      place += size
    }
    return false
  }
}

/// The files that streams are made of.
enum StreamFiles {
  static let all: [URL] = {
    let fixtures =
      FileManager.default.enumerator(atPath: SharedFiles.fixtures.path)?
      .compactMap { $0 as? String }.map { SharedFiles.fixtures.appending(path: $0) }
      .filter { !$0.hasDirectoryPath && !["asc", "md", "ref"].contains($0.pathExtension) } ?? []
    let vectors = SharedFiles.files(below: "vectors").filter { ["v.m4a", "v.adts"].contains($0.lastPathComponent) }
    return fixtures.sorted { $0.path < $1.path } + SharedFiles.files(below: "corpus") + vectors
  }()

  /// The path below `shared` or the fixtures, for messages.
  static func name(_ file: URL) -> String { file.pathComponents.suffix(3).joined(separator: "/") }
}
