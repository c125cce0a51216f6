public import AudioBase

/// The container of Sun and NeXT, `.au` and `.snd`: a header and big-endian samples. The little-endian variant can also
/// be read.
public enum SunAudioFile {
  /// The file type for a catalog: `kAudioFileNextType`.
  public static let descriptor = ContainerDescriptor(
    fileType: "NeXT", name: "NeXT/Sun", formatIDs: [.linearPCM, .aLaw, .muLaw]
  ) {
    $0.extensions = ["au", "snd"]
    $0.mediaTypes = ["audio/basic"]
    $0.sampleFormats = [
      bigEndian(.signedInteger, 16), bigEndian(.signedInteger, 24), bigEndian(.signedInteger, 32),
      bigEndian(.floatingPoint, 32), bigEndian(.floatingPoint, 64), bigEndian(.signedInteger, 8),
    ]
    $0.probe = { head in
      guard head.count >= 4 else { return 0 }
      let mark = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(head[$1]) }
      return SunAudioHeader.byteOrder(mark: mark) == nil ? 0 : 100
    }
    $0.open = { source, limits throws(ContainerError) in try SunAudioReader(source, limits: limits) }
    $0.makeWriter = { sink, settings throws(ContainerError) in try SunAudioWriter(sink, settings: settings) }
    $0.canWriteToPipe = true
  }

  private static func bigEndian(_ encoding: SampleFormat.Encoding, _ bits: Int) -> SampleFormat {
    SampleFormat(encoding, bitsPerSample: bits, byteOrder: .bigEndian)
  }
}

extension FourCharacterCode {
  /// `kAudioFileNextType`.
  static let sunAudio: FourCharacterCode = "NeXT"
}
