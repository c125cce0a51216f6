import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Dispatch
import SignalProcessing

/// Decodes one file on several cores: stretches of it in parallel, each from its own pre-roll on. The result equals
/// that of one core to the bit, or the attempt is abandoned.
///
/// ```
/// worker    decode 0 │ decode 2 │ decode 3 …
/// worker    decode 1      │ decode 4 …
/// here               write 0 │ write 1 │ write 2 …
/// ```
struct ParallelConversion: ~Copyable {
  /// The outcome.
  enum Result {
    /// Everything has been written.
    case whole(DecodingReport)
    /// Only a single decoder can decode the rest, from the first packet on: a part was damaged, did not continue where
    /// the previous one had ended, or needed more than its pre-roll, or the work was cancelled. Everything written is
    /// correct.
    case givenUp
  }

  private let stretches: DecodingStretches
  private let workerCount: Int

  /// The largest number of bytes that a stretch decodes to.
  private static let stretchByteCount: Int64 = 16 << 20
  /// The shortest stretch in seconds: a fresh decoder, its pre-roll and opening the file again cost as much as a second
  /// or two.
  private static let shortestStretch: Int64 = 10
  /// The number of stretches per job, so that no job waits long for the last one.
  private static let stretchesPerJob: Int64 = 4
  /// The number of bytes of all stretches that are in memory at a time.
  private static let totalByteCount: Int64 = 512 << 20

  /// - Parameter reason: Receives the reason for which only one core gives the same result, if the initialiser returns
  ///   `nil`.
  init?(
    _ work: ConversionWork, _ converter: borrowing TrackConverter, to packets: PacketRequest, reason: inout String?
  ) {
    let task = work.job
    guard task.jobCount > 1 else { return nil }
    reason = Self.reason(work, converter)
    guard reason == nil, let count = converter.expectedFrameCount, count > 0 else { return nil }
    let frameSize = Int64(max(1, converter.output.format.bytesPerFrame))
    let room = min(Self.stretchByteCount, Self.totalByteCount / Int64(task.jobCount + 1))
    let shortest = Self.shortestStretch * Int64(min(max(converter.decoded.sampleRate, 1), 1_000_000))
    let length = max(1, min(room / frameSize, max(shortest, count / (Int64(task.jobCount) * Self.stretchesPerJob))))
    // One stretch is sooner decoded here.
    guard length < count else { return nil }
    stretches = DecodingStretches(
      job: task, track: work.track, packets: packets, cancellation: work.control.cancellation, frameCount: count,
      framesPerStretch: length)
    workerCount = Int(min(Int64(task.jobCount), Int64(stretches.count)))
  }

  /// Returns the reason for which the conversion must run from the first packet to the last; `nil` if it need not.
  private static func reason(_ work: ConversionWork, _ converter: borrowing TrackConverter) -> String? {
    if case .unbounded(let reason) = converter.history { return "every packet depends on all before it (\(reason))" }
    if converter.encoded != nil { return "an encoder goes on from packet to packet" }
    if converter.output.format.sampleRate != converter.decoded.sampleRate {
      return "a rate conversion depends on earlier frames"
    }
    if work.job.decoding.stretch != nil { return "a part that is told in frames is decoded as a whole" }
    if work.level.fades { return "a fade depends on the place in the recording" }
    if work.job.dithering != .none { return "dither depends on earlier frames" }
    if !work.media.reader.streamChanges(ofTrack: work.track).isEmpty {
      return "the format changes on the way, and each part is decoded from its first packet on"
    }
    if !work.media.isRegularFile { return "what comes through a pipe is read once" }
    return converter.expectedFrameCount == nil ? "the file does not say how long it is" : nil
  }

  /// Converts everything, and passes on bytes and reports in order.
  ///
  /// - Throws: The error of `write`. Where decoding fails, it is abandoned: one decoder will find the failure at its
  ///   place.
  func run(
    write: (_ bytes: [UInt8], _ report: DecodingReport) throws(AudioError) -> Void
  ) throws(AudioError) -> Result {
    let workers = DispatchGroup()
    // One more than are being decoded: touching the pages of a fresh buffer takes time.
    let shelf = StretchShelf(stretchCount: stretches.count, room: workerCount + 1)
    let stretches = stretches
    for _ in 0..<workerCount {
      DispatchQueue.global().async(group: workers) { stretches.work(shelf) }
    }
    // Whatever happens, no thread continues to work after the return.
    defer {
      shelf.close()
      workers.wait()
    }
    var total = DecodingReport()
    for index in 0..<stretches.count {
      guard let stretch = shelf.take(index), stretch.report.isFlawless,
        index == 0 || total.isContinued(by: stretch.report),
        index == stretches.count - 1 || stretch.report.frameCount == stretches.framesPerStretch
      else { return .givenUp }
      try write(stretch.bytes, stretch.report)
      total.add(stretch.report)
      shelf.recycle(stretch.bytes)
    }
    return .whole(total)
  }
}
