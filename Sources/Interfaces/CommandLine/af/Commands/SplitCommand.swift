import ArgumentParser
import AudioFiles
import AudioJobs

/// `af split`: one file made several.
struct SplitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split", abstract: "Splits a file into several, without gaps.",
    discussion: """
      In the name of the outputs %n stands for the number of a piece and %t for its title; characters that do not \
      belong in file names become underscores. Pieces begin at chapters unless an option says otherwise.

      Examples:
        af split album.flac "%n - %t.flac" --cue album.cue
        af split talk.wav "part %n.wav" --length 1:00
        af split take.wav "take %n.wav" --silence 2 --threshold -50dB
      """)

  @Option(name: .long, help: ArgumentHelp("Split at the tracks of this cue sheet.", valueName: "file"))
  var cue: Pathname?

  @Option(name: .long, help: ArgumentHelp("Split in the middle of silences of this length or more.", valueName: "time"))
  var silence: TimeArgument?

  @Option(name: .long, help: ArgumentHelp("Split into pieces of this length.", valueName: "time"))
  var length: TimeArgument?

  @OptionGroup var source: SilenceOptions

  @Argument(help: "The names of the files to write, with %n and %t.")
  var pattern: String

  func validate() throws {
    if [cue != nil, silence != nil, length != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--cue, --silence and --length exclude each other.")
    }
    if source.threshold != nil, silence == nil { throw ValidationError("--threshold goes with --silence.") }
    if case .frames? = length?.amount {
      throw ValidationError("--length takes a time, such as 90 or 1:30.5, not a number of frames.")
    }
    if case .frames? = silence?.amount {
      throw ValidationError("--silence takes a time, such as 0.5, not a number of frames.")
    }
    if let length, length.seconds(atRate: 1) <= 0 { throw ValidationError("--length takes more than 0 seconds.") }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in
      let pattern = pattern
      var job = FileSplit(of: source.inputFile) { Pathname(argument: Self.name(of: $0, pattern)) }
      job.conversion = try source.editing.conversion(from: source.inputFile, to: Pathname(argument: pattern), rate: 1)
      if let cue {
        let sheet = try Self.cueSheet(cue)
        if sheet.isLatin { source.common.warn(cue, "the sheet is not in UTF-8, and was read as ISO 8859-1") }
        if !sheet.leftOut.isEmpty {
          let names = sheet.leftOut.map { left in
            left.tracks.isEmpty
              ? left.text
              : "\(left.text) of track\(left.tracks.count == 1 ? "" : "s") \(left.tracks.map(String.init).joined(separator: ", "))"
          }
          source.common.warn(cue, "\(names.joined(separator: "; ")): not taken from the sheet")
        }
        job.borders = .cueSheet(sheet)
      }
      if let silence {
        job.borders = .silence(threshold: source.threshold?.amplitude ?? 0.001, duration: silence.seconds(atRate: 1))
      }
      if let length { job.borders = .length(seconds: length.seconds(atRate: 1)) }
      do throws(AudioError) {
        let measured = source.measured
        let results = try measured.measure(source.inputFile) { control throws(AudioError) in try job.run(control) }
        for result in results {
          var conversion = job.conversion
          conversion.output = result.path
          source.editing.tell(result.report, conversion, source.common)
          source.common.remark(output: result.path, "\(result.piece.frames.count) frames")
        }
      } catch {
        throw CommandFailure(error)
      }
    }
  }

  /// Returns the file name of a piece, in the form of ``Pathname/argument``, like the pattern.
  private static func name(of piece: FileSplit.Piece, _ pattern: String) -> String {
    let digits = String(piece.number)
    let width = max(2, String(piece.count).count)
    let number = String(repeating: "0", count: max(0, width - digits.count)) + digits
    let title = Pathname(SafeName.of(piece.title.isEmpty ? "untitled" : piece.title)).argument
    // The title is inserted last, so that number placeholders in it stay unchanged.
    return pattern.split(separator: "%t", omittingEmptySubsequences: false)
      .map { part in part.split(separator: "%n", omittingEmptySubsequences: false).joined(separator: number) }
      .joined(separator: title)
  }

  private static func cueSheet(_ path: Pathname) throws(CommandFailure) -> CueSheet {
    let bytes = try wholeFile(path, atMost: CueSheet.longest)
    do throws(CueSheetError) {
      return try CueSheet(bytes)
    } catch {
      throw CommandFailure(path, error.description)
    }
  }
}
