import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Graphs within graphs")
struct SubgraphTests {
  /// A graph that a generic output ends, with a graph in it: a varispeed and its output.
  private final class Nested {
    let graph: AUGraph
    let part: AUGraph
    var (output, subgraph, speed, end): (AUNode, AUNode, AUNode, AUNode) = (0, 0, 0, 0)

    static func node(_ graph: AUGraph, _ type: OSType, _ subType: OSType) -> AUNode {
      var description = AudioComponentDescription(
        componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0)
      var node: AUNode = 0
      expectEqual(AUGraphAddNode(graph, &description, &node), noErr)
      return node
    }

    init(isOpen: Bool) throws {
      var made: AUGraph?
      expectEqual(NewAUGraph(&made), noErr)
      graph = try required(made)
      if isOpen { expectEqual(AUGraphOpen(graph), noErr) }
      output = Self.node(graph, kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
      expectEqual(AUGraphNewNodeSubGraph(graph, &subgraph), noErr)
      expectEqual(AUGraphGetNodeInfoSubGraph(graph, subgraph, &made), noErr)
      part = try required(made)
      speed = Self.node(part, kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed)
      end = Self.node(part, kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
      expectEqual(AUGraphConnectNodeInput(part, speed, 0, end, 0), noErr)
      expectEqual(AUGraphConnectNodeInput(graph, subgraph, 0, output, 0), noErr)
    }

    deinit { DisposeAUGraph(graph) }

    func unit(_ graph: AUGraph, _ node: AUNode) throws -> AudioUnit {
      var unit: AudioUnit?
      expectEqual(AUGraphNodeInfo(graph, node, nil, &unit), noErr)
      return try required(unit)
    }
  }

  @Test("What a graph within gives is what the outer one renders", arguments: [false, true])
  func rendering(isOpen: Bool) throws {
    let nested = try Nested(isOpen: isOpen)
    let source = try UnitProgram(kAudioUnitSubType_AUConverter, kAudioUnitType_FormatConverter)
    defer { withExtendedLifetime(source) {} }
    var callback = AURenderCallbackStruct(inputProc: UnitProgram.render, inputProcRefCon: source.context)
    expectEqual(AUGraphSetNodeInputCallback(nested.part, nested.speed, 0, &callback), noErr)
    expectEqual(AUGraphOpen(nested.graph), noErr)
    var isOpen: DarwinBoolean = false
    #expect(AUGraphIsOpen(nested.part, &isOpen) == noErr && isOpen.boolValue)
    expectEqual(AUGraphInitialize(nested.graph), noErr)
    let output = UnitProgram(try nested.unit(nested.graph, nested.output))
    let made = try output.render(500)[0] + output.render(500, at: 500)[0]
    expectEqual(made, (0..<1000).map { UnitProgram.sample($0) })
    expectEqual(AUGraphStart(nested.graph), noErr)
    expectEqual(AUGraphUninitialize(nested.graph), noErr)
    var isInitialized: DarwinBoolean = true
    #expect(AUGraphIsInitialized(nested.part, &isInitialized) == noErr && !isInitialized.boolValue)
  }

  @Test("An update of the outer graph reaches the inner one")
  func update() throws {
    let nested = try Nested(isOpen: true)
    let sources = try (0..<2).map { _ in try UnitProgram(kAudioUnitSubType_AUConverter, kAudioUnitType_FormatConverter)
    }
    defer { withExtendedLifetime(sources) {} }
    sources[1].given = 5000
    var callback = AURenderCallbackStruct(inputProc: UnitProgram.render, inputProcRefCon: sources[0].context)
    expectEqual(AUGraphSetNodeInputCallback(nested.part, nested.speed, 0, &callback), noErr)
    expectEqual(AUGraphInitialize(nested.graph), noErr)
    let output = UnitProgram(try nested.unit(nested.graph, nested.output))
    _ = try output.render(100)
    callback = AURenderCallbackStruct(inputProc: UnitProgram.render, inputProcRefCon: sources[1].context)
    expectEqual(AUGraphSetNodeInputCallback(nested.part, nested.speed, 0, &callback), noErr)
    expectEqual(AUGraphUpdate(nested.graph, nil), noErr)
    _ = try output.render(1000, at: 100)
    expectGreater(sources[1].given, 5000)
  }

  @Test("Which nodes are graphs, and what cannot be done with them")
  func refusals() throws {
    let nested = try Nested(isOpen: false)
    var (flag, count): (DarwinBoolean, UInt32) = (false, 0)
    #expect(AUGraphIsNodeSubGraph(nested.graph, nested.subgraph, &flag) == noErr && flag.boolValue)
    #expect(AUGraphIsNodeSubGraph(nested.graph, nested.output, &flag) == noErr && !flag.boolValue)
    expectEqual(AUGraphIsNodeSubGraph(nested.graph, 99, &flag), kAUGraphErr_NodeNotFound)
    expectEqual(AUGraphIsNodeSubGraph(nested.graph, nested.output, nothing()), kAudio_ParamError)
    var inner: AUGraph?
    expectEqual(AUGraphGetNodeInfoSubGraph(nested.graph, nested.output, &inner), kAUGraphErr_InvalidAudioUnit)
    expectEqual(AUGraphGetNodeInfoSubGraph(nested.graph, 99, &inner), kAUGraphErr_NodeNotFound)
    expectEqual(AUGraphGetNodeInfoSubGraph(nested.graph, nested.subgraph, nothing()), kAudio_ParamError)
    expectEqual(AUGraphNewNodeSubGraph(nested.graph, nothing()), kAudio_ParamError)
    let stale = try required(AUGraph(bitPattern: 0x40))
    var node: AUNode = 0
    expectEqual(AUGraphNewNodeSubGraph(stale, &node), kAudio_ParamError)
    expectEqual(AUGraphGetNodeInfoSubGraph(stale, 1, &inner), kAudio_ParamError)
    expectEqual(AUGraphIsNodeSubGraph(stale, 1, &flag), kAudio_ParamError)
    var description = AudioComponentDescription()
    var unit: AudioUnit?
    expectEqual(AUGraphNodeInfo(nested.graph, nested.subgraph, &description, &unit), noErr)
    #expect(description.componentType == 0 && unit == nil)
    // It is fed inside, and ends with its node.
    let mixer = Nested.node(nested.graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
    expectEqual(AUGraphConnectNodeInput(nested.graph, mixer, 0, nested.subgraph, 0), kAUGraphErr_InvalidConnection)
    expectEqual(DisposeAUGraph(nested.part), kAUGraphErr_CannotDoInCurrentContext)
    expectEqual(AUGraphRemoveNode(nested.graph, nested.subgraph), noErr)
    expectEqual(AUGraphGetNodeCount(nested.part, &count), kAudio_ParamError)
  }

  @Test("A graph within that no generic output ends cannot be connected")
  func withoutEnd() throws {
    let nested = try Nested(isOpen: true)
    expectEqual(AUGraphRemoveNode(nested.part, nested.end), noErr)
    expectEqual(AUGraphInitialize(nested.graph), kAUGraphErr_OutputNodeErr)
    nested.end = Nested.node(nested.part, kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput)
    expectEqual(AUGraphInitialize(nested.graph), kAUGraphErr_OutputNodeErr)
  }

  @Test("The functions of before there were interactions")
  func older() throws {
    let nested = try Nested(isOpen: false)
    var description = AudioComponentDescription()
    description.componentType = kAudioUnitType_Mixer
    var (node, count, bus, other, input): (AUNode, UInt32, UInt32, AUNode, UInt32) = (0, 0, 9, 0, 9)
    expectEqual(AUGraphNewNode(nested.graph, &description, 0, nil, &node), noErr)
    expectEqual(AUGraphNewNode(nested.graph, &description, 4, &count, &node), kAudio_ParamError)
    var (size, data): (UInt32, UnsafeMutableRawPointer?) = (7, UnsafeMutableRawPointer(bitPattern: 8))
    expectEqual(AUGraphGetNodeInfo(nested.graph, node, &description, &size, &data, nil), noErr)
    #expect(size == 0 && data == nil && description.componentSubType == kAudioUnitSubType_MultiChannelMixer)
    expectEqual(AUGraphGetNodeInfo(nested.graph, 99, nil, nil, nil, nil), kAUGraphErr_NodeNotFound)
    #expect(AUGraphGetNumberOfConnections(nested.graph, &count) == noErr && count == 1)
    expectEqual(AUGraphGetConnectionInfo(nested.graph, 0, &node, &bus, &other, &input), noErr)
    #expect(node == nested.subgraph && bus == 0 && other == nested.output && input == 0)
    expectEqual(AUGraphGetConnectionInfo(nested.graph, 1, &node, &bus, &other, &input), kAudio_ParamError)
    #expect(AUGraphCountNodeConnections(nested.graph, nested.output, &count) == noErr && count == 1)
    expectEqual(AUGraphCountNodeConnections(nested.graph, 99, &count), kAUGraphErr_NodeNotFound)
    var connection = AudioUnitNodeConnection()
    #expect(AUGraphGetNodeConnections(nested.graph, nested.output, &connection, &count) == noErr && count == 1)
    #expect(connection.sourceNode == nested.subgraph && connection.destNode == nested.output)
    expectEqual(AUGraphGetNodeConnections(nested.graph, nested.output, &connection, nothing()), kAudio_ParamError)
    let stale = try required(AUGraph(bitPattern: 0x40))
    expectEqual(AUGraphGetNumberOfConnections(stale, &count), kAudio_ParamError)
    expectEqual(AUGraphCountNodeConnections(stale, 1, &count), kAudio_ParamError)
  }

  @Test("CAShow writes what a graph holds")
  func show() throws {
    let nested = try Nested(isOpen: true)
    let url = Fixture.temporary("txt")
    let file = try required(fopen(url.path, "w"))
    CAShowFile(UnsafeMutableRawPointer(nested.graph), file)
    CAShowFile(UnsafeMutableRawPointer(try nested.unit(nested.graph, nested.output)), file)
    CAShowFile(try required(UnsafeMutableRawPointer(bitPattern: 0x40)), file)
    fclose(file)
    let text = try String(contentsOf: url, encoding: .utf8)
    expectEqual(
      text,
      """
      AudioUnitGraph, open
        node 1: GenericOutput
        node 2: a graph
          AudioUnitGraph, open
            node 1: AUVarispeed
            node 2: GenericOutput
            node 2, input 0: from node 1, output 0
        node 1, input 0: from node 2, output 0
      AudioUnit GenericOutput, not initialized
      CAShow: an object of another kind

      """)
    // To standard output, where it is not looked at.
    CAShow(UnsafeMutableRawPointer(nested.graph))
  }
}
