import Crypto
import Foundation
import InspectionPages
import TestSupport
import Testing

@Suite struct InspectionPageTests {
  private func text(_ page: InspectionPage) -> String { String(decoding: page.html, as: UTF8.self) }

  /// What stands between two marks, which occur once.
  private func part(_ text: String, from start: String, to end: String) throws -> String {
    let pieces = text.components(separatedBy: start)
    expectEqual(pieces.count, 2, "\(start)")
    return try required(pieces.last?.components(separatedBy: end).first)
  }

  @Test("the policy allows the page's own script and style, and nothing else")
  func policy() throws {
    let page = text(InspectionPage(title: "a", json: "{}"))
    let policy = try part(page, from: "http-equiv=\"Content-Security-Policy\" content=\"", to: "\">")
    for (name, start, end) in [("script-src", "<script>", "</script>"), ("style-src", "<style>", "</style>")] {
      let digest = Data(SHA256.hash(data: Data(try part(page, from: start, to: end).utf8))).base64EncodedString()
      #expect(policy.contains("\(name) 'sha256-\(digest)'"), "the digest of the page's own is sha256-\(digest)")
    }
    #expect(policy.hasPrefix("default-src 'none'; img-src data:; media-src data:;"))
    for word in ["http", "unsafe", "*", "self"] { #expect(!policy.contains(word)) }
    // Nothing is fetched: no address stands in the page but those of data.
    for word in ["http://", "https://", "@import", "url("] { #expect(!page.contains(word), "\(word)") }
  }

  private static let hostile = [
    "</script><script>alert(1)</script>", "<!--<script>", "]]>", "\"><img src=x onerror=alert(1)>",
    "'\"&<>\u{2028}\u{2029}",
    "\u{0}\u{1B}[31m", "</title></head>", "\\u003C/script>",
  ]

  @Test("text of others does not act", arguments: hostile)
  func hostileText(text hostile: String) throws {
    let object = ["file": hostile, hostile: "key"]
    let json = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    var page = InspectionPage(title: hostile, json: json)
    page.soundRemark = hostile
    let found = text(page)
    let plain = text(InspectionPage(title: "a", json: "{}"))
    // As many elements as without it.
    expectEqual(found.components(separatedBy: "<").count, plain.components(separatedBy: "<").count)
    let embedded = try part(found, from: "id=\"inspection\">", to: "</script>")
    let parsed = try JSONSerialization.jsonObject(with: Data(embedded.utf8)) as? [String: String]
    expectEqual(parsed, object)
  }

  @Test("files are carried within")
  func inlineFiles() throws {
    var page = InspectionPage(title: "a", json: "{}")
    page.sound = InlineFile(mediaType: "audio/wav", bytes: [1, 2, 3, 255])
    page.cover = InlineFile(mediaType: "image/png", bytes: [0, 16])
    let found = text(page)
    #expect(found.contains("<audio id=\"sound\" preload=\"auto\" src=\"data:audio/wav;base64,AQID/w==\"></audio>"))
    #expect(found.contains("<img id=\"cover\" alt=\"Cover\" src=\"data:image/png;base64,ABA=\">"))
  }
}
