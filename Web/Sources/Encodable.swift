import AudioBase

// Records as JSON: what a program's `JSONEncoder` does, for which Embedded Swift has no standard library. Scripts/package web
// writes `writeMembers(to:)` of every record, from its stored properties.

/// A value that JSON has.
protocol Encodable {
  /// False for `nil`, which is left out as a member.
  var isPresent: Bool { get }
  /// Writes the value.
  func write(to json: inout JSONText)
}

extension Encodable {
  var isPresent: Bool { true }
}

/// A record, whose members are its stored properties.
protocol EncodableRecord: Encodable {
  func writeMembers(to json: inout JSONText)
}

extension EncodableRecord {
  func write(to json: inout JSONText) {
    json.open("{")
    writeMembers(to: &json)
    json.close("}")
  }
}

extension String: Encodable {
  func write(to json: inout JSONText) { json.value(JSONText.quoted(self)) }
}

extension Bool: Encodable {
  func write(to json: inout JSONText) { json.value(self ? "true" : "false") }
}

extension Int: Encodable {
  func write(to json: inout JSONText) { json.value(String(self)) }
}

extension Int64: Encodable {
  func write(to json: inout JSONText) { json.value(String(self)) }
}

extension UInt32: Encodable {
  func write(to json: inout JSONText) { json.value(String(self)) }
}

extension Double: Encodable {
  func write(to json: inout JSONText) { json.value(JSONText.number(self)) }
}

extension Optional: Encodable where Wrapped: Encodable {
  var isPresent: Bool { self != nil }
  func write(to json: inout JSONText) {
    if let self { self.write(to: &json) } else { json.value("null") }
  }
}

extension Array: Encodable where Element: Encodable {
  func write(to json: inout JSONText) {
    json.open("[")
    for element in self { element.write(to: &json) }
    json.close("]")
  }
}

extension Dictionary: Encodable where Key == String, Value: Encodable {
  func write(to json: inout JSONText) {
    json.open("{")
    for key in keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { json.member(key, self[key]) }
    json.close("}")
  }
}
