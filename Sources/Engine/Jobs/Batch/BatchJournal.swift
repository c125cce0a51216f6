import AudioBase
import AudioFiles

/// The report of a batch as its memory: which files are done, the state they were in, and which outputs belong to the
/// batch.
///
/// ```
/// report               one line per file that is done or has failed; of two for a file the later one counts
/// report + ".begun"    one line per output that has been begun; removed when the batch has reached its end
/// ```
/// A program may be killed between moving an output to its place and writing its line. The second file shows the next
/// one that the output is this batch's own, and may be replaced. So that this survives a power cut, its lines are on
/// the disk before their outputs are begun, and the report is before the second file is removed; a line of the report
/// that is lost with the power means that its file is processed once more.
final class BatchJournal: Sendable {
  private let report: Pathname
  private let lines: LineFile
  private let begun: LineFile
  /// The contents of the report when the batch began.
  private let known: JournalIndex
  /// The number of lines of the report that later lines have replaced.
  private let supersededCount: Lock<Int>

  /// Returns the name of the list of outputs that have been begun.
  static func begunPath(_ report: Pathname) -> Pathname { report.appending(".begun") }

  /// Opens a report and reads its lines; an incomplete last line is cut off.
  ///
  /// - Parameter byContents: True if files are recognised as unchanged by their bytes, and not by their times.
  /// - Throws: `AudioError` where another batch is writing the file, or where it contains an invalid line.
  init(_ report: Pathname, byContents: Bool) throws(AudioError) {
    self.report = report
    lines = try LineFile(appendingTo: report)
    guard lines.lock() else { throw .output(report, .refused("another batch is writing this report")) }
    begun = try LineFile(appendingTo: Self.begunPath(report))
    var index = JournalIndex()
    try Self.forEachRecord(of: lines) { record, _ in
      index.add(record.target, state: record.error == nil ? record.state(byContents: byContents) : nil)
    }
    try Self.forEachOutput(of: begun) { index.add(owned: $0) }
    index.sort()
    known = index
    supersededCount = Lock(index.supersededCount)
    try UnfinishedOutputs.remove { (visit) throws(AudioError) in
      try Self.forEachOutput(of: begun) { output in
        if index.state(of: BatchItem("", to: output).target) == nil { visit(output) }
      }
    }
  }

  /// Returns true if a file was processed in the present state of it and of its output.
  func isDone(_ record: BatchRecord, byContents: Bool) -> Bool {
    known.state(of: record.target) == record.state(byContents: byContents)
  }

  /// Returns true if the batch has written an output before, or has begun to write it.
  func owns(_ record: BatchRecord) -> Bool { known.owns(record.target) }

  /// Records that an output will be written.
  func begin(_ output: Pathname) throws(AudioError) {
    try begun.append(output.argument + "\n")
    try begun.synchronize()
  }

  /// Writes the line of a file.
  func end(_ record: BatchRecord) throws(AudioError) {
    try lines.append(JSONLines.line(record))
    if known.hasLine(record.target) { supersededCount.withLock { $0 += 1 } }
  }

  /// Ends a batch that has processed all its files: each keeps one line, its last.
  func finish() throws(AudioError) {
    if supersededCount.withLock({ $0 }) > 0 { try dropSuperseded() } else { try lines.synchronize() }
    LineFile.remove(Self.begunPath(report))
  }

  private func dropSuperseded() throws(AudioError) {
    var index = JournalIndex()
    try Self.forEachRecord(of: lines) { record, _ in index.add(record.target, state: nil) }
    var kept = index.lastLines()[...]
    let sink = try raising(output: report) { () throws(AudioError) in try FileByteSink(replacingLocked: report) }
    var number = 0
    do throws(AudioError) {
      try Self.forEachRecord(of: lines) { (_, line) throws(AudioError) in
        defer { number += 1 }
        guard kept.first == number else { return }
        kept.removeFirst()
        try raising(output: report) { () throws(ContainerError) in
          try sink.append((line.bytes + [UInt8(ascii: "\n")]).span)
        }
      }
      try JobFiles.commit(sink, report)
    } catch {
      sink.discard()
      throw error
    }
  }

  /// Reads the lines of a report.
  private static func forEachRecord(
    of file: LineFile, _ visit: (BatchRecord, LineReader.Line) throws(AudioError) -> Void
  ) throws(AudioError) {
    var reader = LineReader(file)
    while let line = try reader.next() {
      if line.isWhole, let record = JSONLines.value(BatchRecord.self, of: line.bytes) {
        try visit(record, line)
      } else if !line.isWhole, isTorn(line.bytes) {
        try file.truncate(to: line.offset)
      } else {
        throw .output(
          file.path, .refused("line \(reader.number) is none of a report of a batch; the file is left as it is"))
      }
    }
  }

  /// Returns true if bytes are the beginning of a line of a report; or zeros, which some file systems leave after a
  /// loss of power.
  private static func isTorn(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("{\"".utf8)) || bytes == Array("{".utf8) || bytes.allSatisfy { $0 == 0 }
  }

  private static func forEachOutput(
    of file: LineFile, _ visit: (Pathname) -> Void
  ) throws(AudioError) {
    var reader = LineReader(file)
    while let line = try reader.next() {
      // A torn line was never followed by its output.
      guard line.isWhole else { return try file.truncate(to: line.offset) }
      visit(Pathname(argument: String(decoding: line.bytes, as: UTF8.self)))
    }
  }
}

/// The files of a report, in 48 bytes each.
struct JournalIndex: Sendable {
  private struct Entry: Sendable {
    var target: UInt128
    /// The state of the file when it was done, or `nil` if it failed.
    var state: UInt128?
    /// The number of its line, counted from 0; −1 for an output that has been begun.
    var line: Int
    var isOwned: Bool
  }

  private var entries: [Entry] = []
  private var lineCount = 0
  /// The number of lines that later lines of the same file have replaced; known after the index is sorted.
  private(set) var supersededCount = 0

  /// Adds the next line.
  mutating func add(_ target: UInt128, state: UInt128?) {
    entries.append(Entry(target: target, state: state, line: lineCount, isOwned: state != nil))
    lineCount += 1
  }

  /// Adds an output that has been begun.
  mutating func add(owned output: Pathname) {
    entries.append(Entry(target: BatchItem("", to: output).target, state: nil, line: -1, isOwned: true))
  }

  /// Prepares the index for look-ups: one entry for each file, of its last line.
  mutating func sort() {
    entries.sort { ($0.target, $0.line) < ($1.target, $1.line) }
    var count = 0
    for entry in entries {
      if count > 0, entries[count - 1].target == entry.target {
        if entries[count - 1].line >= 0 { supersededCount += 1 }
        let isOwned = entries[count - 1].isOwned || entry.isOwned
        entries[count - 1] = entry
        entries[count - 1].isOwned = isOwned
      } else {
        entries[count] = entry
        count += 1
      }
    }
    entries.removeLast(entries.count - count)
  }

  private func entry(_ target: UInt128) -> Entry? {
    var range = entries.startIndex..<entries.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if entries[middle].target == target { return entries[middle] }
      range = entries[middle].target < target ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Returns the state in which a file was done, or `nil` if it is not.
  func state(of target: UInt128) -> UInt128? { entry(target)?.state }

  /// Returns true if an output has been written, or begun.
  func owns(_ target: UInt128) -> Bool { entry(target)?.isOwned ?? false }

  /// Returns true if the report has a line for a file.
  func hasLine(_ target: UInt128) -> Bool { (entry(target)?.line ?? -1) >= 0 }

  /// Returns the numbers of the last lines of all files, rising.
  mutating func lastLines() -> [Int] {
    sort()
    return entries.map(\.line).sorted()
  }
}

/// Unfinished outputs that a killed program has left beside their places.
enum UnfinishedOutputs {
  /// Removes the unfinished outputs that `list` names.
  static func remove(_ list: ((Pathname) -> Void) throws(AudioError) -> Void) throws(AudioError) {
    var names: [Pathname: Set<[UInt8]>] = [:]
    try list { output in
      let folder: Pathname = output.directory.isEmpty ? "." : Pathname(bytes: Array(output.directory))
      names[folder, default: []].insert(Array(output.lastComponent.prefix(200)))
    }
    for (folder, names) in names {
      _ = FolderListing.entries(of: folder) { name in
        guard name.first == UInt8(ascii: "."), name.suffix(8).elementsEqual(".partial".utf8) else { return }
        let stem = name.dropFirst().dropLast(8)
        guard let dot = stem.lastIndex(of: UInt8(ascii: ".")), names.contains(Array(stem[..<dot])) else { return }
        LineFile.remove(Pathname(bytes: folder.bytes + [UInt8(ascii: "/")] + name))
      }
    }
  }
}
