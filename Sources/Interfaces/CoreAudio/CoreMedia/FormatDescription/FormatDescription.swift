import CCoreMedia
import CoreFoundation

/// The object that a `CMFormatDescriptionRef` points to. It never changes, so that many samples share one.
final class FormatDescription: MediaObject {
  static let typeID = register("CMFormatDescription", FormatDescription.self)

  /// The properties that only some media have.
  enum Details {
    case none
    case audio(AudioDetails)
    case video(CMVideoDimensions)
    case timeCode(TimeCodeDetails)
  }

  let mediaType: CMMediaType
  let mediaSubType: FourCharCode
  /// Further properties by key; `nil` rather than empty.
  let extensions: CFDictionary?
  let details: Details
  /// The identifiers of the metadata keys; `nil` if there are none.
  let metadataIdentifiers: CFArray?

  init(
    _ mediaType: CMMediaType, _ mediaSubType: FourCharCode, extensions: CFDictionary?, details: Details = .none
  ) {
    self.mediaType = mediaType
    self.mediaSubType = mediaSubType
    self.extensions = extensions.flatMap { $0.count > 0 ? CFDictionaryCreateCopy(nil, $0) : nil }
    self.details = details
    metadataIdentifiers = MetadataKeyTable(mediaType, self.extensions)?.identifiers
    super.init(Self.typeID)
  }

  /// The audio properties; `nil` for other media.
  var audio: AudioDetails? {
    if case .audio(let details) = details { return details }
    return nil
  }

  /// The size of pictures; `nil` for other media.
  var dimensions: CMVideoDimensions? {
    if case .video(let dimensions) = details { return dimensions }
    return nil
  }

  /// The time code properties; `nil` for other media.
  var timeCode: TimeCodeDetails? {
    if case .timeCode(let details) = details { return details }
    return nil
  }

  // MARK: Equality

  override func isEqual(to other: MediaObject) -> Bool {
    guard let other = other as? FormatDescription else { return false }
    return isSame(as: other) && Self.areSame(extensions, other.extensions)
  }

  override var hashCode: Int { Int(mediaType) &* 31 &+ Int(mediaSubType) }

  /// Returns true if both describe the same medium, extensions apart.
  private func isSame(as other: FormatDescription) -> Bool {
    guard mediaType == other.mediaType, mediaSubType == other.mediaSubType else { return false }
    switch (details, other.details) {
    case (.none, .none): return true
    case (.audio(let first), .audio(let second)): return first.equalParts(second) == AudioDetails.allParts
    case (.video(let first), .video(let second)): return first.width == second.width && first.height == second.height
    case (.timeCode(let first), .timeCode(let second)): return first.isSame(as: second)
    default: return false
    }
  }

  /// Returns true if both are equal except for some extensions and some atoms of the sample description.
  ///
  /// Extensions that repeat the whole sample description are also ignored, because they contain all atoms.
  func isEqual(to other: FormatDescription, ignoring keys: [CFString], atoms: [CFString]) -> Bool {
    guard !keys.isEmpty || !atoms.isEmpty else { return isEqual(to: other) }
    return isSame(as: other)
      && Self.areSame(
        Self.extensions(extensions, without: keys, atoms: atoms),
        Self.extensions(other.extensions, without: keys, atoms: atoms))
  }

  /// Returns true if two dictionaries have the same entries; a missing dictionary equals an empty one.
  static func areSame(_ first: CFDictionary?, _ second: CFDictionary?) -> Bool {
    guard let first, let second else { return (first?.count ?? 0) == (second?.count ?? 0) }
    return CFEqual(first, second)
  }

  private static func extensions(
    _ all: CFDictionary?, without keys: [CFString], atoms: [CFString]
  ) -> CFDictionary? {
    guard let all, let left = CFDictionaryCreateMutableCopy(nil, 0, all) else { return nil }
    for key in keys { left.remove(key) }
    guard !atoms.isEmpty else { return left }
    let atomsKey = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    if let some = all.dictionary(atomsKey), let others = CFDictionaryCreateMutableCopy(nil, 0, some) {
      for atom in atoms { others.remove(atom) }
      left.set(atomsKey, others)
      if others.count == 0 { left.remove(atomsKey) }
    }
    left.remove(kCMFormatDescriptionExtension_VerbatimSampleDescription)
    left.remove(kCMFormatDescriptionExtension_VerbatimISOSampleEntry)
    return left
  }
}

/// The counting of time codes.
struct TimeCodeDetails {
  var frameDuration: CMTime
  /// Frames counted to a second.
  var frameQuanta: UInt32
  /// `kCMTimeCodeFlag_…`.
  var flags: UInt32

  func isSame(as other: TimeCodeDetails) -> Bool {
    CMTimeCompare(frameDuration, other.frameDuration) == 0 && frameQuanta == other.frameQuanta && flags == other.flags
  }
}
