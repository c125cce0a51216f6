public import AudioBase

/// A remedy for an ``AudioError``, which each interface words with its own names of options.
public enum Advice: Sendable, Hashable {
  /// The existing file may be replaced, if that is asked for.
  case replacing
  /// An audio file is to be named.
  case audioFile
  /// The work may succeed once nobody else changes the file.
  case waiting
  /// The file may not be complete.
  case completeFile
  /// The file may be damaged, or not be what its first bytes say.
  case undamagedFile
  /// Another program may make a WAVE file of it.
  case otherProgram
  /// The list of formats says what can be read.
  case readableFormats
  /// The list of formats says what can be decoded.
  case decodableFormats
  /// The list of formats says what can be encoded.
  case encodableFormats
  /// The list of formats says what can be written.
  case writableFormats
  /// Settings of a decoder are to be left out; or, for packets that are copied, a format to be chosen.
  case withoutDecoderSettings([DecoderSetting], orEncoding: Bool)
  /// If the configuration is known otherwise, it can be given.
  case otherConfiguration
  /// The configuration of the packets is to be given.
  case configuration
  /// Concealing damage gives as much as can be decoded, if anything can.
  case concealing
  /// The loss costs a warning only, if damage is concealed.
  case acceptingLoss
  /// The list of audio tracks.
  case tracks
  /// The list of all tracks.
  case allTracks
  /// The number of channels of the input.
  case channelCount
  /// The length of the input.
  case duration
  /// The neighbour is to be converted to the rate and the channels of the input.
  case convertedNeighbor
  /// The loudness is to be measured.
  case measuredLoudness
  /// A container is to be chosen.
  case container
  /// A container, or a dump, is to be chosen by the output's extension.
  case containerByExtension
  /// Formats that the container holds and that can be encoded; with nothing in it, usual ones.
  case formats([FourCharacterCode])
  /// File types that hold the format, which is named where the packets are copied; with nothing in it, the list of
  /// formats.
  case holders([FourCharacterCode], of: FourCharacterCode?)
  /// Extensions that stand for the format.
  case extensions([String])
  /// A request is to be left out, or a format that is encoded to be chosen.
  case withoutOrEncoding(ConversionRequest)
  /// A request is to be left out, or another format to be chosen.
  case withoutOrOtherFormat(ConversionRequest)
  /// Requests are to be changed or left out.
  case change([ConversionRequest])
  /// A quality goes with a variable rate, or is to be left out.
  case variableRate
  /// The next higher sample rate that the encoder has, in Hz, or its highest.
  case sampleRate(Double, FourCharacterCode)
  /// The nearest bit rate that the encoder has for this format, and the range, in bits/s.
  case bitRate(Int, within: ClosedRange<Int>)
  /// The kinds of spectral band replication that each format has.
  case replication
  /// A level is to be left out, or FLAC to be chosen.
  case withoutLevel
  /// The list of devices.
  case otherDevice
  /// A rate and channels are to be chosen for the device.
  case deviceFormat
  /// The device without hardware needs no library.
  case virtualDevice
}
