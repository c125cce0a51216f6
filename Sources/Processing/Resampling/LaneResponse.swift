import AudioBase

/// The response of a filter at the results of a transform, in the order of a ``LanePass``.
struct LaneResponse<Real: ResamplerSample>: Sendable {
  /// The results from 0 to here pass, and as many at the end; a multiple of four.
  let limit: Int
  let blocks: [ComplexBlock<Real>]
  /// The results that pass, by step.
  let segments: [LaneSegment]

  /// - Parameters:
  ///   - response: For the results from 0 on, of a filter whose impulse response is real.
  ///   - size: Numbers of the transform.
  init(_ response: SplitArrays<Double>, size: Int) {
    let lanes = ComplexBlock<Real>.laneCount
    let count = size / 4
    let limit = response.real.count / 4 * 4
    self.limit = limit
    var blocks: [ComplexBlock<Real>] = []
    blocks.reserveCapacity(size)
    for step in stride(from: 0, to: count, by: lanes) {
      for leg in 0..<4 {
        var block = ComplexBlock<Real>.zero
        for place in 0..<lanes {
          let result = min(step, count - lanes) + leg * count + place
          if result < limit {
            block.real[place] = Real(nearest: response.real[result])
            block.imaginary[place] = Real(nearest: response.imaginary[result])
          } else if result > size - limit {
            block.real[place] = Real(nearest: response.real[size - result])
            block.imaginary[place] = Real(nearest: -response.imaginary[size - result])
          }
        }
        blocks.append(block)
      }
    }
    self.blocks = blocks
    segments = LaneSegment.all(size: size, limit: limit, lanes: lanes)
  }
}
