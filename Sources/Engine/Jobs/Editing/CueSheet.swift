public import AudioBase

/// A cue sheet: the text beside one long recording that states where its tracks begin.
///
/// ```
/// PERFORMER "Someone"
/// REM DATE 1995
/// FILE "album.flac" WAVE
///   TRACK 01 AUDIO
///     TITLE "First"
///     INDEX 01 00:00:00
/// ```
/// Times are minutes, seconds and frames of 1/75 s; of a track the index 01 is its beginning. Title, performer,
/// songwriter, composer, arranger, message, `ISRC` and `CATALOG` are taken, and of remarks `GENRE`, `DATE`, `COMMENT`,
/// `DISCNUMBER` and `TOTALDISCS`, which programs that copy discs write.
public struct CueSheet: Sendable, Hashable {
  /// A track of the sheet.
  public struct Track: Sendable, Hashable {
    /// The number of the track.
    public var number: Int
    /// The tags that the sheet states for this track alone.
    public var tags: [InfoKey: String] = [:]
    /// The start of the track, in seconds from the start of the recording.
    public var start = 0.0
  }

  /// Words of a sheet that are ignored.
  public struct LeftOut: Sendable, Hashable {
    /// The words: a command with its flags or number.
    public var text: String
    /// The numbers of the tracks with these words; empty for words before the first track.
    public var tracks: [Int] = []
  }

  /// The tags of all tracks: the sheet's title is the album, its performer the artist of the album and of tracks
  /// without a performer.
  public var tags: [InfoKey: String] = [:]
  /// True if the bytes are not UTF-8 and were read as ISO 8859-1.
  public private(set) var isLatin = false
  /// The ignored words, such as `FLAGS PRE`, each once, with the numbers of their tracks.
  public private(set) var leftOut: [LeftOut] = []
  /// The tracks, each beginning after the previous one.
  public var tracks: [Track] = []

  /// The largest number of bytes of a sheet, and the largest number of its tracks.
  public static let longest = 1 << 20
  private static let mostTracks = 999
  /// The number of discs, until it is stated together with that of the disc.
  private static let discCount = InfoKey("TOTALDISCS")

  /// Reads a sheet in UTF-8, or in ISO 8859-1.
  ///
  /// - Throws: ``CueSheetError`` with the number of the line.
  public init(_ text: some Collection<UInt8>) throws(CueSheetError) {
    guard text.count <= Self.longest else { throw CueSheetError(line: 0, reason: "the sheet is longer than 1 MiB") }
    let whole = String(validating: text, as: UTF8.self)
    isLatin = whole == nil
    let latin = String(String.UnicodeScalarView(isLatin ? text.map { UnicodeScalar($0) } : []))
    let lines = (whole ?? latin).split(omittingEmptySubsequences: false) { $0.isNewline }
    var fileCount = 0
    for (index, line) in lines.enumerated() {
      let words = Self.words(line)
      guard let command = words.first?.uppercased() else { continue }
      func fail(_ reason: StaticString) -> CueSheetError { CueSheetError(line: index + 1, reason: reason) }
      switch command {
      case "FILE":
        fileCount += 1
        if fileCount > 1 { throw fail("a sheet of several files is not supported") }
      case "TRACK":
        guard words.count > 1, let number = Int(words[1]), (0...Self.mostTracks).contains(number),
          tracks.count < Self.mostTracks
        else { throw fail("a track has a number up to 999") }
        tracks.append(Track(number: number, start: -1))
      case "INDEX" where words.count > 2 && Int(words[1]) == 1:
        guard let time = Self.time(words[2]) else { throw fail("a time is minutes:seconds:frames") }
        guard let last = tracks.indices.last else { throw fail("an index belongs to a track") }
        guard time >= (last > 0 ? tracks[last - 1].start : 0) else { throw fail("tracks begin one after the other") }
        tracks[last].start = time
      default: note(words)
      }
    }
    let discCount = tags.removeValue(forKey: Self.discCount)
    if let disc = tags[.discNumber], let discCount, !disc.contains("/") { tags[.discNumber] = disc + "/" + discCount }
    guard !tracks.isEmpty else { throw CueSheetError(line: lines.count, reason: "there are no tracks") }
    guard tracks.allSatisfy({ $0.start >= 0 }) else {
      throw CueSheetError(line: lines.count, reason: "a track has no index 01")
    }
  }

  /// Returns the tags of a track: its own, and those of the whole sheet. Its own date replaces that of the sheet; the
  /// number is that of the sheet.
  func tags(of track: Track) -> [InfoKey: String] {
    var tags = tags
    if track.tags[.year] != nil || track.tags[.recordedDate] != nil { (tags[.year], tags[.recordedDate]) = (nil, nil) }
    let isCounted = tracks.indices.contains(track.number - 1)
    tags[.trackNumber] = isCounted ? "\(track.number)/\(tracks.count)" : "\(track.number)"
    return tags.merging(track.tags) { _, own in own }
  }

  /// Records the tag that a line states, if any: of the sheet before the first track, otherwise of the last track.
  private mutating func note(_ words: [String]) {
    let isRemark = words[0].uppercased() == "REM"
    let words = words.dropFirst(isRemark ? 1 : 0)
    // A text without quotation marks has words of its own.
    let text = words.dropFirst().joined(separator: " ")
    guard let name = words.first?.uppercased() else { return }
    guard !text.isEmpty else { return leave(isRemark ? "REM \(name)" : name) }
    switch (name, isRemark) {
    case ("TITLE", false): set(text, tracks.isEmpty ? .album : .title)
    case ("PERFORMER", false):
      set(text, .artist)
      if tracks.isEmpty { set(text, .albumArtist) }
    case ("SONGWRITER", false), ("COMPOSER", _): set(text, .composer)
    case ("ARRANGER", false): set(text, InfoKey("ARRANGER"))
    case ("ISRC", false): set(text, .isrc)
    case ("CATALOG", false): set(text, InfoKey("BARCODE"))
    case ("GENRE", _): set(text, .genre)
    case ("COMMENT", true), ("MESSAGE", false): set(text, .comments)
    case ("DATE", true): set(text, text.utf8.count == 4 ? .year : .recordedDate)
    case ("DISCNUMBER", true): set(text, .discNumber)
    case ("TOTALDISCS", true) where tracks.isEmpty: set(text, Self.discCount)
    case ("INDEX", false): leave("INDEX \(words.dropFirst().first ?? "")")
    case ("FLAGS", false): leave("FLAGS \(text.uppercased())")
    default: leave(isRemark ? "REM \(name)" : name)
    }
  }

  /// Records words that are ignored, with the track that they belong to.
  private mutating func leave(_ text: String) {
    let index = leftOut.firstIndex { $0.text == text } ?? leftOut.count
    if index == leftOut.count { leftOut.append(LeftOut(text: text)) }
    if let number = tracks.last?.number, leftOut[index].tracks.last != number { leftOut[index].tracks.append(number) }
  }

  private mutating func set(_ text: String, _ key: InfoKey) {
    if tracks.isEmpty { tags[key] = text } else { tracks[tracks.count - 1].tags[key] = text }
  }

  /// Returns the words of a line, those in quotation marks as one.
  private static func words(_ line: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    var (isQuoted, hasWord) = (false, false)
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
        hasWord = true
      } else if character.isWhitespace || character == "\u{FEFF}", !isQuoted {
        if hasWord { words.append(word) }
        (word, hasWord) = ("", false)
      } else {
        word.append(character)
        hasWord = true
      }
    }
    if hasWord { words.append(word) }
    return words
  }

  private static func time(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frames = parts[2],
      (0...99_999).contains(minutes), (0..<60).contains(seconds), (0..<75).contains(frames)
    else { return nil }
    return Double(minutes * 60 + seconds) + Double(frames) / 75
  }
}

/// A cue sheet cannot be read.
public struct CueSheetError: Error, Sendable, CustomStringConvertible {
  /// The number of the line, counted from 1; 0 for the sheet as a whole.
  public var line: Int
  /// The reason.
  public var reason: StaticString

  /// The reason and its line.
  public var description: String { line > 0 ? "line \(line): \(reason)" : "\(reason)" }
}
