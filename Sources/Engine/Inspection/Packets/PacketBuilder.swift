import AudioBase
import PacketInspection

/// Gathers the columns of packets. Memory does not grow with the track: as soon as there are twice as many columns as
/// requested, neighbouring columns are joined.
struct PacketBuilder {
  private var columns = PacketColumns()
  private let wanted: Int
  private var inspector: (any PacketInspector)?
  /// The number of each property in each column, by property and column; ``nothing`` stands for a missing one.
  private var values: [[Int32]]

  private static let nothing = Int32.min

  init(_ inspector: (any PacketInspector)?, _ resolution: InspectionResolution) {
    self.inspector = inspector
    let count = inspector?.properties.count ?? 0
    wanted = resolution.packetColumns(propertyCount: count)
    values = (0..<count).map { _ in [] }
  }

  /// Adds the next packet.
  ///
  /// - Parameters:
  ///   - seconds: The packet's duration.
  ///   - isInspected: True if the packet is of the stream that the inspector knows.
  mutating func add(_ packet: ArraySlice<UInt8>, seconds: Double, isInspected: Bool) {
    let isFirst = columns.packetCount % Int64(columns.packetsPerColumn) == 0
    if isFirst, columns.times.count >= 2 * wanted {
      joinNeighbors()
      return add(packet, seconds: seconds, isInspected: isInspected)
    }
    if isFirst {
      columns.times.append(columns.duration)
      columns.largestSizes.append(0)
      columns.byteCounts.append(0)
      for index in values.indices { values[index].append(Self.nothing) }
    }
    let last = columns.times.count - 1
    columns.largestSizes[last] = max(columns.largestSizes[last], packet.count)
    columns.byteCounts[last] += packet.count
    if isInspected { inspect(packet, column: last) }
    columns.packetCount += 1
    columns.duration += seconds
  }

  private mutating func inspect(_ packet: ArraySlice<UInt8>, column: Int) {
    guard inspector != nil else { return }
    do throws(CodecError) {
      guard let found = try inspector?.inspect(packet.span) else { return }
      for (index, value) in found.enumerated() where index < values.count {
        guard let value else { continue }
        values[index][column] = max(values[index][column], Int32(clamping: value))
      }
    } catch {
      if columns.damagedPacketCount == 0 { columns.firstDamage = "\(error)" }
      if columns.damagedPackets.count < PacketColumns.rememberedDamageCount {
        columns.damagedPackets.append(columns.packetCount)
      }
      columns.damagedPacketCount += 1
    }
  }

  private mutating func joinNeighbors() {
    columns.packetsPerColumn *= 2
    columns.times = Columns.joined(columns.times) { first, _ in first }
    columns.largestSizes = Columns.joined(columns.largestSizes, by: max)
    columns.byteCounts = Columns.joined(columns.byteCounts, by: +)
    for index in values.indices { values[index] = Columns.joined(values[index], by: max) }
  }

  /// Returns the columns, with the error that ended the reading early.
  func result(earlyEnd: ContainerError?) -> PacketColumns {
    var result = columns
    result.earlyEnd = earlyEnd.map { "\($0)" }
    let properties = inspector?.properties ?? []
    result.tools = zip(properties, values).map { property, values in
      PacketTool(property: property, values: values.map { $0 == Self.nothing ? nil : Int($0) })
    }
    return result
  }
}
