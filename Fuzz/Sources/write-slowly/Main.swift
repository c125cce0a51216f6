import AudioBase
import AudioCatalog
import AudioFiles
import Foundation

/// Writes a file piece by piece, to be killed meanwhile, and tells what is left of it; `Scripts/attack kill-writer`
/// drives it.
///
///     write-slowly write KIND PATH BATCHES PACKETS MICROSECONDS
///     write-slowly check KIND PATH
///
/// `write` prints the number of packets that are in the file after each batch, then `closing` and `closed`. `check`
/// prints `refused`, or the number of packets in the file, which are those that were written from the first on; or what
/// is wrong with them.
@main
enum WriteSlowly {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 3, let kind = Kind.all.first(where: { $0.name == words[1] }),
      let container = Catalog.standard.container(fileType: kind.fileType)
    else {
      print("unknown")
      exit(64)
    }
    var options = AudioFile.Options(containers: Catalog.standard.containers, codecs: [])
    options.placement = .inPlace
    options.replacement = .replace
    if words[0] == "check" {
      print(verdict(kind, path: words[2], options: options))
      return
    }
    guard container.create != nil, container.formatIDs.contains(kind.settings.format.formatID) else {
      print("unwritable")
      return
    }
    let numbers = words.dropFirst(3).compactMap { Int($0) }
    guard numbers.count == 3 else { exit(64) }
    let file = try AudioFile(creating: words[2], container: container, settings: kind.settings, options: options)
    do {
      try write(numbers[0], of: numbers[1], pause: numbers[2], kind: kind, to: file)
      StandardStream.output.write("closing\n")
      try file.close()
      StandardStream.output.write("closed\n")
    } catch {
      // A full disk: what the next line says is that the failure had a type of its own.
      try? file.close()
      StandardStream.output.write("failed \(error)\n")
    }
  }

  private static func write(_ batches: Int, of packets: Int, pause: Int, kind: Kind, to file: AudioFile) throws {
    var number: Int64 = 0
    let format = kind.settings.format
    let isConstant = format.bytesPerPacket > 0 && format.framesPerPacket > 0
    for _ in 0..<batches {
      var bytes: [UInt8] = []
      var descriptions: [PacketDescription] = []
      for _ in 0..<packets {
        let start = bytes.count
        kind.append(packet: number, to: &bytes)
        descriptions.append(PacketDescription(startOffset: start, byteCount: bytes.count - start))
        number += 1
      }
      if isConstant { descriptions = [] }
      try file.writePackets(bytes.span, descriptions: descriptions.span)
      StandardStream.output.write("\(number)\n")
      if pause > 0 { usleep(UInt32(pause)) }
    }
  }

  /// Reads what is left, packet by packet, beside what was written.
  private static func verdict(_ kind: Kind, path: String, options: AudioFile.Options) -> String {
    guard let file = try? AudioFile(path: path, options: options) else { return "refused" }
    let format = kind.settings.format
    guard file.dataFormat.formatID == format.formatID, file.dataFormat.bytesPerPacket == format.bytesPerPacket else {
      return "wrong format"
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    var descriptions = [PacketDescription](repeating: .init(startOffset: 0, byteCount: 0), count: 1000)
    var number: Int64 = 0
    while true {
      var read = PacketsRead()
      do {
        var span = bytes.mutableSpan
        var places = descriptions.mutableSpan
        read = try file.readPacketData(from: number, count: 1000, into: &span, descriptions: &places)
      } catch {
        // The last packet may be cut; those before it count.
        break
      }
      guard read.packetCount > 0 else { break }
      var expected: [UInt8] = []
      for index in 0..<read.packetCount {
        expected.removeAll(keepingCapacity: true)
        kind.append(packet: number, to: &expected)
        let place = descriptions[index]
        let found = bytes[place.startOffset..<place.startOffset + place.byteCount]
        // Nothing tells where a frame of FLAC ends but the next one: the last may be cut, and its check refuses it.
        let isCut = found.count < expected.count && expected.starts(with: found)
        if kind.fileType == .flac, index == read.packetCount - 1, isCut { return "\(number)" }
        guard found.elementsEqual(expected) else {
          return "wrong packet \(number)"
        }
        number += 1
      }
    }
    return "\(number)"
  }
}
