package import AACSyntax
package import Bitstream

/// The last values of a parameter, which differences refer to.
struct SurroundParameterHistory: Sendable {
  fileprivate(set) var indices: SurroundBandValues = .init(repeating: 0)
  fileprivate(set) var isCoarse = false

  fileprivate mutating func clear() {
    indices = .init(repeating: 0)
    isCoarse = false
  }

  fileprivate mutating func convert(_ quantity: SurroundQuantity, toCoarse: Bool) {
    guard toCoarse != isCoarse else { return }
    isCoarse = toCoarse
    for band in indices.indices {
      indices[band] = toCoarse ? quantity.coarse(indices[band]) : quantity.fine(indices[band])
    }
  }
}

/// A set of a parameter's values, one per band.
package struct SurroundParameterSet: Sendable {
  /// The mode of a parameter's data: `bs…dataMode` with the parameter's name.
  package enum Mode: Int, Sendable, BitwiseCopyable {
    /// No level difference, full coherence.
    case standard
    /// The values of the last set.
    case keep
    /// Interpolated between the last set and the next one.
    case interpolate
    case coded
  }

  package fileprivate(set) var mode = Mode.standard
  /// Indices of the bands, where the set is coded.
  package var indices: SurroundBandValues = .init(repeating: 0)
  package var isCoarse = false
  /// True if the set has its own values.
  package var isCoded: Bool { mode == .coded }
}

/// The values of one parameter in a frame: one or two sets, and up to eight in USAC.
///
/// ISO/IEC 23003-2, `EcDataSaoc()` of the low delay syntax; ISO/IEC 23003-3, `EcData()`.
package struct SurroundParameterData: Sendable {
  let quantity: SurroundQuantity
  package private(set) var sets: [8 of SurroundParameterSet] = .init(repeating: SurroundParameterSet())
  private(set) var history = SurroundParameterHistory()

  package init(_ quantity: SurroundQuantity) { self.quantity = quantity }

  /// Resets all sets and the references of differences.
  package mutating func clear() {
    for set in sets.indices { sets[set].mode = .standard }
    history.clear()
  }

  /// Reads the sets of a frame, eight at most.
  package mutating func parse(
    _ reader: inout BitReader, _ frame: SurroundFrameContext, _ codebooks: SurroundCodebooks
  ) throws(AACError) {
    let start = reader.offset
    let setCount = frame.setCount
    for set in 0..<setCount {
      let mode = try reader.bits(2)
      sets[set].mode = SurroundParameterSet.Mode(rawValue: mode) ?? .standard
    }
    let needsHistory = sets[0].mode == .keep || sets[0].mode == .interpolate
    guard !(frame.isIndependent && needsHistory), sets[setCount - 1].mode != .interpolate else {
      throw AACError(.surroundDataMode, at: start)
    }
    var set = 0
    while set < setCount {
      switch sets[set].mode {
      case .standard: history.clear()
      case .keep, .interpolate: break
      case .coded: set += try parseCoded(&reader, set, frame, codebooks)
      }
      set += 1
    }
  }

  /// Reads a coded set and returns the number of further sets that came with it: 0 or 1.
  private mutating func parseCoded(
    _ reader: inout BitReader, _ set: Int, _ frame: SurroundFrameContext, _ codebooks: SurroundCodebooks
  ) throws(AACError) -> Int {
    let start = reader.offset
    let isPair = try reader.bit()
    let isCoarse = try reader.bit()
    let groups = SurroundGroups(strideCode: try reader.bits(2), bandCount: frame.bandCount)
    guard !isPair || (set + 1 < frame.setCount && sets[set + 1].mode == .coded) else {
      throw AACError(.surroundDataMode, at: start)
    }
    history.convert(quantity, toCoarse: isCoarse)
    var old: SurroundBandValues = .init(repeating: 0)
    groups.collect(history.indices, into: &old)
    var values: [2 of SurroundBandValues] = .init(repeating: old)
    let coding = SurroundCoding(
      syntax: frame.syntax, quantity: quantity, isCoarse: isCoarse, count: groups.count, isPair: isPair,
      allowsTime: !(frame.isIndependent && set == 0))
    try coding.parse(&reader, codebooks, into: &values)
    for part in 0...(isPair ? 1 : 0) {
      sets[set + part].isCoarse = isCoarse
      groups.spread(values[part], into: &sets[set + part].indices)
    }
    groups.spreadForHistory(values[isPair ? 1 : 0], into: &history.indices)
    return isPair ? 1 : 0
  }
}
