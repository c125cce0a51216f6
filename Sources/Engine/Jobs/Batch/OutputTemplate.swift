package import AudioFiles

/// The template by which the name of an output is made from that of its input: `phone/{tree}/{stem}.m4a`.
package struct OutputTemplate: Sendable {
  /// A part of an input's name.
  package enum Field: String, CaseIterable, Sendable {
    /// The folder of the input, as it was named; `.` where there is none.
    case folder = "dir"
    /// The folders between the one that was to be walked and the input; nothing where the input was named itself.
    case tree
    /// The last part of the name without its extension.
    case stem
    /// The last part of the name.
    case name
    /// The extension, as it is written, without its dot.
    case suffix = "ext"
  }

  private enum Piece: Sendable {
    case bytes([UInt8])
    case field(Field)
  }

  private var pieces: [Piece] = []

  /// Reads a template, in which `{{` and `}}` are braces.
  ///
  /// - Throws: `AudioError` of the kind `option` where a field is unknown or a brace alone.
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

  /// Returns the output of an input.
  ///
  /// - Parameter tree: The folders between the one that was walked and the input.
  package func output(for input: Pathname, tree: Pathname = "") -> Pathname {
    var bytes: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .bytes(let part): bytes += part
      case .field(let field): bytes += Self.value(of: field, input, tree)
      }
    }
    return Pathname(bytes: bytes).tidied
  }

  private static func value(of field: Field, _ input: Pathname, _ tree: Pathname) -> [UInt8] {
    let name = Array(input.lastComponent)
    let stem = Pathname(bytes: name).deletingExtension.bytes
    switch field {
    case .folder: return input.directory.isEmpty ? [UInt8(ascii: ".")] : Array(input.directory)
    case .tree: return tree.bytes
    case .stem: return stem
    case .name: return name
    case .suffix: return Array(name.dropFirst(stem.count + 1))
    }
  }
}
