import APIExerciser
import AudioBase
import AudioCatalog
import FuzzSupport

/// Something that is damaged again and again.
protocol DamagedSubject {
  /// Damages it as the seed says, reads and decodes it, and returns the bytes that this took.
  func run(seed: UInt64, into tally: inout Tally) -> Int

  /// The damaged bytes of a seed as files: a suffix for the name, and the contents.
  func files(seed: UInt64) -> [(suffix: String, bytes: [UInt8])]
}

/// What came of the inputs.
struct Tally: Encodable {
  var inputs = 0
  /// Files and configurations that were refused as a whole; a file may be refused by several containers.
  var refusals = 0
  var decodedPackets = 0
  var refusedPackets = 0
  /// Packets and frames that came through the C API.
  var packets = 0
  var frames = 0
  var slowestSeconds = 0.0
  var slowestSeed: UInt64 = 0
  var peakBytesAboveInput = 0
}

/// A file whose bytes are damaged. It is read as what it was, and as whatever the damaged bytes look like.
struct DamagedFile: DamagedSubject {
  let bytes: [UInt8]
  let donor: [UInt8]
  let container: ContainerDescriptor?

  init(_ bytes: [UInt8], donor: [UInt8]) {
    self.bytes = bytes
    self.donor = donor
    container = Subject.containers(claiming: bytes.span).first
  }

  private func damaged(_ seed: UInt64) -> [UInt8] {
    // With the size in it, files are damaged differently by the same seed.
    var mutator = Mutator(seed: seed ^ UInt64(bytes.count) << 32)
    var copy = bytes
    mutator.damage(&copy, donor: donor)
    return copy
  }

  func run(seed: UInt64, into tally: inout Tally) -> Int {
    let input = damaged(seed)
    var containers = Subject.containers(claiming: input.span)
    if let container, !containers.contains(where: { $0.fileType == container.fileType }) {
      containers.append(container)
    }
    // Packets are damaged one by one elsewhere: one file of 32 is decoded to its end.
    let mostDecodedPackets = seed % 32 == 0 ? Int.max : 24
    for container in containers {
      switch FileExerciser.run(input, as: container, mostDecodedPackets: mostDecodedPackets) {
      case .refused: tally.refusals += 1
      case .read(let decoded, let refused):
        tally.decodedPackets += decoded
        tally.refusedPackets += refused
      }
    }
    StreamExerciser.run(input)
    return input.count
  }

  func files(seed: UInt64) -> [(suffix: String, bytes: [UInt8])] { [("", damaged(seed))] }
}

/// A packet stream: some neighbouring packets are decoded, some of them damaged, at times the configuration too.
struct DamagedPackets: DamagedSubject {
  let packets: [[UInt8]]
  let configuration: [UInt8]
  let donor: [UInt8]
  let packetCount: Int
  /// For each packet the nearest one up to it with which decoding can begin.
  private let entries: [Int]

  init(dump: [UInt8], configuration: [UInt8], donor: [UInt8], packetCount: Int) throws {
    guard let open = Subject.container("dump").open else { preconditionFailure("dumps can be read") }
    var reader = try open(MemoryByteSource(dump), ResourceLimits())
    var packets: [[UInt8]] = []
    var batch = PacketBatch()
    while try reader.readPackets(ofTrack: 0, into: &batch), batch.count > 0 {
      for index in 0..<batch.count { packets.append(Array(batch.packet(index))) }
    }
    self.packets = packets
    self.configuration = configuration
    self.donor = donor
    self.packetCount = packetCount
    let canBegin = PacketExerciser(aacCookie: configuration)?.canBegin
    var entry = 0
    entries = packets.indices.map { index in
      let packet = packets[index]
      if canBegin?(packet.span) ?? true { entry = index }
      return entry
    }
  }

  private func damaged(_ seed: UInt64) -> (configuration: [UInt8], packets: [[UInt8]]) {
    var mutator = Mutator(seed: seed ^ UInt64(packets.count) << 32)
    let start = mutator.number(below: max(1, packets.count - packetCount))
    var part = Array(packets[start..<min(packets.count, start + packetCount)])
    for _ in 0...mutator.number(below: 4) where !part.isEmpty {
      let victim = mutator.number(below: part.count)
      mutator.damage(&part[victim], donor: mutator.number(below: 2) == 0 ? donor : packets[start])
      if mutator.number(below: 8) == 0 { part.swapAt(victim, mutator.number(below: part.count)) }
    }
    // Behind a packet that needs no other, so that those which need one are decoded as well.
    if start < entries.count, entries[start] < start { part.insert(packets[entries[start]], at: 0) }
    var configuration = configuration
    if mutator.number(below: 8) == 0 { mutator.damage(&configuration, donor: donor) }
    return (configuration, part)
  }

  func run(seed: UInt64, into tally: inout Tally) -> Int {
    let input = damaged(seed)
    var stream = CodedStream(aacCookie: input.configuration)
    stream.firstPacket = input.packets.first ?? []
    if var exerciser = PacketExerciser(stream) {
      for packet in input.packets { exerciser.decode(packet.span) }
      tally.decodedPackets += exerciser.decodedPacketCount
      tally.refusedPackets += exerciser.refusedPacketCount
    } else {
      tally.refusals += 1
    }
    return input.packets.reduce(input.configuration.count) { $0 + $1.count }
  }

  func files(seed: UInt64) -> [(suffix: String, bytes: [UInt8])] {
    let input = damaged(seed)
    let marker: [UInt8] = [0xFF, 0xAA, 0xCC, 0xDD]
    return [("", input.packets.flatMap { marker + $0 }), (".asc", input.configuration)]
  }
}

/// A file whose boxes and chunks are damaged, used as a program written for Core Audio uses it: through the C API.
struct DamagedStructure: DamagedSubject {
  let bytes: [UInt8]
  let donor: [UInt8]

  private func damaged(_ seed: UInt64) -> [UInt8] {
    var mutator = StructureMutator(seed: seed ^ UInt64(bytes.count) << 32)
    var copy = bytes
    mutator.damage(&copy, donor: donor)
    return copy
  }

  func run(seed: UInt64, into tally: inout Tally) -> Int {
    let input = damaged(seed)
    let outcome = APIExerciser.run(input, seed: seed)
    if outcome.isRefused { tally.refusals += 1 }
    tally.packets += outcome.packetCount
    tally.frames += outcome.frameCount
    return input.count
  }

  func files(seed: UInt64) -> [(suffix: String, bytes: [UInt8])] { [("", damaged(seed))] }
}
