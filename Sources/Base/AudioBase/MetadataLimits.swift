// The metadata of a recording is read up to these bounds, in any container: a hundred thousand titles of one letter are
// as much of a bomb as one title of a hundred megabytes.

extension ResourceLimits {
  /// The largest number of values in ``Metadata/info`` that a reader takes from a file.
  public static let metadataValueCount = 4096
  /// The largest number of texts of one value, such as several artists.
  public static let metadataTextCount = 1024
  /// The longest text that a reader takes, in bytes of the file.
  public static let metadataTextByteCount = 1 << 20
  /// The largest number of pictures that a reader takes from a file.
  public static let metadataPictureCount = 256
  /// The largest number of markers, and of regions, that a reader takes from a file.
  public static let metadataMarkerCount = 1 << 16
}

extension Metadata {
  /// Adds a value unless the key has one already or ``ResourceLimits/metadataValueCount`` is reached.
  public mutating func note(_ text: String, for key: InfoKey) {
    guard !text.isEmpty, info.count < ResourceLimits.metadataValueCount, info[key] == nil else { return }
    info[key] = text
  }

  /// Adds a picture unless there are ``ResourceLimits/metadataPictureCount``; front covers precede all others.
  public mutating func append(_ picture: Artwork) {
    guard artwork.count < ResourceLimits.metadataPictureCount else { return }
    let isFrontCover = picture.kind == .frontCover
    let place = isFrontCover ? artwork.firstIndex { $0.kind != .frontCover } : nil
    artwork.insert(picture, at: place ?? artwork.count)
  }

  /// Keeps markers up to ``ResourceLimits/metadataMarkerCount``.
  public mutating func append(_ others: some Sequence<Marker>) {
    markers += others.prefix(max(0, ResourceLimits.metadataMarkerCount - markers.count))
  }

  /// Keeps regions up to ``ResourceLimits/metadataMarkerCount``.
  public mutating func append(_ others: some Sequence<Region>) {
    regions += others.prefix(max(0, ResourceLimits.metadataMarkerCount - regions.count))
  }

  /// The remarks on limits that were reached, beyond which entries may have been dropped.
  public var remarksOnLimits: [String] {
    let counts = [
      (info.count, ResourceLimits.metadataValueCount, "values"),
      (several.values.map(\.count).max() ?? 0, ResourceLimits.metadataTextCount, "texts of one value"),
      (artwork.count, ResourceLimits.metadataPictureCount, "pictures"),
      (markers.count, ResourceLimits.metadataMarkerCount, "markers"),
      (regions.count, ResourceLimits.metadataMarkerCount, "regions"),
    ]
    return counts.filter { $0.0 >= $0.1 }.map { "of the file's \($0.2) no more than \($0.1) were taken" }
  }
}
