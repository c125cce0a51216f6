import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioGraph
import AudioToolbox
import Foundation

/// The origin of a file's sound: its name, or its bytes.
enum SoundOrigin: Sendable {
  case file(URL)
  case bytes(Data)

  /// Opens the first audio track.
  ///
  /// - Parameters:
  ///   - part: The frames that are requested, at the file's rate; `nil` for all.
  ///   - format: The format to convert to; `nil` for the file's rate and channels.
  /// - Throws: `AudioError`, or an `NSError` if there is no sound.
  func open(_ part: Range<Int64>? = nil, as format: GraphFormat? = nil) throws -> sending TrackSource {
    let catalog = Catalog.coreAudio
    let file =
      switch self {
      case .file(let url): try MediaFile(path: Self.path(of: url), containers: catalog.containers)
      case .bytes(let data):
        try MediaFile(source: MemoryByteSource([UInt8](data)), name: nil, containers: catalog.containers)
      }
    guard let track = file.reader.tracks.firstIndex(where: { $0.mediaKind == .audio }) else {
      throw NSError.ofConverter(kAudioFileInvalidFileError)
    }
    var options = DecodeRequest()
    options.stretch = part
    return try TrackSource(
      of: TrackInput(of: file.reader, track: track, decoding: options),
      as: SampleRequest(sampleRate: format?.sampleRate, layout: format?.layout),
      codecs: catalog.codecs)
  }

  /// Returns the path of a file of this system.
  ///
  /// - Throws: `AudioError` for a URL of another kind.
  private static func path(of url: URL) throws(AudioError) -> String {
    guard url.isFileURL else {
      throw AudioError(.unsupported, .file, "only files of this system are played, not \(url.scheme ?? "a bare name")")
    }
    return url.path
  }

  /// Returns a player's error for a failure to open.
  static func error(_ failure: any Error) -> NSError {
    let isOfFormat = (failure as? AudioError).map {
      $0.stage == .file && [.unknownFormat, .unsupported, .empty].contains($0.kind)
    }
    let status = isOfFormat == true ? kAudioFileUnsupportedFileTypeError : kAudioFileUnspecifiedError
    return NSError(
      domain: NSOSStatusErrorDomain, code: Int(status), userInfo: [NSLocalizedDescriptionKey: "\(failure)"])
  }
}
