public import AudioBase

extension AudioFile {
  /// The metadata of the recording.
  public var metadata: Metadata {
    switch state {
    case .reading(let input): input.reader.metadata
    case .writing(let output): output.settings.metadata
    case .closed(_, let metadata): metadata
    }
  }

  /// Replaces the metadata of the recording.
  ///
  /// - Throws: `ErrorKind.unsupported` if the file type cannot hold it, or not any more.
  public func setMetadata(_ metadata: Metadata) throws(AudioError) { try writing().setMetadata(metadata) }

  /// The title, artist and similar entries by Core Audio's keys: `kAudioFilePropertyInfoDictionary`. Includes the
  /// duration in seconds, even if the file does not state it.
  public var infoDictionary: [InfoKey: String] {
    var info = metadata.info
    if info[.approximateDuration] == nil, let seconds = estimatedDuration {
      info[.approximateDuration] = Self.decimal(seconds)
    }
    return info
  }

  /// Sets title, artist and similar entries, and drops all others. The file keeps its own duration.
  public func setInfoDictionary(_ info: [InfoKey: String]) throws(AudioError) {
    var info = info
    info[.approximateDuration] = nil
    try changeMetadata { $0.info = info }
  }

  /// The markers of the recording: `kAudioFilePropertyMarkerList`.
  public var markers: [Marker] { metadata.markers }

  /// Sets the markers.
  public func setMarkers(_ markers: [Marker]) throws(AudioError) { try changeMetadata { $0.markers = markers } }

  /// The regions of the recording: `kAudioFilePropertyRegionList`.
  public var regions: [Region] { metadata.regions }

  /// Sets the regions.
  public func setRegions(_ regions: [Region]) throws(AudioError) { try changeMetadata { $0.regions = regions } }

  /// The pictures, front cover first: `kAudioFilePropertyAlbumArtwork`.
  public var artwork: [Artwork] { metadata.artwork }

  /// Sets the pictures.
  public func setArtwork(_ artwork: [Artwork]) throws(AudioError) { try changeMetadata { $0.artwork = artwork } }

  /// The whole ID3 tag as in the file: `kAudioFilePropertyID3Tag`; empty if there is none.
  public var id3Tag: [UInt8] { metadata.id3Tag }

  /// The number of bytes from the start of the file to the tag, `nil` if there is none:
  /// `kAudioFilePropertyID3TagOffset`.
  public var id3TagOffset: Int64? { metadata.id3Tag.isEmpty ? nil : metadata.id3TagOffset }

  /// Sets the ID3 tag, header included.
  public func setID3Tag(_ tag: [UInt8]) throws(AudioError) { try changeMetadata { $0.id3Tag = tag } }

  private func changeMetadata(_ change: (inout Metadata) -> Void) throws(AudioError) {
    let output = try writing()
    var metadata = output.settings.metadata
    change(&metadata)
    try output.setMetadata(metadata)
  }

  /// Returns the seconds with three decimals, as Core Audio writes them: `1.500`.
  private static func decimal(_ seconds: Double) -> String {
    guard let thousandths = Int64(exactly: (seconds * 1000).rounded()) else { return "\(seconds)" }
    let fraction = String(thousandths.magnitude % 1000)
    // Bound: three digits.
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
