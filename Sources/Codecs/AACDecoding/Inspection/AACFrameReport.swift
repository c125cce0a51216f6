package import AACReplication
package import AACSyntax

/// The tools that one AAC frame uses, by its syntax.
package struct AACFrameReport: Sendable {
  /// An element of channels, as in the configuration.
  package struct Element: Sendable {
    /// `common_window` of a pair.
    package var hasCommonWindow = false
    /// The number of bands of all window groups that are coded as sum and difference.
    package var midSideBandCount = 0
    /// One channel, or two of a pair.
    package var channels: [Channel] = []
    /// The element's SBR data, or `nil` if the frame has none, or none that can be read.
    package var replication: Replication?
  }

  /// A channel of an element.
  package struct Channel: Sendable {
    package var windowSequence = WindowSequence.onlyLong
    package var windowShape = WindowShape.sine
    /// `max_sfb` times the window groups.
    package var bandCount = 0
    /// Window groups: 1, or up to 8 with short windows.
    package var groupCount = 1
    /// The number of bands of noise in place of lines (PNS).
    package var noiseBandCount = 0
    /// The number of bands that intensity stereo copies from the other channel at another level.
    package var intensityBandCount = 0
    /// The highest codebook number of lines, 0…11; virtual codebooks count as 11.
    package var largestCodebook = 0
    /// The largest order of a filter of temporal noise shaping, 0 without any.
    package var noiseShapingOrder = 0
    /// The number of bands that are predicted, by the predictors of AAC Main or from earlier output (LTP).
    package var predictedBandCount = 0
    /// True if the channel's lines have pulses.
    package var hasPulses = false
  }

  /// The SBR data of an element.
  package struct Replication: Sendable {
    /// True if the data have an SBR header.
    package var hasHeader = false
    /// `bs_coupling` of a pair.
    package var isCoupled = false
    /// One channel, or two of a pair.
    package var channels: [ReplicatedChannel] = []
    /// `ps_data()`, or `nil`.
    package var stereo: Stereo?
  }

  /// The SBR data of a channel.
  package struct ReplicatedChannel: Sendable {
    package var frameClass = SBRGrid.FrameClass.fixFix
    /// Envelopes, 1…5.
    package var envelopeCount = 1
    /// Noise floors, 1 or 2.
    package var noiseFloorCount = 1
    /// The number of bands with an added sinusoid.
    package var sinusoidCount = 0
  }

  /// The data of Parametric Stereo.
  package struct Stereo: Sendable {
    /// Envelopes that are sent, 0…4.
    package var envelopeCount = 0
    /// `enable_ipdopd`.
    package var hasPhases = false
  }

  /// The elements, one for each of the configuration.
  package var elements: [Element] = []
  /// Coupling channel elements.
  package var couplingCount = 0
  /// True if the frame carries gains of dynamic range control.
  package var hasDynamicRange = false
  /// True if the frame carries data of LD MPEG Surround.
  package var hasSurround = false
  /// The error in a payload after the channels, or `nil`.
  package var problem: AACError?
}

extension AACFrameReport.Channel {
  init(_ stream: borrowing ChannelStream) {
    windowSequence = stream.info.windowSequence
    windowShape = stream.info.windowShape
    groupCount = stream.info.groupCount
    bandCount = stream.info.bandCount * stream.info.groupCount
    for group in 0..<stream.info.groupCount {
      for band in 0..<stream.info.bandCount {
        let codebook = stream.codebooks[ChannelStream.place(group, band)]
        if codebook == Codebook.noise { noiseBandCount += 1 }
        if Codebook.isIntensity(codebook) { intensityBandCount += 1 }
        if Codebook.isSpectral(codebook) { largestCodebook = max(largestCodebook, min(11, Int(codebook))) }
      }
    }
    if let shaping = stream.temporalNoiseShaping {
      for window in 0..<(stream.info.isShort ? 8 : 1) {
        for number in 0..<Int(shaping.filterCounts[window]) {
          let filter = shaping.filters[TemporalNoiseShapingData.place(window: window, number: number)]
          noiseShapingOrder = max(noiseShapingOrder, Int(filter.order))
        }
      }
    }
    predictedBandCount =
      (stream.longTermPrediction?.usedBands ?? stream.info.backwardPrediction?.usedBands ?? 0).nonzeroBitCount
    hasPulses = stream.pulse != nil
  }
}

extension AACFrameReport.Element {
  init(_ stream: borrowing ChannelElementStream, isPair: Bool) {
    channels = [AACFrameReport.Channel(stream.first)]
    guard isPair else { return }
    channels.append(AACFrameReport.Channel(stream.second))
    hasCommonWindow = stream.hasCommonWindow
    guard stream.hasCommonWindow else { return }
    for group in 0..<stream.first.info.groupCount {
      for band in 0..<stream.first.info.bandCount {
        let place = ChannelStream.place(group, band)
        // With intensity or noise the flag states something else: ISO/IEC 14496-3, 4.6.8.1.2 and 4.6.13.
        let (left, right) = (stream.first.codebooks[place], stream.second.codebooks[place])
        let isJoint = !Codebook.isIntensity(right) && left != Codebook.noise && right != Codebook.noise
        if isJoint, stream.midSide.isUsed(place) { midSideBandCount += 1 }
      }
    }
  }
}

extension AACFrameReport.ReplicatedChannel {
  init(_ data: borrowing SBRChannelData) {
    frameClass = data.grid.frameClass
    envelopeCount = data.time.envelopeCount
    noiseFloorCount = data.time.noiseCount
    sinusoidCount = data.harmonics?.nonzeroBitCount ?? 0
  }
}
