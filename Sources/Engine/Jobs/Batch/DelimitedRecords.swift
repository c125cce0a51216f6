import AudioFiles

/// Reads the records of a CSV file (RFC 4180): fields between commas, those in quotes with commas, ends of line and
/// doubled quotes in them.
struct DelimitedRecords: Sendable {
  private var lines: LineReader
  private let path: Pathname
  /// The number of the line at which the last record began.
  private(set) var number = 0

  init(_ file: LineFile, _ lines: LineReader) {
    self.lines = lines
    path = file.path
  }

  /// Returns the fields of the next record, or `nil` at the end; empty lines are skipped.
  ///
  /// - Throws: `AudioError` that names the line, where quotes do not pair, or a record is longer than a line may be.
  mutating func next() throws(AudioError) -> [[UInt8]]? {
    var text: [UInt8] = []
    while let line = try lines.next() {
      if text.isEmpty { number = lines.number }
      text += line.bytes
      guard text.count <= LineReader.longestLine else { throw refusal("the record is too long") }
      // A quote that is not doubled leaves an odd number of them: the record continues.
      if text.count(where: { $0 == UInt8(ascii: "\"") }) & 1 == 1 {
        text.append(UInt8(ascii: "\n"))
        continue
      }
      if text.last == UInt8(ascii: "\r") { text.removeLast() }
      if !text.isEmpty { return try fields(of: text) }
    }
    guard text.isEmpty else { throw refusal("a quote is not closed") }
    return nil
  }

  private func refusal(_ text: String) -> AudioError { .input(path, .refused("line \(number): \(text)")) }

  private func fields(of text: [UInt8]) throws(AudioError) -> [[UInt8]] {
    let quote = UInt8(ascii: "\"")
    var fields: [[UInt8]] = []
    var rest = text[...]
    while true {
      var field: [UInt8] = []
      if rest.first == quote {
        rest.removeFirst()
        while let end = rest.firstIndex(of: quote) {
          field += rest[..<end]
          rest = rest[(end + 1)...]
          guard rest.first == quote else { break }
          field.append(quote)
          rest.removeFirst()
        }
        guard rest.isEmpty || rest.first == UInt8(ascii: ",") else {
          throw refusal("text stands behind a quoted field")
        }
      } else {
        let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
        field = Array(rest[..<end])
        guard !field.contains(quote) else {
          throw refusal("a quote stands within a field that does not begin with one")
        }
        rest = rest[end...]
      }
      fields.append(field)
      guard rest.first == UInt8(ascii: ",") else { return fields }
      rest.removeFirst()
    }
  }
}
