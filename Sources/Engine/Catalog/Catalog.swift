import AACDecoding
import AACEncoding
import AC3Codec
import AC3Container
import ADIFContainer
import ADPCMCodec
import ADTSContainer
import AIFFContainer
import ALACCodec
import AMRContainer
public import AudioBase
import CAFContainer
import DSDCodec
import FLACCodec
import FLACContainer
import ForeignContainers
import G711Codec
import LOASContainer
import LibraryCodecs
import MP4Container
import MPEGAudioCodec
import MPEGAudioContainer
import MPEGTransportContainer
import MatroskaContainer
import OggContainer
import PacketDumpContainer
public import PacketInspection
import RawPCMContainer
import SunAudioContainer
import TTACodec
import USACCodec
import WAVEContainer
import XiphLibraries

/// The codecs and containers that a program uses. This is the only file that names them.
public struct Catalog: Sendable {
  /// The containers, the preferred one first.
  public var containers: [ContainerDescriptor]
  /// The codecs, the preferred one first. Linear PCM needs none.
  public var codecs: [CodecDescriptor]
  /// The inspectors that find the coding tools that packets use.
  public var inspectors: [PacketInspectorDescriptor]

  /// Creates a catalog of chosen containers and codecs.
  public init(
    containers: [ContainerDescriptor], codecs: [CodecDescriptor], inspectors: [PacketInspectorDescriptor] = []
  ) {
    self.containers = containers
    self.codecs = codecs
    self.inspectors = inspectors
  }

  /// The containers whose frames are found in films.
  private static let soundFrames = FrameReaders(
    MPEGAudioFile.descriptors + AC3File.descriptors + [ADTSFile.descriptor, DTSFile.descriptor])

  /// The containers whose frames are found in transport streams.
  private static let transportFrames: TransportFramings = {
    var framings = TransportFramings(
      adts: ADTSFile.descriptor, loas: LOASFile.descriptor, mpegAudio: MPEGAudioFile.descriptors,
      ac3: AC3File.descriptors, dts: [DTSFile.descriptor])
    (framings.smpte302M, framings.bluRay) = (BlockFile.smpte302M, BlockFile.bluRay)
    return framings
  }()

  /// The HLS playlist with segments of a transport stream. It is not among the containers, because its extension stands
  /// for a playlist of MP4 fragments.
  package static let transportList = MPEGTransportFile.mediaList(framedBy: transportFrames)

  /// Finds the packets of AAC that has no framing.
  private static let rawDataBlocks: ADIFFile.ScannerFactory = { cookie throws(CodecError) in
    try RawDataBlockScanner(cookie: cookie)
  }

  /// All containers and codecs of this package.
  public static let standard = Catalog(
    containers: MP4File.descriptors + MPEGAudioFile.descriptors + AC3File.descriptors + AMRFile.descriptors + [
      ADTSFile.descriptor,
      ADIFFile.descriptor(scanner: rawDataBlocks),
      LOASFile.descriptor,
      WAVEFile.descriptor(scanner: rawDataBlocks),
      RF64File.descriptor,
      BW64File.descriptor,
      Wave64File.descriptor,
      CAFFile.descriptor,
      AIFFFile.descriptor,
      AIFCFile.descriptor,
      FLACFile.descriptor,
      OggFile.descriptor,
      SunAudioFile.descriptor,
      MPEGTransportFile.descriptor(framedBy: transportFrames),
      MPEGTransportFile.disc(framedBy: transportFrames),
      MatroskaFile.descriptor,
      MatroskaFile.webM,
      AVIFile.descriptor(framedBy: soundFrames),
      FLVFile.descriptor(framedBy: soundFrames),
      ASFFile.descriptor(framedBy: soundFrames),
      ProgramStreamFile.descriptor(framedBy: soundFrames),
      BurstFile.descriptor(framedBy: soundFrames),
      NUTFile.descriptor(framedBy: soundFrames),
      SWFFile.descriptor(framedBy: soundFrames),
      DTSFile.descriptor,
      WavPackFile.descriptor,
      TTAFile.descriptor,
      MusepackFile.descriptor,
      SBCFile.descriptor,
      VOCFile.descriptor,
      RawPCMFile.descriptor,
      PacketDumpFile.descriptor,
    ] + PlainSampleFile.descriptors + BlockFile.descriptors + [MP4File.mediaList],
    codecs: [
      AACCodec.descriptor, AACEncoding.descriptor, USACCodec.descriptor, ALACCodec.descriptor, FLACCodec.descriptor,
      MPEGAudioCodec.descriptor, ADPCMCodec.descriptor, ADPCMCodec.flash, DSDCodec.descriptor,
      TTACodec.descriptor, G711Codec.descriptor, AC3Codec.descriptor, OpusCodec.descriptor, VorbisCodec.descriptor,
      LAMECodec.descriptor,
    ] + ADPCMCodec.running + VoiceCodec.descriptors + VoiceCodec.encoders + PacketCodec.descriptors,
    inspectors: [AACCodec.inspector, MPEGAudioCodec.inspector, USACCodec.inspector])

  /// ``standard`` with the formats that Core Audio encodes: neither MP3 nor AMR, because programs may ask for the list.
  package static let coreAudio = Catalog(
    containers: standard.containers,
    codecs: standard.codecs.filter { codec in
      ![.mpegLayer3, "samr", "sawb"].contains { codec.encodedFormatIDs.contains($0) }
    },
    inspectors: standard.inspectors)

  /// Returns the data formats that can be decoded, or encoded, on this system, except linear PCM.
  ///
  /// A codec that needs a library of the system counts if that is installed.
  public func formatIDs(_ direction: CodecDescriptor.Direction) -> [FourCharacterCode] {
    codecs.filter { $0.missing(direction) == nil }.flatMap { codec in
      direction == .decoding ? codec.formatIDs : codec.encodedFormatIDs
    }
  }

  /// Returns the container of headerless samples of a known format: packed, interleaved linear PCM.
  public static func headerlessSamples(_ format: StreamFormat) -> ContainerDescriptor {
    RawPCMFile.descriptor(reading: format)
  }

  /// Returns the container of a file type, or `nil`.
  public func container(fileType: FourCharacterCode) -> ContainerDescriptor? {
    containers.first { $0.fileType == fileType }
  }

  /// Returns the first writable container with an extension, given in lower case without the dot; it holds the data
  /// formats that the extension stands for.
  public func writableContainer(extension suffix: String) -> ContainerDescriptor? {
    containers.first { $0.create != nil && $0.extensions.contains(suffix) }?.named(extension: suffix)
  }

  /// Returns the codec that encodes a data format, or `nil`.
  public func encoder(formatID: FourCharacterCode) -> CodecDescriptor? {
    codecs.first { $0.makeEncoder != nil && $0.encodedFormatIDs.contains(formatID) }
  }

  /// Returns the inspector of packets of a data format, or `nil`.
  public func inspector(formatID: FourCharacterCode) -> PacketInspectorDescriptor? {
    inspectors.first { $0.formatIDs.contains(formatID) }
  }

  /// Returns the codec of a data format, or `nil`.
  public func codec(formatID: FourCharacterCode) -> CodecDescriptor? {
    codecs.first { $0.formatIDs.contains(formatID) }
  }
}
