import AudioToolbox
import CoreMedia
import ExampleSupport
import Foundation

/// Takes the packets of an MP4 file out of it, as sample buffers.
final class KFMP4Demuxer {
  let config: KFDemuxerConfig
  var errorCallBack: ((any Error) -> Void)?

  private(set) var demuxerStatus = KFMP4DemuxerStatus.unknown
  /// Whether the last packet of a track has been handed out.
  private(set) var audioEOF = false
  private(set) var videoEOF = false

  private var audio: AudioTrackReader?
  private var video: VideoTrackReader?

  init(config: KFDemuxerConfig) { self.config = config }

  // MARK: What the file holds

  var hasAudioTrack: Bool { audio != nil }
  var hasVideoTrack: Bool { video != nil }

  /// The size of a picture as it is coded, before it is turned.
  var videoSize: CGSize {
    video.map { CGSize(width: Double($0.track.width), height: Double($0.track.height)) } ?? .zero
  }

  /// How a picture has to be turned to be upright.
  var preferredTransform: CGAffineTransform { video?.track.transform ?? CGAffineTransform() }

  /// The coding of the pictures.
  var codecType: CMVideoCodecType { video?.track.codec ?? 0 }

  /// The longer of the two tracks.
  var duration: CMTime {
    let durations = [audio?.duration, video?.duration].compactMap { $0 }
    return durations.max { CMTimeCompare($0, $1) < 0 } ?? CMTime(value: 0, timescale: 1)
  }

  // MARK: Reading

  /// Opens the file and tells whether packets can be had from it.
  func startReading(_ completeHandler: (_ success: Bool, _ error: (any Error)?) -> Void) {
    guard demuxerStatus == .unknown else { return completeHandler(false, KFDemuxerError.startedTwice) }
    do {
      if config.demuxerType.contains(.audio) { audio = try AudioTrackReader(config.asset) }
      if config.demuxerType.contains(.video) { video = try VideoTrackReader(config.asset) }
      guard hasAudioTrack || hasVideoTrack else { throw KFDemuxerError.noTracks }
      demuxerStatus = .running
      (audioEOF, videoEOF) = (!hasAudioTrack, !hasVideoTrack)
    } catch {
      return fail(error, completeHandler)
    }
    completeHandler(true, nil)
  }

  /// Ends reading before its end.
  func cancelReading() {
    guard demuxerStatus == .running else { return }
    demuxerStatus = .cancelled
  }

  var hasAudioSampleBuffer: Bool { demuxerStatus == .running && !audioEOF }
  var hasVideoSampleBuffer: Bool { demuxerStatus == .running && !videoEOF }

  /// The next packets of sound, several in a buffer.
  func copyNextAudioSampleBuffer() -> CMSampleBuffer? {
    guard hasAudioSampleBuffer, let audio else { return nil }
    return next(&audioEOF) { (try audio.next(), audio.isAtEnd) }
  }

  /// The next picture, in the order in which pictures are decoded.
  func copyNextVideoSampleBuffer() -> CMSampleBuffer? {
    guard hasVideoSampleBuffer, let video else { return nil }
    return next(&videoEOF) { (try video.next(), video.isAtEnd) }
  }

  private func next(_ isAtEnd: inout Bool, _ read: () throws -> (CMSampleBuffer?, Bool)) -> CMSampleBuffer? {
    do {
      let (buffer, isLast) = try read()
      isAtEnd = isLast
      if audioEOF && videoEOF { demuxerStatus = .completed }
      return buffer
    } catch {
      fail(error) { _, _ in }
      return nil
    }
  }

  private func fail(_ error: any Error, _ completeHandler: (Bool, (any Error)?) -> Void) {
    demuxerStatus = .failed
    completeHandler(false, error)
    errorCallBack?(error)
  }
}

enum KFDemuxerError: Error {
  case startedTwice
  case noTracks
}
