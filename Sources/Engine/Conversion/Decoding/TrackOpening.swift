import AudioBase

/// Opens tracks for decoding, with the errors of a conversion.
struct TrackOpening {
  var codecs: [CodecDescriptor]
  var options: DecodeRequest

  func makeDecoder(
    of reader: any ContainerReader, track: Int
  ) throws(AudioError) -> any PacketDecoder & ~Copyable {
    guard reader.tracks.indices.contains(track), reader.tracks[track].mediaKind == .audio else {
      throw .noAudioTrack
    }
    return try DecoderSelection(codecs, options).makeDecoder(of: reader, track: track)
  }

  func open<Sample: AudioSample>(
    _ decoder: consuming any PacketDecoder & ~Copyable, _ reader: any ContainerReader, track: Int
  ) throws(AudioError) -> PacketDecoding<TrackPackets, Sample> {
    return try PacketDecoding(packets(of: reader, track: track), with: decoder)
  }

  func packets(of reader: any ContainerReader, track: Int) -> TrackPackets {
    TrackPackets(reader, track: track, codecs: codecs, options: options)
  }
}
