import AACDecoding
import AudioBase
import Foundation

/// Decodes a test vector again and again, each time without some of its packets.
///
///     decode-losses FOLDER JOBS
///
/// FOLDER holds `v.dump` and `v.asc`. Each line of JOBS is `OUTPUT MODE PACKETS`: a file for interleaved floats;
/// `immediate`, `ahead` (with one packet of look-ahead, whose delay is cut off) or `silent` (lost spectra are zero);
/// the lost packets' numbers with commas, or `-`. Prints channels, sample rate and frames per packet.
@main struct Main {
  private enum Mode: String {
    case immediate, ahead, silent
  }

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { throw CocoaError(.fileNoSuchFile) }
    let stream = try LossyStream(folder: arguments[1])
    let jobs = try String(contentsOfFile: arguments[2], encoding: .utf8)
    for line in jobs.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 3, let mode = Mode(rawValue: String(parts[1])) else {
        throw CocoaError(.fileReadCorruptFile)
      }
      let lost = Set(parts[2].split(separator: ",").compactMap { Int($0) })
      var settings = DecoderSettings()
      if mode == .ahead { settings.lookAhead = .onePacket }
      if mode == .silent { settings.concealment = .off }
      let samples = try stream.decode(losing: lost, settings)
      try samples.write(to: URL(fileURLWithPath: String(parts[0])))
    }
    let format = try stream.format()
    print(format.layout.channelCount, Int(format.sampleRate), format.framesPerPacket)
  }
}

/// The packets of a test vector.
private struct LossyStream {
  private let configuration: [UInt8]
  private let packets: [[UInt8]]

  init(folder: String) throws {
    configuration = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/v.asc")))
    let dump = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/v.dump")))
    let starts = dump.indices.dropLast(3).filter { Array(dump[$0..<($0 + 4)]) == [0xFF, 0xAA, 0xCC, 0xDD] }
    packets = zip(starts, starts.dropFirst() + [dump.count]).map { Array(dump[($0 + 4)..<$1]) }
  }

  private func makeDecoder(_ settings: DecoderSettings) throws -> any PacketDecoder & ~Copyable {
    try AACCodec.descriptor.makeDecoder(
      CodedStream(
        format: StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0), cookie: configuration,
        firstPacket: packets.first ?? []),
      settings)
  }

  func format() throws -> DecodedFormat {
    let decoder = try makeDecoder(DecoderSettings())
    return decoder.format
  }

  func decode(losing lost: Set<Int>, _ settings: DecoderSettings) throws -> Data {
    var decoder = try makeDecoder(settings)
    let format = decoder.format
    var block = PCMBlock(channelCount: format.layout.channelCount, capacity: format.framesPerPacket)
    let extra = decoder.lookAheadPacketCount
    var samples: [Float] = []
    for index in 0..<(packets.count + extra) {
      if index == packets.count || lost.contains(index) {
        decoder.conceal(into: &block)
      } else {
        let packet = packets[index]
        try decoder.decode(packet.span, frameCount: 0, into: &block)
      }
      if index >= extra { LossyStream.append(block, to: &samples) }
    }
    return samples.reduce(into: Data(capacity: 4 * samples.count)) { data, sample in
      let bits = sample.bitPattern
      for shift in stride(from: 0, to: 32, by: 8) { data.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift))) }
    }
  }

  private static func append(_ block: borrowing PCMBlock, to samples: inout [Float]) {
    let first = samples.count
    let channels = block.channelCount
    samples += [Float](repeating: 0, count: channels * block.frameCount)
    for channel in 0..<channels {
      let plane = block.channel(channel)
      for frame in plane.indices { samples[first + frame * channels + channel] = plane[frame] }
    }
  }
}
