import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioPlayback
import AudioReception
import AudioStreaming
import Foundation
import RTPPayloads
import Synchronization
import TestSupport

/// A sender, a relay that is a bad network, a receiver and a player, in real time.
///
/// ```
/// RTPSender ─ socket ─► relay: NetworkShaper, intruder ─ socket ─► RTPReceiver ─► JitterBuffer ─► Player ─► device
/// └──────── a thread of the link's own ───────────────┘
/// ```
final class SoakLink: Sendable {
  /// What happens to the stream.
  struct Plan: Sendable {
    var name: String
    var conditions: NetworkShaper.Conditions
    /// By how much the sender's clock is fast.
    var drift = 0.0
    var seed: UInt64
    /// Seconds after the start at which nothing arrives for five.
    var blackouts: [Double] = []
    /// Datagrams a second that somebody else sends to the receiver.
    var hostileRate = 0
    var key: CryptoAttribute?
  }

  let plan: Plan
  let buffer: JitterBuffer
  let receiver: RTPReceiver
  let player: Player
  let ear: Ear
  private let sender: RTPSender
  private let relay: LoopbackSocket
  private let units: [[UInt8]]
  private let isWanted = Atomic<Bool>(true)
  private let hasEnded = Atomic<Bool>(false)
  private let hostileCount = Atomic<Int>(0)

  init(_ plan: Plan, _ material: SoakMaterial) throws {
    self.plan = plan
    units = material.units
    let format = try PayloadFormat.mpeg4Generic(configuration: ReceptionTests.eld)
    let stream = ReceivedStream(format.stream, framesPerUnit: 480)
    buffer = try JitterBuffer(sampleRate: 48_000, framesPerUnit: 480)
    var (sent, received) = (TransmissionSettings(format), ReceptionSettings(format))
    (sent.key, received.key) = (plan.key, plan.key)
    receiver = try RTPReceiver(received, at: RTPReceiver.Endpoint(address: "127.0.0.1", port: 0), into: buffer)
    relay = try LoopbackSocket()
    sender = try RTPSender(sent, to: RTPSender.Destination(host: "127.0.0.1", port: relay.port), pacing: .asFed)
    let device = VirtualDevice(
      "soak", DeviceFormat(sampleRate: 48_000, channelCount: 2), pacing: .realTime, bufferFrameCount: 240)
    let samples = try ReceivedSamples(stream, through: buffer, for: device.format)
    var options = PlayerOptions()
    options.queueSeconds = 0.02
    let ear = Ear(drift: plan.drift)
    options.tap = { samples, cycle in ear.hear(samples, cycle) }
    self.ear = ear
    player = try Player(samples, on: device, options: options)
  }

  /// Datagrams that somebody else has sent.
  var intrusionCount: Int { hostileCount.load(ordering: .relaxed) }

  /// Begins to send and to play.
  func start() throws {
    try player.play()
    let thread = Thread { self.run() }
    thread.name = "soak"
    thread.start()
  }

  /// Ends, and waits until nothing is sent any more.
  func stop() {
    isWanted.store(false, ordering: .relaxed)
    while !hasEnded.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 0.001) }
    player.stop()
    sender.close()
    receiver.close()
  }

  private func run() {
    let start = Int64(HostClock.now)
    ear.begin(at: start)
    var conditions = plan.conditions
    conditions.blackouts = plan.blackouts.map {
      let begin = start + Int64($0 * 1e9)
      return begin..<(begin + 5_000_000_000)
    }
    var network = NetworkShaper(conditions, seed: plan.seed)
    var intruder = Intruder(seed: plan.seed)
    var (sentCount, intrusions) = (0, 0.0)
    while isWanted.load(ordering: .relaxed) {
      let now = Int64(HostClock.now)
      while Double(sentCount) * 1e7 / (1 + plan.drift) <= Double(now - start) {
        try? sender.send(units[sentCount % units.count])
        sentCount += 1
      }
      while let datagram = relay.receive() {
        network.send(ReceivedAccessUnit(timestamp: 0, sequenceNumber: 0, arrival: 0, bytes: datagram), at: now)
      }
      let due = Double(plan.hostileRate) * Double(now - start) / 1e9
      while intrusions < due {
        relay.send(intruder.next(), to: receiver.port)
        intrusions += 1
        hostileCount.add(1, ordering: .relaxed)
      }
      for datagram in network.arrivals(upTo: now) {
        relay.send(Array(datagram.bytes), to: receiver.port)
        // What the network has lost cannot be sent once more: it would only be very late, and change the delay.
        intruder.overhear(Array(datagram.bytes))
      }
      Thread.sleep(forTimeInterval: 0.001)
    }
    hasEnded.store(true, ordering: .releasing)
  }
}

/// Somebody who has heard the stream's datagrams and sends his own.
struct Intruder {
  private var random: SplitMix64
  private var heard: [[UInt8]] = []

  init(seed: UInt64) { random = SplitMix64(seed: seed &+ 1) }

  /// Keeps some of the stream's datagrams.
  mutating func overhear(_ datagram: [UInt8]) {
    if heard.count < 256 {
      heard.append(datagram)
    } else {
      heard[Int(random.next() % 256)] = datagram
    }
  }

  /// A datagram: noise, a true one that was damaged or cut, of another source, or a true one once more.
  mutating func next() -> [UInt8] {
    guard var datagram = heard.isEmpty ? nil : heard[Int(random.next() % UInt64(heard.count))], datagram.count > 12
    else { return random.bytes(40) }
    switch random.next() % 6 {
    case 0: return random.bytes(Int(random.next() % 1400))
    case 1:
      for _ in 0..<4 {
        let place = Int(random.next() % UInt64(datagram.count))
        datagram[place] = UInt8(truncatingIfNeeded: random.next())
      }
    case 2: datagram.removeLast(Int(random.next() % UInt64(datagram.count)))
    case 3:
      for index in 8..<12 { datagram[index] = UInt8(truncatingIfNeeded: random.next()) }
    case 4:
      // The next numbers and times of the true source.
      datagram[2] = UInt8(truncatingIfNeeded: random.next())
      for index in 4..<8 { datagram[index] = UInt8(truncatingIfNeeded: random.next()) }
    default: break
    }
    return datagram
  }
}

/// What the player gives to its device: the delays of beeps, and when sound comes back after silence.
///
/// It listens on the device's thread, and takes a lock there, which a test may do with a virtual device.
final class Ear: Sendable {
  private struct State {
    var start: Int64?
    var lastLoud = -1.0
    var lastSound = -1.0
    var beeps: [(moment: Double, delay: Double)] = []
    var returns: [Double] = []
  }

  private let drift: Double
  private let state = Lock(State())

  init(drift: Double) { self.drift = drift }

  /// The moment at which the sender begins.
  func begin(at moment: Int64) { state.withLock { $0.start = moment } }

  /// Beeps as (seconds after the start, seconds of delay), and moments at which sound was back after a second without.
  var heard: (beeps: [(moment: Double, delay: Double)], returns: [Double]) {
    state.withLock { ($0.beeps, $0.returns) }
  }

  func hear(_ samples: Span<Float>, _ cycle: DeviceCycle) {
    state.withLock { state in
      guard let start = state.start else { return }
      let begin = Double(Int64(cycle.time.hostTime) - start) / 1e9
      for index in 0..<cycle.frameCount {
        let level = abs(samples[index])
        guard level > 0.005 else { continue }
        let moment = begin + Double(index) / 48_000
        if state.lastSound >= 0, moment - state.lastSound > 1 { state.returns.append(moment) }
        state.lastSound = moment
        guard level > 0.2 else { continue }
        if moment - state.lastLoud > 0.2 {
          let delay = (moment * (1 + drift)).truncatingRemainder(dividingBy: SoakMaterial.beepSpacing)
          state.beeps.append((moment, delay))
        }
        state.lastLoud = moment
      }
    }
  }
}

/// Ten seconds of AAC-ELD at 48 kHz, stereo, of 480 frames a unit, that can be repeated: noise at −35 dB, and a beep at
/// the beginning of each half second.
struct SoakMaterial: Sendable {
  static let beepSpacing = 0.5
  let units: [[UInt8]]

  init() throws {
    var random = SplitMix64(seed: 7)
    var bytes: [UInt8] = []
    for frame in 0..<480_000 {
      let place = frame % 24_000
      let beep = place < 480 ? 0.5 * sin(2 * Double.pi * 1000 * Double(place) / 48_000) : 0
      for _ in 0..<2 {
        let value = Int16((beep + 0.03 * Double(random.nextSample())) * 32_767)
        bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
    }
    let coded = StreamFormat(
      formatID: .aacEnhancedLowDelay, sampleRate: 48_000, channelsPerFrame: 2, framesPerPacket: 480)
    var converter = try PacketConverter(
      from: CodedStream(format: StreamFormat(.int16, sampleRate: 48_000, channelsPerFrame: 2)),
      to: CodedStream(format: coded), codecs: Catalog.standard.codecs)
    converter.append(bytes.span)
    var batch = PacketBatch()
    _ = try converter.fill(&batch, packetCount: 1000)
    units = (0..<batch.count).map { Array(batch.packet($0)) }
  }
}
