import AudioBase

/// A sample of the blocks that the codec reads and fills.
protocol PlaneSample: BinaryFloatingPoint, BitwiseCopyable, Sendable {
  /// The sample of an integer whose full scale is 2^31, rounded to the nearest.
  init(fullScale integer: Int32)

  /// The same value, exactly.
  var asDouble: Double { get }
}

extension Float: PlaneSample {
  @inline(__always)
  init(fullScale integer: Int32) { self = Float(integer) * 0x1p-31 }

  @inline(__always)
  var asDouble: Double { Double(self) }
}

extension Double: PlaneSample {
  @inline(__always)
  init(fullScale integer: Int32) { self = Double(integer) * 0x1p-31 }

  @inline(__always)
  var asDouble: Double { self }
}

extension SampleBlock where Sample: PlaneSample {
  /// Writes integers to a plane after shifting them left by their unused bits.
  mutating func write(_ samples: Span<Int32>, unused: Int, toChannel channel: Int) {
    var plane = plane(channel)
    let count = samples.count
    // Holds: the decoder has checked the room of the block.
    precondition(count <= plane.count)
    let shift = Int32(truncatingIfNeeded: unused)
    for index in 0..<count { plane[index] = Sample(fullScale: samples[index] &<< shift) }
  }

  /// Turns the frames `frames` of a channel into the nearest integers of `bitDepth` bits, ties to the even one;
  /// clipped, and 0 for what is not a number.
  func quantize(_ channel: Int, frames: Range<Int>, bitDepth: Int, into integers: inout MutableSpan<Int32>) {
    let samples = self.channel(channel).extracting(frames)
    let count = samples.count
    // Holds: the encoder gives as many places as there are frames.
    precondition(integers.count == count)
    let scale = Double(Int64(1) << Int64(bitDepth - 1))
    // Added to a number below 2^51, it leaves the nearest integer in the lowest bits.
    let rounder = 0x1.8p52
    for index in 0..<count {
      let scaled = samples[index].asDouble * scale
      let low = scaled > -scale ? scaled : (scaled == scaled ? -scale : 0)
      let clipped = low < scale - 1 ? low : scale - 1
      integers[index] = Int32(truncatingIfNeeded: (clipped + rounder).bitPattern)
    }
  }
}
