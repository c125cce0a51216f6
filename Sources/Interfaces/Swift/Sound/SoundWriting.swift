package import AudioBase
import AudioCatalog
import AudioDevices
import AudioFiles
package import AudioJobs

/// A file that is written while its samples come: a conversion on a thread of its own, which waits for them.
///
/// ```swift
/// let writing = try SoundWriting(job, of: StreamFormat(.float32, sampleRate: 48_000, channelsPerFrame: 2))
/// try writing.write(bytes)
/// try writing.finish()
/// ```
/// The file appears when it is finished, and is that of a job that had all of them before; without that, nothing of it
/// is left. The thread is one of the system and of no pool, so that a process can write that was forked from one that
/// does.
package final class SoundWriting: Sendable {
  private let job: FileConversion
  private let samples = ArrivingBytes()
  private let outcome = Lock<Result<ConversionReport, JobError>?>(nil)

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - job: What is written, and how; its input is only a name for messages.
  ///   - format: The samples that will come: packed, interleaved linear PCM of at least one channel.
  /// - Throws: `JobError`, as ``Sound/save(to:as:bitRate:replacing:)`` does, but for what goes wrong later.
  package init(_ job: FileConversion, of format: StreamFormat) throws(JobError) {
    self.job = job
    guard format.sampleRate.isFinite, format.sampleRate > 0 else {
      throw JobError(.option("the rate of the sound is not a number above 0"), .input, job.input)
    }
    do throws(DeviceError) {
      try DeviceThread.start("sound-writing") { self.run(format) }
    } catch {
      throw JobError(.refused("the system gives no thread to write with"), .output, job.output)
    }
    if !samples.waitForReader() { _ = try result() }
  }

  /// Writes samples: the bytes of whole frames.
  ///
  /// - Throws: `JobError` where the file could not be written; it is gone then.
  package func write(_ bytes: [UInt8]) throws(JobError) {
    if !samples.bring(bytes) { _ = try result() }
  }

  /// Completes the file and puts it in its place.
  @discardableResult
  package func finish() throws(JobError) -> ConversionReport {
    samples.end()
    return try result()
  }

  /// Gives the file up, unless it has been finished; nothing of it is left when this returns.
  package func discard() {
    samples.abandon()
    samples.waitForEnd()
  }

  /// The work of the thread.
  private func run(_ format: StreamFormat) {
    let reader = SampleTrackReader(
      format, layout: ChannelLayout(usualFor: format.channelsPerFrame), source: samples)
    let media = MediaFile(reader: reader, container: Catalog.headerlessSamples(format))
    let made: Result<ConversionReport, JobError>
    do throws(JobError) { made = .success(try job.run(of: media)) } catch { made = .failure(error) }
    outcome.withLock { $0 = made }
    samples.close()
  }

  /// What the job came to, once it has ended.
  private func result() throws(JobError) -> ConversionReport {
    samples.waitForEnd()
    switch outcome.withLock({ $0 }) {
    case .success(let report): return report
    case .failure(let error): throw error
    case nil: throw JobError(.cancelled, .output, job.output)
    }
  }
}
