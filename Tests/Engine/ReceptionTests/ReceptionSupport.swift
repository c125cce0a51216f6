import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioReception
import Foundation
import Synchronization
import TestSupport

/// A clock that a test moves.
final class TestClock: Sendable {
  private let moment = Atomic<Int64>(0)

  /// Nanoseconds.
  var now: Int64 {
    get { moment.load(ordering: .relaxed) }
    set { moment.store(newValue, ordering: .relaxed) }
  }
}

/// Ten seconds of AAC-ELD at 48 kHz, of 480 frames a unit, that can be repeated: noise at −35 dB, and a beep at the
/// beginning of each half second.
struct TestStream {
  static let sampleRate = 48000.0
  static let beepSpacing = 0.5
  let stream: CodedStream
  let units: [[UInt8]]

  init(channelCount: Int = 2) throws {
    var random = SplitMix64(seed: 7)
    let frameCount = 480_000
    var bytes: [UInt8] = []
    for frame in 0..<frameCount {
      let place = frame % 24_000
      let beep = place < 480 ? 0.5 * sin(2 * Double.pi * 1000 * Double(place) / 48000) : 0
      for _ in 0..<channelCount {
        let value = Int16((beep + 0.03 * Double(random.nextSample())) * 32767)
        bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
    }
    var output = StreamFormat(
      formatID: .aacEnhancedLowDelay, sampleRate: Self.sampleRate, channelsPerFrame: channelCount)
    output.framesPerPacket = 480
    var converter = try PacketConverter(
      from: CodedStream(format: StreamFormat(.int16, sampleRate: Self.sampleRate, channelsPerFrame: channelCount)),
      to: CodedStream(format: output), codecs: Catalog.standard.codecs)
    converter.append(bytes.span)
    var batch = PacketBatch()
    _ = try converter.fill(&batch, packetCount: 1000)
    units = (0..<batch.count).map { Array(batch.packet($0)) }
    stream = converter.output
  }
}

/// A sender, a network and a receiver in virtual time.
final class TestLink {
  let clock = TestClock()
  let buffer: JitterBuffer
  let samples: ReceivedSamples
  var network: NetworkShaper
  /// Called with each unit that arrives, and may bring others.
  var intruder: ((ReceivedAccessUnit) -> [ReceivedAccessUnit])?
  private let units: [[UInt8]]
  /// The sender's seconds for a second of the receiver.
  private let senderRate: Double
  private var sentCount = 0
  private var played: [Float] = []
  private var block = PCMBlock(channelCount: 2, capacity: 240)

  init(
    _ material: TestStream, _ conditions: NetworkShaper.Conditions, drift: Double = 0,
    options: ReceptionOptions = ReceptionOptions()
  ) throws {
    units = material.units
    senderRate = 1 + drift
    network = NetworkShaper(conditions, seed: 42)
    let stream = ReceivedStream(material.stream)
    buffer = try JitterBuffer(
      sampleRate: stream.sampleRate, framesPerUnit: stream.framesPerUnit, options: options.jitter)
    var options = options
    let clock = clock
    options.clock = { clock.now }
    samples = try ReceivedSamples(
      stream, through: buffer, for: DeviceFormat(sampleRate: TestStream.sampleRate, channelCount: 2), options: options)
  }

  /// Lets seconds pass, 5 ms at a time, and hands over what is played of the first channel.
  func run(_ seconds: Double, _ body: (_ moment: Double, _ samples: [Float]) -> Void = { _, _ in }) throws {
    for _ in 0..<Int(seconds * 200) {
      while Double(sentCount) * 1e7 / senderRate <= Double(clock.now) {
        let unit = ReceivedAccessUnit(
          timestamp: Int64(sentCount * 480), sequenceNumber: Int64(sentCount), arrival: 0,
          bytes: units[sentCount % units.count])
        network.send(unit, at: Int64(Double(sentCount) * 1e7 / senderRate))
        sentCount += 1
      }
      for unit in network.arrivals(upTo: clock.now) {
        for other in intruder?(unit) ?? [] { buffer.append(other) }
        buffer.append(unit)
      }
      let count = try samples.read(into: &block)
      played.removeAll(keepingCapacity: true)
      for index in 0..<count { played.append(block.planes[index]) }
      body(Double(clock.now) / 1e9, played)
      clock.now += 5_000_000
    }
  }
}

/// Finds beeps in what is played, and tells how long each was under way.
struct BeepDelays {
  let senderRate: Double
  private var last = -1.0
  /// Moments and delays in seconds.
  private(set) var delays: [(moment: Double, delay: Double)] = []

  init(drift: Double) { senderRate = 1 + drift }

  mutating func note(_ moment: Double, _ samples: [Float]) {
    for (index, sample) in samples.enumerated() where abs(sample) > 0.2 {
      let time = moment + Double(index) / TestStream.sampleRate
      if time - last > 0.2 {
        delays.append((time, (time * senderRate).truncatingRemainder(dividingBy: TestStream.beepSpacing)))
      }
      last = time
    }
  }

  /// The middle one of the delays of each stretch of so many seconds.
  func medians(each seconds: Double) -> [Double] {
    Dictionary(grouping: delays) { Int($0.moment / seconds) }.sorted { $0.key < $1.key }
      .map { $0.value.map(\.delay).sorted()[$0.value.count / 2] }
  }
}

/// Bytes of memory that the process has in use.
func residentByteCount() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? 0
}
