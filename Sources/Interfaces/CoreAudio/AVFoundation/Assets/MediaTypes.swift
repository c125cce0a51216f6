/// The kind of media in a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// The name, of four characters.
  public let rawValue: String
  /// Creates a value from its characters.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a value from its characters.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Sound.
  public static let audio = AVMediaType("soun")
  /// Moving pictures.
  public static let video = AVMediaType("vide")
  /// Text.
  public static let text = AVMediaType("text")
  /// Subtitles.
  public static let subtitle = AVMediaType("sbtl")
  /// Captions.
  public static let closedCaption = AVMediaType("clcp")
  /// Time codes.
  public static let timecode = AVMediaType("tmcd")
  /// Timed metadata.
  public static let metadata = AVMediaType("meta")
  /// Sound and pictures in one track.
  public static let muxed = AVMediaType("muxx")
}

/// A property of a track's media.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Media that can be heard.
  public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
  /// Media that can be seen.
  public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
}

/// The type of a file, as a uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// The identifier.
  public let rawValue: String
  /// Creates a type from its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a type from its identifier.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// QuickTime movies.
  public static let mov = AVFileType("com.apple.quicktime-movie")
  /// MPEG-4 files.
  public static let mp4 = AVFileType("public.mpeg-4")
  /// MPEG-4 files with sound alone.
  public static let m4a = AVFileType("com.apple.m4a-audio")
  /// 3GPP files of mobile telephones.
  public static let mobile3GPP = AVFileType("public.3gpp")
  /// 3GPP2 files of mobile telephones.
  public static let mobile3GPP2 = AVFileType("public.3gpp2")
  /// Core Audio Format files.
  public static let caf = AVFileType("com.apple.coreaudio-format")
  /// WAVE files.
  public static let wav = AVFileType("com.microsoft.waveform-audio")
  /// AIFF files.
  public static let aiff = AVFileType("public.aiff-audio")
  /// AIFF-C files.
  public static let aifc = AVFileType("public.aifc-audio")
  /// Sun/NeXT audio files.
  public static let au = AVFileType("public.au-audio")
  /// MPEG audio layer III files; read only.
  public static let mp3 = AVFileType("public.mp3")
}
