import AudioToolbox
import CoreMedia
import ExampleSupport
import Foundation

/// The pictures of the video track, by the tables of the file.
final class VideoTrackReader {
  let track: VideoTrack
  private let bytes: Data
  private let format: CMFormatDescription
  private var nextPicture = 0

  /// - Returns: `nil` for a file without pictures.
  init?(_ url: URL) throws {
    bytes = try Data(contentsOf: url, options: .mappedIfSafe)
    guard let track = try VideoTrack(of: bytes) else { return nil }
    self.track = track
    var made: CMFormatDescription?
    try check(
      "CMVideoFormatDescriptionCreate",
      CMVideoFormatDescriptionCreate(
        allocator: kCFAllocatorDefault, codecType: track.codec, width: track.width, height: track.height,
        extensions: nil, formatDescriptionOut: &made))
    guard let made else { throw CallFailed("CMVideoFormatDescriptionCreate", kAudio_ParamError) }
    format = made
  }

  var duration: CMTime { CMTime(value: track.duration, timescale: track.timescale) }
  var isAtEnd: Bool { nextPicture >= track.pictures.count }

  func next() throws -> CMSampleBuffer? {
    guard !isAtEnd else { return nil }
    let picture = track.pictures[nextPicture]
    nextPicture += 1
    guard picture.range.upperBound <= bytes.count else { throw MovieError.pictureOutsideFile }
    func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: track.timescale) }
    let timing = CMSampleTimingInfo(
      duration: time(picture.duration), presentationTimeStamp: time(picture.shown),
      decodeTimeStamp: time(picture.decoded))
    return try makeSampleBuffer(
      Data(bytes[picture.range]), format, count: 1, timing: [timing], sizes: [picture.range.count])
  }
}
