import Bitstream
import RTPPayloads

extension SRTPSession {
  /// Bytes of the tag of RTCP, which is never the short one. RFC 4568, 6.2.2.
  private var controlTagByteCount: Int { isGalois ? 16 : 10 }
  /// Bytes in front of what is encrypted: the first header and the source.
  private static let clearByteCount = 8
  /// `E` and the index: the last word that stands in the clear.
  private static let indexByteCount = 4

  /// Returns a compound packet of RTCP encrypted and with its tag.
  ///
  /// - Throws: ``SRTPFailure/malformed``, ``SRTPFailure/exhausted``, ``SRTPFailure/tooManySources``.
  public mutating func protectControl(_ packet: [UInt8]) throws(SRTPFailure) -> [UInt8] {
    guard packet.count >= Self.clearByteCount else { throw .malformed }
    let identifier = Self.source(of: packet)
    var source = try source(identifier)
    // RFC 3711, 9.2: 2³¹ packets of RTCP to a key.
    guard source.controlIndex < 1 << 31 else { throw .exhausted }
    let index = source.controlIndex
    source.controlIndex += 1
    sources[identifier] = source
    var word: [UInt8] = []
    word.append(bigEndian: index | 1 << 31)
    let clear = Array(packet.prefix(Self.clearByteCount))
    let rest = packet[Self.clearByteCount...]
    if isGalois {
      let nonce = controlNonce(identifier, index)
      return clear + SRTPCipher.seal(rest, key: controlKeys.encryption, nonce: nonce, header: clear + word) + word
    }
    let start = counter(controlKeys.salt, identifier, Int64(index))
    let result = clear + SRTPCipher.counterMode(rest, key: controlKeys.encryption, start: start) + word
    return result + SRTPCipher.tag(result, key: controlKeys.authentication, byteCount: controlTagByteCount)
  }

  /// Returns a compound packet of RTCP decrypted.
  ///
  /// - Throws: ``SRTPFailure``; nothing has changed then.
  public mutating func unprotectControl(_ packet: [UInt8]) throws(SRTPFailure) -> [UInt8] {
    let overhead = controlTagByteCount + Self.indexByteCount
    guard packet.count >= Self.clearByteCount + overhead else { throw .malformed }
    let identifier = Self.source(of: packet)
    var source = try source(identifier)
    let wordStart = packet.count - (isGalois ? Self.indexByteCount : overhead)
    let word = Array(packet[wordStart..<(wordStart + Self.indexByteCount)])
    let bits = word.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    guard bits >> 31 == 1 else { throw .plain }
    let index = bits & 0x7FFF_FFFF
    guard !source.seenControl.isKnown(Int64(index)) else { throw .replayed }
    let clear = Array(packet.prefix(Self.clearByteCount))
    let result: [UInt8]
    if isGalois {
      let opened = SRTPCipher.open(
        packet[Self.clearByteCount..<wordStart], key: controlKeys.encryption, nonce: controlNonce(identifier, index),
        header: clear + word)
      guard let opened else { throw .authentication }
      result = clear + opened
    } else {
      let signed = Array(packet.dropLast(controlTagByteCount))
      let tag = SRTPCipher.tag(signed, key: controlKeys.authentication, byteCount: controlTagByteCount)
      guard SRTPCipher.isEqual(tag, packet.suffix(controlTagByteCount)) else { throw .authentication }
      let start = counter(controlKeys.salt, identifier, Int64(index))
      result =
        clear
        + SRTPCipher.counterMode(packet[Self.clearByteCount..<wordStart], key: controlKeys.encryption, start: start)
    }
    _ = source.seenControl.isNew(Int64(index))
    sources[identifier] = source
    return result
  }

  private static func source(of packet: [UInt8]) -> UInt32 {
    packet[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The nonce of AES-GCM, RFC 7714, 9.1: source and index over the salt.
  private func controlNonce(_ source: UInt32, _ index: UInt32) -> [UInt8] {
    var nonce = controlKeys.salt
    for place in 0..<4 { nonce[2 + place] ^= UInt8(truncatingIfNeeded: source >> UInt32(24 - 8 * place)) }
    for place in 0..<4 { nonce[8 + place] ^= UInt8(truncatingIfNeeded: index >> UInt32(24 - 8 * place)) }
    return nonce
  }
}
