public import AudioBase
public import AudioCatalog
import AudioConversion
public import AudioFiles

/// Verifies a whole file, for archives: reads all tracks to their end, decodes all sound, and makes all checks of the
/// format.
///
/// ```swift
/// let report = try FileVerification(of: "song.flac").run()
/// for finding in report.findings { print(finding) }
/// ```
public struct FileVerification: Sendable {
  /// The file to read; `-` is standard input.
  public var input: Pathname
  /// The decoder's configuration to use in place of the tracks' cookies, for streams that carry none.
  public var configuration: [UInt8]?
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard

  /// Creates a verification.
  public init(of input: Pathname) { self.input = input }

  /// Opens the file and verifies it.
  ///
  /// - Throws: `AudioError` if the file cannot be opened or read at all, or the work was cancelled. Problems of a
  ///   file that can be read are in the report.
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> VerificationReport {
    try run(of: JobFiles.open(input, catalog), control)
  }

  /// Verifies a file that is already open, named ``input``.
  ///
  /// - Throws: `AudioError`; see ``run(_:)``.
  public func run(of media: MediaFile, _ control: JobControl = JobControl()) throws(AudioError) -> VerificationReport {
    var report = VerificationReport()
    for index in media.reader.tracks.indices {
      let subject = Subject(reader: media.reader, index: index)
      if subject.track.mediaKind == .audio {
        try decode(subject, &report, control)
      } else {
        try read(subject, &report)
      }
    }
    try checkFrames(media, &report)
    if media.reader.tracks.isEmpty { report.add(Finding(.container, "the file holds no tracks")) }
    report.addWarnings(media.reader.warnings)
    report.unreadTracks = media.reader.unreadTracks
    try media.checkFiles()
    return report
  }

  /// Sums up the checks that frames carry besides their packets.
  private func checkFrames(_ media: MediaFile, _ report: inout VerificationReport) throws(AudioError) {
    guard let check = media.container.checkFrames, media.reader.tracks.count == 1 else { return }
    let codec = catalog.codec(formatID: media.reader.tracks[0].format.formatID)
    let checks = try raising(input: input) { () throws(ContainerError) in
      try check(media.source, ResourceLimits()) { packet, stream in codec?.protectedBits?(packet, stream) }
    }
    guard checks.count > 0 else { return }
    if !report.tracks.isEmpty { report.tracks[0].checks.append("the CRC of \(checks.count) frames") }
    guard let first = checks.firstFailure else { return }
    var finding = Finding(
      .broken,
      "the CRC of \(checks.failedCount) of \(checks.count) frames does not hold; the first: packet \(first.packet), byte \(first.byteOffset)",
      track: 0)
    (finding.packet, finding.byteOffset) = (first.packet, first.byteOffset)
    report.add(finding)
  }

  private typealias Finding = VerificationReport.Finding

  /// A track that is verified.
  private struct Subject {
    var reader: any ContainerReader
    var index: Int

    var track: TrackInfo { reader.tracks[index] }
  }

  /// Decodes an audio track whole, priming and remainder included.
  private func decode(
    _ subject: Subject, _ report: inout VerificationReport, _ control: JobControl
  ) throws(AudioError) {
    let (track, index, reader) = (subject.track, subject.index, subject.reader)
    var options = DecodeRequest()
    options.trimming = .none
    options.configuration = configuration
    options.streamCheck = .wholeStream
    var found = VerificationReport.Track(index: index, formatID: track.format.formatID)
    var decoder: TrackDecoder
    do throws(AudioError) {
      decoder = try TrackDecoder(of: reader, track: index, codecs: catalog.codecs, options: options)
    } catch {
      report.add(Finding(.undecodable, error.description, track: index))
      return try read(subject, &report)
    }
    found.checks = Self.checks(of: track, in: reader)
    var progress = StageProgress(
      .reading, .frames(sampleRate: decoder.format.sampleRate), expected: decoder.expectedFrameCount, control)
    do throws(AudioError) {
      while try decoder.decodeNext() != nil {
        progress.update(decoder.report.frameCount)
        if progress.isCancelled { throw .cancelled }
      }
    } catch {
      if [.cancelled, .inputOutput, .changed].contains(error.kind) { throw .input(input, error) }
      report.add(Finding(.undecodable, error.text, track: index))
    }
    found.packetCount = decoder.report.packetCount
    found.frameCount = decoder.report.frameCount
    found.formatChangeCount = decoder.report.formatChangeCount
    report.tracks.append(found)
    report.add(decoder.report, track: index)
    if decoder.report.formatChangeCount == 0 {
      try count(subject, frames: decoder.report.frameCount, rate: decoder.format.sampleRate, &report)
    }
  }

  private static var cancelled: ContainerError { ContainerError(.invalidState, "the work was cancelled", at: 0) }

  /// Compares the counts stated in the file with the actual ones.
  private func count(
    _ subject: Subject, frames: Int64, rate: Double, _ report: inout VerificationReport
  ) throws(AudioError) {
    let (track, index) = (subject.track, subject.index)
    let scan = try raising(input: input) { () throws(ContainerError) in try TrackScan(subject.reader, track: index) }
    report.addWarnings(scan.warnings)
    if let stated = track.packetCount, stated != scan.packetCount {
      report.add(Finding(.count, "the file states \(stated) packets and holds \(scan.packetCount)", track: index))
    }
    if let stated = track.streamInformationFrameCount, frames < stated {
      report.add(
        Finding(.truncated, "\(stated - frames) frames are missing of those that STREAMINFO counts", track: index))
    } else if let table = track.packetTable, table.timescale > 0, table.validFrames > 0, rate > 0 {
      let needed = Double(table.primingFrames) + Double(table.validFrames)
      let there = Double(frames) * table.timescale / rate
      // Counts of a rate that is a multiple of another may be off by the part of a frame.
      if there + max(1, table.timescale / rate) < needed {
        let missing = Int64(min(needed - there, 0x1p62))
        // FFmpeg counts the last packet of Apple Lossless in CAF as a full one.
        let isCount = track.packetCount == scan.packetCount && missing < track.format.framesPerPacket
        let finding =
          isCount
          ? Finding(.count, "the file counts \(missing) frames more than its packets hold", track: index)
          : Finding(.truncated, "\(missing) frames are missing at the end", track: index)
        report.add(finding)
      }
    }
  }

  /// Reads a track that is not decoded to its end.
  private func read(_ subject: Subject, _ report: inout VerificationReport) throws(AudioError) {
    let index = subject.index
    try raising(input: input) { () throws(ContainerError) in
      let scan = try TrackScan(subject.reader, track: index)
      var found = VerificationReport.Track(index: index, formatID: subject.track.format.formatID)
      found.packetCount = scan.packetCount
      report.tracks.append(found)
      report.addWarnings(scan.warnings)
      if let error = scan.earlyEnd { report.add(Finding(.truncated, error.description, track: index)) }
    }
  }

  /// Returns the checksums of the track's format that are checked while it is read.
  private static func checks(of track: TrackInfo, in reader: any ContainerReader) -> [String] {
    var checks: [String] = []
    if reader.fileType == "Oggf" { checks.append("the CRC-32 of every page") }
    if [.mpegLayer1, .mpegLayer2, .mpegLayer3].contains(track.format.formatID) {
      checks.append("the CRC-16 of every frame that has one")
    }
    if track.format.formatID == .flac {
      checks.append("the CRC-8 and CRC-16 of every frame")
      // The MD5 is the end of STREAMINFO; zeros say that it is not known. RFC 9639, 8.2.
      if track.cookie.suffix(16).contains(where: { $0 != 0 }) { checks.append("the MD5 of all samples") }
    }
    return checks
  }
}

/// The findings in a file.
public struct VerificationReport: Sendable {
  /// The result for one track.
  public struct Track: Sendable {
    /// The index in the file.
    public var index: Int
    /// The data format.
    public var formatID: FourCharacterCode
    /// The number of decoded packets; of other tracks than audio, the number of packets read.
    public var packetCount: Int64 = 0
    /// The number of decoded frames, priming and remainder included; 0 for other tracks than audio.
    public var frameCount: Int64 = 0
    /// The number of changes to another stream; a file with changes, joined from several, counts as intact.
    public var formatChangeCount: Int64 = 0
    /// The verified checksums, in words. Failed ones are among the findings.
    public var checks: [String] = []
  }

  /// A problem that the verification found.
  public struct Finding: Sendable, CustomStringConvertible {
    /// The kinds of findings.
    public enum Kind: String, Sendable {
      /// The container repaired, skipped or ignored a part of the file.
      case container
      /// Packets could not be decoded.
      case damaged
      /// Packets have an error outside their sound, or a checksum over several packets failed.
      case broken
      /// Packets, or the end, are missing.
      case truncated
      /// A stated count differs from the contents of the file.
      case count
      /// Samples are infinite or NaN.
      case samples
      /// A track cannot be decoded.
      case undecodable
    }

    /// The kind.
    public var kind: Kind
    /// The problem, in one line.
    public var description: String
    /// The index of the track, or `nil` for the file as a whole.
    public var track: Int?
    /// The first affected packet.
    public var packet: Int64?
    /// The number of bytes from the start of the file to the problem.
    public var byteOffset: Int64?

    init(_ kind: Kind, _ description: String, track: Int? = nil) {
      (self.kind, self.description, self.track) = (kind, description, track)
    }

    fileprivate func at(_ packet: DamagedPacket?) -> Finding {
      var finding = self
      (finding.packet, finding.byteOffset) = (packet?.packet, packet?.fileOffset)
      return finding
    }
  }

  /// The tracks, in file order.
  public var tracks: [Track] = []
  /// The tracks of other media, which were not verified, in words.
  public var unreadTracks: [String] = []
  /// All problems; empty for a flawless file.
  public var findings: [Finding] = []

  /// Returns true if nothing is wrong.
  public var isFlawless: Bool { findings.isEmpty }

  fileprivate mutating func add(_ finding: Finding) { findings.append(finding) }

  /// Adds remarks of the container that have not been reported yet.
  fileprivate mutating func addWarnings(_ warnings: [String]) {
    for warning in warnings where !findings.contains(where: { $0.kind == .container && $0.description == warning }) {
      add(Finding(.container, warning))
    }
  }

  /// Adds the findings of decoding a track.
  fileprivate mutating func add(_ report: DecodingReport, track: Int) {
    if let first = report.damage.first {
      let count = "\(report.damagedPacketCount) of \(report.packetCount) packets cannot be decoded"
      add(Finding(.damaged, "\(count); the first: \(first)", track: track).at(first))
    }
    if report.lostPacketCount > 0 {
      add(Finding(.truncated, "\(report.lostPacketCount) packets are lost", track: track))
    }
    if let first = report.firstRemark {
      let count = "\(report.remarkedPacketCount) of \(report.packetCount) packets"
      add(
        Finding(.broken, "\(count) have something broken beside their sound; the first: \(first)", track: track)
          .at(first))
    }
    if report.replacedSampleCount > 0 {
      add(Finding(.samples, "\(report.replacedSampleCount) samples are infinite or no numbers", track: track))
    }
    if let error = report.earlyEnd {
      var finding = Finding(.truncated, "the end is missing: \(error)", track: track)
      finding.byteOffset = error.place.byte
      add(finding)
    }
  }
}

extension TrackInfo {
  /// The number of frames stated in the `STREAMINFO` of a FLAC track in any container: the last 36 bits before the MD5
  /// (RFC 9639, 8.2); `nil` if it states none.
  var streamInformationFrameCount: Int64? {
    guard format.formatID == .flac, cookie.count >= 34 else { return nil }
    let count = cookie.suffix(34).dropFirst(13).prefix(5).reduce(Int64(0)) { $0 << 8 | Int64($1) } & 0xF_FFFF_FFFF
    return count > 0 ? count : nil
  }

  /// Returns true if the stream itself says which frames are the recording, as FLAC's does but for priming.
  func statesRecording(_ table: PacketTable) -> Bool {
    table.primingFrames == 0 && streamInformationFrameCount == table.validFrames
  }
}
