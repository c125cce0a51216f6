import AACDecoding
import AACSyntax
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// Writing undoes reading, and reading undoes writing.
struct RoundTripTests {
  /// The profiles in both of their frame lengths.
  static let kinds: [(AudioObjectType, Bool)] = [
    (.aacLC, false), (.aacLC, true), (.erAACLC, false), (.erAACLD, false), (.erAACLD, true), (.erAACELD, false),
    (.erAACELD, true), (.aacMain, false), (.aacMain, true), (.aacLTP, false), (.aacLTP, true), (.erAACLTP, false),
  ]

  @Test(arguments: kinds.indices, 0..<8)
  func everythingThatIsWrittenIsReadBack(kind: Int, flags: Int) throws {
    let (type, isShort) = RoundTripTests.kinds[kind]
    guard type.isErrorResilient || flags == 0 else { return }
    let configuration = try configuration(type, channels: 3, isShort: isShort, flags: flags)
    var streams = RandomStreams(configuration, seed: UInt64(100 * kind + flags))
    for _ in 0..<40 {
      var unit = streams.unit()
      if flags & 1 != 0 { unit.adoptVirtualCodebooks() }
      let bytes = packet(unit)
      var read = try parsed(bytes, configuration)
      read.removePulses()
      expectEqual(integers(read), integers(unit))
      expectEqual(packet(read), bytes)
    }
  }

  @Test func vectorsAreWrittenBackToTheBit() throws {
    var vectors = 0
    var units = 0
    var count = ElementCount()
    for vector in TestVectors.all {
      vectors += 1
      var walker = ElementWalker(vector.configuration)
      var unit = AccessUnit(vector.configuration)
      for packet in vector.packets {
        units += 1
        count.add(try compareElements(packet, &walker))
        try compareUnits(packet, &unit, vector.name)
      }
    }
    print(
      "AAC round trip: \(vectors) vectors, \(units) packets, \(count.identical) of \(count.total) elements to the bit")
    expectGreaterOrEqual(vectors, 6)
    expectEqual(count.identical, count.total)
  }

  /// All integers of a packet survive writing and reading.
  private func compareUnits(_ bytes: [UInt8], _ unit: inout AccessUnit, _ name: String) throws {
    var reader = BitReader(bytes.span)
    try unit.parse(&reader)
    let read = integers(unit)
    unit.removePulses()
    let written = packet(unit)
    var second = BitReader(written.span)
    try unit.parse(&second)
    expectEqual(integers(unit), read, "\(name)")
  }

  struct ElementCount {
    var identical = 0
    var total = 0

    mutating func add(_ other: ElementCount) {
      identical += other.identical
      total += other.total
    }
  }

  /// Compares the bits of every element with channels to what the writer makes of it.
  private func compareElements(_ bytes: [UInt8], _ walker: inout ElementWalker) throws -> ElementCount {
    var reader = BitReader(bytes.span)
    var count = ElementCount()
    try walker.walk(&reader) { range, written in
      count.total += 1
      var original = BitWriter()
      original.write(bitsOf: bytes.span, range)
      if original.offset == written.offset, original.bytes == written.bytes { count.identical += 1 }
    }
    return count
  }
}

extension AccessUnit {
  /// Gives all bands of codebook 11 the tightest virtual codebook.
  mutating func adoptVirtualCodebooks() {
    for index in elements.indices {
      elements[index].first.adoptVirtualCodebooks(bands: configuration.bands)
      if configuration.slots[index].isPair { elements[index].second.adoptVirtualCodebooks(bands: configuration.bands) }
    }
  }

  mutating func dropVirtualCodebooks() {
    for index in elements.indices {
      elements[index].first.dropVirtualCodebooks()
      elements[index].second.dropVirtualCodebooks()
    }
  }
}

/// Goes through a packet element by element, and writes each one again.
struct ElementWalker {
  private var unit: AccessUnit

  init(_ configuration: AACConfiguration) { unit = AccessUnit(configuration) }

  private var tables: ParsingTables { unit.tables }

  mutating func walk(
    _ reader: inout BitReader, _ body: (_ range: Range<Int>, _ written: BitWriter) -> Void
  ) throws(AACError) {
    guard !unit.configuration.profile.isErrorResilient else { return try walkResilient(&reader, body) }
    let anchor = reader.offset
    while let kind = SyntacticElement(rawValue: try reader.bits(3)), kind != .end {
      switch kind {
      case .singleChannel: try walkChannels(&reader, .single, body)
      case .channelPair: try walkChannels(&reader, .pair, body)
      case .lowFrequency: try walkChannels(&reader, .lowFrequency, body)
      case .dataStream: try reader.skipDataStream(anchor: anchor)
      case .programConfig: try reader.skipProgramConfig(anchor: anchor)
      case .fill:
        var count = try reader.bits(4)
        if count == 15 { count += try reader.bits(8) - 1 }
        try reader.jump(to: reader.offset + 8 * count)
      case .couplingChannel, .end: break
      }
    }
  }

  private func walkChannels(
    _ reader: inout BitReader, _ kind: ChannelElement, _ body: (Range<Int>, BitWriter) -> Void
  ) throws(AACError) {
    let start = reader.offset
    _ = try reader.bits(4)
    var element = ChannelElementStream(element: kind, frameLength: unit.configuration.frameLength)
    if kind == .pair { try element.parsePair(&reader, tables) } else { try element.parseSingle(&reader, tables) }
    element.first.removePulses(bands: tables.bands)
    element.second.removePulses(bands: tables.bands)
    var writer = BitWriter()
    element.write(to: &writer, element: kind, tables: tables)
    body((start + 4)..<reader.offset, writer)
  }

  private mutating func walkResilient(
    _ reader: inout BitReader, _ body: (Range<Int>, BitWriter) -> Void
  ) throws(AACError) {
    for (index, slot) in unit.configuration.slots.enumerated() {
      let start = reader.offset
      var writer = BitWriter()
      if unit.configuration.profile == .enhancedLowDelay {
        try unit.elements[index].parseEnhancedLowDelay(
          &reader, element: slot.element, tables: tables, reordering: &unit.reordering)
      } else {
        unit.elements[index].tag = try reader.bits(4)
        try unit.elements[index].parseResilient(
          &reader, element: slot.element, tables: tables, reordering: &unit.reordering)
      }
      unit.elements[index].first.removePulses(bands: tables.bands)
      unit.elements[index].second.removePulses(bands: tables.bands)
      unit.writeElement(index, to: &writer)
      body(start..<reader.offset, writer)
    }
  }
}
