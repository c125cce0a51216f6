import ArgumentParser
import AudioFiles
import AudioJobs

/// `af join`: joins several files to one.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Joins files into one, without gaps.",
    discussion: """
      The recordings of the inputs, without priming and remainder, follow one another in the output. Samples of \
      lossless inputs stay as they are in a lossless output. The rate and the channels are those of the first input. \
      With --copy, or -d 0, packets are copied: the inputs must have one format and configuration, and neither priming \
      nor remainder where they are joined.

      Examples:
        af join a.flac b.wav c.m4a -o all.flac --chapters
        af join album/*.flac -o album.m4a -d aac -b 192k
      """, aliases: ["concat"])

  @Option(name: .shortAndLong, help: "The file to write; - is standard output.")
  var output: Pathname

  @Flag(name: .long, help: "Make each input a chapter, named by its title or its file name.")
  var chapters = false

  @Flag(name: .long, help: "Write the packets of the inputs as they are, or refuse: nothing is decoded.")
  var copy = false

  @OptionGroup var editing: EditingOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The files to read, in order.")
  var files: [Pathname]

  func validate() throws {
    if files.count(where: \.isStandardStream) > 1 {
      throw ValidationError("Only one of the files can be standard input.")
    }
    if copy || editing.keepsPackets, let option = editing.optionOfEncoding {
      throw ValidationError("\(option) means encoding, and --copy keeps the packets.")
    }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in
      var job = FileJoin(of: files, to: output)
      job.conversion = try editing.conversion(from: files[0], to: output, rate: 1)
      job.makesChapters = chapters
      job.copiesPackets = copy || editing.keepsPackets
      do throws(AudioError) {
        let measured = MeasuredFiles(
          common: common, json: editing.json, progress: editing.progress.progress)
        let report = try measured.measure(files[0]) { control throws(AudioError) in try job.run(control) }
        editing.tell(report, job.conversion, common)
      } catch {
        throw CommandFailure(error)
      }
    }
  }
}
