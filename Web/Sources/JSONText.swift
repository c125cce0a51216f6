/// A JSON value, written as it grows.
struct JSONText {
  private(set) var text = ""
  private var needsComma = false

  /// Returns the text of a value.
  static func text(of value: some Encodable) -> String {
    var json = JSONText()
    value.write(to: &json)
    return json.text
  }

  /// Begins an object or a list.
  mutating func open(_ bracket: String) {
    separate()
    text += bracket
    needsComma = false
  }

  /// Ends an object or a list.
  mutating func close(_ bracket: String) {
    text += bracket
    needsComma = true
  }

  /// Writes a value that is JSON already.
  mutating func value(_ json: String) {
    separate()
    text += json
    needsComma = true
  }

  /// Writes a member of an object; nothing for `nil`.
  mutating func member(_ name: String, _ value: some Encodable) {
    guard value.isPresent else { return }
    separate()
    text += Self.quoted(name) + ":"
    needsComma = false
    value.write(to: &self)
  }

  private mutating func separate() {
    if needsComma { text += "," }
  }

  /// Returns a number as JSON has it; a text for one that is none, as the command line writes it.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "\"nan\"" : value > 0 ? "\"inf\"" : "\"-inf\"" }
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return String(whole) }
    return value.description
  }

  /// Returns a text in quotation marks.
  static func quoted(_ value: String) -> String {
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
