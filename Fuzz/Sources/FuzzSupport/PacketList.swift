public import AudioBase

/// Input of the fuzzers of packets: the number of a stream, then packets, each after its size in two bytes.
public enum PacketList {
  /// Decodes the packets of an input as the stream that its first byte counts.
  public static func run(_ bytes: [UInt8], as streams: [CodedStream]) {
    guard let number = bytes.first else { return }
    var stream = streams[Int(number) % streams.count]
    // As in a program, the first packet may show what the configuration leaves unsaid.
    if let first = packet(at: 1, of: bytes) { stream.firstPacket = [UInt8](bytes[first]) }
    guard var exerciser = PacketExerciser(stream) else {
      stream.firstPacket = []
      precondition(PacketExerciser(stream) != nil, "the configuration is one that the decoder knows")
      return
    }
    var index = 1
    while let range = packet(at: index, of: bytes) {
      exerciser.decode(bytes.span.extracting(range))
      index = range.upperBound
    }
  }

  /// The packet whose size is at `index`; the last one may be cut short.
  private static func packet(at index: Int, of bytes: [UInt8]) -> Range<Int>? {
    guard index + 2 <= bytes.count else { return nil }
    let size = min(Int(bytes[index]) << 8 | Int(bytes[index + 1]), bytes.count - index - 2)
    return (index + 2)..<(index + 2 + size)
  }
}
