import AudioBase
import CAudioToolbox

/// The object of an `AUGraph`: units by their numbers, and the sources of their inputs.
///
/// Connections and functions are recorded, and reach the units when the graph is initialized or updated. No lock is
/// held while units are worked on: if one thread starts a graph while another changes it, either may come first. A
/// render function may change and update the graph that it is rendered by; an operation that would have to wait for the
/// end of its own call, as initializing a unit does, gets a status.
///
/// `@unchecked` for the reason given at `HandleObject`; the state that changes is guarded by a lock.
final class GraphObject: HandleObject, @unchecked Sendable {
  /// The source of an input.
  enum Feed {
    case node(AUNode, bus: UInt32)
    case function(RenderFunction)
  }

  /// An input of a node that is fed.
  struct Interaction {
    var node: AUNode
    var input: UInt32
    var feed: Feed
  }

  private struct Node {
    var number: AUNode
    /// `nil` for a graph.
    var kind: UnitKind?
    var unit: UnitObject?
    var subgraph: GraphObject?

    /// True if the node ends the graph that it is in.
    var isOutput: Bool { kind?.type == kAudioUnitType_Output }

    /// The unit with the node's output; for a graph, its own output unit.
    var source: UnitObject? {
      guard let subgraph else { return unit }
      guard let end = subgraph.output?.unit, end.kind.subType == kAudioUnitSubType_GenericOutput else { return nil }
      return end
    }

  }

  private struct State {
    var nodes: [Node] = []
    var next: AUNode = 1
    var interactions: [Interaction] = []
    /// The inputs that feed the units at present.
    var applied: [(node: AUNode, input: UInt32)] = []
    var isOpen = false
    var isInitialized = false
    var notifies: [RenderFunction] = []
    /// The handle of a graph that is part of another graph, as a number.
    var handle: UInt = 0
  }

  private let state = Lock(State())
  /// True if the graph is a node of another graph, which releases it.
  let isPart: Bool

  /// - Parameter isPart: True if it is to be a node of another graph.
  init(isPart: Bool = false) { self.isPart = isPart }

  // MARK: Nodes

  private func node(_ number: AUNode) throws(Status) -> Node {
    guard let node = state.withLock({ $0.nodes.first { $0.number == number } }) else {
      throw Status(kAUGraphErr_NodeNotFound)
    }
    return node
  }

  /// Adds a node.
  ///
  /// - Throws: `kAUGraphErr_InvalidAudioUnit` if the unit does not exist, `kAUGraphErr_OutputNodeErr` for a second
  ///   output.
  func add(_ description: AudioComponentDescription) throws(Status) -> AUNode {
    guard let kind = UnitKind.all.first(where: { $0.matches(description) }) else {
      throw Status(kAUGraphErr_InvalidAudioUnit)
    }
    if kind.type == kAudioUnitType_Output, output != nil { throw Status(kAUGraphErr_OutputNodeErr) }
    let isOpen = state.withLock { $0.isOpen }
    let unit = isOpen ? kind.make(kind) : nil
    if let unit { open(unit) }
    return state.withLock { state in
      let number = state.next
      state.next += 1
      state.nodes.append(Node(number: number, kind: kind, unit: unit))
      return number
    }
  }

  /// Adds a node that is a graph itself.
  func addSubgraph() -> AUNode {
    let subgraph = GraphObject(isPart: true)
    subgraph.openHandle()
    if hasUnits { subgraph.openUnits() }
    return state.withLock { state in
      let number = state.next
      state.next += 1
      state.nodes.append(Node(number: number, subgraph: subgraph))
      return number
    }
  }

  private func openHandle() {
    let number = UInt(bitPattern: unsafe Handles.insert(self))
    state.withLock { $0.handle = number }
  }

  /// Ends a graph that is part of another one, and closes its handle.
  private func end() {
    closeUnits()
    let handle = unsafe OpaquePointer(bitPattern: state.withLock { $0.handle })
    let subgraphs = state.withLock { state in
      let subgraphs = state.nodes.compactMap(\.subgraph)
      state.nodes.removeAll()
      return subgraphs
    }
    for subgraph in subgraphs { subgraph.end() }
    guard isPart, let handle = unsafe handle else { return }
    _ = try? unsafe Handles.remove(handle, GraphObject.self, orThrow: kAudio_ParamError)
  }

  /// Ends the graph, whose handle is closed, and all graphs that are part of it.
  func dispose() { end() }

  /// Returns the handle of a node that is a graph; `nil` for any other node.
  func subgraphHandle(_ number: AUNode) throws(Status) -> AUGraph? {
    guard let subgraph = try node(number).subgraph else { return nil }
    return unsafe AUGraph(bitPattern: subgraph.state.withLock { $0.handle })
  }

  /// The graphs that are nodes of this one.
  private var subgraphs: [GraphObject] { state.withLock { $0.nodes.compactMap(\.subgraph) } }

  private func open(_ unit: UnitObject) {
    _ = unsafe unit.open()
    guard unit.kind.type == kAudioUnitType_Output else { return }
    for function in state.withLock({ $0.notifies }) { unit.addNotify(function) }
  }

  /// Removes a node with all its connections.
  func remove(_ number: AUNode) throws(Status) {
    let node = try node(number)
    state.withLock { state in
      state.interactions.removeAll { $0.node == number || $0.isFed(by: number) }
    }
    if state.withLock({ $0.isInitialized }) { try apply() }
    if let unit = node.unit { close(unit) }
    node.subgraph?.end()
    state.withLock { state in
      state.nodes.removeAll { $0.number == number }
      state.interactions.removeAll { $0.node == number || $0.isFed(by: number) }
      state.applied.removeAll { $0.node == number }
    }
  }

  var numbers: [AUNode] { state.withLock { $0.nodes.map(\.number) } }

  /// Returns the kind of a node, and its unit while the graph is open.
  func info(_ number: AUNode) throws(Status) -> (description: AudioComponentDescription, unit: UnitObject?) {
    let node = try node(number)
    return (node.kind?.description ?? AudioComponentDescription(), node.unit)
  }

  /// The node that ends the graph, and its unit while the graph is open.
  fileprivate var output: (number: AUNode, unit: UnitObject?)? {
    state.withLock { $0.nodes.first { $0.isOutput }.map { ($0.number, $0.unit) } }
  }

  var outputUnit: (any RunningUnit)? { output?.unit as? any RunningUnit }

  // MARK: Interactions

  var interactions: [Interaction] { state.withLock { $0.interactions } }

  /// Feeds an input of a node.
  ///
  /// - Throws: `kAUGraphErr_NodeNotFound`; `kAUGraphErr_InvalidConnection` for an input that is connected already,
  ///   for a node that would feed itself, and for one that is a graph: it is fed inside.
  func feed(_ interaction: Interaction) throws(Status) {
    guard try node(interaction.node).subgraph == nil else { throw Status(kAUGraphErr_InvalidConnection) }
    if case .node(let source, _) = interaction.feed {
      _ = try node(source)
      guard !reaches(source, from: interaction.node) else { throw Status(kAUGraphErr_InvalidConnection) }
    }
    let isNew = try state.withLock { (state) throws(Status) in
      // Another thread may have removed it meanwhile.
      guard state.nodes.contains(where: { $0.number == interaction.node }) else {
        throw Status(kAUGraphErr_NodeNotFound)
      }
      let place = state.interactions.firstIndex { $0.node == interaction.node && $0.input == interaction.input }
      guard let place else {
        state.interactions.append(interaction)
        return true
      }
      // A function takes the place of another one.
      guard case .function = state.interactions[place].feed, case .function = interaction.feed else { return false }
      state.interactions[place] = interaction
      return true
    }
    guard isNew else { throw Status(kAUGraphErr_InvalidConnection) }
  }

  /// Returns true if a node's output reaches another node, or both are the same.
  private func reaches(_ target: AUNode, from start: AUNode) -> Bool {
    let interactions = interactions
    var seen: Set<AUNode> = []
    var waiting = [start]
    while let number = waiting.popLast() {
      if number == target { return true }
      guard seen.insert(number).inserted else { continue }
      waiting += interactions.filter { $0.isFed(by: number) }.map(\.node)
    }
    return false
  }

  /// Stops feeding an input.
  func disconnect(_ number: AUNode, _ input: UInt32) throws(Status) {
    _ = try node(number)
    let wasThere = state.withLock { state in
      let count = state.interactions.count
      state.interactions.removeAll { $0.node == number && $0.input == input }
      return state.interactions.count < count
    }
    guard wasThere else { throw Status(kAUGraphErr_InvalidConnection) }
  }

  func disconnectAll() { state.withLock { $0.interactions.removeAll() } }

  /// Applies the noted changes to the units.
  private func apply() throws(Status) {
    let (interactions, applied, nodes) = state.withLock { ($0.interactions, $0.applied, $0.nodes) }
    let node = { (number: AUNode) throws(Status) -> Node in
      guard let node = nodes.first(where: { $0.number == number }) else { throw Status(kAUGraphErr_NodeNotFound) }
      return node
    }
    for (number, input) in applied where !interactions.contains(where: { $0.node == number && $0.input == input }) {
      guard let unit = try? node(number).unit else { continue }
      UnitProperties(unit: unit).setSource(Int(input), .none)
    }
    for interaction in interactions {
      guard let unit = try node(interaction.node).unit else { throw Status(kAUGraphErr_InvalidAudioUnit) }
      let properties = UnitProperties(unit: unit)
      switch interaction.feed {
      case .node(let source, let bus):
        let feeding = try node(source)
        guard let other = feeding.source else {
          throw Status(feeding.subgraph == nil ? kAUGraphErr_InvalidAudioUnit : kAUGraphErr_OutputNodeErr)
        }
        try properties.connect(Int(interaction.input), to: other, bus: bus)
      case .function(let function):
        guard Int(interaction.input) < unit.configuration.withLock({ $0.inputs.count }) else {
          throw Status(kAudioUnitErr_InvalidElement)
        }
        properties.setSource(Int(interaction.input), .function(function))
      }
    }
    state.withLock { $0.applied = interactions.map { ($0.node, $0.input) } }
  }

  // MARK: Life

  /// True if the units exist.
  var hasUnits: Bool { state.withLock { $0.isOpen } }
  var isInitialized: Bool { state.withLock { $0.isInitialized } }
  var isRunning: Bool { outputUnit?.isRunning ?? false }

  /// Makes the units.
  func openUnits() {
    guard !hasUnits else { return }
    let nodes = state.withLock { $0.nodes }
    for node in nodes where node.unit == nil {
      node.subgraph?.openUnits()
      guard let kind = node.kind else { continue }
      let unit = kind.make(kind)
      open(unit)
      state.withLock { state in
        guard let index = state.nodes.firstIndex(where: { $0.number == node.number }) else { return }
        state.nodes[index].unit = unit
      }
    }
    state.withLock { $0.isOpen = true }
  }

  private func close(_ unit: UnitObject) {
    guard let handle = unsafe unit.handle,
      (try? unsafe Handles.remove(handle, UnitObject.self, orThrow: kAudioComponentErr_InstanceInvalidated)) != nil
    else { return }
    unit.dispose()
  }

  /// Ends the units; the nodes stay.
  func closeUnits() {
    try? stop()
    try? uninitialize()
    let units = state.withLock { state in
      let units = state.nodes.compactMap(\.unit)
      for index in state.nodes.indices { state.nodes[index].unit = nil }
      state.isOpen = false
      state.applied = []
      return units
    }
    for unit in units { close(unit) }
    for subgraph in subgraphs { subgraph.closeUnits() }
  }

  /// - Throws: `kAUGraphErr_InvalidAudioUnit` before the graph is open, and the error of a unit.
  func initialize() throws(Status) {
    guard hasUnits else { throw Status(kAUGraphErr_InvalidAudioUnit) }
    guard !isInitialized else { return }
    // Their outputs have their formats before anything is connected to them.
    for subgraph in subgraphs { try subgraph.initialize() }
    try apply()
    for node in state.withLock({ $0.nodes }) { try node.unit?.initialize() }
    state.withLock { $0.isInitialized = true }
  }

  /// Applies the changes noted since the graph was initialized to the units.
  func update() throws(Status) {
    guard isInitialized else { return }
    for subgraph in subgraphs {
      try subgraph.initialize()
      try subgraph.update()
    }
    for node in state.withLock({ $0.nodes }) { try node.unit?.initialize() }
    try apply()
  }

  func uninitialize() throws(Status) {
    try stop()
    for node in state.withLock({ $0.nodes }) { try node.unit?.uninitialize() }
    for subgraph in subgraphs { try subgraph.uninitialize() }
    state.withLock { $0.isInitialized = false }
  }

  /// - Throws: `kAudioUnitErr_Uninitialized`, `kAUGraphErr_OutputNodeErr` without an output.
  func start() throws(Status) {
    guard isInitialized else { throw Status(kAudioUnitErr_Uninitialized) }
    guard let output = outputUnit else { throw Status(kAUGraphErr_OutputNodeErr) }
    try output.start()
  }

  func stop() throws(Status) { try outputUnit?.stop() }

  // MARK: Notifications

  func addNotify(_ function: RenderFunction) {
    state.withLock { $0.notifies.append(function) }
    output?.unit?.addNotify(function)
  }

  func removeNotify(_ function: RenderFunction) {
    state.withLock { $0.notifies.removeAll { $0.isSame(function) } }
    output?.unit?.removeNotify(function)
  }

  /// The part of a cycle's time that the last cycle needed, and the largest part since the last query; 0 for a graph
  /// without a device.
  var load: (last: Float, most: Float) { (output?.unit as? OutputUnit)?.takeLoad() ?? (0, 0) }
}

extension GraphObject {
  /// Returns the graph in words, a line for each node and each input that is fed.
  func words(_ depth: Int) -> String {
    let indent = String(repeating: "  ", count: depth)
    let state = state.withLock { $0 }
    let condition = state.isInitialized ? "initialized" : state.isOpen ? "open" : "closed"
    var text = "\(indent)AudioUnitGraph, \(condition)\(isRunning ? ", running" : "")\n"
    for node in state.nodes {
      text += "\(indent)  node \(node.number): \(node.kind?.name ?? "a graph")\n"
      if let subgraph = node.subgraph { text += subgraph.words(depth + 2) }
    }
    for interaction in state.interactions {
      let source: String
      switch interaction.feed {
      case .node(let number, let bus): source = "node \(number), output \(bus)"
      case .function: source = "a function"
      }
      text += "\(indent)  node \(interaction.node), input \(interaction.input): from \(source)\n"
    }
    return text
  }
}

extension GraphObject.Interaction {
  /// Returns true if it is a connection from a node.
  func isFed(by number: AUNode) -> Bool {
    if case .node(number, _) = feed { return true }
    return false
  }
}
