/// Returns the 32-bit floats that bytes stand for, the least significant byte first; those left over do not count.
package func floats(_ bytes: some Collection<UInt8>) -> [Float] {
  words(bytes).map(Float.init(bitPattern:))
}

/// Returns the signed 16-bit integers that bytes stand for, the least significant byte first.
package func integers(_ bytes: some Collection<UInt8>) -> [Int16] {
  let bytes = Array(bytes)
  return stride(from: 0, to: bytes.count - 1, by: 2).map { place -> Int16 in
    Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
  }
}

/// Returns the 32-bit numbers that bytes stand for, the least significant byte first.
private func words(_ bytes: some Collection<UInt8>) -> [UInt32] {
  let bytes = Array(bytes)
  return stride(from: 0, to: bytes.count - 3, by: 4).map { place -> UInt32 in
    let low = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
    let high = UInt32(bytes[place + 2]) | UInt32(bytes[place + 3]) << 8
    return high << 16 | low
  }
}
