import AudioBase
import BenchmarkSupport
import CPeer

/// Another case that a speed is held against.
private struct Neighbour: ~Copyable {
  var loop: DecodingLoop
  let material: Material
  let isPerPacket: Bool
  /// Packets, or seconds.
  let amount: Double

  init(_ name: String, isPerPacket: Bool, _ options: Options) throws {
    guard let other = BenchmarkCase.all.first(where: { $0.name == name }),
      var material = try other.material(in: options.places)
    else { throw Material.Failure.empty }
    loop = try DecodingLoop(material)
    let duration = Double(loop.format.framesPerPacket) / loop.format.sampleRate
    material.repeatPackets(toLast: options.seconds, packetDuration: duration)
    self.material = material
    self.isPerPacket = isPerPacket
    amount = Double(material.sizes.count) * (isPerPacket ? 1 : duration)
  }
}

/// The speeds of one case, as multiples of real time.
struct Measurement {
  var title: String
  var origin: String
  var seconds: Double
  var ours: Double?
  var peer: Double?
  /// How many times as fast as the peer, or as another case, ours is: the median over pairs of neighbouring runs, as
  /// the machine's speed drifts.
  var ratio: Double?
  /// The ratios of the pairs, the smallest and the largest.
  var spread: ClosedRange<Double>?
  /// The least ratio where another case is the yardstick.
  var leastRatio: Double?
  /// What is wrong beyond speed, or `nil`.
  var fault: String?

  /// Measures one case.
  init(_ benchmark: BenchmarkCase, _ original: Material, options: Options) throws {
    var loop = try DecodingLoop(original)
    let rate = loop.format.sampleRate
    var material = original
    material.repeatPackets(toLast: options.seconds, packetDuration: Double(loop.format.framesPerPacket) / rate)
    title = benchmark.title
    origin = material.origin
    seconds = Double(material.sizes.count * loop.format.framesPerPacket) / rate
    let peer: (any Peer)?
    var hasPeer = true
    switch benchmark.yardstick {
    case .libavcodec: peer = PeerDecoder(material)
    case .fdk(let least):
      peer = FDKDecoder(material)
      leastRatio = least
      if !FDKDecoder.isThere {
        hasPeer = false
        origin += "; libfdk-aac.so.2 is not on this machine"
      }
    default:
      peer = nil
      hasPeer = false
    }
    let ourPass = loop.decode(material, .withEnergy)
    if ourPass.refusedPacketCount > 0 { fault = "ours refused \(ourPass.refusedPacketCount) packets" }
    if let pass = peer?.decode(PeerWithEnergy) {
      fault = fault ?? Self.disagreement(ourPass, pass)
    } else if hasPeer {
      fault = fault ?? "the other decoder refused the configuration"
    }
    // A decoder that gives something else has no time to compare with.
    let isComparable = fault == nil
    var ourTimes: [Double] = []
    var peerTimes: [Double] = []
    for _ in 0..<options.runCount {
      if options.side != .peer { ourTimes.append(Self.time(&loop, material)) }
      if options.side != .ours, isComparable, let pass = peer?.decode(PeerTimeOnly) { peerTimes.append(pass.seconds) }
    }
    ours = Self.median(ourTimes).map { seconds / $0 }
    self.peer = Self.median(peerTimes).map { seconds / $0 }
    setRatio(zip(ourTimes, peerTimes).map { $1 / $0 })
    if case .realTime(let least) = benchmark.yardstick, let ours, ours < least {
      fault = fault ?? "\(Int(ours)) × real time is below \(Int(least))"
    }
    if case .neighbour(let name, let least, let isPerPacket) = benchmark.yardstick {
      leastRatio = least
      try compare(&loop, material, with: Neighbour(name, isPerPacket: isPerPacket, options), options)
    }
  }

  /// Decodes another case in turn with this one.
  private mutating func compare(
    _ loop: inout DecodingLoop, _ material: Material, with neighbour: consuming Neighbour, _ options: Options
  ) {
    let packets = Double(material.sizes.count)
    _ = Self.time(&neighbour.loop, neighbour.material)
    let ratios = (0..<options.runCount).map { _ in
      let own = Self.time(&loop, material) / (neighbour.isPerPacket ? packets : seconds)
      return Self.time(&neighbour.loop, neighbour.material) / neighbour.amount / own
    }
    setRatio(ratios)
  }

  private mutating func setRatio(_ ratios: [Double]) {
    ratio = Self.median(ratios)
    guard let least = ratios.min(), let most = ratios.max() else { return }
    spread = least...most
  }

  private static func time(_ loop: inout DecodingLoop, _ material: Material) -> Double {
    loop.reset()
    let start = threadSeconds()
    _ = loop.decode(material, .timeOnly)
    return threadSeconds() - start
  }

  /// The two must give as many samples, and as loud ones, or their times do not compare.
  ///
  /// The streams have noise bands, which each decoder fills with noise of its own; hence the tolerance of 1 %.
  private static func disagreement(_ ours: DecodingLoop.Pass, _ peer: PeerPass) -> String? {
    if peer.refusedPacketCount > 0 { return "the other decoder refused \(peer.refusedPacketCount) packets" }
    // libavcodec drops the priming of a stream's first packet where its metadata says so; raw packets have none.
    if Int64(ours.frameCount) != peer.frameCount { return "\(ours.frameCount) frames against \(peer.frameCount)" }
    let ratio = ours.energy / peer.energy
    return ratio > 0.99 && ratio < 1.01 ? nil : "the energies differ by a factor of \(ratio)"
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}
