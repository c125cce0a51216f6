import ALACCodec
import AudioBase
import Bitstream
import Foundation
import TestSupport
import Testing

/// FFmpeg reads what is written here and the other way round, in files made by hand.
@Suite(.needs(.ffmpeg)) struct ForeignTests {
  @Test(arguments: [16, 20, 24, 32], [1, 2, 6])
  func foreignDecoderGivesTheSameSamples(depth: Int, channelCount: Int) throws {
    var generator = SplitMix64(seed: 31)
    for signal in [Signal.mixed, .noise, .square, .quietNoise, .extremes] {
      let stream = IntegerStream(
        depth: depth,
        channels: (0..<channelCount).map { signal.samples(6000, depth: depth, channel: $0, &generator) })
      let (format, packets) = try stream.encoded()
      let file = CAFFile(cookie: format.cookie, packets: packets, frameCount: 6000).bytes
      let arguments = ["-v", "error", "-i", "FILE", "-f", "s32le", "-"]
      let output = try ForeignProgram.run("ffmpeg", arguments, on: file, named: "own.caf")
      let isSame = output == interleaved(stream)
      #expect(isSame, "\(signal)")
    }
  }

  @Test(arguments: [("s16le", "s16p", 16), ("s32le", "s32p", 24)], [1, 2, 3, 4, 5, 6, 7, 8])
  func packetsOfAForeignEncoderGiveItsInput(_ format: (name: String, planar: String, depth: Int), channelCount: Int)
    throws
  {
    var generator = SplitMix64(seed: 37)
    let stream = IntegerStream(
      depth: format.depth,
      channels: (0..<channelCount).map { Signal.mixed.samples(5000, depth: format.depth, channel: $0, &generator) })
    let input = interleaved(stream, byteCount: format.name == "s16le" ? 2 : 4)
    let layouts = ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "6.1(back)", "7.1(wide)"]
    var arguments = ["-v", "error", "-f", format.name, "-ar", "44100", "-ch_layout", layouts[channelCount - 1]]
    arguments += ["-i", "FILE", "-c:a", "alac"]
    let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).caf")
    defer { try? FileManager.default.removeItem(at: place) }
    arguments += ["-sample_fmt", format.planar, place.path]
    _ = try ForeignProgram.run("ffmpeg", arguments, on: input, named: "in.raw")
    let output = SharedFiles.bytes(place)
    guard let file = CAFFile(parsing: output) else {
      Issue.record("no file of \(channelCount) channels")
      return
    }
    try expectEqual(decode(cookie: file.cookie, file.packets), stream.channels)
  }

  /// 32-bit little-endian samples, the bit depth left-justified, channels in the order of WAVE as FFmpeg gives them.
  private func interleaved(_ stream: IntegerStream, byteCount: Int = 4) -> [UInt8] {
    let order = ALACChannels.layout(channelCount: stream.channelCount).waveOrder
    var bytes: [UInt8] = []
    for index in 0..<stream.frameCount {
      for channel in order {
        let word = stream.channels[channel][index] << Int32(8 * byteCount - stream.depth)
        if byteCount == 2 { bytes.append(littleEndian: Int16(word)) } else { bytes.append(littleEndian: word) }
      }
    }
    return bytes
  }
}

/// The least of a CAF file: `desc`, `kuki`, `pakt` and `data`.
struct CAFFile {
  var cookie: [UInt8]
  var packets: [[UInt8]]
  var frameCount: Int

  init(cookie: [UInt8], packets: [[UInt8]], frameCount: Int) {
    self.cookie = cookie
    self.packets = packets
    self.frameCount = frameCount
  }

  /// The file. The fields of the description come from the cookie.
  var bytes: [UInt8] {
    let frameLength = cookie[0..<4].reduce(0) { $0 << 8 | UInt32($1) }
    let depths: [UInt8] = [16, 20, 24, 32]
    let flags = UInt32((depths.firstIndex(of: cookie[5]) ?? 0) + 1)
    var description: [UInt8] = []
    description.append(bigEndian: Double(44_100).bitPattern)
    description += Array("alac".utf8)
    let words: [UInt32] = [flags, 0, frameLength, UInt32(cookie[9]), 0]
    for word in words { description.append(bigEndian: word) }
    var table: [UInt8] = []
    let remainder = packets.count * Int(frameLength) - frameCount
    table.append(bigEndian: UInt64(packets.count))
    table.append(bigEndian: UInt64(frameCount))
    table.append(bigEndian: UInt32(0))
    table.append(bigEndian: UInt32(remainder))
    for packet in packets {
      for shift in stride(from: 21, through: 0, by: -7) where shift == 0 || packet.count >> shift > 0 {
        table.append(UInt8(packet.count >> shift & 127) | (shift > 0 ? 128 : 0))
      }
    }
    let chunks = [("desc", description), ("kuki", cookie), ("pakt", table), ("data", [0, 0, 0, 0] + packets.joined())]
    var bytes: [UInt8] = Array("caff".utf8) + [0, 1, 0, 0]
    for (name, content) in chunks {
      bytes += Array(name.utf8)
      bytes.append(bigEndian: UInt64(content.count))
      bytes += content
    }
    return bytes
  }

  /// Reads a file that holds the four chunks; an unknown size of the data lasts to the end.
  init?(parsing file: [UInt8]) {
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    var chunks: [String: ArraySlice<UInt8>] = [:]
    var place = 8
    while place + 12 <= file.count {
      let name = String(decoding: file[place..<(place + 4)], as: UTF8.self)
      let start = place + 12
      let isOpen = file[place + 4] == 0xFF
      let size = isOpen ? file.count - start : number(file[(place + 4)..<start])
      guard start + size <= file.count else { return nil }
      chunks[name] = file[start..<(start + size)]
      place = start + size
    }
    guard let cookie = chunks["kuki"], let table = chunks["pakt"], let data = chunks["data"] else { return nil }
    self.cookie = Array(cookie)
    frameCount = number(table.dropFirst(8).prefix(8))
    packets = []
    var offset = data.startIndex + 4
    var size = 0
    for byte in table.dropFirst(24) where packets.count < number(table.prefix(8)) {
      size = size << 7 | Int(byte & 127)
      guard byte < 128 else { continue }
      guard offset + size <= data.endIndex else { return nil }
      packets.append(Array(data[offset..<(offset + size)]))
      offset += size
      size = 0
    }
  }
}
