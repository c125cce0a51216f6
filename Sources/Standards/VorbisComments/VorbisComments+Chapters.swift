package import AudioBase

// Chapters as comments, as the wiki of Xiph has them: `CHAPTER001=00:01:30.500` and `CHAPTER001NAME=Title`. Times count
// from the first frame that is heard.

extension VorbisComments {
  /// Converts comments that name chapters to markers, where the file has no other markers, and removes these comments
  /// and those that repeat markers from the texts. A text that is not a time stays.
  ///
  /// - Parameters:
  ///   - metadata: The texts of a file, and its markers.
  ///   - sampleRate: The rate, in Hz, in which markers count.
  package static func takeChapters(_ metadata: inout Metadata, sampleRate: Double) {
    var found: [Marker] = []
    let own = Set(metadata.markers.map(\.identifier))
    for (key, text) in metadata.info {
      guard let number = chapterNumber(key), let seconds = seconds(text),
        own.isEmpty || own.contains(number)
      else { continue }
      let name = nameKey(key)
      if own.isEmpty {
        found.append(
          Marker(
            name: metadata[name] ?? "", framePosition: (seconds * sampleRate).rounded(), identifier: number))
        metadata[name] = nil
      }
      metadata[key] = nil
    }
    metadata.append(found.sorted { ($0.framePosition, $0.identifier) < ($1.framePosition, $1.identifier) })
  }

  /// Returns the metadata with comments for its markers, with the markers' own numbers if all are different, otherwise
  /// numbered from 1.
  package static func addingChapters(to metadata: Metadata, sampleRate: Double) -> Metadata {
    guard !metadata.markers.isEmpty, sampleRate > 0 else { return metadata }
    var result = metadata
    let numbers = Set(metadata.markers.map(\.identifier))
    let hasNumbers = numbers.count == metadata.markers.count && numbers.allSatisfy { (0...9999).contains($0) }
    for (index, marker) in metadata.markers.enumerated() {
      let key = chapterKey(hasNumbers ? marker.identifier : index + 1)
      result[key] = timeText(marker.framePosition / sampleRate)
      result[nameKey(key)] = marker.name.isEmpty ? nil : marker.name
    }
    return result
  }

  /// Returns the key of the comment for a chapter's time.
  package static func chapterKey(_ number: Int) -> InfoKey { InfoKey("CHAPTER" + padded(number, 3)) }

  /// Returns the key of the comment for the name of the chapter whose time has `key`.
  package static func nameKey(_ key: InfoKey) -> InfoKey { InfoKey(key.rawValue + "NAME") }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    // Bound: three zeros.
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  private static func chapterNumber(_ key: InfoKey) -> Int? {
    let prefix = "CHAPTER"
    guard key.rawValue.hasPrefix(prefix) else { return nil }
    let digits = key.rawValue.dropFirst(prefix.count)
    return (3...4).contains(digits.count) && digits.allSatisfy(\.isASCII) ? Int(digits) : nil
  }

  /// Returns the seconds of `HH:MM:SS.mmm`, or `nil` for another text.
  private static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = UInt16(parts[0]), let minutes = UInt8(parts[1]),
      let seconds = Double(parts[2]), (0..<61).contains(seconds)
    else { return nil }
    return Double(hours) * 3600 + Double(minutes) * 60 + seconds
  }

  private static func timeText(_ seconds: Double) -> String {
    // Holds: NaN, or a time beyond a century, becomes a bound.
    let all = Int64(min(max(seconds, 0) * 1000, 4e12).rounded())
    func part(_ number: Int64, _ count: Int) -> String { padded(Int(number), count) }
    return part(all / 3_600_000, 2) + ":" + part(all / 60_000 % 60, 2) + ":" + part(all / 1000 % 60, 2) + "."
      + part(all % 1000, 3)
  }
}
