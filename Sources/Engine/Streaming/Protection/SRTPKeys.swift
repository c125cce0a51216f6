package import Crypto
import CryptoExtras
import RTPPayloads

/// The keys of one direction that are derived from a master key: RFC 3711, 4.3.
package struct SRTPKeys: Sendable {
  /// What a key is for: RFC 3711, 4.3.1 and 4.3.2.
  enum Label: UInt8 {
    case encryption = 0
    case authentication = 1
    case salt = 2
  }

  let encryption: SymmetricKey
  let authentication: SymmetricKey
  let salt: [UInt8]

  /// Derives the keys of RTP, or those of RTCP, whose labels are three higher.
  init(_ attribute: CryptoAttribute, isControl: Bool) {
    let suite = attribute.suite
    let master = SymmetricKey(data: attribute.key.prefix(suite.keyByteCount))
    // RFC 7714, 11: the salt of twelve bytes is filled up with zeros behind it.
    var masterSalt = Array(attribute.key.dropFirst(suite.keyByteCount))
    while masterSalt.count < 14 { masterSalt.append(0) }
    func derive(_ label: Label, _ byteCount: Int) -> [UInt8] {
      SRTPKeys.derive(
        from: master, salt: masterSalt, label: label.rawValue + (isControl ? 3 : 0), byteCount: byteCount)
    }
    encryption = SymmetricKey(data: derive(.encryption, suite.keyByteCount))
    authentication = SymmetricKey(data: derive(.authentication, 20))
    salt = derive(.salt, suite.saltByteCount)
  }

  /// Takes keys as they are.
  package init(encryption: [UInt8], authentication: [UInt8], salt: [UInt8]) {
    self.encryption = SymmetricKey(data: encryption)
    self.authentication = SymmetricKey(data: authentication)
    self.salt = salt
  }

  /// Bytes of a session key: the key stream of AES in counter mode, begun at the salt with the label in it.
  ///
  /// The key derivation rate is 0, so the packet's index plays no part.
  package static func derive(from master: SymmetricKey, salt: [UInt8], label: UInt8, byteCount: Int) -> [UInt8] {
    var start = salt + [0, 0]
    start[7] ^= label
    // Bound: session keys have 32 bytes at most.
    return SRTPCipher.counterMode([UInt8](repeating: 0, count: byteCount)[...], key: master, start: start)
  }
}

/// The ciphers of SRTP, as swift-crypto has them.
package enum SRTPCipher {
  /// Encrypts or decrypts with AES in counter mode.
  ///
  /// - Parameter start: The first block of the counter, 16 bytes.
  package static func counterMode(_ bytes: ArraySlice<UInt8>, key: SymmetricKey, start: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty, let nonce = try? AES._CTR.Nonce(nonceBytes: start),
      let result = try? AES._CTR.encrypt(bytes, using: key, nonce: nonce)
    else {
      // Holds: the counter has 16 bytes, and keys have 16 or 32, which are all that can be refused.
      precondition(bytes.isEmpty)
      return []
    }
    return Array(result)
  }

  /// The bytes encrypted, and the tag of 16 bytes behind them.
  static func seal(_ bytes: ArraySlice<UInt8>, key: SymmetricKey, nonce: [UInt8], header: [UInt8]) -> [UInt8] {
    guard let nonce = try? AES.GCM.Nonce(data: nonce),
      let box = try? AES.GCM.seal(bytes, using: key, nonce: nonce, authenticating: header)
    else {
      // Holds: the nonce has twelve bytes, and keys have 16 or 32, which are all that can be refused.
      preconditionFailure("AES-GCM refuses a key or a nonce")
    }
    return Array(box.ciphertext) + Array(box.tag)
  }

  /// The bytes decrypted; `nil` where the tag of 16 bytes behind them is not theirs.
  static func open(_ bytes: ArraySlice<UInt8>, key: SymmetricKey, nonce: [UInt8], header: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 16, let nonce = try? AES.GCM.Nonce(data: nonce),
      let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: bytes.dropLast(16), tag: bytes.suffix(16)),
      let plain = try? AES.GCM.open(box, using: key, authenticating: header)
    else { return nil }
    return Array(plain)
  }

  /// The first bytes of HMAC-SHA1.
  static func tag(_ bytes: [UInt8], key: SymmetricKey, byteCount: Int) -> [UInt8] {
    Array(HMAC<Insecure.SHA1>.authenticationCode(for: bytes, using: key).prefix(byteCount))
  }

  /// Compares in a time that does not depend on where the first difference is.
  static func isEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
