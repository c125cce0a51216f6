/// Decides when a step that lacked bytes may be tried again.
///
/// A retry is allowed only once the byte that the reader needed has arrived; and each arriving byte allows for reading
/// ``bytesPerArrival`` bytes again, so that the work stays in proportion to the stream, however a reader works.
package struct RetryGate {
  private static let bytesPerArrival: Int64 = 64

  private var neededEnd: Int64 = 0
  private var credit: Int64 = 1 << 18

  package init() {}

  /// Records the arrival of bytes.
  package mutating func noteArrival(_ byteCount: Int) {
    credit =
      credit.addingReportingOverflow(Int64(byteCount) * Self.bytesPerArrival).overflow
      ? .max : credit + Int64(byteCount) * Self.bytesPerArrival
  }

  /// Records a step that lacked bytes.
  package mutating func noteStarvation(_ buffer: StreamBuffer) {
    neededEnd = buffer.starvedUpTo ?? 0
    noteWaste(buffer)
  }

  /// Records work that has to be repeated.
  mutating func noteWaste(_ buffer: StreamBuffer) { credit -= Int64(buffer.stepByteCount) + 16 }

  /// Clears the byte that was waited for.
  mutating func reset() { neededEnd = 0 }

  package func allowsStep(_ buffer: StreamBuffer) -> Bool {
    buffer.endsHere || (buffer.readableEnd >= neededEnd && credit > 0)
  }
}
