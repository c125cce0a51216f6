import AACDecoding
import AACReplication
import AACSyntax
import Bitstream
import TestSupport

/// A coded set of one parameter, as a test wants it written.
struct SurroundSetPlan {
  var isCoarse = false
  var strideCode = 0
  /// One a group, of the quantiser's range.
  var indices: [Int] = []
  var form = Form.words

  enum Form: Equatable {
    case words
    /// Single differences, or pairs with a code 0…3 for their largest value.
    case differences(SurroundCodebooks.Direction, pairs: Int?)
  }
}

/// Writes LD MPEG Surround frames: the mirror of what the decoder reads, from the tables alone.
struct SurroundWriter {
  var writer = BitWriter()

  private static func row(_ rows: Span<UInt32>, _ values: Span<UInt8>, _ symbol: Int) -> PrefixCodeRow? {
    for index in values.indices where Int(values[index]) == symbol { return PrefixCodeRow(packed: rows[index]) }
    return nil
  }

  private mutating func write(_ row: PrefixCodeRow?) {
    guard let row else { return }
    writer.write(row.code, row.length)
  }

  /// The head of a frame with one set, or two, in fixed places.
  mutating func begin(setCount: Int = 1, isIndependent: Bool = true) {
    writer.write(0, 1)
    writer.write(UInt32(setCount - 1), 1)
    writer.write(isIndependent)
  }

  /// One coded set.
  ///
  /// - Parameters:
  ///   - old: The index of each group before, for differences over time.
  ///   - allowsTime: Whether the frame lets the set follow another one.
  mutating func write(
    _ plan: SurroundSetPlan, _ quantity: SurroundQuantity, old: [Int] = [], allowsTime: Bool = false
  ) {
    writer.write(0, 1)
    writer.write(plan.isCoarse)
    writer.write(UInt32(plan.strideCode), 2)
    writeValues(plan, quantity, old: old, allowsTime: allowsTime)
  }

  private mutating func writeValues(
    _ plan: SurroundSetPlan, _ quantity: SurroundQuantity, old: [Int], allowsTime: Bool
  ) {
    let offset = quantity.offset(isCoarse: plan.isCoarse)
    guard case .differences(let direction, let pairs) = plan.form else {
      writer.write(1, 1)
      let width = quantity == .levelDifference ? (plan.isCoarse ? 4 : 5) : plan.isCoarse ? 2 : 3
      for index in plan.indices { writer.write(UInt32(index + offset), width) }
      return
    }
    writer.write(0, 1)
    if allowsTime { writer.write(direction == .time) }
    writer.write(pairs != nil)
    var differences = plan.indices
    switch direction {
    case .frequency:
      for index in differences.indices.reversed() where index > 0 { differences[index] -= differences[index - 1] }
      differences[0] += offset
    case .time: for index in differences.indices { differences[index] -= old[index] }
    }
    writeDifferences(differences, quantity, direction, pairs)
  }

  private mutating func writeDifferences(
    _ differences: [Int], _ quantity: SurroundQuantity, _ direction: SurroundCodebooks.Direction, _ pairs: Int?
  ) {
    if let pairs {
      write(Self.row(surroundLargestValueIndex.span, surroundLargestValueIndexValues.span, pairs))
    }
    var rest = differences[...]
    if direction == .frequency, let first = rest.popFirst() {
      write(
        quantity == .levelDifference
          ? Self.row(surroundLevelDifferenceFirst.span, surroundLevelDifferenceFirstValues.span, first)
          : Self.row(surroundCoherenceFirst.span, surroundCoherenceFirstValues.span, first))
    }
    if let pairs { writePairs(&rest, quantity, direction, pairs) }
    for difference in rest { writeSingle(difference, quantity, direction) }
  }

  private mutating func writeSingle(
    _ difference: Int, _ quantity: SurroundQuantity, _ direction: SurroundCodebooks.Direction
  ) {
    let magnitude = abs(difference)
    switch (quantity, direction) {
    case (.levelDifference, .frequency):
      write(
        Self.row(surroundLevelDifferenceOverFrequency.span, surroundLevelDifferenceOverFrequencyValues.span, magnitude))
    case (.levelDifference, .time):
      write(Self.row(surroundLevelDifferenceOverTime.span, surroundLevelDifferenceOverTimeValues.span, magnitude))
    case (.coherence, .frequency):
      write(Self.row(surroundCoherenceOverFrequency.span, surroundCoherenceOverFrequencyValues.span, magnitude))
    case (.coherence, .time):
      write(Self.row(surroundCoherenceOverTime.span, surroundCoherenceOverTimeValues.span, magnitude))
    case (.phaseDifference, _): preconditionFailure("LD MPEG Surround has no phases")
    }
    if difference != 0 { writer.write(difference < 0) }
  }

  /// Pairs by trying what each codeword with its sign and order stands for; only the largest values of 3 (level
  /// differences, over frequency and time) and 1 (coherences) are written here, whose codes have no escape.
  private mutating func writePairs(
    _ rest: inout ArraySlice<Int>, _ quantity: SurroundQuantity, _ direction: SurroundCodebooks.Direction, _ code: Int
  ) {
    let largest = quantity.largestValue(code)
    while rest.count >= 2 {
      let wanted = (rest.removeFirst(), rest.removeFirst())
      for a in 0...largest {
        for b in 0...largest where unfolds(a, b, largest, to: wanted) {
          let symbol = 16 * a + b
          switch (quantity, direction) {
          case (.levelDifference, .frequency):
            write(
              Self.row(
                surroundLevelDifferencePairsOverFrequency3.span, surroundLevelDifferencePairsOverFrequency3Values.span,
                symbol))
          case (.levelDifference, .time):
            write(
              Self.row(
                surroundLevelDifferencePairsOverTime3.span, surroundLevelDifferencePairsOverTime3Values.span, symbol))
          case (.coherence, .frequency):
            write(
              Self.row(
                surroundCoherencePairsOverFrequency1.span, surroundCoherencePairsOverFrequency1Values.span, symbol))
          case (.coherence, .time):
            write(Self.row(surroundCoherencePairsOverTime1.span, surroundCoherencePairsOverTime1Values.span, symbol))
          case (.phaseDifference, _): preconditionFailure("LD MPEG Surround has no phases")
          }
          writeSigns(a, b, largest, wanted)
        }
      }
    }
  }

  /// The pair that a codeword stands for before sign and order.
  private func base(_ a: Int, _ b: Int, _ largest: Int) -> (Int, Int) {
    a + b > largest ? (2 * largest + 1 - a - b, b - a) : (a + b, a - b)
  }

  private func unfolds(_ a: Int, _ b: Int, _ largest: Int, to wanted: (Int, Int)) -> Bool {
    let (x, y) = base(a, b, largest)
    return [(x, y), (-x, -y), (y, x), (-y, -x)].contains { $0 == wanted }
  }

  private mutating func writeSigns(_ a: Int, _ b: Int, _ largest: Int, _ wanted: (Int, Int)) {
    var (x, y) = base(a, b, largest)
    if x + y != 0 {
      let isNegative = wanted.0 + wanted.1 != x + y
      writer.write(isNegative)
      if isNegative { (x, y) = (-x, -y) }
    }
    if x - y != 0 { writer.write(wanted != (x, y)) }
  }

  /// A frame of one set with the same two indices in all bands, and no smoothing.
  static func frame(
    level: Int, coherence: Int, bandCount: Int = 15, isIndependent: Bool = true
  ) -> [UInt8] {
    var frame = SurroundWriter()
    frame.begin(isIndependent: isIndependent)
    let levels = SurroundSetPlan(strideCode: 3, indices: [level])
    let coherences = SurroundSetPlan(strideCode: 3, indices: [coherence])
    frame.writer.write(3, 2)
    frame.write(levels, .levelDifference, allowsTime: !isIndependent)
    frame.writer.write(3, 2)
    frame.write(coherences, .coherence, allowsTime: !isIndependent)
    frame.writer.write(0, 2)
    return frame.writer.bytes
  }
}

/// Bytes of a frame that can be parsed where a reader cannot be kept.
struct BitReaderSource {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func parse(_ frame: inout SurroundFrame, _ configuration: SurroundConfiguration) throws {
    var reader = BitReader(bytes.span)
    try frame.parse(&reader, configuration, SurroundCodebooks())
  }
}
