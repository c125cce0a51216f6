/// The bit depths of lossless samples, as Core Audio numbers them in the format flags of Apple Lossless; FLAC uses them
/// too.
package enum LosslessDepth: Int, Sendable, CaseIterable {
  /// 16 bits.
  case sixteen = 16
  /// 20 bits.
  case twenty = 20
  /// 24 bits.
  case twentyFour = 24
  /// 32 bits.
  case thirtyTwo = 32

  /// Creates the smallest depth that holds samples of a number of bits; 32 if none does.
  package init(holding bitCount: Int) { self = Self.allCases.first { bitCount <= $0.rawValue } ?? .thirtyTwo }

  /// Creates the depth of a format flag, or `nil`.
  package init?(formatFlags: UInt32) {
    guard let depth = Self.allCases.first(where: { $0.formatFlags == formatFlags }) else { return nil }
    self = depth
  }

  /// The format flag: `kAppleLosslessFormatFlag_16BitSourceData` and so on.
  package var formatFlags: UInt32 {
    switch self {
    case .sixteen: 1
    case .twenty: 2
    case .twentyFour: 3
    case .thirtyTwo: 4
    }
  }
}
