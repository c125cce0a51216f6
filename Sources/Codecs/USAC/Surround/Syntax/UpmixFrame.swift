import AACReplication
import AACSyntax
import Bitstream

/// The part of the stream's configuration that reading MPEG Surround of an element needs.
struct UpmixContext: Sendable {
  let configuration: UpmixConfiguration
  let codebooks: SurroundCodebooks

  /// Returns the contexts of the elements that have MPEG Surround, with the same codes.
  static func contexts(_ slots: [USACConfiguration.Slot]) -> [UpmixContext?] {
    guard slots.contains(where: { $0.upmix != nil }) else { return slots.map { _ in nil } }
    let codebooks = SurroundCodebooks(.unified)
    return slots.map { slot in slot.upmix.map { UpmixContext(configuration: $0, codebooks: codebooks) } }
  }
}

/// `Mps212Data()`: the parameters of a packet as integers, and those that later packets refer to.
///
/// ISO/IEC 23003-3, 5.3.
struct UpmixFrame: Sendable {
  /// The number of parameter sets: one to eight, and another one if the last set ends early.
  private(set) var setCount = 0
  private(set) var transmittedCount = 0
  /// The last slot of each set.
  private(set) var slots: [9 of Int] = .init(repeating: 0)
  private(set) var levelDifferences = SurroundParameterData(.levelDifference)
  private(set) var coherences = SurroundParameterData(.coherence)
  private(set) var phases = SurroundParameterData(.phaseDifference)
  /// `bsOPDSmoothingMode`.
  private(set) var smoothsPhases = false
  /// The smoothing of each set that is transmitted.
  private(set) var smoothing: [8 of SurroundSmoothing] = .init(repeating: SurroundSmoothing())
  private(set) var shaping = SurroundShapingData()
  private(set) var steering = TransientSteering()

  /// Reads a frame.
  ///
  /// - Parameter isIndependent: `usacIndependencyFlag`.
  mutating func parse(
    _ reader: inout BitReader, isIndependent: Bool, _ context: borrowing UpmixContext
  ) throws(USACError) {
    let configuration = context.configuration
    let last = smoothing[max(transmittedCount - 1, 0)]
    try parseSlots(&reader, configuration)
    let isFree = isIndependent ? true : try reader.bit()
    let frame = SurroundFrameContext(
      syntax: .unified, setCount: transmittedCount, isIndependent: isFree, bandCount: configuration.bandCount)
    do throws(AACError) {
      try levelDifferences.parse(&reader, frame, context.codebooks)
      try coherences.parse(&reader, frame, context.codebooks)
    } catch {
      throw USACError(surround: error, at: reader.offset)
    }
    try parsePhases(&reader, isIndependent: isFree, context)
    do throws(AACError) {
      for set in 0..<transmittedCount {
        smoothing[set] = !configuration.isHighRate ? SurroundSmoothing() : set == 0 ? last : smoothing[set - 1]
        if configuration.isHighRate { try smoothing[set].parse(&reader, bandCount: configuration.bandCount) }
      }
      try shaping.parse(&reader, configuration.shaping, slotCount: configuration.slotCount, context.codebooks)
    } catch {
      throw USACError(surround: error, at: reader.offset)
    }
    if configuration.hasSteering { try steering.parse(&reader, slotCount: configuration.slotCount) }
  }

  private mutating func parseSlots(
    _ reader: inout BitReader, _ configuration: UpmixConfiguration
  ) throws(USACError) {
    let start = reader.offset
    let slotCount = configuration.slotCount
    let isVariable = configuration.isHighRate ? try reader.bit() : false
    transmittedCount = configuration.isHighRate ? try reader.bits(3) + 1 : 1
    setCount = transmittedCount
    for set in 0..<transmittedCount {
      slots[set] =
        isVariable ? try reader.bits(slotCount == 64 ? 6 : 5) : slotCount * (set + 1) / transmittedCount - 1
      guard set == 0 || slots[set] > slots[set - 1] else { throw USACError(.surroundParameters, at: start) }
    }
    guard slots[setCount - 1] != slotCount - 1 else { return }
    slots[setCount] = slotCount - 1
    setCount += 1
  }

  private mutating func parsePhases(
    _ reader: inout BitReader, isIndependent: Bool, _ context: borrowing UpmixContext
  ) throws(USACError) {
    smoothsPhases = false
    guard context.configuration.hasPhases else { return }
    guard try reader.bit() else { return phases.clear() }
    smoothsPhases = try reader.bit()
    do throws(AACError) {
      let frame = SurroundFrameContext(
        syntax: .unified, setCount: transmittedCount, isIndependent: isIndependent,
        bandCount: context.configuration.phaseBandCount)
      try phases.parse(&reader, frame, context.codebooks)
    } catch {
      throw USACError(surround: error, at: reader.offset)
    }
  }
}

extension USACError {
  /// The failure of a code that USAC has in common with LD MPEG Surround.
  fileprivate init(surround error: AACError, at offset: Int) {
    let rule: USACRule =
      switch error.rule {
      case .truncated: .truncated
      case .invalidCodeword: .surroundCodeword
      default: .surroundParameters
      }
    self.init(rule, at: offset)
  }
}
