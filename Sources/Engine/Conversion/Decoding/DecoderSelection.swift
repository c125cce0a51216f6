import AudioBase

/// Makes the decoder of a track: by the track's format, or, where that is unknown and a configuration is given from
/// outside, the first codec that understands the configuration.
func makePacketDecoder(
  of reader: any ContainerReader, track: Int, codecs: [CodecDescriptor], configuration: [UInt8]?
) throws(DecodingError) -> any PacketDecoder & ~Copyable {
  try makePacketDecoder(
    for: CodedStream(of: reader, track: track, configuration: configuration), codecs: codecs,
    isConfigured: configuration != nil)
}

/// Makes the decoder of a stream.
///
/// - Parameter isConfigured: Whether the cookie was given from outside and says more than the format does.
func makePacketDecoder(
  for stream: CodedStream, codecs: [CodecDescriptor], isConfigured: Bool = false
) throws(DecodingError) -> any PacketDecoder & ~Copyable {
  let formatID = stream.format.formatID
  let matching = codecs.filter { $0.formatIDs.contains(formatID) }
  let isLinearPCM = formatID == .linearPCM && !isConfigured
  guard isLinearPCM || !matching.isEmpty || isConfigured else { throw .noDecoder(formatID) }
  do throws(CodecError) {
    if isLinearPCM { return try LinearPCMDecoder(stream.format, layout: stream.layout) }
    return try makeFirst(of: matching.isEmpty ? codecs : matching, from: stream)
  } catch {
    throw .configuration(error)
  }
}

/// Makes a decoder of the first codec that accepts the stream; the first refusal is the one that is reported.
private func makeFirst(
  of codecs: [CodecDescriptor], from stream: CodedStream
) throws(CodecError) -> any PacketDecoder & ~Copyable {
  var refusal = CodecError(.unsupported, "there is no decoder to read the configuration")
  for (index, codec) in codecs.enumerated() {
    do throws(CodecError) {
      return try codec.makeDecoder(stream)
    } catch {
      if index == 0 { refusal = error }
    }
  }
  throw refusal
}
