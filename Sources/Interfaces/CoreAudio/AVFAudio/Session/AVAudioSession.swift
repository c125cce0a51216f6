import AudioBase
import AudioDevices
public import Foundation

/// The audio session of iOS, for portable programs. Settings are stored and returned, and have no effect here.
open class AVAudioSession: NSObject, @unchecked Sendable {
  private struct State: Sendable {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
    var policy = RouteSharingPolicy.default
    var sampleRate = 0.0
    var bufferDuration = 0.0
    var inputChannels = 0
    var outputChannels = 0
    var input: AVAudioSessionPortDescription?
    var allowsHaptics = false
  }

  private static let shared = AVAudioSession()
  private let state = Lock(State())

  private override init() { super.init() }

  /// Returns the session of the process.
  open class func sharedInstance() -> AVAudioSession { shared }

  // MARK: Settings

  /// The purpose of the program's sound.
  open var category: Category { state.withLock { $0.category } }
  /// The mode of use.
  open var mode: Mode { state.withLock { $0.mode } }
  /// The options for mixing with the sound of other programs.
  open var categoryOptions: CategoryOptions { state.withLock { $0.options } }
  /// The policy for sharing the route to the device.
  open var routeSharingPolicy: RouteSharingPolicy { state.withLock { $0.policy } }
  /// The preferred sample rate, or 0.
  open var preferredSampleRate: Double { state.withLock { $0.sampleRate } }
  /// The preferred duration of a buffer in seconds, or 0.
  open var preferredIOBufferDuration: TimeInterval { state.withLock { $0.bufferDuration } }
  /// The preferred number of input channels, or 0.
  open var preferredInputNumberOfChannels: Int { state.withLock { $0.inputChannels } }
  /// The preferred number of output channels, or 0.
  open var preferredOutputNumberOfChannels: Int { state.withLock { $0.outputChannels } }

  /// The preferred input, or `nil`.
  open var preferredInput: AVAudioSessionPortDescription? { state.withLock { $0.input } }
  /// True to allow system sounds and haptics while recording; stored only, because this system has none.
  open var allowHapticsAndSystemSoundsDuringRecording: Bool { state.withLock { $0.allowsHaptics } }

  /// Stores a category.
  open func setCategory(_ category: Category) throws { try setCategory(category, mode: mode, options: []) }

  /// Stores a category and its options.
  open func setCategory(_ category: Category, options: CategoryOptions) throws {
    try setCategory(category, mode: mode, options: options)
  }

  /// Stores category, mode and options.
  open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    try setCategory(category, mode: mode, policy: routeSharingPolicy, options: options)
  }

  /// Stores category, mode, policy and options.
  open func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {
    state.withLock { state in
      (state.category, state.mode, state.policy, state.options) = (category, mode, policy, options)
    }
  }

  /// Stores a mode.
  open func setMode(_ mode: Mode) throws { state.withLock { $0.mode = mode } }
  /// Does nothing: sound may always be played and recorded.
  open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
  /// Stores a preferred rate.
  open func setPreferredSampleRate(_ sampleRate: Double) throws { state.withLock { $0.sampleRate = sampleRate } }
  /// Stores a preferred buffer duration.
  open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    state.withLock { $0.bufferDuration = duration }
  }
  /// Stores a preferred number of channels.
  open func setPreferredInputNumberOfChannels(_ count: Int) throws { state.withLock { $0.inputChannels = count } }
  /// Stores a preferred number of channels.
  open func setPreferredOutputNumberOfChannels(_ count: Int) throws { state.withLock { $0.outputChannels = count } }
  /// Stores the permission for system sounds and haptics while recording.
  open func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
    state.withLock { $0.allowsHaptics = inValue }
  }

  /// Stores an input of ``availableInputs``.
  ///
  /// - Throws: `kAudio_ParamError` for another one: sound is captured by the default device.
  open func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    guard inPort == nil || availableInputs?.contains(where: { $0 == inPort }) == true else {
      throw Self.refusal("there is no input \(inPort?.portName ?? "") here", call: "setPreferredInput")
    }
    state.withLock { $0.input = inPort }
  }

  /// Does nothing: the device chooses the loudspeakers.
  open func overrideOutputAudioPort(_ portOverride: PortOverride) throws {}

  // MARK: The device

  /// The default device's rate.
  open var sampleRate: Double { DeviceList.standard.format.sampleRate }
  /// The default device's channels.
  open var inputNumberOfChannels: Int { DeviceList.standard.format.channelCount }
  /// The default device's channels.
  open var outputNumberOfChannels: Int { DeviceList.standard.format.channelCount }
  /// The default device's channels.
  open var maximumInputNumberOfChannels: Int { inputNumberOfChannels }
  /// The default device's channels.
  open var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }
  /// The duration of the default device's cycle, in seconds.
  open var ioBufferDuration: TimeInterval { Double(DeviceList.standard.bufferFrameCount) / sampleRate }
  /// The latency of the default device as of its last cycle, in seconds.
  open var outputLatency: TimeInterval { latency(.output) }
  /// The latency of the default device as of its last cycle, in seconds.
  open var inputLatency: TimeInterval { latency(.input) }

  private func latency(_ direction: DeviceDirection) -> TimeInterval {
    Double(DeviceList.standard.report(direction).latencyFrameCount) / sampleRate
  }

  /// Always true: every device may be used for capturing.
  open var isInputAvailable: Bool { true }
  /// Always false: this is not known here.
  open var isOtherAudioPlaying: Bool { false }
  /// Always false: this is not known here.
  open var secondaryAudioShouldBeSilencedHint: Bool { false }
  /// 1: the system's volume is not known.
  open var outputVolume: Float { 1 }
  /// All categories.
  open var availableCategories: [Category] {
    [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
  }
  /// All modes.
  open var availableModes: [Mode] {
    [
      .default, .voiceChat, .videoChat, .gameChat, .videoRecording, .measurement, .moviePlayback, .spokenAudio,
      .voicePrompt,
    ]
  }

  // MARK: Permission

  /// Always granted: the system decides when the device is opened.
  open var recordPermission: RecordPermission { .granted }
  /// Calls the handler with true on its own thread: recording is allowed.
  open func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    AVAudioApplication.requestRecordPermission(completionHandler: response)
  }
}
