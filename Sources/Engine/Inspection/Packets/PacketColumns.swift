public import PacketInspection

/// The packets of a track, one to a column, or several if there are many.
public struct PacketColumns: Sendable {
  /// The number of packets read.
  public var packetCount: Int64 = 0
  /// The number of packets of a column, a power of two; the last column may have fewer.
  public var packetsPerColumn = 1
  /// The times of each column's first packet, in seconds from the first packet.
  public var times: [Double] = []
  /// The duration of all packets, in seconds.
  public var duration = 0.0
  /// The size of each column's largest packet, in bytes.
  public var largestSizes: [Int] = []
  /// The number of bytes of each column.
  public var byteCounts: [Int] = []
  /// The packets' coding tools, by column; empty for formats that are not inspected.
  public var tools: [PacketTool] = []
  /// The numbers of unreadable packets, at most a thousand.
  public var damagedPackets: [Int64] = []
  /// The number of unreadable packets.
  public var damagedPacketCount: Int64 = 0
  /// The error of the first unreadable packet.
  public var firstDamage: String?
  /// The error that ended the reading early, or `nil`.
  public var earlyEnd: String?

  /// Creates columns without packets.
  public init() {}

  /// The largest number of numbers of damaged packets that are kept.
  static let rememberedDamageCount = 1000

  /// The fill of a decoder's buffer at the end of each column, in bytes, if the packets arrive at the track's constant
  /// mean rate and the buffer is just large enough never to run dry: the bit reservoir that follows from the sizes.
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
  /// The largest value of each column; `nil` if no packet has one.
  public var values: [Int?]
}
