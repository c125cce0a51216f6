import AudioBase
import AudioFiles

/// What `af info --json` prints for one file.
struct InfoRecord: Encodable {
  /// One track among all.
  struct Track: Encodable {
    var identifier: Int
    var mediaKind: String
    var formatID: String
    var sampleRate: Double?
    var channelsPerFrame: Int?
    var durationSeconds: Double?
    var audioDataPacketCount: Int64?
  }

  /// One packet.
  struct Packet: Encodable {
    var number: Int64
    var offset: Int64
    var size: Int
    var frames: Int
    var time: Double?
  }

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
  var primingFrames: Int64?
  var validFrames: Int64?
  var remainderFrames: Int64?
  var tracks: [Track]
  var metadata: [String: String]
  var packets: [Packet]?

  init(reader: any ContainerReader, track: Int?, summary: TrackSummary?) {
    fileFormat = "\(reader.fileType)"
    metadata = Dictionary(uniqueKeysWithValues: reader.metadata.info.map { ($0.key.rawValue, $0.value) })
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
    bitRate = summary.nominalBitRate ?? summary.measuredBitRate
    magicCookie = info.containerCookie.isEmpty ? nil : HexBytes(info.containerCookie).text
    audioSpecificConfig = summary.codec.map { HexBytes($0.configuration).text }
    primingFrames = summary.packetTable?.primingFrames
    validFrames = summary.packetTable?.validFrames
    remainderFrames = summary.packetTable?.remainderFrames
  }
}
