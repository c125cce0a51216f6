import AudioToolbox
import CCoreMedia

/// The audio properties of a format description, each at an address that holds for as long as the description.
struct AudioDetails {
  /// An `AudioStreamBasicDescription`.
  let format: FixedMemory
  /// The magic cookie for the codec.
  let cookie: FixedMemory?
  /// An `AudioChannelLayout` with all its descriptions.
  let layout: FixedMemory?
  /// The ways to decode the sound, the richest first: `AudioFormatListItem`s.
  let formatList: FixedMemory?
  /// The place in the list of the first that there is a decoder for.
  let richestIndex: Int?

  init(_ format: AudioStreamBasicDescription, cookie: FixedMemory? = nil, layout: FixedMemory? = nil) {
    self.format = FixedMemory([format])
    self.cookie = cookie
    self.layout = layout
    // The list is Audio Format Services' own.
    let question = Self.question(self.format, cookie)
    formatList = withExtendedLifetime(cookie) { Self.answer(kAudioFormatProperty_FormatList, to: question) }
    richestIndex = formatList.flatMap { list in
      Self.answer(kAudioFormatProperty_FirstPlayableFormatFromList, to: list)?.read(UInt32.self).map(Int.init)
    }
  }

  /// The format as a value.
  var basicDescription: AudioStreamBasicDescription {
    format.read(AudioStreamBasicDescription.self) ?? AudioStreamBasicDescription()
  }

  /// Returns the address of an item of the list.
  func formatListItem(_ index: Int) -> UnsafePointer<AudioFormatListItem>? {
    guard let formatList, index >= 0, index < formatListCount else { return nil }
    return unsafe formatList.address.assumingMemoryBound(to: AudioFormatListItem.self) + index
  }

  /// The number of items in the format list.
  var formatListCount: Int { (formatList?.count ?? 0) / MemoryLayout<AudioFormatListItem>.stride }

  /// The richest format that the sound can be decoded to; the format itself if no codec decodes it.
  var richest: AudioStreamBasicDescription { richestItem?.mASBD ?? basicDescription }

  /// The channels of that format, if they are known by a tag.
  var richestLayout: FixedMemory? {
    guard let tag = richestItem?.mChannelLayoutTag, tag & 0xFFFF != 0, tag >> 16 != 0xFFFF else { return nil }
    return FixedMemory([tag, 0, 0], room: MemoryLayout<AudioChannelLayout>.size)
  }

  private var richestItem: AudioFormatListItem? { richestIndex.flatMap { unsafe formatListItem($0)?.pointee } }

  static let allParts =
    kCMAudioFormatDescriptionMask_StreamBasicDescription
    | kCMAudioFormatDescriptionMask_MagicCookie | kCMAudioFormatDescriptionMask_ChannelLayout

  /// `kCMAudioFormatDescriptionMask_…` of the parts that are the same.
  func equalParts(_ other: AudioDetails) -> CMAudioFormatDescriptionMask {
    var equal: CMAudioFormatDescriptionMask = 0
    if FixedMemory.areSame(format, other.format) { equal |= kCMAudioFormatDescriptionMask_StreamBasicDescription }
    if FixedMemory.areSame(cookie, other.cookie) { equal |= kCMAudioFormatDescriptionMask_MagicCookie }
    if FixedMemory.areSame(layout, other.layout) { equal |= kCMAudioFormatDescriptionMask_ChannelLayout }
    return equal
  }

  /// Returns the bytes of an `AudioFormatInfo`, whose pointer may be null.
  private static func question(_ format: FixedMemory, _ cookie: FixedMemory?) -> FixedMemory {
    var words = (0..<5).map { format.read(UInt64.self, at: 8 * $0) ?? 0 }
    words.append(unsafe UInt64(UInt(bitPattern: cookie?.address)))
    words.append(UInt64(UInt32(clamping: cookie?.count ?? 0)).littleEndian)
    return FixedMemory(words)
  }

  /// Returns the answer of Audio Format Services, or `nil`.
  private static func answer(_ property: AudioFormatPropertyID, to question: FixedMemory) -> FixedMemory? {
    // The functions see its address only.
    defer { withExtendedLifetime(question) {} }
    let size = UInt32(clamping: question.count)
    var room: UInt32 = 0
    guard unsafe AudioFormatGetPropertyInfo(property, size, question.address, &room) == noErr, room > 0 else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(room))
    guard unsafe AudioFormatGetProperty(property, size, question.address, &room, &bytes) == noErr else { return nil }
    return FixedMemory(Array(bytes.prefix(Int(room))))
  }
}
