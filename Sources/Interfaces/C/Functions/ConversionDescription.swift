import AudioBase
import AudioFiles
import AudioJobs

/// The JSON description of a conversion.
struct ConversionDescription: Encodable {
  var formatID: String
  var sampleRate: Double
  var channels: Int
  var frames: Int64?
  var duration: Double?
  var isCopy: Bool
  var warnings: [String]

  /// - Throws: `AudioError` if the input has no audio track.
  init(_ report: ConversionReport, of media: MediaFile, _ input: Pathname) throws(AudioError) {
    let format = report.stream.format
    formatID = "\(format.formatID)"
    sampleRate = format.sampleRate
    channels = format.channelsPerFrame
    frames = report.frameCount
    isCopy = report.isCopy
    if isCopy {
      duration = media.reader.tracks[try JobFiles.audioTrack(nil, of: media.reader, input)].duration
    } else {
      duration = report.frameCount.flatMap { format.sampleRate > 0 ? Double($0) / format.sampleRate : nil }
    }
    warnings = report.notes.filter { $0.severity == .warning }.map(\.description)
  }
}

/// The JSON description of the hash of a file's samples.
struct HashDescription: Encodable {
  var algorithm = SampleHash.algorithm
  var hash: String
  var sampleFormat: String
  var sampleRate: Double
  var channels: Int
  var frames: Int64

  init(_ found: SampleHash) {
    hash = found.text
    sampleFormat = "\(found.sampleFormat)"
    sampleRate = found.sampleRate
    channels = found.channelCount
    frames = found.frameCount
  }
}
