public import AudioBase

/// What is to become of the tags of a file.
public struct TagChanges: Sendable, Hashable {
  /// Whether everything goes before what follows comes.
  public var removesAll = false
  /// Keys that go, for which values need not be there.
  public var removedKeys: Set<InfoKey> = []
  /// Values that keys get; several of a key are one text, as in `Metadata.info`.
  public var values: [InfoKey: String] {
    get { said.info }
    set { said.info = newValue }
  }
  private var said = Metadata()
  /// The pictures that the file gets, the front cover first; `nil` for those that it has.
  public var artwork: [Artwork]?
  /// The chapters that the file gets; `nil` for those that it has.
  public var markers: [Marker]?
  /// The regions that the file gets; `nil` for those that it has.
  public var regions: [Region]?

  /// Has a key get several values.
  public mutating func setValues(_ texts: [String], of key: InfoKey) { said.setValues(texts, of: key) }

  /// The values that a key gets, in their order.
  public func values(of key: InfoKey) -> [String] { said.values(of: key) }

  /// Creates changes that change nothing.
  public init() {}

  /// Whether nothing is changed.
  public var isEmpty: Bool { self == TagChanges() }

  /// Makes the tags of one file those of another: all but what is said of the packets themselves.
  ///
  /// - Parameters:
  ///   - other: The metadata of the file that they are taken from.
  ///   - map: Where its places lie in the file that gets them.
  public mutating func copy(_ other: Metadata, map: TimeMap) {
    var other = other
    other.move(by: map)
    for key in other.info.keys where !Self.technicalKeys.contains(key) { setValues(other.values(of: key), of: key) }
    if !other.artwork.isEmpty { artwork = other.artwork }
    if !other.markers.isEmpty { markers = other.markers }
    if !other.regions.isEmpty { regions = other.regions }
  }

  /// What files say of their packets and of how they were made, which belongs to these alone.
  static let technicalKeys = MetadataLoss.ownOfFiles.union([SoundCheck.key])

  /// The metadata of a file once they are changed.
  public func applied(to metadata: Metadata) -> Metadata {
    var result = metadata
    if removesAll {
      result.keepValues { Self.technicalKeys.contains($0) && $0 != SoundCheck.key }
      (result.artwork, result.markers, result.regions, result.id3Tag) = ([], [], [], [])
    }
    // Vorbis comments and others do not tell capital letters from small ones.
    let replaced = Set((Array(removedKeys) + values.keys).map { $0.rawValue.lowercased() })
    result.keepValues { !replaced.contains($0.rawValue.lowercased()) }
    for key in values.keys { result.setValues(said.values(of: key), of: key) }
    // A year and a date that are at odds would be one too many.
    if let date = values[.recordedDate], values[.year] == nil, let year = result[.year], !date.hasPrefix(year) {
      result[.year] = nil
    }
    if let year = values[.year], values[.recordedDate] == nil, result[.recordedDate]?.hasPrefix(year) == false {
      result[.recordedDate] = nil
    }
    if let artwork { result.artwork = artwork }
    if let markers { result.markers = markers }
    if let regions { result.regions = regions }
    return result
  }
}
