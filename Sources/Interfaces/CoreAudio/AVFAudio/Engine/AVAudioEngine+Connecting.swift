import AudioDevices
import AudioGraph
import Foundation

extension AVAudioEngine {
  /// Connects an output of a node to an input of another, removing their present connections.
  ///
  /// - Parameters:
  ///   - node1: The source.
  ///   - node2: The destination.
  ///   - bus1: The output.
  ///   - bus2: The input.
  ///   - format: The format of the output from now on; `nil` keeps the present one.
  /// - Precondition: Both are attached and have these buses, and the format has a rate and channels.
  public func connect(
    _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
    format: AVAudioFormat?
  ) {
    EngineLock.held {
      check(node1, bus1, node2, bus2, format)
      links.removeAll { $0.source === node1 || ($0.target === node2 && $0.bus == bus2) }
      if let format { node1.statedFormat = format }
      add(EngineLink(node1, node2, bus: bus2))
      changed()
    }
  }

  /// Connects the first output of a node to the first input of another, or to the first free input of a mixer.
  public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
    EngineLock.held {
      let bus = (node2 as? AVAudioMixerNode)?.nextAvailableInputBus ?? 0
      connect(node1, to: node2, fromBus: 0, toBus: bus, format: format)
    }
  }

  /// Connects an output to several inputs, and to nothing else.
  ///
  /// From the output to the mixer where the parts meet nothing may change the rate: ``start()`` throws otherwise.
  public func connect(
    _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
    format: AVAudioFormat?
  ) {
    EngineLock.held {
      let points = destNodes.compactMap { point in point.node.map { (node: $0, bus: point.bus) } }
      require(points.count == destNodes.count, "[_nodes containsObject: node]")
      for point in points { check(sourceNode, sourceBus, point.node, point.bus, format) }
      links.removeAll { link in
        link.source === sourceNode || points.contains { link.target === $0.node && link.bus == $0.bus }
      }
      if let format { sourceNode.statedFormat = format }
      for point in points { add(EngineLink(sourceNode, point.node, bus: point.bus)) }
      changed()
    }
  }

  private func add(_ link: EngineLink) {
    links.append(link)
    link.target.mixedInputCount = max(link.target.mixedInputCount, link.bus + 1)
  }

  private func check(
    _ node1: AVAudioNode, _ bus1: AVAudioNodeBus, _ node2: AVAudioNode, _ bus2: AVAudioNodeBus,
    _ format: AVAudioFormat?
  ) {
    require(has(node1) && has(node2), "[_nodes containsObject: node]")
    require(node1 !== node2, "node1 != node2")
    require(bus1 >= 0 && bus1 < node1.numberOfOutputs && node1 !== output, "srcBus < srcNode.numberOfOutputs")
    require(bus2 >= 0 && bus2 < node2.inputLimit && node2 !== input, "destBus < destNode.numberOfInputs")
    if let format { checkFormat(format) }
  }

  private func checkFormat(_ format: AVAudioFormat) {
    require(
      format.isLinearPCM && format.graphFormat.isPossible, "IsFormatSampleRateAndChannelCountValid(format)")
  }

  /// Takes the format of a tap over, if nothing is connected.
  func state(_ format: AVAudioFormat, ofTapOn node: AVAudioNode) {
    checkFormat(format)
    if node === input, manual == nil {
      require(format.sampleRate == device.format.sampleRate, "format.sampleRate == inputHWFormat.sampleRate")
    }
    require(node !== output, "the format of a tap on the output node is nil")
    let isConnected = links.contains { $0.source === node }
    if node === input || isConnected {
      let present = node.currentFormat
      precondition(
        format.graphFormat == present.graphFormat,
        "com.apple.coreaudio.avfaudio: Failed to create tap due to format mismatch, \(format)")
    } else {
      node.statedFormat = format
    }
  }

  /// Removes the connection to an input.
  ///
  /// - Precondition: The node is attached, and is not the output of a running engine.
  public func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    undo(node) { $0.target === node && $0.bus == bus }
  }

  /// Removes the connections to all inputs.
  public func disconnectNodeInput(_ node: AVAudioNode) { undo(node) { $0.target === node } }

  /// Removes the connections of an output.
  public func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    undo(node) { $0.source === node && bus == 0 }
  }

  /// Removes the connections of all outputs.
  public func disconnectNodeOutput(_ node: AVAudioNode) { undo(node) { $0.source === node } }

  private func undo(_ node: AVAudioNode, _ isMeant: (EngineLink) -> Bool) {
    EngineLock.held {
      require(has(node), "[_nodes containsObject: node]")
      let gone = links.filter(isMeant)
      require(!running || !gone.contains { $0.target === output }, "!IsRunning()")
      links.removeAll(where: isMeant)
      if !gone.isEmpty { changed() }
    }
  }

  /// Returns the connection of an input.
  public func inputConnectionPoint(for node: AVAudioNode, inputBus bus: AVAudioNodeBus) -> AVAudioConnectionPoint? {
    EngineLock.held { link(to: node, bus).map { AVAudioConnectionPoint(node: $0.source, bus: 0) } }
  }

  /// Returns the inputs that an output is connected to.
  public func outputConnectionPoints(
    for node: AVAudioNode, outputBus bus: AVAudioNodeBus
  ) -> [AVAudioConnectionPoint] {
    EngineLock.held {
      links.filter { $0.source === node && bus == 0 }.map { AVAudioConnectionPoint(node: $0.target, bus: $0.bus) }
    }
  }
}
