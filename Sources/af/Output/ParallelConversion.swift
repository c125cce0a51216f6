import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Dispatch
import Synchronization

/// Decodes one file on several cores: stretches of it side by side, each from its own pre-roll on, so that the result is
/// that of one core.
///
/// ```
/// round 0   decode 0 │ decode 1
/// round 1   decode 2 │ decode 3 │ write 0 1
/// round 2   decode 4 │ decode 5 │ write 2 3
/// ```
struct ParallelConversion {
  /// What became of one stretch.
  private enum Outcome: Sendable {
    case bytes([UInt8], DecodingReport)
    case failure(CommandFailure)
  }

  private let task: ConversionTask
  private let track: Int
  private let stream: CodedStream
  private let rate: Double
  private let frameCount: Int64
  private let framesPerStretch: Int64

  /// `nil` where only one core gives the same result: an encoder and a rate conversion have a memory.
  init?(_ task: ConversionTask, _ converter: borrowing TrackConverter, track: Int, stream: CodedStream) {
    guard task.jobCount > 1, task.input != "-", converter.encoded == nil, task.conversion.dithering == .none,
      converter.output.format.sampleRate == converter.decoded.sampleRate, let count = converter.expectedFrameCount,
      count > 0
    else { return nil }
    self.task = task
    self.track = track
    self.stream = stream
    rate = converter.decoded.sampleRate
    frameCount = count
    // Long enough that pre-roll does not count, short enough that memory does not either.
    framesPerStretch = min(Int64(rate * 10), max(Int64(rate), count / Int64(task.jobCount * 4)))
  }

  /// Converts everything, and hands bytes and reports over in order.
  func run(write: (_ bytes: [UInt8], _ report: DecodingReport) throws(CommandFailure) -> Void) throws(CommandFailure) {
    let stretchCount = Int((frameCount + framesPerStretch - 1) / framesPerStretch)
    var ready: [Outcome] = []
    // The last round has nothing to decode.
    for first in stride(from: 0, to: stretchCount + task.jobCount, by: task.jobCount) {
      let stretches = min(first, stretchCount)..<min(stretchCount, first + task.jobCount)
      let round = decode(stretches) { () throws(CommandFailure) in
        for outcome in ready {
          switch outcome {
          case .failure(let failure): throw failure
          case .bytes(let bytes, let report): try write(bytes, report)
          }
        }
      }
      if let failure = round.failure { throw failure }
      ready = round.outcomes
    }
  }

  /// Decodes stretches on other threads while this one writes.
  private func decode(
    _ stretches: Range<Int>, meanwhile: () throws(CommandFailure) -> Void
  ) -> (outcomes: [Outcome], failure: CommandFailure?) {
    let group = DispatchGroup()
    let stretch = Stretch(self)
    let shared = SharedResults()
    for index in stretches {
      DispatchQueue.global().async(group: group) { shared.set(index, stretch.decode(index)) }
    }
    var failure: CommandFailure?
    do throws(CommandFailure) { try meanwhile() } catch { failure = error }
    group.wait()
    return (stretches.compactMap { shared.take($0) }, failure)
  }

  /// What several threads put down.
  private final class SharedResults: Sendable {
    private let outcomes = Mutex([Int: Outcome]())
    func set(_ index: Int, _ outcome: Outcome) { outcomes.withLock { $0[index] = outcome } }
    func take(_ index: Int) -> Outcome? { outcomes.withLock { $0.removeValue(forKey: index) } }
  }

  /// Everything that a thread needs to decode a stretch: it opens the file for itself.
  private struct Stretch: Sendable {
    var input: String
    var rawFormat: StreamFormat?
    var track: Int
    var stream: CodedStream
    var decoding: DecodingOptions
    var conversion: ConversionOptions
    var rate: Double
    var frameCount: Int64
    var framesPerStretch: Int64

    init(_ all: ParallelConversion) {
      input = all.task.input
      rawFormat = all.task.rawFormat
      track = all.track
      stream = all.stream
      decoding = all.task.decoding
      conversion = all.task.conversion
      rate = all.rate
      frameCount = all.frameCount
      framesPerStretch = all.framesPerStretch
    }

    func decode(_ index: Int) -> Outcome {
      let first = Int64(index) * framesPerStretch
      let count = min(framesPerStretch, frameCount - first)
      var options = decoding
      options.start += Double(first) / rate
      options.duration = Double(count) / rate
      do throws(CommandFailure) {
        let media = try openMedia(input, Catalog.standard, rawFormat: rawFormat)
        do throws(ConversionError) {
          var converter = try TrackConverter(
            of: media.reader, track: track, to: stream, codecs: Catalog.standard.codecs, decoding: options,
            options: conversion)
          var batch = PacketBatch()
          var bytes: [UInt8] = []
          bytes.reserveCapacity(Int(count) * converter.output.format.bytesPerFrame)
          while try converter.convertNext(into: &batch, packetCount: 8192) { bytes += batch.bytes }
          return .bytes(bytes, converter.report)
        } catch {
          throw CommandFailure(input, error)
        }
      } catch {
        return .failure(error)
      }
    }
  }
}
