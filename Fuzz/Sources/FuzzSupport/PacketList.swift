public import AudioBase

/// Input of the fuzzers of packets: the number of a stream, then packets, each after its size in two bytes.
public enum PacketList {
  /// Decodes the packets of an input as the stream that its first byte counts.
  public static func run(_ bytes: [UInt8], as streams: [CodedStream]) {
    guard let number = bytes.first else { return }
    guard var exerciser = PacketExerciser(streams[Int(number) % streams.count]) else {
      preconditionFailure("the configuration is one that the decoder knows")
    }
    var index = 1
    while index + 2 <= bytes.count {
      let size = min(Int(bytes[index]) << 8 | Int(bytes[index + 1]), bytes.count - index - 2)
      exerciser.decode(bytes.span.extracting((index + 2)..<(index + 2 + size)))
      index += 2 + size
    }
  }
}
