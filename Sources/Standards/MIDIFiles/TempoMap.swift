/// The relation between beats and seconds under changing tempo.
package struct TempoMap: Sendable {
  private struct Step {
    var beat: Double
    var seconds: Double
    var secondsPerBeat: Double
  }

  /// Half a second: 120 beats a minute.
  package static let usualSecondsPerBeat = 0.5

  private var steps: [Step]

  /// Creates a map.
  ///
  /// - Parameter changes: The beats at which the tempo changes, in their order, and the seconds of a beat from there.
  ///   Before the first of them it is the usual one.
  package init(_ changes: [(beat: Double, secondsPerBeat: Double)]) {
    steps = [Step(beat: 0, seconds: 0, secondsPerBeat: Self.usualSecondsPerBeat)]
    for change in changes {
      let last = steps[steps.count - 1]
      let seconds = last.seconds + (change.beat - last.beat) * last.secondsPerBeat
      if change.beat <= last.beat { steps.removeLast() }
      steps.append(Step(beat: change.beat, seconds: seconds, secondsPerBeat: change.secondsPerBeat))
    }
  }

  /// Returns the last step before the first one for which `isBefore` is false.
  private func step(_ isBefore: (Step) -> Bool) -> Step {
    var (low, high) = (0, steps.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(steps[middle]) { low = middle } else { high = middle }
    }
    return steps[low]
  }

  /// Returns the seconds until a beat.
  package func seconds(atBeat beat: Double) -> Double {
    let step = step { $0.beat <= beat }
    return step.seconds + (beat - step.beat) * step.secondsPerBeat
  }

  /// Returns the beat at a number of seconds.
  package func beat(atSeconds seconds: Double) -> Double {
    let step = step { $0.seconds <= seconds }
    return step.beat + (seconds - step.seconds) / step.secondsPerBeat
  }
}
