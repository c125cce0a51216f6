import AudioBase

/// Splits the content of a tag into frames.
struct FrameParser {
  /// The form of the sizes of frames.
  private enum SizeForm {
    /// Plain numbers of eight bits per byte: ID3v2.3.
    case plain
    /// Synchsafe numbers of seven bits per byte: ID3v2.4.
    case synchsafe
  }

  /// The largest number of frames that are read in one tag.
  private static let maximumFrameCount = 8192
  /// The largest number of remarks that are kept for one tag.
  private static let maximumRemarkCount = 16

  private let version: ID3Tag.Version
  private let undoesUnsynchronisation: Bool
  private(set) var frames: [ID3Frame] = []
  /// Every frame as stored in the tag, if requested.
  private(set) var stored: [StoredID3Frame] = []
  private let keepsStored: Bool
  private(set) var remarks: [String] = []

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - undoesUnsynchronisation: True if the header declares unsynchronisation of all frames of ID3v2.4.
  ///   - keepsStored: True if ``stored`` is requested.
  init(version: ID3Tag.Version, undoesUnsynchronisation: Bool, keepsStored: Bool = false) {
    self.version = version
    self.keepsStored = keepsStored
    self.undoesUnsynchronisation = undoesUnsynchronisation
  }

  private var nameByteCount: Int { version == .two ? 3 : 4 }
  private var headerByteCount: Int { version == .two ? 6 : 10 }

  /// Reads all frames of `content`, which begins after the tag's header.
  mutating func parse(_ content: Span<UInt8>, hasExtendedHeader: Bool) {
    let start = hasExtendedHeader ? extendedHeaderByteCount(content) : 0
    let form = sizeForm(of: content, from: start)
    var offset = start
    var count = 0
    while content.count - offset > headerByteCount, hasName(content, at: offset) {
      guard count < Self.maximumFrameCount else {
        remark("the ID3v2 tag has more than \(Self.maximumFrameCount) frames")
        return
      }
      count += 1
      let name = name(content, at: offset)
      let body = offset + headerByteCount
      guard let size = size(content, at: offset, form), size <= content.count - body else {
        remark("the frame \(name) is longer than its ID3v2 tag")
        // Half a text can be read, half a picture cannot.
        if name.rawValue >> 24 == UInt32(UInt8(ascii: "T")) {
          appendFrame(name, header: offset, content, body..<content.count)
        }
        return
      }
      let count = frames.count
      appendFrame(name, header: offset, content, body..<(body + size))
      if keepsStored {
        stored.append(
          StoredID3Frame(
            identifier: name, flags: flags(content, header: offset),
            body: [UInt8](copying: content.extracting(body..<(body + size))),
            frame: frames.count > count ? frames.last : nil))
      }
      offset = body + size
    }
  }

  private mutating func remark(_ text: String) {
    if remarks.count < Self.maximumRemarkCount { remarks.append(text) }
  }

  /// Returns the size of the extended header: ID3v2.3 counts it without its size field, ID3v2.4 with it; if a program
  /// sets the flag without writing the header, the name of a frame in its place shows it.
  private func extendedHeaderByteCount(_ content: Span<UInt8>) -> Int {
    guard content.count >= 4, !hasName(content, at: 0) else { return 0 }
    let size = version == .four ? content.synchsafe(at: 0) ?? 0 : content.bigEndian(4, at: 0) + 4
    return min(size, content.count)
  }

  // MARK: - Names and sizes

  private func isNameCharacter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns true for three or four capital letters and digits; programs that turned ID3v2.2 into later tags leave the
  /// fourth blank.
  private func hasName(_ content: Span<UInt8>, at offset: Int) -> Bool {
    guard content.count - offset >= nameByteCount else { return false }
    for index in offset..<(offset + 3) where !isNameCharacter(content[index]) { return false }
    if version == .two { return true }
    let fourth = content[offset + 3]
    return isNameCharacter(fourth) || fourth == 0 || fourth == 0x20
  }

  private func name(_ content: Span<UInt8>, at offset: Int) -> FourCharacterCode {
    let letters = UInt32(content.bigEndian(3, at: offset)) << 8
    let fourth = version == .two ? 0 : content[offset + 3]
    if fourth != 0, fourth != 0x20 { return FourCharacterCode(rawValue: letters | UInt32(fourth)) }
    let short = TextEncoding.latin1.decode(content.extracting(offset..<(offset + 3)))
    return laterNames[short] ?? FourCharacterCode(rawValue: letters | 0x20)
  }

  private func size(_ content: Span<UInt8>, at offset: Int, _ form: SizeForm) -> Int? {
    if version == .two { return content.bigEndian(3, at: offset + 3) }
    return form == .synchsafe ? content.synchsafe(at: offset + 4) : content.bigEndian(4, at: offset + 4)
  }

  /// Returns the form of the sizes: that of the version, unless only the other form leads from frame to frame to the
  /// end.
  ///
  /// Early iTunes wrote plain sizes in ID3v2.4, others write sizes of seven bits in ID3v2.3.
  private func sizeForm(of content: Span<UInt8>, from start: Int) -> SizeForm {
    let usual: SizeForm = version == .four ? .synchsafe : .plain
    let other: SizeForm = version == .four ? .plain : .synchsafe
    guard version != .two else { return usual }
    let first = walk(content, from: start, usual)
    if first.reachesEnd { return usual }
    let second = walk(content, from: start, other)
    return second.reachesEnd || second.count > first.count ? other : usual
  }

  private func walk(_ content: Span<UInt8>, from start: Int, _ form: SizeForm) -> (count: Int, reachesEnd: Bool) {
    var offset = start
    var count = 0
    while content.count - offset > headerByteCount, count < Self.maximumFrameCount {
      guard hasName(content, at: offset) else { return (count, content[offset] == 0) }
      guard let size = size(content, at: offset, form), size <= content.count - offset - headerByteCount else {
        return (count, false)
      }
      offset += headerByteCount + size
      count += 1
    }
    return (count, true)
  }

  /// Returns the flags of a frame, including those of the tag's header, which apply to every frame.
  private func flags(_ content: Span<UInt8>, header: Int) -> [UInt8] {
    var flags: [UInt8] = version == .two ? [0, 0] : [content[header + 8], content[header + 9]]
    if undoesUnsynchronisation { flags[1] |= 0x02 }
    return flags
  }

  // MARK: - Bodies

  /// The second byte of a frame's flags.
  private struct Flags {
    var isGrouped = false
    var isCompressed = false
    var isEncrypted = false
    var isUnsynchronised = false
    var hasDataLength = false

    init(_ byte: UInt8, _ version: ID3Tag.Version) {
      switch version {
      case .two: break
      case .three:
        isCompressed = byte & 0x80 != 0
        isEncrypted = byte & 0x40 != 0
        isGrouped = byte & 0x20 != 0
      case .four:
        isGrouped = byte & 0x40 != 0
        isCompressed = byte & 0x08 != 0
        isEncrypted = byte & 0x04 != 0
        isUnsynchronised = byte & 0x02 != 0
        hasDataLength = byte & 0x01 != 0
      }
    }
  }

  private mutating func appendFrame(
    _ name: FourCharacterCode, header: Int, _ content: Span<UInt8>, _ range: Range<Int>
  ) {
    let flags = Flags(version == .two ? 0 : content[header + 9], version)
    if flags.isCompressed || flags.isEncrypted {
      return remark("the frame \(name) is \(flags.isCompressed ? "compressed" : "encrypted") and was left out")
    }
    // The group's number, then four bytes with the length of the plain body.
    let skipped = (flags.isGrouped ? 1 : 0) + (flags.hasDataLength ? 4 : 0)
    guard range.count > skipped else { return }
    let stored = content.extracting((range.lowerBound + skipped)..<range.upperBound)
    let isText = name.rawValue >> 24 == UInt32(UInt8(ascii: "T")) || name == "COMM" || name == "USLT"
    if isText, stored.count > ResourceLimits.metadataTextByteCount {
      return remark("the frame \(name) is longer than \(ResourceLimits.metadataTextByteCount) bytes and was left out")
    }
    let body =
      flags.isUnsynchronised || undoesUnsynchronisation ? Unsynchronisation.undo(stored) : [UInt8](copying: stored)
    if isText, let encoding = TextEncoding(rawValue: body[0]),
      encoding.hasMoreTexts(body.span.extracting(1..<body.count))
    {
      remark("of the frame \(name) the first \(ResourceLimits.metadataTextCount) texts were taken")
    }
    frames.append(ID3Frame(identifier: name, body: body))
  }
}
