// Names and documentation are those of Apple's overlay.
// swift-format-ignore-file: NoLeadingUnderscores

public import CCoreMedia
public import CoreFoundation

// Apple's Swift view of format descriptions: what all media have.

/// Lets a class of Core Foundation's have initialisers.
public protocol _CMFormatDescriptionInitTrampoline {
  /// The description itself.
  init(referencing: CMFormatDescription)
}

extension _CMFormatDescriptionInitTrampoline where Self: CMFormatDescription {
  /// The description itself.
  public init(referencing description: CMFormatDescription) { self = sameObject(description) }
}

extension CMFormatDescription: _CMFormatDescriptionInitTrampoline {}

extension _CMFormatDescriptionInitTrampoline {
  /// A format of any medium.
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

  /// A format of several media in one stream.
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

  /// A format of time codes.
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

  /// Whether both describe the same, but for some extensions and some atoms.
  public func equalTo(
    _ otherFormatDescription: CMFormatDescription, extensionKeysToIgnore: [CMFormatDescription.Extensions.Key] = [],
    sampleDescriptionExtensionAtomKeysToIgnore: [String] = []
  ) -> Bool {
    CMFormatDescriptionEqualIgnoringExtensionKeys(
      self, otherFormatDescription: otherFormatDescription,
      extensionKeysToIgnore: coreFoundationObject(extensionKeysToIgnore.map(\.rawValue)),
      sampleDescriptionExtensionAtomKeysToIgnore: coreFoundationObject(sampleDescriptionExtensionAtomKeysToIgnore))
  }

  /// Which sense the medium is for.
  public var mediaType: MediaType { MediaType(rawValue: CMFormatDescriptionGetMediaType(self)) }

  /// The format of the medium.
  public var mediaSubType: MediaSubType { MediaSubType(rawValue: CMFormatDescriptionGetMediaSubType(self)) }

  /// What else is told.
  public var extensions: Extensions { Extensions(CMFormatDescriptionGetExtensions(self)) }

  // MARK: Time codes

  /// How time codes count.
  public struct TimeCode {
    /// How time codes count, in bits.
    public struct Flag: OptionSet, Sendable {
      /// The bits.
      public let rawValue: UInt32
      /// Takes the bits.
      public init(rawValue: UInt32) { self.rawValue = rawValue }
      /// Some numbers are left out, to keep up with the clock.
      public static let dropFrame = Flag(rawValue: UInt32(kCMTimeCodeFlag_DropFrame))
      /// After 24 hours comes 0 again.
      public static let twentyFourHourMax = Flag(rawValue: UInt32(kCMTimeCodeFlag_24HourMax))
      /// There are negative time codes.
      public static let negTimesOK = Flag(rawValue: UInt32(kCMTimeCodeFlag_NegTimesOK))
    }
  }

  /// How long a frame of a time code is.
  public var frameDuration: CMTime { CMTimeCodeFormatDescriptionGetFrameDuration(self) }
  /// How many frames a time code counts to a second.
  public var frameQuanta: UInt32 { CMTimeCodeFormatDescriptionGetFrameQuanta(self) }
  /// How time codes count.
  public var timeCodeFlags: TimeCode.Flag { TimeCode.Flag(rawValue: CMTimeCodeFormatDescriptionGetTimeCodeFlags(self)) }
}
