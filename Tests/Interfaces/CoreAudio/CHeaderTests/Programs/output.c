// What programs that play do before they play, and what C programs take for granted that include a header of Core Audio:
// the whole of Core Foundation, the C library's headers, `nil`, the versions of Apple's systems.
#include <AudioUnit/AudioUnit.h>
#include <CoreAudio/CoreAudio.h>
#include <CoreFoundation/CFByteOrder.h>

#include "check.h"

#if MAC_OS_X_VERSION_MIN_REQUIRED < MAC_OS_X_VERSION_10_6
#error These headers are not as old as that.
#endif

/// Looks for the unit that plays, as every player does, and for one that there is not.
static void lookForOutput(void) {
    AudioComponentDescription wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.componentType = kAudioUnitType_Output;
    wanted.componentSubType = kAudioUnitSubType_HALOutput;
    wanted.componentManufacturer = kAudioUnitManufacturer_Apple;
    CHECK(AudioComponentFindNext(nil, &wanted) != nil);
    CHECK(AudioComponentCount(&wanted) == 1);
    CHECK(AudioComponentFindNext(AudioComponentFindNext(nil, &wanted), &wanted) == nil);
    CHECK(AudioComponentFindNext(nil, NULL) == nil && AudioComponentCount(NULL) == 0);
    wanted.componentSubType = kAudioUnitSubType_MatrixReverb;
    CHECK(AudioComponentFindNext(nil, &wanted) == nil);
    CHECK(AudioComponentInstanceNew(NULL, NULL) != noErr);
    AURenderCallbackStruct callback = {NULL, NULL};
    CHECK(AudioUnitSetProperty(
              NULL, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, sizeof callback)
          == kAudioComponentErr_InstanceInvalidated);
}

/// Lists the devices.
static void listDevices(void) {
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDevices, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    UInt32 size = 1;
    CHECK(AudioObjectGetPropertyDataSize(kAudioObjectSystemObject, &address, 0, NULL, &size) == kAudioHardwareNoError);
    CHECK(size >= sizeof(AudioObjectID));
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, NULL) != noErr);
    AudioObjectID *devices = (AudioObjectID *)malloc(size);
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, devices) == noErr);
    address.mSelector = kAudioDevicePropertyDeviceIsAlive;
    CHECK(AudioObjectHasProperty(devices[0], &address));
    free(devices);
    address.mSelector = kAudioHardwarePropertyDevices;
    CHECK(AudioObjectGetPropertyDataSize(kAudioObjectSystemObject, NULL, 0, NULL, &size) != noErr);
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, NULL, NULL) != noErr);
    address.mSelector = kAudioHardwarePropertyDefaultOutputDevice;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, NULL, NULL) != noErr);
    CHECK(!AudioObjectHasProperty(kAudioObjectSystemObject, NULL));
    CHECK(kAudioStreamAnyRate == 0);
}

/// Spells a status as programs do.
static void spell(void) {
    char text[5] = {0};
    *(UInt32 *)text = CFSwapInt32HostToBig(kAudioHardwareUnknownPropertyError);
    CHECK(isprint((unsigned char)text[0]) && strcmp(text, "who?") == 0);
}

int main(int count, char **arguments) {
    (void)count;
    (void)arguments;
    lookForOutput();
    listDevices();
    spell();
    printf("output units and devices\n");
    return 0;
}
