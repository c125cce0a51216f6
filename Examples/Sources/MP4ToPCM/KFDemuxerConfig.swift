import Foundation

/// Which tracks a demuxer reads.
struct KFMediaType: OptionSet, Sendable {
  let rawValue: Int
  static let audio = KFMediaType(rawValue: 1)
  static let video = KFMediaType(rawValue: 2)
}

/// What a demuxer is made with.
struct KFDemuxerConfig: Sendable {
  var asset: URL
  var demuxerType: KFMediaType = [.audio, .video]
}

enum KFMP4DemuxerStatus: Int, Sendable {
  case unknown = 0
  case running = 1
  case failed = 2
  case completed = 3
  case cancelled = 4
}

#if !canImport(CoreGraphics)
  /// A point (x, y) becomes (a x + c y + tx, b x + d y + ty).
  struct CGAffineTransform: Equatable, Sendable {
    var (a, b, c, d, tx, ty) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
  }
#endif
