public import AudioErrors
import AudioFiles
import AudioJobs

/// The sound of a file in blocks, for recordings that are too long for memory.
///
/// ```swift
/// for try await block in SoundBlocks(path: "lecture.m4a", rate: 16_000, channels: 1) {
///   recognizer.append(block.samples)
/// }
/// ```
/// Blocks follow each other without a gap: joined, they equal the samples of a ``Sound`` of the same file, bit by bit.
/// The file is opened by the first step of an iterator; there may be several, each of which begins at the start.
/// Decoding runs on a thread of Swift's pool, not on the main actor.
public struct SoundBlocks: AsyncSequence, Sendable {
  /// A block of ``framesPerBlock`` frames; the last one may have fewer.
  public typealias Element = Sound
  /// The error of reading.
  public typealias Failure = AudioError

  /// The number of frames of a block, at least 1. The last block may have fewer.
  public var framesPerBlock = 16_384
  private let request: SoundRequest

  /// Creates the blocks of a file, with the arguments of a ``Sound``.
  public init(path: String, rate: Double? = nil, channels: Int? = nil, seconds: Range<Double>? = nil) {
    self.init(path: Pathname(path), rate: rate, channels: channels, seconds: seconds)
  }

  /// Creates the blocks of a file whose name need not be text.
  public init(path: Pathname, rate: Double? = nil, channels: Int? = nil, seconds: Range<Double>? = nil) {
    request = SoundRequest(.file(path), rate: rate, channels: channels, seconds: seconds)
  }

  /// Creates the blocks of a file in memory.
  public init(bytes: [UInt8], rate: Double? = nil, channels: Int? = nil, seconds: Range<Double>? = nil) {
    request = SoundRequest(.bytes(bytes), rate: rate, channels: channels, seconds: seconds)
  }

  /// Creates an iterator that begins at the first block.
  public func makeAsyncIterator() -> Iterator {
    precondition(framesPerBlock > 0, "a block has one frame or more")
    return Iterator(request, framesPerBlock: framesPerBlock)
  }

  /// Reads blocks on request.
  public struct Iterator: AsyncIteratorProtocol {
    /// The error of reading.
    public typealias Failure = AudioError

    private let request: SoundRequest
    private let framesPerBlock: Int
    private var box: Box?
    private var hasEnded = false

    /// A box for an iterator, which may be copied, around a reading, which may not.
    private final class Box {
      var reading: SoundReading
      init(_ reading: consuming SoundReading) { self.reading = reading }
    }

    init(_ request: SoundRequest, framesPerBlock: Int) {
      (self.request, self.framesPerBlock) = (request, framesPerBlock)
    }

    /// Returns the next block, or `nil` at the end and after an error.
    ///
    /// - Throws: `AudioError`, like the initializers of ``Sound``; `AudioError.cancelled` if the task was cancelled.
    public mutating func next() async throws(AudioError) -> Sound? {
      if hasEnded { return nil }
      do throws(AudioError) {
        if Task.isCancelled { throw AudioError.input(request.path, .cancelled) }
        let box: Box
        if let opened = self.box {
          box = opened
        } else {
          box = Box(try SoundReading(request, blockLength: framesPerBlock))
        }
        self.box = box
        var samples: [Float] = []
        guard try box.reading.readBlock(into: &samples) > 0 else {
          end()
          return nil
        }
        var block = Sound(
          samples: samples, sampleRate: box.reading.sampleRate, layout: box.reading.layout)
        block.report = box.reading.report
        return block
      } catch {
        end()
        throw error
      }
    }

    private mutating func end() { (hasEnded, box) = (true, nil) }
  }
}
