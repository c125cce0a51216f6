import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioPlayback
import AudioStreaming
import Synchronization

/// Encodes what is captured, and sends each unit as soon as it is complete.
final class LinkEncoder: SampleSink {
  /// The stream that is sent.
  let stream: CodedStream
  /// Nanoseconds that encoding and sending took in the worst call, and in all of them.
  let work = Work()
  /// Units that nobody sends.
  private(set) var kept: [[UInt8]] = []
  private let send: (@Sendable ([UInt8]) throws -> Void)?
  private var converter: PacketConverter
  private var (bytes, packets) = ([UInt8](), PacketBatch())

  final class Work: Sendable {
    let longest = Atomic<UInt64>(0)
    let total = Atomic<UInt64>(0)
    let calls = Atomic<Int>(0)
    let failures = Atomic<Int>(0)
  }

  /// Prepares to encode; without a function that sends them, the units are kept.
  init(_ options: Options, send: (@Sendable ([UInt8]) throws -> Void)? = nil) throws {
    let samples = StreamFormat(.float32, sampleRate: 48_000, channelsPerFrame: 2)
    let coded = StreamFormat(
      formatID: .aacEnhancedLowDelay, sampleRate: 48_000, channelsPerFrame: 2, framesPerPacket: options.frames)
    var packets = PacketRequest(coded, layout: ChannelLayout([.left, .right]))
    packets.encoding.bitRate = options.bitRate
    converter = try PacketConverter(
      from: PacketInput(CodedStream(format: samples)), to: packets, codecs: Catalog.standard.codecs)
    stream = converter.output
    self.send = send
  }

  func write(_ samples: Span<Float>, frameCount: Int) throws(AudioError) {
    let start = HostClock.now
    bytes.removeAll(keepingCapacity: true)
    for frame in 0..<frameCount {
      for channel in 0..<2 {
        let bits = samples[channel * frameCount + frame].bitPattern
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
      }
    }
    converter.append(bytes.span)
    _ = try converter.fill(&packets, packetCount: 64)
    for index in 0..<packets.count {
      let unit = Array(packets.packet(index))
      guard let send else {
        kept.append(unit)
        continue
      }
      do { try send(unit) } catch { work.failures.add(1, ordering: .relaxed) }
    }
    let time = HostClock.now - start
    work.longest.max(time, ordering: .relaxed)
    work.total.add(time, ordering: .relaxed)
    work.calls.add(1, ordering: .relaxed)
  }

  func finish() throws(AudioError) {}
}
