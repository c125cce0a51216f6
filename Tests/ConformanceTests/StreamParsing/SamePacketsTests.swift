import AudioBase
import AudioFiles
import Foundation
import TestSupport
import Testing

/// The same packets whichever way the bytes come: from a file, through a pipe, or pushed in pieces.
@Suite struct SamePacketsTests {
  /// Bytes of a piece.
  static let pieces = [1, 997, 4096, 65536]
  /// Files up to this size are also pushed byte by byte.
  static let byteByByteLimit = 200_000

  static let fixtures = StreamFiles.all.filter { $0.path.hasPrefix(SharedFiles.fixtures.path) }
  static let shared = StreamFiles.all.filter { !$0.path.hasPrefix(SharedFiles.fixtures.path) }

  @Test("every fixture gives the same packets from file, pipe and pushed stream", arguments: fixtures)
  func fixture(_ file: URL) { Self.compare(file) }

  @Test(
    "every vector and file of the corpus gives the same packets from file, pipe and pushed stream",
    .enabled(if: !shared.isEmpty), arguments: shared)
  func sharedFile(_ file: URL) { Self.compare(file) }

  static func compare(_ file: URL) {
    let name = StreamFiles.name(file)
    let fromFile = StreamRuns.read { () throws(AudioError) in try FileByteSource(path: file.path) }
    let fromPipe = StreamRuns.read { () throws(AudioError) in
      try SpooledByteSource(FileDescriptor.open(reading: Pathname(file.path)))
    }
    let differences = fromPipe.sameness(asFile: fromFile)
    #expect(differences.isEmpty, "\(name), pipe against file: \(differences)")
    let bytes = SharedFiles.bytes(file)
    for piece in pieces where piece > 1 || bytes.count <= byteByByteLimit {
      let pushed = StreamRuns.push(bytes) { piece }
      // An index behind the packets is refused by name, and so are films.
      if pushed.error == .notStreamable {
        #expect(
          StreamRuns.hasIndexBehind(bytes) || fromFile.fileType == "caff"
            || fromFile.fileType == nil || StreamRuns.films.contains(fromFile.fileType),
          "\(name): \(pushed.reason)")
        continue
      }
      let differences = pushed.sameness(asFile: fromFile)
      #expect(differences.isEmpty, "\(name), pieces of \(piece) against file: \(differences)")
      let isGivenAtOnce = pushed.byteCountBeforeEnd == pushed.bytes.count
      #expect(
        isGivenAtOnce || pushed.mayWaitForEnd(bytes.count), "\(name), pieces of \(piece): packets came at the end")
    }
  }
}

extension StreamRuns {
  /// Everything that reading a source gives.
  static func read(_ open: () throws(AudioError) -> any ByteSource) -> StreamOutcome {
    var outcome = StreamOutcome()
    do throws(AudioError) {
      var media = try MediaFile(source: open(), name: nil, containers: containers)
      outcome.fileType = media.reader.fileType
      let track = media.reader.tracks.firstIndex { $0.mediaKind == .audio } ?? 0
      var batch = PacketBatch()
      do throws(ContainerError) {
        while track < media.reader.tracks.count, try media.reader.readPackets(ofTrack: track, into: &batch) {
          outcome.add(batch, format: media.reader.tracks[track].format)
        }
      } catch {
        outcome.end(.container(error), isRefused: false)
      }
      outcome.tracks = media.reader.tracks.map(StreamOutcome.Header.init)
    } catch {
      outcome.end(error, isRefused: true)
    }
    return outcome
  }
}

extension StreamOutcome {
  /// The names of what differs from reading the file: packets, formats, cookies, layouts, packet tables.
  ///
  /// Three things nobody can know before the end, and they are told apart here: what the fragments of a movie add to
  /// its header, how many packets there are where fewer came than were stated, and that the last of them were cut off.
  func sameness(asFile other: StreamOutcome) -> [String] {
    if isRefused, other.isRefused { return [] }
    var found = streamDifferences(fromFile: other)
    guard tracks.count == other.tracks.count else { return found + ["track count"] }
    for (mine, theirs) in zip(tracks, other.tracks) {
      let isFragmented =
        fileType == "mp4f" || mine.packetCount == nil && theirs.packetCount != nil && mine.format.framesPerPacket == 0
      if isFragmented ? mine.format.formatID != theirs.format.formatID : mine.format != theirs.format {
        found.append("format \(mine.format) / \(theirs.format)")
      }
      if mine.cookie != theirs.cookie { found.append("cookie") }
      if mine.layout != theirs.layout { found.append("layout") }
      if mine.dataOffset != theirs.dataOffset, !isFragmented { found.append("data offset") }
      if kept(by: mine) != kept(by: theirs), !isFragmented {
        found.append("packet table \(String(describing: mine.packetTable)) / \(String(describing: theirs.packetTable))")
      }
      if let count = mine.packetCount, let known = theirs.packetCount, count < known {
        found.append("packet count \(count) / \(known)")
      }
    }
    return found
  }

  /// Whether packets can be sure only with the end of the stream: the last one of formats whose packets say nothing of
  /// their length, and MPEG audio of which too little came to tell it from other bytes without a hint.
  func mayWaitForEnd(_ byteCount: Int) -> Bool {
    let isFew = packets.count < 2 || byteCount - Int(packets[0].offset) < MediaFile.probedByteCount
    let withheld = bytes.count - byteCountBeforeEnd
    return switch fileType {
    // A last frame of FLAC may be shorter than the header that would have to follow the one before it.
    case "flac": packets.suffix(2).reduce(0) { $0 + $1.byteCount } >= withheld
    // A dependent substream of AC-3 may follow the last frame.
    case "dump", "ac-3", "ec-3": withheld == packets.last?.byteCount
    case "MPG3", "MPG2", "MPG1": isFew
    default: false
    }
  }

  /// The frames that a packet table leaves of the packets that came.
  private func kept(by track: Header) -> Range<Int64> {
    let total = packets.reduce(0) { $0 + Int64($1.frameCount) }
    guard let table = track.packetTable else { return 0..<total }
    let start = min(total, table.primingFrames)
    let kept =
      start..<max(start, min(total, table.primingFrames.addingReportingOverflow(table.validFrames).partialValue))
    return kept.isEmpty ? 0..<0 : kept
  }
}
