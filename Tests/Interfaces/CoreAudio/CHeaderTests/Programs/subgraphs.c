/* A graph within a graph: a mixer's sum goes through a varispeed that a graph of its own holds. */
#include <AudioToolbox/AudioToolbox.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static OSStatus ramp(
    void *context, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 count,
    AudioBufferList *list) {
    UInt32 *next = (UInt32 *)context;
    UInt32 frame, buffer;
    (void)flags;
    (void)time;
    (void)bus;
    for (frame = 0; frame < count; frame++, ++*next) {
        for (buffer = 0; buffer < list->mNumberBuffers; buffer++) {
            ((Float32 *)list->mBuffers[buffer].mData)[frame] = (Float32)*next;
        }
    }
    return noErr;
}

static AUNode add(AUGraph graph, OSType type, OSType subType) {
    AudioComponentDescription description = {type, subType, kAudioUnitManufacturer_Apple, 0, 0};
    AUNode node = 0;
    CHECK(AUGraphAddNode(graph, &description, &node) == noErr);
    return node;
}

int main(void) {
    AUGraph graph = NULL, part = NULL;
    AUNode inner = 0, output, speed, end;
    AudioUnit unit = NULL;
    AURenderCallbackStruct callback;
    AudioUnitRenderActionFlags flags = 0;
    AudioTimeStamp time;
    AudioBufferList *list = (AudioBufferList *)calloc(1, sizeof(AudioBufferList) + sizeof(AudioBuffer));
    Float32 left[256], right[256];
    UInt32 next = 1, frame;
    Boolean isGraph = false;
    callback.inputProc = ramp;
    callback.inputProcRefCon = &next;
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    CHECK(NewAUGraph(&graph) == noErr);
    output = add(graph, kAudioUnitType_Output, kAudioUnitSubType_GenericOutput);
    CHECK(AUGraphNewNodeSubGraph(graph, &inner) == noErr);
    CHECK(AUGraphIsNodeSubGraph(graph, inner, &isGraph) == noErr && isGraph);
    CHECK(AUGraphGetNodeInfoSubGraph(graph, inner, &part) == noErr && part != NULL);
    speed = add(part, kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed);
    end = add(part, kAudioUnitType_Output, kAudioUnitSubType_GenericOutput);
    CHECK(AUGraphConnectNodeInput(part, speed, 0, end, 0) == noErr);
    CHECK(AUGraphSetNodeInputCallback(part, speed, 0, &callback) == noErr);
    CHECK(AUGraphConnectNodeInput(graph, inner, 0, output, 0) == noErr);
    CHECK(AUGraphOpen(graph) == noErr && AUGraphInitialize(graph) == noErr);
    CHECK(AUGraphNodeInfo(graph, output, NULL, &unit) == noErr);
    list->mNumberBuffers = 2;
    list->mBuffers[0].mNumberChannels = 1;
    list->mBuffers[0].mDataByteSize = sizeof left;
    list->mBuffers[0].mData = left;
    (&list->mBuffers[0])[1] = list->mBuffers[0];
    (&list->mBuffers[0])[1].mData = right;
    CHECK(AudioUnitRender(unit, &flags, &time, 0, 256, list) == noErr);
    /* A rate of 1 changes nothing. */
    for (frame = 0; frame < 256; frame++) CHECK(left[frame] == (Float32)(frame + 1) && right[frame] == left[frame]);
    CAShow(graph);
    CHECK(DisposeAUGraph(part) == kAUGraphErr_CannotDoInCurrentContext);
    CHECK(DisposeAUGraph(graph) == noErr);
    CHECK(AUGraphOpen(part) == kAudio_ParamError);
    free(list);
    puts("a graph within a graph gives what its varispeed gives");
    return 0;
}
