package import AudioFiles

/// A list of files, with their outputs and options: JSON Lines, CSV, or plain names.
package struct BatchManifest: Sendable {
  /// The formats of a manifest.
  package enum Form: String, CaseIterable, Sendable {
    /// One JSON object per line: `{"input": "a.wav", "output": "a.m4a", "options": ["-b", "128k"]}`.
    case objects = "jsonl"
    /// A header line with columns named `input`, `output`, `options`, and one row per file.
    case table = "csv"
    /// The name of one input per line.
    case names
  }

  /// The path of the manifest; `-` is standard input.
  package var path: Pathname
  /// The format of the manifest; `nil` to find it by the extension or the first line.
  package var form: Form?

  /// Creates a manifest.
  package init(_ path: Pathname, form: Form? = nil) {
    self.path = path
    self.form = form
  }

  /// One file of a manifest.
  package struct Row: Sendable, Hashable {
    /// The number of the row's line, counted from 1.
    package var line: Int
    /// The item of the row; its output is `nil` if the row has none.
    package var item: BatchItem
  }

  /// Reads row after row.
  ///
  /// - Throws: `AudioError` with the line of an invalid row, and the error of `visit`.
  package func forEach(_ visit: (Row) throws(AudioError) -> Void) throws(AudioError) {
    let file = try LineFile(reading: path)
    var lines = LineReader(file)
    guard let first = try lines.next() else { return }
    let wanted = form ?? Form.likely(path, first.bytes)
    switch wanted {
    case .table:
      lines.takeBack()
      try table(DelimitedRecords(file, lines), visit)
    case .objects, .names:
      var line: LineReader.Line? = first
      while let found = line {
        let bytes = found.bytes.last == UInt8(ascii: "\r") ? found.bytes.dropLast() : found.bytes[...]
        if !bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
          let item =
            wanted == .names ? BatchItem(Pathname(bytes: Array(bytes))) : try object(Array(bytes), lines.number)
          try visit(checked(item, lines.number))
        }
        line = try lines.next()
      }
    }
  }

  private func refusal(_ line: Int, _ text: String) -> AudioError { .input(path, .refused("line \(line): \(text)")) }

  private func checked(_ item: BatchItem, _ line: Int) throws(AudioError) -> Row {
    for name in [item.input, item.output ?? "x"] {
      guard !name.bytes.isEmpty, !name.bytes.contains(0) else { throw refusal(line, "a name is empty, or holds a 0") }
      guard !name.isStandardStream else { throw refusal(line, "'-' is no file of a batch") }
    }
    return Row(line: line, item: item)
  }

  // MARK: - JSON Lines

  /// A row as an object.
  private struct Object: Decodable {
    var input: String
    var output: String?
    var options: [String] = []

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    /// The reason for which an object is not a valid row.
    struct Refusal: Error {
      var text: String
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      if let key = values.allKeys.first(where: { !["input", "output", "options"].contains($0.stringValue) }) {
        throw Refusal(text: "'\(key.stringValue)' is none of input, output, options")
      }
      guard let input = try? values.decode(String.self, forKey: Key(stringValue: "input")) else {
        throw Refusal(text: "'input' is missing, or no text")
      }
      self.input = input
      let (outputKey, optionsKey) = (Key(stringValue: "output"), Key(stringValue: "options"))
      do { output = try values.decodeIfPresent(String.self, forKey: outputKey) } catch {
        throw Refusal(text: "'output' is no text")
      }
      guard values.contains(optionsKey), (try? values.decodeNil(forKey: optionsKey)) != true else { return }
      if let list = try? values.decode([String].self, forKey: optionsKey) {
        options = list
      } else if let text = try? values.decode(String.self, forKey: optionsKey) {
        options = BatchManifest.words(text)
      } else {
        throw Refusal(text: "'options' is neither a text nor a list of texts")
      }
    }
  }

  private func object(_ bytes: [UInt8], _ line: Int) throws(AudioError) -> BatchItem {
    let row: Object
    do {
      row = try JSONLines.decoded(Object.self, from: bytes)
    } catch let error as Object.Refusal {
      throw refusal(line, error.text)
    } catch {
      throw refusal(line, "this is no JSON object")
    }
    return BatchItem(
      Pathname(argument: row.input), to: row.output.map { Pathname(argument: $0) }, options: row.options)
  }

  // MARK: - CSV

  private func table(
    _ source: DelimitedRecords, _ visit: (Row) throws(AudioError) -> Void
  ) throws(AudioError) {
    var records = source
    guard var heading = try records.next() else { return }
    // Spreadsheets write the byte-order mark of UTF-8 first.
    if heading[0].starts(with: [0xEF, 0xBB, 0xBF]) { heading[0].removeFirst(3) }
    let columns = heading.map { String(decoding: $0, as: UTF8.self) }
    for (index, name) in columns.enumerated() {
      guard ["input", "output", "options"].contains(name) else {
        throw refusal(records.number, "the column '\(name)' is none of input, output, options")
      }
      guard columns.firstIndex(of: name) == index else {
        throw refusal(records.number, "there are two columns '\(name)'")
      }
    }
    guard columns.contains("input") else { throw refusal(records.number, "there is no column 'input'") }
    while let fields = try records.next() {
      guard fields.count == columns.count else {
        throw refusal(records.number, "\(fields.count) fields, but \(columns.count) columns")
      }
      var item = BatchItem("")
      for (name, field) in zip(columns, fields) {
        switch name {
        case "input": item.input = Pathname(bytes: field)
        case "output": item.output = field.isEmpty ? nil : Pathname(bytes: field)
        default: item.options = Self.words(String(decoding: field, as: UTF8.self))
        }
      }
      try visit(checked(item, records.number))
    }
  }

  /// Returns the words of a text, between blanks.
  fileprivate static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}

extension BatchManifest.Form {
  /// Returns the format of a manifest by its extension, or else by its first line.
  fileprivate static func likely(_ path: Pathname, _ first: [UInt8]) -> BatchManifest.Form {
    switch path.fileExtension {
    case "jsonl", "ndjson", "json": return .objects
    case "csv": return .table
    case "txt", "list": return .names
    default: break
    }
    if first.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") { return .objects }
    let columns = String(decoding: first, as: UTF8.self).split(separator: ",").map {
      $0.filter { !"\r\"".contains($0) }
    }
    return columns.contains("input") && columns.count > 1 || columns == ["input"] ? .table : .names
  }
}
