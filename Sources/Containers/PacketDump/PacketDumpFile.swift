public import AudioBase

/// The dump format of packets: each packet after the four bytes `FF AA CC DD`, and nothing else.
///
/// The format has no lengths. A packet that holds the four bytes itself reads back as two packets; for coded audio the
/// chance is about one in four thousand million a byte, so dumps are for looking into streams, not for keeping them.
/// The caller must know the codec of the packets: the track has no cookie and a rate of zero.
public enum PacketDumpFile {
  /// The dump format, for a catalog.
  public static let descriptor = ContainerDescriptor(
    fileType: "dump", name: "Packet dump",
    formatIDs: [
      .aac, .aacLowDelay, .aacEnhancedLowDelay, .aacHighEfficiency, .aacHighEfficiencyV2, .aacEnhancedLowDelaySBR,
      .aacEnhancedLowDelayV2,
    ]
  ) {
    $0.extensions = ["dump"]
    $0.probe = { head in probe(head) }
    $0.open = { source, limits throws(ContainerError) in try PacketDumpReader(source, limits: limits) }
    $0.makeWriter = { sink, settings throws(ContainerError) in PacketDumpWriter(sink) }
    $0.canWriteToPipe = true
    $0.marksRecording = false
  }

  /// The four bytes before each packet.
  static let marker: [4 of UInt8] = [0xFF, 0xAA, 0xCC, 0xDD]

  package static func probe(_ head: Span<UInt8>) -> Int {
    head.count >= 4 && startsWithMarker(head, at: 0) ? 95 : 0
  }

  /// Returns true if the marker is at `index`, at least four bytes before the end.
  static func startsWithMarker(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    bytes[index] == 0xFF && bytes[index + 1] == 0xAA && bytes[index + 2] == 0xCC && bytes[index + 3] == 0xDD
  }
}
