/// Splits a dump at its markers, in the simplest way there is.
package func packetsOfDump(_ bytes: [UInt8]) -> [[UInt8]] {
  var starts: [Int] = []
  for index in bytes.indices.dropLast(3)
  where bytes[index] == 0xFF && bytes[index + 1] == 0xAA && bytes[index + 2] == 0xCC && bytes[index + 3] == 0xDD {
    starts.append(index)
  }
  return starts.indices.map { place in
    let end = place + 1 < starts.count ? starts[place + 1] : bytes.count
    return Array(bytes[(starts[place] + 4)..<end])
  }
}
