import ArgumentParser
import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs

/// `af hash`: prints hashes that identify the sound of files.
struct HashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hash", abstract: "Prints a hash of the decoded samples of files.",
    discussion: """
      The hash is the same for every lossless file of the same samples: WAVE, AIFF, CAF, FLAC, Apple Lossless. A line \
      has algorithm, sample format, hash and name: MD5/LEI16:0123… song.flac. Tags, the sample rate and the number of \
      channels are not part of it. The MD5 of LEI16, LEI24 and LEI32 is the one that FLAC files carry. The exit status \
      is 1 if a file could not be decoded completely.

      Examples:
        af hash album
        af hash --samples LEI16 song.wav
      """)

  @Option(
    name: .long,
    help: ArgumentHelp("Hash samples of this format, instead of the file's own: LEI16, LEF32.", valueName: "format"))
  var samples: SampleFormatArgument?

  @OptionGroup var measuring: MeasuringOptions

  func run() throws {
    let measured = measuring.measured
    try measured.forEach(measuring.allFiles) { file throws(AudioError) in
      let job = job(of: file)
      var warnings: [String] = []
      let hash = try measured.measure(file, note: { warnings.append($0.description) }) { control throws(AudioError) in
        try job.run(control)
      }
      for warning in warnings { measuring.common.warn(file, warning) }
      let record = Record(file, hash, warnings)
      StandardStream.output.write(measuring.json ? jsonLine(record) : line(file, hash))
      return true
    }
  }

  /// Returns the work on a file.
  func job(of file: Pathname) -> FileHash {
    var job = FileHash(of: file)
    job.track = measuring.input.readTrack
    job.sampleFormat = samples?.format
    job.decoding.configuration = measuring.input.asc?.bytes
    return job
  }

  private func line(_ file: Pathname, _ hash: SampleHash) -> String {
    "\(SampleHash.algorithm)/\(hash.sampleFormat):\(hash.text)  \(displayName(file))".printable + "\n"
  }

  /// The object of one file.
  private struct Record: Encodable {
    var file: String
    var algorithm = SampleHash.algorithm
    var sampleFormat: String
    var hash: String
    var sampleRate: Double
    var channelsPerFrame: Int
    var frameCount: Int64
    var warnings: [String]

    init(_ file: Pathname, _ hash: SampleHash, _ warnings: [String]) {
      self.file = file.description
      sampleFormat = "\(hash.sampleFormat)"
      self.hash = hash.text
      sampleRate = hash.sampleRate
      channelsPerFrame = hash.channelCount
      frameCount = hash.frameCount
      self.warnings = warnings
    }
  }
}

/// Samples as `afconvert` writes them: `LEI16`, `BEI24`, `LEF32`.
struct SampleFormatArgument: ExpressibleByArgument {
  var format: SampleFormat

  /// The completions of shells.
  static var defaultCompletionKind: CompletionKind { .list(["UI8", "LEI16", "LEI24", "LEI32", "LEF32", "LEF64"]) }

  init?(argument: String) {
    guard let format = SampleFormat(argument) else { return nil }
    self.format = format
  }
}
