import AudioBase
import AudioDevices
public import CoreMedia
public import Foundation

/// Captures sound from a device for its outputs.
///
/// ```swift
/// let session = AVCaptureSession()
/// guard let microphone = AVCaptureDevice.default(for: .audio) else { return }
/// session.addInput(try AVCaptureDeviceInput(device: microphone))
/// let output = AVCaptureAudioDataOutput()
/// output.setSampleBufferDelegate(delegate, queue: DispatchQueue(label: "sound"))
/// session.addOutput(output)
/// session.startRunning()
/// ```
/// A session has one input of sound. Interruptions do not exist here; a device that is lost, or does not start, is
/// reported by ``runtimeErrorNotification``.
///
/// `@unchecked`, for a class that is open cannot be checked; all that changes has a lock.
open class AVCaptureSession: NSObject, @unchecked Sendable {
  /// The quality of the outputs, without effect on sound, which is passed as captured.
  public struct Preset: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a value from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// High quality.
    public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
    /// Medium quality.
    public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
    /// Low quality.
    public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
  }

  private struct Parts {
    var inputs: [AVCaptureInput] = []
    var outputs: [AVCaptureOutput] = []
    var preset = Preset.high
    /// True from a start to the stop after it.
    var isRunning = false
    /// Configurations that have begun and are not committed.
    var openConfigurations = 0
    /// True if the parts have changed since the device was started.
    var hasChanged = false
  }

  private let parts = Lock(Parts())
  /// The run of the device. Held while it starts and stops.
  private let run = Lock<CaptureRun?>(nil)

  /// Creates a session without inputs and outputs.
  public override init() { super.init() }

  deinit { run.withLock { $0?.stop() } }

  // MARK: Inputs and outputs

  /// The inputs.
  open var inputs: [AVCaptureInput] { parts.withLock { $0.inputs } }
  /// The outputs.
  open var outputs: [AVCaptureOutput] { parts.withLock { $0.outputs } }
  /// The connections from the input to the outputs.
  open var connections: [AVCaptureConnection] { outputs.flatMap(\.connections) }

  /// Returns true if the session has no input yet.
  open func canAddInput(_ input: AVCaptureInput) -> Bool { inputs.isEmpty && input is AVCaptureDeviceInput }

  /// Adds an input.
  ///
  /// - Precondition: It can be added.
  open func addInput(_ input: AVCaptureInput) {
    precondition(canAddInput(input), "required condition is false: canAddInput(input)")
    change { $0.inputs.append(input) }
  }

  /// Removes an input, with its connections.
  open func removeInput(_ input: AVCaptureInput) { change { $0.inputs.removeAll { $0 === input } } }

  /// Returns true if the output belongs to no session.
  open func canAddOutput(_ output: AVCaptureOutput) -> Bool {
    output.connections.isEmpty && !outputs.contains { $0 === output }
  }

  /// Adds an output.
  ///
  /// - Precondition: It can be added.
  open func addOutput(_ output: AVCaptureOutput) {
    precondition(canAddOutput(output), "required condition is false: canAddOutput(output)")
    change { $0.outputs.append(output) }
  }

  /// Removes an output, with its connection.
  open func removeOutput(_ output: AVCaptureOutput) {
    output.connect([])
    change { $0.outputs.removeAll { $0 === output } }
  }

  /// Begins a change of several parts, applied by ``commitConfiguration()``.
  open func beginConfiguration() { parts.withLock { $0.openConfigurations += 1 } }

  /// Applies the changes since ``beginConfiguration()``. A running session continues with the new parts.
  open func commitConfiguration() {
    parts.withLock { $0.openConfigurations = max(0, $0.openConfigurations - 1) }
    settle()
  }

  /// The quality of the outputs; it does not affect sound.
  open var sessionPreset: Preset {
    get { parts.withLock { $0.preset } }
    set { parts.withLock { $0.preset = newValue } }
  }

  /// Returns true for the three known presets.
  open func canSetSessionPreset(_ preset: Preset) -> Bool { [.high, .medium, .low].contains(preset) }

  /// The clock of the sample buffers' times: the host's.
  open var synchronizationClock: CMClock? { .hostTimeClock }

  private func change(_ body: (inout Parts) -> Void) {
    parts.withLock { parts in
      body(&parts)
      parts.hasChanged = true
    }
    settle()
  }

  /// Connects the parts, and restarts a device that runs for others.
  private func settle() {
    let isDue = parts.withLock { parts in
      guard parts.openConfigurations == 0, parts.hasChanged else { return false }
      parts.hasChanged = false
      return true
    }
    guard isDue else { return }
    let (inputs, outputs) = (inputs, outputs)
    let source = inputs.lazy.compactMap { $0 as? AVCaptureDeviceInput }.first
    for output in outputs {
      guard let source else {
        output.connect([])
        continue
      }
      let isConnected = output.connections.contains { $0.inputPorts.contains { $0.input === source } }
      if !isConnected { output.connect([AVCaptureConnection(source, output)]) }
    }
    if isRunning, let error = restart() { end(error) }
  }

  // MARK: Running

  /// True from ``startRunning()`` until ``stopRunning()`` or the loss of the device.
  open var isRunning: Bool { parts.withLock { $0.isRunning } }
  /// Always false: nothing interrupts a session here.
  open var isInterrupted: Bool { false }

  /// Starts capturing, and returns when the device runs. If it does not start, or an output's settings cannot be met,
  /// ``runtimeErrorNotification`` has the reason.
  open func startRunning() {
    let isNew = parts.withLock { parts in
      defer { parts.isRunning = true }
      return !parts.isRunning
    }
    guard isNew else { return }
    if let error = restart() { return fail(error) }
    post(Self.didStartRunningNotification)
  }

  /// Stops capturing, and returns once the device has stopped.
  open func stopRunning() {
    let wasRunning = parts.withLock { parts in
      defer { parts.isRunning = false }
      return parts.isRunning
    }
    guard wasRunning else { return }
    _ = restart()
    post(Self.didStopRunningNotification)
  }

  /// Stops the device, and starts it with the present parts where the session runs.
  ///
  /// - Returns: The reason for which it does not start.
  private func restart() -> AVError? {
    do {
      try run.withLock { run in
        run?.stop()
        run = nil
        guard isRunning, let source = inputs.lazy.compactMap({ $0 as? AVCaptureDeviceInput }).first else { return }
        let deliveries = try outputs.flatMap { output in
          try output.connections.compactMap { try output.makeDelivery($0, from: source) }
        }
        let made = CaptureRun(from: source.source, to: deliveries) { [weak self] in self?.end(.lost($0)) }
        do throws(DeviceError) { try made.start() } catch { throw AVError.lost(error) }
        run = made
      }
      return nil
    } catch {
      return error as? AVError ?? AVError(.unknown)
    }
  }

  /// Ends a session that ran: its device was lost.
  private func end(_ error: AVError) {
    guard isRunning else { return }
    fail(error)
    post(Self.didStopRunningNotification)
  }

  private func fail(_ error: AVError) {
    parts.withLock { $0.isRunning = false }
    post(Self.runtimeErrorNotification, [AVCaptureSessionErrorKey: error])
  }

  private func post(_ name: NSNotification.Name, _ details: [String: any Sendable]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: details)
  }
}

extension AVError {
  /// Returns the error for a device that has stopped by itself, or does not start.
  fileprivate static func lost(_ reason: DeviceError) -> AVError {
    AVError(.deviceWasDisconnected, because: "\(reason)")
  }
}
