import AudioBase

/// Finds the tables at the start of a transport stream.
struct ProgramSearch {
  private let source: any ByteSource
  private let limits: ResourceLimits
  /// The largest number of programs whose tables are waited for.
  private static let maximumProgramCount = 64

  /// The layout of packets.
  private(set) var layout: TransportLayout
  /// The findings that a user should know.
  private(set) var remarks: [String] = []

  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    self.source = source
    self.limits = limits
    var head = SourceWindow(source, capacity: 4096)
    // A stream that arrives need not have more than shows the layout of its packets.
    let place = try head.load(source.isArriving ? 204 * TransportLayout.confirmingPacketCount : 4096, at: 0)
    guard let found = TransportLayout(head.bytes.span.extracting(place)) else {
      throw ContainerError(.malformed, "no transport packets follow each other", at: 0, in: "mp2t")
    }
    layout = found
  }

  /// Returns the elementary streams of all programs.
  mutating func run() throws(ContainerError) -> [ElementaryStreamInfo] {
    var walk = TransportWalk(source, layout, limits: limits)
    var offset = Int64(layout.start)
    var association = SectionCollector()
    var maps: [UInt16: SectionCollector] = [:]
    var order: [UInt16] = []
    var streams: [UInt16: [ElementaryStreamInfo]] = [:]
    while offset - Int64(layout.start) <= Int64(limits.resynchronizationByteCount), let found = try walk.next(&offset) {
      let packet = found.packet
      guard !packet.isDamaged, !packet.isScrambled, !packet.payload.isEmpty else { continue }
      let payload = walk.bytes(found.place).extracting(packet.payload)
      if packet.identifier == 0, order.isEmpty {
        association.take(payload, startsUnit: packet.startsUnit) { section in
          order = ProgramTables.mapIdentifiers(section) ?? order
        }
        if order.count > Self.maximumProgramCount {
          remarks.append("\(order.count) programs: those behind the first \(Self.maximumProgramCount) are left out")
          order.removeSubrange(Self.maximumProgramCount...)
        }
        for identifier in order { maps[identifier] = SectionCollector() }
      } else if maps[packet.identifier] != nil, streams[packet.identifier] == nil {
        var listed: [ElementaryStreamInfo]?
        maps[packet.identifier]?.take(payload, startsUnit: packet.startsUnit) { section in
          listed = listed ?? ProgramTables.streams(section)
        }
        if let listed { streams[packet.identifier] = listed }
        if streams.count == maps.count { break }
      }
    }
    guard !streams.isEmpty else {
      throw ContainerError(.malformed, "no program map table is found within the limit", at: 0, in: "mp2t")
    }
    var seen: Set<UInt16> = []
    return order.filter { seen.insert($0).inserted }.flatMap { streams[$0] ?? [] }
  }
}
