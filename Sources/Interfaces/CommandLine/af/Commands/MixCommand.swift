import ArgumentParser
import AudioFiles
import AudioJobs

/// `af mix`: several files added up to one.
struct MixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mix", abstract: "Mixes files into one: all start together.",
    discussion: """
      Samples are divided by the number of files, so that their sum stays within full scale: two files are each 6 dB \
      softer, which --gain 6 undoes. The rate and the channels are those of the first input, the length that of the \
      longest.

      Examples:
        af mix song.wav talk.wav -o both.wav
        af mix talk.wav song.flac -o all.m4a --gain 3dB
      """)

  @Option(name: .shortAndLong, help: "The file to write; - is standard output.")
  var output: Pathname

  @OptionGroup var editing: EditingOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The files to read.")
  var files: [Pathname]

  func validate() throws {
    if files.count(where: \.isStandardStream) > 1 {
      throw ValidationError("Only one of the files can be standard input.")
    }
    if files.count < 2 { throw ValidationError("'mix' takes two files or more; 'af convert' takes one.") }
    if editing.keepsPackets { throw ValidationError("-d 0 keeps the packets, and a sum has none.") }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in
      var job = FileMix(of: files, to: output)
      job.conversion = try editing.conversion(from: files[0], to: output, rate: 1)
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
