/// The components of a converter, chosen from rates, complexity and quality.
package struct ResamplerDesign {
  let ratio: RateRatio
  let settings: ResamplerSettings

  package init(ratio: RateRatio, settings: ResamplerSettings) {
    self.ratio = ratio
    self.settings = settings
  }

  /// The stages, and their delays.
  struct Result<Real: ResamplerSample>: Sendable {
    var chain: ResamplerChain<Real>
    /// The input frames before, and after, the one that an output frame is at, on which the output frame depends.
    var leading: Int
    var trailing: Int
    /// The input frame that output frame 0 is at.
    var start: Int
    /// The delay of low frequencies, in input frames.
    var delay: Double
  }

  func make<Real: ResamplerSample>(_ type: Real.Type, channelCount: Int) -> Result<Real> {
    switch settings.complexity {
    case .linear: line(channelCount)
    case .normal, .mastering:
      if settings.delivery == .prompt {
        promptly(channelCount)
      } else {
        linearPhase(channelCount) { start(leading: $0, trailing: $1) }
      }
    case .minimumPhase: minimumPhase(channelCount)
    }
  }

  /// The lower of the two rates over the input's.
  private var lowerRate: Double { min(1, Double(ratio.output) / Double(ratio.input)) }

  /// The filter that keeps the band that both rates can carry.
  var kernel: LowpassKernel {
    let worst = settings.complexity == .mastering ? 130.0 : 70.0
    let best = settings.complexity == .mastering ? 184.0 : 138.0
    let lower = Double(min(settings.quality.value, 64)) / 64
    let upper = Double(max(settings.quality.value - 64, 0)) / 63
    let stopband = lowerRate / 2
    // From medium quality on it reaches 20 kHz at a rate of 44.1 kHz.
    let passband = 0.80 + 0.108 * lower + 0.005 * upper
    return LowpassKernel(
      passband: passband * stopband, stopband: stopband, attenuation: worst + (best - worst) * lower)
  }

  /// With mastering, throughput matters more than latency.
  private var aim: SpectralPlan.Aim { settings.complexity == .mastering ? .throughput : .promptness }

  /// Returns the input frame that output frame 0 is at, by the requested priming.
  private func start(leading: Int, trailing: Int) -> Int {
    switch settings.priming {
    case .silence: 0
    case .history(let count): count
    case .latency: -trailing
    }
  }

  private func line<Real>(_ channelCount: Int) -> Result<Real> {
    let start = start(leading: 0, trailing: 1)
    let stage = PolyphaseStage<Real>(method: .line, ratio: ratio, channelCount: channelCount, start: start)
    return Result(
      chain: ResamplerChain(spectral: nil, polyphase: stage), leading: 0, trailing: 1, start: start, delay: 0)
  }

  private func minimumPhase<Real>(_ channelCount: Int) -> Result<Real> {
    let kernel = MinimumPhaseKernel(kernel)
    let bank = FilterBank<Real>(support: 0...kernel.width, ratio: ratio, rowsPerFrame: rowsPerFrame(256)) {
      kernel($0)
    }
    let leading = bank.behind - 1
    let start = start(leading: leading, trailing: 0)
    let stage = PolyphaseStage<Real>(method: .filter(bank), ratio: ratio, channelCount: channelCount, start: start)
    return Result(
      chain: ResamplerChain(spectral: nil, polyphase: stage), leading: leading, trailing: 0, start: start,
      delay: kernel.delay)
  }

  /// Returns the number of rows per input frame, where `count` would suffice at the output's rate: a kernel for a lower
  /// output rate is longer and changes more slowly in proportion, so that its rows take no more memory in total.
  private func rowsPerFrame(_ count: Int) -> Int { max(1, Int((Double(count) * lowerRate).rounded(.up))) }

  /// Returns the filter in the time domain: a row of taps for each position of an output frame.
  ///
  /// If these are too many, a cubic between 256 rows is right to −185 dB, and between 1,024 to −233 dB: its error is
  /// 3/128 · (π / rows)^4 of the highest frequency.
  package func promptBank<Real>(_ type: Real.Type) -> FilterBank<Real> {
    FilterBank(
      symmetric: kernel, ratio: ratio, rowsPerFrame: rowsPerFrame(settings.complexity == .mastering ? 1024 : 256))
  }

  private func promptly<Real>(_ channelCount: Int) -> Result<Real> {
    let kernel = kernel
    let bank = promptBank(Real.self)
    let start = start(leading: kernel.reach, trailing: kernel.reach)
    let stage = PolyphaseStage<Real>(method: .filter(bank), ratio: ratio, channelCount: channelCount, start: start)
    return Result(
      chain: ResamplerChain(spectral: nil, polyphase: stage), leading: kernel.reach, trailing: kernel.reach,
      start: start, delay: 0)
  }

  /// Returns filters of linear phase.
  ///
  /// - Parameter findStart: Receives the leading and the trailing frames; returns the input frame that output frame 0
  ///   is at.
  func linearPhase<Real>(_ channelCount: Int, findStart: (Int, Int) -> Int) -> Result<Real> {
    if decimation > 1 { return decimated(channelCount, findStart: findStart) }
    let kernel = kernel
    let reach = kernel.reach
    guard let plan = SpectralPlan(ratio: ratio, kernel: kernel, aim: aim) else {
      return inTwoSteps(kernel, channelCount, findStart: findStart)
    }
    let start = findStart(reach, reach)
    let stage = SpectralStage<Real>(plan: plan, channelCount: channelCount, start: start)
    return Result(
      chain: ResamplerChain(spectral: stage, polyphase: nil), leading: reach, trailing: reach, start: start, delay: 0)
  }

  /// Returns two stages for ratios of large numbers: the sharp filter produces at least twice the rate that its output
  /// needs, so that the filter for interpolation may be short.
  private func inTwoSteps<Real>(
    _ kernel: LowpassKernel, _ channelCount: Int, findStart: (Int, Int) -> Int
  ) -> Result<Real> {
    var divisor = 1
    while Double(2 * divisor) <= 0.5 / lowerRate { divisor *= 2 }
    let first = RateRatio(input: divisor, output: lowerRate > 0.5 ? 2 : 1)
    guard let plan = SpectralPlan(ratio: first, kernel: kernel, aim: aim) else {
      preconditionFailure("there are transforms for powers of 2")
    }
    let second = RateRatio(input: ratio.input * first.output, output: ratio.output * first.input)
    // Of the frequencies below half the lower rate, images come at whole rates between the two stages.
    let occupied = kernel.stopband * Double(first.input) / Double(first.output)
    let short = LowpassKernel(passband: occupied, stopband: 1 - occupied, attenuation: kernel.attenuation + 6)
    let bank = FilterBank<Real>(
      support: -short.halfWidth...short.halfWidth, ratio: second,
      rowsPerFrame: settings.complexity == .mastering ? 512 : 128
    ) { short($0) }
    // The first stage starts early enough for the second to have all that it spans.
    let steps = (bank.behind + first.output - 1) / first.output
    let reach = kernel.reach
    let leading = reach + steps * first.input
    let trailing = reach + (bank.ahead * first.input + first.output - 1) / first.output
    let start = findStart(leading, trailing)
    let spectral = SpectralStage<Real>(
      plan: plan, channelCount: channelCount, start: start - steps * first.input)
    let polyphase = PolyphaseStage<Real>(
      method: .filter(bank), ratio: second, channelCount: channelCount, start: steps * first.output)
    return Result(
      chain: ResamplerChain(spectral: spectral, polyphase: polyphase), leading: leading, trailing: trailing,
      start: start, delay: 0)
  }
}
