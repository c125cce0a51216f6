import AudioDevices
import AudioGraph
import Dispatch
import Foundation

// The rendering of the engine's graph.

extension AVAudioEngine {
  /// The number of frames that nodes render at a time where a device plays.
  private static let deviceCapacity = 4096

  /// Returns the graph, which is created if necessary.
  func makeGraph() throws(AudioError) -> RenderGraph {
    if let graph { return graph }
    let format = manual?.format.graphFormat ?? inputDeviceFormat.graphFormat
    let made = try RenderGraph(format: format, capacity: manual?.maximumFrameCount ?? Self.deviceCapacity)
    graph = made
    return made
  }

  /// Renders nodes as they are connected now.
  func applyDesign() throws(AudioError) {
    let graph = try makeGraph()
    var builder = DesignBuilder(engine: self, capacity: graph.capacity)
    if let output { builder.design.output = try builder.visit(output) }
    for node in attachedNodes {
      guard let tap = node.tap else { continue }
      let stage = try builder.visit(node)
      builder.design.tap(stage, by: tap.graphTap(for: stage, capacity: graph.capacity))
    }
    try graph.apply(builder.design)
    rendered = Set(builder.stages.keys)
  }

  /// Applies the current connections of nodes to the rendering.
  ///
  /// - Precondition: They can be rendered, where the engine runs: there is no caller who could get an error.
  func changed() {
    guard running else { return }
    do throws(AudioError) {
      try applyDesign()
      if manual == nil { try useDevice() }
    } catch {
      preconditionFailure("com.apple.coreaudio.avfaudio: the engine cannot run so: \(error)")
    }
  }

  /// Starts capturing on a running device where that has become necessary.
  private func useDevice() throws(AudioError) {
    guard wantedDirections != directions else { return }
    letDeviceGo()
    do { try startDevice() } catch {
      preconditionFailure("com.apple.coreaudio.avfaudio: the device does not start: \(error)")
    }
  }

  /// True if sound is captured: the input node is connected, or seen by a tap.
  private var captures: Bool {
    guard let input else { return false }
    return rendered.contains(ObjectIdentifier(input))
  }

  /// The directions in which the device is needed.
  var wantedDirections: [DeviceDirection] { (output == nil ? [] : [.output]) + (captures ? [.input] : []) }

  /// Starts rendering by the device.
  func startDevice() throws {
    guard let graph else { return }
    let capture = captures ? input?.stage as? CaptureStage : nil
    let wanted = wantedDirections
    let made = GraphClient(
      graph, capture: capture, plays: wanted.contains(.output), mayWait: device.preparesClients)
    for direction in wanted {
      do throws(DeviceError) {
        try device.start(made, direction)
      } catch {
        for started in wanted { device.stop(made, started) }
        throw NSError.ofEngine(OSStatus(kAudioUnitErr_FailedInitialization), error.description, call: "start")
      }
    }
    (client, directions) = (made, wanted)
  }

  /// Stops the calls of the device.
  func letDeviceGo() {
    guard let present = client else { return }
    for direction in directions { device.stop(present, direction) }
    (client, directions) = (nil, [])
  }

  // MARK: Beside rendering

  /// The interval at which files are read ahead, and blocks called, in milliseconds.
  private static let servicePeriod = 10

  /// Serves the engine from now on, while it runs.
  func startService() {
    guard timer == nil, manual?.mode != .offline else { return }
    let made = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "AVAudioEngine.ServiceQueue"))
    made.schedule(deadline: .now(), repeating: .milliseconds(Self.servicePeriod), leeway: .milliseconds(2))
    made.setEventHandler { [weak self] in self?.serve(waits: false) }
    timer = made
    made.resume()
  }

  /// Stops serving the engine.
  func stopService() {
    timer?.cancel()
    timer = nil
  }

  /// Reads files ahead, reports sounds that have ended, and calls taps. It must not be called while the engines' lock
  /// is held.
  ///
  /// - Parameter waits: True if it returns only after the blocks of taps have.
  func serve(waits: Bool) {
    // Separate arrays: a shared one would be changed in place as soon as it has been released here, and
    // ThreadSanitizer, which does not see the runtime's reference counting, takes that for a race.
    let (players, taps, failure, hasClock) = EngineLock.held {
      (
        nodes.compactMap { $0 as? AVAudioPlayerNode }, attachedNodes.compactMap { $0.tap },
        running && manual == nil ? client?.deviceFailure : nil, manual == nil
      )
    }
    serviceLock.lock()
    for player in players { player.serve(hasClock: hasClock) }
    for tap in taps { tap.deliver(waits: waits) }
    serviceLock.unlock()
    if failure != nil { deviceHasStopped() }
  }

  /// Stops, and notifies the program.
  private func deviceHasStopped() {
    stop()
    NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
  }
}

/// The graph of an engine that runs.
final class RenderedGraph: Sendable {
  let graph: RenderGraph?

  init(_ graph: RenderGraph?) { self.graph = graph }
}

/// Walks from the output through all nodes that it needs.
private struct DesignBuilder {
  let engine: AVAudioEngine
  let capacity: Int
  var design = GraphDesign()
  /// The nodes that were met.
  var stages: [ObjectIdentifier: RenderStage] = [:]

  init(engine: AVAudioEngine, capacity: Int) {
    self.engine = engine
    self.capacity = capacity
  }

  /// Returns the stage of a node, connected to those before it.
  mutating func visit(_ node: AVAudioNode) throws(AudioError) -> RenderStage {
    if let known = stages[ObjectIdentifier(node)] { return known }
    let stage = try node.currentStage(capacity: capacity)
    stages[ObjectIdentifier(node)] = stage
    (node as? AVAudioUnit)?.stateMatrixFormats()
    for link in engine.links(to: node) {
      let source = try visit(link.source)
      let levels = levels(of: link)
      design.connect(try link.makeInput(from: source, to: stage, levels), to: stage)
    }
    return stage
  }

  private func levels(of link: EngineLink) -> InputLevels {
    if let environment = link.target as? AVAudioEnvironmentNode { return environment.levels(of: link, in: engine) }
    guard link.target is AVAudioMixerNode else { return Self.unchanged }
    let own = engine.destinations.first {
      $0.connectionPoint.node === link.target && $0.connectionPoint.bus == link.bus
    }
    return own?.levels ?? engine.mixingSource(of: link)?.ownLevels ?? Self.unchanged
  }

  private static let unchanged = InputLevels()
}
