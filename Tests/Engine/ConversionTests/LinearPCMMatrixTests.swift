import AudioBase
import AudioConversion
import TestSupport
import Testing

/// Every linear PCM format into every other, beside a plain formula in `Double`.
@Suite struct LinearPCMMatrixTests {
  /// A format as the test describes it, apart from the code under test.
  struct Kind: Sendable, CustomStringConvertible {
    var isFloat = false
    var isSigned = true
    var bits: Int
    var bytes: Int
    var isHigh = false
    var isBig = false
    var isPlanar = false
    /// Bits of fraction that the flags state; 0 where they state none.
    var fraction = 0

    var description: String {
      (isFloat ? "F" : isSigned ? "I" : "UI") + "\(bits)/\(bytes)" + (isHigh ? "H" : "") + (isBig ? "be" : "le")
        + (isPlanar ? "p" : "") + (fraction > 0 ? ".\(fraction)" : "")
    }

    /// `kAudioFormatFlag…`: float 1, big endian 2, signed 4, packed 8, high 16, planar 32, fraction from bit 7 on.
    func format(channels: Int) -> StreamFormat {
      var format = StreamFormat(
        formatID: .linearPCM, sampleRate: 48_000, channelsPerFrame: channels, framesPerPacket: 1)
      format.formatFlags = (isFloat ? 1 : isSigned ? 4 : 0) | (isBig ? 2 : 0) | (bits == bytes * 8 ? 8 : 0)
      format.formatFlags |= (isHigh ? 16 : 0) | (isPlanar ? 32 : 0) | UInt32(fraction) << 7
      format.bitsPerChannel = bits
      format.bytesPerFrame = isPlanar ? bytes : bytes * channels
      format.bytesPerPacket = format.bytesPerFrame
      return format
    }

    /// What 1.0 is in integers.
    var scale: Double {
      var scale = 1.0
      for _ in 0..<(fraction > 0 ? fraction : bits - 1) { scale *= 2 }
      return scale
    }

    private func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1.0) { value, _ in value * 2 } }

    /// The definition: the sample's value to the bytes of its slot.
    func encode(_ value: Double) -> [UInt8] {
      var word: UInt64
      if isFloat {
        word = bits == 32 ? UInt64(Float(value).bitPattern) : value.bitPattern
      } else {
        let limit = power(bits - 1)
        let rounded = (value.isNaN ? 0 : value * scale).rounded(.toNearestOrEven)
        let integer = Int64(min(max(rounded, -limit), limit - 1))
        word = UInt64(bitPattern: isSigned ? integer : integer + Int64(limit))
        if isHigh { word <<= UInt64(bytes * 8 - bits) }
      }
      let little = (0..<bytes).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
      return isBig ? little.reversed() : little
    }

    /// The definition: the bytes of a slot to the sample's value.
    func decode(_ slot: [UInt8]) -> Double {
      let word = (isBig ? slot : slot.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      if isFloat { return bits == 32 ? Double(Float(bitPattern: UInt32(word))) : Double(bitPattern: word) }
      let field = (isHigh ? word >> UInt64(bytes * 8 - bits) : word) & (bits == 64 ? ~0 : (1 << UInt64(bits)) - 1)
      let limit = Int64(1) << Int64(bits - 1)
      let integer = isSigned ? (Int64(field) >= limit ? Int64(field) - 2 * limit : Int64(field)) : Int64(field) - limit
      return Double(integer) / scale
    }
  }

  static let kinds: [Kind] = {
    var kinds: [Kind] = []
    for isBig in [false, true] {
      for isPlanar in [false, true] {
        for bits in [32, 64] {
          kinds.append(Kind(isFloat: true, bits: bits, bytes: bits / 8, isBig: isBig, isPlanar: isPlanar))
        }
        for isSigned in [false, true] {
          for (bits, bytes) in [(8, 1), (12, 2), (16, 2), (20, 3), (24, 3), (24, 4), (32, 4)] {
            for isHigh in bits == bytes * 8 ? [false] : [false, true] {
              kinds.append(
                Kind(
                  isSigned: isSigned, bits: bits, bytes: bytes, isHigh: isHigh, isBig: isBig, isPlanar: isPlanar))
            }
          }
        }
        // 8.24, Core Audio's fixed point.
        kinds.append(Kind(bits: 32, bytes: 4, isBig: isBig, isPlanar: isPlanar, fraction: 24))
      }
    }
    return kinds
  }()

  private static let channels = 2

  /// Samples of a kind: its extremes, small values, and any bits at all.
  private static func samples(_ kind: Kind, _ random: inout SplitMix64) -> [Double] {
    let step = kind.isFloat ? 0x1p-30 : 1 / kind.scale
    var values = [0, step, -step, 1 - step, -1, 0.5, -0.5, 0.5 + step, 1, 1.5, -3]
    for _ in 0..<25 { values.append(Double.random(in: -1.02...1.02, using: &random)) }
    // What the format can hold of them.
    return values.map { kind.decode(kind.encode($0)) }
  }

  private static func bytes(_ planes: [[Double]], _ kind: Kind) -> [UInt8] {
    if kind.isPlanar { return planes.flatMap { $0.flatMap(kind.encode) } }
    return planes[0].indices.flatMap { frame in planes.flatMap { kind.encode($0[frame]) } }
  }

  @Test("every format becomes every other by the formula", arguments: kinds)
  func matrix(_ source: Kind) throws {
    var random = SplitMix64(seed: 5)
    let planes = (0..<Self.channels).map { _ in Self.samples(source, &random) }
    let input = Self.bytes(planes, source)
    for target in Self.kinds {
      var converter = try PacketConverter(
        from: CodedStream(format: source.format(channels: Self.channels)),
        to: CodedStream(format: target.format(channels: Self.channels)))
      converter.append(input.span)
      converter.endInput()
      var batch = PacketBatch()
      let status = try converter.fill(&batch, packetCount: 100)
      let expected = Self.bytes(planes, target)
      #expect(status == .ended && batch.bytes == expected, "\(source) → \(target)")
    }
  }

  @Test func theMatrixIsWhole() {
    print("linear PCM: \(Self.kinds.count * Self.kinds.count) pairs of formats")
    expectGreaterOrEqual(Self.kinds.count, 80)
  }

  @Test func formatsThatContradictThemselvesAreRefused() {
    var format = Kind(bits: 16, bytes: 2).format(channels: 2)
    func refusal(_ change: (inout StreamFormat) -> Void) -> ErrorKind? {
      var changed = format
      change(&changed)
      do throws(CodecError) {
        _ = try LinearPCMLayout(changed)
        return nil
      } catch {
        return error.kind
      }
    }
    expectNil(refusal { _ in })
    expectEqual(refusal { $0.bytesPerFrame = 3 }, .malformed)
    expectEqual(refusal { $0.bytesPerPacket = 8 }, .malformed)
    expectEqual(refusal { $0.channelsPerFrame = 0 }, .malformed)
    expectEqual(refusal { $0.bitsPerChannel = 17 }, .malformed)
    expectEqual(refusal { $0.bitsPerChannel = 0 }, .unsupported)
    expectEqual(refusal { $0.formatFlags |= 1 }, .unsupported)
    expectEqual(refusal { $0.formatFlags |= 20 << 7 }, .malformed)
    expectEqual(refusal { $0.formatID = .aac }, .unsupported)
    format.channelsPerFrame = .max
    expectEqual(refusal { _ in }, .malformed)
  }
}
