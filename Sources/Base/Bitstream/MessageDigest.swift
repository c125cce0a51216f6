/// MD5 (RFC 1321), which identifies a stream's samples. It detects mistakes; it protects no secret.
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

  /// 2^32 × |sin(n)| for n from 1 to 64, cut to whole numbers. RFC 1321, 3.4.
  private static let sines: [UInt32] = [
    0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
    0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
    0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
    0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
    0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C, 0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
    0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
    0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
    0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1, 0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
  ]

  private typealias State = (a: UInt32, b: UInt32, c: UInt32, d: UInt32)

  private static func process(_ block: Span<UInt8>, _ state: inout State) {
    let block = block.extracting(0..<64)
    let sines = Self.sines.span.extracting(0..<64)
    @inline(__always) func word(_ index: Int) -> UInt32 {
      let four = block.extracting((4 &* index)..<(4 &* index &+ 4))
      return UInt32(four[0]) | UInt32(four[1]) &<< 8 | UInt32(four[2]) &<< 16 | UInt32(four[3]) &<< 24
    }
    @inline(__always) func step(_ sum: UInt32, _ rotation: UInt32, _ b: UInt32) -> UInt32 {
      b &+ (sum &<< rotation | sum &>> (32 &- rotation))
    }
    var (a, b, c, d) = state
    for group in 0..<4 {
      let k = 4 * group
      a = step(a &+ (word(k) &+ sines[k]) &+ (d ^ (b & (c ^ d))), 7, b)
      d = step(d &+ (word(k + 1) &+ sines[k + 1]) &+ (c ^ (a & (b ^ c))), 12, a)
      c = step(c &+ (word(k + 2) &+ sines[k + 2]) &+ (b ^ (d & (a ^ b))), 17, d)
      b = step(b &+ (word(k + 3) &+ sines[k + 3]) &+ (a ^ (c & (d ^ a))), 22, c)
    }
    for group in 0..<4 {
      let k = 4 * group
      a = step(a &+ (word((5 * k + 1) & 15) &+ sines[16 + k]) &+ ((d & b) &+ (~d & c)), 5, b)
      d = step(d &+ (word((5 * k + 6) & 15) &+ sines[17 + k]) &+ ((c & a) &+ (~c & b)), 9, a)
      c = step(c &+ (word((5 * k + 11) & 15) &+ sines[18 + k]) &+ ((b & d) &+ (~b & a)), 14, d)
      b = step(b &+ (word((5 * k + 16) & 15) &+ sines[19 + k]) &+ ((a & c) &+ (~a & d)), 20, c)
    }
    for group in 0..<4 {
      let k = 4 * group
      a = step(a &+ (word((3 * k + 5) & 15) &+ sines[32 + k]) &+ (b ^ c ^ d), 4, b)
      d = step(d &+ (word((3 * k + 8) & 15) &+ sines[33 + k]) &+ (a ^ b ^ c), 11, a)
      c = step(c &+ (word((3 * k + 11) & 15) &+ sines[34 + k]) &+ (d ^ a ^ b), 16, d)
      b = step(b &+ (word((3 * k + 14) & 15) &+ sines[35 + k]) &+ (c ^ d ^ a), 23, c)
    }
    for group in 0..<4 {
      let k = 4 * group
      a = step(a &+ (word((7 * k) & 15) &+ sines[48 + k]) &+ (c ^ (b | ~d)), 6, b)
      d = step(d &+ (word((7 * k + 7) & 15) &+ sines[49 + k]) &+ (b ^ (a | ~c)), 10, a)
      c = step(c &+ (word((7 * k + 14) & 15) &+ sines[50 + k]) &+ (a ^ (d | ~b)), 15, d)
      b = step(b &+ (word((7 * k + 21) & 15) &+ sines[51 + k]) &+ (d ^ (c | ~a)), 21, c)
    }
    state = (state.a &+ a, state.b &+ b, state.c &+ c, state.d &+ d)
  }
}
