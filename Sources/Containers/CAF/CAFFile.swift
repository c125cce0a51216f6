public import AudioBase
import MPEG4Systems

/// Core Audio Format files, by Apple's "Core Audio Format Specification 1.0".
public enum CAFFile {
  /// The file type for a catalog: `kAudioFileCAFType`.
  ///
  /// Only packets that are all alike can be written to a pipe: others need a packet table, which is known at the end.
  public static let descriptor = ContainerDescriptor(
    fileType: "caff", name: "Core Audio Format",
    formatIDs: [.linearPCM, .aac] + advancedAudio + [
      .appleLossless, .ima4, .muLaw, .aLaw, .mpegLayer3, .mpegLayer2, .mpegLayer1, .opus, .flac,
    ]
      + [.microsoftADPCM, .dviADPCM]
  ) {
    $0.extensions = ["caf"]
    $0.mediaTypes = ["audio/x-caf"]
    $0.sampleFormats =
      [SampleFormat.ByteOrder.littleEndian, .bigEndian].flatMap { order in
        [16, 24, 32].map { SampleFormat(.signedInteger, bitsPerSample: $0, byteOrder: order) }
          + [32, 64].map { SampleFormat(.floatingPoint, bitsPerSample: $0, byteOrder: order) }
      } + [SampleFormat(.signedInteger, bitsPerSample: 8)]
    $0.probe = { head in
      head.count >= 8 && head[0] == 0x63 && head[1] == 0x61 && head[2] == 0x66 && head[3] == 0x66 ? 100 : 0
    }
    $0.open = { source, limits throws(ContainerError) in try CAFReader(source, limits: limits) }
    $0.makeWriter = { sink, settings throws(ContainerError) in try CAFWriter(sink, settings: settings) }
    $0.canWriteToPipe = true
    $0.chunkRole = role
    $0.editTags = { source, change throws(ContainerError) in try CAFTagEditing.edit(source, change) }
  }

  private static func role(of chunk: FourCharacterCode) -> ChunkRole {
    switch chunk {
    case .descriptionChunk, .dataChunk, .packetTableChunk, .cookieChunk, .layoutChunk, .fillerChunk: .structure
    case .informationChunk, .stringsChunk, .markerChunk, .regionChunk, "peak", "ovvw": .metadata
    default: .foreign
    }
  }

  /// The formats whose magic cookie is a descriptor around an AudioSpecificConfig.
  static let advancedAudio: [FourCharacterCode] = [
    .aacLowDelay, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR, .aacEnhancedLowDelayV2, .aacHighEfficiency,
    .aacHighEfficiencyV2, .usac,
  ]
}

extension FourCharacterCode {
  static let descriptionChunk: FourCharacterCode = "desc"
  static let dataChunk: FourCharacterCode = "data"
  static let packetTableChunk: FourCharacterCode = "pakt"
  static let cookieChunk: FourCharacterCode = "kuki"
  static let layoutChunk: FourCharacterCode = "chan"
  static let informationChunk: FourCharacterCode = "info"
  static let stringsChunk: FourCharacterCode = "strg"
  static let markerChunk: FourCharacterCode = "mark"
  static let regionChunk: FourCharacterCode = "regn"
  static let fillerChunk: FourCharacterCode = "free"

  /// True if the packets are AAC of any kind.
  var isAdvancedAudio: Bool { self == .aac || CAFFile.advancedAudio.contains(self) }
}

/// Sizes that the format fixes.
enum CAFLayout {
  /// `caff`, the version, flags.
  static let fileHeaderByteCount: Int64 = 8
  /// A chunk's type and its size of 64 bits.
  static let chunkHeaderByteCount: Int64 = 12
  /// The edit count before the first packet.
  static let editCountByteCount: Int64 = 4
  /// The size of a chunk `data` that continues to the end of the file.
  static let unknownSize: Int64 = -1
}
