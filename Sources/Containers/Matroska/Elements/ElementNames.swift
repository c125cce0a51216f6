/// The names of elements that are read (RFC 8794, 11.2; RFC 9559, 5).
enum ElementName {
  /// `EBML`, the header of a document.
  static let document: UInt32 = 0x1A45_DFA3
  static let ebmlVersion: UInt32 = 0x4286
  static let ebmlReadVersion: UInt32 = 0x42F7
  static let maximumNameLength: UInt32 = 0x42F2
  static let maximumSizeLength: UInt32 = 0x42F3
  static let documentType: UInt32 = 0x4282
  static let documentVersion: UInt32 = 0x4287
  static let documentReadVersion: UInt32 = 0x4285

  static let segment: UInt32 = 0x1853_8067
  /// `SeekHead`: the offsets of other elements of the segment.
  static let seekHead: UInt32 = 0x114D_9B74
  static let seek: UInt32 = 0x4DBB
  static let seekIdentifier: UInt32 = 0x53AB
  static let seekPosition: UInt32 = 0x53AC
  static let info: UInt32 = 0x1549_A966
  static let tracks: UInt32 = 0x1654_AE6B
  static let cluster: UInt32 = 0x1F43_B675
  static let cues: UInt32 = 0x1C53_BB6B
  static let attachments: UInt32 = 0x1941_A469
  static let chapters: UInt32 = 0x1043_A770
  static let tags: UInt32 = 0x1254_C367

  static let timestampScale: UInt32 = 0x2A_D7B1
  static let duration: UInt32 = 0x4489
  static let title: UInt32 = 0x7BA9
  static let muxingApplication: UInt32 = 0x4D80
  static let writingApplication: UInt32 = 0x5741

  /// `Timestamp` of a cluster.
  static let clusterTimestamp: UInt32 = 0xE7
  static let simpleBlock: UInt32 = 0xA3
  static let blockGroup: UInt32 = 0xA0
  static let block: UInt32 = 0xA1
  static let discardPadding: UInt32 = 0x75A2

  static let void: UInt32 = 0xEC
  static let check: UInt32 = 0xBF
  /// `Position`, `PrevSize` and `SilentTracks` of a cluster.
  static let clusterPosition: UInt32 = 0xA7
  static let previousSize: UInt32 = 0xAB
  static let silentTracks: UInt32 = 0x5854

  /// Returns true for the elements that occur only directly within a segment: they end a cluster of unknown size.
  static func isWithinSegment(_ name: UInt32) -> Bool {
    switch name {
    case seekHead, info, tracks, cluster, cues, attachments, chapters, tags: true
    default: false
    }
  }

  /// Returns true for an element that a cluster may begin with.
  static func beginsCluster(_ name: UInt32) -> Bool {
    switch name {
    case clusterTimestamp, simpleBlock, blockGroup, void, check, clusterPosition, previousSize, silentTracks: true
    default: false
    }
  }
}

/// The names of the elements of `Tracks` (RFC 9559, 5.1.4).
enum TrackName {
  static let entry: UInt32 = 0xAE
  static let number: UInt32 = 0xD7
  static let uniqueIdentifier: UInt32 = 0x73C5
  static let type: UInt32 = 0x83
  static let flagLacing: UInt32 = 0x9C
  static let name: UInt32 = 0x536E
  static let language: UInt32 = 0x22_B59C
  static let codec: UInt32 = 0x86
  static let codecPrivate: UInt32 = 0x63A2
  static let codecDelay: UInt32 = 0x56AA
  static let seekPreRoll: UInt32 = 0x56BB
  static let audio: UInt32 = 0xE1
  static let samplingFrequency: UInt32 = 0xB5
  static let outputSamplingFrequency: UInt32 = 0x78B5
  static let channels: UInt32 = 0x9F
  static let bitDepth: UInt32 = 0x6264
  static let contentEncodings: UInt32 = 0x6D80
  static let contentEncoding: UInt32 = 0x6240
  static let encodingOrder: UInt32 = 0x5031
  static let encodingScope: UInt32 = 0x5032
  static let encodingType: UInt32 = 0x5033
  static let compression: UInt32 = 0x5034
  static let compressionAlgorithm: UInt32 = 0x4254
  static let compressionSettings: UInt32 = 0x4255
}

/// The names of the elements of tags, chapters and attachments (RFC 9559, 5.1.6 to 5.1.8).
enum TagName {
  static let tag: UInt32 = 0x7373
  static let targets: UInt32 = 0x63C0
  static let targetLevel: UInt32 = 0x68CA
  static let targetTrack: UInt32 = 0x63C5
  static let targetEdition: UInt32 = 0x63C9
  static let targetChapter: UInt32 = 0x63C4
  static let targetAttachment: UInt32 = 0x63C6
  static let simpleTag: UInt32 = 0x67C8
  static let name: UInt32 = 0x45A3
  static let string: UInt32 = 0x4487
  static let binary: UInt32 = 0x4485

  static let edition: UInt32 = 0x45B9
  static let chapter: UInt32 = 0xB6
  /// `ChapterUID`.
  static let chapterIdentifier: UInt32 = 0x73C4
  static let chapterStart: UInt32 = 0x91
  static let chapterEnd: UInt32 = 0x92
  static let chapterIsHidden: UInt32 = 0x98
  static let chapterDisplay: UInt32 = 0x80
  static let chapterText: UInt32 = 0x85
  static let chapterLanguage: UInt32 = 0x437C

  static let attachedFile: UInt32 = 0x61A7
  static let fileName: UInt32 = 0x466E
  static let fileDescription: UInt32 = 0x467E
  static let fileMediaType: UInt32 = 0x4660
  static let fileData: UInt32 = 0x465C
  /// `FileUID`.
  static let fileIdentifier: UInt32 = 0x46AE
}

/// The names of the elements of `Cues` (RFC 9559, 5.1.5).
enum CueName {
  static let point: UInt32 = 0xBB
  static let time: UInt32 = 0xB3
  static let positions: UInt32 = 0xB7
  static let track: UInt32 = 0xF7
  static let clusterPosition: UInt32 = 0xF1
}
