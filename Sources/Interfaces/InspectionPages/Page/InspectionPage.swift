import AudioBase

/// A page with all findings of an inspection, in one file that needs no network.
///
/// Its numbers are one JSON object, which the page's script draws. A policy within the page allows only that script to
/// run and nothing to be loaded, whatever the texts in the object are.
public struct InspectionPage: Sendable {
  /// The page's title.
  public var title: String
  /// The output of `af inspect --json`: one JSON object.
  public var json: String
  /// The sound to play, or `nil`.
  public var sound: InlineFile?
  /// The remark on the sound: that it is not the file's own, or the reason for its absence.
  public var soundRemark = ""
  /// The cover in a format for browsers, or `nil`.
  public var cover: InlineFile?

  /// Creates a page without sound and cover.
  public init(title: String, json: String) {
    self.title = title
    self.json = json
  }

  /// The page loads nothing, and only its own script and style apply.
  static let policy =
    "default-src 'none'; img-src data:; media-src data:; style-src '\(PageStyle.digest)'; script-src '\(PageScript.digest)'; "
    + "base-uri 'none'; form-action 'none'"

  /// The page as HTML in UTF-8.
  public var html: [UInt8] {
    let player = sound.map { "<audio id=\"sound\" preload=\"auto\" src=\"\(Self.address($0))\"></audio>\n" } ?? ""
    let picture = cover.map { "<img id=\"cover\" alt=\"Cover\" src=\"\(Self.address($0))\">\n" } ?? ""
    let page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="af inspect">
      <title>\(PageText.escaped(title))</title>
      <style>\(PageStyle.text)</style>
      </head>
      <body>
      <header id="head">
      \(picture)<div><h1 id="title">\(PageText.escaped(title))</h1><p id="by"></p><ul id="chips"></ul></div>
      </header>
      \(player)<p id="sound-remark">\(PageText.escaped(soundRemark))</p>
      \(PageBody.text)
      <noscript><p>This page draws itself with a script of its own, which the browser does not run.</p></noscript>
      <script type="application/json" id="inspection">\(PageText.embedded(json: json))</script>
      <script>\(PageScript.text)</script>
      </body>
      </html>

      """
    return Array(page.utf8)
  }

  private static func address(_ file: InlineFile) -> String {
    "data:\(PageText.escaped(file.mediaType));base64,\(Base64.encode(file.bytes))"
  }
}
