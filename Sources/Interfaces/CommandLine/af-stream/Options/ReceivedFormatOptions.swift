import ArgumentParser
import AudioBase
import AudioFiles
import AudioStreaming
import RTPPayloads

/// The format that arrives at a URL, without a session description.
struct ReceivedFormatOptions: ParsableArguments {
  @Option(
    name: [.customShort("d"), .long],
    help: ArgumentHelp(
      "The format that comes to a URL, as the sender's --data-format: aace@48000, aac@44100, opus, ulaw, alaw, I16@48000.",
      valueName: "format"))
  var dataFormat: DataFormatArgument?

  @Option(name: [.short, .long], help: ArgumentHelp("The number of channels that come to a URL.", valueName: "n"))
  var channels: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The AudioSpecificConfig of the AAC that comes to a URL, in place of --data-format: F8E65000.", valueName: "hex"))
  var asc: HexBytes?

  @Option(
    name: .long, help: ArgumentHelp("The payload type that comes to a URL; the default is 96.", valueName: "0-127"))
  var payloadType: Int?

  func validate() throws {
    try check(channels, "--channels", takes: ResourceLimits.channelCounts)
    try check(payloadType, "--payload-type", takes: 0...127)
    if asc != nil, let name = [(dataFormat != nil, "--data-format"), (channels != nil, "--channels")].first(where: \.0)
    {
      throw ValidationError("--asc says what \(name.1) says.")
    }
  }

  /// The names of the options that were given.
  var names: [String] {
    let given = [
      (dataFormat != nil, "--data-format"), (channels != nil, "--channels"), (asc != nil, "--asc"),
      (payloadType != nil, "--payload-type"),
    ]
    return given.filter(\.0).map(\.1)
  }

  /// Returns the description of the stream that arrives at a URL.
  func session(
    _ address: StreamAddressArgument, _ stream: StreamOptions, _ file: Pathname
  ) throws(CommandFailure) -> SessionDescription {
    var settings = TransmissionSettings(try payload(stream, file))
    settings.packetTime = stream.packetTime
    if let payloadType { settings.format.payloadType = UInt8(payloadType) }
    if address.isProtected {
      guard stream.hasKey else {
        throw CommandFailure(file, "nothing says with which key", advice: "give it with --key-file or --srtp-key")
      }
      settings.key = try stream.key(file)
    }
    return settings.sessionDescription(address: address.host, port: address.port)
  }

  private func payload(_ stream: StreamOptions, _ file: Pathname) throws(CommandFailure) -> PayloadFormat {
    if let asc {
      do throws(RTPError) {
        let aac = StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0)
        return try PayloadFormat(CodedStream(format: aac, cookie: asc.bytes), packing: stream.aacPacking)
      } catch {
        throw CommandFailure(file, .streaming(error))
      }
    }
    guard let asked = dataFormat?.format else {
      throw CommandFailure(
        file, "nothing says what comes",
        advice: "say it with -d, such as -d aace@48000 -c 2, or name a session description")
    }
    return try StreamedFormat.received(asked, channels, stream.aacPacking, file)
  }
}
