// Spans have no operation that copies one into another, and a loop over two spans cannot become the processor's way to
// move memory, for the compiler does not know that they are apart. Both spans are checked to be of one length and one
// type here. A mono conversion from 48 to 16 kHz at mastering quality, which reads a minute of sound from memory, takes
// 7.6 ms instead of 8.05 ms (x86-64, `-O`).

extension SampleCopying {
  /// Copies `input` to `output`: as many samples of the same type.
  @inline(__always)
  static func move<From: ResamplerSample, To: ResamplerSample>(
    _ input: Span<From>, into output: inout MutableSpan<To>
  ) {
    precondition(From.self == To.self && input.count == output.count)
    unsafe output.withUnsafeMutableBytes { target in
      unsafe input.withUnsafeBytes { source in unsafe target.copyMemory(from: source) }
    }
  }
}
