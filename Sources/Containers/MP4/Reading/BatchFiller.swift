import AudioBase

/// Fills a batch from a cursor: places first, then bytes, a whole stretch of the file at a time.
struct BatchFiller {
  let source: any ByteSource
  let limits: Limits
  /// Whether each packet says how long it lasts, because they differ.
  let hasFrameCounts: Bool

  /// Adds packets until the batch is full; what ends it early stays in the cursor's `failure`.
  ///
  /// - Throws: What kept the very first packet from being read.
  func fill(_ batch: inout PacketBatch, from cursor: inout TrackCursor) throws(ContainerError) {
    do throws(ContainerError) { try place(&batch, &cursor) } catch { cursor.failure = error }
    do throws(ContainerError) { try readBytes(&batch) } catch { cursor.failure = error }
    if batch.count == 0, let failure = cursor.failure { throw failure }
  }

  private func place(_ batch: inout PacketBatch, _ cursor: inout TrackCursor) throws(ContainerError) {
    var total = 0
    while batch.count < batch.maximumPacketCount, total < batch.targetByteCount {
      guard let packet = try cursor.next() else { return }
      guard packet.byteCount <= limits.packetByteCount else {
        throw ContainerError(.limitExceeded, "a packet is larger than the limit", at: packet.offset)
      }
      if let byteCount = source.byteCount, packet.offset.saturatingAdd(Int64(packet.byteCount)) > byteCount {
        throw ContainerError(.truncated, "a packet lies within the file", at: packet.offset, in: "mdat")
      }
      guard packet.offset >= 0 else {
        throw ContainerError(.malformed, "a packet lies within the file", at: 0, in: "mdat")
      }
      let frameCount = hasFrameCounts ? Int(truncatingIfNeeded: packet.duration) : 0
      batch.descriptions.append(
        PacketDescription(startOffset: total, byteCount: packet.byteCount, frameCount: frameCount))
      batch.fileOffsets.append(packet.offset)
      total += packet.byteCount
    }
  }

  /// Reads the bytes of all placed packets; those that the source no longer holds are dropped.
  private func readBytes(_ batch: inout PacketBatch) throws(ContainerError) {
    guard let last = batch.descriptions.last else { return }
    batch.bytes.append(contentsOf: repeatElement(0, count: last.startOffset + last.byteCount))
    var first = 0
    while first < batch.count {
      let start = batch.descriptions[first].startOffset
      var next = first
      var end = start
      var fileEnd = batch.fileOffsets[first]
      while next < batch.count, batch.fileOffsets[next] == fileEnd {
        let size = batch.descriptions[next].byteCount
        end += size
        fileEnd = fileEnd.saturatingAdd(Int64(size))
        next += 1
      }
      do throws(ContainerError) {
        try read(start..<end, at: batch.fileOffsets[first], into: &batch.bytes)
      } catch {
        batch.descriptions.removeSubrange(first...)
        batch.fileOffsets.removeSubrange(first...)
        batch.bytes.removeSubrange(start...)
        throw error
      }
      first = next
    }
  }

  private func read(_ range: Range<Int>, at offset: Int64, into bytes: inout [UInt8]) throws(ContainerError) {
    guard !range.isEmpty else { return }
    var all = bytes.mutableSpan
    var part = all._mutatingExtracting(range)
    guard try source.read(at: offset, into: &part) == range.count else {
      throw ContainerError(.truncated, "a packet lies within the file", at: offset, in: "mdat")
    }
  }
}
