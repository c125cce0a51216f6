import AudioBase

/// The names of metadata items in the lists of iTunes, of QuickTime and of 3GPP.
enum ItemNames {
  /// Items of `ilst` that hold text.
  static let texts: [(type: FourCharacterCode, key: InfoKey)] = [
    ("\u{A9}nam", .title), ("\u{A9}ART", .artist), ("aART", .albumArtist), ("\u{A9}alb", .album),
    ("\u{A9}wrt", .composer),
    ("\u{A9}gen", .genre), ("\u{A9}day", .year), ("\u{A9}cmt", .comments), ("\u{A9}lyr", .lyrics),
    ("\u{A9}too", .encodingApplication), ("cprt", .copyright), ("soar", InfoKey("ARTISTSORT")),
    ("soal", InfoKey("ALBUMSORT")), ("sonm", InfoKey("TITLESORT")), ("soaa", InfoKey("ALBUMARTISTSORT")),
    ("soco", InfoKey("COMPOSERSORT")), ("\u{A9}grp", InfoKey("grouping")), ("desc", InfoKey("description")),
    ("ldes", InfoKey("long description")),
  ]

  /// `cpil`: 1 if the recording is part of a compilation of several artists.
  static let compilation = InfoKey("compilation")

  /// The known numbers of `stik`; iTunes' documentation of its library names the kinds.
  static let mediaKinds: [(number: UInt8, name: String)] = [
    (0, "Home Video"), (1, "Music"), (2, "Audiobook"), (6, "Music Video"), (9, "Movie"), (10, "TV Show"),
    (14, "Ringtone"), (21, "Podcast"), (23, "iTunes U"),
  ]

  /// The name space of iTunes, and of the `----` items that are written.
  static let freeFormSpace = "com.apple.iTunes"

  /// Names of `----` items that have their own key; other keys are their names.
  static let freeForm: [(name: String, key: InfoKey)] = [
    ("ISRC", .isrc), ("initialkey", .keySignature), ("SUBTITLE", .subtitle), ("LYRICIST", .lyricist),
  ]

  /// Alternative keys of some writers; only read.
  private static let furtherTypes: [UInt32: InfoKey] = [
    0xA963_7079: .copyright, 0xA961_7574: .artist, 0xA973_7772: .encodingApplication, 0xA963_6F6D: .composer,
    0xA974_726B: .trackNumber, 0xA969_6E66: InfoKey("information"),
  ]

  private static let typeTable: [UInt32: InfoKey] = {
    var table = furtherTypes
    for (type, key) in texts { table[type.rawValue] = key }
    return table
  }()

  /// Returns the key of an item of text, or `nil`.
  static func key(of type: FourCharacterCode) -> InfoKey? { typeTable[type.rawValue] }

  /// The keys that have their own items, by their letters in lower case: names of `----` items and keys of other
  /// formats have no case.
  private static let ownKeys = texts.reversed().reduce(into: [String: InfoKey]()) { keys, text in
    keys[text.key.rawValue.lowercased()] = text.key
  }

  /// Returns the key of this name that has its own item, or the name itself.
  static func ownKey(_ name: String) -> InfoKey { ownKeys[name.lowercased()] ?? InfoKey(name) }

  /// Returns the key of a `----` item's name.
  static func key(freeForm name: String) -> InfoKey {
    freeForm.first { $0.name.lowercased() == name.lowercased() }?.key ?? ownKey(name)
  }

  /// Returns the name of a `----` item.
  static func freeFormName(of key: InfoKey) -> String {
    freeForm.first { $0.key == key }?.name ?? key.rawValue
  }

  /// Returns the key of a name in QuickTime's `keys` box.
  static func key(quickTime name: String) -> InfoKey {
    let prefix = "com.apple.quicktime."
    guard name.hasPrefix(prefix) else { return InfoKey(name) }
    let rest = String(name.dropFirst(prefix.count))
    switch rest {
    case "title", "displayname": return .title
    case "artist", "author": return .artist
    case "album": return .album
    case "comment": return .comments
    case "composer": return .composer
    case "copyright": return .copyright
    case "creationdate": return .recordedDate
    case "year": return .year
    case "genre": return .genre
    case "software": return .encodingApplication
    default: return InfoKey(rest)
    }
  }

  /// Returns the key of one of 3GPP's boxes in `udta`. 3GPP TS 26.244, 8.
  static func key(thirdGeneration type: FourCharacterCode) -> InfoKey? {
    switch type {
    case "titl": .title
    case "auth", "perf": .artist
    case "gnre": .genre
    case "albm": .album
    case "cprt": .copyright
    case "dscp": .comments
    default: nil
    }
  }

  /// The genres of ID3v1, which `gnre` counts from 1 on.
  static let genres: [String] =
    """
    Blues,Classic Rock,Country,Dance,Disco,Funk,Grunge,Hip-Hop,Jazz,Metal,New Age,Oldies,Other,Pop,R&B,Rap,Reggae,Rock,\
    Techno,Industrial,Alternative,Ska,Death Metal,Pranks,Soundtrack,Euro-Techno,Ambient,Trip-Hop,Vocal,Jazz+Funk,Fusion,\
    Trance,Classical,Instrumental,Acid,House,Game,Sound Clip,Gospel,Noise,AlternRock,Bass,Soul,Punk,Space,Meditative,\
    Instrumental Pop,Instrumental Rock,Ethnic,Gothic,Darkwave,Techno-Industrial,Electronic,Pop-Folk,Eurodance,Dream,\
    Southern Rock,Comedy,Cult,Gangsta,Top 40,Christian Rap,Pop/Funk,Jungle,Native American,Cabaret,New Wave,Psychadelic,\
    Rave,Showtunes,Trailer,Lo-Fi,Tribal,Acid Punk,Acid Jazz,Polka,Retro,Musical,Rock & Roll,Hard Rock
    """.split(separator: ",").map(String.init)
}

extension String {
  /// The text if it consists only of digits.
  var allDigits: String? { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } ? self : nil }
}
