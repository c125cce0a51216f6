public import AudioBase
public import AudioCatalog
public import AudioFiles

/// Rewrites a file from its readable parts: makes headers, indexes, sizes, counts and checks for the packets that
/// exist.
///
/// ```swift
/// let report = try FileRepair(of: "cut.m4a", to: "mended.m4a").run()
/// for line in report.mended { print(line) }
/// ```
/// Packets stay unchanged, byte by byte, and metadata of the recording are kept. Junk between frames, pages whose check
/// is wrong and packets that are cut off are left out. FLAC in files of its own is encoded again where frames are
/// damaged or the sum over all samples is missing or wrong: damaged frames become silence, so that all others keep
/// their places.
///
/// Of an MP4 file that was cut off before its movie box, only packets that say themselves where they begin (MPEG audio,
/// FLAC, ADTS) can be found. Everything else is refused by name.
public struct FileRepair: Sendable {
  /// The file to read.
  public var input: Pathname
  /// The file to write; the input itself only if ``replacement`` allows it.
  public var output: Pathname
  /// The container of the output, or `nil` for the input's, or for that of the output's extension if it differs.
  public var container: ContainerDescriptor?
  /// The policy for an existing output, which may be the input.
  public var replacement = ReplacementPolicy.refuse
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard

  /// Creates a job.
  public init(of input: Pathname, to output: Pathname) { (self.input, self.output) = (input, output) }

  /// Reads the readable parts and writes them.
  ///
  /// - Throws: `AudioError`; nothing is left of the output then.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> RepairReport {
    var report = RepairReport()
    let media = try open(&report)
    let surveys = try survey(media, &report)
    guard surveys.contains(where: { $0.scan.packetCount > $0.missingPacketCount }) else {
      throw .input(input, .refused("there is no packet in it that can be read"))
    }
    let salvaged = SalvagedTracks(media.reader, surveys)
    let found = MediaFile(reader: salvaged, container: media.container, of: [media])
    let target: ContainerDescriptor
    if let container { target = container } else { target = try targetContainer(media.container) }
    report.packetCount = surveys.reduce(0) { $0 + $1.scan.packetCount - $1.missingPacketCount }
    if output == input, let lost = JobFiles.lost(byRewriting: media) {
      throw .input(
        input, .refused("it cannot be repaired in its place: \(lost); name another output"))
    }
    if media.container.fileType == .flac, target.fileType == .flac, try needsEncoding(media, &report, control) {
      try encode(found, target, &report, control)
      return report
    }
    var copy = FileCopy(from: input, to: output)
    copy.container = target
    copy.replacement = replacement
    copy.catalog = catalog
    if target.fileType == media.container.fileType { copy.userChunks = (try? media.foreignChunks()) ?? [] }
    let copied = try copy.run(of: found, Self.withoutNotes(control))
    for note in copied.notes {
      if case .oddInput = note { continue }
      report.notes.append(note)
    }
    return report
  }

  private static func withoutNotes(_ control: JobControl) -> JobControl {
    JobControl(cancellation: control.cancellation, progress: control.progress)
  }

  /// Returns the container to write: that of the input, unless the output's name belongs to another one.
  private func targetContainer(_ container: ContainerDescriptor) throws(AudioError) -> ContainerDescriptor {
    let named = output.fileExtension.flatMap { suffix in
      container.extensions.contains(suffix) ? nil : catalog.writableContainer(extension: suffix)
    }
    if let named, container.create != nil {
      guard container.fileType != .flac else {
        throw .output(output, .refused("FLAC is repaired into a file of FLAC, which can be converted then"))
      }
      return named
    }
    if container.create != nil { return container }
    guard let other = output.fileExtension.flatMap(catalog.writableContainer) else {
      throw .output(output, .refused("files of type '\(container.fileType)' are only read"))
    }
    return other
  }

  // MARK: - Finding what is there

  /// Opens the file, or the packets that can be found in it.
  private func open(_ report: inout RepairReport) throws(AudioError) -> MediaFile {
    do throws(AudioError) {
      return try MediaFile(path: input, containers: catalog.containers)
    } catch {
      guard error.place.structure == "moov" else { throw error }
      return try openMediaData(instead: error, &report)
    }
  }

  /// Containers whose packets mark their own start.
  private static let selfFraming: Set<FourCharacterCode> = ["MPG1", "MPG2", "MPG3", "flac", "adts", "loas"]

  /// Searches the media data of an MP4 file without a movie box for packets.
  private func openMediaData(
    instead error: AudioError, _ report: inout RepairReport
  ) throws(AudioError) -> MediaFile {
    do throws(AudioError) {
      let source = try FileByteSource(path: input)
      let start = try raising { () throws(ContainerError) in try Self.mediaData(in: source) }
      guard let start else { throw error }
      var edit = FileEdit()
      edit.replace(0..<start, with: [])
      let rest = try raising { () throws(ContainerError) in try EditedByteSource(source, edit) }
      let containers = catalog.containers.filter { Self.selfFraming.contains($0.fileType) }
      let media = try MediaFile(source: rest, name: nil, containers: containers)
      report.mended.append(
        "the movie box is missing; packets that say themselves where they begin were found in the media data")
      return media
    } catch {
      if error.kind == .inputOutput { throw .input(input, error) }
      throw .input(
        input,
        .refused(
          "the movie box is missing, which alone says where the packets are and what they are: those in the media data do not say it themselves"
        ))
    }
  }

  /// Returns the offset at which the contents of the first `mdat` begin.
  private static func mediaData(in source: any ByteSource) throws(ContainerError) -> Int64? {
    var window = SourceWindow(source, capacity: 64)
    var place: Int64 = 0
    let end = source.byteCount ?? 0
    // Bound: a box has eight bytes at least.
    for _ in 0..<4096 where end - place >= 16 {
      var size = Int64(try window.bigEndian(4, at: place))
      let type = FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: try window.bigEndian(4, at: place + 4)))
      var header: Int64 = 8
      if size == 1 {
        size = Int64(clamping: try window.bigEndian(8, at: place + 8))
        header = 16
      }
      if type == "mdat" { return place + header }
      guard size >= header, size < end - place else { return nil }
      place += size
    }
    return nil
  }

  /// Reads all packets of all tracks, and reports defects.
  private func survey(
    _ media: MediaFile, _ report: inout RepairReport
  ) throws(AudioError) -> [SalvagedTracks.Survey] {
    var surveys: [SalvagedTracks.Survey] = []
    var warnings = media.reader.warnings
    for index in media.reader.tracks.indices {
      let track = media.reader.tracks[index]
      let prefix = media.reader.tracks.count > 1 ? "track \(index): " : ""
      var missing: Int64 = 0
      do throws(ContainerError) {
        let scan = try TrackScan(media.reader, track: index) { batch, format in
          guard !format.hasConstantPackets else { return }
          for packet in batch.descriptions where packet.byteCount == 0 { missing += 1 }
        }
        for warning in scan.warnings where !warnings.contains(warning) { warnings.append(warning) }
        surveys.append(SalvagedTracks.Survey(scan: scan, missingPacketCount: missing))
        if let error = scan.earlyEnd {
          report.mended.append(
            "\(prefix)packets can be read up to byte \(error.byteOffset) (\(error.rule)); the index ends there")
        }
        if let stated = track.packetCount, stated != scan.packetCount {
          report.mended.append("\(prefix)the file stated \(stated) packets and holds \(scan.packetCount)")
        }
        if missing > 0 { report.mended.append("\(prefix)\(missing) packets are missing and left out") }
      } catch {
        throw .input(input, .container(error))
      }
    }
    report.mended = warnings + report.mended
    return surveys
  }

  // MARK: - FLAC

  /// Decodes a FLAC file and returns true if frames are damaged, or its sum or its count is missing or wrong.
  private func needsEncoding(
    _ media: MediaFile, _ report: inout RepairReport, _ control: JobControl
  ) throws(AudioError) -> Bool {
    var verification = FileVerification(of: input)
    verification.catalog = catalog
    let found = try verification.run(of: media, Self.withoutNotes(control))
    let track = media.reader.tracks[0]
    let hasSum = track.cookie.suffix(16).contains { $0 != 0 }
    let isSound = !found.findings.contains { [.damaged, .broken].contains($0.kind) }
    for finding in found.findings where [.damaged, .broken].contains(finding.kind) {
      report.mended.append(finding.description)
    }
    if !hasSum { report.mended.append("the MD5 of all samples was missing") }
    return !hasSum || !isSound
  }

  /// Decodes and encodes FLAC: the same samples, and silence in place of damaged frames.
  private func encode(
    _ media: MediaFile, _ target: ContainerDescriptor, _ report: inout RepairReport, _ control: JobControl
  ) throws(AudioError) {
    var conversion = FileConversion(from: input, to: output)
    conversion.container = target
    conversion.replacement = replacement
    conversion.catalog = catalog
    conversion.dataFormat = OutputDataFormat(.coded(.flac))
    // A requested data format is not encoded again where packets can be kept; a level requests it.
    conversion.compressionLevel = 5
    let done = try conversion.run(of: media, Self.withoutNotes(control))
    report.isEncoded = true
    report.mended.append("the samples were encoded anew, with their count and their MD5")
    report.notes += done.notes.filter {
      if case .damagedPackets = $0 { return false }
      if case .damagedPacket = $0 { return false }
      if case .oddInput = $0 { return false }
      return true
    }
  }
}

/// The result of a repair.
public struct RepairReport: Sendable {
  /// The repaired defects; empty for a flawless file.
  public var mended: [String] = []
  /// The number of packets written, of all tracks.
  public var packetCount: Int64 = 0
  /// True if FLAC was encoded again.
  public var isEncoded = false
  /// Further notes on the output.
  public var notes: [JobNote] = []
}
