// Holds throughout: callers limit the spans that they pass to the room that there is.

/// Operations on the samples of one channel, shared by codecs, stages and devices.
///
/// Each is compiled for the two sample types, also where generic code calls it.
extension MutableSpan where Element: PlaneSample {
  /// Silences all samples.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package mutating func clear() { for index in indices { self[index] = 0 } }

  /// Copies samples to a position.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package mutating func copy(_ samples: Span<Element>, at place: Int = 0) {
    precondition(place >= 0 && samples.count <= count - place)
    for index in samples.indices { self[place &+ index] = samples[index] }
  }

  /// Copies samples to the start, multiplied by a gain.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package mutating func copy(_ samples: Span<Element>, times gain: Element) {
    precondition(samples.count <= count)
    for index in samples.indices { self[index] = samples[index] * gain }
  }

  /// Adds other samples to these, from the first on.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package mutating func add(_ samples: Span<Element>) {
    precondition(samples.count <= count)
    for index in samples.indices { self[index] += samples[index] }
  }

  /// Adds other samples to these, from the first on, multiplied by a gain.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package mutating func add(_ samples: Span<Element>, times gain: Element) {
    precondition(samples.count <= count)
    for index in samples.indices { self[index] += samples[index] * gain }
  }

  /// Multiplies all samples by a gain.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package mutating func scale(by gain: Element) { for index in indices { self[index] *= gain } }
}

// MARK: - With a ramp

extension MutableSpan where Element: PlaneSample {
  /// Copies samples to the start, multiplied by a gain; a gain of 1 leaves every bit unchanged.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package mutating func copy(_ samples: Span<Element>, times ramp: GainRamp) {
    precondition(samples.count <= count)
    let ramped = ramp.rampedFrameCount(of: samples.count)
    for index in 0..<ramped { self[index] = samples[index] * Element(ramp.gain(index)) }
    guard ramped < samples.count else { return }
    var rest = _mutatingExtracting(ramped..<samples.count)
    if ramp.target == 1 {
      rest.copy(samples.extracting(droppingFirst: ramped))
    } else {
      rest.copy(samples.extracting(droppingFirst: ramped), times: Element(ramp.target))
    }
  }

  /// Adds other samples to these, multiplied by a gain; a gain of 0 adds nothing.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package mutating func add(_ samples: Span<Element>, times ramp: GainRamp) {
    precondition(samples.count <= count)
    let ramped = ramp.rampedFrameCount(of: samples.count)
    for index in 0..<ramped { self[index] += samples[index] * Element(ramp.gain(index)) }
    guard ramped < samples.count, ramp.target != 0 else { return }
    var rest = _mutatingExtracting(ramped..<samples.count)
    rest.add(samples.extracting(droppingFirst: ramped), times: Element(ramp.target))
  }

  /// Multiplies all samples by a gain; a gain of 1 leaves every bit unchanged.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package mutating func scale(by ramp: GainRamp) {
    let ramped = ramp.rampedFrameCount(of: count)
    for index in 0..<ramped { self[index] *= Element(ramp.gain(index)) }
    guard ramped < count, ramp.target != 1 else { return }
    var rest = _mutatingExtracting(ramped..<count)
    rest.scale(by: Element(ramp.target))
  }
}
