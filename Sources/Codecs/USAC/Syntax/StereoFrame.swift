import AACSyntax
import Bitstream

/// The data of a packet for the two channels of a pair together: `StereoCoreToolInfo()`.
///
/// ISO/IEC 23003-3, 5.3.2.
struct StereoFrame: Sendable {
  /// The stereo tool that makes the two channels from the coded ones.
  enum Tool: Sendable, BitwiseCopyable {
    /// Both channels coded as they are.
    case none
    /// Sum and difference.
    case midSide
    /// Prediction of one channel from the other: `cplx_pred_data()`.
    case prediction
  }

  var hasCommonWindow = false
  var tool = Tool.none
  /// `max_sfb_ste`: the bands that the tool is at work in.
  var bandCount = 0
  /// True for a band in which the tool is used, at the indices of AAC: `ms_used` or `cplx_pred_used`.
  var used: [128 of Bool] = .init(repeating: false)
  /// `alpha_q_re` and `alpha_q_im` of each band, in tenths.
  var real: [128 of Int16] = .init(repeating: 0)
  var imaginary: [128 of Int16] = .init(repeating: 0)
  /// `pred_dir`: true if the sum is predicted from the difference.
  var predictsMid = false
  /// `complex_coef`.
  var isComplex = false
  /// `use_prev_frame`.
  var usesPreviousFrame = false
  /// `tns_on_lr`: true if noise shaping is undone after the stereo tool.
  var shapesLeftRight = false

  /// Sets the tool for a frame whose channels have no common tools.
  mutating func clear() {
    (hasCommonWindow, tool, bandCount, shapesLeftRight) = (false, .none, 0, false)
  }

  /// Parses `ms_mask_present` and the data after it.
  mutating func parseTool(
    _ reader: inout BitReader, _ info: IndividualChannelInfo, isIndependent: Bool,
    _ state: inout PredictionParseState
  ) throws(USACError) {
    switch try reader.bits(2) {
    case 0: tool = .none
    case 1:
      tool = .midSide
      for group in 0..<info.groupCount {
        for band in 0..<bandCount { used[ChannelFrame.place(group, band)] = try reader.bit() }
      }
    case 2:
      tool = .midSide
      for group in 0..<info.groupCount {
        for band in 0..<bandCount { used[ChannelFrame.place(group, band)] = true }
      }
    default:
      tool = .prediction
      try parsePrediction(&reader, info, isIndependent: isIndependent, &state)
    }
  }

  /// `cplx_pred_data()`: the coefficients of two bands at a time, as differences over time or over frequency.
  ///
  /// The earlier coefficients are those of the last group of the previous packet; they count as 0 if only one of the
  /// two packets has short windows.
  private mutating func parsePrediction(
    _ reader: inout BitReader, _ info: IndividualChannelInfo, isIndependent: Bool,
    _ state: inout PredictionParseState
  ) throws(USACError) {
    let areAllUsed = try reader.bit()
    for group in 0..<info.groupCount {
      for band in stride(from: 0, to: bandCount, by: 2) {
        let isUsed = areAllUsed ? true : try reader.bit()
        used[ChannelFrame.place(group, band)] = isUsed
        if band + 1 < bandCount { used[ChannelFrame.place(group, band + 1)] = isUsed }
      }
    }
    predictsMid = try reader.bit()
    isComplex = try reader.bit()
    usesPreviousFrame = isComplex && !isIndependent ? try reader.bit() : false
    let isOverTime = isIndependent ? false : try reader.bit()
    if state.isShort != info.isShort { state = PredictionParseState() }
    state.isShort = info.isShort
    guard state.isKnown || !isOverTime else { throw USACError(.needsLostPacket, at: reader.offset) }
    state.isKnown = true
    for group in 0..<info.groupCount {
      try parseCoefficients(&reader, group: group, isOverTime: isOverTime, &state)
    }
    for band in bandCount..<64 { (state.real[band], state.imaginary[band]) = (0, 0) }
  }

  /// The coefficients of a group, which the next group refers to.
  private mutating func parseCoefficients(
    _ reader: inout BitReader, group: Int, isOverTime: Bool, _ state: inout PredictionParseState
  ) throws(USACError) {
    let code = Codebooks.shared.scaleFactor
    var last: (real: Int16, imaginary: Int16) = (0, 0)
    for band in stride(from: 0, to: bandCount, by: 2) {
      let place = ChannelFrame.place(group, band)
      let before = isOverTime ? (state.real[band], state.imaginary[band]) : last
      last = (0, 0)
      if used[place] {
        last.real = try StereoFrame.coefficient(&reader, code, before.0)
        if isComplex { last.imaginary = try StereoFrame.coefficient(&reader, code, before.1) }
      }
      for both in band..<min(band + 2, bandCount) {
        (real[ChannelFrame.place(group, both)], imaginary[ChannelFrame.place(group, both)]) = last
        (state.real[both], state.imaginary[both]) = last
      }
    }
  }

  /// Returns a coefficient: the previous one less a difference in the code of the scale factors.
  private static func coefficient(
    _ reader: inout BitReader, _ code: PrefixCode, _ before: Int16
  ) throws(USACError) -> Int16 {
    let start = reader.offset
    let difference = Int(code.decode(&reader)) - 60
    try reader.checkEnd()
    guard let value = Int16(exactly: Int(before) - difference) else {
      throw USACError(.predictionOutOfRange, at: start)
    }
    return value
  }
}
