/// The `language` of `mdhd` as ISO 639-2's three letters.
///
/// ISO/IEC 14496-12, 8.4.2: three letters of five bits. Values below 0x400 are the language codes of the Macintosh
/// (QuickTime File Format, "Language Code Values").
enum Language {
  /// Returns the letters, or an empty text if no language is stated.
  static func letters(_ packed: UInt16) -> String {
    if packed < 0x400 {
      return packed < macintosh.count / 3 ? name(at: Int(packed)) : laterMacintosh[packed] ?? ""
    }
    guard packed != 0x7FFF, packed != 0x55C4 else { return "" }
    let letters = [packed >> 10, packed >> 5, packed].map { UInt8($0 & 31) }
    guard letters.allSatisfy({ (1...26).contains($0) }) else { return "" }
    return String(decoding: letters.map { $0 + 0x60 }, as: UTF8.self)
  }

  private static func name(at code: Int) -> String {
    String(macintosh.dropFirst(code * 3).prefix(3))
  }

  /// The codes from 0 on, three letters each.
  private static let macintosh =
    "engfradeuitanldswespadanpornorhebjpnarafinellislmltturhrvzhourdhinthakorlitpolhunestlavsmefaofasruszhonldgle"
    + "sqironcesslkslvyidsrpmkdbulukrbeluzbkazazeazehyekatronkirtgktukmonmonpuskurkassndbodnepsanmarbenasmgujpanori"
    + "malkantamtelsinmyakhmlaovieindtglmsamsaamhtirormsomswakinrunnyamlgepo"

  private static let laterMacintosh: [UInt16: String] = [
    128: "cym", 129: "eus", 130: "cat", 131: "lat", 132: "que", 133: "grn", 134: "aym", 135: "tat", 136: "uig",
    137: "dzo", 138: "jav", 139: "sun", 140: "glg", 141: "afr", 142: "bre", 143: "iku", 144: "gla", 145: "glv",
    146: "gle", 147: "ton", 148: "ell",
  ]
}
