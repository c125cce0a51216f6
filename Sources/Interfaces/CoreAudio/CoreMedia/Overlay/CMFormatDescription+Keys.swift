public import CCoreMedia

// Apple's Swift view of format descriptions: keys of text, time codes and metadata.

extension CMFormatDescription.Extensions.Key {
  /// `kCMTextFormatDescriptionExtension_DisplayFlags`.
  public static var displayFlags: Self { Self(kCMTextFormatDescriptionExtension_DisplayFlags) }
  /// `kCMTextFormatDescriptionExtension_BackgroundColor`.
  public static var backgroundColor: Self { Self(kCMTextFormatDescriptionExtension_BackgroundColor) }
  /// `kCMTextFormatDescriptionExtension_DefaultTextBox`.
  public static var defaultTextBox: Self { Self(kCMTextFormatDescriptionExtension_DefaultTextBox) }
  /// `kCMTextFormatDescriptionExtension_DefaultStyle`.
  public static var defaultStyle: Self { Self(kCMTextFormatDescriptionExtension_DefaultStyle) }
  /// `kCMTextFormatDescriptionExtension_HorizontalJustification`.
  public static var horizontalJustification: Self { Self(kCMTextFormatDescriptionExtension_HorizontalJustification) }
  /// `kCMTextFormatDescriptionExtension_VerticalJustification`.
  public static var verticalJustification: Self { Self(kCMTextFormatDescriptionExtension_VerticalJustification) }
  /// `kCMTextFormatDescriptionExtension_FontTable`.
  public static var fontTable: Self { Self(kCMTextFormatDescriptionExtension_FontTable) }
  /// `kCMTextFormatDescriptionExtension_TextJustification`.
  public static var textJustification: Self { Self(kCMTextFormatDescriptionExtension_TextJustification) }
  /// `kCMTextFormatDescriptionExtension_DefaultFontName`.
  public static var defaultFontName: Self { Self(kCMTextFormatDescriptionExtension_DefaultFontName) }
  /// `kCMTimeCodeFormatDescriptionExtension_SourceReferenceName`.
  public static var sourceReferenceName: Self { Self(kCMTimeCodeFormatDescriptionExtension_SourceReferenceName) }
  /// `kCMFormatDescriptionExtensionKey_MetadataKeyTable`.
  public static var metadataKeyTable: Self { Self(kCMFormatDescriptionExtensionKey_MetadataKeyTable) }
}

extension CMFormatDescription.MediaSubType {
  /// `c608`.
  public static let cea608 = Self(string: "c608")
  /// `c708`.
  public static let cea708 = Self(string: "c708")
  /// `atcc`.
  public static let atsc = Self(string: "atcc")
  /// `text`.
  public static let qt = Self(string: "text")
  /// `tx3g`.
  public static let mobile3GPP = Self(string: "tx3g")
  /// `wvtt`.
  public static let webVTT = Self(string: "wvtt")
  /// `icy `.
  public static let icy = Self(string: "icy ")
  /// `id3 `.
  public static let id3 = Self(string: "id3 ")
  /// `mebx`.
  public static let boxed = Self(string: "mebx")
  /// `emsg`.
  public static let emsg = Self(string: "emsg")
}
