/// The genres by number: the eighty of ID3v1, and Winamp's additions.
package enum Genres {
  /// The names by number, from 0 on.
  package static let names: [String] = [
    "Blues", "Classic Rock", "Country", "Dance", "Disco", "Funk", "Grunge", "Hip-Hop", "Jazz", "Metal", "New Age",
    "Oldies", "Other", "Pop", "R&B", "Rap", "Reggae", "Rock", "Techno", "Industrial", "Alternative", "Ska",
    "Death Metal", "Pranks", "Soundtrack", "Euro-Techno", "Ambient", "Trip-Hop", "Vocal", "Jazz+Funk", "Fusion",
    "Trance", "Classical", "Instrumental", "Acid", "House", "Game", "Sound Clip", "Gospel", "Noise", "Alt. Rock",
    "Bass", "Soul", "Punk", "Space", "Meditative", "Instrumental Pop", "Instrumental Rock", "Ethnic", "Gothic",
    "Darkwave", "Techno-Industrial", "Electronic", "Pop-Folk", "Eurodance", "Dream", "Southern Rock", "Comedy",
    "Cult", "Gangsta Rap", "Top 40", "Christian Rap", "Pop/Funk", "Jungle", "Native American", "Cabaret", "New Wave",
    "Psychedelic", "Rave", "Showtunes", "Trailer", "Lo-Fi", "Tribal", "Acid Punk", "Acid Jazz", "Polka", "Retro",
    "Musical", "Rock & Roll", "Hard Rock", "Folk", "Folk-Rock", "National Folk", "Swing", "Fast-Fusion", "Bebop",
    "Latin", "Revival", "Celtic", "Bluegrass", "Avantgarde", "Gothic Rock", "Progressive Rock", "Psychedelic Rock",
    "Symphonic Rock", "Slow Rock", "Big Band", "Chorus", "Easy Listening", "Acoustic", "Humour", "Speech", "Chanson",
    "Opera", "Chamber Music", "Sonata", "Symphony", "Booty Bass", "Primus", "Porn Groove", "Satire", "Slow Jam",
    "Club", "Tango", "Samba", "Folklore", "Ballad", "Power Ballad", "Rhythmic Soul", "Freestyle", "Duet", "Punk Rock",
    "Drum Solo", "A Cappella", "Euro-House", "Dance Hall", "Goa", "Drum & Bass", "Club-House", "Hardcore", "Terror",
    "Indie", "BritPop", "Afro-Punk", "Polsk Punk", "Beat", "Christian Gangsta Rap", "Heavy Metal", "Black Metal",
    "Crossover", "Contemporary Christian", "Christian Rock", "Merengue", "Salsa", "Thrash Metal", "Anime", "JPop",
    "Synthpop", "Abstract", "Art Rock", "Baroque", "Bhangra", "Big Beat", "Breakbeat", "Chillout", "Downtempo", "Dub",
    "EBM", "Eclectic", "Electro", "Electroclash", "Emo", "Experimental", "Garage", "Global", "IDM", "Illbient",
    "Industro-Goth", "Jam Band", "Krautrock", "Leftfield", "Lounge", "Math Rock", "New Romantic", "Nu-Breakz",
    "Post-Punk", "Post-Rock", "Psytrance", "Shoegaze", "Space Rock", "Trop Rock", "World Music", "Neoclassical",
    "Audiobook", "Audio Theatre", "Neue Deutsche Welle", "Podcast", "Indie Rock", "G-Funk", "Dubstep", "Garage Rock",
    "Psybient",
  ]

  /// Returns the name of a number, or `nil` for an unassigned one.
  package static func name(_ number: Int) -> String? { names.indices.contains(number) ? names[number] : nil }

  /// Returns the number of a name in any case of letters, or `nil`.
  static func number(_ name: String) -> UInt8? {
    let wanted = name.lowercased()
    return names.firstIndex { $0.lowercased() == wanted }.flatMap { UInt8(exactly: $0) }
  }

  /// Returns the names that the values of a TCON frame mean.
  ///
  /// ID3v2.3 refers by `(17)`, with `RX` for a remix and `CR` for a cover, doubles a bracket that opens a name, and may
  /// refine a reference by words after it; ID3v2.4 writes `17`, `RX` and `CR` bare (ID3v2.3.0, 4.2.1; ID3v2.4.0,
  /// 4.2.3).
  static func names(of values: [String]) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    for value in values {
      for name in names(in: value.trimmed) where !name.isEmpty && seen.insert(name).inserted { found.append(name) }
    }
    return found
  }

  private static func names(in value: String) -> [String] {
    var names: [String] = []
    var rest = value[...]
    while rest.first == "(", !rest.hasPrefix("(("), let close = rest.firstIndex(of: ")") {
      let reference = rest[rest.index(after: rest.startIndex)..<close]
      guard let name = meaning(of: reference) else { break }
      names.append(name)
      rest = rest[rest.index(after: close)...]
    }
    if rest.hasPrefix("((") { rest = rest.dropFirst() }
    if rest.isEmpty { return names }
    return names + [meaning(of: rest) ?? String(rest)]
  }

  /// Returns the genre of a reference: a number outside the table stands for itself.
  private static func meaning(of reference: Substring) -> String? {
    switch reference {
    case "RX": return "Remix"
    case "CR": return "Cover"
    default:
      guard reference.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(reference) else { return nil }
      return name(number) ?? "Unknown"
    }
  }
}
