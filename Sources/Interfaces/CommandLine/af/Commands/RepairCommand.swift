import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs

/// `af repair`: rewrites a file from the parts of it that can be read.
struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: "Rewrites the headers, index and sizes of a damaged file.",
    discussion: """
      All packets that can be read are written, as they are, into a file of the same kind with a new header, index, \
      sizes, counts and checks; tags are copied. Garbage between frames and an incomplete last packet are left out. A \
      FLAC file with damaged frames or without the MD5 of its samples is encoded again, with silence for damaged \
      frames; packets of other formats are not decoded. Each repair is printed on a line. An MP4 file without its \
      movie box can be repaired only if its packets have headers of their own.

      Examples:
        af repair song.m4a mended.m4a
        af repair talk.wav --force
      """)

  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "Print what was repaired as one JSON object.")
  var json = false

  @OptionGroup var progress: ProgressOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to read.")
  var inputFile: Pathname

  @Argument(help: "The file to write; without one the input is replaced, which needs --force.")
  var outputFile: Pathname?

  func validate() throws {
    if inputFile.isStandardStream { throw ValidationError("A pipe cannot be repaired: it is read once.") }
    if outputFile == nil || outputFile == inputFile, !output.force {
      throw ValidationError("Name the file to write, or replace the input with --force.")
    }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in
      var job = FileRepair(of: inputFile, to: outputFile ?? inputFile)
      job.replacement = output.replacement
      if output.fileFormat != nil { job.container = try output.container(of: Catalog.standard, for: job.output) }
      let report: RepairReport
      do throws(AudioError) {
        let measured = MeasuredFiles(common: common, json: json, progress: progress.progress)
        report = try measured.measure(inputFile) { control throws(AudioError) in try job.run(control) }
      } catch {
        throw CommandFailure(error)
      }
      if json {
        StandardStream.output.write(jsonLine(Record(job, report)))
      } else if !common.quiet {
        let name = displayName(inputFile)
        let sound = "nothing that is repaired was wrong; headers and index were written anew"
        let lines = report.mended.isEmpty ? [sound] : report.mended
        for line in lines { StandardStream.output.write("\(name): \(line)".printable + "\n") }
      }
      common.say(report.notes, inputFile, job.output)
    }
  }

  /// The object of a file.
  private struct Record: Encodable {
    var file: String
    var output: String
    var mended: [String]
    var packetCount: Int64
    var isEncoded: Bool
    var warnings: [String]

    init(_ job: FileRepair, _ report: RepairReport) {
      (file, output) = (job.input.description, job.output.description)
      (mended, packetCount, isEncoded) = (report.mended, report.packetCount, report.isEncoded)
      warnings = report.notes.filter { $0.severity == .warning }.map(\.description)
    }
  }
}
