import ArgumentParser
import AudioFiles
import AudioJobs

/// `af rename`: files named by their tags.
struct RenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Names files by their tags.",
    discussion: """
      The template has the fields {title} {artist} {album} {albumartist} {composer} {genre} {year} {track} {disc} and \
      {stem}, the old name; extensions stay. A file that lacks a tag, or whose new name is taken, keeps its name, and the \
      exit status is 1.

      Examples:
        af rename album --as "{track} {title}" --dry-run
        af rename Music --as "{albumartist}/{album}/{track} {title}" --to Sorted
      """)

  @Option(
    name: .customLong("as"), help: ArgumentHelp("The names of the files, without extension.", valueName: "template"))
  var template: Pathname

  @Option(
    name: .long,
    help: ArgumentHelp("The folder to move the files to, instead of the folder of each file.", valueName: "folder")
  )
  var to: Pathname?

  @Flag(name: .customLong("dry-run"), help: "Print the names, and rename nothing.")
  var isDryRun = false

  @OptionGroup var folders: FolderOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "Files, folders and patterns.")
  var arguments: [Pathname]

  func run() throws {
    var status = ExitCode.success
    try reportingFailure { () throws(CommandFailure) in
      do throws(AudioError) {
        var job = try FileRenaming(of: FolderOptions.files(arguments, common), as: template)
        (job.folder, job.isDryRun) = (to, isDryRun)
        for outcome in job.run() {
          if let failure = outcome.failure {
            status = CommandFailure(failure).report()
          } else if let name = outcome.name, isDryRun {
            StandardStream.output.write("\(outcome.file) -> \(name)".printable + "\n")
          } else if let name = outcome.name {
            common.remark(outcome.file, "is \(name) now")
          }
        }
      } catch {
        throw CommandFailure(error)
      }
    }
    if status != .success { throw status }
  }
}
