package import AACSyntax
import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.

/// The traces of a lost packet's sound in its neighbours.
///
/// Windows overlap, so the packets around the lost one hold a part of the sound in its place, aliased and windowed. It
/// is not fit to be heard, but it has the spectral shape of the lost sound and, measured with a sine window, a quarter
/// of its energy, or an eighth where only the previous packet is known.
package struct GapProbe: Sendable {
  /// The frame of output before the gap, and two frames from the gap on.
  package var line: [Float]
  /// The end of the block of two frames that has the lost packet's window in its middle.
  package let blockEnd: Int
  var overlap: BlockSwitchingOverlap
  var lowDelay: LowDelaySynthesisState
  private let silence: [Float]
  private let frameLength: Int

  package init(_ configuration: AACConfiguration) {
    frameLength = configuration.frameLength
    let isLowDelay = configuration.profile == .enhancedLowDelay
    line = Array(repeating: 0, count: 3 * frameLength)
    overlap = BlockSwitchingOverlap(frameLength: isLowDelay ? 0 : frameLength)
    lowDelay = LowDelaySynthesisState(frameLength: isLowDelay ? frameLength : 0)
    silence = Array(repeating: 0, count: frameLength)
    blockEnd = 2 * frameLength + (isLowDelay ? GapProbe.lowDelayCenter(frameLength) : frameLength)
  }

  /// Returns the centre of the energy of AAC-ELD's window, in samples from the start of its output.
  private static func lowDelayCenter(_ frameLength: Int) -> Int {
    let window = LowDelayWindow.values(frameLength: frameLength)
    var energy = 0.0
    var moment = 0.0
    for n in window.indices {
      energy += Double(window[n]) * Double(window[n])
      moment += Double(window[n]) * Double(window[n]) * Double(n)
    }
    return min(max(Int((moment / energy).rounded()) - frameLength / 4, 0), frameLength)
  }

  /// Fills the line.
  ///
  /// - Parameters:
  ///   - past: Output that precedes the gap, a frame at least.
  ///   - outlook: The packet after the gap, if it is known.
  package mutating func look(
    at state: borrowing ChannelState, past: [Float], outlook: ChannelOutlook?, _ synthesis: inout ChannelSynthesis
  ) {
    for n in 0..<frameLength { line[n] = past[past.count - frameLength + n] }
    for n in overlap.samples.indices { overlap.samples[n] = state.overlap.samples[n] }
    overlap.shape = state.overlap.shape
    lowDelay.copy(state.lowDelay)
    synthesis.probe(silence, windows: state.windows, &self, frame: 0)
    if let outlook {
      synthesis.probe(outlook.spectrum, windows: outlook.windows, &self, frame: 1)
    } else {
      synthesis.probe(silence, windows: state.windows, &self, frame: 1)
    }
  }
}
