import ArgumentParser
import AudioFiles
import AudioJobs

/// The way of the commands that look at the sound of files and write nothing: a bar, lines or JSON objects on standard
/// output, and an exit status for all files together.
struct MeasuredFiles {
  var common: CommonOptions
  /// Whether a file that fails is an object, too.
  var json: Bool

  /// Runs a job under a bar, which goes away with the job.
  func measure<Result>(
    _ body: (JobControl) throws(JobError) -> Result
  ) throws(JobError) -> Result {
    var bar: ProgressBar?
    let quiet = common.quiet
    var stageExpected: Int64?? = .none
    let control = JobControl { progress in
      if bar == nil || stageExpected != .some(progress.expected) || progress.completed == 0 {
        bar?.clear()
        bar = ProgressBar(isEnabled: !quiet, progress)
        stageExpected = .some(progress.expected)
      }
      bar?.update(frameCount: progress.completed)
    }
    do throws(JobError) {
      let result = try body(control)
      bar?.clear()
      return result
    } catch {
      bar?.clear()
      throw error
    }
  }

  /// Does something for each file, the others all the same where one fails.
  ///
  /// - Parameter body: Returns false where the file is not as it should be.
  /// - Throws: The exit status 1 where any file failed, or was not as it should be.
  func forEach(_ files: [FilePath], _ body: (FilePath) throws(JobError) -> Bool) throws {
    var status = ExitCode.success
    for file in files {
      do throws(JobError) {
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
