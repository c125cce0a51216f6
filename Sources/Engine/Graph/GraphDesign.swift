import AudioErrors

/// The connections of a graph's stages, as a plan for rendering.
package struct GraphDesign: Sendable {
  /// A connected input of a stage.
  private struct Connection: Sendable {
    var target: RenderStage
    var input: GraphInput
  }

  private var connections: [Connection] = []
  private var taps: [(stage: RenderStage, tap: GraphTap)] = []
  /// The stage that a device plays or a caller renders; `nil` without an output.
  package var output: RenderStage?

  /// Creates a design of no stages.
  package init() {}

  /// Connects an input of a stage.
  package mutating func connect(_ input: GraphInput, to target: RenderStage) {
    connections.append(Connection(target: target, input: input))
  }

  /// Attaches a tap to a stage's output. A tapped stage is rendered even if no other stage takes its samples.
  package mutating func tap(_ stage: RenderStage, by tap: GraphTap) { taps.append((stage, tap)) }

  /// Checks the design, and determines the order of rendering.
  func plan(_ format: GraphFormat) throws(AudioError) -> RenderPlan {
    var inputs: [ObjectIdentifier: (stage: RenderStage, inputs: [GraphInput])] = [:]
    for connection in connections {
      let input = connection.input
      guard input.target == connection.target.inputFormat(for: input.source.format) else {
        throw .mismatch(from: input.source.format, to: connection.target.format)
      }
      inputs[ObjectIdentifier(connection.target), default: (connection.target, [])].inputs.append(input)
      if inputs[ObjectIdentifier(input.source)] == nil { inputs[ObjectIdentifier(input.source)] = (input.source, []) }
    }
    for (stage, inputs) in inputs.values where inputs.count > stage.inputLimit {
      throw .inputCount(inputs.count, limit: stage.inputLimit)
    }
    var walk = Walk(inputs)
    if let output { try walk.visit(output, domain: 0) }
    var roots: [RenderPlan.Root] = []
    for tap in taps where !walk.reaches(tap.stage) {
      let isTogether = tap.stage.format.sampleRate == format.sampleRate
      roots.append(RenderPlan.Root(stage: tap.stage, isTogether: isTogether))
    }
    // One tapped stage may be behind another one.
    let tapped = roots
    roots.removeAll { root in
      tapped.contains { $0.stage !== root.stage && walk.leads(from: root.stage, to: $0.stage) }
    }
    for (index, root) in roots.enumerated() {
      // Those at the graph's rate are asked together with the output.
      try walk.visit(root.stage, domain: root.isTogether ? 0 : -1 - index)
    }
    var nodes: [ObjectIdentifier: RenderPlan.Node] = [:]
    for stage in walk.stages {
      let key = ObjectIdentifier(stage)
      nodes[key] = RenderPlan.Node(stage: stage, inputs: inputs[key]?.inputs ?? [])
    }
    for (stage, tap) in taps { nodes[ObjectIdentifier(stage)]?.tap = tap }
    return RenderPlan(output: output, roots: roots, nodes: nodes)
  }

  /// A walk from a root through all stages that it needs.
  private struct Walk {
    let inputs: [ObjectIdentifier: (stage: RenderStage, inputs: [GraphInput])]
    /// All stages found so far, in the order in which they were found.
    var stages: [RenderStage] = []
    /// The consumers of a stage at the same rate: stages of one number are rendered together.
    private var domains: [ObjectIdentifier: Int] = [:]
    private var path: Set<ObjectIdentifier> = []
    private var nextDomain = 1

    init(_ inputs: [ObjectIdentifier: (stage: RenderStage, inputs: [GraphInput])]) { self.inputs = inputs }

    /// Returns true if a stage was met.
    func reaches(_ stage: RenderStage) -> Bool { domains[ObjectIdentifier(stage)] != nil }

    /// Returns true if a stage precedes another one.
    func leads(from source: RenderStage, to target: RenderStage) -> Bool {
      var waiting = [target]
      var seen: Set<ObjectIdentifier> = []
      while let stage = waiting.popLast() {
        guard seen.insert(ObjectIdentifier(stage)).inserted else { continue }
        for input in inputs[ObjectIdentifier(stage)]?.inputs ?? [] {
          if input.source === source { return true }
          waiting.append(input.source)
        }
      }
      return false
    }

    /// Visits a stage and all before it.
    mutating func visit(_ stage: RenderStage, domain: Int) throws(AudioError) {
      let key = ObjectIdentifier(stage)
      guard !path.contains(key) else { throw .loop }
      if let known = domains[key] {
        guard known == domain else { throw .splitAcrossRates }
        return
      }
      domains[key] = domain
      stages.append(stage)
      path.insert(key)
      for input in inputs[key]?.inputs ?? [] {
        var next = domain
        if stage.changesTime || input.convertsRate {
          next = nextDomain
          nextDomain += 1
        }
        try visit(input.source, domain: next)
      }
      path.remove(key)
    }
  }
}

/// A checked design, ready to be rendered. It never changes.
final class RenderPlan: Sendable {
  /// A stage whose samples are used only by a tap.
  struct Root: Sendable {
    let stage: RenderStage
    /// True if it has the graph's rate, and is requested together with the output.
    let isTogether: Bool
  }

  /// A stage, and how it is connected.
  struct Node: Sendable {
    let stage: RenderStage
    /// The connected inputs.
    let inputs: [GraphInput]
    /// Sees all that it gives, or `nil`.
    var tap: GraphTap?
  }

  /// The stage that is heard.
  let output: RenderStage?
  let roots: [Root]
  private let nodes: [ObjectIdentifier: Node]

  init(output: RenderStage? = nil, roots: [Root] = [], nodes: [ObjectIdentifier: Node] = [:]) {
    (self.output, self.roots, self.nodes) = (output, roots, nodes)
  }

  /// All stages.
  var stages: [RenderStage] { nodes.values.map(\.stage) }

  /// Returns the connections of a stage.
  func node(of stage: RenderStage) -> Node? { nodes[ObjectIdentifier(stage)] }
}
