// Graphs of audio units.
#ifndef CA_AUDIOTOOLBOX_AUGRAPH_H
#define CA_AUDIOTOOLBOX_AUGRAPH_H

#include <AudioToolbox/AudioUnit.h>
#include <CAudioToolbox/Platform.h>

CA_HEADER_BEGIN

typedef struct OpaqueAUGraph *AUGraph;
typedef SInt32 AUNode;

CF_ENUM(OSStatus) {
    kAUGraphErr_NodeNotFound = -10860,
    kAUGraphErr_InvalidConnection = -10861,
    kAUGraphErr_OutputNodeErr = -10862,
    kAUGraphErr_CannotDoInCurrentContext = -10863,
    kAUGraphErr_InvalidAudioUnit = -10864
};

enum {
    kAUNodeInteraction_Connection = 1,
    kAUNodeInteraction_InputCallback = 2
};

typedef struct AudioUnitNodeConnection {
    AUNode sourceNode;
    UInt32 sourceOutputNumber;
    AUNode destNode;
    UInt32 destInputNumber;
} AudioUnitNodeConnection;
typedef AudioUnitNodeConnection AUNodeConnection;

typedef struct AUNodeRenderCallback {
    AUNode destNode;
    AudioUnitElement destInputNumber;
    AURenderCallbackStruct cback;
} AUNodeRenderCallback;

typedef struct AUNodeInteraction {
    UInt32 nodeInteractionType;
    union {
        AUNodeConnection connection;
        AUNodeRenderCallback inputCallback;
    } nodeInteraction;
} AUNodeInteraction;

CF_EXPORT OSStatus NewAUGraph(AUGraph _Nullable *_Nonnull outGraph);
CF_EXPORT OSStatus DisposeAUGraph(AUGraph inGraph);
CF_EXPORT OSStatus AUGraphAddNode(AUGraph inGraph, const AudioComponentDescription *inDescription, AUNode *outNode);
CF_EXPORT OSStatus AUGraphRemoveNode(AUGraph inGraph, AUNode inNode);
CF_EXPORT OSStatus AUGraphGetNodeCount(AUGraph inGraph, UInt32 *outNumberOfNodes);
CF_EXPORT OSStatus AUGraphGetIndNode(AUGraph inGraph, UInt32 inIndex, AUNode *outNode);
CF_EXPORT OSStatus AUGraphNodeInfo(
    AUGraph inGraph, AUNode inNode, AudioComponentDescription *_Nullable outDescription,
    AudioUnit _Nullable *_Nullable outAudioUnit);
/// Adds a node that is a graph itself. Its output node, a generic output, is what the node gives.
CF_EXPORT OSStatus AUGraphNewNodeSubGraph(AUGraph inGraph, AUNode *outNode);
/// The graph of such a node. It lives as long as the node.
CF_EXPORT OSStatus AUGraphGetNodeInfoSubGraph(const AUGraph inGraph, AUNode inNode, AUGraph _Nullable *_Nonnull outSubGraph);
CF_EXPORT OSStatus AUGraphIsNodeSubGraph(const AUGraph inGraph, AUNode inNode, Boolean *outFlag);
CF_EXPORT OSStatus AUGraphConnectNodeInput(
    AUGraph inGraph, AUNode inSourceNode, UInt32 inSourceOutputNumber, AUNode inDestNode, UInt32 inDestInputNumber);
CF_EXPORT OSStatus AUGraphSetNodeInputCallback(
    AUGraph inGraph, AUNode inDestNode, UInt32 inDestInputNumber, const AURenderCallbackStruct *inInputCallback);
CF_EXPORT OSStatus AUGraphDisconnectNodeInput(AUGraph inGraph, AUNode inDestNode, UInt32 inDestInputNumber);
CF_EXPORT OSStatus AUGraphClearConnections(AUGraph inGraph);
CF_EXPORT OSStatus AUGraphGetNumberOfInteractions(AUGraph inGraph, UInt32 *outNumInteractions);
CF_EXPORT OSStatus AUGraphGetInteractionInfo(
    AUGraph inGraph, UInt32 inInteractionIndex, AUNodeInteraction *outInteraction);
CF_EXPORT OSStatus AUGraphCountNodeInteractions(AUGraph inGraph, AUNode inNode, UInt32 *outNumInteractions);
CF_EXPORT OSStatus AUGraphGetNodeInteractions(
    AUGraph inGraph, AUNode inNode, UInt32 *ioNumInteractions, AUNodeInteraction *outInteractions);
CF_EXPORT OSStatus AUGraphUpdate(AUGraph inGraph, Boolean *_Nullable outIsUpdated);
CF_EXPORT OSStatus AUGraphOpen(AUGraph inGraph);
CF_EXPORT OSStatus AUGraphClose(AUGraph inGraph);
CF_EXPORT OSStatus AUGraphInitialize(AUGraph inGraph);
CF_EXPORT OSStatus AUGraphUninitialize(AUGraph inGraph);
CF_EXPORT OSStatus AUGraphStart(AUGraph inGraph);
CF_EXPORT OSStatus AUGraphStop(AUGraph inGraph);
CF_EXPORT OSStatus AUGraphIsOpen(AUGraph inGraph, Boolean *outIsOpen);
CF_EXPORT OSStatus AUGraphIsInitialized(AUGraph inGraph, Boolean *outIsInitialized);
CF_EXPORT OSStatus AUGraphIsRunning(AUGraph inGraph, Boolean *outIsRunning);
CF_EXPORT OSStatus AUGraphGetCPULoad(AUGraph inGraph, Float32 *outAverageCPULoad);
CF_EXPORT OSStatus AUGraphGetMaxCPULoad(AUGraph inGraph, Float32 *outMaxLoad);
CF_EXPORT OSStatus AUGraphAddRenderNotify(
    AUGraph inGraph, AURenderCallback inCallback, void *_Nullable inRefCon);
CF_EXPORT OSStatus AUGraphRemoveRenderNotify(
    AUGraph inGraph, AURenderCallback inCallback, void *_Nullable inRefCon);

CF_EXPORT OSStatus AUGraphNewNode(
    AUGraph inGraph, const AudioComponentDescription *inDescription, UInt32 inClassDataSize,
    const void *_Nullable inClassData, AUNode *outNode);
CF_EXPORT OSStatus AUGraphGetNodeInfo(
    AUGraph inGraph, AUNode inNode, AudioComponentDescription *_Nullable outDescription,
    UInt32 *_Nullable outClassDataSize, void *_Nullable *_Nullable outClassData, AudioUnit _Nullable *_Nullable outAudioUnit);
CF_EXPORT OSStatus AUGraphGetNumberOfConnections(AUGraph inGraph, UInt32 *outNumConnections);
CF_EXPORT OSStatus AUGraphGetConnectionInfo(
    AUGraph inGraph, UInt32 inConnectionIndex, AUNode *outSourceNode, UInt32 *outSourceOutputNumber,
    AUNode *outDestNode, UInt32 *outDestInputNumber);
CF_EXPORT OSStatus AUGraphCountNodeConnections(AUGraph inGraph, AUNode inNode, UInt32 *outNumConnections);
CF_EXPORT OSStatus AUGraphGetNodeConnections(
    AUGraph inGraph, AUNode inNode, AudioUnitNodeConnection *outConnections, UInt32 *ioNumConnections);

CA_HEADER_END

#endif
