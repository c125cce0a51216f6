import Bitstream

// Bound throughout: frames have 768 or 1,024 lines: USACConfiguration checks it.

/// `lpd_channel_stream`: a frame of one channel in the linear-prediction domain (ISO/IEC 23003-3, 5.3.3).
package struct LinearPredictionStream: Sendable {
  /// A quarter of the frame, either coded by excitation, or at the start of a transform's block.
  package struct Division: Sendable {
    /// `mean_energy`: 18, 30, 42 or 54 dB, of an excitation.
    package var meanEnergy = 0
    /// `noise_factor`, of a transform.
    package var noiseFactor = 0
    /// `global_gain`, of a transform.
    package var globalGain = 0

    package init() {}
  }

  /// 64 samples that are coded by excitation.
  struct Subframe: Sendable {
    /// `acb_index`: 9 or 6 bits.
    var pitchIndex = 0
    /// `ltp_filtering_flag`.
    var isUnfiltered = false
    /// `icb_index`, by fields.
    var innovation: [8 of UInt16] = .init(repeating: 0)
    /// `gains`.
    var gainIndex = 0
  }

  let frameLength: Int
  /// `acelp_core_mode`: 0…7.
  private(set) var coreMode = 0
  /// `mod[0…3]`, the meaning of `lpd_mode`: 0 for an excitation, 1, 2 and 3 for a transform of one, two and four
  /// quarters.
  private(set) var modes: [4 of UInt8] = .init(repeating: 0)
  /// `bpf_control_info`.
  private(set) var hasBassPostFilter = false
  /// True if the previous frame was not of this domain: `core_mode_last` is 0.
  private(set) var isFirst = false
  private(set) var divisions: [4 of Division] = .init(repeating: Division())
  /// Four or three subframes for each quarter of the frame, four places each.
  private(set) var subframes: [16 of Subframe] = .init(repeating: Subframe())
  /// The lines of the transforms, each block's from the first of its quarters on.
  var spectrum: [Int32]
  /// The data at the start of each quarter.
  private(set) var cancellations: [ForwardAliasingData]
  private(set) var lineSpectra = LineSpectrumData()

  /// Creates a frame of 768 or 1,024 samples before anything has been read.
  init(coreFrameLength: Int) {
    frameLength = coreFrameLength
    spectrum = Array(repeating: 0, count: frameLength)
    cancellations = Array(repeating: ForwardAliasingData(), count: 4)
  }

  /// The number of samples per quarter.
  var divisionLength: Int { frameLength / 4 }
  /// The number of lines of the data against aliasing.
  var cancellationLength: Int { frameLength / 8 }
  /// Parts of a quarter with an excitation of their own.
  var subframeCount: Int { frameLength / 256 }

  /// Reads a frame.
  ///
  /// - Parameters:
  ///   - isIndependent: `usacIndependencyFlag`.
  ///   - context: The arithmetic coder's, which a channel has for all its transforms.
  mutating func parse(
    _ reader: inout BitReader, isIndependent: Bool, context: inout ArithmeticContext
  ) throws(USACError) {
    coreMode = try reader.bits(3)
    modes = try LinearPredictionStream.modes(ofFrame: try reader.bits(5), at: reader.offset)
    hasBassPostFilter = try reader.bit()
    isFirst = try !reader.bit()
    let hasCancellation = try reader.bit()
    var isFirstTransform = true
    for quarter in 0..<4 {
      cancellations[quarter].clear()
      guard isBlockStart(quarter) else { continue }
      if quarter == 0 ? !isFirst && hasCancellation : (modes[quarter - 1] == 0) != (modes[quarter] == 0) {
        try cancellations[quarter].parseLines(&reader, count: cancellationLength)
      }
      if modes[quarter] == 0 {
        try readExcitation(&reader, quarter)
      } else {
        let mayContinue = !isFirstTransform || !isIndependent
        divisions[quarter].noiseFactor = try reader.bits(3)
        divisions[quarter].globalGain = try reader.bits(7)
        let isReset = isFirstTransform ? (mayContinue ? try reader.bit() : true) : false
        try readSpectrum(&reader, quarter, isReset: isReset, &context)
        isFirstTransform = false
      }
    }
    try lineSpectra.read(&reader, modes: modes, isFirst: isFirst)
    guard isFirst, hasCancellation else { return }
    let count = try reader.bit() ? cancellationLength / 2 : cancellationLength
    try cancellations[0].parse(&reader, lineCount: count)
  }

  /// Returns true if a block begins with the quarter.
  func isBlockStart(_ quarter: Int) -> Bool {
    switch modes[quarter] {
    case 2: quarter % 2 == 0
    case 3: quarter == 0
    default: true
    }
  }

  /// Lines of the transform that begins with the quarter.
  func lineCount(_ quarter: Int) -> Int { divisionLength << (max(Int(modes[quarter]), 1) - 1) }

  /// Returns `mod[0…3]` of `lpd_mode`; 26…31 are reserved.
  package static func modes(ofFrame mode: Int, at offset: Int = 0) throws(USACError) -> [4 of UInt8] {
    let low = UInt8(truncatingIfNeeded: mode & 1)
    let high = UInt8(truncatingIfNeeded: mode >> 1 & 1)
    switch mode {
    case 0..<16: return [low, high, UInt8(truncatingIfNeeded: mode >> 2 & 1), UInt8(truncatingIfNeeded: mode >> 3 & 1)]
    case 16..<20: return [2, 2, low, high]
    case 20..<24: return [low, high, 2, 2]
    case 24: return [2, 2, 2, 2]
    case 25: return [3, 3, 3, 3]
    default: throw USACError(.linearPredictionMode, at: offset)
    }
  }

  /// Returns true if a subframe has its own pitch, in nine bits: the first, and of four the third.
  static func hasWholePitch(_ number: Int, of count: Int) -> Bool { number == 0 || number == 2 && count == 4 }

  /// `acelp_coding`.
  private mutating func readExcitation(_ reader: inout BitReader, _ quarter: Int) throws(USACError) {
    divisions[quarter].meanEnergy = try reader.bits(2)
    let widths = InnovationCodebook.widths(coreMode)
    for number in 0..<subframeCount {
      var subframe = Subframe()
      subframe.pitchIndex = try reader.bits(LinearPredictionStream.hasWholePitch(number, of: subframeCount) ? 9 : 6)
      subframe.isUnfiltered = try reader.bit()
      for field in 0..<8 where widths[field] > 0 {
        subframe.innovation[field] = UInt16(truncatingIfNeeded: try reader.bits(Int(widths[field])))
      }
      subframe.gainIndex = try reader.bits(7)
      subframes[4 * quarter + number] = subframe
    }
  }

  private mutating func readSpectrum(
    _ reader: inout BitReader, _ quarter: Int, isReset: Bool, _ context: inout ArithmeticContext
  ) throws(USACError) {
    let start = quarter * divisionLength
    let count = lineCount(quarter)
    var lines = spectrum.mutableSpan
    var block = lines._mutatingExtracting(start..<(start + count))
    try context.decode(&reader, codedCount: count, reset: isReset, into: &block)
  }
}
