// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox

// <AudioToolbox/AUGraph.h>: the functions of before there were interactions.

/// Adds a node. Class data cannot be passed here (`kAudio_ParamError`); set them with `kAudioUnitProperty_ClassInfo`.
@c(AUGraphNewNode)
public func auGraphNewNode(
  _ inGraph: AUGraph?, _ inDescription: UnsafePointer<AudioComponentDescription>?, _ inClassDataSize: UInt32,
  _ inClassData: UnsafeRawPointer?, _ outNode: UnsafeMutablePointer<AUNode>?
) -> OSStatus {
  guard inClassDataSize == 0, unsafe inClassData == nil else { return kAudio_ParamError }
  return unsafe auGraphAddNode(inGraph, inDescription, outNode)
}

/// Returns the information about a node, which has no class data.
@c(AUGraphGetNodeInfo)
public func auGraphGetNodeInfo(
  _ inGraph: AUGraph?, _ inNode: AUNode, _ outDescription: UnsafeMutablePointer<AudioComponentDescription>?,
  _ outClassDataSize: UnsafeMutablePointer<UInt32>?, _ outClassData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ outAudioUnit: UnsafeMutablePointer<AudioUnit?>?
) -> OSStatus {
  let status = unsafe auGraphNodeInfo(inGraph, inNode, outDescription, outAudioUnit)
  guard status == noErr else { return status }
  unsafe outClassDataSize.set(0)
  if let outClassData = unsafe outClassData { unsafe outClassData.pointee = nil }
  return noErr
}

@c(AUGraphGetNumberOfConnections)
public func auGraphGetNumberOfConnections(
  _ inGraph: AUGraph?, _ outNumConnections: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let connections = try unsafe graph(inGraph).connections
    unsafe try place(outNumConnections).pointee = UInt32(connections.count)
  }
}

@c(AUGraphGetConnectionInfo)
public func auGraphGetConnectionInfo(
  _ inGraph: AUGraph?, _ inConnectionIndex: UInt32, _ outSourceNode: UnsafeMutablePointer<AUNode>?,
  _ outSourceOutputNumber: UnsafeMutablePointer<UInt32>?, _ outDestNode: UnsafeMutablePointer<AUNode>?,
  _ outDestInputNumber: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let connections = try unsafe graph(inGraph).connections
    guard Int(inConnectionIndex) < connections.count else { throw Status(kAudio_ParamError) }
    let connection = connections[Int(inConnectionIndex)]
    unsafe try place(outSourceNode).pointee = connection.sourceNode
    unsafe try place(outSourceOutputNumber).pointee = connection.sourceOutputNumber
    unsafe try place(outDestNode).pointee = connection.destNode
    unsafe try place(outDestInputNumber).pointee = connection.destInputNumber
  }
}

@c(AUGraphCountNodeConnections)
public func auGraphCountNodeConnections(
  _ inGraph: AUGraph?, _ inNode: AUNode, _ outNumConnections: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let count = try unsafe graph(inGraph).connections(of: inNode).count
    unsafe try place(outNumConnections).pointee = UInt32(count)
  }
}

@c(AUGraphGetNodeConnections)
public func auGraphGetNodeConnections(
  _ inGraph: AUGraph?, _ inNode: AUNode, _ outConnections: UnsafeMutablePointer<AudioUnitNodeConnection>?,
  _ ioNumConnections: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let found = try unsafe graph(inGraph).connections(of: inNode)
    let (count, first) = (try unsafe place(ioNumConnections), try unsafe place(outConnections))
    let given = unsafe min(Int(count.pointee), found.count)
    for index in 0..<given { unsafe first[index] = found[index] }
    unsafe count.pointee = UInt32(given)
  }
}

extension GraphObject {
  /// The interactions that are connections.
  fileprivate var connections: [AudioUnitNodeConnection] {
    interactions.compactMap { interaction in
      guard case .node(let source, let bus) = interaction.feed else { return nil }
      return AudioUnitNodeConnection(
        sourceNode: source, sourceOutputNumber: bus, destNode: interaction.node, destInputNumber: interaction.input)
    }
  }

  /// Returns the connections at either end of a node.
  fileprivate func connections(of node: AUNode) throws(Status) -> [AudioUnitNodeConnection] {
    _ = try info(node)
    return connections.filter { $0.sourceNode == node || $0.destNode == node }
  }
}
