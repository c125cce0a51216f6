import AudioBase
import AudioCatalog
import AudioFiles

/// The record that `af demux --json` prints for a file.
struct DemuxRecord: Encodable {
  /// One track. Values that do not apply or are not known are left out.
  struct Track: Encodable {
    var index: Int
    var identifier: Int
    var mediaKind: String
    var formatID: String
    var codec: String?
    var timescale: Int?
    var durationSeconds: Double?
    var presentationStartSeconds: Double?
    var packetCount: Int64?
    var byteCount: Int64?
    var maximumPacketSize: Int?
    var bitRate: Int?
    var language: String?
    var magicCookie: String?
    var sampleRate: Double?
    var channelsPerFrame: Int?
    var codedWidth: Int?
    var codedHeight: Int?
    var presentationWidth: Double?
    var presentationHeight: Double?
    var matrix: [Double]?
    var rotation: Int?
    var streamChanges: [StreamChange]?
  }

  /// A packet at which a track changes to another stream.
  struct StreamChange: Encodable {
    var packet: Int64
    var offset: Int64
    var formatID: String
    var sampleRate: Double
    var channelsPerFrame: Int
    var magicCookie: String?

    init(_ change: StreamChanges.Change, _ stream: CodedStream) {
      packet = change.packet
      offset = change.byteOffset
      formatID = "\(stream.format.formatID)"
      sampleRate = stream.format.sampleRate
      channelsPerFrame = stream.format.channelsPerFrame
      magicCookie = stream.cookie.isEmpty ? nil : HexBytes(stream.cookie).text
    }
  }

  /// One packet, or a run of them in linear PCM and similar formats.
  struct Packet: Encodable {
    var track: Int
    var number: Int64
    var count: Int
    var offset: Int64
    var size: Int
    var decodeTime: Double
    var presentationTime: Double
    var duration: Double
    var sync: Bool

    init(_ packet: DemultiplexedPacket) {
      track = packet.track
      number = packet.number
      count = packet.packetCount
      offset = packet.fileOffset
      size = packet.byteCount
      decodeTime = packet.decodeTime.seconds
      presentationTime = packet.presentationTime.seconds
      duration = packet.duration.seconds
      sync = packet.isSync
    }
  }

  var fileFormat: String
  var tracks: [Track]
  var packets: [Packet]?

  init(_ reader: any ContainerReader, selection: [Int], catalog: Catalog) {
    fileFormat = "\(reader.fileType)"
    tracks = selection.map { index in
      var track = Track(index, reader.tracks[index], catalog: catalog)
      let known = reader.streamChanges(ofTrack: index)
      let first = CodedStream(of: reader.tracks[index])
      let changes = known.changes.map { StreamChange($0, known.stream($0.stream) ?? first) }
      if !changes.isEmpty { track.streamChanges = changes }
      return track
    }
  }
}

extension DemuxRecord.Track {
  init(_ index: Int, _ track: TrackInfo, catalog: Catalog) {
    self.index = index
    identifier = track.identifier
    mediaKind = track.mediaKind.rawValue
    formatID = "\(track.format.formatID)"
    codec = codecName(of: track, catalog: catalog)
    timescale = track.timescale > 0 ? track.timescale : nil
    durationSeconds = track.duration
    if track.timescale > 0 { presentationStartSeconds = Double(track.presentationStart) / Double(track.timescale) }
    packetCount = track.packetCount
    byteCount = track.audioByteCount
    maximumPacketSize = track.maximumPacketSize
    bitRate = track.bitRate
    language = track.language.isEmpty ? nil : track.language
    magicCookie = track.cookie.isEmpty ? nil : HexBytes(track.cookie).text
    if track.mediaKind == .audio {
      sampleRate = track.format.sampleRate
      channelsPerFrame = track.format.channelsPerFrame
    }
    guard let picture = track.picture else { return }
    codedWidth = picture.codedWidth
    codedHeight = picture.codedHeight
    presentationWidth = picture.presentationWidth
    presentationHeight = picture.presentationHeight
    matrix = picture.matrix
    rotation = picture.rotation
  }
}

/// Returns the codec's own name of a track's profile, if there is a codec for it.
func codecName(of track: TrackInfo, catalog: Catalog) -> String? {
  guard track.mediaKind == .audio, let codec = catalog.codec(formatID: track.format.formatID) else { return nil }
  return (try? codec.summary(of: CodedStream(of: track)))?.profile
}
