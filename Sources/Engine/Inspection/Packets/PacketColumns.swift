public import PacketInspection

/// The packets of a track one by one, or, where there are many, several to a column.
public struct PacketColumns: Sendable {
  /// The number of packets that were read.
  public var packetCount: Int64 = 0
  /// The number of packets of a column, a power of two; the last one may have fewer.
  public var packetsPerColumn = 1
  /// Seconds from the first packet to each column's first one.
  public var times: [Double] = []
  /// The seconds of all packets.
  public var duration = 0.0
  /// The bytes of each column's largest packet.
  public var largestSizes: [Int] = []
  /// The bytes of all packets of each column.
  public var byteCounts: [Int] = []
  /// The packets' coding tools, in columns as well; empty for formats that are not inspected.
  public var tools: [PacketTool] = []
  /// The numbers of packets that could not be read, up to a thousand of them.
  public var damagedPackets: [Int64] = []
  /// The number of packets that could not be read.
  public var damagedPacketCount: Int64 = 0
  /// The error in the first of them.
  public var firstDamage: String?
  /// The error that ended the reading early, or `nil`.
  public var earlyEnd: String?

  /// Creates columns without packets.
  public init() {}

  /// The largest number of numbers of damaged packets that are kept.
  static let rememberedDamageCount = 1000

  /// The bytes that lie in a decoder's buffer at the end of each column, where a line brings the mean rate of the track
  /// steadily and the buffer is just large enough never to run dry: a bit reservoir, as the sizes show it.
  public var bufferFills: [Int] {
    guard duration > 0 else { return byteCounts.map { _ in 0 } }
    let bytesPerSecond = Double(byteCounts.reduce(0, +)) / duration
    var (fills, taken, lowest): ([Double], Double, Double) = ([], 0, 0)
    for (index, bytes) in byteCounts.enumerated() {
      taken += Double(bytes)
      let fill = bytesPerSecond * (index + 1 < times.count ? times[index + 1] : duration) - taken
      lowest = min(lowest, fill)
      fills.append(fill)
    }
    // Holds: no more bytes than the file has.
    return fills.map { Int(($0 - lowest).rounded()) }
  }
}

/// One property of packets over time.
public struct PacketTool: Sendable {
  /// The property.
  public var property: PacketProperty
  /// The largest number of each column, `nil` where no packet of it says one.
  public var values: [Int?]
}
