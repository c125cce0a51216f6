import AudioBase
import AudioConversion
import AudioFiles

/// The decoded frames of a track, from its beginning or from its end, as bytes.
final class DecodedSound: SoundMaker {
  private(set) var bytes: [UInt8] = []
  /// The results of decoding so far.
  private(set) var report: DecodingReport?
  private let opening: TrackSamples.Opening
  private let samples: SampleFormat
  private let control: JobControl
  private let isReversed: Bool
  private var reading: TrackSamples?
  private var isOver = false
  /// The remaining frames, if the order is reversed.
  private var rest: Range<Int64>?

  /// Frames that are decoded at a time, to be given in reverse.
  private static let framesPerPiece = 1 << 18
  /// The largest number of bytes of them.
  private static let bytesPerPiece = 1 << 26

  init(
    _ opening: TrackSamples.Opening, as samples: SampleFormat, isReversed: Bool, _ control: JobControl
  ) throws(AudioError) {
    (self.opening, self.samples, self.isReversed, self.control) = (opening, samples, isReversed, control)
    if !isReversed { reading = .some(try TrackSamples(opening, as: samples, control)) }
  }

  func next() throws(AudioError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    return try isReversed ? takeLastPiece() : takeNextBatch()
  }

  private func takeNextBatch() throws(AudioError) -> Bool {
    guard !isOver else { return false }
    guard try reading?.next() == true else {
      isOver = true
      try note(reading?.report)
      return false
    }
    reading?.copyBytes(from: 0, to: &bytes)
    return true
  }

  private func takeLastPiece() throws(AudioError) -> Bool {
    let frames: Range<Int64>
    if let rest { frames = rest } else { frames = try all() }
    guard !frames.isEmpty else { return false }
    let size = max(1, frameSize)
    let count = min(Int64(frames.count), Int64(max(1, min(Self.framesPerPiece, Self.bytesPerPiece / size))))
    var piece = opening
    piece.decoding.stretch = (frames.upperBound - count)..<frames.upperBound
    rest = frames.lowerBound..<(frames.upperBound - count)
    var samples = try TrackSamples(piece, as: self.samples, JobControl(cancellation: control.cancellation))
    while try samples.next() { samples.copyBytes(from: 0, to: &bytes) }
    reverse(size)
    return true
  }

  /// The number of bytes of a frame of all channels.
  private var frameSize = 1

  /// Returns the range of the recording's frames, decoding it once if necessary: not all files state their number.
  private func all() throws(AudioError) -> Range<Int64> {
    var samples = try TrackSamples(opening, as: self.samples, control)
    frameSize = max(1, samples.format.bytesPerFrame)
    var count: Int64 = 0
    while try samples.next() { count += Int64(samples.byteCount / frameSize) }
    try note(samples.report)
    return 0..<count
  }

  /// Turns the order of the frames around.
  private func reverse(_ size: Int) {
    var (first, last) = (0, bytes.count / size - 1)
    while first < last {
      for index in 0..<size { bytes.swapAt(first * size + index, last * size + index) }
      (first, last) = (first + 1, last - 1)
    }
  }

  /// Remembers the result of decoding; throws if the end is missing and that is to end the job.
  private func note(_ result: DecodingReport?) throws(AudioError) {
    report = result
    guard opening.decoding.damagePolicy == .stop, let error = result?.earlyEnd else { return }
    throw .input(opening.path, .stopped(.earlyEnd(error)))
  }
}
