import AudioFiles

/// Reads a file line by line.
struct LineReader: Sendable {
  /// One line.
  struct Line {
    /// Its bytes, without the end of line.
    var bytes: [UInt8]
    /// The number of bytes of the file before it.
    var offset: Int64
    /// True if the line is complete; only the last line of a file may be incomplete.
    var isWhole: Bool
  }

  /// The bytes that a line may have.
  static let longestLine = 1 << 20

  private let file: LineFile
  private var buffer: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// The positions in the buffer at which the next line and the last one begin.
  private var (start, previousStart) = (0, 0)
  /// The offset up to which no end of line was found.
  private var scanned = 0
  /// The number of bytes of the file before the buffer.
  private var offset: Int64 = 0
  /// The number of the line that was read last, the first being 1.
  private(set) var number = 0

  init(_ file: LineFile) { self.file = file }

  /// Returns the next line, or `nil` at the end.
  ///
  /// - Throws: `AudioError` if the file cannot be read, or a line has more than ``longestLine`` bytes.
  mutating func next() throws(AudioError) -> Line? {
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) { return line(to: end, isWhole: true) }
      scanned = buffer.count
      guard buffer.count - start <= Self.longestLine else {
        throw .input(file.path, .refused("line \(number + 1) is longer than \(Self.longestLine) bytes"))
      }
      buffer.removeFirst(start)
      offset += Int64(start)
      (scanned, start) = (scanned - start, 0)
      let count = try file.read(at: offset + Int64(buffer.count), into: &chunk)
      guard count > 0 else { return buffer.isEmpty ? nil : line(to: buffer.count, isWhole: false) }
      buffer.append(contentsOf: chunk[..<count])
    }
  }

  /// Makes the line that was read last the next one again; at most once between two lines.
  mutating func takeBack() {
    start = previousStart
    scanned = start
    number -= 1
  }

  private mutating func line(to end: Int, isWhole: Bool) -> Line {
    let line = Line(bytes: Array(buffer[start..<end]), offset: offset + Int64(start), isWhole: isWhole)
    previousStart = start
    start = min(end + 1, buffer.count)
    scanned = start
    number += 1
    return line
  }
}
