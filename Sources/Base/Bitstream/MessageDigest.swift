/// MD5 (RFC 1321), which identifies a stream's samples. It detects errors, but is not secure against attacks.
package struct MessageDigest: Sendable {
  private var state = (a: UInt32(0x6745_2301), b: UInt32(0xEFCD_AB89), c: UInt32(0x98BA_DCFE), d: UInt32(0x1032_5476))
  /// The bytes that do not fill a block yet.
  private var pending = [UInt8](repeating: 0, count: 64)
  private var pendingCount = 0
  private var byteCount: UInt64 = 0

  package init() {}

  /// Adds the first `count` bytes of an array.
  package mutating func update(_ bytes: [UInt8], count: Int) { update(bytes.span.extracting(0..<count)) }

  /// Adds bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    byteCount &+= UInt64(bytes.count)
    var place = 0
    var state = self.state
    if pendingCount > 0 {
      place = min(64 - pendingCount, bytes.count)
      for index in 0..<place { pending[pendingCount + index] = bytes[index] }
      pendingCount += place
      guard pendingCount == 64 else { return }
      Self.process(pending.span, &state)
      pendingCount = 0
    }
    while place <= bytes.count &- 64 {
      Self.process(bytes.extracting(place..<(place &+ 64)), &state)
      place &+= 64
    }
    self.state = state
    for index in place..<bytes.count { pending[pendingCount + index - place] = bytes[index] }
    pendingCount += bytes.count - place
  }

  /// Returns the digest of all bytes so far, 16 bytes.
  package func value() -> [UInt8] {
    var last = self
    let bitCount = byteCount &<< 3
    var padding: [UInt8] = [0x80]
    while (pendingCount + padding.count) % 64 != 56 { padding.append(0) }
    for index in 0..<8 { padding.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(8 * index))) }
    last.update(padding.span)
    return [last.state.a, last.state.b, last.state.c, last.state.d].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
    }
  }

  private typealias State = (a: UInt32, b: UInt32, c: UInt32, d: UInt32)

  /// 2^32 × |sin(n)| for n from 1 to 64, truncated to integers (RFC 1321, 3.4): those of each round, in the order of
  /// the words that they are added to.
  private static let firstSines = SIMD16<UInt32>(
    0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
    0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821)
  private static let secondSines = SIMD16<UInt32>(
    0xE9B6_C7AA, 0xF61E_2562, 0xFCEF_A3F8, 0xF4D5_0D87, 0xE7D3_FBC8, 0xD62F_105D, 0xC040_B340, 0x676F_02D9,
    0x455A_14ED, 0x21E1_CDE6, 0x0244_1453, 0x265E_5A51, 0x8D2A_4C8A, 0xA9E3_E905, 0xC337_07D6, 0xD8A1_E681)
  private static let thirdSines = SIMD16<UInt32>(
    0xEAA1_27FA, 0xA4BE_EA44, 0xC4AC_5665, 0xD4EF_3085, 0x4BDE_CFA9, 0xFFFA_3942, 0x0488_1D05, 0xF6BB_4B60,
    0x8771_F681, 0xD9D4_D039, 0xBEBF_BC70, 0x6D9D_6122, 0xE6DB_99E5, 0x289B_7EC6, 0xFDE5_380C, 0x1FA2_7CF8)
  private static let fourthSines = SIMD16<UInt32>(
    0xF429_2244, 0x8584_5DD1, 0x2AD7_D2BB, 0x8F0C_CC92, 0xF753_7E82, 0xFC93_A039, 0xA301_4314, 0x432A_FF97,
    0x6FA8_7E4F, 0xEB86_D391, 0xFFEF_F47D, 0xBD3A_F235, 0x655B_59C3, 0x4E08_11A1, 0xAB94_23A7, 0xFE2C_E6E0)

  private static func process(_ block: Span<UInt8>, _ state: inout State) {
    let words = words(block.extracting(0..<64))
    // Sums that are there before the step that takes them, so that it waits for the last step alone.
    let first = words &+ firstSines
    let second = words &+ secondSines
    let third = words &+ thirdSines
    let fourth = words &+ fourthSines
    @inline(__always) func step(_ sum: UInt32, _ rotation: UInt32, _ b: UInt32) -> UInt32 {
      b &+ (sum &<< rotation | sum &>> (32 &- rotation))
    }
    var (a, b, c, d) = state
    for group in 0..<4 {
      let k = 4 * group
      a = step((a &+ first[k]) &+ (d ^ (b & (c ^ d))), 7, b)
      d = step((d &+ first[k + 1]) &+ (c ^ (a & (b ^ c))), 12, a)
      c = step((c &+ first[k + 2]) &+ (b ^ (d & (a ^ b))), 17, d)
      b = step((b &+ first[k + 3]) &+ (a ^ (c & (d ^ a))), 22, c)
    }
    for group in 0..<4 {
      let k = 4 * group
      a = step(((a &+ second[(5 * k + 1) & 15]) &+ (~d & c)) &+ (d & b), 5, b)
      d = step(((d &+ second[(5 * k + 6) & 15]) &+ (~c & b)) &+ (c & a), 9, a)
      c = step(((c &+ second[(5 * k + 11) & 15]) &+ (~b & a)) &+ (b & d), 14, d)
      b = step(((b &+ second[(5 * k + 16) & 15]) &+ (~a & d)) &+ (a & c), 20, c)
    }
    for group in 0..<4 {
      let k = 4 * group
      a = step((a &+ third[(3 * k + 5) & 15]) &+ ((c ^ d) ^ b), 4, b)
      d = step((d &+ third[(3 * k + 8) & 15]) &+ ((b ^ c) ^ a), 11, a)
      c = step((c &+ third[(3 * k + 11) & 15]) &+ ((a ^ b) ^ d), 16, d)
      b = step((b &+ third[(3 * k + 14) & 15]) &+ ((d ^ a) ^ c), 23, c)
    }
    for group in 0..<4 {
      let k = 4 * group
      a = step((a &+ fourth[(7 * k) & 15]) &+ (c ^ (b | ~d)), 6, b)
      d = step((d &+ fourth[(7 * k + 7) & 15]) &+ (b ^ (a | ~c)), 10, a)
      c = step((c &+ fourth[(7 * k + 14) & 15]) &+ (a ^ (d | ~b)), 15, d)
      b = step((b &+ fourth[(7 * k + 21) & 15]) &+ (d ^ (c | ~a)), 21, c)
    }
    state = (state.a &+ a, state.b &+ b, state.c &+ c, state.d &+ d)
  }

  /// Returns the little-endian words of a block.
  @inline(__always)
  private static func words(_ block: Span<UInt8>) -> SIMD16<UInt32> {
    func word(_ index: Int) -> UInt32 {
      let four = block.extracting((4 &* index)..<(4 &* index &+ 4))
      return UInt32(four[0]) | UInt32(four[1]) &<< 8 | UInt32(four[2]) &<< 16 | UInt32(four[3]) &<< 24
    }
    return SIMD16(
      word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7), word(8), word(9), word(10), word(11),
      word(12), word(13), word(14), word(15))
  }
}
