// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AVFAudio
import AudioBase
import AudioCatalog
import Foundation

/// An option of an ``AVURLAsset``: `true` counts packets if a file's header only estimates its duration.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// The media of a file. Only files of this system are read.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The file.
  open var url: URL { file.url }

  /// Creates the asset of a file, which is opened at the first request for a value.
  ///
  /// - Parameter options: ``AVURLAssetPreferPreciseDurationAndTimingKey``; other options are for other kinds of files
  ///   and are ignored.
  public init(url URL: URL, options: [String: Any]? = nil) {
    let wish = options?[AVURLAssetPreferPreciseDurationAndTimingKey]
    super.init(AssetContent(URL, isPrecise: wish as? Bool ?? (wish as? NSNumber)?.boolValue ?? false))
  }

  /// Creates the asset of a file, which is opened when its values are requested.
  public convenience init(url URL: URL) { self.init(url: URL, options: nil) }

  /// Returns the identifiers of the readable file types that have one.
  open class func audiovisualTypes() -> [AVFileType] { AVFileType.all }

  /// Returns the media types (MIME) of readable files.
  open class func audiovisualMIMETypes() -> [String] {
    var known: Set<String> = []
    return Catalog.coreAudio.containers.filter { $0.open != nil }.flatMap(\.mediaTypes)
      .filter { known.insert($0).inserted }
  }
}
