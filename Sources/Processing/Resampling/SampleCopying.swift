import AudioBase

/// Copies samples from one precision to another.
enum SampleCopying {
  /// Converts `input` to `output`, each sample rounded where necessary.
  @inline(__always)
  static func convert<From: ResamplerSample, To: ResamplerSample>(
    _ input: Span<From>, into output: inout MutableSpan<To>
  ) {
    precondition(input.count == output.count)
    if From.self == To.self { return move(input, into: &output) }
    for index in 0..<input.count {
      output[index] = To(nearest: input[index].inDoublePrecision)
    }
  }
}
