// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox

// <AudioToolbox/AUGraph.h>: nodes and running.

/// Returns the object of a graph's handle.
///
/// - Throws: `kAudio_ParamError`
@unsafe
func graph(_ handle: AUGraph?) throws(Status) -> GraphObject {
  guard let handle = unsafe handle else { throw Status(kAudio_ParamError) }
  return try unsafe Handles.object(handle, GraphObject.self, orThrow: kAudio_ParamError)
}

/// Returns the place that a program gives for an answer.
///
/// - Throws: `kAudio_ParamError` without one.
@unsafe
func place<Value>(_ pointer: UnsafeMutablePointer<Value>?) throws(Status) -> UnsafeMutablePointer<Value> {
  guard let pointer = unsafe pointer else { throw Status(kAudio_ParamError) }
  return unsafe pointer
}

@c(NewAUGraph)
public func newAUGraph(_ outGraph: UnsafeMutablePointer<AUGraph?>?) -> OSStatus {
  Status.of { () throws(Status) in
    let outGraph = try unsafe place(outGraph)
    unsafe outGraph.pointee = Handles.insert(GraphObject())
  }
}

@c(DisposeAUGraph)
public func disposeAUGraph(_ inGraph: AUGraph?) -> OSStatus {
  Status.of { () throws(Status) in
    guard let inGraph = unsafe inGraph else { throw Status(kAudio_ParamError) }
    // A graph that is a node ends with its node.
    guard try !(unsafe graph(inGraph).isPart) else { throw Status(kAUGraphErr_CannotDoInCurrentContext) }
    try unsafe Handles.remove(inGraph, GraphObject.self, orThrow: kAudio_ParamError).dispose()
  }
}

@c(AUGraphAddNode)
public func auGraphAddNode(
  _ inGraph: AUGraph?, _ inDescription: UnsafePointer<AudioComponentDescription>?,
  _ outNode: UnsafeMutablePointer<AUNode>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    let outNode = try unsafe place(outNode)
    guard let inDescription = unsafe inDescription else { throw Status(kAudio_ParamError) }
    unsafe outNode.pointee = try graph.add(inDescription.pointee)
  }
}

@c(AUGraphRemoveNode)
public func auGraphRemoveNode(_ inGraph: AUGraph?, _ inNode: AUNode) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).remove(inNode)
  }
}

@c(AUGraphGetNodeCount)
public func auGraphGetNodeCount(_ inGraph: AUGraph?, _ outNumberOfNodes: UnsafeMutablePointer<UInt32>?) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    unsafe try place(outNumberOfNodes).pointee = UInt32(graph.numbers.count)
  }
}

@c(AUGraphGetIndNode)
public func auGraphGetIndNode(
  _ inGraph: AUGraph?, _ inIndex: UInt32, _ outNode: UnsafeMutablePointer<AUNode>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let numbers = try unsafe graph(inGraph).numbers
    guard Int(inIndex) < numbers.count else { throw Status(kAUGraphErr_NodeNotFound) }
    unsafe try place(outNode).pointee = numbers[Int(inIndex)]
  }
}

@c(AUGraphNodeInfo)
public func auGraphNodeInfo(
  _ inGraph: AUGraph?, _ inNode: AUNode, _ outDescription: UnsafeMutablePointer<AudioComponentDescription>?,
  _ outAudioUnit: UnsafeMutablePointer<AudioUnit?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let info = try unsafe graph(inGraph).info(inNode)
    unsafe outDescription.set(info.description)
    guard let outAudioUnit = unsafe outAudioUnit else { return }
    unsafe outAudioUnit.pointee = info.unit?.handle
  }
}

@c(AUGraphOpen)
public func auGraphOpen(_ inGraph: AUGraph?) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).openUnits()
  }
}

@c(AUGraphClose)
public func auGraphClose(_ inGraph: AUGraph?) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).closeUnits()
  }
}

@c(AUGraphInitialize)
public func auGraphInitialize(_ inGraph: AUGraph?) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).initialize()
  }
}

@c(AUGraphUninitialize)
public func auGraphUninitialize(_ inGraph: AUGraph?) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).uninitialize()
  }
}

@c(AUGraphStart)
public func auGraphStart(_ inGraph: AUGraph?) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).start()
  }
}

@c(AUGraphStop)
public func auGraphStop(_ inGraph: AUGraph?) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).stop()
  }
}

/// Updates the graph. It is complete when this returns, so that there is nothing to wait for.
@c(AUGraphUpdate)
public func auGraphUpdate(_ inGraph: AUGraph?, _ outIsUpdated: UnsafeMutablePointer<Bool>?) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe graph(inGraph).update()
    unsafe outIsUpdated.set(true)
  }
}

@c(AUGraphIsOpen)
public func auGraphIsOpen(_ inGraph: AUGraph?, _ outIsOpen: UnsafeMutablePointer<Bool>?) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    unsafe try place(outIsOpen).pointee = graph.hasUnits
  }
}

@c(AUGraphIsInitialized)
public func auGraphIsInitialized(_ inGraph: AUGraph?, _ outIsInitialized: UnsafeMutablePointer<Bool>?) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    unsafe try place(outIsInitialized).pointee = graph.isInitialized
  }
}

@c(AUGraphIsRunning)
public func auGraphIsRunning(_ inGraph: AUGraph?, _ outIsRunning: UnsafeMutablePointer<Bool>?) -> OSStatus {
  Status.of { () throws(Status) in
    let graph = try unsafe graph(inGraph)
    unsafe try place(outIsRunning).pointee = graph.isRunning
  }
}
