/// The files that a list of segments joins to one sound: media lists of HLS (RFC 8216) and manifests of DASH with
/// templates and time lines (ISO/IEC 23009-1, 5.3.9), if they are local.
package struct SegmentList: Equatable {
  /// The names of the files in order, relative to the folder of the list.
  package private(set) var names: [String] = []
  /// The file extension of the first segment, which may select its kind.
  var suffix: String? { names.last.flatMap { $0.split(separator: ".").last.map(String.init) } }

  /// The longest list that is read, in bytes, and the most files in one.
  static let maximumByteCount = 1 << 22
  private static let maximumFileCount = 1 << 16

  /// A reason for refusing a list.
  package struct Refusal: Error, Equatable {
    package let rule: StaticString
    init(_ rule: StaticString) { self.rule = rule }
    package static func == (one: Refusal, other: Refusal) -> Bool { "\(one.rule)" == "\(other.rule)" }
  }

  /// Reads a list; `nil` if the text has no segments.
  package init?(_ text: String) throws(Refusal) {
    if text.hasPrefix("#EXTM3U") {
      guard text.contains("#EXT-X-TARGETDURATION") || text.contains("#EXT-X-STREAM-INF") else { return nil }
      try readLines(text)
    } else if text.contains("<MPD"), text.contains("urn:mpeg:dash:schema:mpd") {
      try readManifest(text)
    } else {
      return nil
    }
    guard !names.isEmpty else { throw Refusal("the list names no segment") }
  }

  private mutating func add(_ name: String) throws(Refusal) {
    guard !name.isEmpty, !name.hasPrefix("/"), !name.contains(":"), !name.contains("\0"),
      !name.split(separator: "/").contains("..")
    else {
      throw Refusal("only segments beside the list are read: no addresses, no other folders")
    }
    guard names.count < Self.maximumFileCount else { throw Refusal("the list has too many segments") }
    names.append(name)
  }

  private mutating func readLines(_ text: String) throws(Refusal) {
    guard text.contains("#EXT-X-ENDLIST") || text.contains("#EXT-X-STREAM-INF") else {
      throw Refusal(
        "the list is of a broadcast that goes on, or was cut off: it does not say where it ends (EXT-X-ENDLIST)")
    }
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("#EXT-X-STREAM-INF") {
        throw Refusal("the list is one of other lists, of which one is to be opened")
      }
      if line.hasPrefix("#EXT-X-BYTERANGE") { throw Refusal("segments that are parts of files are not read") }
      if line.hasPrefix("#EXT-X-GAP") { throw Refusal("the list says that a segment is missing (EXT-X-GAP)") }
      if line.hasPrefix("#EXT-X-SKIP") { throw Refusal("the list leaves out what another one has (EXT-X-SKIP)") }
      if line.hasPrefix("#EXT-X-KEY"), !line.contains("METHOD=NONE") { throw Refusal("the segments are encrypted") }
      if line.hasPrefix("#EXT-X-MAP:") {
        guard !line.contains("BYTERANGE"), let name = Self.attribute("URI", of: line) else {
          throw Refusal("the beginning of the segments is a file of its own")
        }
        // It is repeated after a discontinuity.
        if names.isEmpty {
          try add(name)
        } else if names.first != name {
          throw Refusal("segments with several beginnings (EXT-X-MAP) are not one file")
        }
      }
      if !line.hasPrefix("#") { try add(String(line)) }
    }
  }

  /// Reads the segments of the first representation of sound.
  private mutating func readManifest(_ text: String) throws(Refusal) {
    let sets = Self.elements("AdaptationSet", in: text[...])
    guard let sound = sets.first(where: { Self.isSound($0) }) else {
      throw Refusal("the manifest has no sound with a template of segments")
    }
    guard let representation = Self.head("Representation", in: sound),
      let template = Self.head("SegmentTemplate", in: sound),
      let identifier = Self.attribute("id", of: representation),
      let first = Self.attribute("initialization", of: template),
      let media = Self.attribute("media", of: template)
    else { throw Refusal("the manifest has no sound with a template of segments") }
    try add(Self.filled(first, identifier, number: 0))
    var number = Self.attribute("startNumber", of: template).flatMap { Int($0) } ?? 1
    guard (0...1 << 40).contains(number) else { throw Refusal("a segment has a number") }
    for line in Self.heads("S", in: sound) {
      let repeats = Self.attribute("r", of: line).flatMap { Int($0) } ?? 0
      guard (0..<Self.maximumFileCount).contains(repeats) else { throw Refusal("the number of segments is stated") }
      for _ in 0...repeats {
        try add(Self.filled(media, identifier, number: number))
        number += 1
      }
    }
    if names.count == 1 {
      let count = try Self.segmentCount(of: template, in: text)
      for index in 0..<count { try add(Self.filled(media, identifier, number: number + index)) }
    }
  }

  /// Returns the number of segments of one duration that cover the whole (ISO/IEC 23009-1, 5.3.9.5.3).
  private static func segmentCount(of template: Substring, in text: String) throws(Refusal) -> Int {
    guard let duration = attribute("duration", of: template).flatMap({ Double($0) }), duration > 0,
      let manifest = head("MPD", in: text[...]),
      let whole = attribute("mediaPresentationDuration", of: manifest).flatMap({ seconds($0) })
    else { throw Refusal("the manifest says neither by a line of times nor by a duration how many segments there are") }
    let scale = attribute("timescale", of: template).flatMap { Double($0) } ?? 1
    // A remainder of less than a millisecond is the rounding of the whole.
    let count = (whole * scale / duration - 0.001 * scale / duration).rounded(.up)
    guard count >= 1, count < Double(maximumFileCount) else { throw Refusal("the list has too many segments") }
    return Int(count)
  }

  /// Returns the seconds of a duration of ISO 8601 without years and months: `P1DT2H3M4.5S`.
  private static func seconds(_ text: String) -> Double? {
    guard text.hasPrefix("P") else { return nil }
    var (whole, number): (Double, String) = (0, "")
    for character in text.dropFirst() {
      switch character {
      case "0"..."9", ".": number.append(character)
      case "T": continue
      case "D", "H", "M", "S":
        let unit = character == "D" ? 86_400.0 : character == "H" ? 3600 : character == "M" ? 60 : 1
        guard let value = Double(number) else { return nil }
        (whole, number) = (whole + value * unit, "")
      default: return nil
      }
    }
    return number.isEmpty && whole.isFinite ? whole : nil
  }

  private static func isSound(_ element: Substring) -> Bool {
    ["contentType=\"audio\"", "mimeType=\"audio/"].contains { element.contains($0) }
  }

  /// Returns the value of an attribute in quotation marks.
  private static func attribute(_ name: String, of text: some StringProtocol) -> String? {
    for separator in [" ", ":", ",", "\n", "\t"] {
      guard let start = text.firstRange(of: "\(separator)\(name)=\"") else { continue }
      return text[start.upperBound...].firstIndex(of: "\"").map { String(text[start.upperBound..<$0]) }
    }
    return nil
  }

  /// Returns the first tag of a name, without its brackets.
  private static func head(_ name: String, in text: Substring) -> Substring? { heads(name, in: text).first }

  private static func heads(_ name: String, in text: Substring) -> [Substring] {
    var (found, rest): ([Substring], Substring) = ([], text)
    while let start = rest.firstRange(of: "<\(name) "), found.count < maximumFileCount {
      guard let end = rest[start.upperBound...].firstIndex(of: ">") else { break }
      found.append(rest[rest.index(before: start.upperBound)..<end])
      rest = rest[end...]
    }
    return found
  }

  /// Returns the elements of a name, their contents included.
  private static func elements(_ name: String, in text: Substring) -> [Substring] {
    var (found, rest): ([Substring], Substring) = ([], text)
    while let start = rest.firstRange(of: "<\(name)"), found.count < 256 {
      guard let end = rest[start.upperBound...].firstRange(of: "</\(name)>") else { break }
      found.append(rest[start.lowerBound..<end.lowerBound])
      rest = rest[end.upperBound...]
    }
    return found
  }

  /// Fills a template: `$RepresentationID$`, `$Number$` and `$Number%05d$`.
  private static func filled(_ template: String, _ identifier: String, number: Int) -> String {
    template.split(separator: "$", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index % 2 == 1 else { return String(part) }
      if part == "RepresentationID" { return identifier }
      guard part.hasPrefix("Number") else { return part.isEmpty ? "$" : "" }
      let width = part.split(separator: "%").dropFirst().first?.filter(\.isNumber).prefix(2)
      let digits = String(number)
      // Bound: two digits state the width.
      return String(repeating: "0", count: max(0, (width.flatMap { Int($0) } ?? 0) - digits.count)) + digits
    }.joined()
  }
}
