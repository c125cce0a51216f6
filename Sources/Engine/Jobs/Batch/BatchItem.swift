package import AudioFiles
import Bitstream

/// One file of a batch: its input, its output and its options.
package struct BatchItem: Sendable, Hashable {
  /// The file to read.
  package var input: Pathname
  /// The file to write, or `nil` for work that only reads.
  package var output: Pathname?
  /// The options of this file only, as on a command line.
  package var options: [String] = []
  /// True if a folder or a pattern led to the file, not its own name.
  package var isFound = false
  /// True for a folder that could not be read.
  package var isUnreadFolder = false
  /// True if the file was named, and is also another item's output.
  package var isWritten = false
  /// A digest of the output's path when the batch was planned, or of the action: of two items with the same digest, one
  /// is redundant. 0 before planning.
  var slot: UInt128 = 0

  /// Creates an item.
  package init(_ input: Pathname, to output: Pathname? = nil, options: [String] = []) {
    self.input = input
    self.output = output
    self.options = options
  }
}

extension BatchItem {
  /// The form in which an item is kept in the list of work; names as `Pathname.argument` writes them.
  private struct Kept: Codable {
    var input: String
    var output: String?
    var options: [String]?
    var isFound: Bool?
    var isUnreadFolder: Bool?
    var slot: String
  }

  /// The item as a line.
  var line: String {
    JSONLines.line(
      Kept(
        input: input.argument, output: output?.argument, options: options.isEmpty ? nil : options,
        isFound: isFound ? true : nil, isUnreadFolder: isUnreadFolder ? true : nil,
        slot: String(slot, radix: 36)))
  }

  /// Restores an item from its line; `nil` if the line is invalid.
  init?(line: [UInt8]) {
    guard let kept = JSONLines.value(Kept.self, of: line), let slot = UInt128(kept.slot, radix: 36) else { return nil }
    self.slot = slot
    input = Pathname(argument: kept.input)
    output = kept.output.map { Pathname(argument: $0) }
    options = kept.options ?? []
    isFound = kept.isFound ?? false
    isUnreadFolder = kept.isUnreadFolder ?? false
  }

  /// Determines the place of the output.
  mutating func findSlot() { slot = output.map(Self.slot) ?? target }

  /// Returns the slot of the file of a name, if it is written.
  static func slot(ofFile path: Pathname) -> UInt128 { NameDigest.of([FilePlace(path).bytes]) }

  /// The digest that identifies the item in a report: of the output's name if a file is written, otherwise of the input
  /// and the options.
  var target: UInt128 {
    if let output { return NameDigest.of([output.tidied.bytes]) }
    return NameDigest.of([input.tidied.bytes] + options.map { Array($0.utf8) })
  }

  /// The digest that shows whether two items with the same target are the same.
  var identity: UInt128 { NameDigest.of([input.tidied.bytes] + options.map { Array($0.utf8) }) }
}

/// Numbers that represent names, so that a million names need little memory.
enum NameDigest {
  /// Returns the MD5 of texts, each preceded by its length.
  static func of(_ texts: [[UInt8]]) -> UInt128 {
    var digest = MessageDigest()
    for text in texts {
      digest.update(Array("\(text.count):".utf8).span)
      digest.update(text.span)
    }
    return digest.value().reduce(0) { $0 &<< 8 | UInt128($1) }
  }
}

extension Pathname {
  /// The name without redundant parts: repeated slashes, and folders named `.`.
  var tidied: Pathname {
    let isAbsolute = bytes.first == UInt8(ascii: "/")
    let parts = bytes.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    return Pathname(
      bytes: (isAbsolute ? [UInt8(ascii: "/")] : []) + Array(parts.joined(separator: [UInt8(ascii: "/")])))
  }
}
