// The older functions of the hardware layer, which name a channel and a direction instead of an address, and blocks that listen.
#define _DEFAULT_SOURCE
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static volatile int cycles;
static const AudioObjectID nobody = 0x7fff0001;

static OSStatus play(AudioObjectID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
                     AudioBufferList *output, const AudioTimeStamp *outputTime, void *data) {
    (void)device; (void)now; (void)input; (void)inputTime; (void)output; (void)outputTime;
    ++*(volatile int *)data;
    return noErr;
}

static OSStatus changed(AudioDeviceID device, UInt32 channel, Boolean isInput, AudioDevicePropertyID property, void *data) {
    (void)device; (void)channel; (void)isInput; (void)property; (void)data;
    return noErr;
}

static OSStatus system_changed(AudioHardwarePropertyID property, void *data) {
    (void)property; (void)data;
    return noErr;
}

static AudioDeviceID device(void) {
    AudioObjectPropertyAddress address = {kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, 0};
    AudioDeviceID found = kAudioObjectUnknown;
    UInt32 size = sizeof found;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &found) == noErr);
    CHECK(found != kAudioObjectUnknown);
    return found;
}

static void properties(AudioDeviceID device) {
    UInt32 size = 0, frames = 0, wanted = 1;
    Boolean isWritable = true;
    CHECK(AudioDeviceGetPropertyInfo(device, 0, false, kAudioDevicePropertyBufferFrameSize, &size, &isWritable) == noErr);
    CHECK(size == sizeof frames);
    CHECK(AudioDeviceGetProperty(device, 0, false, kAudioDevicePropertyBufferFrameSize, &size, &frames) == noErr && frames > 0);
    // A device that is no device, and a property that devices cannot be told.
    CHECK(AudioDeviceGetPropertyInfo(nobody, 0, false, kAudioDevicePropertyBufferFrameSize, &size, NULL) != noErr);
    CHECK(AudioDeviceSetProperty(device, NULL, 0, false, kAudioDevicePropertyLatency, sizeof wanted, &wanted) != noErr);
    CHECK(AudioDeviceSetProperty(nobody, NULL, 0, false, kAudioDevicePropertyLatency, sizeof wanted, &wanted) != noErr);
    CHECK(AudioDeviceAddPropertyListener(device, 0, false, kAudioDevicePropertyDeviceIsRunning, changed, NULL) == noErr);
    CHECK(AudioDeviceAddPropertyListener(device, 0, false, kAudioDevicePropertyDeviceIsRunning, NULL, NULL) != noErr);
    CHECK(AudioDeviceRemovePropertyListener(device, 0, false, kAudioDevicePropertyDeviceIsRunning, changed) == noErr);
    CHECK(AudioDeviceRemovePropertyListener(nobody, 0, false, kAudioDevicePropertyDeviceIsRunning, changed) != noErr);
    CHECK(AudioHardwareAddPropertyListener(kAudioHardwarePropertyDevices, system_changed, NULL) == noErr);
    CHECK(AudioHardwareRemovePropertyListener(kAudioHardwarePropertyDevices, system_changed) == noErr);
    CHECK(AudioHardwareAddPropertyListener(kAudioHardwarePropertyDevices, NULL, NULL) != noErr);
}

// A string that the program made finds its device, by either property.
static void translations(AudioDeviceID device) {
    AudioObjectPropertyAddress address = {kAudioHardwarePropertyTranslateUIDToDevice, kAudioObjectPropertyScopeGlobal, 0};
    const CFStringRef name = CFStringCreateWithCString(NULL, "virtual", kCFStringEncodingUTF8);
    const CFStringRef other = CFStringCreateWithCString(NULL, "a name that no device has", kCFStringEncodingUTF8);
    AudioDeviceID found = kAudioObjectUnknown;
    AudioValueTranslation translation = {(void *)&name, sizeof name, &found, sizeof found};
    UInt32 size = sizeof found;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, sizeof name, &name, &size, &found) == noErr);
    CHECK(found == device);
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, sizeof other, &other, &size, &found) == noErr);
    CHECK(found == kAudioObjectUnknown);
    address.mSelector = kAudioHardwarePropertyDeviceForUID;
    size = sizeof translation;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &translation) == noErr);
    CHECK(found == device);
    CFRelease(name);
    CFRelease(other);
}

static void streams(AudioDeviceID device) {
    AudioObjectPropertyAddress address = {kAudioDevicePropertyStreams, kAudioObjectPropertyScopeOutput, 0};
    AudioStreamID stream = kAudioObjectUnknown;
    AudioStreamBasicDescription format;
    UInt32 size = sizeof stream;
    Boolean isWritable = true;
    CHECK(AudioObjectGetPropertyData(device, &address, 0, NULL, &size, &stream) == noErr && stream != kAudioObjectUnknown);
    CHECK(AudioStreamGetPropertyInfo(stream, 0, kAudioStreamPropertyVirtualFormat, &size, &isWritable) == noErr);
    CHECK(size == sizeof format);
    CHECK(AudioStreamGetProperty(stream, 0, kAudioStreamPropertyVirtualFormat, &size, &format) == noErr);
    CHECK(format.mFormatID == kAudioFormatLinearPCM && format.mSampleRate > 0);
    format.mSampleRate = 1;
    CHECK(AudioStreamSetProperty(stream, NULL, 0, kAudioStreamPropertyVirtualFormat, sizeof format, &format) != noErr);
    CHECK(AudioStreamAddPropertyListener(stream, 0, kAudioStreamPropertyVirtualFormat, NULL, NULL) == noErr);
    CHECK(AudioStreamRemovePropertyListener(stream, 0, kAudioStreamPropertyVirtualFormat, NULL) == noErr);
    CHECK(AudioStreamGetProperty(device, 0, kAudioStreamPropertyVirtualFormat, &size, &format) != noErr);
    CHECK(AudioStreamAddPropertyListener(nobody, 0, kAudioStreamPropertyVirtualFormat, NULL, NULL) != noErr);
}

static void running(AudioDeviceID device) {
    AudioTimeStamp time, place;
    memset(&time, 0, sizeof time);
    memset(&place, 0, sizeof place);
    time.mFlags = kAudioTimeStampHostTimeValid;
    CHECK(AudioDeviceAddIOProc(device, play, (void *)&cycles) == noErr);
    CHECK(AudioDeviceAddIOProc(device, NULL, NULL) != noErr && AudioDeviceAddIOProc(nobody, play, NULL) != noErr);
    CHECK(AudioDeviceStart(device, play) == noErr);
    for (int wait = 0; wait < 500 && cycles < 3; wait++) usleep(10000);
    CHECK(cycles >= 3);
    time.mHostTime = AudioGetCurrentHostTime();
    place.mFlags = kAudioTimeStampSampleTimeValid;
    CHECK(AudioDeviceTranslateTime(device, &time, &place) == noErr && place.mSampleTime > 0);
    CHECK(AudioDeviceTranslateTime(device, NULL, &place) != noErr && AudioDeviceTranslateTime(nobody, &time, &place) != noErr);
    CHECK(AudioDeviceGetNearestStartTime(device, &time, 0) == noErr);
    CHECK(AudioDeviceGetNearestStartTime(device, NULL, 0) != noErr);
    CHECK(AudioDeviceStop(device, play) == noErr);
    time.mHostTime = AudioGetCurrentHostTime() + 20000000;
    int before = cycles;
    CHECK(AudioDeviceStartAtTime(device, play, &time, 0) == noErr);
    CHECK(AudioDeviceStartAtTime(device, play, NULL, 0) != noErr);
    for (int wait = 0; wait < 500 && cycles < before + 3; wait++) usleep(10000);
    CHECK(cycles >= before + 3);
    CHECK(AudioDeviceStop(device, play) == noErr);
    CHECK(AudioDeviceRemoveIOProc(device, play) == noErr && AudioDeviceRemoveIOProc(device, play) != noErr);
    // What is captured goes to IOProcs, and is not read.
    CHECK(AudioDeviceRead(device, NULL, NULL) != noErr);
}

static void rest(AudioDeviceID device) {
    CHECK(AudioHardwareAddRunLoopSource(NULL) == noErr && AudioHardwareRemoveRunLoopSource(NULL) == noErr);
    CHECK(AudioHardwareDestroyAggregateDevice(device) == kAudioHardwareBadDeviceError);
    CHECK(AudioHardwareUnload() == noErr);
#ifdef __BLOCKS__
    AudioObjectPropertyAddress address = {kAudioDevicePropertyDeviceIsRunning, kAudioObjectPropertyScopeGlobal, 0};
    AudioObjectPropertyListenerBlock block = ^(UInt32 count, const AudioObjectPropertyAddress *addresses) {
        (void)count; (void)addresses;
    };
    CHECK(AudioObjectAddPropertyListenerBlock(device, &address, NULL, block) == noErr);
    CHECK(AudioObjectRemovePropertyListenerBlock(device, &address, NULL, block) == noErr);
    CHECK(AudioObjectAddPropertyListenerBlock(device, &address, NULL, NULL) != noErr);
    // Programs copy and release blocks without including <Block.h>, which any header of Apple's brings.
    AudioObjectPropertyListenerBlock copy = Block_copy(block);
    Block_release(copy);
    CHECK(AudioObjectRemovePropertyListenerBlock(device, &address, NULL, NULL) != noErr);
#endif
}

int main(void) {
    setenv("AUDIO_TOOLBOX_DEVICE", "virtual:48000:2", 1);
    AudioDeviceID found = device();
    properties(found);
    translations(found);
    streams(found);
    running(found);
    rest(found);
    puts("older functions of the hardware layer work");
    return 0;
}
