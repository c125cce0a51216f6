import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Dispatch

/// Decodes one file on several cores: stretches of it side by side, each from its own pre-roll on, so that the result is
/// that of one core.
///
/// ```
/// worker    decode 0 │ decode 2 │ decode 3 …
/// worker    decode 1      │ decode 4 …
/// here               write 0 │ write 1 │ write 2 …
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
  /// Bytes that a stretch decodes to; a few of them for each thread are in memory.
  private static let stretchByteCount: Int64 = 16 << 20

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
    // Long enough that opening and pre-roll do not count, and of a size that memory does not either.
    let largest = Self.stretchByteCount / Int64(max(1, converter.output.format.bytesPerFrame))
    framesPerStretch = max(Int64(rate), min(largest, count / Int64(task.jobCount * 8)))
  }

  /// Converts everything, and hands bytes and reports over in order.
  func run(write: (_ bytes: [UInt8], _ report: DecodingReport) throws(CommandFailure) -> Void) throws(CommandFailure) {
    let stretchCount = Int((frameCount + framesPerStretch - 1) / framesPerStretch)
    let workers = DispatchGroup()
    let shelf = Shelf(stretchCount: stretchCount, room: 2 * task.jobCount)
    let stretch = Stretch(self)
    for _ in 0..<task.jobCount {
      DispatchQueue.global().async(group: workers) {
        stretch.work(shelf)
      }
    }
    // Whatever happens, nobody goes on working behind our back.
    defer {
      shelf.close()
      workers.wait()
    }
    for index in 0..<stretchCount {
      switch shelf.take(index) {
      case .failure(let failure): throw failure
      case .bytes(let bytes, let report):
        try write(bytes, report)
        shelf.recycle(bytes)
      }
    }
  }

  /// Where threads put decoded stretches down until they are written; there is room for a few.
  private final class Shelf: Sendable {
    private struct State {
      var next = 0
      var isClosed = false
      var outcomes: [Int: Outcome] = [:]
      var spareBuffers: [[UInt8]] = []
    }
    private let state = Lock(State())
    private let stretchCount: Int
    private let room: DispatchSemaphore
    /// One for each stretch: whether it is there.
    private let arrivals: [DispatchSemaphore]

    init(stretchCount: Int, room: Int) {
      self.stretchCount = stretchCount
      self.room = DispatchSemaphore(value: room)
      arrivals = (0..<stretchCount).map { _ in DispatchSemaphore(value: 0) }
    }

    /// The next stretch to decode, once there is room for it; `nil` where nothing is left to do.
    func nextStretch() -> Int? {
      room.wait()
      let index = state.withLock { state -> Int? in
        guard !state.isClosed, state.next < stretchCount else { return nil }
        defer { state.next += 1 }
        return state.next
      }
      // The next one who waits must see the end, too.
      if index == nil { room.signal() }
      return index
    }

    func put(_ index: Int, _ outcome: Outcome) {
      state.withLock { $0.outcomes[index] = outcome }
      arrivals[index].signal()
    }

    /// Waits for a stretch and takes it away.
    func take(_ index: Int) -> Outcome {
      arrivals[index].wait()
      let outcome = state.withLock { $0.outcomes.removeValue(forKey: index) }
      room.signal()
      return outcome ?? .bytes([], DecodingReport())
    }

    /// Takes a buffer back that has been written, and hands it out again: fresh memory costs as much as decoding into it.
    func recycle(_ buffer: [UInt8]) { state.withLock { $0.spareBuffers.append(buffer) } }

    /// An empty buffer.
    func buffer() -> [UInt8] {
      var buffer = state.withLock { $0.spareBuffers.isEmpty ? [] : $0.spareBuffers.removeLast() }
      buffer.removeAll(keepingCapacity: true)
      return buffer
    }

    /// Lets everybody go home.
    func close() {
      state.withLock { $0.isClosed = true }
      room.signal()
    }
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

    /// Decodes stretch after stretch until nothing is left to do.
    func work(_ shelf: Shelf) {
      let media: Result<MediaFile, CommandFailure>
      do throws(CommandFailure) {
        media = .success(try openMedia(input, Catalog.standard, rawFormat: rawFormat))
      } catch {
        media = .failure(error)
      }
      while let index = shelf.nextStretch() {
        do throws(CommandFailure) {
          var bytes = shelf.buffer()
          let report = try decode(index, of: try media.get(), into: &bytes)
          shelf.put(index, .bytes(bytes, report))
        } catch {
          shelf.put(index, .failure(error))
        }
      }
    }

    private func decode(
      _ index: Int, of media: MediaFile, into bytes: inout [UInt8]
    ) throws(CommandFailure) -> DecodingReport {
      let first = Int64(index) * framesPerStretch
      let count = min(framesPerStretch, frameCount - first)
      var options = decoding
      options.start += Double(first) / rate
      options.duration = Double(count) / rate
      do throws(ConversionError) {
        var converter = try TrackConverter(
          of: media.reader, track: track, to: stream, codecs: Catalog.standard.codecs, decoding: options,
          options: conversion)
        var batch = PacketBatch()
        bytes.reserveCapacity(Int(count) * converter.output.format.bytesPerFrame)
        while try converter.convertNext(into: &batch, packetCount: 8192) { bytes += batch.bytes }
        return converter.report
      } catch {
        throw CommandFailure(input, error)
      }
    }
  }
}
