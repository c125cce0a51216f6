package import AudioBase
import Bitstream

/// The options for writing a tag.
package struct ID3WritingOptions: Hashable, Sendable {
  /// Version 2.4, or 2.3 for old players.
  package var version = ID3Tag.Version.four
  /// The rate in which markers count, in Hz.
  package var sampleRate: Double
  /// The number of zero bytes after the frames, so that a tag that has grown slightly can replace the old one.
  package var paddingByteCount = 0
  /// The end of the last chapter, in milliseconds from the start of the recording; 0 if not known.
  package var durationMilliseconds: UInt32 = 0

  /// Creates the usual options: ID3v2.4 without padding.
  ///
  /// - Parameter frameCount: The frames of the recording; 0 if they are not known.
  package init(sampleRate: Double, frameCount: Int64 = 0) {
    self.sampleRate = sampleRate
    let milliseconds = sampleRate > 0 ? (Double(frameCount) * 1000 / sampleRate).rounded() : 0
    durationMilliseconds = UInt32(exactly: max(0, min(milliseconds, 4_294_967_294))) ?? 0
  }
}

extension ID3Tag {
  /// The largest size of a tag's contents, which has 28 bits.
  package static let maximumContentByteCount = 1 << 28 - 1

  /// Returns a whole tag for metadata; empty if the metadata are empty.
  ///
  /// `Metadata.id3Tag` is returned unchanged where it agrees with the metadata, so that frames without a key of the
  /// info dictionary survive a copy.
  ///
  /// - Throws: `ErrorKind.unsupported` if a tag cannot hold that much, or for version 2.2.
  package static func bytes(
    for metadata: Metadata, options: ID3WritingOptions
  ) throws(ContainerError) -> [UInt8] {
    if let whole = verbatim(metadata, sampleRate: options.sampleRate) { return whole }
    return try ID3Tag(metadata, options: options).bytes(paddingByteCount: options.paddingByteCount)
  }

  /// Returns the original tag of the metadata, if nothing has been changed since.
  ///
  /// Facts that the file states outside its tag (encoder, bit rate) may have been added.
  private static func verbatim(_ metadata: Metadata, sampleRate: Double) -> [UInt8]? {
    guard !metadata.id3Tag.isEmpty, byteCount(of: metadata.id3Tag.span) == metadata.id3Tag.count,
      let tag = try? ID3Tag(parsing: metadata.id3Tag.span)
    else { return nil }
    let own = tag.metadata(sampleRate: sampleRate)
    let addable: Set<InfoKey> = [.sourceEncoder, .nominalBitRate, .approximateDuration, .sourceBitDepth]
    let hasSameInfo = metadata.info.keys.allSatisfy { key in
      own[key] == nil ? addable.contains(key) : own.values(of: key) == metadata.values(of: key)
    }
    guard hasSameInfo, own.info.keys.allSatisfy({ metadata.info[$0] != nil }), own.artwork == metadata.artwork,
      own.markers == metadata.markers
    else { return nil }
    return metadata.id3Tag
  }

  /// Creates a tag from metadata, without its regions, which a tag cannot hold.
  package init(_ metadata: Metadata, options: ID3WritingOptions) {
    self.init(version: options.version)
    var left = metadata
    for key in metadata.info.keys {
      let own = Self.ownKey(key.rawValue)
      guard own != key, left[own] == nil else { continue }
      left.setValues(left.values(of: key), of: own)
      left[key] = nil
    }
    func take(_ key: InfoKey) -> [String] {
      defer { left[key] = nil }
      // In ID3v2.3 a zero ends the text (ID3v2.3.0, 3.3), so that several values are one.
      return version == .three ? left[key].map { [$0] } ?? [] : left.values(of: key)
    }
    for (frame, key) in textFrames + (version == .four ? laterTextFrames : []) { append(frame, take(key)) }
    appendDates(year: take(.year).first, date: take(.recordedDate).first)
    append("TCON", take(.genre).map { version == .three && $0.hasPrefix("(") ? "(" + $0 : $0 })
    append("COMM", language: Self.unknownLanguage, "", take(.comments).asOneText)
    // iTunes names this language, whatever that of the recording.
    append("COMM", language: "eng", Self.soundCheckKey.rawValue, take(Self.soundCheckKey).asOneText)
    append("USLT", language: Self.unknownLanguage, "", take(.lyrics).asOneText)
    // User-defined texts (ID3v2.4.0, 4.2.6), except for iTunes' notes to itself, which readers do not look for there.
    for key in left.info.keys.sorted() where !ID3Tag.isInternal(key.rawValue) {
      append("TXXX", language: nil, key.rawValue, take(key))
    }
    for picture in metadata.artwork { append(picture) }
    append(
      [ID3Chapter](
        metadata.markers, sampleRate: options.sampleRate, durationMilliseconds: options.durationMilliseconds))
  }

  /// Returns the tag as bytes, header included.
  ///
  /// - Throws: `ErrorKind.unsupported` if the frames do not fit a tag, or for version 2.2.
  package func bytes(paddingByteCount: Int = 0) throws(ContainerError) -> [UInt8] {
    guard version != .two else {
      throw ContainerError(.unsupported, "tags are written as ID3v2.3 or ID3v2.4", at: 0, in: "ID3 ")
    }
    if frames.isEmpty { return [] }
    let total = frames.reduce(paddingByteCount) { $0 + Self.headerByteCount + $1.body.count }
    guard paddingByteCount >= 0, total <= Self.maximumContentByteCount else {
      throw ContainerError(.unsupported, "an ID3v2 tag holds less than 256 MiB", at: 0, in: "ID3 ")
    }
    var bytes: [UInt8] = [0x49, 0x44, 0x33, version.rawValue, 0, 0]
    bytes.reserveCapacity(Self.headerByteCount + total)
    bytes.append(synchsafe: total)
    for frame in frames { append(frame, to: &bytes) }
    bytes.append(contentsOf: repeatElement(0, count: paddingByteCount))
    return bytes
  }

  private func append(_ frame: ID3Frame, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: frame.identifier.rawValue)
    if version == .four {
      bytes.append(synchsafe: frame.body.count)
    } else {
      bytes.append(bigEndian: UInt32(frame.body.count))
    }
    bytes += [0, 0]
    bytes += frame.body
  }

  // MARK: - Frames

  /// Returns UTF-8 for ID3v2.4; for ID3v2.3 ISO 8859-1 or UTF-16.
  private func encoding(for texts: [String]) -> TextEncoding {
    if version == .four { return .utf8 }
    return texts.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } ? .latin1 : .utf16
  }

  /// Appends a frame of values, each with a separating zero; nothing if there is no value.
  private mutating func append(_ identifier: FourCharacterCode, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    let encoding = encoding(for: texts)
    frames.append(ID3Frame(identifier: identifier, body: [encoding.rawValue] + texts.flatMap(encoding.encode)))
  }

  /// The code of an unknown language, which ID3v2.4.0, 4 sets: "if the language is not known the string 'XXX' should be
  /// used".
  private static let unknownLanguage = "XXX"

  /// Appends texts with a description, and with three letters of a language where the frame needs them.
  private mutating func append(
    _ identifier: FourCharacterCode, language: String?, _ description: String, _ texts: [String]
  ) {
    guard !texts.isEmpty else { return }
    let encoding = encoding(for: [description] + texts)
    let body = [encoding.rawValue] + Array((language ?? "").utf8)
    frames.append(
      ID3Frame(identifier: identifier, body: body + encoding.encode(description) + texts.flatMap(encoding.encode)))
  }

  private mutating func appendDates(year: String?, date: String?) {
    if version == .three {
      // A text that does not begin with a day is written as words.
      if let date, !date.beginsWithDay, date.utf8.count > 7 { return append("TYER", [date]) }
      if let year = year ?? date.map({ $0.year ?? $0 }) { append("TYER", [year]) }
      guard let date, date.beginsWithDay else { return }
      let digits = Array(date.utf8)
      append("TDAT", [String(decoding: digits[8..<10] + digits[5..<7], as: UTF8.self)])
      if digits.count >= 16 { append("TIME", [String(decoding: digits[11..<13] + digits[14..<16], as: UTF8.self)]) }
    } else if let stamp = date ?? year {
      append("TDRC", [stamp])
    }
  }

  private mutating func append(_ picture: Artwork) {
    let encoding = encoding(for: [picture.description])
    let mediaType = picture.mediaType == "application/octet-stream" ? "image/" : picture.mediaType
    var body = [encoding.rawValue] + TextEncoding.latin1.encode(mediaType)
    body.append(picture.kind.rawValue)
    body += encoding.encode(picture.description)
    frames.append(ID3Frame(identifier: "APIC", body: body + picture.bytes))
  }

  /// Appends chapters, and the table of contents that lists them: players show only chapters listed there.
  private mutating func append(_ chapters: [ID3Chapter]) {
    let listed = chapters.prefix(255)
    guard !listed.isEmpty else { return }
    let isTopLevelAndOrdered: UInt8 = 3
    var table = TextEncoding.latin1.encode("toc") + [isTopLevelAndOrdered, UInt8(listed.count)]
    for chapter in listed { table += TextEncoding.latin1.encode(chapter.identifier) }
    frames.append(ID3Frame(identifier: "CTOC", body: table))
    let unknownOffset = UInt32.max
    for chapter in chapters {
      var body = TextEncoding.latin1.encode(chapter.identifier)
      body.append(bigEndian: chapter.startMilliseconds)
      body.append(bigEndian: chapter.endMilliseconds)
      body.append(bigEndian: unknownOffset)
      body.append(bigEndian: unknownOffset)
      if !chapter.title.isEmpty {
        var inner = ID3Tag(version: version)
        inner.append("TIT2", [chapter.title])
        inner.append(inner.frames[0], to: &body)
      }
      frames.append(ID3Frame(identifier: "CHAP", body: body))
    }
  }
}

extension [String] {
  /// The values joined to one text, for frames that cannot hold several; empty if there are none.
  fileprivate var asOneText: [String] { isEmpty ? [] : [joined(separator: Metadata.valueSeparator)] }
}

extension [UInt8] {
  /// Appends a number below 2^28 in four bytes of seven bits each.
  mutating func append(synchsafe number: Int) {
    precondition(number >= 0 && number <= ID3Tag.maximumContentByteCount)
    for shift in stride(from: 21, through: 0, by: -7) { append(UInt8(number >> shift & 0x7F)) }
  }
}
