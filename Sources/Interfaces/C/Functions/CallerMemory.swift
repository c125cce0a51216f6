import AudioErrors
import AudioJobs

/// Limits on the memory for copies of a caller's input.
enum CallerMemory {
  /// The largest number of bytes that the memory of a process can have, whatever the machine.
  static let largestByteCount = 1 << 47

  /// Throws for a number of bytes that no caller can have, or for which this process has no memory.
  static func check(byteCount: Int) throws(AudioError) {
    guard byteCount >= 0, ProcessMemory.isThere(forByteCount: byteCount) else { throw .memory }
  }
}
