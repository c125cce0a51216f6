import AudioBase

extension FourCharacterCode {
  /// The readable name of a codec that containers name but that is not decoded here; `nil` for all others.
  var undecodedName: String? {
    switch rawValue {
    case 0x6D73_0160: "Windows Media Audio 1"
    case 0x6D73_0161: "Windows Media Audio 2"
    case 0x6D73_0162: "Windows Media Audio Professional"
    case 0x6D73_0163: "Windows Media Audio Lossless"
    case 0x6D73_000A: "Windows Media Audio Voice"
    default: Self.undecodedNames[self]
    }
  }

  private static let undecodedNames: [FourCharacterCode: String] = [
    "nmos": "Nellymoser", "mlpa": "Dolby TrueHD or MLP", "cook": "RealAudio Cook",
  ]
}
