// Bound throughout: 2^20 contexts while it is built from a table of the standard, then 32,768 places and fewer pages.
// Holds throughout: contexts have 20 bits.

/// The model of each context of the spectral arithmetic code.
///
/// ISO/IEC 23003-3, 7.4. The standard searches a sorted list for each symbol. Here all of a context that is known
/// before the previous pair is decoded finds a page, and the rest a model on it; most pages are alike, so that few are
/// kept.
struct ContextModels: Sendable {
  static let shared = ContextModels()

  /// The entries of a page: the models by the sum of the previous pair and, in the upper half, of quiet surroundings.
  private static let pageLength = 32
  private static let placeCount = 1 << 15

  /// The start of the page of each context (the three sums of the last window, and the escapes above them), then the
  /// pages: the starts of rows of `arithmeticModels`.
  let table: [UInt16]

  private init() {
    let models = ContextModels.models()
    var table = [UInt16](repeating: 0, count: ContextModels.placeCount)
    var known: [UInt64: [Int]] = [:]
    var page = [UInt16](repeating: 0, count: ContextModels.pageLength)
    for place in 0..<ContextModels.placeCount {
      var hash: UInt64 = 0
      for column in page.indices {
        let context = (place >> 12) << 17 | (column >> 4) << 16 | (place & 0xFFF) << 4 | column & 15
        page[column] = UInt16(models[context]) * UInt16(ArithmeticEngine.rowLength)
        hash = (hash ^ UInt64(page[column])) &* 0x100_0000_01B3
      }
      let alike = known[hash, default: []].first { start in page.indices.allSatisfy { table[start + $0] == page[$0] } }
      table[place] = UInt16(alike ?? table.count)
      guard alike == nil else { continue }
      known[hash, default: []].append(table.count)
      table += page
    }
    self.table = table
  }

  /// The model of every context.
  private static func models() -> [UInt8] {
    var models = [UInt8](repeating: 0, count: 1 << 20)
    var next = 0
    for row in arithmeticStates.indices {
      let state = arithmeticStates[row]
      let context = Int(state >> 12)
      for between in next..<context { models[between] = UInt8(state & 63) }
      models[context] = UInt8(state >> 6 & 63)
      next = context + 1
    }
    return models
  }
}
