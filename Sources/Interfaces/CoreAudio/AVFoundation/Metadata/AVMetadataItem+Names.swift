import Foundation

// Identifiers, and items chosen by them.

extension AVMetadataItem {
  /// The beginnings of identifiers that are not the names of their key spaces.
  private static let prefixes: [(space: AVMetadataKeySpace, prefix: String)] = [(.common, "common"), (.id3, "id3")]

  /// Returns the identifier of a key in its key space; `nil` for a key that is neither text nor a number.
  public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
    let text: String? =
      switch key {
      case let key as AVMetadataKey: key.rawValue
      case let key as String: key
      case let key as NSString: key.description
      case let key as NSNumber: fourCharacters(key.uint32Value)
      default: nil
      }
    guard let text else { return nil }
    let prefix = prefixes.first { $0.space == keySpace }?.prefix ?? keySpace.rawValue
    return AVMetadataIdentifier("\(prefix)/\(percentEncoded(text))")
  }

  /// Returns the key space of an identifier; `nil` if it is malformed.
  public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
    guard let stroke = identifier.rawValue.firstIndex(of: "/") else { return nil }
    let prefix = String(identifier.rawValue[..<stroke])
    return prefixes.first { $0.prefix == prefix }?.space ?? AVMetadataKeySpace(prefix)
  }

  /// Returns the key of an identifier, as text; `nil` if it is malformed.
  public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
    guard let stroke = identifier.rawValue.firstIndex(of: "/") else { return nil }
    return NSString(string: percentDecoded(identifier.rawValue[identifier.rawValue.index(after: stroke)...]))
  }

  /// Returns the items with an identifier. A common identifier also finds the corresponding items of other key spaces.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] {
    let common = keySpace(forIdentifier: identifier) == .common ? key(forIdentifier: identifier) as? NSString : nil
    return metadataItems.filter { item in
      item.identifier == identifier || (common != nil && item.commonKey?.rawValue == common?.description)
    }
  }

  /// Returns the items of a key and a key space; `nil` matches any.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
  ) -> [AVMetadataItem] {
    guard let key else { return metadataItems.filter { keySpace == nil || $0.keySpace == keySpace } }
    guard let keySpace else {
      let text = (key as? AVMetadataKey)?.rawValue ?? "\(key)"
      return metadataItems.filter { ($0.key as? NSString)?.description == text || $0.commonKey?.rawValue == text }
    }
    guard let identifier = identifier(forKey: key, keySpace: keySpace) else { return [] }
    return self.metadataItems(from: metadataItems, filteredByIdentifier: identifier)
  }

  // MARK: Text

  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  /// Returns a key with all characters except letters, digits and `-._~` percent-encoded. Characters up to U+00FF are
  /// encoded as one byte, as in four-character codes.
  private static func percentEncoded(_ text: String) -> String {
    let isLatin = text.unicodeScalars.allSatisfy { $0.value < 256 }
    let bytes = isLatin ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
    return bytes.map { byte in
      if plain.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }

  private static func percentDecoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func fourCharacters(_ code: UInt32) -> String {
    String(
      String.UnicodeScalarView((0..<4).map { Unicode.Scalar(UInt8(truncatingIfNeeded: code >> (24 - 8 * $0))) }))
  }
}
