public import AudioBase

extension AudioFile {
  /// The container's type: `kAudioFilePropertyFileFormat`.
  public var fileType: FourCharacterCode {
    if case .reading(let input) = state { input.reader.fileType } else { container.fileType }
  }

  /// The format of the packets that the container states: `kAudioFilePropertyDataFormat`.
  public var dataFormat: StreamFormat { info.format }

  /// The format in words: `kAudioFilePropertyDataFormatName`. The codec's profile, if a codec knows the stream.
  public var dataFormatName: String {
    if case .reading(let input) = state, let profile = input.codecSummary()?.profile { return profile }
    return info.format.formatID.dataFormatName
  }

  /// The ways to decode the packets, the richest first: `kAudioFilePropertyFormatList`. HE-AAC v2 gives itself, HE-AAC
  /// and its AAC core.
  public var formatList: [FormatListItem] {
    guard case .reading(let input) = state, let summary = input.codecSummary() else {
      return [FormatListItem(format: info.format, layout: info.layout)]
    }
    return summary.layers.map { layer in
      let format = StreamFormat(
        formatID: layer.formatID, sampleRate: layer.decoded.sampleRate,
        channelsPerFrame: layer.decoded.layout.channelCount, framesPerPacket: layer.decoded.framesPerPacket)
      return FormatListItem(format: format, layout: layer.decoded.layout)
    }
  }

  /// The data that a decoder needs, without a container's wrapping: `kAudioFilePropertyMagicCookieData`. Often empty.
  public var magicCookie: [UInt8] { info.cookie }

  /// The cookie as the container wraps it, such as MP4's ES_Descriptor.
  public var containerCookie: [UInt8] { info.containerCookie.isEmpty ? info.cookie : info.containerCookie }

  /// Sets the cookie; most file types accept it only before the first packet.
  public func setMagicCookie(_ cookie: [UInt8]) throws(AudioError) { try writing().setCookie(cookie) }

  /// The loudspeakers that the file itself states: `kAudioFilePropertyChannelLayout`. `nil` if linear PCM states none,
  /// so that programs do not copy an assumed layout.
  public var statedChannelLayout: ChannelLayout? {
    guard info.format.formatID == .linearPCM else { return channelLayout }
    return info.statedLayout
  }

  /// The loudspeakers in channel order, including the usual ones of mono and stereo; `nil` if neither the container nor
  /// the codec states them.
  public var channelLayout: ChannelLayout? {
    if case .reading(let input) = state { return input.info.layout ?? input.codecSummary()?.decoded.layout }
    return info.layout
  }

  /// Sets the sample rate in Hz of a file that is written, before the first packet.
  ///
  /// - Parameters:
  ///   - rate: The sample rate in Hz.
  ///   - cookie: The decoder's configuration for that rate.
  /// - Throws: `.invalidState` if packets have been written, or for a rate that is not above 0 and finite.
  public func setSampleRate(_ rate: Double, cookie: [UInt8]) throws(AudioError) {
    guard rate.isFinite, rate > 0 else {
      throw AudioError(ContainerError(.invalidState, "a sample rate is above 0 Hz", at: 0))
    }
    try writing().changeSettings {
      $0.format.sampleRate = rate
      $0.cookie = cookie
    }
  }

  /// Sets the loudspeakers, before the first packet.
  public func setChannelLayout(_ layout: ChannelLayout) throws(AudioError) {
    guard layout.channelCount == info.format.channelsPerFrame else {
      throw AudioError(ContainerError(.invalidState, "a layout has a loudspeaker for each channel", at: 0))
    }
    try writing().changeSettings { $0.layout = layout }
  }

  /// True if the file can be played while it arrives and wastes no space: `kAudioFilePropertyIsOptimized`.
  public var isOptimized: Bool {
    if case .reading(let input) = state { input.reader.isOptimized } else { false }
  }

  /// The bits of a sample before encoding: `kAudioFilePropertySourceBitDepth`; negative for floating point, `nil` if
  /// unknown.
  public var sourceBitDepth: Int? {
    guard let samples = info.format.sampleFormat else { return info.sourceBitDepth }
    let bits = info.sourceBitDepth ?? samples.bitsPerSample
    return samples.encoding == .floatingPoint ? -bits : bits
  }

  /// The warnings about a file that is read: repaired, skipped or ignored parts.
  public var warnings: [String] { if case .reading(let input) = state { input.reader.allRemarks } else { [] } }

  // MARK: Tracks

  /// The number of tracks that hold sound: `kAudioFilePropertyAudioTrackCount`.
  public var trackCount: Int { if case .reading(let input) = state { input.audioTracks.count } else { 1 } }

  /// Chooses the track that all other members refer to: `kAudioFilePropertyUseAudioTrack`. The first one is chosen when
  /// a file is opened.
  ///
  /// - Parameter index: 0 up to ``trackCount`` - 1.
  public func useTrack(_ index: Int) throws(ContainerError) {
    let input = try reading()
    guard input.audioTracks.indices.contains(index) else {
      throw ContainerError(.invalidState, "there is no such audio track", at: 0)
    }
    input.use(track: input.audioTracks[index])
  }
}
