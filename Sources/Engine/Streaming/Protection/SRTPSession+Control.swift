import Bitstream
import RTPPayloads

extension SRTPSession {
  /// The number of bytes of the RTCP tag, which is never shortened. RFC 4568, 6.2.2.
  private var controlTagByteCount: Int { isGalois ? 16 : 10 }
  /// The number of bytes before the encrypted part: the first header and the source.
  private static let clearByteCount = 8
  /// The number of bytes of `E` and the index: the last word that is not encrypted.
  private static let indexByteCount = 4

  /// Encrypts a compound RTCP packet in place, and appends the index and the tag.
  ///
  /// - Throws: ``SRTPFailure/malformed``, ``SRTPFailure/exhausted``, ``SRTPFailure/tooManySources``; nothing has
  ///   changed then.
  public mutating func protectControl(_ packet: inout [UInt8]) throws(SRTPFailure) {
    guard (Self.clearByteCount...Self.maximumByteCount).contains(packet.count) else { throw .malformed }
    let identifier = Self.source(of: packet)
    var source = try source(identifier)
    // RFC 3711, 9.2: 2³¹ packets of RTCP to a key.
    guard source.controlIndex < 1 << 31 else { throw .exhausted }
    let index = source.controlIndex
    source.controlIndex += 1
    sources[identifier] = source
    var word: [UInt8] = []
    word.append(bigEndian: index | 1 << 31)
    if isGalois {
      let nonce = (controlNonce(identifier, index), Array(packet.prefix(Self.clearByteCount)) + word)
      SRTPCipher.seal(&packet, from: Self.clearByteCount, key: controlKeys.encryption, nonce)
      packet += word
      return
    }
    let start = counter(controlKeys.salt, identifier, Int64(index))
    SRTPCipher.counterMode(&packet, Self.clearByteCount..<packet.count, key: controlKeys.encryption, start: start)
    packet += word
    packet += controlTag(packet[...])
  }

  /// Decrypts a compound RTCP packet in place, and removes the index and the tag.
  ///
  /// - Throws: ``SRTPFailure``; nothing has changed then.
  public mutating func unprotectControl(_ packet: inout [UInt8]) throws(SRTPFailure) {
    let overhead = controlTagByteCount + Self.indexByteCount
    guard (Self.clearByteCount + overhead...Self.maximumByteCount).contains(packet.count) else { throw .malformed }
    let identifier = Self.source(of: packet)
    var source = try source(identifier)
    let wordStart = packet.count - (isGalois ? Self.indexByteCount : overhead)
    let word = Array(packet[wordStart..<(wordStart + Self.indexByteCount)])
    let bits = word.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    guard bits >> 31 == 1 else { throw .plain }
    let index = bits & 0x7FFF_FFFF
    guard !source.seenControl.isKnown(Int64(index)) else { throw .replayed }
    let encrypted = Self.clearByteCount..<wordStart
    if isGalois {
      let nonce = (controlNonce(identifier, index), Array(packet.prefix(Self.clearByteCount)) + word)
      guard SRTPCipher.open(&packet, encrypted, key: controlKeys.encryption, nonce) else { throw .authentication }
    } else {
      let tag = controlTag(packet.dropLast(controlTagByteCount))
      guard SRTPCipher.isEqual(tag, packet.suffix(controlTagByteCount)) else { throw .authentication }
      let start = counter(controlKeys.salt, identifier, Int64(index))
      SRTPCipher.counterMode(&packet, encrypted, key: controlKeys.encryption, start: start)
    }
    packet.removeLast(overhead)
    _ = source.seenControl.isNew(Int64(index))
    sources[identifier] = source
  }

  private func controlTag(_ packet: ArraySlice<UInt8>) -> [UInt8] {
    SRTPCipher.tag(packet, and: [], key: controlKeys.authentication, byteCount: controlTagByteCount)
  }

  private static func source(of packet: [UInt8]) -> UInt32 {
    packet[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the nonce of AES-GCM, RFC 7714, 9.1: source and index over the salt.
  private func controlNonce(_ source: UInt32, _ index: UInt32) -> [UInt8] {
    var nonce = controlKeys.salt
    for place in 0..<4 { nonce[2 + place] ^= UInt8(truncatingIfNeeded: source >> UInt32(24 - 8 * place)) }
    for place in 0..<4 { nonce[8 + place] ^= UInt8(truncatingIfNeeded: index >> UInt32(24 - 8 * place)) }
    return nonce
  }
}
