/// Decides when a step that wanted more bytes than had come is worth another try.
///
/// Not before the byte that it asked for has come; and each byte that comes pays for reading ``bytesPerArrival`` bytes
/// once more, so that the work stays in proportion to the stream however a reader goes about it.
package struct RetryGate {
  private static let bytesPerArrival: Int64 = 64

  private var neededEnd: Int64 = 0
  private var credit: Int64 = 1 << 18

  package init() {}

  /// Takes note of bytes that have come.
  package mutating func noteArrival(_ byteCount: Int) {
    credit =
      credit.addingReportingOverflow(Int64(byteCount) * Self.bytesPerArrival).overflow
      ? .max : credit + Int64(byteCount) * Self.bytesPerArrival
  }

  /// Takes note of a step that was in vain.
  package mutating func noteStarvation(_ buffer: StreamBuffer) {
    neededEnd = buffer.starvedUpTo ?? 0
    noteWaste(buffer)
  }

  /// Takes note of work that has to be done again.
  mutating func noteWaste(_ buffer: StreamBuffer) { credit -= Int64(buffer.stepByteCount) + 16 }

  /// Forgets what was asked for.
  mutating func reset() { neededEnd = 0 }

  package func allowsStep(_ buffer: StreamBuffer) -> Bool {
    buffer.endsHere || (buffer.readableEnd >= neededEnd && credit > 0)
  }
}
