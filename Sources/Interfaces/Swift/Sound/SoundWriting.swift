package import AudioBase
import AudioCatalog
import AudioDevices
import AudioFiles
package import AudioJobs

/// A file that is written while its samples arrive: a conversion on its own thread, which waits for them.
///
/// ```swift
/// let writing = try SoundWriting(job, of: StreamFormat(.float32, sampleRate: 48_000, channelsPerFrame: 2))
/// try writing.write(bytes)
/// try writing.finish()
/// ```
/// The file appears when it is finished, and equals that of a job that had all samples at once; without that, nothing
/// of it remains. The thread belongs to the system and to no pool, so that a process can write that was forked from one
/// that does.
package final class SoundWriting: Sendable {
  private let job: FileConversion
  private let samples = ArrivingBytes()
  private let outcome = Lock<Result<ConversionReport, AudioError>?>(nil)

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - job: The conversion; its input is only a name for messages.
  ///   - format: The samples that will come: packed, interleaved linear PCM of at least one channel.
  /// - Throws: `AudioError`, as ``Sound/save(to:as:bitRate:replacing:)`` does, except for later failures.
  package init(_ job: FileConversion, of format: StreamFormat) throws(AudioError) {
    self.job = job
    guard format.sampleRate.isFinite, format.sampleRate > 0 else {
      throw AudioError.input(job.input, .option("the rate of the sound is not a number above 0"))
    }
    do throws(DeviceError) {
      try DeviceThread.start("sound-writing") { self.run(format) }
    } catch {
      throw AudioError.output(job.output, .refused("the system gives no thread to write with"))
    }
    if !samples.waitForReader() { _ = try result() }
  }

  /// Writes samples, as bytes of whole frames.
  ///
  /// - Throws: `AudioError` if the file could not be written; the file is then removed.
  package func write(_ bytes: [UInt8]) throws(AudioError) {
    if !samples.bring(bytes) { _ = try result() }
  }

  /// Completes the file and moves it to its place.
  @discardableResult
  package func finish() throws(AudioError) -> ConversionReport {
    samples.end()
    return try result()
  }

  /// Removes the file, unless it has been finished; it is gone when this returns.
  package func discard() {
    samples.abandon()
    samples.waitForEnd()
  }

  /// Runs the thread's work.
  private func run(_ format: StreamFormat) {
    let reader = SampleTrackReader(
      format, layout: ChannelLayout(usualFor: format.channelsPerFrame), source: samples)
    let media = MediaFile(reader: reader, container: Catalog.headerlessSamples(format))
    let made: Result<ConversionReport, AudioError>
    do throws(AudioError) { made = .success(try job.run(of: media)) } catch { made = .failure(error) }
    outcome.withLock { $0 = made }
    samples.close()
  }

  /// Returns the report of the job after it has ended.
  private func result() throws(AudioError) -> ConversionReport {
    samples.waitForEnd()
    switch outcome.withLock({ $0 }) {
    case .success(let report): return report
    case .failure(let error): throw error
    case nil: throw AudioError.output(job.output, .cancelled)
    }
  }
}
