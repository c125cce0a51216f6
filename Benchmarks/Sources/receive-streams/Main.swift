import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioReception
import Foundation
import Synchronization

/// Receives and decodes many AAC-ELD streams at once on one thread, and says how many a core can do.
///
///     receive-streams [STREAMS [SECONDS [LEAST]]]
///
/// Each stream has 480 frames a unit at 48 kHz, stereo, 128 kbit/s, noise and tones. Time is virtual: each 10 ms of it
/// every stream gets a unit and is asked for 480 frames. Processor time is that of the thread. The first row is
/// decoding alone; the others add the jitter buffer and the compensation of drift, without any and with 100 millionths.
/// Exit status 1 where fewer than 400 streams are possible, or than LEAST, or a stream had an underrun.
@main struct Main {
  static func main() throws {
    let numbers = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
    guard numbers.count <= 3, numbers.allSatisfy({ $0 > 0 }) else {
      print("receive-streams [STREAMS [SECONDS [LEAST]]]")
      exit(64)
    }
    let (streamCount, seconds) = (numbers.first ?? 400, numbers.count > 1 ? numbers[1] : 10)
    let least = Double(numbers.count > 2 ? numbers[2] : 400)
    let material = try Units()
    print(
      "\(streamCount) streams, \(seconds) s each, \(material.units.map(\.count).reduce(0, +) / material.units.count) bytes a unit"
    )
    print("| step | streams a core | µs a unit | longest 10 ms round, ms | underruns | memory a stream, KiB |")
    print("|---|---|---|---|---|---|")
    let decoding = try material.decode(seconds * streamCount)
    row("decoding alone", decoding, seconds * streamCount, "", "", "")
    var isEnough = true
    for drift in [0.0, 0.0001] {
      let memory = residentByteCount()
      var crowd = try Crowd(material, count: streamCount, drift: drift)
      try crowd.run(20)
      let bytes = max(0, residentByteCount() - memory)
      let result = try crowd.run(seconds * 100)
      row(
        drift == 0 ? "received, clocks alike" : "received, drift of 100 ppm", result.seconds, seconds * streamCount,
        String(format: "%.2f", result.longest * 1000), "\(result.underruns)", "\(bytes / streamCount / 1024)")
      if result.underruns > 0 || Double(seconds * streamCount) / result.seconds < least { isEnough = false }
    }
    exit(isEnough ? 0 : 1)
  }

  private static func row(
    _ name: String, _ time: Double, _ streamSeconds: Int, _ longest: String, _ underruns: String, _ memory: String
  ) {
    let streams = Int(Double(streamSeconds) / time)
    let unit = String(format: "%.2f", time / Double(streamSeconds * 100) * 1e6)
    print("| \(name) | \(streams) | \(unit) | \(longest) | \(underruns) | \(memory) |")
  }
}

/// Five seconds of AAC-ELD.
private struct Units {
  let stream: CodedStream
  let units: [[UInt8]]

  init() throws {
    var (bytes, random) = ([UInt8](), SystemRandomNumberGenerator())
    for frame in 0..<240_000 {
      for tone in [330.0, 440] {
        let noise = Double.random(in: -0.05...0.05, using: &random)
        let value = Int16((0.3 * sin(2 * Double.pi * tone * Double(frame) / 48000) + noise) * 32767)
        bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
    }
    let pcm = StreamFormat(.int16, sampleRate: 48000, channelsPerFrame: 2)
    let eld = StreamFormat(
      formatID: .aacEnhancedLowDelay, sampleRate: 48000, channelsPerFrame: 2, framesPerPacket: 480)
    var packets = PacketRequest(eld, layout: ChannelLayout([.left, .right]))
    packets.encoding.bitRate = 128_000
    var converter = try PacketConverter(
      from: PacketInput(CodedStream(format: pcm)), to: packets, codecs: Catalog.standard.codecs)
    converter.append(bytes.span)
    var batch = PacketBatch()
    _ = try converter.fill(&batch, packetCount: 500)
    units = (0..<batch.count).map { Array(batch.packet($0)) }
    stream = converter.output
  }

  /// The seconds that a decoder takes for so many seconds of sound.
  func decode(_ seconds: Int) throws -> Double {
    guard let codec = Catalog.standard.codecs.first(where: { $0.formatIDs.contains(.aacEnhancedLowDelay) }) else {
      throw CocoaError(.featureUnsupported)
    }
    var decoder = try codec.makeDecoder(stream, DecoderSettings())
    var block = PCMBlock(channelCount: 2, capacity: 480)
    let start = processorTime()
    for number in 0..<(seconds * 100) {
      let unit = units[number % units.count]
      try decoder.decode(unit.span, frameCount: 0, into: &block)
    }
    return processorTime() - start
  }
}

/// Many streams that are received on one thread.
private struct Crowd: ~Copyable {
  private final class Clock: Sendable { let now = Atomic<Int64>(0) }

  private let units: [[UInt8]]
  private var streams: [ReceivedSamples] = []
  private let clock = Clock()
  private let drift: Double
  private var sentCount = 0
  private var block = PCMBlock(channelCount: 2, capacity: 480)

  init(_ material: Units, count: Int, drift: Double) throws {
    units = material.units
    self.drift = drift
    let stream = ReceivedStream(material.stream)
    let clock = clock
    var options = ReceptionOptions()
    options.clock = { clock.now.load(ordering: .relaxed) }
    for _ in 0..<count {
      let buffer = try JitterBuffer(sampleRate: 48000, framesPerUnit: 480)
      streams.append(
        try ReceivedSamples(
          stream, through: buffer, for: DeviceFormat(sampleRate: 48000, channelCount: 2), options: options))
    }
  }

  /// Lets so many times 10 ms pass, and tells the processor time of all and of the longest.
  @discardableResult
  mutating func run(_ rounds: Int) throws -> (seconds: Double, longest: Double, underruns: Int) {
    let before = streams.map(\.buffer.statistics.underruns).reduce(0, +)
    let start = processorTime()
    var (last, longest) = (start, 0.0)
    for _ in 0..<rounds {
      let now = clock.now.load(ordering: .relaxed)
      while Double(sentCount) * 1e7 / (1 + drift) <= Double(now) {
        for (index, stream) in streams.enumerated() {
          stream.buffer.append(
            ReceivedAccessUnit(
              timestamp: Int64(sentCount * 480), sequenceNumber: Int64(sentCount), arrival: now,
              bytes: units[(sentCount + 7 * index) % units.count]))
        }
        sentCount += 1
      }
      for stream in streams { _ = try stream.read(into: &block) }
      clock.now.store(now + 10_000_000, ordering: .relaxed)
      let time = processorTime()
      longest = max(longest, time - last)
      last = time
    }
    let underruns = streams.map(\.buffer.statistics.underruns).reduce(0, +) - before
    return (last - start, longest, underruns)
  }
}

/// Seconds of the thread's processor time.
private func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Bytes of memory in use.
private func residentByteCount() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? 0
}
