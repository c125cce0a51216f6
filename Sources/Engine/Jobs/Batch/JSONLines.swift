import AudioFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values as JSON objects, one per line.
package enum JSONLines {
  /// Returns a value as one line, with sorted keys and without unknown values.
  package static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // Every value is a number, a text, or an array or object of these, none of which can fail.
    guard let data = try? encoder.encode(value) else { return "{}\n" }
    return String(decoding: data, as: UTF8.self).printableJSON + "\n"
  }

  /// Returns the value of a line.
  ///
  /// - Throws: The error of the value's own decoding, or `DecodingError`.
  static func decoded<Value: Decodable>(_ type: Value.Type, from line: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(line))
  }

  /// Returns the value of a line, or `nil` if it is not of this type.
  static func value<Value: Decodable>(_ type: Value.Type, of line: [UInt8]) -> Value? {
    try? decoded(type, from: line)
  }
}
