import ArgumentParser
import AudioFiles
import AudioJobs

/// The run of commands that analyse the sound of files and write nothing: a bar, lines or JSON objects on standard
/// output, and an exit status for all files together.
struct MeasuredFiles {
  var common: CommonOptions
  /// True if a file that fails is an object, too.
  var json: Bool
  /// The display of progress.
  var progress = ProgressOptions.Display.bar

  /// Runs a job with a progress bar, which disappears with the job, or with lines for programs, in which `file` is
  /// named.
  ///
  /// - Parameter note: Called for each note on the file; omitted for a job whose report contains them.
  func measure<Result>(
    _ file: Pathname, note: @escaping (JobNote) -> Void = { _ in }, _ body: (JobControl) throws(AudioError) -> Result
  ) throws(AudioError) -> Result {
    let shown = ProgressReport(of: file, progress, isQuiet: common.quiet)
    defer { shown.end() }
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body(JobControl(progress: shown.update, note: note))
    shown.end()
    common.remark(file, "took \(decimal((clock.now - start) / .seconds(1), digits: 3)) s")
    return result
  }

  /// Runs the body for each file, continuing with the next one after a failure.
  ///
  /// - Parameter body: Returns false if the file fails a check.
  /// - Throws: The exit status 1 if any file failed, or did not pass its check.
  func forEach(_ files: [Pathname], _ body: (Pathname) throws(AudioError) -> Bool) throws {
    var status = ExitCode.success
    for file in files {
      do throws(AudioError) {
        if try !body(file) { status = ExitCode(1) }
      } catch {
        let failure = CommandFailure(error)
        if json { StandardStream.output.write(jsonLine(FailedFileRecord(file, failure))) }
        status = failure.report()
      }
    }
    if status != .success { throw status }
  }
}
