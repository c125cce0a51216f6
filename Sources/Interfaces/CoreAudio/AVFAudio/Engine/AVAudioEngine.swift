import AudioBase
package import AudioDevices
import AudioGraph
import Dispatch
public import Foundation

/// Plays, captures and renders a graph of nodes.
///
/// ```swift
/// let engine = AVAudioEngine()
/// let player = AVAudioPlayerNode()
/// engine.attach(player)
/// engine.connect(player, to: engine.mainMixerNode, format: file.processingFormat)
/// try engine.start()
/// player.scheduleFile(file, at: nil)
/// player.play()
/// ```
/// It plays through the default device of audio queues. Nodes may be attached, connected, disconnected and detached
/// while it runs, from any thread.
///
/// `@unchecked`, for all that changes of it is touched with the engines' lock held alone.
open class AVAudioEngine: NSObject, @unchecked Sendable {
  /// The nodes that were attached, in their order.
  var nodes: [AVAudioNode] = []
  /// All connections.
  var links: [EngineLink] = []
  var output: AVAudioOutputNode?
  var input: AVAudioInputNode?
  var mainMixer: AVAudioMixerNode?
  var destinations: [AVAudioMixingDestination] = []
  /// The rendering by its caller, if enabled.
  var manual: ManualRendering?
  /// The graph that is rendered while the engine is prepared.
  var graph: RenderGraph?
  /// The device's client, while it runs.
  var client: GraphClient?
  var directions: [DeviceDirection] = []
  var timer: (any DispatchSourceTimer)?
  /// Held by the thread that serves the engine: work of a timer that has just been stopped ends first.
  let serviceLock = NSRecursiveLock()
  var running = false
  /// Nodes that are rendered.
  var rendered: Set<ObjectIdentifier> = []
  /// The device that plays and captures.
  package lazy var device: any AudioDevice = DeviceList.standard
  /// The graph while the engine runs, for callers who must not wait for the engines' lock.
  let renderedGraph = SwappedReference(RenderedGraph(nil))

  /// Creates an engine without nodes.
  public override init() { super.init() }

  deinit {
    timer?.cancel()
    letDeviceGo()
    for node in nodes { node.detached() }
  }

  // MARK: Nodes

  /// The node of the output; made at the first access.
  open var outputNode: AVAudioOutputNode {
    EngineLock.held {
      if let output { return output }
      let made = AVAudioOutputNode(of: self)
      output = made
      return made
    }
  }

  /// The node of the input; made at the first access.
  open var inputNode: AVAudioInputNode {
    EngineLock.held {
      if let input { return input }
      let made = AVAudioInputNode(of: self)
      input = made
      return made
    }
  }

  /// The mixer before the output, created and connected at the first access. The connection has the output's format
  /// unless it gets its own.
  open var mainMixerNode: AVAudioMixerNode {
    EngineLock.held {
      if let mainMixer { return mainMixer }
      let made = AVAudioMixerNode()
      made.owner = self
      mainMixer = made
      if links(to: outputNode).isEmpty { links.append(EngineLink(made, outputNode, bus: 0)) }
      changed()
      return made
    }
  }

  /// The attached nodes, and those that the engine made.
  open var attachedNodes: Set<AVAudioNode> {
    EngineLock.held {
      Set(nodes).union([output, input, mainMixer].compactMap { $0 as AVAudioNode? })
    }
  }

  /// Attaches a node, so that it can be connected.
  ///
  /// - Precondition: It belongs to no engine.
  open func attach(_ node: AVAudioNode) {
    EngineLock.held {
      if node.owner === self { return }
      require(node.owner == nil, "!nodeimpl->HasEngineImpl()")
      node.owner = self
      nodes.append(node)
    }
  }

  /// Detaches a node, with its connections. Sound that it holds is discarded.
  ///
  /// - Precondition: The node is attached.
  open func detach(_ node: AVAudioNode) {
    EngineLock.held {
      require(nodes.contains { $0 === node }, "[_nodes containsObject: node]")
      links.removeAll { $0.source === node || $0.target === node }
      destinations.removeAll { $0.connectionPoint.node === node || $0.connectionPoint.node == nil }
      node.tap?.end()
      node.tap = nil
      changed()
      nodes.removeAll { $0 === node }
      node.owner = nil
      node.forgetStage()
    }
    node.detached()
  }

  /// Returns true for the node that ``mainMixerNode`` gives.
  func isMainMixer(_ node: AVAudioNode) -> Bool { node === mainMixer }

  /// Returns true if a node was attached, or made by the engine.
  func has(_ node: AVAudioNode) -> Bool { node.owner === self }

  // MARK: Queries of nodes

  /// Returns the connection to an input of a node.
  func link(to node: AVAudioNode, _ bus: AVAudioNodeBus) -> EngineLink? {
    links.first { $0.target === node && $0.bus == bus }
  }

  /// Returns all connections to a node.
  func links(to node: AVAudioNode) -> [EngineLink] { links.filter { $0.target === node } }

  /// The format of the output.
  var outputDeviceFormat: AVAudioFormat { manual?.format ?? inputDeviceFormat }

  /// The format of the input.
  var inputDeviceFormat: AVAudioFormat {
    AVAudioFormat(
      graph: GraphFormat(sampleRate: device.format.sampleRate, channelCount: device.format.channelCount))
  }

  /// The seconds until rendered frames are heard.
  var deviceLatency: TimeInterval {
    guard manual == nil, running else { return 0 }
    return Double(device.report(.output).latencyFrameCount) / device.format.sampleRate
  }

  /// The frame that is rendered next, where a caller renders.
  var firstSampleTime: Double? { manual == nil ? nil : graph?.sampleTime }

  /// Returns true if a node is rendered.
  func renders(_ node: AVAudioNode) -> Bool { rendered.contains(ObjectIdentifier(node)) }

  /// Returns the levels of a source at an input of a mixer alone.
  func destination(of node: AVAudioNode, at mixer: AVAudioNode, _ bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    guard let link = link(to: mixer, bus), mixer.convertsInputs, let source = mixingSource(of: link), source === node,
      let levels = source.ownLevels
    else { return nil }
    if let known = destinations.first(where: { $0.connectionPoint.node === mixer && $0.connectionPoint.bus == bus }) {
      return known
    }
    let made = AVAudioMixingDestination(AVAudioConnectionPoint(node: mixer, bus: bus), copying: levels)
    destinations.append(made)
    changed()
    return made
  }

  /// Returns the node whose volume applies at a mixer: the first node before it that has a volume, looking through
  /// effects.
  func mixingSource(of link: EngineLink) -> AVAudioNode? {
    var (source, depth) = (link.source, 0)
    while source.ownLevels == nil, depth < 1000, let before = self.link(to: source, 0) {
      (source, depth) = (before.source, depth + 1)
    }
    return source.ownLevels == nil ? nil : source
  }
}
