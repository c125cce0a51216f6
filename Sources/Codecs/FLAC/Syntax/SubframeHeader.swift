import Bitstream

/// The coding of a subframe's samples. RFC 9639, 9.2.1.
enum SubframeKind: Equatable, Sendable, BitwiseCopyable {
  /// A single value for all samples.
  case constant
  /// Uncompressed samples.
  case verbatim
  /// A difference of order 0…4.
  case fixed(order: Int)
  /// Linear prediction of order 1…32.
  case linear(order: Int)

  /// The field of six bits.
  var code: UInt32 {
    switch self {
    case .constant: 0
    case .verbatim: 1
    case .fixed(let order): UInt32(8 + order)
    case .linear(let order): UInt32(31 + order)
    }
  }

  init?(code: UInt32) {
    switch code {
    case 0: self = .constant
    case 1: self = .verbatim
    case 8...12: self = .fixed(order: Int(code) - 8)
    case 32...63: self = .linear(order: Int(code) - 31)
    default: return nil
    }
  }
}

/// The header of a subframe. RFC 9639, 9.2.1 and 9.2.2.
struct SubframeHeader: Equatable, Sendable, BitwiseCopyable {
  var kind: SubframeKind
  /// The number of lowest bits that are zero in all samples, and are left out.
  var wastedBitCount = 0

  init(kind: SubframeKind, wastedBitCount: Int = 0) {
    self.kind = kind
    self.wastedBitCount = wastedBitCount
  }

  /// Reads a header; `width` is the number of bits of a sample including the wasted ones.
  init(_ bits: inout BitReader, width: Int) throws(FLACError) {
    let start = bits.offset
    guard try bits.field(1) == 0, let kind = SubframeKind(code: try bits.field(6)) else {
      throw FLACError(.reservedSubframe, at: start)
    }
    self.kind = kind
    guard try bits.field(1) == 1 else { return }
    wastedBitCount = try bits.unary() + 1
    guard wastedBitCount < width else { throw FLACError(.wastedBits, at: start) }
  }

  func write(to packet: inout FrameBits) {
    packet.put(kind.code, 7)
    packet.put(wastedBitCount > 0 ? 1 : 0, 1)
    if wastedBitCount > 0 { packet.putUnary(wastedBitCount - 1) }
  }
}
