public import AudioToolbox
public import CCoreMedia
public import Foundation

// Apple's Swift view of format descriptions: sound.

extension _CMFormatDescriptionInitTrampoline {
  /// Creates a format of sound.
  public init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?, magicCookie: Data?, extensions: CMFormatDescription.Extensions? = nil
  ) throws {
    let cookie = [UInt8](magicCookie ?? Data())
    self.init(
      referencing: try unsafe made { (out: UnsafeMutablePointer<CMFormatDescription?>) in
        var format = audioStreamBasicDescription
        return unsafe CMAudioFormatDescriptionCreate(
          allocator: nil, asbd: &format, layoutSize: layoutSize, layout: layout, magicCookieSize: cookie.count,
          magicCookie: cookie, extensions: extensions?.coreFoundationValue, formatDescriptionOut: out)
      })
  }

  /// Creates a linear PCM format that can hold the decoded and mixed audio of several formats.
  public init(audioFormatDescriptionArray: [CMAudioFormatDescription]) throws {
    let array = makeArray()
    for description in audioFormatDescriptionArray {
      array.append(description as AnyObject)
    }
    self.init(
      referencing: try unsafe made {
        unsafe CMAudioFormatDescriptionCreateSummary(
          allocator: nil, formatDescriptionArray: array, flags: 0, formatDescriptionOut: $0)
      })
  }
}

extension CMFormatDescription {
  /// The audio format; `nil` for other media.
  public var audioStreamBasicDescription: AudioStreamBasicDescription? {
    unsafe CMAudioFormatDescriptionGetStreamBasicDescription(self)?.pointee
  }

  /// Calls the body with the magic cookie.
  public func withMagicCookie<R>(_ body: (UnsafeRawBufferPointer?) throws -> R) rethrows -> R {
    var size = 0
    let cookie = unsafe CMAudioFormatDescriptionGetMagicCookie(self, sizeOut: &size)
    return try withExtendedLifetime(self) {
      try unsafe body(cookie.map { unsafe UnsafeRawBufferPointer(start: $0, count: size) })
    }
  }

  /// The codec's configuration data.
  public var magicCookie: Data? { unsafe withMagicCookie { bytes in unsafe bytes.map { unsafe Data($0) } } }

  /// The formats as which the sound can be decoded, the richest first.
  public var audioFormatList: [AudioFormatListItem] {
    var size = 0
    let list = unsafe CMAudioFormatDescriptionGetFormatList(self, sizeOut: &size)
    return unsafe Array(UnsafeBufferPointer(start: list, count: size / MemoryLayout<AudioFormatListItem>.stride))
  }

  /// The first decodable format of the list.
  public var richestDecodableFormat: AudioFormatListItem? {
    unsafe CMAudioFormatDescriptionGetRichestDecodableFormat(self)?.pointee
  }

  /// The last of the list.
  public var mostCompatibleFormat: AudioFormatListItem? {
    unsafe CMAudioFormatDescriptionGetMostCompatibleFormat(self)?.pointee
  }

  /// Parts of an audio description.
  public struct EqualityMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: CMAudioFormatDescriptionMask
    /// Creates a value from its bits.
    public init(rawValue: CMAudioFormatDescriptionMask) { self.rawValue = rawValue }
    /// The format.
    public static let streamBasicDescription = EqualityMask(
      rawValue: kCMAudioFormatDescriptionMask_StreamBasicDescription)
    /// The codec's configuration data.
    public static let magicCookie = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_MagicCookie)
    /// The channels.
    public static let channelLayout = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_ChannelLayout)
    /// The other extensions.
    public static let extensions = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_Extensions)
    /// All parts of the description.
    public static let all = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_All)
  }

  /// Compares two descriptions; returns true if the chosen parts are equal, and the mask of the equal parts.
  public func equalTo(
    _ otherFormatDescription: CMAudioFormatDescription, equalityMask: EqualityMask = .all
  ) -> (Bool, equalityMask: EqualityMask) {
    var equal: CMAudioFormatDescriptionMask = 0
    let areEqual = unsafe CMAudioFormatDescriptionEqual(
      self, otherFormatDescription: otherFormatDescription, equalityMask: equalityMask.rawValue,
      equalityMaskOut: &equal)
    return (areEqual, EqualityMask(rawValue: equal))
  }
}
