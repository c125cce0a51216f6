/// The bits of a number, the highest first.
private func bits(_ value: Int, _ count: Int) -> [Bool] { (0..<count).map { value >> (count - 1 - $0) & 1 != 0 } }

/// The bytes of bits, filled up with zeros.
private func bytes(_ bits: [Bool]) -> [UInt8] {
  stride(from: 0, to: bits.count, by: 8).map { start in
    (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
  }
}

/// The bits of an AAC-LC packet behind a `fill_element()`: ISO/IEC 14496-3, Table 4.11.
///
/// - Parameters:
///   - packet: A `raw_data_block()`.
///   - payload: The `extension_payload()`, fewer than 15 bytes.
package func behindFill(_ packet: [UInt8], _ payload: [UInt8]) -> [UInt8] {
  bytes(bits(6, 3) + bits(payload.count, 4) + (payload + packet).flatMap { bits(Int($0), 8) })
}

/// The bits of an AAC-LC packet behind a `fill_element()` with `dynamic_range_info()`: ISO/IEC 14496-3, 4.5.2.7.
///
/// - Parameters:
///   - packet: A `raw_data_block()`.
///   - quarters: `dyn_rng_ctl` with its sign: the gain of the one band, in steps of 0.25 dB, −127…127.
///   - level: `prog_ref_level`: the level of the programme, in steps of −0.25 dB of full scale.
package func inDynamicRange(_ packet: [UInt8], gain quarters: Int, level: Int? = nil) -> [UInt8] {
  // extension_type 11; no tag, no excluded channels, no bands; the level; sign and size of the gain.
  var payload = bits(11, 4) + bits(0, 3) + bits(level == nil ? 0 : 1, 1)
  if let level { payload += bits(level, 7) + bits(0, 1) }
  payload += bits(quarters < 0 ? 1 : 0, 1) + bits(abs(quarters), 7)
  return behindFill(packet, bytes(payload))
}
