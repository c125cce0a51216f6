import AACDecoding
import AACReplication
import AACSyntax
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// AAC-ELD version 2 of encoders, bit by bit.
struct SurroundVectorTests {
  private static let vectors = TestVectors.all.filter { $0.configuration.surround != nil }

  /// Behind a spatial frame stand the bits that fill the packet's last byte, or a payload of fill; libxaac's encoder
  /// leaves up to 35 other bits.
  @Test(.needs(.vectors), arguments: vectors.map(\.name))
  func everyBitOfEveryFrameIsRead(name: String) throws {
    let vector = try required(Self.vectors.first { $0.name == name })
    var walk = SurroundWalk(vector.configuration)
    for (index, packet) in vector.packets.enumerated() {
      let place = try required(walk.spatialData(of: packet), "packet \(index) has spatial data")
      let rest = try walk.rest(of: packet, from: place)
      guard !name.hasPrefix("xa_") else {
        expectLessOrEqual(rest.count, 35, "packet \(index)")
        continue
      }
      #expect(Self.isFill(rest), "packet \(index): \(rest.count) bits are left")
    }
  }

  @Test(.needs(.vectors)) func thereAreStreamsWithSpatialData() { expectGreaterOrEqual(Self.vectors.count, 10) }

  /// Up to seven zeros, or `EXT_FILL_DATA`: type 1, four zeros, bytes of 0xA5, and up to seven zeros behind them.
  private static func isFill(_ bits: [Bool]) -> Bool {
    guard bits.count > 7 else { return !bits.contains(true) }
    let head = [false, false, false, true, false, false, false, false]
    let byte = [true, false, true, false, false, true, false, true]
    guard bits.starts(with: head) else { return false }
    var rest = bits.dropFirst(8)
    while rest.count > 7, rest.starts(with: byte) { rest = rest.dropFirst(8) }
    return rest.count <= 7 && !rest.contains(true)
  }
}

/// Reads packets as the decoder does, and shows where their parts end.
private struct SurroundWalk: ~Copyable {
  private let configuration: AACConfiguration
  private var unit: AccessUnit
  private var replication = SBRElementData()
  private var bands: SBRBands?
  private var surround: LowDelaySurround?

  init(_ configuration: AACConfiguration) {
    self.configuration = configuration
    unit = AccessUnit(configuration)
    bands = configuration.systems.lowDelaySBR?.headers.first.flatMap {
      try? SBRBands($0, sampleRate: 2 * (configuration.replication?.coreRate ?? 0))
    }
    surround = configuration.surround.map {
      LowDelaySurround(
        $0, outputRate: Int(configuration.sampleRate), frameLength: configuration.outputFrameLength)
    }
  }

  /// Where the spatial data of a packet begin, in bits, or `nil` where there are none.
  mutating func spatialData(of packet: [UInt8]) throws -> Int? {
    var reader = BitReader(packet.span)
    try unit.parse(&reader)
    if let tool = configuration.replication {
      if tool.hasCRC { _ = try reader.bits(10) }
      let context = SBRContext(slotCount: tool.slotCount, isLowDelay: true, sampleRate: 2 * tool.coreRate)
      let isComplete = try replication.parse(&reader, isPair: false, context, bands: &bands)
      #expect(isComplete)
      unit.extensions.parseTrailingNoting(&reader)
    }
    expectNil(unit.extensions.problem)
    return unit.extensions.surroundStart
  }

  /// The bits behind the spatial frame that begins there.
  mutating func rest(of packet: [UInt8], from start: Int) throws -> [Bool] {
    var reader = BitReader(packet.span, bits: start..<(8 * packet.count))
    try surround?.prepare(&reader)
    var bits: [Bool] = []
    while reader.remaining > 0 { bits.append(try reader.bit()) }
    return bits
  }
}
