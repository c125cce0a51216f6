import AudioToolbox
import CoreMedia
import ExampleSupport
import Foundation

/// Takes the sound out of a movie and writes it as samples without a header.
@main
struct Program {
  static func main() { report(run) }

  private static func run() throws {
    guard CommandLine.arguments.count == 3 else { throw UsageError("MP4ToPCM MOVIE SAMPLES") }
    let target = URL(fileURLWithPath: CommandLine.arguments[2])
    let demuxer = KFMP4Demuxer(config: KFDemuxerConfig(asset: URL(fileURLWithPath: CommandLine.arguments[1])))
    demuxer.errorCallBack = { print("KFMP4Demuxer error: \($0)") }
    var failure: (any Error)?
    demuxer.startReading { _, error in failure = error }
    if let failure { throw failure }
    show(demuxer)

    var samples = Data()
    let decoder = KFAudioDecoder()
    decoder.errorCallBack = { failure = $0 }
    decoder.sampleBufferOutputCallBack = { samples += bytes(of: $0) }
    try decode(demuxer, with: decoder)
    if let failure { throw failure }
    try samples.write(to: target)
    showPictures(of: demuxer)
    print("status: \(demuxer.demuxerStatus), \(samples.count) bytes of samples")
    cancel(demuxer.config)
  }

  private static func show(_ demuxer: KFMP4Demuxer) {
    print("audio: \(demuxer.hasAudioTrack), video: \(demuxer.hasVideoTrack)")
    print(
      "pictures: \(Int(demuxer.videoSize.width)) x \(Int(demuxer.videoSize.height)), "
        + fourCharacters(demuxer.codecType))
    let turn = demuxer.preferredTransform
    print("transform: \([turn.a, turn.b, turn.c, turn.d].map { Int($0) })")
    print(String(format: "duration: %.3f s", CMTimeGetSeconds(demuxer.duration)))
  }

  /// A buffer of the demuxer holds several packets, the decoder wants one at a time.
  private static func decode(_ demuxer: KFMP4Demuxer, with decoder: KFAudioDecoder) throws {
    var sampleCounts: [Int] = []
    while demuxer.hasAudioSampleBuffer {
      guard let buffer = demuxer.copyNextAudioSampleBuffer() else { continue }
      sampleCounts.append(CMSampleBufferGetNumSamples(buffer))
      for packet in try packets(of: buffer) { decoder.decodeSampleBuffer(packet) }
    }
    print("sample buffers of sound: \(sampleCounts)")
  }

  /// Each packet in a sample buffer of its own, with its own time.
  private static func packets(of buffer: CMSampleBuffer) throws -> [CMSampleBuffer] {
    guard let format = CMSampleBufferGetFormatDescription(buffer) else { return [] }
    var rest = bytes(of: buffer)[...]
    return try (0..<CMSampleBufferGetNumSamples(buffer)).map { index in
      let size = CMSampleBufferGetSampleSize(buffer, at: index)
      var timing = CMSampleTimingInfo()
      try check(
        "CMSampleBufferGetSampleTimingInfo",
        CMSampleBufferGetSampleTimingInfo(buffer, at: index, timingInfoOut: &timing))
      defer { rest = rest.dropFirst(size) }
      return try makeSampleBuffer(Data(rest.prefix(size)), format, count: 1, timing: [timing], sizes: [size])
    }
  }

  private static func showPictures(of demuxer: KFMP4Demuxer) {
    while demuxer.hasVideoSampleBuffer {
      guard let picture = demuxer.copyNextVideoSampleBuffer() else { continue }
      let shown = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(picture))
      let decoded = CMTimeGetSeconds(CMSampleBufferGetDecodeTimeStamp(picture))
      print(
        String(format: "picture: shown %.3f s, decoded %.3f s, ", shown, decoded)
          + "\(CMSampleBufferGetTotalSampleSize(picture)) bytes")
    }
  }

  private static func cancel(_ config: KFDemuxerConfig) {
    let demuxer = KFMP4Demuxer(config: config)
    demuxer.startReading { _, _ in }
    _ = demuxer.copyNextAudioSampleBuffer()
    demuxer.cancelReading()
    print("cancelled: \(demuxer.demuxerStatus), more sound: \(demuxer.hasAudioSampleBuffer)")
  }
}
