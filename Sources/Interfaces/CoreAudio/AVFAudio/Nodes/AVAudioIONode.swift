import AudioBase
import AudioDevices
import AudioGraph
import AudioToolbox
public import Foundation

/// A node that stands for a device, or for the caller who renders an engine.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
  init(of engine: AVAudioEngine) {
    super.init()
    owner = engine
  }

  /// Seconds between the engine and what is heard or captured.
  open var presentationLatency: TimeInterval { EngineLock.held { owner?.deviceLatency ?? 0 } }

  /// False: there is no processing of voices here.
  open var isVoiceProcessingEnabled: Bool { false }

  /// Asks for the processing of voices.
  ///
  /// - Throws: `kAudio_UnimplementedError` where it is to be enabled: there is none here.
  open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
    guard enabled else { return }
    throw NSError.ofEngine(
      OSStatus(kAudio_UnimplementedError), "voice processing is not available here", call: "setVoiceProcessingEnabled")
  }
}

/// What is heard: the device's output, or what a caller renders.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
  open override var numberOfInputs: Int { 1 }
  override var convertsInputs: Bool { true }
  override var usualFormat: AVAudioFormat { owner?.outputDeviceFormat ?? .ofNodes }
  override var unconnectedInputFormat: AVAudioFormat { currentFormat }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(GraphError) -> RenderStage {
    try MixerStage(format: format, capacity: capacity)
  }
}

/// What is captured: by the device, or given by a caller who renders.
@safe
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
  private let levels = InputLevels()
  /// What the caller gives in manual rendering.
  private var manualInput: (format: AVAudioFormat, block: AVAudioIONodeInputBlock)?

  open override var numberOfInputs: Int { 1 }
  override var ownLevels: InputLevels? { levels }
  override var usualFormat: AVAudioFormat {
    guard let owner, owner.isInManualRenderingMode else { return owner?.inputDeviceFormat ?? .ofNodes }
    return unsafe manualInput.map { unsafe AVAudioFormat(graph: $0.format.graphFormat) } ?? owner.outputDeviceFormat
  }

  /// The volume at the mixer that follows.
  open var volume: Float {
    get { levels.volume }
    set { levels.volume = newValue }
  }

  /// The place at the mixer that follows.
  open var pan: Float {
    get { levels.pan }
    set { levels.pan = newValue }
  }

  /// Volume and place at one connection only.
  open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    mixingDestination(mixer, bus)
  }

  /// Says where sound comes from in manual rendering.
  ///
  /// - Parameters:
  ///   - format: Linear PCM of one of the usual kinds.
  ///   - block: Gives a list of so many frames, whose memory stays until its next call, or `nil`. It is called by who
  ///     renders.
  /// - Returns: False where the engine is not in a manual mode, runs, or cannot take the format.
  open func setManualRenderingInputPCMFormat(
    _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
  )
    -> Bool
  {
    EngineLock.held {
      guard let owner, owner.isInManualRenderingMode, !owner.isRunning, format.commonFormat != .otherFormat,
        format.graphFormat.isPossible
      else { return false }
      unsafe manualInput = unsafe (format, block)
      forgetStage()
      return true
    }
  }

  /// Drops what a caller gives.
  func forgetManualInput() {
    unsafe manualInput = nil
    forgetStage()
  }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(GraphError) -> RenderStage {
    guard let owner, owner.isInManualRenderingMode else {
      guard let device = owner?.device.format else { throw .format(format) }
      guard format.sampleRate == device.sampleRate, format.channelCount == device.channelCount else {
        throw .mismatch(from: GraphFormat(sampleRate: device.sampleRate, channelCount: device.channelCount), to: format)
      }
      return try CaptureStage(device, capacity: capacity)
    }
    guard let (told, block) = unsafe manualInput else {
      return try CallbackStage(format: format, capacity: capacity) { _, _, _ in false }
    }
    let layout = SampleLayout(told)
    let handover = unsafe Handover(value: block)
    return try CallbackStage(format: format, capacity: capacity) { planes, count, _ in
      guard let list = unsafe handover.value(AVAudioFrameCount(count)) else { return false }
      unsafe layout.read(list, count, into: &planes)
      return true
    }
  }
}
