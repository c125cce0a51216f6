import AudioBase

/// The bits that the next packet may have: the decoder's buffer of a constant rate, or an average over time.
///
/// ISO/IEC 14496-3, 4.5.3.2: a constant-rate decoder holds 6144 bits per channel. ``level`` is its content beyond the
/// packet that is due.
struct BitReservoir: Sendable {
  let mode: EncoderSettings.RateControlMode
  /// The number of bits of a packet at the constant rate.
  let meanBits: Double
  /// The largest number of bits that can be saved.
  let capacity: Double
  /// The size of the largest packet, in bits.
  let packetLimit: Int
  private(set) var level: Double
  /// The mean perceptual entropy of the last frames.
  private var meanEntropy: Float = 0
  /// The number of frames in the mean, up to the number that matters.
  private var frameCount = 0
  /// Frames with less entropy are silence, and are not representative of the sound.
  private static let leastEntropy: Float = 50

  init(mode: EncoderSettings.RateControlMode, meanBits: Double, capacity: Double, packetLimit: Int) {
    self.mode = mode
    self.meanBits = meanBits
    self.capacity = capacity
    self.packetLimit = packetLimit
    level = 0.7 * capacity
  }

  /// Returns the bits that a frame of a perceptual entropy should have.
  mutating func desiredBits(entropy: Float) -> Double {
    if entropy > BitReservoir.leastEntropy {
      frameCount = min(frameCount + 1, 1000)
      meanEntropy += max(0.05, 1 / Float(frameCount)) * (entropy - meanEntropy)
    }
    let demand = frameCount == 0 ? 1 : Double(entropy / meanEntropy)
    let fill = level / max(capacity, 1)
    // A fuller reservoir is emptied slowly, an emptier one filled.
    let balance = (fill - 0.7) * min(0.5 * capacity / meanBits, 0.5)
    let share = 1 + min(max(0.5 * (demand - 1), -0.35), 0.9) + balance
    return min(max(meanBits * share, 0.3 * meanBits), Double(mostBits))
  }

  /// The largest number of bits that the packet may have.
  var mostBits: Int {
    mode == .constant ? min(packetLimit, Int(level + meanBits)) : packetLimit
  }

  /// The fewest bits that the packet must have so that the decoder's buffer does not overflow.
  var fewestBits: Int { mode == .constant ? max(0, Int((level + meanBits - capacity).rounded(.up))) : 0 }

  /// Records a packet.
  mutating func note(bits: Int) {
    level += meanBits - Double(bits)
    // At a constant rate fill bits keep the level down; where they miss by some bits the next packet has them.
    if mode != .constant { level = min(max(level, -capacity), capacity) }
  }

  mutating func reset() {
    level = 0.7 * capacity
    meanEntropy = 0
    frameCount = 0
  }
}
