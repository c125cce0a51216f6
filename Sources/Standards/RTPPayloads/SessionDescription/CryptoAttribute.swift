import AudioBase

/// A key in a session description: `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:…`, RFC 4568.
public struct CryptoAttribute: Sendable, Equatable {
  /// The supported protection profiles.
  public enum Suite: String, Sendable, CaseIterable {
    /// AES-128 in counter mode, tags of 80 bits. RFC 3711; RFC 4568, 6.2.1.
    case aes128CounterHMAC80 = "AES_CM_128_HMAC_SHA1_80"
    /// AES-128 in counter mode, tags of 32 bits for RTP and 80 for RTCP. RFC 4568, 6.2.2.
    case aes128CounterHMAC32 = "AES_CM_128_HMAC_SHA1_32"
    /// AES-128 in Galois/counter mode. RFC 7714.
    case aes128GCM = "AEAD_AES_128_GCM"
    /// AES-256 in Galois/counter mode. RFC 7714.
    case aes256GCM = "AEAD_AES_256_GCM"

    /// The number of bytes of the master key.
    public var keyByteCount: Int { self == .aes256GCM ? 32 : 16 }
    /// The number of bytes of the master salt.
    public var saltByteCount: Int { self == .aes128GCM || self == .aes256GCM ? 12 : 14 }
  }

  /// The number of this key, which is unique within the medium.
  public var tag: Int
  /// The protection profile.
  public var suite: Suite
  /// The master key followed by the master salt.
  public var key: [UInt8]
  /// The number of packets after which the key must be replaced; `nil` if it is not stated.
  public var lifetime: UInt64?

  /// Creates an attribute.
  ///
  /// - Throws: ``RTPError`` if the key is not as long as the profile has it.
  public init(tag: Int = 1, suite: Suite, key: [UInt8]) throws(RTPError) {
    guard key.count == suite.keyByteCount + suite.saltByteCount else {
      throw RTPError(.malformed, "the key and the salt are as long as the profile has it", clause: "RFC 4568, 6.2")
    }
    self.tag = tag
    self.suite = suite
    self.key = key
  }

  /// Creates an attribute with a key in the form of session descriptions.
  ///
  /// - Parameters:
  ///   - tag: The number of this key, unique within the medium.
  ///   - suite: The protection profile.
  ///   - text: The key and the salt in base 64.
  /// - Throws: ``RTPError`` if the text is malformed, or the key not as long as the profile requires.
  public init(tag: Int = 1, suite: Suite, base64Key text: String) throws(RTPError) {
    guard let key = Base64.decode(text) else {
      throw RTPError(.malformed, "the key is base64", clause: "RFC 4568, 6.1")
    }
    try self.init(tag: tag, suite: suite, key: key)
  }

  /// Reads the value of an attribute.
  ///
  /// - Throws: ``RTPError``: malformed; unsupported for other profiles, several keys, key identifiers (MKI) and session
  ///   parameters.
  public init(parsing value: String) throws(RTPError) {
    let words = value.split(separator: " ")
    guard words.count >= 3, let tag = Int(words[0]), words[2].lowercased().hasPrefix("inline:") else {
      throw RTPError(.malformed, "a key is a tag, a profile and inline: with the key", clause: "RFC 4568, 9.1")
    }
    guard let suite = Suite(rawValue: words[1].uppercased()) else {
      throw RTPError(.unsupported, "profiles are AES_CM_128_HMAC_SHA1_80 and _32, AEAD_AES_128_GCM and _256_GCM")
    }
    guard words.count == 3, !words[2].contains(";") else {
      throw RTPError(.unsupported, "several keys and session parameters are not implemented", clause: "RFC 4568, 6.3")
    }
    let parts = words[2].dropFirst("inline:".count).split(separator: "|")
    try self.init(tag: tag, suite: suite, base64Key: String(parts.first ?? ""))
    for part in parts.dropFirst() {
      guard !part.contains(":") else {
        throw RTPError(.unsupported, "key identifiers (MKI) are not implemented", clause: "RFC 4568, 6.1")
      }
      lifetime = try Self.lifetime(part)
    }
  }

  private static func lifetime(_ text: Substring) throws(RTPError) -> UInt64 {
    if text.hasPrefix("2^"), let exponent = UInt64(text.dropFirst(2)), exponent <= 48 { return 1 << exponent }
    guard let number = UInt64(text), number > 0 else {
      throw RTPError(.malformed, "the lifetime of a key is a number of packets up to 2^48", clause: "RFC 4568, 6.1")
    }
    return number
  }

  /// The value of the attribute.
  public var value: String {
    "\(tag) \(suite.rawValue) inline:\(Base64.encode(key))" + (lifetime.map { "|\($0)" } ?? "")
  }
}

extension CryptoAttribute: CustomStringConvertible, CustomReflectable {
  /// The tag and the profile. The key is only in ``value``, so that no displayed text shows it.
  public var description: String { "\(tag) \(suite.rawValue)" }

  /// A mirror without the key.
  public var customMirror: Mirror { Mirror(self, children: ["tag": tag, "suite": suite.rawValue]) }
}

extension SessionDescription {
  /// The description without keys, which only receivers may know.
  public var textWithoutKeys: String {
    var session = self
    session.attributes = attributes.map(\.withoutKey)
    for index in media.indices { session.media[index].attributes = media[index].attributes.map(\.withoutKey) }
    return session.text
  }

  /// True if every reader of the description can decrypt the media.
  public var hasKeys: Bool { (attributes + media.flatMap(\.attributes)).contains(where: \.isKey) }
}

extension SessionDescription.Attribute {
  /// `crypto` of RFC 4568, and `key-mgmt` of RFC 4567.
  fileprivate var isKey: Bool { ["crypto", "key-mgmt"].contains(name.lowercased()) }

  fileprivate var withoutKey: Self {
    guard isKey else { return self }
    let words = (value ?? "").split(separator: " ").prefix(2).joined(separator: " ")
    return Self(name, words + " (the key is not shown)")
  }
}

extension SessionDescription.Media {
  /// Returns the first key of the medium with a supported profile; `nil` without one.
  ///
  /// - Throws: ``RTPError`` of the first key if none can be used.
  public func crypto() throws(RTPError) -> CryptoAttribute? {
    var failure: RTPError?
    for attribute in attributes where attribute.name.lowercased() == "crypto" {
      do throws(RTPError) { return try CryptoAttribute(parsing: attribute.value ?? "") } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }
}
