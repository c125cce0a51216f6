package import AudioBase

/// A readable frame of an ID3v2 tag, with unsynchronisation undone and additional header fields removed.
package struct ID3Frame: Hashable, Sendable {
  /// The name in ID3v2.3 and 2.4, such as `TIT2`. Frames of ID3v2.2 with another name in the later versions get that
  /// name; others keep their three letters and a space, `PIC ` among them because its body differs.
  package var identifier: FourCharacterCode
  /// The body after the frame's header.
  package var body: [UInt8]

  /// Creates a frame.
  package init(identifier: FourCharacterCode, body: [UInt8]) {
    self.identifier = identifier
    self.body = body
  }

  /// The values of a text frame (`T…`, user-defined texts without their description), or of a similar list; empty if
  /// there are none.
  package var textValues: [String] {
    guard let first = body.first else { return [] }
    let encoding = TextEncoding(rawValue: first) ?? .latin1
    return encoding.decodeList(body.span.extracting(1..<body.count))
  }

  /// Returns description and texts of a frame that has both: `TXXX`, and after a language `COMM` and `USLT`.
  ///
  /// - Parameter hasLanguage: True if three letters that name a language precede the description.
  func describedTexts(hasLanguage: Bool) -> (description: String, texts: [String])? {
    let start = hasLanguage ? 4 : 1
    guard body.count >= start else { return nil }
    let encoding = TextEncoding(rawValue: body[0]) ?? .latin1
    let bytes = body.span
    let (end, next) = encoding.terminator(in: bytes, from: start)
    let description = encoding.decode(bytes.extracting(start..<end))
    // Without a zero there is no description, only the text.
    if next == end { return ("", [description]) }
    return (description, encoding.decodeList(bytes.extracting(next..<bytes.count)))
  }

  /// Returns the picture of an `APIC` or `PIC ` frame; `nil` if it is a link or empty.
  func picture() -> Artwork? {
    guard let first = body.first else { return nil }
    let bytes = body.span
    let encoding = TextEncoding(rawValue: first) ?? .latin1
    var start = 4
    var isLink = bytes.begins(with: "-->", at: 1)
    if identifier != "PIC " {
      let (end, next) = TextEncoding.latin1.terminator(in: bytes, from: 1)
      isLink = isLink && end == 4
      start = next
    }
    guard !isLink, start < bytes.count else { return nil }
    let kind = Artwork.Kind(rawValue: bytes[start])
    let (end, next) = encoding.terminator(in: bytes, from: start + 1)
    let content = pictureStart(after: next, of: encoding, descriptionFrom: start + 1)
    guard content < bytes.count else { return nil }
    let description = content < end ? "" : encoding.decode(bytes.extracting((start + 1)..<end))
    return Artwork(bytes: [UInt8](body[content...]), description: description, kind: kind)
  }

  /// Returns the offset of the picture: after the description; some programs state 16-bit characters but end an empty
  /// description with a single zero.
  private func pictureStart(after next: Int, of encoding: TextEncoding, descriptionFrom start: Int) -> Int {
    guard encoding.unitByteCount == 2, start < body.count, body[start] == 0 else { return next }
    let single = Artwork(bytes: [UInt8](body[(start + 1)...].prefix(12)))
    return single.mediaType == "application/octet-stream" ? next : start + 1
  }
}

/// The frames of ID3v2.2 that later versions have under a name of four letters, with the same body.
let laterNames: [String: FourCharacterCode] = [
  "BUF": "RBUF", "CNT": "PCNT", "COM": "COMM", "CRA": "AENC", "ETC": "ETCO", "GEO": "GEOB", "IPL": "IPLS",
  "MCI": "MCDI", "MLL": "MLLT", "POP": "POPM", "REV": "RVRB", "SLT": "SYLT", "STC": "SYTC", "TAL": "TALB",
  "TBP": "TBPM", "TCM": "TCOM", "TCO": "TCON", "TCP": "TCMP", "TCR": "TCOP", "TDA": "TDAT", "TDY": "TDLY",
  "TEN": "TENC", "TFT": "TFLT", "TIM": "TIME", "TKE": "TKEY", "TLA": "TLAN", "TLE": "TLEN", "TMT": "TMED",
  "TOA": "TOPE", "TOF": "TOFN", "TOL": "TOLY", "TOR": "TORY", "TOT": "TOAL", "TP1": "TPE1", "TP2": "TPE2",
  "TP3": "TPE3", "TP4": "TPE4", "TPA": "TPOS", "TPB": "TPUB", "TRC": "TSRC", "TRD": "TRDA", "TRK": "TRCK",
  "TS2": "TSO2", "TSA": "TSOA", "TSC": "TSOC", "TSI": "TSIZ", "TSP": "TSOP", "TSS": "TSSE", "TST": "TSOT",
  "TT1": "TIT1", "TT2": "TIT2", "TT3": "TIT3", "TXT": "TEXT", "TXX": "TXXX", "TYE": "TYER", "UFI": "UFID",
  "ULT": "USLT", "WAF": "WOAF", "WAR": "WOAR", "WAS": "WOAS", "WCM": "WCOM", "WCP": "WCOP", "WPB": "WPUB",
  "WXX": "WXXX",
]
