/// Damages files that are made of boxes or chunks where it hurts: sizes, counts, order, repetition and nesting.
public struct StructureMutator: Sendable {
  private var mutator: Mutator

  /// The ways to damage a structure.
  private enum Damage: CaseIterable {
    case setSize, setField, repeatElement, removeElement, moveElement, renameElement, nestElement, insertForeign
  }

  /// Starts the damage of a seed.
  public init(seed: UInt64) { mutator = Mutator(seed: seed) }

  /// Damages bytes in one to four ways; where they have no structure, as ``Mutator`` does.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - donor: A file from which pieces may come.
  public mutating func damage(_ bytes: inout [UInt8], donor: [UInt8]) {
    for _ in 0...mutator.number(below: 4) {
      let elements = ElementMap.elements(of: bytes)
      if elements.isEmpty || mutator.number(below: 4) == 0 {
        mutator.damageOnce(&bytes, donor: donor)
      } else {
        apply(Damage.allCases[mutator.number(below: Damage.allCases.count)], elements, &bytes, donor)
      }
    }
  }

  private mutating func apply(
    _ damage: Damage, _ elements: [FileElement], _ bytes: inout [UInt8], _ donor: [UInt8]
  ) {
    let element = elements[mutator.number(below: elements.count)]
    switch damage {
    case .setSize: setSize(of: element, &bytes)
    case .setField: setField(of: element, &bytes)
    case .repeatElement:
      let copy = Array(bytes[element.range].prefix(4096))
      let times = 1 << mutator.number(below: 6)
      insert((0..<times).flatMap { _ in copy }, at: element.range.upperBound, elements, &bytes)
    case .removeElement: replace(element.range, with: [], elements, &bytes)
    case .moveElement:
      let target = elements[mutator.number(below: elements.count)].range.lowerBound
      let copy = Array(bytes[element.range].prefix(1 << 16))
      insert(copy, at: target, elements, &bytes)
    case .renameElement:
      let other = elements[mutator.number(below: elements.count)]
      bytes.replaceSubrange(element.identifier, with: Array(bytes[other.identifier]))
    case .nestElement:
      let header = Array(bytes[element.range].prefix(element.headerByteCount))
      insert((0...mutator.number(below: 20)).flatMap { _ in header }, at: element.body.lowerBound, elements, &bytes)
    case .insertForeign:
      let foreign = ElementMap.elements(of: donor)
      guard !foreign.isEmpty else { return }
      let copy = Array(donor[foreign[mutator.number(below: foreign.count)].range].prefix(4096))
      insert(copy, at: element.range.lowerBound, elements, &bytes)
    }
  }

  /// Puts another size into an element's header: one next to the true one, one of the usual suspects.
  private mutating func setSize(of element: FileElement, _ bytes: inout [UInt8]) {
    let stated = UInt64(element.range.count - element.headerByteCount + element.countedHeaderByteCount)
    let near = [0, 1, 7, 8, 9, stated &- 1, stated &+ 1, stated &- 8, stated &+ 8, stated / 2, stated &* 2]
    let value = mutator.number(below: 3) == 0 ? mutator.suspiciousNumber() : near[mutator.number(below: near.count)]
    write(value, into: element.sizeField, isBigEndian: element.isBigEndian, &bytes)
  }

  /// Puts another number into one of an element's fields, most often one of the first.
  private mutating func setField(of element: FileElement, _ bytes: inout [UInt8]) {
    let width = [1, 2, 4, 8][mutator.number(below: 4)]
    let reach = mutator.number(below: 4) == 0 ? element.body.count : min(64, element.body.count)
    guard reach >= width else { return }
    let start = element.body.lowerBound + mutator.number(below: reach / width) * width
    guard start + width <= bytes.count else { return }
    var value = mutator.suspiciousNumber()
    if mutator.number(below: 3) == 0 {
      // The number itself, a little off.
      value = bytes[start..<(start + width)].reduce(0) { $0 << 8 | UInt64($1) }
      value = value &+ UInt64(mutator.number(below: 5)) &- 2
    }
    write(value, into: start..<(start + width), isBigEndian: element.isBigEndian, &bytes)
  }

  private func write(_ value: UInt64, into field: Range<Int>, isBigEndian: Bool, _ bytes: inout [UInt8]) {
    for (place, offset) in field.enumerated() {
      let shift = UInt64(8 * (isBigEndian ? field.count - 1 - place : place))
      bytes[offset] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  private mutating func insert(_ piece: [UInt8], at place: Int, _ elements: [FileElement], _ bytes: inout [UInt8]) {
    replace(place..<place, with: piece, elements, &bytes)
  }

  /// Replaces bytes; three times of four the elements around then state the size that they have.
  private mutating func replace(
    _ range: Range<Int>, with piece: [UInt8], _ elements: [FileElement], _ bytes: inout [UInt8]
  ) {
    guard bytes.count + piece.count < 1 << 21 else { return }
    if mutator.number(below: 4) != 0 {
      for element in elements where element.body.lowerBound <= range.lowerBound && range != element.range {
        guard range.upperBound <= element.range.upperBound, range.lowerBound < element.range.upperBound else {
          continue
        }
        let size = element.range.count - element.headerByteCount + element.countedHeaderByteCount
        let value = UInt64(max(0, size + piece.count - range.count))
        write(value, into: element.sizeField, isBigEndian: element.isBigEndian, &bytes)
      }
    }
    bytes.replaceSubrange(range, with: piece)
  }
}
