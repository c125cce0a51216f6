import AudioBase
import SignalProcessing

// Holds throughout: ranges lie within the blocks, and blocks of two arguments have the same channels.

extension SampleBlock where Sample == Float {
  /// Makes frames silent.
  mutating func silence(_ range: Range<Int>) {
    for channel in 0..<channelCount {
      var plane = plane(channel)
      for index in range { plane[index] = 0 }
    }
  }

  /// Multiplies the first frames of a channel.
  mutating func multiply(_ channel: Int, _ count: Int, by ramp: GainRamp) {
    var plane = plane(channel)
    if ramp.isConstant {
      for index in 0..<count { plane[index] *= ramp.start }
    } else {
      for index in 0..<count { plane[index] *= ramp.gain(index) }
    }
  }

  /// Copies the first frames of another block to a place of this one.
  mutating func take(_ count: Int, of other: borrowing PCMBlock, to place: Int = 0) {
    for channel in 0..<channelCount {
      let base = channel * other.capacity
      write(other.planes.extracting(base..<(base + count)), to: channel, at: place)
    }
  }

  /// Copies frames that lie one channel after the other to a place.
  mutating func take(_ count: Int, of samples: borrowing [Float], stride: Int, to place: Int = 0) {
    for channel in 0..<channelCount {
      let base = channel * stride
      write(samples.span.extracting(base..<(base + count)), to: channel, at: place)
    }
  }

  /// Writes samples to a place of a channel.
  mutating func write(_ samples: Span<Float>, to channel: Int, at place: Int) {
    var plane = plane(channel)
    for index in samples.indices { plane[place + index] = samples[index] }
  }

  /// Lets frames in memory be copied to a place.
  mutating func take(_ frames: any SoundFrames, from start: Int, to range: Range<Int>) {
    for channel in 0..<channelCount {
      var plane = plane(channel)
      var part = plane._mutatingExtracting(range)
      frames.copy(channel: channel, from: start, into: &part)
    }
  }

  /// Lets a channel pass a filter: the transposed second direct form.
  mutating func filter(_ channel: Int, _ count: Int, by filter: BiquadCoefficients, _ memory: inout BiquadMemory) {
    var (first, second) = (memory.first, memory.second)
    var plane = plane(channel)
    for index in 0..<count {
      let input = Double(plane[index])
      let output = filter.b0 * input + first
      first = filter.b1 * input - filter.a1 * output + second
      second = filter.b2 * input - filter.a2 * output
      plane[index] = Float(output)
    }
    // A number that is none would stay in the filter for ever.
    memory = first.isFinite && second.isFinite ? BiquadMemory(first: first, second: second) : BiquadMemory()
  }

  /// Copies the first frames to others that lie one channel after the other.
  func copy(_ count: Int, into samples: inout MutableSpan<Float>, at place: (first: Int, stride: Int)) {
    for channel in 0..<min(channelCount, samples.count / place.stride) {
      let frames = planes.extracting((channel * capacity)..<(channel * capacity + count))
      let target = channel * place.stride + place.first
      for index in frames.indices { samples[target + index] = frames[index] }
    }
  }

  /// Lends the first frames of a channel.
  func lend(_ channel: Int, _ count: Int, _ body: (_ channel: Int, _ samples: Span<Float>) -> Void) {
    body(channel, planes.extracting((channel * capacity)..<(channel * capacity + count)))
  }

  /// Copies the first frames of a channel.
  func copy(_ channel: Int, _ count: Int, into samples: inout MutableSpan<Float>) {
    let frames = planes.extracting((channel * capacity)..<(channel * capacity + count))
    for index in frames.indices { samples[index] = frames[index] }
  }
}

/// What a filter of the second order remembers.
struct BiquadMemory {
  var first = 0.0
  var second = 0.0
}
