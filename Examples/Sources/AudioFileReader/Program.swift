import AudioToolbox
import ExampleSupport
import Foundation

/// Opens a file in both ways, shows its properties, and reads it in every way there is.
@main
struct Program {
  static func main() { report(run) }

  private static func run() throws {
    guard CommandLine.arguments.count == 2 else { throw UsageError("AudioFileReader FILE") }
    let url = URL(fileURLWithPath: CommandLine.arguments[1])

    let file = try PacketFile(reading: url)
    PropertyList(file: file.id).print()

    let readers = PacketReaders(file: file.id, format: file.format)
    let packets = try readers.packetData(fitting: 5000)
    print("\nReadPacketData: \(packets.count) packets, \(packets.map(\.count).reduce(0, +)) bytes")
    print("ReadPackets: the same packets: \(try readers.packets() == packets)")
    print("ReadBytes: the same bytes: \(try readers.bytes() == packets.reduce(Data(), +))")
    try readers.refuseWriting()

    // Where no description says how long the packets are the file does not know.
    let duration = (try? file.value(kAudioFilePropertyEstimatedDuration, Double())) ?? 0
    let place = try readers.packet(at: duration / 3)
    let rest = try readers.packetData(from: place.packet, fitting: 5000)
    print("seek to a third of the time: packet \(place.packet), \(place.framesBefore) frames before it begins to count")
    print(
      "packets from there on are the last ones: \(rest == Array(packets.suffix(rest.count))), \(rest.count) of them")

    try openWithCallbacks(url, expecting: packets)
    try parseStream(url, expecting: packets)
  }

  private static func openWithCallbacks(_ url: URL, expecting packets: [Data]) throws {
    let source = DataSource(try Data(contentsOf: url))
    let (status, opened) = source.open()
    try check("AudioFileOpenWithCallbacks", status)
    guard let opened else { throw CallFailed("AudioFileOpenWithCallbacks", kAudio_ParamError) }
    let requests = source.requestCount
    let readers = PacketReaders(file: opened, format: try PacketFile(reading: url).format)
    let same = try readers.packetData(fitting: 5000) == packets
    print("\nby callbacks: opened by \(requests > 0 ? "requests" : "nothing"), the same packets: \(same)")
    let quiet = source.requestCount
    try check("AudioFileClose", AudioFileClose(opened))
    print("asked for nothing on closing: \(source.requestCount == quiet)")
    print("closed twice: \(statusText(AudioFileClose(opened)))")

    try openWhileArriving(try Data(contentsOf: url), expecting: packets)
  }

  /// A callback that has too little gives what it has, and says `noErr`. Opening then fails; reading gives fewer
  /// packets.
  private static func openWhileArriving(_ bytes: Data, expecting packets: [Data]) throws {
    let head = DataSource(bytes, arrived: 16)
    print("16 bytes are not enough: \(head.open().status != noErr)")

    let half = DataSource(bytes, arrived: bytes.count / 2)
    let (status, opened) = half.open()
    guard status == noErr, let opened else { return print("half of it does not open: \(statusText(status))") }
    defer { AudioFileClose(opened) }
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    try check("DataFormat", AudioFileGetProperty(opened, kAudioFilePropertyDataFormat, &size, &format))
    let readers = PacketReaders(file: opened, format: format)
    let some = try readers.packetData(fitting: 5000)
    let areTheFirst = some == Array(packets.prefix(some.count)) && some.count < packets.count
    print("half of it gives \(some.count) packets, the first ones: \(areTheFirst)")
  }

  private static func parseStream(_ url: URL, expecting packets: [Data]) throws {
    let parser = try StreamParser()
    var rest = try Data(contentsOf: url)[...]
    while !rest.isEmpty {
      try parser.parse(Data(rest.prefix(1000)))
      rest = rest.dropFirst(1000)
    }
    print("\nstream: \(parser.format.summary)")
    print("stream: \(parser.packets.count) packets, those of the file: \(parser.packets == packets)")
    let place = try parser.byteOffset(ofPacket: Int64(packets.count / 2))
    let expected = packets.prefix(packets.count / 2).map(\.count).reduce(0, +)
    print(
      "stream: packet \(packets.count / 2) at byte \(place.offset) of the data, as counted: \(place.offset == expected)"
    )
  }
}
