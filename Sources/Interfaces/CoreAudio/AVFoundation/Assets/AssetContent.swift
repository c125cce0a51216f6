import AVFAudio
import AudioAssets
import AudioBase
import AudioCatalog
import AudioFiles
import Foundation

/// The contents of an asset's file, examined once, when they are first requested.
///
/// Every thread may use it at any time: the first one reads, others wait for it. Each reader of packets opens the file
/// again, so that several never share a cursor.
final class AssetContent: Sendable {
  /// The state of the examination.
  enum State: Sendable {
    case unloaded
    case loading
    case loaded(LoadedAsset)
    case failed(AVError)
  }

  let url: URL
  /// True to count packets if headers give only estimates.
  let isPrecise: Bool
  private let current = Lock<State>(.unloaded)
  /// Held while the file is examined.
  private let turn = Lock(())

  init(_ url: URL, isPrecise: Bool) { (self.url, self.isPrecise) = (url, isPrecise) }

  /// The state of the examination, without waiting.
  var state: State { current.withLock { $0 } }

  /// Returns the contents of the file.
  ///
  /// - Throws: ``AVError``, the same each time.
  func loaded() throws -> LoadedAsset {
    try turn.withLock { _ in
      switch state {
      case .loaded(let asset): return asset
      case .failed(let error): throw error
      case .unloaded, .loading: break
      }
      current.withLock { $0 = .loading }
      do {
        let asset = try load()
        current.withLock { $0 = .loaded(asset) }
        return asset
      } catch {
        let failure = error as? AVError ?? AVError(.unknown, because: "\(error)")
        current.withLock { $0 = .failed(failure) }
        throw failure
      }
    }
  }

  private func load() throws -> LoadedAsset {
    let media = try open()
    return try LoadedAsset(media, isPrecise: isPrecise)
  }

  /// Opens the file with a separate reader.
  func open() throws -> sending MediaFile {
    guard url.isFileURL else {
      let kind = url.scheme ?? "URLs without a scheme"
      throw AVError(.operationNotSupportedForAsset, because: "only files of this system are read, not \(kind)")
    }
    do throws(AudioError) {
      return try MediaFile(path: Pathname(url.path), containers: Catalog.coreAudio.containers)
    } catch {
      throw AVError(reading: error)
    }
  }
}

/// The tracks and metadata of a file.
struct LoadedAsset: Sendable {
  let tracks: [LoadedTrack]
  let metadata: AudioBase.Metadata
  /// Core Audio's type of the file.
  let fileType: FourCharacterCode
  /// True if times are those of counted packets.
  let isPrecise: Bool

  init(_ media: MediaFile, isPrecise: Bool) throws {
    fileType = media.reader.fileType
    metadata = media.reader.metadata
    var tracks: [LoadedTrack] = []
    for index in media.reader.tracks.indices {
      tracks.append(try LoadedTrack(media, index, isPrecise: isPrecise))
    }
    self.tracks = tracks
    self.isPrecise = isPrecise || tracks.allSatisfy(\.isCounted)
  }

  /// The end of the track that ends last; `nil` if no track states it.
  var duration: MediaTime? { tracks.compactMap(\.timeline.end).max() }

  /// The indices of tracks of sound that can be decoded.
  var decodableTracks: [Int] { tracks.indices.filter { tracks[$0].isDecodable } }
}

/// One track of a file.
struct LoadedTrack: Sendable {
  let index: Int
  let info: TrackInfo
  let timeline: TrackTimeline
  /// The format that Core Audio reports: one that every decoder of the format can play.
  let format: StreamFormat
  /// The loudspeakers, where the file or its codec states them.
  let layout: ChannelLayout?
  /// The sample rate of the decoded packets.
  let decodedRate: Double
  /// The loudspeakers of the decoded packets, if they are known.
  let decodedLayout: ChannelLayout?
  /// True if there is a decoder for it on this system.
  let isDecodable: Bool
  /// True if the duration is that of counted packets.
  let isCounted: Bool
  /// The number of bytes of all packets, if they are known.
  let byteCount: Int64?
  let packetCount: Int64?

  init(_ media: MediaFile, _ index: Int, isPrecise: Bool) throws {
    let reader = media.reader
    let info = reader.tracks[index]
    self.index = index
    self.info = info
    let codec = Catalog.coreAudio.codec(formatID: info.format.formatID)
    let stream = info.mediaKind == .audio ? CodedStream(of: reader, track: index) : CodedStream(of: info)
    let summary = info.mediaKind == .audio ? try? codec?.describe(stream, stream.firstPacket.span) : nil
    let isPCM = info.format.formatID == .linearPCM
    isDecodable = info.mediaKind == .audio && (isPCM || (summary != nil && codec?.missing(.decoding) == nil))
    let layer = summary?.layers.last
    format = info.format.refined(
      by: layer.map {
        FormatListItem(
          format: StreamFormat(
            formatID: $0.formatID, sampleRate: $0.decoded.sampleRate,
            channelsPerFrame: $0.decoded.layout.channelCount, framesPerPacket: $0.decoded.framesPerPacket),
          layout: $0.decoded.layout)
      })
    layout = isPCM ? info.statedLayout : info.layout ?? summary?.decoded.layout
    // A core and its extension are both decoded.
    decodedRate = summary?.decoded.sampleRate ?? info.format.sampleRate
    decodedLayout = summary?.decoded.layout ?? layout
    let isStated = info.packetTable != nil || info.packetCount != nil
    var scan: TrackScan?
    if !isStated, isPrecise || info.duration == nil {
      do throws(ContainerError) { scan = try TrackScan(reader, track: index) } catch {
        throw AVError(reading: .container(error))
      }
    }
    timeline = TrackTimeline(of: info, scannedFrames: scan?.frameCount)
    isCounted = isStated || scan != nil
    byteCount = scan?.byteCount ?? info.audioByteCount
    packetCount = scan?.packetCount ?? info.packetCount
  }

  /// The kind of media in the track.
  var mediaType: AVMediaType {
    switch info.mediaKind {
    case .audio: .audio
    case .video: .video
    case .other: .text
    }
  }
}
