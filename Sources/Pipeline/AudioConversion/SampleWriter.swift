public import AudioBase

/// Writes decoded blocks as linear PCM into a container.
///
/// ```
/// PCMBlock ──► SampleEncoder (order, rounding, clipping) ──► ContainerWriter
/// ```
public struct SampleWriter: ~Copyable {
  private var writer: any ContainerWriter
  private let encoder: SampleEncoder
  private var bytes: [UInt8] = []
  /// Frames written so far.
  public private(set) var frameCount: Int64 = 0

  /// Creates a writer. `writer` must have been made for the encoder's format and channel count.
  public init(writer: any ContainerWriter, encoder: SampleEncoder) {
    self.writer = writer
    self.encoder = encoder
  }

  /// Writes the frames `frames` of a block. Allocates only when a block is larger than all before it.
  ///
  /// - Throws: What the container or its sink throws.
  public mutating func write(_ block: borrowing PCMBlock, frames: Range<Int>) throws(ContainerError) {
    guard !frames.isEmpty else { return }
    let count = frames.count * encoder.bytesPerFrame
    if bytes.count < count { bytes = Array(repeating: 0, count: count) }
    encoder.encode(block, frames: frames, into: &bytes, count: count)
    try writer.write(bytes, count: count)
    frameCount += Int64(frames.count)
  }

  /// Completes the file's headers.
  ///
  /// - Throws: What the container or its sink throws.
  public mutating func finish() throws(ContainerError) { try writer.finish() }
}

extension SampleEncoder {
  /// Encodes into the first `count` bytes of a buffer.
  fileprivate func encode(_ block: borrowing PCMBlock, frames: Range<Int>, into bytes: inout [UInt8], count: Int) {
    var all = bytes.mutableSpan
    var part = all._mutatingExtracting(0..<count)
    encode(block, frames: frames, into: &part)
  }
}

extension ContainerWriter {
  /// Writes the first `count` bytes of a buffer of samples.
  fileprivate mutating func write(_ bytes: [UInt8], count: Int) throws(ContainerError) {
    try write(bytes.span.extracting(0..<count), descriptions: Span())
  }
}
