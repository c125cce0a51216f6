/// The division of residuals into partitions, and the parameter of each: chosen, counted and written here.
struct RiceCoding: Sendable {
  /// The largest number of partitions that are tried is 2 to this power.
  static let highestPartitionOrder = 8

  /// The bits of the whole residual with its headers, roughly.
  private(set) var bitCount = 0
  /// A number of bits that is not exceeded.
  private(set) var longestBitCount = 0
  private(set) var header = ResidualHeader(hasWideParameters: false, partitionOrder: 0)
  // Bound: a constant number of partitions.
  private var parameters = [UInt8](repeating: 0, count: 1 << highestPartitionOrder)
  // Bound: a constant number of partitions.
  private var trial = [UInt8](repeating: 0, count: 1 << highestPartitionOrder)
  /// Sums of folded residuals a partition.
  // Bound: a constant number of partitions.
  private var sums = [UInt64](repeating: 0, count: 1 << highestPartitionOrder)

  /// Chooses partitions and parameters for the residuals from index `order` on of the first `count`.
  mutating func choose(_ residuals: [Int32], count: Int, order: Int, partitionOrder limit: Int) {
    var partitionOrder = min(limit, min(Self.highestPartitionOrder, count.trailingZeroBitCount))
    while partitionOrder > 0, count >> partitionOrder <= order { partitionOrder -= 1 }
    sumUp(residuals.span.extracting(0..<count), order: order, partitionOrder)
    bitCount = Int.max
    evaluate(count: count, order: order, partitionOrder)
    while partitionOrder > 0 {
      partitionOrder -= 1
      for index in 0..<(1 << partitionOrder) { sums[index] = sums[2 * index] &+ sums[2 * index + 1] }
      evaluate(count: count, order: order, partitionOrder)
    }
    longestBitCount = bitCount + (Self.usualRest * count) >> 4
  }

  /// Counts the bits of the residuals that were chosen for.
  func exactBitCount(_ residuals: [Int32], count: Int, order: Int) -> Int {
    let residuals = residuals.span
    let length = count >> header.partitionOrder
    var bits = 6 + header.parameterWidth << header.partitionOrder
    var start = order
    for partition in 0..<(1 << header.partitionOrder) {
      let end = (partition + 1) * length
      let part = residuals.extracting(start..<end)
      let parameter = UInt32(parameters[partition])
      // A few bits a residual: their mean has hardly more than `parameter`.
      var quotients: UInt32 = 0
      for index in part.indices { quotients &+= Self.folded(part[index]) &>> parameter }
      bits += (end - start) * (Int(parameter) + 1) + Int(quotients)
      start = end
    }
    return bits
  }

  private mutating func sumUp(_ residuals: Span<Int32>, order: Int, _ partitionOrder: Int) {
    let length = residuals.count >> partitionOrder
    var start = order
    for partition in 0..<(1 << partitionOrder) {
      let end = (partition + 1) * length
      let part = residuals.extracting(start..<end)
      var sum: UInt64 = 0
      for index in part.indices { sum &+= UInt64(Self.folded(part[index])) }
      sums[partition] = sum
      start = end
    }
  }

  /// Returns the sign in the lowest bit.
  @inline(__always)
  private static func folded(_ value: Int32) -> UInt32 { UInt32(bitPattern: value &<< 1 ^ value &>> 31) }

  /// Counts the bits with the given number of partitions, and keeps the partitioning if it is the best so far.
  private mutating func evaluate(count: Int, order: Int, _ partitionOrder: Int) {
    let length = count >> partitionOrder
    var total = 6
    var highest = 0
    for partition in 0..<(1 << partitionOrder) {
      let values = partition == 0 ? length - order : length
      let (parameter, bits) = Self.parameter(sum: sums[partition], count: values)
      trial[partition] = UInt8(parameter)
      highest = max(highest, parameter)
      total += bits
    }
    let isWide = highest > 14
    total += (isWide ? 5 : 4) << partitionOrder
    guard total < bitCount else { return }
    bitCount = total
    header = ResidualHeader(hasWideParameters: isWide, partitionOrder: partitionOrder)
    swap(&parameters, &trial)
  }

  /// Returns the parameter with the fewest bits for values of a known sum, and the bits.
  @inline(__always)
  private static func parameter(sum: UInt64, count: Int) -> (Int, Int) {
    guard count > 0 else { return (0, 0) }
    // Near the logarithm of the mean; the bits have one minimum.
    let mean = sum / UInt64(count)
    var parameter = min(max(0, 63 - (mean | 1).leadingZeroBitCount), 30)
    var best = bits(sum, count, parameter)
    if parameter > 0 {
      let lower = bits(sum, count, parameter - 1)
      if lower < best {
        parameter -= 1
        best = lower
      }
    }
    if parameter < 30 {
      let upper = bits(sum, count, parameter + 1)
      if upper < best {
        parameter += 1
        best = upper
      }
    }
    return (parameter, best)
  }

  /// The mean part of a quotient that is lost by rounding down, in 16ths.
  private static let usualRest = 6

  /// Returns the bits of values of a known sum, roughly.
  @inline(__always)
  private static func bits(_ sum: UInt64, _ count: Int, _ parameter: Int) -> Int {
    let quotients = Int(truncatingIfNeeded: sum &>> UInt64(truncatingIfNeeded: parameter))
    let rest = count &- count &>> parameter
    return count &* (parameter &+ 1) &+ max(0, quotients &- (usualRest &* rest) &>> 4)
  }

  /// Writes the residuals that were chosen for.
  func write(_ residuals: [Int32], count: Int, order: Int, to packet: inout FrameBits) {
    header.write(to: &packet)
    let residuals = residuals.span
    let length = count >> header.partitionOrder
    var start = order
    for partition in 0..<(1 << header.partitionOrder) {
      let end = (partition + 1) * length
      let parameter = Int(parameters[partition])
      packet.put(UInt32(parameter), header.parameterWidth)
      packet.putRice(residuals.extracting(start..<end), parameter)
      start = end
    }
  }
}
