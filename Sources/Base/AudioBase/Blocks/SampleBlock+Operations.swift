// Holds throughout: ranges lie within the blocks, and blocks of two arguments have the same channels.

extension SampleBlock {
  /// Lends samples of one channel, whether or not they count as filled.
  ///
  /// - Parameters:
  ///   - channel: 0..<``channelCount``.
  ///   - frames: Places within ``capacity``.
  @inlinable
  @_lifetime(borrow self)
  public func part(_ channel: Int, _ frames: Range<Int>) -> Span<Sample> {
    precondition(channel >= 0 && channel < channelCount && frames.upperBound <= capacity)
    let start = channel * capacity
    return planes.extracting((start + frames.lowerBound)..<(start + frames.upperBound))
  }

  /// Silences frames of every channel.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func clear(_ frames: Range<Int>) {
    for channel in 0..<channelCount {
      var plane = plane(channel)
      var part = plane._mutatingExtracting(frames)
      part.clear()
    }
  }

  /// Fills the block with that many frames of silence, or as many as fit.
  public mutating func fillWithSilence(frameCount: Int) {
    let count = min(frameCount, capacity)
    setFrameCount(count)
    clear(0..<count)
  }

  /// Copies frames of another block into this one from a given frame on, channel by channel.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func copy(_ frames: Range<Int>, of other: borrowing SampleBlock, to place: Int = 0) {
    for channel in 0..<channelCount {
      var plane = plane(channel)
      plane.copy(other.part(channel, frames), at: place)
    }
  }

  /// Multiplies frames of another block by a gain and adds them to those of this one, as a mix does.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func add(
    _ frames: Range<Int>, of other: borrowing SampleBlock, to place: Int = 0, times gain: GainRamp = GainRamp(1)
  ) {
    for channel in 0..<channelCount {
      var plane = plane(channel)
      var part = plane._mutatingExtracting(place..<(place + frames.count))
      part.add(other.part(channel, frames), times: gain)
    }
  }

  /// Multiplies frames of every channel.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func scale(_ frames: Range<Int>, by gain: GainRamp) {
    for channel in 0..<channelCount {
      var plane = plane(channel)
      var part = plane._mutatingExtracting(frames)
      part.scale(by: gain)
    }
  }
}

// MARK: - Integers

extension SampleBlock {
  /// Writes integers to a plane after shifting them left by their unused bits, which also drops what is above their
  /// width.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  package mutating func write(_ samples: Span<Int32>, unused: Int, toChannel channel: Int) {
    var plane = plane(channel)
    let count = samples.count
    precondition(count <= plane.count)
    let shift = Int32(truncatingIfNeeded: unused)
    for index in 0..<count { plane[index] = Sample(fullScale: samples[index] &<< shift) }
  }

  /// Converts the frames `frames` of a channel to the nearest integers of `bitDepth` bits, ties to even; clipped; NaN
  /// becomes 0.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  package func quantize(_ channel: Int, frames: Range<Int>, bitDepth: Int, into integers: inout MutableSpan<Int32>) {
    let samples = self.channel(channel).extracting(frames)
    let count = samples.count
    precondition(count <= integers.count)
    if bitDepth <= 22, Sample.significandBitCount == 23 {
      Self.quantizeBriefly(samples, Sample(Int64(1) << Int64(bitDepth - 1)), into: &integers)
      return
    }
    let scale = Double(Int64(1) << Int64(bitDepth - 1))
    // Added to a number below 2^51, it leaves the nearest integer in the lowest bits.
    let rounder = 0x1.8p52
    for index in 0..<count {
      let scaled = samples[index].inDoublePrecision * scale
      let low = scaled > -scale ? scaled : (scaled == scaled ? -scale : 0)
      let clipped = low < scale - 1 ? low : scale - 1
      integers[index] = Int32(truncatingIfNeeded: (clipped + rounder).bitPattern)
    }
  }

  /// Rounds samples to integers of few bits, whose products with the scale are exact in a `Float`: the same integers as
  /// the general loop, at half the cost.
  @inline(__always)
  private static func quantizeBriefly(
    _ samples: Span<Sample>, _ scale: Sample, into integers: inout MutableSpan<Int32>
  ) {
    // Added to a number below 2^22, it leaves the nearest integer, beside its own 2^22, in the significand.
    let rounder: Sample = 0x1.8p23
    for index in samples.indices {
      let scaled = samples[index] * scale
      let low = scaled > -scale ? scaled : (scaled == scaled ? -scale : 0)
      let clipped = low < scale - 1 ? low : scale - 1
      integers[index] = Int32(truncatingIfNeeded: (clipped + rounder).significandBitPattern) &- 0x40_0000
    }
  }
}
