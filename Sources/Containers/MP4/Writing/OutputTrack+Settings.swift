import AudioBase
import MPEG4Systems

extension OutputTrimming {
  /// Creates the part that a packet table keeps, its counts multiplied by `ratio`; `nil` if a count is invalid.
  init?(_ table: PacketTable, ratio: Double) {
    let counts = [table.primingFrames, table.validFrames, table.remainderFrames]
    guard counts.allSatisfy({ $0 >= 0 && $0 < 1 << 48 }), ratio > 0, ratio < 1e6 else { return nil }
    if ratio == 1 {
      self.init(start: table.primingFrames, duration: table.validFrames)
    } else {
      self.init(
        start: Int64((Double(table.primingFrames) * ratio).rounded()),
        duration: Int64((Double(table.validFrames) * ratio).rounded()))
    }
  }
}

extension OutputTrack {
  /// Creates the track of a new audio file.
  init(sound settings: WriterSettings, brand: FileBrand) throws(ContainerError) {
    let entry = try SoundEntry(settings, brand: brand)
    let rate = entry.format.sampleRate
    // A rate that is not a whole number is counted in thousandths of it.
    let isWhole = rate == rate.rounded()
    self.init(
      identifier: 1, kind: .audio, timescale: UInt32((rate * (isWhole ? 1 : 1000)).rounded()),
      description: DescribedStream(
        entry: .sound(entry),
        stream: CodedStream(format: settings.format, layout: settings.layout, cookie: settings.cookie)))
    language = settings.language
    clock.unitsPerFrame = isWhole ? 1 : 1000
    let format = settings.format
    clock.framesPerPacket = format.framesPerPacket
    let isAdvancedAudio = FileBrand.advancedAudio.contains(format.formatID)
    if isAdvancedAudio, clock.framesPerPacket == 0 { clock.framesPerPacket = OutputTrack.frames(ofAAC: settings) }
    entryMask = OutputTrack.entryMask(settings)
    rollDistance = settings.rollDistance ?? (isAdvancedAudio ? 1 : nil)
    if rollDistance == 0 { rollDistance = nil }
    if let size = OutputTrack.constantSize(format) {
      let frames = format.formatID == "ima4" ? 64 : 1
      constantPacket = TimedSample(byteCount: size, duration: UInt32(frames) * UInt32(clock.unitsPerFrame))
    }
    if let count = settings.expectedPacketCount {
      expectation = OutputExpectation(packetCount: count, byteCount: settings.expectedByteCount)
    } else if let count = settings.expectedByteCount, let constantPacket {
      expectation = OutputExpectation(packetCount: count / Int64(constantPacket.byteCount), byteCount: count)
    }
  }

  /// Returns the number of bytes of a packet if all are alike, whatever the descriptions state.
  static func constantSize(_ format: StreamFormat) -> UInt32? {
    switch format.formatID {
    case .linearPCM: UInt32(exactly: format.bytesPerFrame).flatMap { $0 > 0 ? $0 : nil }
    case "ulaw", "alaw": UInt32(exactly: format.channelsPerFrame)
    case "ima4": UInt32(exactly: format.channelsPerFrame).map { $0 * 34 }
    default: nil
    }
  }

  /// Returns the bits that show where decoding can begin in packets of USAC; `nil` for other formats.
  static func entryMask(_ settings: WriterSettings) -> UInt8? {
    guard settings.format.formatID == .usac, let bytes = try? MagicCookie.audioSpecificConfig(in: settings.cookie.span),
      let configuration = try? AudioSpecificConfig(parsing: bytes.span),
      case .unifiedCoding(let unified) = configuration.specific
    else { return nil }
    return unified.entryMask
  }

  /// Returns the number of frames of a packet at the track's rate, according to the AudioSpecificConfig; 0 if it cannot
  /// be read.
  static func frames(ofAAC settings: WriterSettings) -> Int {
    guard let bytes = try? MagicCookie.audioSpecificConfig(in: settings.cookie.span),
      let configuration = try? AudioSpecificConfig(parsing: bytes.span)
    else { return 0 }
    let isExtended = configuration.extensionRate.map { Double($0) == settings.format.sampleRate } ?? false
    let isDoubled = isExtended && configuration.extensionRate != configuration.coreRate
    return configuration.coreFrameLength * (isDoubled ? 2 : 1)
  }
}
