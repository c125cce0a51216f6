/// A reader of a file with one track of equal packets, in which the cursor does everything but read the headers.
package protocol ConstantPacketReader: ContainerReader {
  /// The source of the bytes.
  var source: any ByteSource { get }
  /// The place of the next packet.
  var cursor: ConstantPacketCursor { get set }
}

extension ConstantPacketReader {
  /// The offset of the next packet.
  package var lowestNeededOffset: Int64 { cursor.position }

  /// Moves the cursor.
  package mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try check(track)
    try cursor.seek(toPacket: packet)
  }

  /// Reads on from the cursor.
  package mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try check(track)
    return try cursor.read(from: source, into: &batch)
  }

  /// Computes the position from the constant size of packets.
  package mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    try check(track)
    return cursor.locate(target)
  }

  private func check(_ track: Int) throws(ContainerError) {
    guard track == 0 else {
      throw ContainerError(.invalidState, "there is no such track", at: cursor.dataOffset)
    }
  }
}

extension ContainerReader {
  /// True if the file was found to end before the samples that its header states.
  package var isCutShort: Bool { warnings.contains("\(ConstantPacketCursor.earlyEnd)") }
}
