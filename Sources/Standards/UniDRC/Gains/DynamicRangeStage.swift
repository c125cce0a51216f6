package import AudioBase
package import Bitstream

/// The format of the samples that gains are applied to.
package struct DRCFormat: Sendable, BitwiseCopyable {
  /// The number of samples of a packet's frame.
  package var frameLength: Int
  /// The rate of the output in Hz.
  package var sampleRate: Int
  /// The channels of the output.
  package var channelCount: Int
  /// The delay of the output relative to the gains in samples: 257 behind the filterbanks of band replication,
  /// otherwise 0.
  package var delay: Int

  /// Creates a format.
  package init(frameLength: Int, sampleRate: Int, channelCount: Int, delay: Int) {
    self.frameLength = frameLength
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.delay = delay
  }
}

/// Applies the selected sets of gains, and the gain to the target level, to the output of a decoder.
///
/// ISO/IEC 23003-4, 6.4. Call ``receive(_:)`` or ``receiveNothing()`` once for each frame, then ``apply(to:)``. Storage
/// is allocated once.
package struct DynamicRangeStage: Sendable {
  /// The selection.
  package let selection: DRCSelection
  private var payload: GainPayload?
  private var curves: [GainCurve] = []
  private let level: Float

  /// Creates the stage; `nil` if it would change nothing.
  ///
  /// - Parameters:
  ///   - request: The listener's wishes.
  ///   - config: The stream's configuration; `nil` if it has none.
  ///   - loudness: The stream's loudness.
  ///   - format: The output of the decoder.
  package init?(_ request: DRCRequest, _ config: UniDRCConfig?, _ loudness: StatedLoudnessSet, _ format: DRCFormat) {
    self.init(DRCSelection(request, config, loudness, obstacle: config?.obstacle(for: format)), request, config, format)
  }

  /// Creates the stage for a selection; `nil` if it would change nothing.
  package init?(_ selection: DRCSelection, _ request: DRCRequest, _ config: UniDRCConfig?, _ format: DRCFormat) {
    self.selection = selection
    level = Float(Decibels.amplitude(ofLevel: selection.normalization))
    if let gains = config?.gains, !selection.sets.isEmpty {
      payload = GainPayload(gains, format)
      for set in selection.sets {
        for group in set.groups {
          let gainSet = gains.sets[group.gainSet]
          curves.append(
            GainCurve(
              SequenceShape(gainSet, format), sequence: gainSet.sequences[0], channels: group.channels,
              mapping: GainMapping(set, group.modification, request, normalization: selection.normalization)))
        }
      }
    }
    if curves.isEmpty, level == 1 { return nil }
  }

  /// Clears the gains of earlier packets.
  package mutating func reset() {
    for index in curves.indices { curves[index].reset() }
  }

  /// Adds the gains of a packet.
  ///
  /// - Throws: `CodecError` if they cannot be read; the last ones hold then.
  package mutating func receive(_ reader: inout BitReader) throws(CodecError) {
    do throws(CodecError) {
      guard payload != nil else { return }
      try payload?.parse(&reader)
    } catch {
      receiveNothing()
      throw error
    }
    for index in curves.indices {
      guard let nodes = payload?.sequences[curves[index].sequence] else { continue }
      curves[index].advance(nodes)
    }
  }

  /// Records a packet without gains.
  package mutating func receiveNothing() {
    for index in curves.indices { curves[index].advanceWithoutNodes() }
  }

  /// Multiplies a frame by its gains.
  package func apply(to output: inout PCMBlock) {
    for curve in curves {
      if curve.channels.isEmpty {
        for channel in 0..<output.channelCount { DynamicRangeStage.multiply(channel, of: &output, by: curve.factors) }
      }
      for channel in curve.channels where channel < output.channelCount {
        DynamicRangeStage.multiply(channel, of: &output, by: curve.factors)
      }
    }
    if level != 1 { output.scale(0..<output.frameCount, by: GainRamp(level)) }
  }

  private static func multiply(_ channel: Int, of output: inout PCMBlock, by factors: [Float]) {
    let gains = factors.span
    let count = min(gains.count, output.frameCount)
    var plane = output.plane(channel)
    for frame in 0..<count { plane[frame] *= gains[frame] }
  }
}

extension GainMapping {
  /// - Parameter normalization: The gain to the target level, in dB.
  init(
    _ set: GainInstructions, _ modification: GainModification, _ request: DRCRequest, normalization: Double
  ) {
    let isDucking = !set.effects.isDisjoint(with: .ducking)
    if !isDucking, set.effects != .fade, set.effects != .clipping {
      (cut, boost) = (request.scale.cut, request.scale.boost)
    }
    if let scaling = modification.scaling {
      cut *= scaling.attenuation
      boost *= scaling.amplification
    }
    if isDucking {
      cut *= modification.ducking
      boost *= modification.ducking
    }
    offset = modification.offset
    if set.effects == .clipping, let target = set.limiterPeakTarget { offset += max(0, -target - normalization) }
  }
}
