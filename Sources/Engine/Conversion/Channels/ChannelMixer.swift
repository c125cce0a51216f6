import AudioBase

// Holds throughout: sources and parts are cut to the same frames in this file.

/// Applies a ``ChannelMatrix`` to planar samples.
struct ChannelMixer<Sample: AudioSample>: Sendable {
  /// One part of an output channel.
  private struct Term {
    var input: Int
    var gain: Sample
  }
  /// The parts of each output channel.
  private let rows: [[Term]]

  init(_ matrix: ChannelMatrix) {
    rows = (0..<matrix.outputCount).map { output in
      (0..<matrix.inputCount).compactMap { input in
        let gain = matrix[output, input]
        return gain == 0 ? nil : Term(input: input, gain: Sample(gain))
      }
    }
  }

  /// Mixes the frames `frames` of a block into the first frames of another, which must have room for them.
  func mix(
    _ input: borrowing SampleBlock<Sample>, frames: Range<Int>, into output: inout SampleBlock<Sample>
  ) {
    output.setFrameCount(frames.count)
    for (channel, terms) in rows.enumerated() {
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(0..<frames.count)
      guard let first = terms.first else {
        for index in part.indices { part[index] = 0 }
        continue
      }
      let source = input.channel(first.input).extracting(frames)
      precondition(source.count == part.count)
      for index in part.indices { part[index] = source[index] * first.gain }
      for term in terms.dropFirst() {
        let source = input.channel(term.input).extracting(frames)
        precondition(source.count == part.count)
        for index in part.indices { part[index] += source[index] * term.gain }
      }
    }
  }
}
