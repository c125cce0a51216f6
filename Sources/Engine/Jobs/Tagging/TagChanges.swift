public import AudioBase
import AudioFiles

/// The changes to the tags of a file.
public struct TagChanges: Sendable, Hashable {
  /// True to remove all tags before the new ones are set.
  public var removesAll = false
  /// The keys to remove; keys without values are allowed.
  public var removedKeys: Set<InfoKey> = []
  /// The new values by key; several values of a key are one text, as in `Metadata.info`.
  public var values: [InfoKey: String] {
    get { said.info }
    set { said.info = newValue }
  }
  private var said = Metadata()
  /// The new pictures, the front cover first; `nil` to keep the file's.
  public var artwork: [Artwork]?
  /// The new chapters; `nil` to keep the file's.
  public var markers: [Marker]?
  /// The new regions; `nil` to keep the file's.
  public var regions: [Region]?

  /// Sets several values of a key.
  public mutating func setValues(_ texts: [String], of key: InfoKey) { said.setValues(texts, of: key) }

  /// Returns the new values of a key, in order.
  public func values(of key: InfoKey) -> [String] { said.values(of: key) }

  /// Creates an empty set of changes.
  public init() {}

  /// True if nothing is changed.
  public var isEmpty: Bool { self == TagChanges() }

  /// Copies the tags of another file, except those about its packets.
  ///
  /// - Parameters:
  ///   - other: The metadata of the file from which they are copied.
  ///   - map: The map from its places to those of the target file.
  public mutating func copy(_ other: Metadata, map: TimeMap) {
    var other = other
    other.move(by: map)
    for key in other.info.keys where !Self.technicalKeys.contains(key) { setValues(other.values(of: key), of: key) }
    if !other.artwork.isEmpty { artwork = other.artwork }
    if !other.markers.isEmpty { markers = other.markers }
    if !other.regions.isEmpty { regions = other.regions }
  }

  /// The tags about packets and encoding, which belong to one file alone.
  static let technicalKeys = InfoKey.ownOfFiles.union([SoundCheck.key])

  /// Returns the metadata of a file with the changes applied.
  public func applied(to metadata: Metadata) -> Metadata {
    var result = metadata
    if removesAll {
      result.keepValues { Self.technicalKeys.contains($0) && $0 != SoundCheck.key }
      (result.artwork, result.markers, result.regions, result.id3Tag) = ([], [], [], [])
    }
    // Vorbis comments and others are not case-sensitive.
    let replaced = Set((Array(removedKeys) + values.keys).map { $0.rawValue.lowercased() })
    result.keepValues { !replaced.contains($0.rawValue.lowercased()) }
    // A date says the year, too.
    if removedKeys.contains(.year), values[.year] == nil { result[.recordedDate] = values[.recordedDate] }
    for key in values.keys { result.setValues(said.values(of: key), of: key) }
    // A year and a date that are at odds would be one too many.
    if (values[.year] == nil) != (values[.recordedDate] == nil), result[.year] != nil, !result.isYearInDate {
      result[values[.year] == nil ? .year : .recordedDate] = nil
    }
    if let artwork { result.artwork = artwork }
    if let markers { result.markers = markers }
    if let regions { result.regions = regions }
    return result
  }
}
