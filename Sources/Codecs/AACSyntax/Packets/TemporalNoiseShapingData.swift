package import Bitstream

/// `tns_data()`: linear prediction filters along the frequency axis.
///
/// ISO/IEC 14496-3, 4.6.9.
package struct TemporalNoiseShapingData: Sendable {
  /// The direction of a filter.
  package enum Direction: UInt8, Sendable, BitwiseCopyable { case upward, downward }

  /// A filter of a window.
  package struct Filter: Sendable {
    /// `length`: the number of bands of the filter, counted down from the previous filter.
    package var length: UInt8 = 0
    /// `order`, 0…20.
    package var order: UInt8 = 0
    package var direction = Direction.upward
    /// `coef_compress`: the highest bit of each coefficient is left out.
    package var isCompressed = false
    /// `coef`: quantised reflection coefficients, sign extended.
    package var coefficients: [20 of Int8] = .init(repeating: 0)

    package init() {}
  }

  /// `n_filt` of each window.
  package var filterCounts: [8 of UInt8] = .init(repeating: 0)
  /// 3 + `coef_res` of each window: the resolution of the coefficients in bits.
  package var resolutions: [8 of UInt8] = .init(repeating: 3)
  /// The filters: up to three of a long window, or one for each short window.
  package var filters: [8 of Filter] = .init(repeating: Filter())

  /// Returns the index in ``filters`` of filter `number` of window `window`.
  package static func place(window: Int, number: Int) -> Int { window + number }

  /// The field widths of short and long windows.
  package struct Widths: Sendable {
    package var count, length, order: Int
    package static let short = Widths(count: 1, length: 4, order: 3)
    package static let long = Widths(count: 2, length: 6, order: 5)
    /// The widths of USAC's long windows: ISO/IEC 23003-3, 5.3.2.
    package static let unifiedLong = Widths(count: 2, length: 6, order: 4)
  }

  package init() {}

  init(parsing reader: inout BitReader, isShort: Bool) throws(AACError) {
    try self.init(parsing: &reader, isShort: isShort, widths: isShort ? Widths.short : Widths.long)
  }

  package init(parsing reader: inout BitReader, isShort: Bool, widths: Widths) throws(AACError) {
    for window in 0..<(isShort ? 8 : 1) {
      let count = try reader.bits(widths.count)
      filterCounts[window] = UInt8(count)
      guard count > 0 else { continue }
      let resolution = 3 + (try reader.bits(1))
      resolutions[window] = UInt8(resolution)
      for number in 0..<count {
        try parseFilter(
          &reader, place: TemporalNoiseShapingData.place(window: window, number: number), widths: widths,
          resolution: resolution)
      }
    }
  }

  private mutating func parseFilter(
    _ reader: inout BitReader, place: Int, widths: Widths, resolution: Int
  ) throws(AACError) {
    var filter = Filter()
    filter.length = UInt8(try reader.bits(widths.length))
    let start = reader.offset
    let order = try reader.bits(widths.order)
    guard order <= 20 else { throw AACError(.temporalNoiseShapingOrder, at: start) }
    filter.order = UInt8(order)
    if order > 0 {
      filter.direction = try reader.bit() ? .downward : .upward
      filter.isCompressed = try reader.bit()
      let width = resolution - (filter.isCompressed ? 1 : 0)
      for i in 0..<order {
        let bits = UInt8(try reader.bits(width)) << UInt8(8 - width)
        filter.coefficients[i] = Int8(bitPattern: bits) >> Int8(8 - width)
      }
    }
    filters[place] = filter
  }
}

extension TemporalNoiseShapingData {
  /// Writes `tns_data()`.
  func write(to writer: inout BitWriter, isShort: Bool) {
    let widths = isShort ? Widths.short : Widths.long
    for window in 0..<(isShort ? 8 : 1) {
      writer.write(UInt32(filterCounts[window]), widths.count)
      guard filterCounts[window] > 0 else { continue }
      writer.write(UInt32(resolutions[window] - 3), 1)
      for number in 0..<Int(filterCounts[window]) {
        let filter = filters[TemporalNoiseShapingData.place(window: window, number: number)]
        writer.write(UInt32(filter.length), widths.length)
        writer.write(UInt32(filter.order), widths.order)
        guard filter.order > 0 else { continue }
        writer.write(UInt32(filter.direction.rawValue), 1)
        writer.write(filter.isCompressed)
        let width = Int(resolutions[window]) - (filter.isCompressed ? 1 : 0)
        for i in 0..<Int(filter.order) {
          let field = UInt32(UInt8(bitPattern: filter.coefficients[i]))
          writer.write(field & (1 << UInt32(width) - 1), width)
        }
      }
    }
  }
}
