import AudioBase

/// The bits of a DSF file in the form of ``FourCharacterCode/dsd``, at the positions of the file: the file holds a
/// block of each channel, one after the other, with the oldest bit in the lowest bit of its byte.
final class BlockedBits: ByteSource {
  private let source: any ByteSource
  private let dataOffset: Int64
  private let channelCount: Int
  private let blockByteCount: Int
  private let groupByteCount: Int
  /// The blocks of all channels that were read last, and their number.
  private var group: [UInt8]
  private var groupNumber: Int64 = -1

  init(_ source: any ByteSource, at dataOffset: Int64, channelCount: Int, blockByteCount: Int) {
    (self.source, self.dataOffset) = (source, dataOffset)
    (self.channelCount, self.blockByteCount) = (channelCount, blockByteCount)
    groupByteCount = channelCount * blockByteCount
    // Bound: a block's size is the format's own, the channels those of the limit.
    group = [UInt8](repeating: 0, count: groupByteCount)
  }

  var isArriving: Bool { source.isArriving }
  /// The bytes of whole blocks of all channels.
  var byteCount: Int64? {
    source.byteCount.map { max(0, $0 - dataOffset) / Int64(groupByteCount) * Int64(groupByteCount) }
  }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    guard offset >= dataOffset else { return 0 }
    var filled = 0
    while filled < buffer.count {
      let (number, place) = (offset - dataOffset + Int64(filled)).quotientAndRemainder(
        dividingBy: Int64(groupByteCount))
      guard try load(number) else { break }
      var within = Int(place)
      var (byte, channel) = within.quotientAndRemainder(dividingBy: channelCount)
      while within < groupByteCount, filled < buffer.count {
        buffer[filled] = Self.turned(group[channel * blockByteCount + byte])
        (within, filled, channel) = (within + 1, filled + 1, channel + 1)
        if channel == channelCount { (byte, channel) = (byte + 1, 0) }
      }
    }
    return filled
  }

  /// Reads a group, and returns false if it is not whole: each channel has its block, even the last.
  private func load(_ number: Int64) throws(ContainerError) -> Bool {
    guard number != groupNumber else { return true }
    groupNumber = -1
    // Taken out and put back, as the reading may not see this object's memory while it is written.
    var read: [UInt8] = []
    swap(&read, &group)
    defer { swap(&read, &group) }
    var span = read.mutableSpan
    let place = dataOffset + number * Int64(groupByteCount)
    let count = try source.read(at: place, into: &span, atLeast: groupByteCount)
    guard count == groupByteCount else { return false }
    groupNumber = number
    return true
  }

  /// Returns a byte with its bits in the other order.
  private static func turned(_ byte: UInt8) -> UInt8 {
    let pairs = byte >> 4 | byte << 4
    let quads = (pairs & 0xCC) >> 2 | (pairs & 0x33) << 2
    return (quads & 0xAA) >> 1 | (quads & 0x55) << 1
  }
}
