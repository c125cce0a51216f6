package import AudioBase

/// All packets of a track, and what ended reading if not the end of the track.
package func readAll(
  _ reader: inout some ContainerReader, track: Int = 0, maximumPacketCount: Int = .max,
  batch shape: PacketBatch = .init()
) -> (packets: [[UInt8]], frameCounts: [Int], offsets: [Int64], error: ContainerError?) {
  var batch = shape
  var packets: [[UInt8]] = []
  var frameCounts: [Int] = []
  var offsets: [Int64] = []
  do throws(ContainerError) {
    while packets.count < maximumPacketCount, try reader.readPackets(ofTrack: track, into: &batch) {
      for index in 0..<batch.count { packets.append([UInt8](batch.packet(index))) }
      frameCounts += batch.descriptions.map(\.frameCount)
      offsets += batch.fileOffsets
    }
  } catch {
    return (packets, frameCounts, offsets, error)
  }
  return (packets, frameCounts, offsets, nil)
}

/// A source that counts what is asked of it, and may hide its size as a pipe does.
package final class WatchedSource: ByteSource {
  package let bytes: [UInt8]
  package let isPipe: Bool
  package private(set) var readCount = 0
  package private(set) var readByteCount = 0

  package init(_ bytes: [UInt8], isPipe: Bool = false) {
    self.bytes = bytes
    self.isPipe = isPipe
  }

  package var byteCount: Int64? { isPipe ? nil : Int64(bytes.count) }

  package func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    readCount += 1
    guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, bytes.count - start)
    for index in 0..<count { buffer[index] = bytes[start + index] }
    readByteCount += count
    return count
  }
}
