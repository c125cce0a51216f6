import AudioBase
import AudioConversion
import CAudioToolbox

/// A part of a file, some times over.
struct FileRegionPart: Sendable {
  /// The first frame, at the file's rate.
  var start: Int64
  /// The number of frames at the file's rate; `nil` up to the end.
  var frameCount: Int64?
  /// The number of times that it is played; `nil` for ever.
  var passCount: Int64?
}

/// The samples of a part of a file that a program has open, at a unit's rate and with its channels.
///
/// One thread at a time reads, ahead of the one that renders.
@safe
final class FileRegionSource: SampleSource {
  let sampleRate: Double
  let channelCount: Int
  var frameCount: Int64? { nil }

  private let file: FileObject
  private let part: FileRegionPart
  private let format: UnitFormat
  private let report: RegionReport
  private let list: CallbackBufferList
  private var reader: ExtendedFileObject?
  private var passesDone: Int64 = 0
  /// The number of remaining frames of the present pass, at the unit's rate; `nil` for all up to the end of the file.
  private var rest: Int64?
  /// The number of frames that the present pass has given.
  private var given: Int64 = 0
  private var isOver = false

  init(_ file: FileObject, _ part: FileRegionPart, _ format: UnitFormat, _ report: RegionReport) {
    (self.file, self.part, self.format, self.report) = (file, part, format, report)
    (sampleRate, channelCount) = (format.format.sampleRate, format.format.channelsPerFrame)
    list = CallbackBufferList(count: channelCount)
  }

  /// Reads frames; a failure ends the region, and is reported with its end.
  func read(into planes: inout some SamplePlanes<Float> & ~Copyable) throws(AudioError) -> Int {
    var made = 0
    while made < planes.frameCapacity, !isOver {
      do throws(Status) {
        let count = try read(planes.frameCapacity - made)
        for channel in 0..<channelCount {
          guard let filled = unsafe filled,
            let samples = unsafe AudioBufferMemory.samples(channel, of: filled, 0..<count)
          else { continue }
          var plane = planes.plane(channel)
          plane.copy(unsafe samples.span, at: made)
        }
        made += count
        if count == 0 { endPass() }
      } catch {
        report.note(error.code)
        isOver = true
      }
    }
    return made
  }

  /// The number of frames that are read at a time.
  private static let runLength = 4096
  /// The list in its last filled state.
  private var filled: UnsafeMutablePointer<AudioBufferList>?

  /// Reads frames of the present pass into the list, and returns their number; none at its end.
  private func read(_ wanted: Int) throws(Status) -> Int {
    var count = 0
    try file.gate.enter { () throws(Status) in
      guard file.isOpen else { throw Status(kAudioUnitErr_InvalidFile) }
      if reader == nil { reader = try begin() }
      let limit = min(wanted, Self.runLength, Int(clamping: rest ?? .max))
      let buffers = unsafe list.prepare(channelsPerBuffer: 1, byteCount: limit * MemoryLayout<Float>.size)
      unsafe filled = buffers
      guard let reader, limit > 0 else { return }
      try reader.work(.allowed) { () throws(Status) in
        count = try reader.read(try unsafe OutputBuffers(buffers, count: channelCount), frameCount: limit)
      }
    }
    given += Int64(count)
    rest = rest.map { $0 - Int64(count) }
    return count
  }

  /// Opens the region at its first frame.
  private func begin() throws(Status) -> ExtendedFileObject {
    // It is released without being closed, for the file is the program's.
    let new = unsafe ExtendedFileObject(file, .reading, handle: nil)
    try new.work(.allowed) { () throws(Status) in
      try new.setClientFormat(format.format)
      try new.seek(to: part.start)
    }
    rest = part.frameCount.map { count in
      let rate = new.fileFormat.sampleRate
      guard rate != sampleRate, rate > 0 else { return count }
      return Int64(exactly: (Double(count) * sampleRate / rate).rounded()) ?? .max
    }
    given = 0
    return new
  }

  /// Continues with the next pass; there is none after a pass without frames.
  private func endPass() {
    passesDone += 1
    isOver = given == 0 || part.passCount.map { passesDone >= $0 } ?? false
    reader = nil
  }

  /// Starts the region again: it is played from its beginning on.
  func seek(toFrame frame: Int64) throws(AudioError) {
    (reader, passesDone, isOver) = (nil, 0, false)
  }
}
