import AudioBase
import AudioStreaming
import Crypto
import RTPPayloads
import TestSupport
import Testing

@Suite struct SRTPTests {
  static func bytes(_ text: String) throws -> [UInt8] {
    try required([UInt8](hexadecimal: text.filter { $0 != " " && $0 != "\n" }))
  }

  static func master(_ suite: CryptoAttribute.Suite) throws -> CryptoAttribute {
    try CryptoAttribute(
      suite: suite, key: (0..<(suite.keyByteCount + suite.saltByteCount)).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) })
  }

  /// RFC 3711, B.3.
  @Test func sessionKeysAreThoseOfTheStandard() throws {
    let key = SymmetricKey(data: try Self.bytes("E1F97A0D3E018BE0D64FA32C06DE4139"))
    let salt = try Self.bytes("0EC675AD498AFEEBB6960B3AABE6")
    func derive(_ label: UInt8, _ count: Int) -> String {
      SRTPKeys.derive(from: key, salt: salt, label: label, byteCount: count).hexadecimal
    }
    expectEqual(derive(0, 16), "C61E7A93744F39EE10734AFE3FF7A087")
    expectEqual(derive(2, 14), "30CBBC08863D8C85D49DB34A9AE1")
    expectEqual(derive(1, 20), "CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4")
  }

  /// RFC 3711, B.2.
  @Test func theKeyStreamIsThatOfTheStandard() throws {
    let key = SymmetricKey(data: try Self.bytes("2B7E151628AED2A6ABF7158809CF4F3C"))
    let start = try Self.bytes("F0F1F2F3F4F5F6F7F8F9FAFBFCFD0000")
    var stream = [UInt8](repeating: 0, count: 48)
    SRTPCipher.counterMode(&stream, 0..<48, key: key, start: start)
    expectEqual(
      stream.hexadecimal,
      "E03EAD0935C95E80E166B16DD92B4EB4D23513162B02D0F72A43A2FE4A5F97AB41E95B3BB0A2E8DD477901E4FCA894C0")
  }

  /// RFC 7714, 16.1.1 and 16.2.1, whose keys are session keys.
  @Test(arguments: [
    (
      CryptoAttribute.Suite.aes128GCM, 16,
      "f24de3a3fb34de6cacba861c9d7e4bcabe633bd50d294e6f42a5f47a51c7d19b36de3adf8833899d7f27beb16a9152cf765ee4390cce"
    ),
    (
      .aes256GCM, 32,
      "32b1de78a822fe12ef9f78fa332e33aab18012389a58e2f3b50b2a0276ffae0f1ba63799b87b7aa3db36dfffd6b0f9bb7878d7a76c13"
    ),
  ])
  func packetsOfGCMAreThoseOfTheStandard(suite: CryptoAttribute.Suite, keyCount: Int, expected: String) throws {
    let header = try Self.bytes("8040f17b8041f8d35501a0b2")
    let keys = SRTPKeys(
      encryption: (0..<keyCount).map { UInt8($0) }, authentication: [],
      salt: try Self.bytes("517569642070726f2071756f"))
    var session = SRTPSession(suite, keys: keys, controlKeys: keys)
    let plain = header + Array("Gallia est omnis divisa in partes tres".utf8)
    let protected = try session.protected(plain)
    expectEqual(protected, header + (try Self.bytes(expected)))
    var receiver = SRTPSession(suite, keys: keys, controlKeys: keys)
    try expectEqual(receiver.unprotected(protected), plain)
  }

  /// libsrtp's reference packet for the keys of RFC 3711, B.3.
  @Test func aPacketOfCounterModeIsThatOfLibsrtp() throws {
    let attribute = try CryptoAttribute(
      suite: .aes128CounterHMAC80,
      key: try Self.bytes("E1F97A0D3E018BE0D64FA32C06DE41390EC675AD498AFEEBB6960B3AABE6"))
    var session = SRTPSession(attribute)
    let plain = try Self.bytes("800f1234decafbadcafebabeabababababababababababababababab")
    let expected = try Self.bytes(
      "800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb")
    try expectEqual(session.protected(plain), expected)
  }

  @Test(arguments: CryptoAttribute.Suite.allCases)
  func packetsComeBackOnceAcrossTheRounds(suite: CryptoAttribute.Suite) throws {
    var (sender, receiver) = (SRTPSession(try Self.master(suite)), SRTPSession(try Self.master(suite)))
    for number in 65_530..<65_545 {
      var packet: [UInt8] = []
      RTPHeader(
        payloadType: 96, sequenceNumber: UInt16(truncatingIfNeeded: number), timestamp: 0, source: 7
      ).write(to: &packet)
      packet += [1, 2, 3]
      let protected = try sender.protected(packet)
      expectEqual(protected.count, packet.count + sender.overheadByteCount)
      var broken = protected
      broken[broken.count / 2] ^= 1
      #expect(throws: SRTPFailure.authentication) { try receiver.unprotected(broken) }
      try expectEqual(receiver.unprotected(protected), packet)
      #expect(throws: SRTPFailure.replayed) { try receiver.unprotected(protected) }
    }
  }

  @Test(arguments: CryptoAttribute.Suite.allCases)
  func reportsComeBackOnce(suite: CryptoAttribute.Suite) throws {
    var (sender, receiver) = (SRTPSession(try Self.master(suite)), SRTPSession(try Self.master(suite)))
    var report: [UInt8] = []
    ControlPacket.receiverReport(source: 5, blocks: [ReportBlock(source: 6)]).write(to: &report)
    for _ in 0..<3 {
      let protected = try sender.protectedControl(report)
      #expect(protected.prefix(8) == report.prefix(8) && protected[8..<32] != report[8..<32])
      var broken = protected
      broken[9] ^= 1
      #expect(throws: SRTPFailure.authentication) { try receiver.unprotectedControl(broken) }
      try expectEqual(receiver.unprotectedControl(protected), report)
      #expect(throws: SRTPFailure.replayed) { try receiver.unprotectedControl(protected) }
    }
  }

  @Test func aKeyIsNotUsedBeyondItsLifetime() throws {
    var attribute = try Self.master(.aes128GCM)
    attribute.lifetime = 1
    var sender = SRTPSession(attribute)
    let packet = try Self.bytes("8060 0001 00000000 00000001 AA")
    _ = try sender.protected(packet)
    #expect(throws: SRTPFailure.exhausted) { try sender.protected(packet) }
  }
}

/// The same for packets that are kept.
extension SRTPSession {
  fileprivate mutating func protected(_ packet: [UInt8]) throws(SRTPFailure) -> [UInt8] {
    var packet = packet
    try protect(&packet)
    return packet
  }

  fileprivate mutating func unprotected(_ packet: [UInt8]) throws(SRTPFailure) -> [UInt8] {
    var changed = packet
    do throws(SRTPFailure) {
      try unprotect(&changed)
    } catch {
      expectEqual(changed, packet, "what is refused stays as it was")
      throw error
    }
    return changed
  }

  fileprivate mutating func protectedControl(_ packet: [UInt8]) throws(SRTPFailure) -> [UInt8] {
    var packet = packet
    try protectControl(&packet)
    return packet
  }

  fileprivate mutating func unprotectedControl(_ packet: [UInt8]) throws(SRTPFailure) -> [UInt8] {
    var changed = packet
    do throws(SRTPFailure) {
      try unprotectControl(&changed)
    } catch {
      expectEqual(changed, packet, "what is refused stays as it was")
      throw error
    }
    return changed
  }
}
