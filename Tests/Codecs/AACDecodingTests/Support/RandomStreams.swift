import AACDecoding
import AACSyntax
import MPEG4Systems
import TestSupport

/// Makes frames that use everything the syntax of a profile has.
struct RandomStreams {
  var generator: SplitMix64
  let configuration: AACConfiguration
  /// Lines are below this, so that decoded samples stay in the range of sound.
  var largestLine = 8191
  var usesNoise = true
  /// Whether frames have only long windows of sine shape, and no tool but temporal noise shaping.
  var isPlain = false

  init(_ configuration: AACConfiguration, seed: UInt64) {
    self.configuration = configuration
    generator = SplitMix64(seed: seed)
  }

  private var bands: BandLayout { configuration.bands }

  /// A frame with every element; dynamic range data now and then.
  mutating func unit() -> AccessUnit {
    var unit = AccessUnit(configuration)
    for (index, slot) in configuration.slots.enumerated() {
      unit.elements[index].isPresent = true
      unit.elements[index].tag = slot.tag ?? (configuration.profile == .enhancedLowDelay ? 0 : index)
      fill(&unit.elements[index], isPair: slot.isPair)
    }
    return unit
  }

  mutating func fill(_ element: inout ChannelElementStream, isPair: Bool) {
    let info = info()
    element.hasCommonWindow = isPair && (configuration.profile == .enhancedLowDelay || generator.chance(60))
    fill(&element.first, info: info, isSecond: false)
    guard isPair else { return }
    fill(&element.second, info: element.hasCommonWindow ? info : self.info(), isSecond: true)
    guard element.hasCommonWindow, !isPlain else { return }
    fillPrediction(&element, info)
    element.midSide.presence = MidSideMask.Presence(rawValue: UInt8.random(in: 0...2, using: &generator)) ?? .none
    for place in 0..<128 { element.midSide.used[place] = generator.chance(50) }
  }

  /// The long term prediction of a pair with common windows.
  private mutating func fillPrediction(_ element: inout ChannelElementStream, _ info: IndividualChannelInfo) {
    guard configuration.profile.prediction.isLongTerm else { return }
    element.first.longTermPrediction = info.hasPredictorData ? prediction(info) : nil
    element.second.longTermPrediction = info.hasPredictorData ? prediction(info) : nil
    guard configuration.profile == .longTermPrediction else { return }
    element.first.info.longTermPrediction = element.first.longTermPrediction
    element.first.info.secondLongTermPrediction = element.second.longTermPrediction
    element.second.info = element.first.info
  }

  private mutating func info() -> IndividualChannelInfo {
    var info = IndividualChannelInfo()
    guard configuration.profile != .enhancedLowDelay else {
      info.bandCount = Int.random(in: 0...bands.bandCount(isShort: false), using: &generator)
      return info
    }
    if isPlain {
      info.bandCount = Int.random(in: 20...bands.bandCount(isShort: false), using: &generator)
      return info
    }
    info.windowShape = generator.chance(50) ? .sine : .kaiserBessel
    if configuration.profile.hasBlockSwitching {
      info.windowSequence = WindowSequence(rawValue: UInt8.random(in: 0...3, using: &generator)) ?? .onlyLong
    }
    info.bandCount = Int.random(in: 0...bands.bandCount(isShort: info.isShort), using: &generator)
    if info.isShort {
      info.grouping = Int.random(in: 0...127, using: &generator)
      info.setGroups()
    } else if configuration.profile.prediction != .none, generator.chance(40) {
      info.hasPredictorData = true
      if configuration.profile.prediction == .backward { info.backwardPrediction = backwardPrediction(info) }
    }
    return info
  }

  private mutating func backwardPrediction(_ info: IndividualChannelInfo) -> BackwardPredictionData {
    var data = BackwardPredictionData()
    if generator.chance(30) { data.resetGroup = Int.random(in: 1...30, using: &generator) }
    let count = min(info.bandCount, bands.backwardPredictionBands)
    data.usedBands = generator.next() & (1 << UInt64(count) - 1)
    return data
  }

  private mutating func prediction(_ info: IndividualChannelInfo) -> LongTermPredictionData? {
    guard generator.chance(70) else { return nil }
    var data = LongTermPredictionData()
    let isLowDelay = configuration.profile == .lowDelay
    let largest = min(2 * configuration.frameLength, isLowDelay ? 1023 : 2047)
    if !isLowDelay || generator.chance(60) { data.lag = Int.random(in: 0...largest, using: &generator) }
    data.coefficient = Int.random(in: 0...7, using: &generator)
    let count = min(info.bandCount, LongTermPredictionData.maximumBandCount)
    data.usedBands = generator.next() & (1 << UInt64(count) - 1)
    return data
  }

  mutating func fill(_ stream: inout ChannelStream, info: IndividualChannelInfo, isSecond: Bool) {
    stream.info = info
    stream.globalGain = Int.random(in: 90...130, using: &generator)
    stream.longTermPrediction = nil
    if configuration.profile.prediction.isLongTerm, info.hasPredictorData {
      stream.info.longTermPrediction = prediction(info)
      stream.longTermPrediction = stream.info.longTermPrediction
    }
    fillBands(&stream, isSecond: isSecond)
    fillLines(&stream)
    stream.pulse = nil
    if configuration.profile != .enhancedLowDelay, !info.isShort, !isPlain, generator.chance(30) {
      stream.pulse = pulses()
    }
    stream.temporalNoiseShaping = generator.chance(50) ? shaping(info) : nil
  }

  private mutating func fillBands(_ stream: inout ChannelStream, isSecond: Bool) {
    var predictor = ScaleFactorPredictor(globalGain: stream.globalGain)
    for group in 0..<stream.info.groupCount {
      for band in 0..<stream.info.bandCount {
        let place = ChannelStream.place(group, band)
        stream.codebooks[place] = codebook(after: band == 0 ? 0 : stream.codebooks[place - 1], isSecond: isSecond)
        let step = Int.random(in: generator.chance(5) ? -20...20 : -6...6, using: &generator)
        switch stream.codebooks[place] {
        case Codebook.zero: stream.scaleFactors[place] = 0
        case Codebook.noise:
          predictor.noiseEnergy = min(max(predictor.noiseEnergy + step, 0), 100)
          stream.scaleFactors[place] = Int16(predictor.noiseEnergy)
        case Codebook.intensityInPhase, Codebook.intensityOutOfPhase:
          predictor.intensityPosition += step
          stream.scaleFactors[place] = Int16(predictor.intensityPosition)
        default:
          predictor.scaleFactor = min(max(predictor.scaleFactor + step, 60), 150)
          stream.scaleFactors[place] = Int16(predictor.scaleFactor)
        }
      }
    }
  }

  private mutating func codebook(after last: UInt8, isSecond: Bool) -> UInt8 {
    if generator.chance(50) { return last }
    if isPlain { return UInt8.random(in: 0...11, using: &generator) }
    let roll = UInt8.random(in: 0...15, using: &generator)
    switch roll {
    case 12: return 0
    case 13: return usesNoise ? 13 : 1
    case 14, 15: return isSecond ? roll : 2
    default: return roll
    }
  }

  private mutating func fillLines(_ stream: inout ChannelStream) {
    let start = stream
    bands.forEachBand(start.info) { place, range in
      let codebook = start.codebooks[place]
      guard Codebook.isSpectral(codebook) else { return }
      var largest = Codebooks.largestAbsoluteValue[Int(codebook)]
      if codebook == Codebook.escape { largest = 20 }
      for line in range {
        if codebook == Codebook.escape, generator.chance(2) { largest = largestLine }
        stream.lines[line] = Int16(Int.random(in: -largest...largest, using: &generator))
      }
    }
  }

  private mutating func pulses() -> PulseData {
    let list = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      PulseData.Pulse(
        offset: Int.random(in: 0...31, using: &generator), amplitude: Int.random(in: 0...15, using: &generator))
    }
    return PulseData(startBand: Int.random(in: 0..<10, using: &generator), pulses: list)
  }

  mutating func shaping(_ info: IndividualChannelInfo) -> TemporalNoiseShapingData {
    var data = TemporalNoiseShapingData()
    for window in 0..<(info.isShort ? 8 : 1) {
      data.filterCounts[window] = UInt8.random(in: 0...(info.isShort ? 1 : 3), using: &generator)
      let resolution = UInt8.random(in: 3...4, using: &generator)
      if data.filterCounts[window] > 0 { data.resolutions[window] = resolution }
      for number in 0..<Int(data.filterCounts[window]) {
        var filter = TemporalNoiseShapingData.Filter()
        filter.length = UInt8.random(in: 0...(info.isShort ? 15 : 20), using: &generator)
        filter.order = UInt8.random(in: 0...(info.isShort ? 7 : 12), using: &generator)
        if filter.order > 0 {
          filter.direction = generator.chance(50) ? .upward : .downward
          filter.isCompressed = generator.chance(30)
        }
        let half = Int8(1 << (resolution - (filter.isCompressed ? 2 : 1)))
        for i in 0..<Int(filter.order) {
          filter.coefficients[i] = Int8.random(in: (-half / 2)...(half / 2 - 1), using: &generator)
        }
        data.filters[TemporalNoiseShapingData.place(window: window, number: number)] = filter
      }
    }
    return data
  }
}
