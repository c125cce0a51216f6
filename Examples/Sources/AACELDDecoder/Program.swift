import AudioToolbox
import ExampleSupport
import Foundation

/// Receives AAC-ELD packets, looks at them, decodes them and plays them.
@main
struct Program {
  static let usage = """
    AACELDDecoder decode DUMP WAVE [CONFIGURATION]   decodes the packets of a dump
    AACELDDecoder dump AUDIOFILE DUMP                writes the packets of a file as a dump
    AACELDDecoder log                                shows what a decoder's converter says of itself
    AACELDDecoder configurations                     shows the configurations of AAC-ELD
    AACELDDecoder play DUMP [CONFIGURATION]          plays the packets of a dump
    """

  static func main() { report(run) }

  private static func run() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("decode", 3...4):
      try decode(url(arguments[1]), to: url(arguments[2]), configuration: arguments.dropFirst(3).first)
    case ("dump", 3): try dump(url(arguments[1]), to: url(arguments[2]))
    case ("log", 1): try PropertyLog(decoder: ConfiguredDecoder()).print()
    case ("configurations", 1): try showConfigurations()
    case ("play", 2...3): try play(url(arguments[1]), configuration: arguments.dropFirst(2).first)
    default: throw UsageError(usage)
    }
  }

  private static func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

  /// Without a configuration the text's own decoder does it.
  private static func decoder(_ configuration: String?) throws -> (any PacketDecoder, AudioStreamBasicDescription) {
    guard let configuration else {
      let decoder = AACELDDecoder()
      try decoder.configureDecoder()
      let format = AACELDDecoder.AACELDInputFormat.default
      return (decoder, .pcm16(rate: format.sampleRate, channels: format.channels))
    }
    let decoder = try ConfiguredDecoder(configuration: Data(contentsOf: url(configuration)))
    return (decoder, decoder.output)
  }

  private static func decode(_ source: URL, to target: URL, configuration: String?) throws {
    let packets = AACELDDumper.parsePackets(from: try Data(contentsOf: source))
    let (decoder, format) = try decoder(configuration)
    let file = try WaveFile(writing: target, rate: format.mSampleRate, channels: format.mChannelsPerFrame)
    var byteCount = 0
    for packet in packets {
      guard let samples = try decoder.decode(packet) else { continue }
      try file.append(samples)
      byteCount += samples.count
    }
    try file.close()
    print("\(packets.count) packets, \(byteCount / Int(format.mBytesPerFrame)) frames")
  }

  private static func dump(_ source: URL, to target: URL) throws {
    let file = try PacketFile(reading: source)
    var dumper = AACELDDumper()
    let packets = try file.packets()
    for packet in packets { dumper.record(packet) }
    try dumper.recordedData.write(to: target)
    let again = AACELDDumper.parsePackets(from: try Data(contentsOf: target))
    print("\(packets.count) packets, read back \(again == packets ? "the same" : "others: a packet holds the marker")")
  }

  private static func showConfigurations() throws {
    for rate in [44100, 48000] {
      for frames in [480, 512] {
        for channels in [1, 2] {
          let configuration = try makeAsc(sampleRate: rate, channels: channels, frameDuration: frames)
          let format = try ConfiguredDecoder(configuration: configuration).input
          let bytes = configuration.map { String(format: "%02X", $0) }.joined(separator: " ")
          print(
            "\(bytes)  \(Int(format.mSampleRate)) Hz, \(format.mChannelsPerFrame) channels, "
              + "\(format.mFramesPerPacket) frames a packet")
        }
      }
    }
  }

  private static func play(_ source: URL, configuration: String?) throws {
    let packets = AACELDDumper.parsePackets(from: try Data(contentsOf: source))
    let (decoder, format) = try decoder(configuration)
    let renderer = try AACELDRenderer(decoder: decoder, format: format)
    for packet in packets { try renderer.play(packet) }
    try renderer.finish()
    print("\(packets.count) packets played")
  }
}
