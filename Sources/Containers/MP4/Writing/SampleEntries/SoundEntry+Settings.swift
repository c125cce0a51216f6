package import AudioBase
import MPEG4Systems

extension SoundEntry {
  /// Creates the entry for a new file.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if the file type cannot hold the format, ``ErrorKind/invalidState`` where
  ///   the settings lack a value that the format needs.
  package init(_ settings: WriterSettings, brand: FileBrand) throws(ContainerError) {
    let format = settings.format
    guard format.sampleRate >= 1, format.sampleRate <= Double(UInt32.max / 1000),
      (1...1024).contains(format.channelsPerFrame)
    else { throw ContainerError(.invalidState, "a track has channels and a rate that can be written", at: 0) }
    guard brand.formatIDs.contains(format.formatID) else { throw SoundEntry.refusal }
    let isQuickTime = brand == .quickTime
    switch format.formatID {
    case .linearPCM: try self.init(pcm: settings, isQuickTime: isQuickTime)
    case "alac":
      self.init(
        "alac", settings, isQuickTime: isQuickTime,
        coding: .fullBox("alac", try SoundEntry.losslessConfiguration(settings.cookie)))
      sampleBitCount = Int(SoundEntry.losslessDepth(settings.cookie) ?? 16)
    case "flac": try self.init(lossless: settings)
    case ".mp1", ".mp2", ".mp3":
      let isFirstGeneration = format.sampleRate >= 32_000
      if isQuickTime {
        self.init(".mp3", settings, isQuickTime: true, coding: .none)
      } else {
        self.init(
          "mp4a", settings, isQuickTime: false,
          coding: .descriptor(objectType: isFirstGeneration ? 0x6B : 0x69, specific: []))
      }
    case "ulaw", "alaw", "ima4":
      self.init(format.formatID, settings, isQuickTime: true, coding: .none)
      hasVariablePackets = false
      bytesPerPacketOfChannel = format.formatID == "ima4" ? 34 : 1
      if form == .extended { self.format.bitsPerChannel = format.formatID == "ima4" ? 0 : 8 }
    case "opus":
      self.init(
        "Opus", settings, isQuickTime: false, coding: .box("dOps", try SoundEntry.opusConfiguration(settings.cookie)))
      self.format.sampleRate = 48_000
    case let other where FileBrand.unifiedAudio.contains(other):
      let configuration: [UInt8]
      do throws(DescriptorError) {
        configuration = try MagicCookie.audioSpecificConfig(in: settings.cookie.span)
      } catch {
        throw ContainerError(.invalidState, "the cookie of AAC holds an AudioSpecificConfig", at: 0, in: "esds")
      }
      guard !configuration.isEmpty else {
        throw ContainerError(.invalidState, "AAC needs an AudioSpecificConfig as its cookie", at: 0, in: "esds")
      }
      self.init(
        "mp4a", settings, isQuickTime: isQuickTime, coding: .descriptor(objectType: 0x40, specific: configuration))
    default: throw SoundEntry.refusal
    }
    let needsLayout = [.linearPCM, .flac].contains(format.formatID)
    channelBox = SoundEntry.channelBox(settings.layout, isQuickTime: isQuickTime, isPCM: needsLayout)
  }

  static let refusal = ContainerError(
    .unsupported, "this file type cannot hold the data format; a QuickTime movie or CAF file may", at: 0, in: "stsd")

  /// Creates an entry for FLAC. "Encapsulation of FLAC in ISO Base Media File Format", 3.3.1: a rate that the entry
  /// cannot state is 0, and that of `STREAMINFO` applies.
  private init(lossless settings: WriterSettings) throws(ContainerError) {
    let information = try SoundEntry.streamInformation(settings.cookie)
    self.init("fLaC", settings, isQuickTime: false, coding: .fullBox("dfLa", [0x80, 0, 0, 34] + information))
    if form == .wideRate { form = .plain }
    sampleBitCount = SoundEntry.sampleBitCount(information)
  }

  /// Creates an entry of compressed sound in the form that the file type and the rate ask for.
  private init(_ type: FourCharacterCode, _ settings: WriterSettings, isQuickTime: Bool, coding: Coding) {
    let rate = settings.format.sampleRate
    let fits = rate < 65536
    self.type = type
    self.coding = coding
    format = settings.format
    if isQuickTime {
      form = fits && rate == rate.rounded() ? .compressed : .extended
    } else {
      form = fits ? .plain : .wideRate
    }
    hasVariablePackets = true
    bytesPerPacketOfChannel = 0
    if form == .extended {
      format.bytesPerPacket = 0
      format.formatFlags = 0
    }
  }

  /// Creates an entry for linear PCM: QuickTime has a name for each encoding, ISO one for integers and one for floats.
  private init(pcm settings: WriterSettings, isQuickTime: Bool) throws(ContainerError) {
    guard let samples = settings.format.sampleFormat else {
      throw ContainerError(.unsupported, "linear PCM is packed and interleaved here", at: 0, in: "stsd")
    }
    format = settings.format
    sampleBitCount = samples.bitsPerSample
    guard isQuickTime else {
      guard samples.encoding != .unsignedInteger, samples.bitsPerSample > 8 else {
        throw SoundEntry.refusal
      }
      type = samples.encoding == .floatingPoint ? "fpcm" : "ipcm"
      form = format.sampleRate < 65536 ? .plain : .wideRate
      coding = .pulseCode(samples)
      return
    }
    let rate = format.sampleRate
    guard let name = SoundEntry.classicName(samples), rate < 65536, rate == rate.rounded() else {
      type = "lpcm"
      form = .extended
      coding = .none
      return
    }
    type = name
    form = .plain
    coding = .none
    guard samples.bitsPerSample > 16 else { return }
    form = .compressed
    coding = .byteOrder(samples.byteOrder)
    bytesPerPacketOfChannel = samples.byteCount
  }

  private static func classicName(_ samples: SampleFormat) -> FourCharacterCode? {
    switch (samples.encoding, samples.bitsPerSample, samples.byteOrder) {
    case (.unsignedInteger, 8, _): "raw "
    case (.signedInteger, 8, _), (.signedInteger, 16, .bigEndian): "twos"
    case (.signedInteger, 16, .littleEndian): "sowt"
    case (.signedInteger, 24, _): "in24"
    case (.signedInteger, 32, _): "in32"
    case (.floatingPoint, 32, _): "fl32"
    case (.floatingPoint, 64, _): "fl64"
    default: nil
    }
  }
}
