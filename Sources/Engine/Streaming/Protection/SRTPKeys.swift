package import Crypto
import CryptoExtras
import RTPPayloads

/// The keys of one direction that are derived from a master key: RFC 3711, 4.3.
package struct SRTPKeys: Sendable {
  /// The use of a key: RFC 3711, 4.3.1 and 4.3.2.
  enum Label: UInt8 {
    case encryption = 0
    case authentication = 1
    case salt = 2
  }

  let encryption: SymmetricKey
  let authentication: SymmetricKey
  let salt: [UInt8]

  /// Derives the keys of RTP, or those of RTCP, whose labels are greater by 3.
  init(_ attribute: CryptoAttribute, isControl: Bool) {
    let suite = attribute.suite
    let master = SymmetricKey(data: attribute.key.prefix(suite.keyByteCount))
    // RFC 7714, 11: the salt of twelve bytes is followed by zeros.
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

  /// Creates keys that are given, not derived.
  package init(encryption: [UInt8], authentication: [UInt8], salt: [UInt8]) {
    self.encryption = SymmetricKey(data: encryption)
    self.authentication = SymmetricKey(data: authentication)
    self.salt = salt
  }

  /// Derives a session key: the key stream of AES in counter mode, started at the salt combined with the label.
  ///
  /// The key derivation rate is 0, so the packet's index plays no part.
  package static func derive(from master: SymmetricKey, salt: [UInt8], label: UInt8, byteCount: Int) -> [UInt8] {
    var start = salt + [0, 0]
    start[7] ^= label
    return SRTPCipher.keyStream(byteCount, key: master, start: start)
  }
}

/// The ciphers of SRTP, from swift-crypto; all of them work in place.
package enum SRTPCipher {
  // Bound: as many as a packet has at most.
  private static let zeros = [UInt8](repeating: 0, count: SRTPSession.maximumByteCount)

  /// Returns the key stream of AES in counter mode: the encryption of zeros.
  ///
  /// - Parameter start: The first block of the counter, 16 bytes.
  fileprivate static func keyStream(_ byteCount: Int, key: SymmetricKey, start: [UInt8]) -> [UInt8] {
    guard byteCount > 0, let nonce = try? AES._CTR.Nonce(nonceBytes: start),
      let stream = try? AES._CTR.encrypt(zeros.prefix(byteCount), using: key, nonce: nonce)
    else {
      // Holds: the counter has 16 bytes, and keys have 16 or 32, which are all that can be refused.
      precondition(byteCount == 0)
      return []
    }
    return Array(stream)
  }

  /// Encrypts or decrypts a part of a packet with AES in counter mode.
  ///
  /// - Parameter start: The first block of the counter, 16 bytes.
  package static func counterMode(_ packet: inout [UInt8], _ range: Range<Int>, key: SymmetricKey, start: [UInt8]) {
    let stream = keyStream(range.count, key: key, start: start)
    var bytes = packet.mutableSpan
    for index in stream.indices { bytes[range.lowerBound + index] ^= stream[index] }
  }

  /// Encrypts the bytes after the first ones of a packet, and appends the tag of 16 bytes.
  ///
  /// - Parameter header: The bytes that the tag covers besides.
  static func seal(
    _ packet: inout [UInt8], from start: Int, key: SymmetricKey, _ nonce: (bytes: [UInt8], header: [UInt8])
  ) {
    guard let number = try? AES.GCM.Nonce(data: nonce.bytes),
      let box = try? AES.GCM.seal(packet[start...], using: key, nonce: number, authenticating: nonce.header)
    else {
      // Holds: the nonce has twelve bytes, and keys have 16 or 32, which are all that can be refused.
      preconditionFailure("AES-GCM refuses a key or a nonce")
    }
    packet.removeLast(packet.count - start)
    packet.append(contentsOf: box.ciphertext)
    packet.append(contentsOf: box.tag)
  }

  /// Decrypts a part of a packet, and returns true if its last 16 bytes are the correct tag.
  ///
  /// swift-crypto takes its input as its own value and returns a new one: two copies that the counter mode does not
  /// need.
  static func open(
    _ packet: inout [UInt8], _ range: Range<Int>, key: SymmetricKey, _ nonce: (bytes: [UInt8], header: [UInt8])
  ) -> Bool {
    guard range.count >= 16, let number = try? AES.GCM.Nonce(data: nonce.bytes),
      let box = try? AES.GCM.SealedBox(
        nonce: number, ciphertext: packet[range].dropLast(16), tag: packet[range].suffix(16)),
      let plain = try? AES.GCM.open(box, using: key, authenticating: nonce.header)
    else { return false }
    packet.replaceSubrange(range.dropLast(16), with: plain)
    return true
  }

  /// Returns the first bytes of HMAC-SHA1 over a part of a packet followed by further bytes.
  static func tag(_ bytes: ArraySlice<UInt8>, and rest: [UInt8], key: SymmetricKey, byteCount: Int) -> [UInt8] {
    var code = HMAC<Insecure.SHA1>(key: key)
    code.update(data: bytes)
    code.update(data: rest)
    return Array(code.finalize().prefix(byteCount))
  }

  /// Compares in a time that does not depend on where the first difference is.
  static func isEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
