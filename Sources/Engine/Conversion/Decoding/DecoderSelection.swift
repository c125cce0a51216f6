import AudioBase

/// The decoders to choose from for a stream, with their settings.
struct DecoderSelection: Sendable {
  /// The codecs to choose from. Linear PCM needs none.
  var codecs: [CodecDescriptor]
  /// The settings of the decoder. A decoder that does not know a setting refuses it: `AudioError`.
  var settings: DecoderSettings
  /// The configuration to use in place of a track's cookie; it is more specific than the format.
  var configuration: [UInt8]?
  /// The check for codecs with a choice, if ``settings`` do not state it.
  private var streamCheck = StreamCheck.packets

  /// Creates a selection.
  init(_ codecs: [CodecDescriptor], settings: DecoderSettings) {
    self.codecs = codecs
    self.settings = settings
  }

  /// Creates the selection of a track's decoding.
  init(_ codecs: [CodecDescriptor], _ options: DecodeRequest) {
    self.init(codecs, settings: options.decoder)
    configuration = options.configuration
    streamCheck = options.isPart ? .packets : options.streamCheck
  }

  /// Makes the decoder of a track: by the track's format, or, if that is unknown and a configuration is given from
  /// outside, the first codec that understands the configuration.
  func makeDecoder(
    of reader: any ContainerReader, track: Int
  ) throws(AudioError) -> any PacketDecoder & ~Copyable {
    try makeDecoder(for: CodedStream(of: reader, track: track, configuration: configuration))
  }

  /// Creates the decoder of a stream, with the external configuration as its cookie if there is one.
  func makeDecoder(for stream: CodedStream) throws(AudioError) -> any PacketDecoder & ~Copyable {
    let formatID = stream.format.formatID
    let matching = codecs.filter { $0.formatIDs.contains(formatID) }
    if formatID == .linearPCM && configuration == nil { return try makeSamplesDecoder(for: stream) }
    guard !matching.isEmpty || configuration != nil else { throw .noDecoder(formatID) }
    return try makeFirst(of: matching.isEmpty ? codecs : matching, from: stream)
  }

  private func makeSamplesDecoder(
    for stream: CodedStream
  ) throws(AudioError) -> any PacketDecoder & ~Copyable {
    if let setting = settings.asked.first { throw .setting(setting, .linearPCM) }
    return try raising(.configuration) { () throws(CodecError) in
      try LinearPCMDecoder(stream.format, layout: stream.layout)
    }
  }

  /// Makes a decoder of the first codec that accepts the stream; if none does, the first error is thrown.
  private func makeFirst(
    of codecs: [CodecDescriptor], from stream: CodedStream
  ) throws(AudioError) -> any PacketDecoder & ~Copyable {
    var refusal: AudioError?
    for codec in codecs {
      if let setting = settings.firstUnknown(to: codec.decoderSettings) {
        refusal = refusal ?? .setting(setting, stream.format.formatID)
        continue
      }
      do throws(CodecError) {
        return try codec.makeDecoder(stream, settings(for: codec))
      } catch {
        refusal = refusal ?? .configuration(error)
      }
    }
    throw refusal ?? .configuration(CodecError(.unsupported, "there is no decoder to read the configuration"))
  }

  /// Returns the settings, with the check that the codec would omit by default.
  private func settings(for codec: CodecDescriptor) -> DecoderSettings {
    guard streamCheck == .wholeStream, settings.streamCheck == nil, codec.decoderSettings.contains(.streamCheck) else {
      return settings
    }
    var settings = settings
    settings.streamCheck = .wholeStream
    return settings
  }
}
