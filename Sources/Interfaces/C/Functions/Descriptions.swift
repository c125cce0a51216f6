import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import FoundationEssentials
import SignalProcessing

/// The JSON description of a file.
struct FileDescription: Encodable {
  /// The JSON description of an audio track.
  struct Track: Encodable {
    var codec: String
    var formatID: String
    var sampleRate: Double
    var channels: Int
    var layout: String?
    var bits: Int?
    var frames: Int64?
    var duration: Double?
    var bitRate: Int?
    var packets: Int64
    var primingFrames: Int?
    var remainderFrames: Int?
  }

  /// The JSON description of a picture.
  struct Picture: Encodable {
    var mediaType: String
    var byteCount: Int
  }

  var container: String
  var tracks: [Track]
  var tags: [String: String]
  var pictures: [Picture]

  init(_ media: MediaFile) throws(ContainerError) {
    container = media.container.name
    var tracks: [Track] = []
    for (index, track) in media.reader.tracks.enumerated() where track.mediaKind == .audio {
      let summary = try TrackSummary(of: media.reader, track: index, codecs: Catalog.standard.codecs)
      let table = summary.packetTable
      let decoded = summary.codec?.decoded
      let formatID = summary.codec?.formatID ?? track.format.formatID
      let (rate, channels) = (summary.format.sampleRate, summary.format.channelsPerFrame)
      tracks.append(
        Track(
          codec: summary.codec?.profile ?? (formatID == .linearPCM ? "linear PCM" : "\(formatID)"),
          formatID: "\(formatID)", sampleRate: rate > 0 ? rate : decoded?.sampleRate ?? 0,
          channels: channels > 0 ? channels : decoded?.layout.channelCount ?? 0,
          layout: summary.layout.map { "\($0)" }, bits: track.sourceBitDepth,
          frames: table?.validFrames ?? summary.duration.map { Int64(saturating: ($0 * rate).rounded()) },
          duration: summary.duration, bitRate: summary.measuredBitRate ?? summary.nominalBitRate,
          packets: summary.packetCount, primingFrames: (table?.primingFrames).map { Int(clamping: $0) },
          remainderFrames: (table?.remainderFrames).map { Int(clamping: $0) }))
    }
    self.tracks = tracks
    pictures = media.reader.metadata.artwork.map { Picture(mediaType: $0.mediaType, byteCount: $0.bytes.count) }
    tags = Dictionary(uniqueKeysWithValues: media.reader.metadata.info.map { ($0.key.rawValue, $0.value) })
  }
}

/// The JSON description of a file's loudness; values that cannot be measured, as of silence, are missing.
struct LoudnessDescription: Encodable {
  var integrated: Double?
  var range: Double?
  var maximumMomentary: Double?
  var maximumShortTerm: Double?
  var truePeak: Double?
  var samplePeak: Double?

  init(_ report: LoudnessReport) {
    func number(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
    (integrated, range) = (number(report.integrated), number(report.range))
    (maximumMomentary, maximumShortTerm) = (number(report.maximumMomentary), number(report.maximumShortTerm))
    truePeak = number(Decibels.level(ofAmplitude: report.truePeak))
    samplePeak = number(Decibels.level(ofAmplitude: report.samplePeak))
  }
}

/// The formats that this system reads and writes.
struct FormatList: Encodable {
  /// A kind of file.
  struct Container: Encodable {
    var name: String
    var extensions: [String]
    /// The data formats that it can hold, by their codes.
    var dataFormats: [String]
    /// The data formats of extensions that stand for fewer.
    var meanings: [String: [String]]
    /// The linear PCM formats that a new file can hold, as taken by `af convert -d`.
    var sampleFormats: [String]
    var isWritable: Bool
  }

  var containers: [Container]
  var decoders: [String]
  var encoders: [String]

  init(_ catalog: Catalog) {
    containers = catalog.containers.map {
      Container(
        name: $0.name, extensions: $0.extensions, dataFormats: $0.formatIDs.map { "\($0)" },
        meanings: $0.meanings.mapValues { $0.map { "\($0)" } }, sampleFormats: $0.sampleFormats.map { "\($0)" },
        isWritable: $0.create != nil)
    }
    decoders = catalog.formatIDs(.decoding).map { "\($0)" }
    encoders = catalog.formatIDs(.encoding).map { "\($0)" }
  }
}
