import AudioBase

/// The contents of an elementary stream: a kind of audio, or something else.
enum StreamKind {
  /// Frames of a format that is read.
  case framed(Framing)
  /// Audio that is not read from transport streams; the sentence names its format.
  case unread(StaticString)
  /// Private data without a description, whose format only its bytes show.
  case unknown
  case video
  /// Neither audio nor video.
  case other

  /// The method of finding the packets of a stream.
  enum Framing {
    case adts
    case loas
    case mpegAudio
    /// AC-3 or Enhanced AC-3; the frames show which.
    case ac3
    case dts
    case smpte302M
    case bluRay
    /// Opus with its own control headers, and a number of channels.
    case opus(channelCount: Int)
  }

  /// Reads `stream_type` (ISO/IEC 13818-1, Table 2-34) and, for private data, the descriptors (ETSI EN 300 468, Annex
  /// D; ATSC A/52, Annex A).
  init(_ stream: ElementaryStreamInfo) {
    switch stream.streamType {
    case 0x03, 0x04: self = .framed(.mpegAudio)
    case 0x0F: self = .framed(.adts)
    case 0x11: self = .framed(.loas)
    case 0x1C: self = .unread("MPEG-4 audio without a transport syntax is not read from transport streams")
    case 0x2D, 0x2E: self = .unread("MPEG-H audio is not read from transport streams")
    case 0x80 where (stream.registration ?? stream.programRegistration) == "HDMV": self = .framed(.bluRay)
    case 0x81, 0x84, 0x87, 0xA1: self = .framed(.ac3)
    case 0x82, 0x85, 0x86:
      self = stream.registration == "CUEI" ? .other : .framed(.dts)
    case 0x83: self = .unread("Dolby TrueHD is not read from transport streams")
    case 0x06: self = StreamKind.privateData(stream)
    // MPEG-1, 2 and 4, AVC, HEVC, VVC, and of the registered ones Dirac and VC-1.
    case 0x01, 0x02, 0x10, 0x1B, 0x24, 0x33, 0xD1, 0xEA: self = .video
    default: self = .other
    }
  }

  private static func privateData(_ stream: ElementaryStreamInfo) -> StreamKind {
    switch stream.registration {
    case "AC-3", "EAC3": return .framed(.ac3)
    case "Opus":
      guard let channels = stream.opusChannelCount, (1...2).contains(channels) else {
        return .unread("Opus of more than two channels is not read from transport streams")
      }
      return .framed(.opus(channelCount: channels))
    case "BSSD": return .framed(.smpte302M)
    case "DTS1", "DTS2", "DTS3": return .framed(.dts)
    default: break
    }
    for tag in stream.descriptorTags {
      switch tag {
      case 0x6A, 0x7A: return .framed(.ac3)
      case 0x7B: return .framed(.dts)
      // A descriptor of AAC occurs with stream types of its own, and with private data in no standard.
      default: continue
      }
    }
    return stream.descriptorTags.isEmpty ? .unknown : .other
  }
}

extension StreamKind {
  /// The least score of a probe that private data are believed at: two frames in a row from the first byte on.
  private static let wantedScore = 90

  /// Returns the method of finding the packets of a stream; `nil` for private data that hold no frames.
  func framing(
    of bytes: ElementaryStream, among framings: TransportFramings
  ) throws(ContainerError) -> Framing? {
    if case .framed(let framing) = self { return framing }
    var head = SourceWindow(bytes, capacity: 4096)
    let place = try head.load(4096, at: 0)
    let first = head.bytes.span.extracting(place)
    for framing in [Framing.adts, .loas, .mpegAudio, .ac3, .dts] {
      for container in framings.containers(of: framing) where (container.probe?(first) ?? 0) >= Self.wantedScore {
        return framing
      }
    }
    return nil
  }
}
