// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox

// <AudioToolbox/AUGraph.h>: nodes that are graphs themselves.

/// Adds a node with an empty graph. Other nodes connect to the output of its generic output unit.
@c(AUGraphNewNodeSubGraph)
public func auGraphNewNodeSubGraph(_ inGraph: AUGraph?, _ outNode: UnsafeMutablePointer<AUNode>?) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    let outNode = try unsafe place(outNode)
    unsafe outNode.pointee = graph.addSubgraph()
  }
}

/// Returns `kAUGraphErr_InvalidAudioUnit` for a node that is a unit.
@c(AUGraphGetNodeInfoSubGraph)
public func auGraphGetNodeInfoSubGraph(
  _ inGraph: AUGraph?, _ inNode: AUNode, _ outSubGraph: UnsafeMutablePointer<AUGraph?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let handle = try unsafe graph(inGraph).subgraphHandle(inNode)
    let outSubGraph = try unsafe place(outSubGraph)
    guard let handle = unsafe handle else { throw Status(kAUGraphErr_InvalidAudioUnit) }
    unsafe outSubGraph.pointee = handle
  }
}

@c(AUGraphIsNodeSubGraph)
public func auGraphIsNodeSubGraph(
  _ inGraph: AUGraph?, _ inNode: AUNode, _ outFlag: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let isSubgraph = try unsafe graph(inGraph).subgraphHandle(inNode) != nil
    unsafe try place(outFlag).pointee = isSubgraph
  }
}
