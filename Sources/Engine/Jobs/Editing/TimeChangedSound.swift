import AudioBase
import AudioConversion
import AudioFiles
import SignalProcessing

/// Decoded sound with another tempo and pitch, and with silence around it.
final class TimeChangedSound: SoundMaker {
  private(set) var bytes: [UInt8] = []
  /// The results of decoding so far.
  var report: DecodingReport? { source.report }
  private let source: DecodedSound
  private let format: StreamFormat
  private var leadIn: Int64
  private var leadOut: Int64
  private var isBody = true
  /// The stretcher, if any: the samples are floats then.
  private var processor: TimePitchProcessor?
  /// The bytes of ``source`` from here on that the stretcher has not taken.
  private var taken = 0

  /// The number of frames that are made at a time.
  private let framesPerBlock: Int

  init(_ source: DecodedSound, _ change: TimeChange, _ format: StreamFormat) {
    (self.source, self.format) = (source, format)
    framesPerBlock = max(1, min(4096, (1 << 24) / max(1, format.bytesPerFrame)))
    leadIn = Int64((change.leadIn * format.sampleRate).rounded())
    leadOut = Int64((change.leadOut * format.sampleRate).rounded())
    guard change.isStretched else { return }
    var processor = TimePitchProcessor(
      sampleRate: format.sampleRate, channelCount: format.channelsPerFrame, method: change.method)
    (processor.rate, processor.pitch) = (change.tempo, change.pitch)
    self.processor = consume processor
  }

  func next() throws(AudioError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    if addSilence(&leadIn) { return true }
    if isBody {
      if processor == nil {
        isBody = try source.next()
        if isBody { bytes.append(contentsOf: source.bytes) }
      } else {
        isBody = try stretch()
      }
      if isBody { return true }
    }
    return addSilence(&leadOut)
  }

  private func addSilence(_ rest: inout Int64) -> Bool {
    let count = Int(min(rest, Int64(framesPerBlock)))
    rest -= Int64(count)
    // Bound: 2^24 bytes, or one frame.
    bytes.append(contentsOf: repeatElement(0, count: count * format.bytesPerFrame))
    return count > 0
  }

  /// Makes the next frames of the stretcher, and returns false if there are none.
  private func stretch() throws(AudioError) -> Bool {
    while true {
      let count = pull()
      if count > 0 { return true }
      if processor?.isOver != false { return false }
      if taken >= source.bytes.count {
        taken = 0
        guard try source.next() else {
          processor?.endInput()
          if pull() > 0 { return true }
          return false
        }
      }
      push()
    }
  }

  /// Passes as many frames to the stretcher as it accepts.
  private func push() {
    let (size, channels) = (max(1, format.bytesPerFrame), format.channelsPerFrame)
    let count = min((source.bytes.count - taken) / size, processor?.inputRoom ?? 0)
    let start = taken
    processor?.push(count) { channel, samples in
      for frame in 0..<count {
        samples[frame] = Float(littleEndian: source.bytes, at: start + (frame * channels + channel) * 4)
      }
    }
    taken += count * size
  }

  /// Takes frames from the stretcher, and returns their number.
  private func pull() -> Int {
    let (size, channels) = (format.bytesPerFrame, format.channelsPerFrame)
    // Bound: 2^24 bytes, or one frame.
    var made = [UInt8](repeating: 0, count: framesPerBlock * size)
    let count =
      processor?.pull(framesPerBlock) { channel, offset, samples in
        for index in samples.indices {
          let bits = samples[index].bitPattern
          let place = ((offset + index) * channels + channel) * 4
          for byte in 0..<4 { made[place + byte] = UInt8(truncatingIfNeeded: bits >> (8 * UInt32(byte))) }
        }
      } ?? 0
    bytes.append(contentsOf: made[..<(count * size)])
    return count
  }
}

extension Float {
  /// Reads four bytes, the lowest first.
  fileprivate init(littleEndian bytes: [UInt8], at place: Int) {
    var bits: UInt32 = 0
    for byte in 0..<4 { bits |= UInt32(bytes[place + byte]) << (8 * UInt32(byte)) }
    self.init(bitPattern: bits)
  }
}
