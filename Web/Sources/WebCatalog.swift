import AACDecoding
import AACEncoding
import AC3Codec
import AC3Container
import ADIFContainer
import ADPCMCodec
import ADTSContainer
import AIFFContainer
import ALACCodec
import AudioBase
import CAFContainer
import FLACCodec
import FLACContainer
import G711Codec
import LOASContainer
import MP4Container
import MPEGAudioCodec
import MPEGAudioContainer
import MatroskaContainer
import OggContainer
import PacketDumpContainer
import PacketInspection
import SunAudioContainer
import USACCodec
import WAVEContainer

/// What a page reads: the part of the package's catalog that needs no library of a system, in the order of
/// `Catalog.standard`.
enum WebCatalog {
  /// Finds the packets of AAC that has no framing.
  private static let rawDataBlocks: ADIFFile.ScannerFactory = { cookie throws(CodecError) in
    PacketScannerBox(try RawDataBlockScanner(cookie: cookie))
  }

  static let containers: [ContainerDescriptor] =
    MP4File.descriptors + MPEGAudioFile.descriptors + AC3File.descriptors + [
      ADTSFile.descriptor, ADIFFile.descriptor(scanner: rawDataBlocks), LOASFile.descriptor,
      WAVEFile.descriptor(scanner: rawDataBlocks), RF64File.descriptor, BW64File.descriptor, Wave64File.descriptor,
      CAFFile.descriptor, AIFFFile.descriptor, AIFCFile.descriptor, FLACFile.descriptor, OggFile.descriptor,
      SunAudioFile.descriptor, MatroskaFile.descriptor, MatroskaFile.webM, PacketDumpFile.descriptor,
    ]

  static let codecs: [CodecDescriptor] =
    [
      AACCodec.descriptor, USACCodec.descriptor, ALACCodec.descriptor, FLACCodec.descriptor, MPEGAudioCodec.descriptor,
      ADPCMCodec.descriptor, G711Codec.descriptor, AC3Codec.descriptor,
    ] + ADPCMCodec.running

  static let inspectors: [PacketInspectorDescriptor] = [
    AACCodec.inspector, MPEGAudioCodec.inspector, USACCodec.inspector,
  ]
}
