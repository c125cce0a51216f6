import AudioBase

/// Samples that are stored in groups, presented as if they were stored one after the other.
final class RepackedSamples: JoinedBytes {
  private let bytes: any JoinedBytes
  private let packing: Repacking
  /// The group that was read last, which the next read may need too, and its number.
  private var group: [UInt8]
  private var groupNumber: Int64 = -1
  private var groupByteCount = 0

  init(_ bytes: any JoinedBytes, _ packing: Repacking) {
    (self.bytes, self.packing) = (bytes, packing)
    // Bound: a block of the file, which its reader has checked.
    group = [UInt8](repeating: 0, count: packing.storedByteCount)
  }

  var isArriving: Bool { bytes.isArriving }
  var remarks: [String] { bytes.remarks }
  var byteCount: Int64? {
    bytes.byteCount.map { stored in
      let (whole, rest) = stored.quotientAndRemainder(dividingBy: Int64(packing.storedByteCount))
      return whole * Int64(packing.madeByteCount) + Int64(packing.madeByteCount(ofLast: Int(rest)))
    }
  }

  func survey() throws(ContainerError) { try bytes.survey() }
  func fileOffset(of offset: Int64) -> Int64 { bytes.fileOffset(of: stored(offset)) }
  func lowestNeededOffset(from offset: Int64) -> Int64 { bytes.lowestNeededOffset(from: stored(offset)) }
  func packet(from offset: Int64) throws(ContainerError) -> Range<Int64>? { nil }

  /// The stored place of the group that a byte is of.
  private func stored(_ offset: Int64) -> Int64 {
    (offset / Int64(packing.madeByteCount)).multipliedReportingOverflow(by: Int64(packing.storedByteCount))
      .partialValue
  }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    guard offset >= 0, offset < Int64.max / 8 else { return 0 }
    var filled = 0
    while filled < buffer.count {
      let place = offset + Int64(filled)
      let made = try load(place)
      var within = Int(place % Int64(packing.madeByteCount))
      guard within < made else { break }
      while within < made, filled < buffer.count {
        buffer[filled] = packing.byte(group.span, count: groupByteCount, within)
        (within, filled) = (within + 1, filled + 1)
      }
    }
    return filled
  }

  /// Reads the group that contains a byte, and returns the number of bytes made from it.
  private func load(_ offset: Int64) throws(ContainerError) -> Int {
    let number = offset / Int64(packing.madeByteCount)
    if number != groupNumber {
      groupNumber = -1
      // Bound: as above.
      var read = [UInt8](repeating: 0, count: packing.storedByteCount)
      var span = read.mutableSpan
      groupByteCount = try bytes.read(at: stored(offset), into: &span)
      group = read
      groupNumber = number
    }
    // A group that is still arriving is read again.
    if groupByteCount < packing.storedByteCount { groupNumber = -1 }
    return groupByteCount == packing.storedByteCount
      ? packing.madeByteCount : packing.madeByteCount(ofLast: groupByteCount)
  }
}
