public import AudioBase
import AudioCatalog
import AudioFiles

/// Parses bytes as a stream that arrives in pieces, with a loss and a seek on the way.
public enum StreamExerciser {
  /// Bytes that a parser may hold beyond those that it was given: none.
  private static let slack = 1 << 16

  /// Feeds everything, in pieces that the length of the input decides.
  public static func run(_ bytes: [UInt8], as fileType: FourCharacterCode? = nil) {
    var generator = SeededGenerator(seed: UInt64(bytes.count))
    var parser = Subject.catalog.makeStreamParser(hint: fileType)
    var batch = PacketBatch()
    var position = 0
    do {
      while position < bytes.count {
        let count = min(bytes.count - position, Int.random(in: 1...4096, using: &generator))
        let isLoss = Int.random(in: 0..<64, using: &generator) == 0
        try parser.append(
          bytes.span.extracting(position..<(position + count)), continuity: isLoss ? .discontinuous : .continuous)
        position += count
        while try parser.nextPackets(into: &batch) {}
        precondition(parser.bufferedByteCount <= position + slack, "more is held than has come")
      }
      try parser.finish()
      while try parser.nextPackets(into: &batch) {}
      let target = try parser.seek(toPacket: parser.delivered.packetCount / 2)
      precondition(target.byteOffset >= 0, "a place before the start")
    } catch {
      // Every refusal is a fair answer to damaged bytes.
    }
  }
}
