package import AudioBase
package import Bitstream

/// A point of a curve of gains.
struct GainNode: Sendable, BitwiseCopyable {
  /// The number of samples from the start of the packet's frame; negative in the frame before.
  var time: Int
  /// dB, of which 6 double the amplitude.
  var gain: Double
  /// dB per step of time.
  var slope = 0.0
}

/// The way in which packets carry a sequence of gains.
struct SequenceShape: Sendable, BitwiseCopyable {
  var profile: GainSet.Profile
  var isLinear: Bool
  var isFullFrame: Bool
  /// The number of samples per frame.
  var frameLength: Int
  /// Samples by which gains are later than their frame.
  var delay: Int
  /// `deltaTmin`: the step of time, in samples.
  var step: Int
  /// The position of the first step within a frame, in samples, after the part filled by the previous frame.
  var offset: Int
  /// The bits of the largest differences of time.
  var timeBits: Int

  init(_ gains: GainSet, _ format: DRCFormat) {
    profile = gains.profile
    isLinear = gains.isLinear
    isFullFrame = gains.isFullFrame
    (frameLength, delay) = (format.frameLength, format.delay)
    var smallest = 1
    while smallest <= (format.sampleRate + 1000) / 2000 { smallest *= 2 }
    step = gains.step ?? smallest
    offset = gains.isCentred ? (step - 1) / 2 - step : -1
    timeBits = 1
    while 1 << timeBits < 2 * (frameLength / step) { timeBits += 1 }
  }
}

/// `uniDrcGain()`: the nodes of all sequences in a packet.
///
/// ISO/IEC 23003-4, 7.5. Storage is allocated once.
package struct GainPayload: Sendable {
  /// The most nodes that a packet codes for a sequence, and the one at its end.
  static let maximumNodeCount = 129

  private let shapes: [SequenceShape]
  private(set) var sequences: [[GainNode]]
  private var times: [Int] = []

  // Bound: a configuration has at most 63 sets of gains of four sequences.
  init(_ gains: GainCoefficients, _ format: DRCFormat) {
    var shapes: [SequenceShape] = []
    for sequence in 0..<gains.sequenceCount {
      let set = gains.sets.first { $0.sequences.contains(sequence) } ?? GainSet()
      shapes.append(SequenceShape(set, format))
    }
    self.shapes = shapes
    sequences = Array(repeating: [], count: shapes.count)
    for index in sequences.indices { sequences[index].reserveCapacity(GainPayload.maximumNodeCount) }
    times.reserveCapacity(GainPayload.maximumNodeCount)
  }

  /// Reads the gains of a packet, without their padding.
  ///
  /// - Throws: `CodecError`: truncated, or malformed. The sequences are not to be used then.
  package mutating func parse(_ reader: inout BitReader) throws(CodecError) {
    for index in sequences.indices {
      sequences[index].removeAll(keepingCapacity: true)
      try parse(&reader, index)
    }
    guard try reader.flag() else { return }
    while let part = try reader.nextExtension(3) { try reader.leave(part) }
  }

  private mutating func parse(_ reader: inout BitReader, _ index: Int) throws(CodecError) {
    let shape = shapes[index]
    guard shape.profile != .constant else {
      return sequences[index].append(GainNode(time: shape.frameLength - 1, gain: 0))
    }
    guard try reader.flag() else {
      let gain = Double(try shape.initialGain(&reader)) / 8
      return sequences[index].append(GainNode(time: shape.frameLength + shape.offset, gain: gain))
    }
    var count = 1
    while try !reader.flag() {
      count += 1
      guard count < GainPayload.maximumNodeCount else {
        throw CodecError(
          .malformed, "a packet has more than 128 gains of a sequence", clause: "ISO/IEC 23003-4, 7.5",
          bitOffset: reader.offset)
      }
    }
    for _ in 0..<(shape.isLinear ? 0 : count) {
      let slope = try reader.symbol(GainCodes.slopes)
      sequences[index].append(GainNode(time: 0, gain: 0, slope: gainSlopeValues[slope]))
    }
    for _ in 0..<(shape.isLinear ? count : 0) { sequences[index].append(GainNode(time: 0, gain: 0)) }
    try readTimes(&reader, shape, count: count)
    var gain = 0
    for place in 0..<count {
      gain = place == 0 ? try shape.initialGain(&reader) : gain + (try shape.gainStep(&reader))
      sequences[index][place].gain = Double(gain) / 8
      sequences[index][place].time = times[place]
    }
  }

  /// Reads the times of nodes and puts those first that belong to the previous frame, which the packet repairs.
  private mutating func readTimes(_ reader: inout BitReader, _ shape: SequenceShape, count: Int) throws(CodecError) {
    times.removeAll(keepingCapacity: true)
    let end = shape.frameLength + shape.offset
    let hasEnd = shape.isFullFrame ? true : try reader.flag()
    var (time, ownCount, isEnded) = (shape.offset, 0, !hasEnd)
    for _ in 0..<(hasEnd ? count - 1 : count) {
      time += try shape.timeStep(&reader) * shape.step
      if !isEnded, time > end {
        times.append(end)
        isEnded = true
      }
      guard time < 2 * shape.frameLength else {
        throw CodecError(
          .malformed, "a gain lies after the next frame", clause: "ISO/IEC 23003-4, 7.5", bitOffset: reader.offset)
      }
      times.append(time)
    }
    if !isEnded { times.append(end) }
    while ownCount < count, times[ownCount] < shape.frameLength { ownCount += 1 }
    for place in ownCount..<count { times[place] -= 2 * shape.frameLength }
    times[..<ownCount].reverse()
    times[ownCount...].reverse()
    times.reverse()
  }
}

/// The codes of gains.
private enum GainCodes {
  static let regular = PrefixCode(rows: regularGainSteps.span, primaryBits: 7)
  static let clipping = PrefixCode(rows: clippingGainSteps.span, primaryBits: 7)
  static let slopes = PrefixCode(rows: gainSlopes.span, primaryBits: 5)
}

extension SequenceShape {
  /// The first gain of a packet, in eighths of a decibel.
  fileprivate func initialGain(_ reader: inout BitReader) throws(CodecError) -> Int {
    switch profile {
    case .regular:
      let isNegative = try reader.flag()
      let size = try reader.field(8)
      return isNegative ? -size : size
    case .fading: return try reader.flag() ? -1 - (try reader.field(10)) : 0
    case .clipping: return try reader.flag() ? -1 - (try reader.field(8)) : 0
    case .constant: return 0
    }
  }

  /// The difference to the next gain, in eighths of a decibel.
  fileprivate func gainStep(_ reader: inout BitReader) throws(CodecError) -> Int {
    profile == .clipping ? try reader.symbol(GainCodes.clipping) - 32 : try reader.symbol(GainCodes.regular) - 16
  }

  /// The steps to the next node, 1 or more.
  fileprivate func timeStep(_ reader: inout BitReader) throws(CodecError) -> Int {
    switch try reader.field(2) {
    case 0: 1
    case 1: try reader.field(2) + 2
    case 2: try reader.field(3) + 6
    default: try reader.field(timeBits) + 14
    }
  }
}

extension BitReader {
  fileprivate mutating func symbol(_ code: borrowing PrefixCode) throws(CodecError) -> Int {
    let value = code.decode(&self)
    guard value != PrefixCode.invalid else {
      throw CodecError(.malformed, "a gain has no such codeword", clause: "ISO/IEC 23003-4, 7.5", bitOffset: offset)
    }
    guard !isPastEnd else {
      throw CodecError(
        .truncated, "the data of dynamic range control end early", clause: "ISO/IEC 23003-4, 7.5", bitOffset: offset)
    }
    return Int(value)
  }
}
