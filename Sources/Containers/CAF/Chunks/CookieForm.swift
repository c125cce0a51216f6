import AudioBase
import MPEG4Systems
import XiphAudio

/// `kuki`: the magic cookie, in the form that Core Audio writes.
enum CookieForm {
  /// Returns the data that the codec needs: for AAC the AudioSpecificConfig, for ALAC its configuration and for FLAC
  /// the body of `STREAMINFO`, without boxes around them.
  static func codecCookie(_ body: [UInt8], formatID: FourCharacterCode) -> [UInt8] {
    if formatID.isAdvancedAudio {
      do throws(DescriptorError) { return try MagicCookie.audioSpecificConfig(in: body.span) } catch { return body }
    }
    if formatID == .flac { return FLACFrameHeader.streamInfo(inCookie: body) ?? body }
    return formatID == "alac" ? withoutBoxes(body) : body
  }

  /// The bytes of `STREAMINFO`'s body, RFC 9639, 8.2.
  private static let streamInfoByteCount = 34
  /// MP4's box `dfLa` up to the body of `STREAMINFO`: its size, its name, version and flags, and the block's header,
  /// which marks it as the last.
  private static let flacBox: [UInt8] = [0, 0, 0, 50] + "dfLa".utf8 + [0, 0, 0, 0] + [0x80, 0, 0, 34]

  /// Returns the number of bits of a sample before it was encoded, as stated in the cookies of Apple Lossless and FLAC;
  /// `nil` if they do not state it.
  ///
  /// ALACSpecificConfig: `frameLength`, `compatibleVersion`, `bitDepth`. `STREAMINFO`: RFC 9639, 8.2.
  static func bitDepth(in cookie: [UInt8], _ formatID: FourCharacterCode) -> Int? {
    if formatID == .appleLossless, cookie.count >= 24 { return Int(cookie[5]) }
    guard formatID == .flac, cookie.count == streamInfoByteCount else { return nil }
    return Int(cookie[12] & 1) << 4 + Int(cookie[13] >> 4) + 1
  }

  /// Returns the cookie as the file holds it: for AAC an ES_Descriptor, as Core Audio writes it, for FLAC MP4's box,
  /// without which FFmpeg refuses the file.
  static func fileCookie(_ cookie: [UInt8], formatID: FourCharacterCode) -> [UInt8] {
    if formatID == .flac, cookie.count == streamInfoByteCount { return flacBox + cookie }
    guard formatID.isAdvancedAudio, !cookie.isEmpty, MagicCookie.descriptorRange(in: cookie.span) == nil else {
      return cookie
    }
    return ElementaryStreamDescriptor(
      decoderConfiguration: DecoderConfigurationDescriptor(specificInformation: cookie)
    ).bytes()
  }

  /// Returns a cookie without the two leading boxes of old files: `frma`, then `alac` with version and flags; 12 bytes
  /// each.
  private static func withoutBoxes(_ body: [UInt8]) -> [UInt8] {
    var rest = body[...]
    for name in ["frma", "alac"] where rest.count >= 12 && rest.dropFirst(4).starts(with: Array(name.utf8)) {
      rest = rest.dropFirst(12)
    }
    return Array(rest)
  }
}
