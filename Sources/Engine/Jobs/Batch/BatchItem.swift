package import AudioFiles
import Bitstream

/// One file of a batch: what is read, what is written, and with which options.
package struct BatchItem: Sendable, Hashable {
  /// The file to read.
  package var input: FilePath
  /// The file to write, or `nil` where files are looked at only.
  package var output: FilePath?
  /// Options of this file alone, as they stand on a command line.
  package var options: [String] = []
  /// Whether a walk through a folder, or a pattern, came upon the file: nobody has named it.
  package var isFound = false
  /// Whether it is a folder that could not be walked.
  package var isUnreadFolder = false
  /// Whether it was named, and is the output of another item, too.
  package var isWritten = false
  /// What is written, or done, by the place of the output when the batch was planned: of two with the same, one is too
  /// many. 0 before that.
  var slot: UInt128 = 0

  /// Creates an item.
  package init(_ input: FilePath, to output: FilePath? = nil, options: [String] = []) {
    self.input = input
    self.output = output
    self.options = options
  }
}

extension BatchItem {
  /// How an item is kept in the list of what is to be done; names as `FilePath.argument` writes them.
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

  /// Takes an item back out of its line; `nil` where the line is none.
  init?(line: [UInt8]) {
    guard let kept = JSONLines.value(Kept.self, of: line), let slot = UInt128(kept.slot, radix: 36) else { return nil }
    self.slot = slot
    input = FilePath(argument: kept.input)
    output = kept.output.map { FilePath(argument: $0) }
    options = kept.options ?? []
    isFound = kept.isFound ?? false
    isUnreadFolder = kept.isUnreadFolder ?? false
  }

  /// Looks for the place of the output.
  mutating func findSlot() { slot = output.map(Self.slot) ?? target }

  /// What stands for the file that a name leads to, if it is written.
  static func slot(ofFile path: FilePath) -> UInt128 { NameDigest.of([FilePlace(path).bytes]) }

  /// By what the item is told from all others in a report. Where a file is written it is that file, by its name,
  /// otherwise what is read, and how.
  var target: UInt128 {
    if let output { return NameDigest.of([output.tidied.bytes]) }
    return NameDigest.of([input.tidied.bytes] + options.map { Array($0.utf8) })
  }

  /// What makes two items with the same target the same.
  var identity: UInt128 { NameDigest.of([input.tidied.bytes] + options.map { Array($0.utf8) }) }
}

/// Numbers that stand for names, so that a million of them need little memory.
enum NameDigest {
  /// The MD5 of texts, each with its length in front of it.
  static func of(_ texts: [[UInt8]]) -> UInt128 {
    var digest = MessageDigest()
    for text in texts {
      digest.update(Array("\(text.count):".utf8).span)
      digest.update(text.span)
    }
    return digest.value().reduce(0) { $0 &<< 8 | UInt128($1) }
  }
}

extension FilePath {
  /// The name without what names nothing: slashes behind slashes, and folders named `.`.
  var tidied: FilePath {
    let isAbsolute = bytes.first == UInt8(ascii: "/")
    let parts = bytes.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    return FilePath(
      bytes: (isAbsolute ? [UInt8(ascii: "/")] : []) + Array(parts.joined(separator: [UInt8(ascii: "/")])))
  }
}
