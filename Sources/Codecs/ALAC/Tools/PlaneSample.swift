import AudioBase

/// A sample of the blocks that the codec reads and fills.
protocol PlaneSample: BinaryFloatingPoint, BitwiseCopyable, Sendable {
  /// The sample of an integer whose full scale is 2^31, rounded to the nearest.
  init(fullScale integer: Int32)

}

extension Float: PlaneSample {
  @inline(__always)
  init(fullScale integer: Int32) { self = Float(integer) * 0x1p-31 }
}

extension Double: PlaneSample {
  @inline(__always)
  init(fullScale integer: Int32) { self = Double(integer) * 0x1p-31 }
}

extension SampleBlock where Sample: PlaneSample {
  /// Writes integers to a plane after shifting them left by their unused bits, which also drops what is above their
  /// width.
  mutating func write(_ samples: Span<Int32>, unused: Int, toChannel channel: Int) {
    var plane = plane(channel)
    let count = samples.count
    precondition(count <= plane.count)
    let shift = Int32(truncatingIfNeeded: unused)
    for index in 0..<count { plane[index] = Sample(fullScale: samples[index] &<< shift) }
  }
}
