public import RTPPayloads

/// Protects or opens the packets of one direction: SRTP and SRTCP, RFC 3711 and RFC 7714.
///
/// ```
/// RTP   header │ payload encrypted │ tag
/// RTCP  header, SSRC │ the rest encrypted │ E, index │ tag        (with AES-GCM the tag precedes E, index)
/// ```
/// Sender and receiver have one each, with the same key if it is the same direction. A packet is decrypted once; memory
/// is bounded by 16 sources, which only holders of the key can begin.
public struct SRTPSession: Sendable {
  /// The largest number of tracked sources.
  public static let maximumSourceCount = 16

  /// The largest number of bytes of a packet: that of a datagram.
  static let maximumByteCount = 65_535

  /// The state of a source.
  struct Source: Sendable {
    var numbers = NumberExtender<UInt16>()
    var seen = DuplicateFilter()
    var controlIndex: UInt32 = 0
    var seenControl = DuplicateFilter()

    /// Records an authentic packet.
    mutating func note(_ number: UInt16, _ index: Int64) {
      _ = numbers.extend(number)
      _ = seen.isNew(index)
    }
  }

  let suite: CryptoAttribute.Suite
  let keys: SRTPKeys
  let controlKeys: SRTPKeys
  var sources: [UInt32: Source] = [:]
  /// Packets of RTP that the key may still protect.
  private var left: UInt64

  /// Creates a session from a master key.
  public init(_ attribute: CryptoAttribute) {
    suite = attribute.suite
    keys = SRTPKeys(attribute, isControl: false)
    controlKeys = SRTPKeys(attribute, isControl: true)
    left = min(attribute.lifetime ?? 1 << 48, 1 << 48)
  }

  /// Creates a session with given session keys, without key derivation, as in test vectors.
  package init(_ suite: CryptoAttribute.Suite, keys: SRTPKeys, controlKeys: SRTPKeys) {
    (self.suite, self.keys, self.controlKeys, left) = (suite, keys, controlKeys, 1 << 48)
  }

  var isGalois: Bool { suite == .aes128GCM || suite == .aes256GCM }

  /// The number of bytes that protection adds to an RTP packet.
  public var overheadByteCount: Int { isGalois ? 16 : suite == .aes128CounterHMAC32 ? 4 : 10 }

  /// Encrypts an RTP packet in place, and appends its tag. Packets must come in sequence.
  ///
  /// - Throws: ``SRTPFailure/malformed``, ``SRTPFailure/exhausted``, ``SRTPFailure/tooManySources``; nothing has
  ///   changed then.
  public mutating func protect(_ packet: inout [UInt8]) throws(SRTPFailure) {
    guard packet.count <= Self.maximumByteCount, let header = try? RTPHeader(parsing: packet.span) else {
      throw .malformed
    }
    guard left > 0 else { throw .exhausted }
    var source = try source(header.source)
    let index = source.numbers.extend(header.sequenceNumber)
    guard index >= 0 else { throw .malformed }
    left -= 1
    sources[header.source] = source
    if isGalois {
      let nonce = (galoisNonce(header.source, index), Array(packet.prefix(header.byteCount)))
      return SRTPCipher.seal(&packet, from: header.byteCount, key: keys.encryption, nonce)
    }
    let start = counter(keys.salt, header.source, index)
    SRTPCipher.counterMode(&packet, header.byteCount..<packet.count, key: keys.encryption, start: start)
    packet += tag(packet[...], index)
  }

  /// Decrypts an RTP packet in place, and removes its tag.
  ///
  /// - Throws: ``SRTPFailure``; nothing has changed then.
  public mutating func unprotect(_ packet: inout [UInt8]) throws(SRTPFailure) {
    guard packet.count <= Self.maximumByteCount, let header = try? RTPHeader(parsing: packet.span),
      packet.count >= header.byteCount + overheadByteCount
    else { throw .malformed }
    let known = try source(header.source)
    let index = known.numbers.extended(header.sequenceNumber)
    guard index >= 0, !known.seen.isKnown(index) else { throw .replayed }
    let end = packet.count - overheadByteCount
    if isGalois {
      let nonce = (galoisNonce(header.source, index), Array(packet.prefix(header.byteCount)))
      guard SRTPCipher.open(&packet, header.byteCount..<packet.count, key: keys.encryption, nonce) else {
        throw .authentication
      }
    } else {
      guard SRTPCipher.isEqual(tag(packet[..<end], index), packet[end...]) else { throw .authentication }
      let start = counter(keys.salt, header.source, index)
      SRTPCipher.counterMode(&packet, header.byteCount..<end, key: keys.encryption, start: start)
    }
    packet.removeLast(overheadByteCount)
    sources[header.source, default: Source()].note(header.sequenceNumber, index)
  }

  /// Returns the state of a source; new sources are accepted up to the limit.
  func source(_ source: UInt32) throws(SRTPFailure) -> Source {
    if let known = sources[source] { return known }
    guard sources.count < Self.maximumSourceCount else { throw .tooManySources }
    return Source()
  }

  /// Returns the tag over a packet and the rounds of its number, RFC 3711, 4.2.
  private func tag(_ packet: ArraySlice<UInt8>, _ index: Int64) -> [UInt8] {
    let rounds = UInt32(truncatingIfNeeded: index >> 16)
    return SRTPCipher.tag(
      packet, and: (0..<4).map { UInt8(truncatingIfNeeded: rounds >> UInt32(24 - 8 * $0)) }, key: keys.authentication,
      byteCount: overheadByteCount)
  }

  /// Returns the first block of the counter, RFC 3711, 4.1.1: the salt, the source and the index, each at its place.
  func counter(_ salt: [UInt8], _ source: UInt32, _ index: Int64) -> [UInt8] {
    var block = salt + [0, 0]
    for place in 0..<4 { block[4 + place] ^= UInt8(truncatingIfNeeded: source >> UInt32(24 - 8 * place)) }
    for place in 0..<6 { block[8 + place] ^= UInt8(truncatingIfNeeded: index >> Int64(40 - 8 * place)) }
    return block
  }

  /// Returns the nonce of AES-GCM, RFC 7714, 8.1: source, rounds and number over the salt.
  private func galoisNonce(_ source: UInt32, _ index: Int64) -> [UInt8] {
    var nonce = keys.salt
    for place in 0..<4 { nonce[2 + place] ^= UInt8(truncatingIfNeeded: source >> UInt32(24 - 8 * place)) }
    for place in 0..<6 { nonce[6 + place] ^= UInt8(truncatingIfNeeded: index >> Int64(40 - 8 * place)) }
    return nonce
  }
}
