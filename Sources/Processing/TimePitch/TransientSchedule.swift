/// The source of a stretched segment's frames.
enum SegmentPlacement: Sendable, Equatable {
  /// The segment may start anywhere in a range, because it holds no attack there.
  case free(ClosedRange<Int>)
  /// The segment continues the previous one, because both hold the same attack.
  case held
  /// The segment starts near this frame, so that its attack sounds on time.
  case attack(Int)
}

/// A segment whose position is being searched for.
struct StretchSegment: Sendable {
  /// The first frame of the output that it covers.
  var outputStart: Int
  /// The frames that it covers, an even number.
  var length: Int
  /// The first input frame of the segment, unless an attack requires another one.
  var nominalStart: Double
  /// The input frames for each output frame.
  var rate: Double
}

/// Finds attacks in a stream, and ensures that a stretched stream has each attack once, unchanged and at the right
/// time.
///
/// Around an attack time runs as in the input; the time lost or gained by that is made up for before and after.
struct TransientSchedule: Sendable {
  /// The highest rate at which attacks are preserved: at higher rates there is no time between them to catch up.
  static let highestRate = 4.0

  /// An attack, and the output frame at which it sounds, as soon as that is determined.
  private struct Attack: Sendable, BitwiseCopyable {
    var position: Int
    var output: Double
    var isSettled: Bool
  }

  /// A millisecond.
  let blockLength: Int
  /// The frames before the block with the attack, and from its start on, that belong to it.
  let lead: Int
  let tail: Int
  private let quietEnergy: Float
  private var attacks: [Attack] = []
  /// The energies of the blocks before.
  private var energies: [Float]
  private var nextEnergy = 0
  private var scanned = 0
  private var restingBlocks = 0
  /// The frame with which the last attack ended that has sounded.
  private var passed = Int.min
  /// The attack in the previous segment.
  private var heldPosition: Int?

  /// The number of blocks of a millisecond over which the background is measured: repetitions within them are a tone,
  /// or a voice, not a rhythm.
  private static let backgroundBlocks = 24
  private static let restBlocks = 8
  private static let attackCapacity = 256
  /// The ratio of an attack's energy to that of the loudest block before.
  private static let attackRatio: Float = 4

  init(sampleRate: Double, channelCount: Int) {
    blockLength = max(1, Int((sampleRate / 1000).rounded()))
    lead = blockLength
    tail = 4 * blockLength
    // Differences of neighbours 80 dB below full scale.
    quietEnergy = Float(blockLength * channelCount) * 1e-8
    energies = Array(repeating: 0, count: Self.backgroundBlocks)
    attacks.reserveCapacity(Self.attackCapacity)
  }

  /// Clears the stream.
  mutating func reset() {
    for index in energies.indices { energies[index] = 0 }
    attacks.removeAll(keepingCapacity: true)
    (nextEnergy, scanned, restingBlocks, passed, heldPosition) = (0, 0, 0, .min, nil)
  }

  // MARK: Finding

  /// Searches the frames of a stream for attacks.
  mutating func scan(_ stream: borrowing StreamWindow) {
    while scanned + blockLength <= stream.end {
      let energy = energy(of: stream)
      var background: Float = 0
      for index in 0..<Self.backgroundBlocks { background = max(background, energies[index]) }
      if restingBlocks > 0 {
        restingBlocks -= 1
      } else if energy > Self.attackRatio * background + quietEnergy {
        if attacks.count < Self.attackCapacity {
          attacks.append(Attack(position: scanned, output: 0, isSettled: false))
        }
        restingBlocks = Self.restBlocks
      }
      energies[nextEnergy] = energy
      nextEnergy = (nextEnergy + 1) % Self.backgroundBlocks
      scanned += blockLength
    }
  }

  /// Returns the energy of the differences between neighbouring samples in the next block, in which low tones count
  /// little. NaN and overflow count as 0.
  private func energy(of stream: borrowing StreamWindow) -> Float {
    var sum: Float = 0
    let first = max(scanned - 1, stream.start)
    guard first < scanned + blockLength else { return 0 }
    for channel in 0..<stream.channelCount {
      let frames = stream.frames(channel, first..<(scanned + blockLength))
      for index in 1..<max(1, frames.count) {
        let difference = frames[index] - frames[index - 1]
        sum += difference * difference
      }
    }
    return sum < 1e30 ? sum : 0
  }

  // MARK: Placing

  /// Returns the frames of the input after a segment's nominal start on which its place depends.
  func lookahead(length: Int, reach: Int, rate: Double) -> Int {
    let plain = length + reach + lead + 2 * blockLength
    guard rate <= Self.highestRate, rate > 1 else { return plain }
    let half = Double(length / 2)
    return max(plain, Int((half + rate * (half + Double(lead))).rounded(.up)) + 2 * blockLength)
  }

  /// Returns the place from which a segment is taken.
  mutating func placement(of segment: StretchSegment) -> SegmentPlacement {
    guard segment.rate <= Self.highestRate else {
      attacks.removeAll(keepingCapacity: true)
      (passed, heldPosition) = (.min, nil)
      return .free(.min ... .max)
    }
    let center = Double(segment.outputStart) + Double(segment.length) / 2
    let inputCenter = segment.nominalStart + Double(segment.length) / 2
    let outputEnd = Double(segment.outputStart + segment.length)
    var last = Int.max
    var nearest: (index: Int, distance: Double)?
    var index = 0
    while index < attacks.count {
      let attack = attacks[index]
      let output =
        attack.isSettled ? attack.output : center + (Double(attack.position) - inputCenter) / segment.rate
      if output + Double(tail) <= Double(segment.outputStart) {
        passed = max(passed, attack.position + tail)
        attacks.remove(at: index)
        continue
      }
      guard output - Double(lead) < outputEnd else {
        last = attack.position - lead - segment.length
        break
      }
      attacks[index].output = output
      attacks[index].isSettled = true
      let distance = abs(output - center)
      if distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
      index += 1
    }
    guard let nearest else {
      heldPosition = nil
      return .free(passed...max(passed, last))
    }
    let attack = attacks[nearest.index]
    if heldPosition == attack.position { return .held }
    heldPosition = attack.position
    return .attack(Int((Double(attack.position) - attack.output + Double(segment.outputStart)).rounded()))
  }

  /// Records the start of a segment that is aligned to an attack.
  mutating func didPlace(_ start: Int, _ segment: StretchSegment) {
    for index in attacks.indices where attacks[index].position == heldPosition {
      attacks[index].output = Double(attacks[index].position - start + segment.outputStart)
    }
  }
}
