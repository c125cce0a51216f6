package import AudioBase

/// Writes packets as a dump.
package struct PacketDumpWriter: ContainerWriter {
  private let sink: any ByteSink

  /// Begins a dump; nothing is written before the first packet.
  package init(_ sink: any ByteSink) { self.sink = sink }

  /// Writes each packet after a marker.
  ///
  /// - Throws: `ContainerError` of kind `ErrorKind.invalidState` if bytes come without descriptions, or a
  ///   description reaches past the bytes.
  package mutating func write(
    _ bytes: Span<UInt8>, descriptions: Span<PacketDescription>
  ) throws(ContainerError) {
    guard bytes.count == 0 || descriptions.count > 0 else {
      throw ContainerError(.invalidState, "a dump holds packets, not plain samples", at: sink.byteCount, in: "dump")
    }
    let marker = PacketDumpFile.marker
    for index in descriptions.indices {
      let packet = descriptions[index]
      guard packet.startOffset >= 0, packet.byteCount >= 0, packet.startOffset <= bytes.count,
        packet.byteCount <= bytes.count - packet.startOffset
      else {
        throw ContainerError(.invalidState, "a packet lies within the bytes given", at: sink.byteCount, in: "dump")
      }
      try sink.append(marker.span)
      try sink.append(bytes.extracting(packet.startOffset..<(packet.startOffset + packet.byteCount)))
    }
  }

  /// Does nothing: a dump is complete after every packet.
  package mutating func finish() throws(ContainerError) {}
}
