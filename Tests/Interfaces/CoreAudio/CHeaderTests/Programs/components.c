// Components that there are, and what is declared so that programs compile and answers that there is no such thing: codecs and
// files as components, and instruments. No instance of one can be had, so that each call gets none.
#include <AudioToolbox/AudioCodec.h>
#include <AudioToolbox/AudioFileComponent.h>
#include <AudioToolbox/AudioToolbox.h>
#include <AudioUnit/MusicDevice.h>
#include <CoreMedia/CoreMedia.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"

static void codecs(void) {
    CHECK(AudioCodecGetPropertyInfo(0, 0, 0, 0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecGetProperty(0, 0, 0, 0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecSetProperty(0, 0, 0, 0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecInitialize(0, 0, 0, 0, 0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecUninitialize(0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecAppendInputData(0, 0, 0, 0, 0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecProduceOutputPackets(0, 0, 0, 0, 0, 0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecAppendInputBufferList(0, 0, 0, 0, 0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecProduceOutputBufferList(0, 0, 0, 0, 0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecReset(0) == kAudioCodecUnsupportedFormatError);
}

static void files(void) {
    CHECK(AudioFileComponentCreateURL(0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentOpenURL(0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentOpenWithCallbacks(0, 0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentInitializeWithCallbacks(0, 0, 0, 0, 0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentCloseFile(0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentOptimize(0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentReadBytes(0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentWriteBytes(0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentReadPackets(0, 0, 0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentReadPacketData(0, 0, 0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentWritePackets(0, 0, 0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentGetPropertyInfo(0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentGetProperty(0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentSetProperty(0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentCountUserData(0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentGetUserDataSize(0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentGetUserDataSize64(0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentGetUserData(0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentGetUserDataAtOffset(0, 0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentSetUserData(0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentRemoveUserData(0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentExtensionIsThisFormat(0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentFileDataIsThisFormat(0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentFileIsThisFormat(0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentDataIsThisFormat(0, 0, 0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentGetGlobalInfoSize(0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentGetGlobalInfo(0, 0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentCreate(0, 0, 0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentInitialize(0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
    CHECK(AudioFileComponentOpenFile(0, 0, 0, 0) == kAudioFileUnsupportedFileTypeError);
}

static void instruments(void) {
    CHECK(MusicDeviceMIDIEvent(0, 0, 0, 0, 0) == kAudioComponentErr_InstanceInvalidated);
    CHECK(MusicDeviceSysEx(0, 0, 0) == kAudioComponentErr_InstanceInvalidated);
    CHECK(MusicDeviceStartNote(0, 0, 0, 0, 0, 0) == kAudioComponentErr_InstanceInvalidated);
    CHECK(MusicDeviceStopNote(0, 0, 0, 0) == kAudioComponentErr_InstanceInvalidated);
}

static void components(void) {
    AudioComponentDescription wanted = {kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput, kAudioUnitManufacturer_Apple, 0, 0};
    AudioComponent found = AudioComponentFindNext(NULL, &wanted);
    CFStringRef name = NULL;
    AudioUnit unit;
    // Those that there are have a name; a program's own cannot be added, and none processes in place.
    CHECK(found != NULL && AudioComponentCopyName(found, &name) == noErr && name != NULL);
    CFRelease(name);
    CHECK(AudioComponentCopyName(NULL, &name) != noErr && AudioComponentCopyName(found, NULL) != noErr);
    CHECK(AudioComponentRegister(&wanted, NULL, 1, NULL) == NULL);
    CHECK(AudioComponentInstanceNew(found, &unit) == noErr);
    CHECK(AudioUnitProcess(unit, NULL, NULL, 1, NULL) == kAudio_UnimplementedError);
    CHECK(AudioUnitProcessMultiple(unit, NULL, NULL, 1, 0, NULL, 0, NULL) == kAudio_UnimplementedError);
    CHECK(AudioComponentInstanceDispose(unit) == noErr);
    CHECK(AudioUnitProcess(NULL, NULL, NULL, 1, NULL) != noErr);
}

static int told;

static void changed(void *data, AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element) {
    (void)unit; (void)scope; (void)element;
    CHECK(data == &told && property == kAudioUnitProperty_MaximumFramesPerSlice);
    told++;
}

static void listeners(void) {
    AudioComponentDescription wanted = {kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer, kAudioUnitManufacturer_Apple, 0, 0};
    const AudioUnitPropertyID property = kAudioUnitProperty_MaximumFramesPerSlice;
    UInt32 frames = 600;
    AudioUnit unit;
    CHECK(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &wanted), &unit) == noErr);
    CHECK(AudioUnitAddPropertyListener(unit, property, changed, &told) == noErr);
    CHECK(AudioUnitSetProperty(unit, property, kAudioUnitScope_Global, 0, &frames, sizeof frames) == noErr && told == 1);
    CHECK(AudioUnitRemovePropertyListenerWithUserData(unit, property, changed, &told) == noErr);
    frames = 700;
    CHECK(AudioUnitSetProperty(unit, property, kAudioUnitScope_Global, 0, &frames, sizeof frames) == noErr && told == 1);
    CHECK(AudioUnitAddPropertyListener(unit, property, NULL, NULL) != noErr);
    CHECK(AudioUnitAddPropertyListener(NULL, property, changed, NULL) != noErr);
    CHECK(AudioComponentInstanceDispose(unit) == noErr);
#ifdef __BLOCKS__
    __block OSStatus answer = -1;
    AudioComponentInstantiate(AudioComponentFindNext(NULL, &wanted), 0, ^(AudioComponentInstance made, OSStatus status) {
        answer = status;
        CHECK(AudioComponentInstanceDispose(made) == noErr);
    });
    CHECK(answer == noErr);
#endif
}

static void pictures(void) {
    CMFormatDescriptionRef made = NULL;
    CHECK(CMVideoFormatDescriptionCreateForImageBuffer(NULL, NULL, &made) == kCMFormatDescriptionError_InvalidParameter && !made);
    CHECK(!CMVideoFormatDescriptionMatchesImageBuffer(NULL, NULL));
    CHECK(CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers() != NULL);
    CHECK(CMVideoFormatDescriptionCreateFromH264ParameterSets(NULL, 0, NULL, NULL, 4, &made) != noErr && !made);
    CHECK(CMVideoFormatDescriptionCreateFromHEVCParameterSets(NULL, 0, NULL, NULL, 4, NULL, &made) != noErr && !made);
    CHECK(CMTimeCodeFormatDescriptionGetTimeCodeFlags(NULL) == 0);
}

int main(void) {
    components();
    listeners();
    pictures();
    codecs();
    files();
    instruments();
    puts("components have names and listeners, and what is not here says so");
    return 0;
}
