package import AudioBase

/// The filterbanks of LD MPEG Surround over a core without SBR: they turn the core's samples into subbands, and the
/// subbands of both channels into samples.
///
/// ISO/IEC 23003-2. Over LD-SBR its own banks serve both tools.
package struct SurroundFilterbank: ~Copyable, Sendable {
  private let frameLength: Int
  private let bandCount: Int
  private var analysis: SubbandAnalysis
  private var synthesis: SubbandSynthesis
  private var past: SubbandAnalysis.History
  private var left: SubbandSynthesis.History
  private var right: SubbandSynthesis.History
  private var leftMatrix: QuadratureMirrorMatrix
  private var rightMatrix: QuadratureMirrorMatrix

  /// Creates the banks for frames of a number of samples, and for 64 or 32 bands.
  package init(frameLength: Int, bandCount: Int) {
    self.frameLength = frameLength
    self.bandCount = bandCount
    let columnCount = frameLength / bandCount
    analysis = SubbandAnalysis(
      .surround, bandCount: bandCount, columnCount: columnCount, synthesisBandCount: bandCount)
    synthesis = SubbandSynthesis(.surround, bandCount: bandCount, columnCount: columnCount)
    past = SubbandAnalysis.History(bandCount: bandCount)
    left = SubbandSynthesis.History(bandCount: bandCount)
    right = SubbandSynthesis.History(bandCount: bandCount)
    leftMatrix = QuadratureMirrorMatrix(columnCount: columnCount)
    rightMatrix = QuadratureMirrorMatrix(columnCount: columnCount)
  }

  /// Clears the history.
  package mutating func reset() {
    past = SubbandAnalysis.History(bandCount: bandCount)
    left = SubbandSynthesis.History(bandCount: bandCount)
    right = SubbandSynthesis.History(bandCount: bandCount)
  }

  /// Replaces the core's samples in the first channel by left, and the second channel's by right.
  package mutating func run(_ surround: inout LowDelaySurround?, _ output: inout PCMBlock, at frame: Int) {
    let range = frame..<(frame + frameLength)
    analysis.analyze(output.channel(0).extracting(range), history: &past, into: &leftMatrix)
    surround?.apply(left: &leftMatrix, right: &rightMatrix)
    var plane = output.plane(0)
    var samples = plane._mutatingExtracting(range)
    synthesis.synthesize(leftMatrix, history: &left, into: &samples)
    var otherPlane = output.plane(1)
    var otherSamples = otherPlane._mutatingExtracting(range)
    synthesis.synthesize(rightMatrix, history: &right, into: &otherSamples)
  }
}
