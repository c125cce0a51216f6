// Audio components: output units, the multichannel mixer and the converter. No other can be registered.
#ifndef CA_AUDIOTOOLBOX_AUDIOCOMPONENT_H
#define CA_AUDIOTOOLBOX_AUDIOCOMPONENT_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

CA_HEADER_BEGIN

typedef CF_OPTIONS(UInt32, AudioComponentFlags) {
    kAudioComponentFlag_Unsearchable = 1,
    kAudioComponentFlag_SandboxSafe = 2,
    kAudioComponentFlag_IsV3AudioUnit = 4,
    kAudioComponentFlag_RequiresAsyncInstantiation = 8,
    kAudioComponentFlag_CanLoadInProcess = 0x10
};

typedef CF_OPTIONS(UInt32, AudioComponentInstantiationOptions) {
    kAudioComponentInstantiation_LoadOutOfProcess = 1,
    kAudioComponentInstantiation_LoadInProcess = 2,
    kAudioComponentInstantiation_LoadedRemotely = 1u << 31
};

/// What to look for; 0 is any.
typedef struct AudioComponentDescription {
    OSType componentType;
    OSType componentSubType;
    OSType componentManufacturer;
    UInt32 componentFlags;
    UInt32 componentFlagsMask;
} AudioComponentDescription;

typedef struct OpaqueAudioComponent *AudioComponent;
typedef struct ComponentInstanceRecord *AudioComponentInstance;

typedef OSStatus (*AudioComponentMethod)(void *self, ...);
typedef struct AudioComponentPlugInInterface {
    OSStatus (*Open)(void *self, AudioComponentInstance mInstance);
    OSStatus (*Close)(void *self);
    AudioComponentMethod _Nullable (*_Nonnull Lookup)(SInt16 selector);
    void *_Nullable reserved;
} AudioComponentPlugInInterface;
typedef AudioComponentPlugInInterface *_Nullable (*AudioComponentFactoryFunction)(
    const AudioComponentDescription *inDesc);

/// `NULL`: no component matches.
CF_EXPORT AudioComponent _Nullable AudioComponentFindNext(
    AudioComponent _Nullable inComponent, const AudioComponentDescription *inDesc);
CF_EXPORT UInt32 AudioComponentCount(const AudioComponentDescription *inDesc);
CF_EXPORT OSStatus AudioComponentCopyName(
    AudioComponent inComponent, CFStringRef _Nullable *_Nonnull CF_RETURNS_RETAINED outName);
CF_EXPORT OSStatus AudioComponentGetDescription(AudioComponent inComponent, AudioComponentDescription *outDesc);
CF_EXPORT OSStatus AudioComponentGetVersion(AudioComponent inComponent, UInt32 *outVersion);
CF_EXPORT OSStatus AudioComponentInstanceNew(
    AudioComponent inComponent, AudioComponentInstance _Nullable *_Nonnull outInstance);
#if defined(CA_HAVE_BLOCKS)
CF_EXPORT void AudioComponentInstantiate(
    AudioComponent inComponent, AudioComponentInstantiationOptions inOptions,
    void (^inCompletionHandler)(AudioComponentInstance _Nullable, OSStatus));
#endif
CF_EXPORT OSStatus AudioComponentInstanceDispose(AudioComponentInstance inInstance);
CF_EXPORT AudioComponent _Nullable AudioComponentInstanceGetComponent(AudioComponentInstance inInstance);
CF_EXPORT Boolean AudioComponentInstanceCanDo(AudioComponentInstance inInstance, SInt16 inSelectorID);
CF_EXPORT AudioComponent _Nullable AudioComponentRegister(
    const AudioComponentDescription *inDesc, CFStringRef inName, UInt32 inVersion,
    AudioComponentFactoryFunction inFactory);

CA_HEADER_END

#endif
