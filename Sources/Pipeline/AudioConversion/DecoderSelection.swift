import AudioBase

/// Makes the decoder of a track: by the track's format, or, where that is unknown and a configuration is given from
/// outside, the first codec that understands the configuration.
func makePacketDecoder(
  for track: TrackInfo, codecs: [CodecDescriptor], configuration: [UInt8]?
) throws(DecodingError) -> any PacketDecoder & ~Copyable {
  let formatID = track.format.formatID
  let matching = codecs.filter { $0.formatIDs.contains(formatID) }
  let isLinearPCM = formatID == .linearPCM && configuration == nil
  guard isLinearPCM || !matching.isEmpty || configuration != nil else { throw .noDecoder(formatID) }
  do throws(CodecError) {
    if isLinearPCM { return try LinearPCMDecoder(track.format, layout: track.layout) }
    let stream = CodedStream(of: track, configuration: configuration)
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
