public import AudioBase

/// What copying packets came to.
public struct PacketCopyReport: Sendable {
  /// Packets copied.
  public var packetCount: Int64 = 0
  /// Their bytes.
  public var byteCount: Int64 = 0
}

/// Copies the packets of a track as they are, without decoding, up to the end of the track.
///
/// The caller finishes the writer.
///
/// - Throws: What the reader or the writer throws.
public func copyPackets(
  of reader: inout any ContainerReader, track: Int, to writer: inout any ContainerWriter
) throws(ContainerError) -> PacketCopyReport {
  var report = PacketCopyReport()
  var batch = PacketBatch()
  let isLinearPCM = reader.tracks[track].format.formatID == .linearPCM
  try reader.seek(toPacket: 0, ofTrack: track)
  while try reader.readPackets(ofTrack: track, into: &batch), batch.count > 0 {
    if isLinearPCM {
      try writer.write(batch.bytes.span, descriptions: Span())
    } else {
      try writer.write(batch.bytes.span, descriptions: batch.descriptions.span)
    }
    report.packetCount += Int64(batch.count)
    report.byteCount += Int64(batch.bytes.count)
  }
  return report
}
