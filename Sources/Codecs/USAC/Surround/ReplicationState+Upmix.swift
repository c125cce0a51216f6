import AACReplication
import AACSyntax
import AudioBase

/// MPEG Surround 2-1-2 of an element.
struct ElementUpmix: Sendable {
  let configuration: UpmixConfiguration
  var path: StereoUpmix
  /// The core's subbands if band replication works on left and right; `nil` if it works on the downmix.
  var downmix: SBRChannelState?
  var residual: SBRChannelState?

  init(_ configuration: UpmixConfiguration, _ replication: SBRConfiguration) {
    self.configuration = configuration
    path = StereoUpmix(configuration)
    guard configuration.isFirst else { return }
    downmix = SBRChannelState(replication)
    residual = SBRChannelState(replication)
  }
}

/// Band replication of a pair with MPEG Surround 2-1-2.
///
/// ISO/IEC 23003-3, 7.11. With one channel of replication that comes first, and the residual, delayed as the downmix
/// is, joins it afterwards. With two, MPEG Surround works in the core's subbands, and band replication on its results.
extension ReplicationState {
  /// Replaces the core's samples at the start of the element's channels by the frame's.
  mutating func apply(
    _ engine: inout SBREngine, _ upmix: inout ElementUpmix, to output: inout PCMBlock, channel: Int
  ) {
    if upmix.configuration.isPseudoLeftRight {
      ReplicationState.rotate(&output, channel, frameCount: upmix.configuration.coreFrameLength)
    }
    if upmix.configuration.isFirst {
      fillAfterUpmix(&engine, &upmix, output, channel: channel)
    } else {
      fillBeforeUpmix(&engine, &upmix, output, channel: channel)
    }
    engine.synthesize(&first, into: &output, channel: channel, at: 0)
    engine.synthesize(&second, into: &output, channel: channel + 1, at: 0)
  }

  /// Upmixes the output of band replication on the downmix.
  private mutating func fillBeforeUpmix(
    _ engine: inout SBREngine, _ upmix: inout ElementUpmix, _ output: borrowing PCMBlock, channel: Int
  ) {
    engine.analyze(output, &first, channel: channel, at: 0)
    fillMatrices(&engine)
    if upmix.configuration.hasResidual {
      var noBands: SBRBands?
      engine.analyze(output, &second, channel: channel + 1, at: 0)
      engine.fillMatrix(secondFrame, &noBands, &second)
    }
    upmix.path.apply(left: &first.matrix, right: &second.matrix)
  }

  /// Upmixes the core's subbands, and replicates the bands of the results.
  private mutating func fillAfterUpmix(
    _ engine: inout SBREngine, _ upmix: inout ElementUpmix, _ output: borrowing PCMBlock, channel: Int
  ) {
    guard upmix.downmix != nil, upmix.residual != nil else { return }
    // Holds: looked at just above.
    engine.analyze(output, &upmix.downmix!, channel: channel, at: 0)
    upmix.downmix!.loadLow()  // Holds: as above.
    if upmix.configuration.hasResidual {
      engine.analyze(output, &upmix.residual!, channel: channel + 1, at: 0)  // Holds: as above.
      upmix.residual!.loadLow()  // Holds: as above.
    }
    upmix.path.apply(left: &upmix.downmix!.matrix, right: &upmix.residual!.matrix)  // Holds: as above.
    first.takeLow(upmix.downmix!.matrix)  // Holds: as above.
    second.takeLow(upmix.residual!.matrix)  // Holds: as above.
    fillMatrices(&engine)
  }

  /// Converts left and right at the core's rate to downmix and residual: `bsPseudoLr`.
  private static func rotate(_ output: inout PCMBlock, _ channel: Int, frameCount: Int) {
    let share = Float(0.5).squareRoot()
    for frame in 0..<frameCount {
      let (left, right) = (output.channel(channel)[frame], output.channel(channel + 1)[frame])
      var plane = output.plane(channel)
      plane[frame] = share * (left + right)
      plane = output.plane(channel + 1)
      plane[frame] = share * (left - right)
    }
  }
}
