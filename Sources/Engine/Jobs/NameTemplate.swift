package import AudioFiles

/// A template of a name: text with fields in braces, such as `phone/{stem}.m4a`; `{{` and `}}` stand for braces.
package struct NameTemplate<Field: RawRepresentable & CaseIterable & Sendable>: Sendable
where Field.RawValue == String {
  private enum Piece: Sendable {
    case bytes([UInt8])
    case field(Field)
  }

  private var pieces: [Piece] = []

  /// Reads a template.
  ///
  /// - Throws: `AudioError` of the kind `option` if a field is unknown or a brace alone.
  package init(_ template: Pathname) throws(AudioError) {
    var text: [UInt8] = []
    var rest = template.bytes[...]
    let (opening, closing) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    while let byte = rest.popFirst() {
      if byte == opening || byte == closing, rest.first == byte {
        rest.removeFirst()
        text.append(byte)
      } else if byte == opening, let end = rest.firstIndex(of: closing) {
        let name = String(decoding: rest[..<end], as: UTF8.self)
        guard let field = Field(rawValue: name) else {
          let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
          throw .output(template, .refused("there is no {\(name)}; the fields of a template are \(known)"))
        }
        pieces += [.bytes(text), .field(field)]
        text = []
        rest = rest[(end + 1)...]
      } else if byte == opening || byte == closing {
        throw .output(template, .refused("a brace stands alone; {{ and }} are braces"))
      } else {
        text.append(byte)
      }
    }
    pieces.append(.bytes(text))
  }

  /// Returns the name with the fields replaced by their values.
  package func filled<Failure: Error>(_ value: (Field) throws(Failure) -> [UInt8]) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .bytes(let part): bytes += part
      case .field(let field): bytes += try value(field)
      }
    }
    return bytes
  }
}
