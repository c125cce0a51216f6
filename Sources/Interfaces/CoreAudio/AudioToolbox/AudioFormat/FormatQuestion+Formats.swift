import AudioBase
import AudioCatalog
import AudioFiles
import Foundation
import MPEGAudioFrames

// Formats: their properties, and those of cookies and packets.

extension FormatQuestion {
  /// Answers about formats, `nil` for other properties.
  func formatAnswer() throws(Status) -> PropertyValue? {
    switch property {
    case kAudioFormatProperty_FormatName: return PropertyValue(object: NSString(string: try format().description))
    case kAudioFormatProperty_FormatList: return PropertyValue(list: try formatList())
    case kAudioFormatProperty_OutputFormatList: return PropertyValue(list: try formatList().map(Self.decoded))
    case kAudioFormatProperty_ASBDFromESDS:
      return PropertyValue(AudioStreamBasicDescription(try describedByCookie().format))
    case kAudioFormatProperty_ChannelLayoutFromESDS:
      return PropertyValue(bytes: try describedByCookie().layout.nativeBytes)
    case kAudioFormatProperty_FirstPlayableFormatFromList: return PropertyValue(try firstPlayable())
    case kAudioFormatProperty_FormatIsVBR: return PropertyValue(flag(try format().isVariableInSize))
    case kAudioFormatProperty_FormatIsExternallyFramed: return PropertyValue(flag(try format().bytesPerPacket == 0))
    case kAudioFormatProperty_FormatEmploysDependentPackets: return PropertyValue(flag(try format().formatID == "usac"))
    case kAudioFormatProperty_FormatIsEncrypted: return PropertyValue(flag(false))
    case kAudioFormatProperty_ASBDFromMPEGPacket:
      return PropertyValue(AudioStreamBasicDescription(try formatOfPacket()))
    default: return nil
    }
  }

  private func flag(_ isSet: Bool) -> UInt32 { isSet ? 1 : 0 }

  private func bounded(_ description: AudioStreamBasicDescription) throws(Status) -> StreamFormat {
    try StreamFormat(bounding: description, orThrow: kAudioFormatUnsupportedDataFormatError)
  }

  private func format() throws(Status) -> StreamFormat {
    try bounded(try specified(AudioStreamBasicDescription.self))
  }

  /// Returns the codec's description of the stream from the cookie in the specifier: the core of a stream with layers.
  private func describedByCookie() throws(Status) -> (format: StreamFormat, layout: ChannelLayout) {
    guard specifier.count > 0 else { throw Status(kAudioFormatBadSpecifierSizeError) }
    guard let summary = Self.summary(StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0), specifier.bytes)
    else {
      throw Status(kAudioFormatUnknownFormatError)
    }
    return (Self.format(of: summary.layers.last, in: summary), summary.decoded.layout)
  }

  /// Returns an `AudioFormatInfo` or an `ExtendedAudioFormatInfo`, which begins like one.
  private func formatList() throws(Status) -> [AudioFormatListItem] {
    let info = try unsafe specified(AudioFormatInfo.self)
    let format = try unsafe bounded(info.mASBD)
    var cookie: [UInt8] = []
    if unsafe info.mMagicCookieSize > 0, unsafe UInt(bitPattern: info.mMagicCookie) != 0 {
      cookie = unsafe [UInt8](
        UnsafeRawBufferPointer(start: info.mMagicCookie, count: Int(info.mMagicCookieSize)))
    }
    if cookie.isEmpty { cookie = format.presumedConfiguration ?? [] }
    guard let summary = Self.summary(format, cookie) else {
      // A list of formats without a rate would be taken for an answer.
      guard Self.isKnown(format.formatID), format.sampleRate > 0, format.channelsPerFrame > 0 else {
        throw Status(kAudioFormatUnsupportedDataFormatError)
      }
      let layout = ChannelLayout(unlabelledChannelCount: format.channelsPerFrame)
      return [
        AudioFormatListItem(mASBD: AudioStreamBasicDescription(format), mChannelLayoutTag: layout.tag?.rawValue ?? 0)
      ]
    }
    return summary.layers.map { layer in
      AudioFormatListItem(
        mASBD: AudioStreamBasicDescription(Self.format(of: layer, in: summary)),
        mChannelLayoutTag: layer.decoded.layout.tag?.rawValue ?? 0)
    }
  }

  /// Returns the samples that a format is decoded to.
  private static func decoded(_ item: AudioFormatListItem) -> AudioFormatListItem {
    let samples = StreamFormat(
      .float32, sampleRate: item.mASBD.mSampleRate, channelsPerFrame: Int(item.mASBD.mChannelsPerFrame))
    return AudioFormatListItem(
      mASBD: AudioStreamBasicDescription(samples), mChannelLayoutTag: item.mChannelLayoutTag)
  }

  private static func format(of layer: CodecSummary.Layer?, in summary: CodecSummary) -> StreamFormat {
    let decoded = layer?.decoded ?? summary.decoded
    return StreamFormat(
      formatID: layer?.formatID ?? summary.formatID, sampleRate: decoded.sampleRate,
      channelsPerFrame: decoded.layout.channelCount, framesPerPacket: decoded.framesPerPacket)
  }

  private func firstPlayable() throws(Status) -> UInt32 {
    let items = specifier.list(AudioFormatListItem.self)
    guard !items.isEmpty else { throw Status(kAudioFormatBadSpecifierSizeError) }
    guard let index = items.firstIndex(where: { Self.isKnown(FourCharacterCode(rawValue: $0.mASBD.mFormatID)) }) else {
      throw Status(kAudioFormatUnsupportedDataFormatError)
    }
    return UInt32(index)
  }

  static func isKnown(_ formatID: FourCharacterCode) -> Bool {
    formatID == .linearPCM || Catalog.coreAudio.codec(formatID: formatID) != nil
  }

  /// Returns a codec's summary of a cookie, and of the first packet if there is one, or `nil`.
  static func summary(_ format: StreamFormat, _ cookie: [UInt8], firstPacket: [UInt8] = []) -> CodecSummary? {
    try? Catalog.coreAudio.codec(formatID: format.formatID)?.describe(
      CodedStream(format: format, cookie: cookie), firstPacket.span)
  }

  /// Returns the format in the header of a packet of MPEG audio.
  private func formatOfPacket() throws(Status) -> StreamFormat {
    let bytes = specifier.bytes
    guard bytes.count >= MPEGAudioHeader.byteCount else { throw Status(kAudioFormatBadSpecifierSizeError) }
    guard let header = MPEGAudioHeader(bytes.span, at: 0) else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    return header.format
  }

  // MARK: Format info

  /// Returns a format completed by its codec from the fields that are set; the specifier may be its cookie.
  func completed(_ description: AudioStreamBasicDescription?) throws(Status) -> PropertyValue {
    guard let description else { throw Status(kAudioFormatBadPropertySizeError) }
    var format = try bounded(description)
    guard Self.isKnown(format.formatID) else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    var cookie = specifier.bytes
    if cookie.isEmpty { cookie = format.presumedConfiguration ?? [] }
    if let decoded = Self.summary(format, cookie)?.decoded {
      if format.sampleRate == 0 || !specifier.bytes.isEmpty { format.sampleRate = decoded.sampleRate }
      if format.channelsPerFrame == 0 || !specifier.bytes.isEmpty {
        format.channelsPerFrame = decoded.layout.channelCount
      }
      if format.framesPerPacket == 0 || !specifier.bytes.isEmpty { format.framesPerPacket = decoded.framesPerPacket }
    }
    if format.framesPerPacket == 0 { format.framesPerPacket = format.usualFramesPerPacket }
    if format.bytesPerPacket == 0 { format.bytesPerPacket = format.usualBytesPerPacket }
    if format.formatID == .linearPCM, format.bytesPerFrame == 0 { format.completeLinearPCM() }
    return PropertyValue(AudioStreamBasicDescription(format))
  }
}

extension StreamFormat {
  /// True if packets may differ in size or in duration.
  var isVariableInSize: Bool { bytesPerPacket == 0 && formatID != .linearPCM }

  /// The number of frames of a packet if the format alone determines it, otherwise 0.
  var usualFramesPerPacket: Int {
    switch formatID {
    case .linearPCM, .aLaw, .muLaw: 1
    case .aac: 1024
    case .aacHighEfficiency, .aacHighEfficiencyV2: 2048
    case .aacLowDelay, .aacEnhancedLowDelay: 512
    case .aacEnhancedLowDelaySBR, .aacEnhancedLowDelayV2: 1024
    case .appleLossless: 4096
    case .ima4: 64
    case .mpegLayer1: 384
    case .mpegLayer2, .mpegLayer3: 1152
    default: 0
    }
  }

  /// The number of bytes of a packet if the format alone determines it, otherwise 0.
  var usualBytesPerPacket: Int {
    switch formatID {
    case .aLaw, .muLaw: channelsPerFrame
    case .ima4: 34 * channelsPerFrame
    default: 0
    }
  }

  /// Sets the sizes that bits and channels of linear PCM come to.
  fileprivate mutating func completeLinearPCM() {
    let bytes = (bitsPerChannel + 7) / 8
    bytesPerFrame = isPlanar ? bytes : bytes * channelsPerFrame
    bytesPerPacket = bytesPerFrame
    framesPerPacket = 1
  }
}

extension StreamFormat {
  /// The format in words: `Linear PCM, 16 bit little-endian signed integer, 2 channels, 44100 Hz`.
  var description: String {
    var words = [formatID.dataFormatName]
    if formatID == .linearPCM {
      let kind =
        formatFlags & kAudioFormatFlagIsFloat != 0
        ? "floating point" : formatFlags & kAudioFormatFlagIsSignedInteger != 0 ? "signed integer" : "unsigned integer"
      let order = formatFlags & kAudioFormatFlagIsBigEndian != 0 ? "big-endian" : "little-endian"
      words.append("\(bitsPerChannel) bit \(order) \(kind)")
    }
    if channelsPerFrame > 0 { words.append("\(channelsPerFrame) channel\(channelsPerFrame == 1 ? "" : "s")") }
    if sampleRate > 0 { words.append("\(Int(exactly: sampleRate).map(String.init) ?? String(sampleRate)) Hz") }
    return words.joined(separator: ", ")
  }
}
