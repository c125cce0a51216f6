// Names and documentation are those of Apple's overlay.
// swift-format-ignore-file: NoLeadingUnderscores

public import CCoreMedia
public import CoreFoundation

// Apple's Swift view of format descriptions: the properties of all media.

/// A protocol that gives a Core Foundation class initialisers.
public protocol _CMFormatDescriptionInitTrampoline {
  /// Uses the given description as this one.
  init(referencing: CMFormatDescription)
}

extension _CMFormatDescriptionInitTrampoline where Self: CMFormatDescription {
  /// Returns the given description.
  public init(referencing description: CMFormatDescription) { self = sameObject(description) }
}

extension CMFormatDescription: _CMFormatDescriptionInitTrampoline {}

extension _CMFormatDescriptionInitTrampoline {
  /// Creates a format of any medium.
  public init(
    mediaType: CMFormatDescription.MediaType, mediaSubType: CMFormatDescription.MediaSubType,
    extensions: CMFormatDescription.Extensions? = nil
  ) throws {
    self.init(
      referencing: try unsafe made {
        unsafe CMFormatDescriptionCreate(
          allocator: nil, mediaType: mediaType.rawValue, mediaSubType: mediaSubType.rawValue,
          extensions: extensions?.coreFoundationValue, formatDescriptionOut: $0)
      })
  }

  /// Creates a format of several media in one stream.
  public init(
    muxedStreamType: CMFormatDescription.MediaSubType, extensions: CMFormatDescription.Extensions? = nil
  ) throws {
    self.init(
      referencing: try unsafe made {
        unsafe CMMuxedFormatDescriptionCreate(
          allocator: nil, muxType: muxedStreamType.rawValue, extensions: extensions?.coreFoundationValue,
          formatDescriptionOut: $0)
      })
  }

  /// Creates a format of time codes.
  public init(
    timeCodeFormatType: CMFormatDescription.MediaSubType, frameDuration: CMTime, frameQuanta: Int,
    flags: CMFormatDescription.TimeCode.Flag, extensions: CMFormatDescription.Extensions? = nil
  ) throws {
    guard let quanta = UInt32(exactly: frameQuanta) else { throw CMFormatDescription.Error.invalidParameter }
    self.init(
      referencing: try unsafe made {
        unsafe CMTimeCodeFormatDescriptionCreate(
          allocator: nil, timeCodeFormatType: timeCodeFormatType.rawValue, frameDuration: frameDuration,
          frameQuanta: quanta, flags: flags.rawValue, extensions: extensions?.coreFoundationValue,
          formatDescriptionOut: $0)
      })
  }
}

extension CMFormatDescription {
  /// The identifier of the class in Core Foundation.
  public static var typeID: CFTypeID { CMFormatDescriptionGetTypeID() }

  /// Returns true if both descriptions are equal, ignoring some extensions and atoms.
  public func equalTo(
    _ otherFormatDescription: CMFormatDescription, extensionKeysToIgnore: [CMFormatDescription.Extensions.Key] = [],
    sampleDescriptionExtensionAtomKeysToIgnore: [String] = []
  ) -> Bool {
    CMFormatDescriptionEqualIgnoringExtensionKeys(
      self, otherFormatDescription: otherFormatDescription,
      extensionKeysToIgnore: coreFoundationObject(extensionKeysToIgnore.map(\.rawValue)),
      sampleDescriptionExtensionAtomKeysToIgnore: coreFoundationObject(sampleDescriptionExtensionAtomKeysToIgnore))
  }

  /// The type of the medium.
  public var mediaType: MediaType { MediaType(rawValue: CMFormatDescriptionGetMediaType(self)) }

  /// The format of the medium.
  public var mediaSubType: MediaSubType { MediaSubType(rawValue: CMFormatDescriptionGetMediaSubType(self)) }

  /// The extensions of the description.
  public var extensions: Extensions { Extensions(CMFormatDescriptionGetExtensions(self)) }

  // MARK: Time codes

  /// The properties of time codes.
  public struct TimeCode {
    /// The flags of time codes.
    public struct Flag: OptionSet, Sendable {
      /// The bits.
      public let rawValue: UInt32
      /// Creates flags from their bits.
      public init(rawValue: UInt32) { self.rawValue = rawValue }
      /// Time codes skip some numbers to keep up with the clock.
      public static let dropFrame = Flag(rawValue: UInt32(kCMTimeCodeFlag_DropFrame))
      /// The time code after 24 hours is 0.
      public static let twentyFourHourMax = Flag(rawValue: UInt32(kCMTimeCodeFlag_24HourMax))
      /// Negative time codes are allowed.
      public static let negTimesOK = Flag(rawValue: UInt32(kCMTimeCodeFlag_NegTimesOK))
    }
  }

  /// The duration of a frame of a time code.
  public var frameDuration: CMTime { CMTimeCodeFormatDescriptionGetFrameDuration(self) }
  /// The number of frames that a time code counts per second.
  public var frameQuanta: UInt32 { CMTimeCodeFormatDescriptionGetFrameQuanta(self) }
  /// The flags of time codes.
  public var timeCodeFlags: TimeCode.Flag { TimeCode.Flag(rawValue: CMTimeCodeFormatDescriptionGetTimeCodeFlags(self)) }
}
