import Foundation
import SignalProcessing
import TestSupport

/// Sound of some channels, as planes one after the other.
struct Programme {
  var sampleRate: Double
  var channels: [LoudnessChannel]
  var planes: [[Float]]
  var frameCount: Int { planes[0].count }

  init(sampleRate: Double = 48000, channels: [LoudnessChannel] = [.main, .main]) {
    (self.sampleRate, self.channels) = (sampleRate, channels)
    planes = channels.map { _ in [] }
  }

  /// Appends a sine of 1 kHz, or another, that goes on where the one before ended. A level a channel, in dBFS.
  mutating func append(_ levels: [Double], seconds: Double, frequency: Double = 1000) {
    let start = frameCount
    let count = Int((seconds * sampleRate).rounded())
    for (channel, level) in levels.enumerated() {
      let amplitude = pow(10, level / 20)
      for frame in start..<(start + count) {
        planes[channel].append(Float(amplitude * sin(2 * .pi * frequency * Double(frame) / sampleRate)))
      }
    }
  }

  /// Appends the same in all channels.
  mutating func append(_ level: Double, seconds: Double, frequency: Double = 1000) {
    append(channels.map { _ in level }, seconds: seconds, frequency: frequency)
  }

  /// A meter that has heard it all.
  func measured() throws -> LoudnessMeter {
    var meter = try Self.meter(sampleRate: sampleRate, channels: channels)
    let memory = planes.flatMap { $0 }
    meter.add(memory.span, planeStride: frameCount, frames: 0..<frameCount)
    return meter
  }

  static func meter(sampleRate: Double, channels: [LoudnessChannel]) throws -> LoudnessMeter {
    guard let meter = LoudnessMeter(sampleRate: sampleRate, channels: channels) else {
      throw UnusableRate(rate: sampleRate)
    }
    return meter
  }
  struct UnusableRate: Error { var rate: Double }

  /// Interleaved little-endian bytes of 32-bit floats.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frameCount * planes.count * 4)
    for frame in 0..<frameCount {
      for plane in planes {
        let bits = plane[frame].bitPattern
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
      }
    }
    return bytes
  }

  /// Chords, noise and pauses of changing level.
  static func synthetic(
    sampleRate: Double, channels: [LoudnessChannel], seconds: Double, seed: UInt64
  ) -> Programme {
    var random = SplitMix64(seed: seed)
    var programme = Programme(sampleRate: sampleRate, channels: channels)
    let count = Int(seconds * sampleRate)
    for channel in channels.indices {
      var noise: Float = 0
      for frame in 0..<count {
        let time = Double(frame) / sampleRate
        let phase = Int(time * 0.7) % 5
        let gain = [0.5, 0.05, 0.2, 0.004, 0.3][phase]
        noise = 0.9 * noise + 0.1 * random.nextSample()
        let tone =
          sin(2 * .pi * (110 + 40 * Double(channel)) * time) * 0.4 + sin(2 * .pi * 1870 * time) * 0.3
          + sin(2 * .pi * 45 * time) * 0.2
        programme.planes[channel].append(Float(gain * (tone + Double(noise))))
      }
    }
    return programme
  }

  /// One of the clips beside the work tree: WAVE with 44 bytes of header and 16 bits a sample, as their README says.
  static func clip(_ file: URL) -> Programme {
    let bytes = SharedFiles.bytes(file)
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    let count = number(22, 2)
    var programme = Programme(
      sampleRate: Double(number(24, 4)), channels: Array(repeating: .main, count: count))
    for offset in stride(from: 44, to: bytes.count - 2 * count + 1, by: 2 * count) {
      for channel in 0..<count {
        programme.planes[channel].append(Float(Int16(truncatingIfNeeded: number(offset + 2 * channel, 2))) / 32768)
      }
    }
    return programme
  }
}

/// Loudness straight from the formulas, in Double, with all blocks kept: ITU-R BS.1770-4, annex 1.
struct PlainLoudness {
  /// Mean squares of the blocks of 400 ms, every 100 ms.
  var blocks: [Double] = []

  /// The filters with the coefficients that the standard prints, at 48 kHz alone.
  init(_ programme: Programme) {
    precondition(programme.sampleRate == 48000)
    var energies = [Double](repeating: 0, count: programme.frameCount)
    for (channel, plane) in zip(programme.channels, programme.planes) {
      let shelved = Self.filter(
        plane.map { Double($0) }, [1.53512485958697, -2.69169618940638, 1.19839281085285],
        [-1.69065929318241, 0.73248077421585])
      let weighted = Self.filter(shelved, [1, -2, 1], [-1.99004745483398, 0.99007225036621])
      for (index, sample) in weighted.enumerated() { energies[index] += channel.weight * sample * sample }
    }
    for start in stride(from: 0, through: energies.count - 19200, by: 4800) {
      blocks.append(energies[start..<(start + 19200)].reduce(0, +) / 19200)
    }
  }

  private static func filter(_ input: [Double], _ b: [Double], _ a: [Double]) -> [Double] {
    var output = [Double](repeating: 0, count: input.count)
    for n in input.indices {
      var sum = b[0] * input[n]
      for k in 1...2 where n >= k { sum += b[k] * input[n - k] - a[k - 1] * output[n - k] }
      output[n] = sum
    }
    return output
  }

  static func loudness(_ energy: Double) -> Double { -0.691 + 10 * log10(energy) }

  var integrated: Double {
    let loud = blocks.filter { Self.loudness($0) > -70 }
    let threshold = Self.loudness(loud.reduce(0, +) / Double(loud.count)) - 10
    let gated = loud.filter { Self.loudness($0) > threshold }
    return Self.loudness(gated.reduce(0, +) / Double(gated.count))
  }
}
