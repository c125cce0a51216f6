import AudioBase
import MPEG4Systems

/// `kuki`: the magic cookie, in the form that Core Audio gives it.
enum CookieForm {
  /// What the codec needs: for AAC the AudioSpecificConfig, for ALAC its configuration without boxes around it.
  static func codecCookie(_ body: [UInt8], formatID: FourCharacterCode) -> [UInt8] {
    if formatID.isAdvancedAudio {
      do throws(DescriptorError) { return try MagicCookie.audioSpecificConfig(in: body.span) } catch { return body }
    }
    return formatID == "alac" ? withoutBoxes(body) : body
  }

  /// What stands in the file: for AAC an ES_Descriptor, as Core Audio writes it.
  static func fileCookie(_ cookie: [UInt8], formatID: FourCharacterCode) -> [UInt8] {
    guard formatID.isAdvancedAudio, !cookie.isEmpty, MagicCookie.descriptorRange(in: cookie.span) == nil else {
      return cookie
    }
    return ElementaryStreamDescriptor(
      decoderConfiguration: DecoderConfigurationDescriptor(specificInformation: cookie)
    ).bytes()
  }

  /// Old cookies have two boxes in front: `frma`, then `alac` with version and flags; 12 bytes each.
  private static func withoutBoxes(_ body: [UInt8]) -> [UInt8] {
    var rest = body[...]
    for name in ["frma", "alac"] where rest.count >= 12 && rest.dropFirst(4).starts(with: Array(name.utf8)) {
      rest = rest.dropFirst(12)
    }
    return Array(rest)
  }
}
