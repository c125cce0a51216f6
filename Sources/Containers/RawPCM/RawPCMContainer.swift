public import AudioBase

/// Samples without a header, in whatever sample format was asked for.
public enum RawPCMFile {
  /// Headerless samples, for a catalog; written only, as nothing in such a file says what it is.
  public static let descriptor = ContainerDescriptor(
    fileType: "raw ", name: "Headerless samples",
    extensions: ["raw", "pcm", "s16", "s24", "s32", "u8", "f32", "f64"], formatIDs: [.linearPCM],
    create: { sink, settings throws(ContainerError) in try RawPCMWriter(sink, settings: settings) },
    canWriteToPipe: true)
}

/// Passes the samples on as they are.
struct RawPCMWriter: ContainerWriter {
  private let sink: any ByteSink

  init(_ sink: any ByteSink, settings: WriterSettings) throws(ContainerError) {
    guard settings.format.sampleFormat != nil else {
      throw ContainerError(.unsupported, "a headerless file holds packed, interleaved linear PCM", at: 0)
    }
    self.sink = sink
  }

  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    try sink.append(bytes)
  }

  mutating func finish() throws(ContainerError) {}
}
