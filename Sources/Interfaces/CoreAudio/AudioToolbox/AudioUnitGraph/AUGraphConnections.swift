// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox

// <AudioToolbox/AUGraph.h>: connections, functions and notifications.

@c(AUGraphConnectNodeInput)
public func auGraphConnectNodeInput(
  _ inGraph: AUGraph?, _ inSourceNode: AUNode, _ inSourceOutputNumber: UInt32, _ inDestNode: AUNode,
  _ inDestInputNumber: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).feed(
      GraphObject.Interaction(
        node: inDestNode, input: inDestInputNumber, feed: .node(inSourceNode, bus: inSourceOutputNumber)))
  }
}

@c(AUGraphSetNodeInputCallback)
public func auGraphSetNodeInputCallback(
  _ inGraph: AUGraph?, _ inDestNode: AUNode, _ inDestInputNumber: UInt32,
  _ inInputCallback: UnsafePointer<AURenderCallbackStruct>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    guard let inInputCallback = unsafe inInputCallback, let function = unsafe RenderFunction(inInputCallback.pointee)
    else { throw Status(kAudio_ParamError) }
    try graph.feed(GraphObject.Interaction(node: inDestNode, input: inDestInputNumber, feed: .function(function)))
  }
}

@c(AUGraphDisconnectNodeInput)
public func auGraphDisconnectNodeInput(
  _ inGraph: AUGraph?, _ inDestNode: AUNode, _ inDestInputNumber: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).disconnect(inDestNode, inDestInputNumber)
  }
}

@c(AUGraphClearConnections)
public func auGraphClearConnections(_ inGraph: AUGraph?) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).disconnectAll()
  }
}

@c(AUGraphGetNumberOfInteractions)
public func auGraphGetNumberOfInteractions(
  _ inGraph: AUGraph?, _ outNumInteractions: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    unsafe try place(outNumInteractions).pointee = UInt32(graph.interactions.count)
  }
}

@c(AUGraphGetInteractionInfo)
public func auGraphGetInteractionInfo(
  _ inGraph: AUGraph?, _ inInteractionIndex: UInt32, _ outInteraction: UnsafeMutablePointer<AUNodeInteraction>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let interactions = try unsafe graph(inGraph).interactions
    guard Int(inInteractionIndex) < interactions.count else { throw Status(kAudio_ParamError) }
    unsafe try place(outInteraction).pointee = interactions[Int(inInteractionIndex)].asTold
  }
}

@c(AUGraphCountNodeInteractions)
public func auGraphCountNodeInteractions(
  _ inGraph: AUGraph?, _ inNode: AUNode, _ outNumInteractions: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let count = try unsafe interactions(of: inNode, graph(inGraph)).count
    unsafe try place(outNumInteractions).pointee = UInt32(count)
  }
}

@c(AUGraphGetNodeInteractions)
public func auGraphGetNodeInteractions(
  _ inGraph: AUGraph?, _ inNode: AUNode, _ ioNumInteractions: UnsafeMutablePointer<UInt32>?,
  _ outInteractions: UnsafeMutablePointer<AUNodeInteraction>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let found = try unsafe interactions(of: inNode, graph(inGraph))
    let (count, first) = (try unsafe place(ioNumInteractions), try unsafe place(outInteractions))
    let given = unsafe min(Int(count.pointee), found.count)
    for index in 0..<given { unsafe first[index] = found[index].asTold }
    unsafe count.pointee = UInt32(given)
  }
}

@c(AUGraphAddRenderNotify)
public func auGraphAddRenderNotify(
  _ inGraph: AUGraph?, _ inCallback: AURenderCallback?, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    guard let inCallback = unsafe inCallback else { throw Status(kAudio_ParamError) }
    unsafe graph.addNotify(RenderFunction(inCallback, inRefCon))
  }
}

@c(AUGraphRemoveRenderNotify)
public func auGraphRemoveRenderNotify(
  _ inGraph: AUGraph?, _ inCallback: AURenderCallback?, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    guard let inCallback = unsafe inCallback else { throw Status(kAudio_ParamError) }
    unsafe graph.removeNotify(RenderFunction(inCallback, inRefCon))
  }
}

@c(AUGraphGetCPULoad)
public func auGraphGetCPULoad(_ inGraph: AUGraph?, _ outAverageCPULoad: UnsafeMutablePointer<Float32>?) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    unsafe try place(outAverageCPULoad).pointee = graph.load.last
  }
}

@c(AUGraphGetMaxCPULoad)
public func auGraphGetMaxCPULoad(_ inGraph: AUGraph?, _ outMaxLoad: UnsafeMutablePointer<Float32>?) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    unsafe try place(outMaxLoad).pointee = graph.load.most
  }
}

/// Returns the connections to and from a node.
private func interactions(of number: AUNode, _ graph: GraphObject) throws(Status) -> [GraphObject.Interaction] {
  _ = try graph.info(number)
  return graph.interactions.filter { $0.node == number || $0.isFed(by: number) }
}

extension GraphObject.Interaction {
  /// The interaction in Core Audio's words.
  fileprivate var asTold: AUNodeInteraction {
    var told = unsafe AUNodeInteraction()
    switch feed {
    case .node(let source, let bus):
      unsafe told.nodeInteractionType = UInt32(kAUNodeInteraction_Connection)
      unsafe told.nodeInteraction.connection = AUNodeConnection(
        sourceNode: source, sourceOutputNumber: bus, destNode: node, destInputNumber: input)
    case .function(let function):
      unsafe told.nodeInteractionType = UInt32(kAUNodeInteraction_InputCallback)
      unsafe told.nodeInteraction.inputCallback = AUNodeRenderCallback(
        destNode: node, destInputNumber: input, cback: function.asGiven)
    }
    return unsafe told
  }
}
