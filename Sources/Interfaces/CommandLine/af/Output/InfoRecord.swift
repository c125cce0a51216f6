import AudioBase
import AudioFiles

/// The record that `af info --json` prints for one file.
struct InfoRecord: Encodable {
  /// One track of the file.
  struct Track: Encodable {
    var identifier: Int
    var mediaKind: String
    var formatID: String
    var sampleRate: Double?
    var channelsPerFrame: Int?
    var durationSeconds: Double?
    var audioDataPacketCount: Int64?
  }

  /// One picture.
  struct Picture: Encodable {
    var mediaType: String
    var byteCount: Int
  }

  /// One marker; the frame is counted from the first valid frame.
  struct Marker: Encodable {
    var name: String
    var framePosition: Double
  }

  /// One region, with the frames of its markers.
  struct Region: Encodable {
    var name: String
    var framePositions: [Double]
  }

  /// One packet.
  struct Packet: Encodable {
    var number: Int64
    var offset: Int64
    var size: Int
    var frames: Int
    var time: Double?
  }

  /// One value of the codec's configuration, in the standard's words; several may have one name.
  struct Field: Encodable {
    var name: String
    var value: String
  }

  /// A loudness that the container states: `loudnessInfo()` of ISO/IEC 23003-4.
  struct Loudness: Encodable {
    struct Measurement: Encodable {
      var quantity: String
      var value: Double
      var system: Int
      var reliability: Int
    }

    var isOfAlbum: Bool
    var drcSet: Int
    var downmix: Int
    var samplePeak: Double?
    var truePeak: Double?
    var measurements: [Measurement]

    init(_ stated: StatedLoudness, isOfAlbum: Bool) {
      self.isOfAlbum = isOfAlbum
      (drcSet, downmix) = (stated.dynamicRangeSet, stated.downmix)
      (samplePeak, truePeak) = (stated.samplePeak, stated.truePeak)
      measurements = stated.measurements.map {
        Measurement(quantity: "\($0.quantity)", value: $0.value, system: $0.system, reliability: $0.reliability)
      }
    }
  }

  /// A packet at which the stream changes.
  struct FormatChange: Encodable {
    var packet: Int64
    var offset: Int64
    var time: Double?
    var dataFormat: DataFormatRecord
    var codec: String?
    var audioSpecificConfig: String?

    init(_ change: TrackSummary.FormatChange) {
      packet = change.packet
      offset = change.byteOffset
      time = change.time
      dataFormat = DataFormatRecord(change.format)
      codec = change.codec?.profile
      audioSpecificConfig = change.codec.map { HexBytes($0.configuration).text }
    }
  }

  var file: String
  var fileFormat: String
  var dataFormat: DataFormatRecord?
  var codec: String?
  var channelLayout: String?
  var durationSeconds: Double?
  var audioDataByteCount: Int64?
  var audioDataPacketCount: Int64?
  var maximumPacketSize: Int?
  var dataOffset: Int64?
  var bitRate: Int?
  var magicCookie: String?
  var audioSpecificConfig: String?
  var configurationFields: [Field]?
  var notes: [String]?
  var loudness: [Loudness]?
  var primingFrames: Int64?
  var validFrames: Int64?
  var remainderFrames: Int64?
  var formatList: [DataFormatRecord]?
  var formatChanges: [FormatChange]?
  var sourceBitDepth: Int?
  var packetSizeUpperBound: Int?
  var isOptimized: Bool
  var tracks: [Track]
  var metadata: [String: String]
  /// The values of keys that have several.
  var metadataValues: [String: [String]]?
  var artwork: [Picture]?
  var markers: [Marker]?
  var regions: [Region]?
  var chunks: [String]?
  var warnings: [String]
  var packets: [Packet]?

  init(_ file: Pathname, reader: any ContainerReader, track: Int?, summary: TrackSummary?) {
    self.file = file.description
    fileFormat = "\(reader.fileType)"
    let found = reader.metadata
    metadata = Dictionary(uniqueKeysWithValues: found.info.map { ($0.key.rawValue, $0.value) })
    metadataValues = found.severalValues
    artwork =
      found.artwork.isEmpty
      ? nil : found.artwork.map { Picture(mediaType: $0.mediaType, byteCount: $0.bytes.count) }
    markers =
      found.markers.isEmpty
      ? nil : found.markers.map { Marker(name: $0.name, framePosition: $0.framePosition) }
    regions =
      found.regions.isEmpty
      ? nil : found.regions.map { Region(name: $0.name, framePositions: $0.markers.map(\.framePosition)) }
    chunks = reader.chunks.isEmpty ? nil : reader.chunks.map { "\($0.identifier)" }
    warnings = reader.allRemarks + (summary?.earlyEnd.map { ["the end is missing: \($0)"] } ?? [])
    isOptimized = reader.isOptimized
    tracks = reader.tracks.map { track in
      let isAudio = track.mediaKind == .audio
      return Track(
        identifier: track.identifier, mediaKind: track.mediaKind.rawValue, formatID: "\(track.format.formatID)",
        sampleRate: isAudio && track.format.sampleRate > 0 ? track.format.sampleRate : nil,
        channelsPerFrame: isAudio && track.format.channelsPerFrame > 0 ? track.format.channelsPerFrame : nil,
        durationSeconds: track.duration, audioDataPacketCount: track.packetCount)
    }
    guard let track, let summary else { return }
    let info = reader.tracks[track]
    dataFormat = DataFormatRecord(summary.format)
    codec = summary.codec?.profile
    channelLayout = summary.layout?.description
    durationSeconds = summary.duration
    audioDataByteCount = summary.byteCount
    audioDataPacketCount = summary.packetCount
    maximumPacketSize = summary.maximumPacketSize
    dataOffset = info.dataOffset
    formatList = summary.codec.map { _ in summary.formatList.map { DataFormatRecord($0.format) } }
    formatChanges = summary.formatChanges.isEmpty ? nil : summary.formatChanges.map(FormatChange.init)
    sourceBitDepth = info.sourceBitDepth
    packetSizeUpperBound = info.packetSizeUpperBound
    bitRate = summary.nominalBitRate ?? summary.measuredBitRate
    magicCookie = info.containerCookie.isEmpty ? nil : HexBytes(info.containerCookie).text
    audioSpecificConfig = summary.codec.map { HexBytes($0.configuration).text }
    configurationFields = summary.codec.flatMap { codec in
      codec.fields.isEmpty ? nil : codec.fields.map { Field(name: $0.name, value: $0.value) }
    }
    notes = summary.codec.flatMap { $0.notes.isEmpty ? nil : $0.notes }
    let stated = info.loudness ?? StatedLoudnessSet()
    let all =
      stated.track.map { Loudness($0, isOfAlbum: false) } + stated.album.map { Loudness($0, isOfAlbum: true) }
    loudness = all.isEmpty ? nil : all
    primingFrames = summary.packetTable?.primingFrames
    validFrames = summary.packetTable?.validFrames
    remainderFrames = summary.packetTable?.remainderFrames
  }
}

extension Metadata {
  /// The values of keys that have several, or `nil` if none has.
  var severalValues: [String: [String]]? {
    let lists = info.keys.map { ($0.rawValue, values(of: $0)) }.filter { $0.1.count > 1 }
    return lists.isEmpty ? nil : Dictionary(uniqueKeysWithValues: lists)
  }
}
