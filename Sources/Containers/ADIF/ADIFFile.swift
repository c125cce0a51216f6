public import AudioBase

/// Audio Data Interchange Format: AAC after one header, packet after packet without any framing.
///
/// ISO/IEC 14496-3, 1.A.2. The packets state no length, so that only a parser of AAC finds the next one.
public enum ADIFFile {
  /// A function that makes a packet scanner from an AudioSpecificConfig.
  public typealias ScannerFactory = @Sendable (_ cookie: [UInt8]) throws(CodecError) -> any PacketScanner

  /// Returns the container, with a scanner that parses AAC.
  public static func descriptor(scanner: @escaping ScannerFactory) -> ContainerDescriptor {
    ContainerDescriptor(fileType: "adif", name: "ADIF", formatIDs: [.aac]) {
      $0.extensions = ["adif"]
      $0.mediaTypes = ["audio/x-adif"]
      $0.probe = { head in probe(head) }
      $0.open = { source, limits throws(ContainerError) in try ADIFReader(source, scanner: scanner) }
      $0.marksRecording = false
    }
  }

  /// Returns 95 for a file that begins with the identifier.
  package static func probe(_ head: Span<UInt8>) -> Int {
    guard head.count >= 4 else { return 0 }
    for index in 0..<4 where head[index] != ADIFHeader.identifier[index] { return 0 }
    return 95
  }
}
