import AACDecoding
import AACSyntax

/// Everything that a channel was sent as, in one comparable list; what the syntax leaves undefined is left out.
///
/// Virtual codebooks count as codebook 11, whose lines they hold.
func integers(_ stream: ChannelStream, _ bands: BandLayout) -> [Int] {
  var stream = stream
  stream.restoreLines()
  let info = stream.info
  var list = [
    stream.globalGain, Int(info.windowSequence.rawValue), Int(info.windowShape.rawValue), info.bandCount,
    info.isShort ? info.grouping : 0, info.hasPredictorData ? 1 : 0,
  ]
  bands.forEachBand(info) { place, range in
    let codebook = min(stream.codebooks[place], stream.codebooks[place] >= 16 ? 11 : 15)
    list += [Int(codebook), Int(stream.scaleFactors[place])]
    if Codebook.isSpectral(codebook) { list += range.map { Int(stream.lines[$0]) } }
  }
  if let pulse = stream.pulse {
    list += [-1, pulse.startBand]
    for i in 0..<pulse.count { list += [pulse.pulses[i].offset, pulse.pulses[i].amplitude] }
  }
  if let data = stream.longTermPrediction {
    list += [-2, data.lag ?? -1, data.coefficient, Int(data.usedBands)]
  }
  if let data = stream.temporalNoiseShaping { list += [-3] + integers(data, windows: info.isShort ? 8 : 1) }
  return list
}

private func integers(_ data: TemporalNoiseShapingData, windows: Int) -> [Int] {
  var list: [Int] = []
  for window in 0..<windows where data.filterCounts[window] > 0 {
    list += [window, Int(data.resolutions[window])]
    for number in 0..<Int(data.filterCounts[window]) {
      let filter = data.filters[TemporalNoiseShapingData.place(window: window, number: number)]
      list += [Int(filter.length), Int(filter.order), Int(filter.direction.rawValue), filter.isCompressed ? 1 : 0]
      list += (0..<Int(filter.order)).map { Int(filter.coefficients[$0]) }
    }
  }
  return list
}

func integers(_ element: ChannelElementStream, isPair: Bool, _ bands: BandLayout) -> [Int] {
  var list = integers(element.first, bands)
  guard isPair else { return list }
  list += [-4, element.hasCommonWindow ? 1 : 0] + integers(element.second, bands)
  guard element.hasCommonWindow else { return list }
  list.append(Int(element.midSide.presence.rawValue))
  for group in 0..<element.first.info.groupCount {
    for band in 0..<element.first.info.bandCount {
      list.append(element.midSide.isUsed(ChannelStream.place(group, band)) ? 1 : 0)
    }
  }
  return list
}

func integers(_ unit: AccessUnit) -> [Int] {
  let bands = unit.configuration.bands
  var list: [Int] = []
  for (index, slot) in unit.configuration.slots.enumerated() {
    list += [-5, unit.elements[index].tag] + integers(unit.elements[index], isPair: slot.isPair, bands)
  }
  for index in 0..<unit.couplingCount { list += [-6] + integers(unit.couplings[index], bands) }
  if let range = unit.extensions.dynamicRange { list += [-7] + integers(range) }
  return list
}

func integers(_ coupling: CouplingChannelStream, _ bands: BandLayout) -> [Int] {
  var list = [
    coupling.tag, coupling.isIndependent ? 1 : 0, Int(coupling.domain.rawValue), coupling.gainsAreSigned ? 1 : 0,
    coupling.gainScale,
  ]
  for index in 0..<coupling.targetCount {
    let target = coupling.targets[index]
    list += [target.isPair ? 1 : 0, target.tag, target.left ? 1 : 0, target.right ? 1 : 0]
  }
  list += integers(coupling.stream, bands)
  for index in 1..<max(coupling.listCount, 1) {
    list.append(coupling.hasCommonGain[index] ? 1 : 0)
    bands.forEachBand(coupling.stream.info) { place, _ in
      if coupling.hasCommonGain[index] || coupling.stream.codebooks[place] != 0 {
        list.append(Int(coupling.gains[index * 128 + place]))
      }
    }
  }
  return list
}

func integers(_ range: DynamicRange) -> [Int] {
  var list = [
    range.programTag ?? -1, Int(truncatingIfNeeded: range.excludedChannels), range.interpolation,
    range.referenceLevel ?? -1,
  ]
  for band in 0..<range.bandCount { list += [range.bands[band].top, range.bands[band].gain] }
  return list
}
