package import AudioBase

/// A sink that cannot go back.
package final class OneWaySink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  package let canOverwrite = false
  package var byteCount: Int64 { Int64(bytes.count) }

  package init() {}

  package func append(_ newBytes: Span<UInt8>) throws(ContainerError) {
    for index in newBytes.indices { bytes.append(newBytes[index]) }
  }

  package func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    throw ContainerError(.invalidState, "a pipe cannot go back", at: offset)
  }
}

/// A source of which only the first bytes have come, and which fails where more are wanted, as a stream parser's does.
package final class PartialSource: ByteSource {
  package let bytes: [UInt8]
  /// Bytes that have come.
  package var arrivedCount: Int
  package let isArriving = true
  package let byteCount: Int64? = nil

  package init(_ bytes: [UInt8], arrivedCount: Int) { (self.bytes, self.arrivedCount) = (bytes, arrivedCount) }

  package func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer, atLeast: buffer.count)
  }

  package func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    let start = Int(clamping: offset)
    let count = min(buffer.count, max(0, arrivedCount - start))
    guard count >= minimum || arrivedCount == bytes.count else {
      throw ContainerError(.inputOutput, "not here yet", at: offset)
    }
    for index in 0..<count { buffer[index] = bytes[start + index] }
    return count
  }
}

/// Notes every change to a file, so that any moment of it can be brought back.
package final class JournalSink: ByteSink {
  package enum Change {
    case append([UInt8])
    case overwrite([UInt8], Int)
  }
  /// All changes, in order.
  package private(set) var changes: [Change] = []
  package private(set) var bytes: [UInt8] = []
  package let canOverwrite = true
  package var byteCount: Int64 { Int64(bytes.count) }
  /// The number of changes so far.
  package var changeCount: Int { changes.count }

  package init() {}

  package func append(_ newBytes: Span<UInt8>) throws(ContainerError) {
    let copy = newBytes.indices.map { newBytes[$0] }
    changes.append(.append(copy))
    bytes += copy
  }

  package func overwrite(_ newBytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    let copy = newBytes.indices.map { newBytes[$0] }
    changes.append(.overwrite(copy, Int(offset)))
    bytes.replaceSubrange(Int(offset)..<(Int(offset) + copy.count), with: copy)
  }

  /// The file after the first `count` changes and a part, in 0…1, of the next, where that is an append.
  package func file(after count: Int, part: Double) -> [UInt8] {
    var file: [UInt8] = []
    for (index, change) in changes.prefix(count + 1).enumerated() {
      switch change {
      case .append(let bytes): file += bytes.prefix(index < count ? bytes.count : Int(Double(bytes.count) * part))
      case .overwrite(let bytes, let place):
        if index < count { file.replaceSubrange(place..<(place + bytes.count), with: bytes) }
      }
    }
    return file
  }
}
