import AudioBase

/// The loops of a ``PolyphaseStage``: from output frame to output frame, over a history.
struct PolyphaseWalk {
  /// The position of the next output frame in the history.
  var position: ResamplingPosition
  /// The distance from one output frame to the next.
  let step: ResamplingPosition
  let partsPerFrame: Int
  /// Output frames at this frame of the history or later have to wait.
  let limit: Int

  /// Computes output frames as sums with the row of `bank` for their position; there is a row for each.
  ///
  /// - Returns: The number of frames, at most as many as fit.
  mutating func filter<Real>(
    _ history: [Real], _ bank: FilterBank<Real>, into output: inout MutableSpan<some ResamplerSample>
  ) -> Int {
    let frames = history.span
    let taps = bank.taps.span
    var position = position
    var produced = 0
    while produced < output.count, position.frame < limit {
      let first = position.frame &- bank.behind &+ 1
      let row = position.part &* bank.width
      let sum = InnerProduct.of(
        frames.extracting(first..<(first &+ bank.width)), taps.extracting(row..<(row &+ bank.width)))
      output[produced] = .init(nearest: sum.inDoublePrecision)
      produced &+= 1
      position.advance(by: step, partsPerFrame: partsPerFrame)
    }
    self.position = position
    return produced
  }

  /// Computes output frames as sums over taps between four rows of `bank`.
  ///
  /// - Returns: The number of frames, at most as many as fit.
  mutating func filter<Real>(
    _ history: [Real], _ bank: FilterBank<Real>, rowsPerFrame: Int,
    into output: inout MutableSpan<some ResamplerSample>
  ) -> Int {
    let frames = history.span
    let taps = bank.taps.span
    let rowsPerPart = Double(rowsPerFrame) / Double(partsPerFrame)
    var position = position
    var produced = 0
    while produced < output.count, position.frame < limit {
      let first = position.frame &- bank.behind &+ 1
      let place = Double(position.part) * rowsPerPart
      // The last part of a frame may round up to the whole of it.
      let row = min(Int(place), rowsPerFrame &- 1)
      let sum = InnerProduct.of(
        frames.extracting(first..<(first &+ bank.width)),
        taps.extracting((row &* bank.width)..<((row &+ 4) &* bank.width)),
        weights: Self.cubicWeights(place - Double(row)))
      output[produced] = .init(nearest: sum.inDoublePrecision)
      produced &+= 1
      position.advance(by: step, partsPerFrame: partsPerFrame)
    }
    self.position = position
    return produced
  }

  /// Computes output frames on the straight line between the frames before and after.
  ///
  /// - Returns: The number of frames, at most as many as fit.
  mutating func connect<Real: ResamplerSample>(
    _ history: [Real], into output: inout MutableSpan<some ResamplerSample>
  ) -> Int {
    let frames = history.span
    let framesPerPart = 1 / Double(partsPerFrame)
    var position = position
    var produced = 0
    while produced < output.count, position.frame < limit {
      let before = frames[position.frame]
      let after = frames[position.frame &+ 1]
      let value = before + (after - before) * Real(nearest: Double(position.part) * framesPerPart)
      output[produced] = .init(nearest: value.inDoublePrecision)
      produced &+= 1
      position.advance(by: step, partsPerFrame: partsPerFrame)
    }
    self.position = position
    return produced
  }

  /// Returns Lagrange's weights of values at −1, 0, 1 and 2 for one at `x`.
  @inline(__always)
  private static func cubicWeights<Real: ResamplerSample>(_ x: Double) -> SIMD4<Real> {
    let (a, b, c) = (x + 1, x - 1, x - 2)
    return SIMD4(
      Real(nearest: -x * b * c / 6), Real(nearest: a * b * c / 2), Real(nearest: -a * x * c / 2),
      Real(nearest: a * x * b / 6))
  }
}
