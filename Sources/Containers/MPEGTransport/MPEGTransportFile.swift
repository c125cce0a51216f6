public import AudioBase

/// MPEG-2 transport streams: broadcasts, HLS segments, the files of camcorders and Blu-ray discs.
///
/// ISO/IEC 13818-1. Sound in frames of ADTS, LOAS, MPEG audio, AC-3 and DTS, Opus, and linear PCM of SMPTE 302M and
/// Blu-ray, is read; other sound is named in the warnings. One stream of AAC, MPEG audio, AC-3 or Opus is written.
public enum MPEGTransportFile {
  /// Returns a descriptor for a catalog.
  ///
  /// - Parameter framings: The containers whose frames the streams hold, which this module does not know by itself.
  public static func descriptor(framedBy framings: TransportFramings) -> ContainerDescriptor {
    ContainerDescriptor(fileType: "mp2t", name: "MPEG-2 Transport Stream", formatIDs: framings.writtenFormatIDs) {
      $0.extensions = ["ts", "m2t"]
      $0.mediaTypes = ["video/mp2t"]
      $0.probe = { head in probe(head) }
      $0.open = { source, limits throws(ContainerError) in try TransportReader(source, limits: limits, framings) }
      $0.makeWriter = { sink, settings throws(ContainerError) in
        var settings = settings
        settings.structure = .indexFirst
        return try TransportWriter(sink, settings: settings, framings)
      }
      $0.canWriteToPipe = true
      $0.marksRecording = false
    }
  }

  /// Returns the transport streams of Blu-ray discs and camcorders, for a catalog: packets of 192 bytes, with the times
  /// of their arrival. They are recognised like other transport streams.
  public static func disc(framedBy framings: TransportFramings) -> ContainerDescriptor {
    ContainerDescriptor(
      fileType: "m2ts", name: "MPEG-2 Transport Stream of Blu-ray", formatIDs: framings.writtenFormatIDs
    ) {
      $0.extensions = ["m2ts", "mts"]
      $0.open = { source, limits throws(ContainerError) in try TransportReader(source, limits: limits, framings) }
      $0.makeWriter = { sink, settings throws(ContainerError) in
        var settings = settings
        settings.structure = .indexFirst
        return try TransportWriter(sink, settings: settings, framings, hasArrivalTimes: true)
      }
      $0.canWriteToPipe = true
      $0.marksRecording = false
    }
  }

  /// Returns a media list of HLS (RFC 8216) with segments of a transport stream, for a catalog. Reading a list reads
  /// the files that it names.
  public static func mediaList(framedBy framings: TransportFramings) -> ContainerDescriptor {
    ContainerDescriptor(
      fileType: "hlst", name: "HLS media list of transport streams", formatIDs: framings.writtenFormatIDs
    ) {
      $0.makeWriter = { sink, settings throws(ContainerError) in
        var settings = settings
        if case .fragmented = settings.structure {
        } else {
          settings.structure = .fragmented(seconds: usualSegmentSeconds)
        }
        return try TransportWriter(sink, settings: settings, framings)
      }
      $0.marksRecording = false
    }
  }

  /// The length of segments that Apple recommends ("HLS Authoring Specification for Apple devices", 7.5).
  private static let usualSegmentSeconds = 6.0

  /// Returns 85 if five packets, and all visible ones, are in sequence from the first byte on; 60 if they begin later
  /// or are fewer.
  package static func probe(_ head: Span<UInt8>) -> Int {
    guard let layout = TransportLayout(head) else { return 0 }
    let isEarly = layout.start == 0 || layout.start == layout.stride - TransportPacket.byteCount
    return isEarly && head.count >= TransportLayout.confirmingPacketCount * layout.stride ? 85 : 60
  }
}

/// The containers whose frames transport streams hold.
public struct TransportFramings: Sendable {
  /// `stream_type` 0x0F.
  public var adts: ContainerDescriptor
  /// `stream_type` 0x11.
  public var loas: ContainerDescriptor
  /// `stream_type` 0x03 and 0x04.
  public var mpegAudio: [ContainerDescriptor]
  /// `stream_type` 0x81 of AC-3; 0x84, 0x87 and 0xA1 of Enhanced AC-3; or private data marked as such.
  public var ac3: [ContainerDescriptor]
  /// `stream_type` 0x82, 0x85 and 0x86 of DTS; or private data marked as such.
  public var dts: [ContainerDescriptor]
  /// The container of linear PCM of SMPTE 302M, in private data.
  public var smpte302M: ContainerDescriptor?
  /// The container of linear PCM of Blu-ray: `stream_type` 0x80.
  public var bluRay: ContainerDescriptor?

  /// Names the containers.
  ///
  /// - Parameters:
  ///   - adts: The container of AAC in streams of type 0x0F.
  ///   - loas: The container of AAC in streams of type 0x11.
  ///   - mpegAudio: One for each layer; any of them reads all three.
  ///   - ac3: One for AC-3 and one for Enhanced AC-3; either reads both.
  ///   - dts: The container of DTS.
  public init(
    adts: ContainerDescriptor, loas: ContainerDescriptor, mpegAudio: [ContainerDescriptor],
    ac3: [ContainerDescriptor] = [], dts: [ContainerDescriptor] = []
  ) {
    self.adts = adts
    self.loas = loas
    self.mpegAudio = mpegAudio
    self.ac3 = ac3
    self.dts = dts
  }

  /// The data formats that are written.
  var writtenFormatIDs: [FourCharacterCode] { ([adts] + mpegAudio + ac3).flatMap(\.formatIDs) + [.opus] }

  /// Returns the containers of a kind of frames.
  func containers(of framing: StreamKind.Framing) -> [ContainerDescriptor] {
    switch framing {
    case .adts: [adts]
    case .loas: [loas]
    case .mpegAudio: mpegAudio
    case .ac3: ac3
    case .dts: dts
    case .smpte302M: smpte302M.map { [$0] } ?? []
    case .bluRay: bluRay.map { [$0] } ?? []
    case .opus: []
    }
  }

  /// Opens the joined payload of a stream.
  func open(
    _ framing: StreamKind.Framing, _ bytes: any ByteSource, _ limits: ResourceLimits
  ) throws(ContainerError) -> any ContainerReader {
    if case .opus(let channels) = framing {
      return try OpusUnitReader(bytes, channelCount: channels, limits: limits)
    }
    guard let open = containers(of: framing).first?.open else {
      throw ContainerError(.unsupported, "the catalog has no reader for the stream's frames", at: 0, in: "mp2t")
    }
    return try open(bytes, limits)
  }
}
