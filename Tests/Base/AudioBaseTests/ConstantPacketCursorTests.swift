import AudioBase
import TestSupport
import Testing

/// Packets of equal size out of a source that gives its bytes in order, once, and as many as there are.
@Suite struct ConstantPacketCursorTests {
  /// A pipe: whatever is asked for, it gives what the next write has brought, but no less than it must.
  private final class Pipe: ByteSource {
    private let bytes: [UInt8]
    private let step: Int
    private var next = 0

    init(_ bytes: [UInt8], step: Int) { (self.bytes, self.step) = (bytes, step) }

    var byteCount: Int64? { nil }
    var isArriving: Bool { true }

    func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
      try read(at: offset, into: &buffer, atLeast: buffer.count)
    }

    func read(
      at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
    ) throws(ContainerError) -> Int {
      guard offset == Int64(next) else { throw ContainerError(.invalidState, "a pipe cannot go back", at: offset) }
      let count = min(buffer.count, max(minimum, step), bytes.count - next)
      for index in 0..<count { buffer[index] = bytes[next + index] }
      next += count
      return count
    }
  }

  @Test("packets that come in parts are whole", arguments: [1, 2, 5, 6, 7, 100, 65_537])
  func torn(step: Int) throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let format = StreamFormat(SampleFormat(.signedInteger, bitsPerSample: 24), sampleRate: 44_100, channelsPerFrame: 2)
    var cursor = ConstantPacketCursor(format: format, dataOffset: 0, byteCount: nil)
    let source = Pipe(bytes, step: step)
    var batch = PacketBatch()
    var read: [UInt8] = []
    while try cursor.read(from: source, into: &batch) { read += batch.bytes }
    // What is behind the last whole packet belongs to none.
    expectEqual(read, Array(bytes.prefix(bytes.count / 6 * 6)))
  }
}
