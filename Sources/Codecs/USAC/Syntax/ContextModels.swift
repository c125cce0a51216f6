// Bound throughout: 2^20 contexts while it is built from a table of the standard, then 16,384 places and fewer pages.
// Holds throughout: contexts have 20 bits.

/// The model of each context of the spectral arithmetic code.
///
/// ISO/IEC 23003-3, 7.4. The standard searches a sorted list for each symbol. Here the upper 14 bits of a context find
/// a page, and its lower 6 the model on it; most pages are alike, so that few are kept.
struct ContextModels: Sendable {
  static let shared = ContextModels()

  /// The start of the page of a context's upper bits.
  let places: [UInt16]
  let pages: [UInt8]
  let frequencies: [UInt16]
  let planes: [UInt16]

  private init() {
    let models = ContextModels.models()
    var places = [UInt16](repeating: 0, count: 1 << 14)
    var pages: [UInt8] = []
    var known: [[UInt8]: UInt16] = [:]
    for place in places.indices {
      let page = Array(models[(place << 6)..<((place + 1) << 6)])
      if let number = known[page] {
        places[place] = number
      } else {
        places[place] = UInt16(pages.count >> 6)
        known[page] = UInt16(pages.count >> 6)
        pages += page
      }
    }
    self.places = places
    self.pages = pages
    frequencies = arithmeticModels.indices.map { arithmeticModels[$0] }
    planes = arithmeticPlanes.indices.map { arithmeticPlanes[$0] }
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

  /// The model of a context: sixteen frequencies.
  @inline(__always)
  @_lifetime(copy frequencies)
  static func model(
    _ context: UInt32, _ places: Span<UInt16>, _ pages: Span<UInt8>, _ frequencies: Span<UInt16>
  ) -> Span<UInt16> {
    let page = Int(places[Int(context &>> 6)]) &<< 6
    let first = Int(pages[page | Int(context & 63)]) &<< 4
    return frequencies.extracting(first..<(first &+ 16))
  }
}
