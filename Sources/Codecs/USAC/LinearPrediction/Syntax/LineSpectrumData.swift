import Bitstream

/// `lpc_data`: the filters at up to five points of a frame (ISO/IEC 23003-3, 5.3.3 and 7.13).
struct LineSpectrumData: Sendable {
  /// The origin from which a filter is refined.
  enum Origin: Sendable, Equatable {
    /// No filter at this point, or that of the previous frame.
    case absent
    /// The vector 0…255 of the code book.
    case codebook(Int)
    /// The filter at another point of the frame: 2 or 4.
    case point(Int)
    /// The mean of the filters at the adjacent points.
    case mean
  }

  /// One filter.
  struct Point: Sendable {
    var origin = Origin.absent
    /// Eight and eight integers of the lattice.
    var refinement = SIMD16<Int32>(repeating: 0)
  }

  /// The filters at the start of the frame's region and after each quarter of it.
  var points: [5 of Point] = .init(repeating: Point())

  init() {}

  /// Reads the filters of a frame with the given blocks.
  mutating func read(
    _ reader: inout BitReader, modes: [4 of UInt8], isFirst: Bool
  ) throws(USACError) {
    points = .init(repeating: Point())
    points[4] = try LineSpectrumData.readCodebook(&reader)
    if isFirst { points[0] = try LineSpectrumData.readAfterLast(&reader) }
    if modes[0] < 3 { points[2] = try LineSpectrumData.readAfterLast(&reader) }
    if modes[0] < 2 { points[1] = try LineSpectrumData.readFirstQuarter(&reader) }
    if modes[2] < 2 { points[3] = try LineSpectrumData.readLastQuarter(&reader) }
  }

  /// A filter at the start or in the middle.
  private static func readAfterLast(_ reader: inout BitReader) throws(USACError) -> Point {
    try reader.bit() ? readRefined(&reader, .point(4), .short) : readCodebook(&reader)
  }

  private static func readFirstQuarter(_ reader: inout BitReader) throws(USACError) -> Point {
    guard try reader.bit() else { return try readRefined(&reader, .point(2), .middle) }
    guard try reader.bit() else { return try readCodebook(&reader) }
    return Point(origin: .mean)
  }

  private static func readLastQuarter(_ reader: inout BitReader) throws(USACError) -> Point {
    guard try reader.bit() else { return try readRefined(&reader, .mean, .unary) }
    guard try reader.bit() else { return try readCodebook(&reader) }
    return try readRefined(&reader, .point(try reader.bit() ? 4 : 2), .middle)
  }

  private static func readCodebook(_ reader: inout BitReader) throws(USACError) -> Point {
    let index = try reader.bits(8)
    return try readRefined(&reader, .codebook(index), .short)
  }

  private static func readRefined(
    _ reader: inout BitReader, _ origin: Origin, _ coding: LatticeVector.NumberCoding
  ) throws(USACError) -> Point {
    let numbers = try LatticeVector.readNumbers(&reader, coding)
    let low = try LatticeVector.read(&reader, codeBook: numbers.first)
    let high = try LatticeVector.read(&reader, codeBook: numbers.second)
    return Point(origin: origin, refinement: SIMD16(lowHalf: low, highHalf: high))
  }
}
