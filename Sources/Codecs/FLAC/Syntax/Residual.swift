import Bitstream

/// The division and coding of a subframe's residuals. RFC 9639, 9.2.7.
struct ResidualHeader: Equatable, Sendable, BitwiseCopyable {
  /// True if parameters have five bits instead of four.
  var hasWideParameters: Bool
  /// The logarithm to the base 2 of the number of partitions, 0…15.
  var partitionOrder: Int

  /// The number of bits of a Rice parameter.
  var parameterWidth: Int { hasWideParameters ? 5 : 4 }
  /// The parameter that announces residuals without Rice coding.
  var escape: UInt32 { hasWideParameters ? 31 : 15 }

  init(hasWideParameters: Bool, partitionOrder: Int) {
    self.hasWideParameters = hasWideParameters
    self.partitionOrder = partitionOrder
  }

  init(_ bits: inout BitReader, blockSize: Int, predictorOrder: Int) throws(FLACError) {
    let start = bits.offset
    let method = try bits.field(2)
    guard method < 2 else { throw FLACError(.residualCoding, at: start) }
    hasWideParameters = method == 1
    partitionOrder = Int(try bits.field(4))
    let length = blockSize >> partitionOrder
    guard length << partitionOrder == blockSize, length >= predictorOrder, length > 0 else {
      throw FLACError(.partitionOrder, at: start + 2)
    }
  }

  func write(to packet: inout FrameBits) {
    packet.put(hasWideParameters ? 1 : 0, 2)
    packet.put(UInt32(partitionOrder), 4)
  }
}

extension BitReader {
  /// Reads the residuals of a subframe into `residuals` from index `order` on.
  mutating func readResiduals(into residuals: inout MutableSpan<Int32>, order: Int) throws(FLACError) {
    let header = try ResidualHeader(&self, blockSize: residuals.count, predictorOrder: order)
    let length = residuals.count >> header.partitionOrder
    var start = order
    for partition in 1...(1 << header.partitionOrder) {
      let end = partition * length
      let parameter = try field(header.parameterWidth)
      var part = residuals._mutatingExtracting(start..<end)
      if parameter == header.escape {
        try readEscaped(into: &part)
      } else {
        try readRice(into: &part, parameter: Int(parameter))
      }
      start = end
    }
  }

  /// Reads uncoded residuals, whose number of bits is stated in five bits.
  private mutating func readEscaped(into residuals: inout MutableSpan<Int32>) throws(FLACError) {
    let width = Int(try field(5))
    guard remaining >= residuals.count * width else { throw FLACError(.truncated, at: offset) }
    for index in residuals.indices { residuals[index] = Int32(truncatingIfNeeded: try signedField(width)) }
  }

  /// Reads residuals of a Rice code: a quotient in unary, then `parameter` bits of rest, the sign in the lowest.
  private mutating func readRice(into residuals: inout MutableSpan<Int32>, parameter: Int) throws(FLACError) {
    var index = 0
    while index < residuals.count {
      index = readRiceGroups(into: &residuals, from: index, parameter: parameter)
      guard index < residuals.count else { break }
      // A code that is too long for a window, or one near the end.
      residuals[index] = try readLongRice(parameter)
      index &+= 1
    }
    guard !isPastEnd else { throw FLACError(.truncated, at: endOffset) }
  }

  /// Reads codes while windows of eight bytes hold several of them, and returns the index after the last one.
  private mutating func readRiceGroups(
    into residuals: inout MutableSpan<Int32>, from first: Int, parameter: Int
  ) -> Int {
    // So many codes of the usual length fit 56 bits.
    if parameter < 9 { return readRiceGroups(FourCodes.self, into: &residuals, from: first, parameter) }
    return readRiceGroups(TwoCodes.self, into: &residuals, from: first, parameter)
  }

  /// Reads a code that the window does not show whole.
  private mutating func readLongRice(_ parameter: Int) throws(FLACError) -> Int32 {
    let start = offset
    let quotient = UInt64(try unary())
    let value = quotient << UInt64(parameter) | UInt64(try field(parameter))
    guard value <= UInt64(UInt32.max) else { throw FLACError(.residualRange, at: start) }
    return Self.signed(value)
  }

  /// Returns the number of a folded one: 0, -1, 1, -2, 2 …
  @inline(__always)
  private static func signed(_ folded: UInt64) -> Int32 {
    Int32(truncatingIfNeeded: folded &>> 1) ^ (0 &- Int32(truncatingIfNeeded: folded & 1))
  }
}
