import AudioToolbox

/// The input of a converter: the blocks of its calls, as the input function of the C API needs them.
///
/// A converter of rates works in long stretches: for some calls it has all they want, and would not ask for input.
/// Programs that bring a buffer to each call would lose it. So the block is asked once in each call, and what is not
/// needed yet waits.
@safe
final class InputFeed {
  /// What the input function returns where the block has nothing for now. It ends the call and is told to nobody.
  static let ranDry: OSStatus = 0x6472_7921  // 'dry!'

  /// Packets or frames that wait at most before the block is asked without need.
  private static let waitingLimit = 16384

  private let format: AVAudioFormat
  private let readsAhead: Bool
  private var block: AVAudioConverterInputBlock?
  /// What the block gave and the converter has not asked for, with the answer that came after it.
  private var waiting: [AVAudioBuffer] = []
  private var waitingCount = 0
  /// What was handed over last; it lives until the converter has taken it over.
  private var handed: AVAudioBuffer?
  /// Whether the block of this call had nothing for now.
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

  /// Ends a call, and asks the block where nothing else did.
  func end() {
    if readsAhead, !isAsked, !isDry, !hasEnded, waitingCount < Self.waitingLimit, let buffer = ask(1) {
      // The caller may use the buffer again.
      waiting.append(buffer.duplicate())
      waitingCount += buffer.packetOrFrameCount
    }
    unsafe block = nil
    handed = nil
  }

  /// Forgets what waits, and the end.
  func reset() {
    waiting = []
    waitingCount = 0
    hasEnded = false
  }

  /// Hands input to the converter.
  func supply(
    _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
    _ places: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) -> OSStatus {
    let wanted = unsafe count.pointee
    unsafe count.pointee = 0
    guard let buffer = next(wanted) else { return isDry ? Self.ranDry : noErr }
    guard buffer.format == format else { return kAudio_ParamError }
    let source = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffer.audioBufferList))
    let target = unsafe UnsafeMutableAudioBufferListPointer(list)
    guard unsafe source.count == target.count else { return kAudioConverterErr_InvalidInputSize }
    for index in 0..<(unsafe source.count) { unsafe target[index] = source[index] }
    if let places = unsafe places, let buffer = buffer as? AVAudioCompressedBuffer {
      unsafe places.pointee = buffer.packetDescriptions
    }
    unsafe count.pointee = UInt32(clamping: buffer.packetOrFrameCount)
    handed = buffer
    return noErr
  }

  /// What waits, or what the block gives; `nil` where there is nothing.
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
  /// Frames of linear PCM, or packets, that are in use.
  fileprivate var packetOrFrameCount: Int {
    switch self {
    case let buffer as AVAudioPCMBuffer: Int(buffer.frameLength)
    case let buffer as AVAudioCompressedBuffer: Int(buffer.packetCount)
    default: 0
    }
  }
}
