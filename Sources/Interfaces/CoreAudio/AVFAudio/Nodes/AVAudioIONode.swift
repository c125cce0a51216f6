import AudioBase
import AudioDevices
import AudioGraph
public import AudioToolbox
public import Foundation

/// A node for a device, or for a caller who renders an engine.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
  init(of engine: AVAudioEngine) {
    super.init()
    owner = engine
  }

  /// The delay between the engine and the device's input or output, in seconds.
  open var presentationLatency: TimeInterval { EngineLock.held { owner?.deviceLatency ?? 0 } }

  /// `nil`: the engine uses its device directly, without a C audio unit.
  open var audioUnit: AudioUnit? { nil }

  /// Always false: there is no voice processing.
  open var isVoiceProcessingEnabled: Bool { false }

  /// Does nothing for false; throws for true, because there is no voice processing.
  ///
  /// - Throws: `kAudio_UnimplementedError` if it is switched on: there is none here.
  open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
    guard enabled else { return }
    throw NSError.ofEngine(
      OSStatus(kAudio_UnimplementedError), "voice processing is not available here", call: "setVoiceProcessingEnabled")
  }
}

/// The output of an engine, to the device or to a caller who renders.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
  open override var numberOfInputs: Int { 1 }
  override var convertsInputs: Bool { true }
  override var usualFormat: AVAudioFormat { owner?.outputDeviceFormat ?? .ofNodes }
  override var unconnectedInputFormat: AVAudioFormat { currentFormat }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    try MixerStage(format: format, capacity: capacity)
  }
}

/// The input of an engine, captured by the device or supplied by the caller in manual rendering.
@safe
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
  private let levels = InputLevels()
  /// The caller's input in manual rendering.
  private var manualInput: (format: AVAudioFormat, block: AVAudioIONodeInputBlock)?

  open override var numberOfInputs: Int { 1 }
  override var ownLevels: InputLevels? { levels }
  override var usualFormat: AVAudioFormat {
    guard let owner, owner.isInManualRenderingMode else { return owner?.inputDeviceFormat ?? .ofNodes }
    return unsafe manualInput.map { unsafe AVAudioFormat(graph: $0.format.graphFormat) } ?? owner.outputDeviceFormat
  }

  /// The volume at the next mixer.
  open var volume: Float {
    get { levels.volume }
    set { levels.volume = newValue }
  }

  /// The position at the next mixer.
  open var pan: Float {
    get { levels.pan }
    set { levels.pan = newValue }
  }

  /// Returns the volume and position at one connection only.
  open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    mixingDestination(mixer, bus)
  }

  /// Sets the source of input in manual rendering.
  ///
  /// - Parameters:
  ///   - format: Linear PCM of one of the usual kinds.
  ///   - block: Returns a list of the given number of frames, whose memory stays until its next call, or `nil`. It is
  ///     called by the rendering thread.
  /// - Returns: False if the engine is not in a manual mode, runs, or cannot take the format.
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

  /// Drops the input of the caller.
  func forgetManualInput() {
    unsafe manualInput = nil
    forgetStage()
  }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
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
