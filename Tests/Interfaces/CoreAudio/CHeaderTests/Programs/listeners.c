/* Listens to a parameter and to events of a unit, on the run loop. */
#include <AudioToolbox/AudioToolbox.h>
#include <string.h>

#include "check.h"

static int values, events;

static void changed(void *context, void *object, const AudioUnitParameter *parameter, AudioUnitParameterValue value) {
    CHECK(context == &values && object == &events);
    CHECK(parameter->mParameterID == kVarispeedParam_PlaybackRate && value == 2);
    values++;
}

static void happened(
    void *context, void *object, const AudioUnitEvent *event, UInt64 time, AudioUnitParameterValue value) {
    static const AudioUnitEventType order[3] = {
        kAudioUnitEvent_BeginParameterChangeGesture, kAudioUnitEvent_ParameterValueChange,
        kAudioUnitEvent_EndParameterChangeGesture};
    CHECK(context == &events && object == NULL && time > 0 && value > 0);
    CHECK(events < 3 && event->mEventType == order[events]);
    events++;
}

int main(void) {
    AudioComponentDescription wanted = {
        kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed, kAudioUnitManufacturer_Apple, 0, 0};
    AudioUnit unit = NULL;
    AUParameterListenerRef listener = NULL;
    AUEventListenerRef eventListener = NULL;
    AudioUnitParameter rate;
    AudioUnitEvent event;
    UInt32 kind;
    char text[32];
    CHECK(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &wanted), &unit) == noErr);
    memset(&rate, 0, sizeof rate);
    rate.mAudioUnit = unit;
    rate.mParameterID = kVarispeedParam_PlaybackRate;
    rate.mScope = kAudioUnitScope_Global;
    CHECK(AUListenerCreate(changed, &values, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode, 0.01f, &listener) == noErr);
    CHECK(AUEventListenerCreate(happened, &events, NULL, NULL, 0, 0, &eventListener) == noErr);
    CHECK(AUListenerAddParameter(listener, &events, &rate) == noErr);
    memset(&event, 0, sizeof event);
    event.mArgument.mParameter = rate;
    for (kind = kAudioUnitEvent_ParameterValueChange; kind <= kAudioUnitEvent_EndParameterChangeGesture; kind++) {
        event.mEventType = kind;
        CHECK(AUEventListenerAddEventType(eventListener, NULL, &event) == noErr);
    }
    event.mEventType = kAudioUnitEvent_BeginParameterChangeGesture;
    CHECK(AUEventListenerNotify(NULL, NULL, &event) == noErr);
    CHECK(AUParameterSet(NULL, NULL, &rate, 2, 0) == noErr);
    event.mEventType = kAudioUnitEvent_EndParameterChangeGesture;
    CHECK(AUEventListenerNotify(NULL, NULL, &event) == noErr);
    while (values < 1 || events < 3) CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.05, true);
    CHECK(AUParameterValueToLinear(4, &rate) == 1 && AUParameterValueFromLinear(0, &rate) == 0.25f);
    CHECK(AUParameterFormatValue(1.5, &rate, text, 2) == text && strcmp(text, "1.5") == 0);
    CHECK(AUListenerDispose(listener) == noErr && AUListenerDispose(eventListener) == noErr);
    CHECK(AUListenerDispose(listener) == kAudio_ParamError && AUListenerDispose(NULL) == kAudio_ParamError);
    CHECK(AudioComponentInstanceDispose(unit) == noErr);
    puts("listeners are told of values and gestures");
    return 0;
}
