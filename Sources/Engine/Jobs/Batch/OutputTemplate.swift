package import AudioFiles

/// A template that makes an output's name from the input's: `phone/{tree}/{stem}.m4a`.
package struct OutputTemplate: Sendable {
  /// A part of an input's name.
  package enum Field: String, CaseIterable, Sendable {
    /// The folder of the input as given; `.` if there is none.
    case folder = "dir"
    /// The folders between the given folder and the input; empty if the input itself was given.
    case tree
    /// The last part of the name without its extension.
    case stem
    /// The last part of the name.
    case name
    /// The extension as written, without its dot.
    case suffix = "ext"
  }

  private let template: NameTemplate<Field>

  /// Reads a template.
  ///
  /// - Throws: `AudioError` of the kind `option` if a field is unknown or a brace alone.
  package init(_ template: Pathname) throws(AudioError) { self.template = try NameTemplate(template) }

  /// Returns the output of an input.
  ///
  /// - Parameter tree: The folders between the one that was walked and the input.
  package func output(for input: Pathname, tree: Pathname = "") -> Pathname {
    Pathname(bytes: template.filled { Self.value(of: $0, input, tree) }).tidied
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
