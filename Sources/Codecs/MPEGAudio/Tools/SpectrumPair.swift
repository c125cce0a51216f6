/// The spectra of the channels of a granule, and all tools that make them from integers.
///
/// A mono stream has no right spectrum; a mono frame in a stereo stream has the same spectrum twice.
struct SpectrumPair: Sendable {
  private let plans: BandPlans
  private let requantizer = Requantizer.shared
  private let stereo = JointStereo()
  private let aliasReduction = AliasReduction()
  private(set) var left = [Float](repeating: 0, count: Spectrum.capacity)
  private(set) var right = [Float](repeating: 0, count: Spectrum.capacity)
  /// The windows of both.
  private(set) var shapes: [2 of HybridFilterbank.Shape] = .init(repeating: .silent)

  init(_ plans: BandPlans) { self.plans = plans }

  /// Makes both silent, in the normal window.
  mutating func silence() {
    shapes = .init(repeating: .silent)
    for place in left.indices { left[place] = 0 }
    for place in right.indices { right[place] = 0 }
  }

  /// Makes the spectra of a granule, in the order of ISO/IEC 11172-3, 2.4.3.4.
  mutating func reconstruct(_ main: borrowing MainData, _ side: SideInformation, _ kind: FrameKind, granule: Int) {
    let first = SideInformation.index(granule: granule, channel: 0)
    let second = SideInformation.index(granule: granule, channel: 1)
    let parts = side.parts
    var lineCounts: [2 of Int] = [main.lineCounts[first], 0]
    let plan = plans[parts[first].division]
    requantizer.apply(
      main.lines(first), factors: main.scaleFactors(first), BandSteps(part: parts[first], plan: plan), to: &left)
    if side.channelCount == 2 {
      lineCounts[1] = main.lineCounts[second]
      let plan = plans[parts[second].division]
      requantizer.apply(
        main.lines(second), factors: main.scaleFactors(second), BandSteps(part: parts[second], plan: plan), to: &right)
      if kind.hasIntensity || kind.hasMidSide {
        // Either may get lines where only the other had some.
        lineCounts = .init(repeating: max(lineCounts[0], lineCounts[1]))
        if kind.hasIntensity {
          let channel = JointStereo.RightChannel(
            lines: main.lines(second), positions: main.positions(second), parts[second], kind)
          stereo.apply(channel, plan: plan, &left, &right)
        } else {
          JointStereo.undoMidSide(&left, &right)
        }
      }
    }
    shapes[0] = Self.reduceAliases(aliasReduction, parts[first], lineCount: lineCounts[0], &left)
    if side.channelCount == 2 {
      shapes[1] = Self.reduceAliases(aliasReduction, parts[second], lineCount: lineCounts[1], &right)
    } else {
      shapes[1] = shapes[0]
      Self.copy(left, to: &right)
    }
  }

  /// Returns the shapes that the filterbank needs.
  private static func reduceAliases(
    _ aliasReduction: AliasReduction, _ part: GranulePart, lineCount: Int, _ spectrum: inout [Float]
  ) -> HybridFilterbank.Shape {
    var shape = HybridFilterbank.Shape(window: part.window, isMixed: part.isMixed, subbandCount: 0)
    guard lineCount > 0 else { return shape }
    switch part.division {
    case .long:
      // Aliases reach into the next subband.
      shape.subbandCount = min((lineCount + 17) / 18 + 1, Spectrum.subbandCount)
      aliasReduction.apply(&spectrum, subbandCount: shape.subbandCount)
    case .mixed:
      shape.subbandCount = Spectrum.subbandCount
      aliasReduction.apply(&spectrum, subbandCount: 2)
    case .short:
      shape.subbandCount = Spectrum.subbandCount
    }
    return shape
  }

  private static func copy(_ source: [Float], to target: inout [Float]) {
    let source = source.span
    var target = target.mutableSpan
    for place in 0..<Spectrum.capacity { target[place] = source[place] }
  }
}
