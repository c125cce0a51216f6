import AudioBase

/// Samples of 20 or 24 bits as DVDs hold them, put back into one piece each.
///
/// ```
/// two frames:  the upper 16 bits of all samples │ the lower 8 bits of all, or 4 of each in half as many bytes
/// ```
/// They become big-endian samples of 24 bits, those of 20 bits with zeros at the end.
final class RegroupedSamples: JoinedBytes {
  private let bytes: any JoinedBytes
  /// The number of samples of two frames.
  private let sampleCount: Int
  private let storedByteCount: Int
  private var madeByteCount: Int { 3 * sampleCount }
  private let isWide: Bool

  init(_ bytes: any JoinedBytes, channelCount: Int, bits: Int) {
    (self.bytes, sampleCount, isWide) = (bytes, 2 * channelCount, bits == 24)
    storedByteCount = 2 * sampleCount + (isWide ? sampleCount : sampleCount / 2)
  }

  var isArriving: Bool { bytes.isArriving }
  var remarks: [String] { bytes.remarks }
  var byteCount: Int64? { bytes.byteCount.map { $0 / Int64(storedByteCount) * Int64(madeByteCount) } }

  func survey() throws(ContainerError) { try bytes.survey() }
  func fileOffset(of offset: Int64) -> Int64 { bytes.fileOffset(of: stored(offset)) }
  func lowestNeededOffset(from offset: Int64) -> Int64 { bytes.lowestNeededOffset(from: stored(offset)) }
  func packet(from offset: Int64) throws(ContainerError) -> Range<Int64>? { nil }

  /// The stored place of the group that a byte is of.
  private func stored(_ offset: Int64) -> Int64 {
    (offset / Int64(madeByteCount)).multipliedReportingOverflow(by: Int64(storedByteCount)).partialValue
  }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    guard offset >= 0, offset < Int64.max / 8 else { return 0 }
    var filled = 0
    // Bound: 96 bytes for the 16 samples of eight channels.
    var group = [UInt8](repeating: 0, count: storedByteCount)
    while filled < buffer.count {
      let place = offset + Int64(filled)
      var span = group.mutableSpan
      guard try bytes.read(at: stored(place), into: &span) == storedByteCount else { break }
      var within = Int(place % Int64(madeByteCount))
      while within < madeByteCount, filled < buffer.count {
        buffer[filled] = byte(group.span, within)
        (within, filled) = (within + 1, filled + 1)
      }
    }
    return filled
  }

  private func byte(_ group: Span<UInt8>, _ index: Int) -> UInt8 {
    let (sample, part) = index.quotientAndRemainder(dividingBy: 3)
    guard part == 2 else { return group[2 * sample + part] }
    if isWide { return group[2 * sampleCount + sample] }
    let both = group[2 * sampleCount + sample / 2]
    return sample & 1 == 0 ? both & 0xF0 : both << 4
  }
}
