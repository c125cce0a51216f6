import AudioBase
import AudioToolbox

/// The input of a converter: the blocks of its calls.
///
/// A converter of rates works in long stretches: for some calls it has all they want, and would not ask for input.
/// Programs that bring a buffer to each call would lose it. So the block is asked once in each call, and what is not
/// needed yet waits.
@safe
final class InputFeed {
  /// The internal status of a call whose block has no input at present.
  static let ranDry: OSStatus = 0x6472_7921  // 'dry!'

  /// The largest number of waiting packets or frames with which the block is called before input is needed.
  private static let waitingLimit = 16384

  private let format: AVAudioFormat
  private let readsAhead: Bool
  private var block: AVAudioConverterInputBlock?
  /// The buffers that the block returned and the converter has not requested yet, with the status after them.
  private var waiting: [AVAudioBuffer] = []
  private var waitingCount = 0
  /// True if the block of this call had nothing for now.
  private(set) var isDry = false
  private var hasEnded = false
  private var isAsked = false

  init(format: AVAudioFormat, readsAhead: Bool) {
    self.format = format
    self.readsAhead = readsAhead
    unsafe block = nil
  }

  /// Begins a call.
  func begin(_ block: @escaping AVAudioConverterInputBlock) {
    unsafe self.block = unsafe block
    (isDry, isAsked) = (false, false)
  }

  /// Ends a call, and calls the block if nothing else has.
  func end() {
    if readsAhead, !isAsked, !isDry, !hasEnded, waitingCount < Self.waitingLimit, let buffer = ask(1) {
      // The caller may use the buffer again.
      waiting.append(buffer.duplicate())
      waitingCount += buffer.packetOrFrameCount
    }
    unsafe block = nil
  }

  /// Clears waiting buffers, and the end.
  func reset() {
    waiting = []
    waitingCount = 0
    hasEnded = false
  }

  /// Adds packets to a converter's input, and returns false if there are none.
  ///
  /// - Throws: ``ranDry``, and what is wrong with the buffer.
  func give(
    _ wanted: AVAudioPacketCount, to converter: ConverterObject, _ batch: inout PacketBatch
  ) throws(Status) -> Bool {
    guard let buffer = next(wanted) else {
      guard !isDry else { throw Status(Self.ranDry) }
      return false
    }
    guard buffer.format == format else { throw Status(kAudio_ParamError) }
    let list = unsafe UnsafeMutablePointer(mutating: buffer.audioBufferList)
    let places = unsafe (buffer as? AVAudioCompressedBuffer)?.packetDescriptions
    try unsafe converter.append(buffer.packetOrFrameCount, places, of: list, to: &batch)
    return buffer.packetOrFrameCount > 0
  }

  /// Returns the waiting buffer, or the next one from the block; `nil` if there is none.
  private func next(_ wanted: AVAudioPacketCount) -> AVAudioBuffer? {
    if let first = waiting.first {
      waiting.removeFirst()
      waitingCount -= first.packetOrFrameCount
      return first
    }
    return isDry || hasEnded ? nil : ask(wanted)
  }

  private func ask(_ wanted: AVAudioPacketCount) -> AVAudioBuffer? {
    isAsked = true
    var answer = AVAudioConverterInputStatus.haveData
    guard let block = unsafe block else { return nil }
    let buffer = unsafe block(wanted, &answer)
    switch answer {
    case .noDataNow: isDry = true
    case .endOfStream: hasEnded = true
    case .haveData: if let buffer, buffer.packetOrFrameCount > 0 { return buffer } else { hasEnded = true }
    }
    return nil
  }
}

extension AVAudioBuffer {
  /// The number of frames of linear PCM, or packets, that are in use.
  fileprivate var packetOrFrameCount: Int {
    switch self {
    case let buffer as AVAudioPCMBuffer: Int(buffer.frameLength)
    case let buffer as AVAudioCompressedBuffer: Int(buffer.packetCount)
    default: 0
    }
  }
}
