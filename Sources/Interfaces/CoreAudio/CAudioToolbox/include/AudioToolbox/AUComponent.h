// Audio units: what they are called, and the calls on an instance. Output units, the multichannel mixer, the converter,
// varispeed and time-pitch units, and players of slices and files can be made; AudioComponentFindNext finds no other one.
#ifndef CA_AUDIOTOOLBOX_AUCOMPONENT_H
#define CA_AUDIOTOOLBOX_AUCOMPONENT_H

#include <AudioToolbox/AudioComponent.h>
#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

CA_HEADER_BEGIN

typedef AudioComponentInstance AudioUnit;
typedef UInt32 AudioUnitPropertyID;
typedef UInt32 AudioUnitScope;
typedef UInt32 AudioUnitElement;
typedef UInt32 AudioUnitParameterID;
typedef Float32 AudioUnitParameterValue;

CF_ENUM(UInt32) {
    kAudioUnitType_Output = 0x61756f75 /* 'auou' */,
    kAudioUnitType_MusicDevice = 0x61756d75 /* 'aumu' */,
    kAudioUnitType_MusicEffect = 0x61756d66 /* 'aumf' */,
    kAudioUnitType_FormatConverter = 0x61756663 /* 'aufc' */,
    kAudioUnitType_Effect = 0x61756678 /* 'aufx' */,
    kAudioUnitType_Mixer = 0x61756d78 /* 'aumx' */,
    kAudioUnitType_Panner = 0x6175706e /* 'aupn' */,
    kAudioUnitType_Generator = 0x6175676e /* 'augn' */,
    kAudioUnitType_OfflineEffect = 0x61756f6c /* 'auol' */,
    kAudioUnitType_MIDIProcessor = 0x61756d69 /* 'aumi' */
};

CF_ENUM(UInt32) {
    kAudioUnitManufacturer_Apple = 0x6170706c /* 'appl' */
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_GenericOutput = 0x67656e72 /* 'genr' */,
    kAudioUnitSubType_VoiceProcessingIO = 0x7670696f /* 'vpio' */,
    kAudioUnitSubType_HALOutput = 0x6168616c /* 'ahal' */,
    kAudioUnitSubType_DefaultOutput = 0x64656620 /* 'def ' */,
    kAudioUnitSubType_SystemOutput = 0x73797320 /* 'sys ' */,
    kAudioUnitSubType_RemoteIO = 0x72696f63 /* 'rioc' */,
    kAudioUnitSubType_DLSSynth = 0x646c7320 /* 'dls ' */,
    kAudioUnitSubType_Sampler = 0x73616d70 /* 'samp' */,
    kAudioUnitSubType_MIDISynth = 0x6d73796e /* 'msyn' */,
    kAudioUnitSubType_AUConverter = 0x636f6e76 /* 'conv' */,
    kAudioUnitSubType_Varispeed = 0x76617269 /* 'vari' */,
    kAudioUnitSubType_DeferredRenderer = 0x64656672 /* 'defr' */,
    kAudioUnitSubType_Splitter = 0x73706c74 /* 'splt' */,
    kAudioUnitSubType_MultiSplitter = 0x6d73706c /* 'mspl' */,
    kAudioUnitSubType_Merger = 0x6d657267 /* 'merg' */,
    kAudioUnitSubType_NewTimePitch = 0x6e757470 /* 'nutp' */,
    kAudioUnitSubType_AUiPodTimeOther = 0x6970746f /* 'ipto' */,
    kAudioUnitSubType_TimePitch = 0x746d7074 /* 'tmpt' */,
    kAudioUnitSubType_PeakLimiter = 0x6c6d7472 /* 'lmtr' */,
    kAudioUnitSubType_DynamicsProcessor = 0x64636d70 /* 'dcmp' */,
    kAudioUnitSubType_LowPassFilter = 0x6c706173 /* 'lpas' */,
    kAudioUnitSubType_HighPassFilter = 0x68706173 /* 'hpas' */,
    kAudioUnitSubType_BandPassFilter = 0x62706173 /* 'bpas' */,
    kAudioUnitSubType_HighShelfFilter = 0x68736866 /* 'hshf' */,
    kAudioUnitSubType_LowShelfFilter = 0x6c736866 /* 'lshf' */,
    kAudioUnitSubType_ParametricEQ = 0x706d6571 /* 'pmeq' */,
    kAudioUnitSubType_Distortion = 0x64697374 /* 'dist' */,
    kAudioUnitSubType_Delay = 0x64656c79 /* 'dely' */,
    kAudioUnitSubType_SampleDelay = 0x73646c79 /* 'sdly' */,
    kAudioUnitSubType_NBandEQ = 0x6e626571 /* 'nbeq' */,
    kAudioUnitSubType_Reverb2 = 0x72766232 /* 'rvb2' */,
    kAudioUnitSubType_GraphicEQ = 0x67726571 /* 'greq' */,
    kAudioUnitSubType_MatrixReverb = 0x6d726576 /* 'mrev' */,
    kAudioUnitSubType_MultiChannelMixer = 0x6d636d78 /* 'mcmx' */,
    kAudioUnitSubType_MatrixMixer = 0x6d786d78 /* 'mxmx' */,
    kAudioUnitSubType_SpatialMixer = 0x3364656d /* '3dem' */,
    kAudioUnitSubType_StereoMixer = 0x736d7872 /* 'smxr' */,
    kAudioUnitSubType_ScheduledSoundPlayer = 0x7373706c /* 'sspl' */,
    kAudioUnitSubType_AudioFilePlayer = 0x6166706c /* 'afpl' */
};

CF_ENUM(OSStatus) {
    kAudioUnitErr_InvalidProperty = -10879,
    kAudioUnitErr_InvalidParameter = -10878,
    kAudioUnitErr_InvalidElement = -10877,
    kAudioUnitErr_NoConnection = -10876,
    kAudioUnitErr_FailedInitialization = -10875,
    kAudioUnitErr_TooManyFramesToProcess = -10874,
    kAudioUnitErr_IllegalInstrument = -10873,
    kAudioUnitErr_InstrumentTypeNotFound = -10872,
    kAudioUnitErr_InvalidFile = -10871,
    kAudioUnitErr_UnknownFileType = -10870,
    kAudioUnitErr_FileNotSpecified = -10869,
    kAudioUnitErr_FormatNotSupported = -10868,
    kAudioUnitErr_Uninitialized = -10867,
    kAudioUnitErr_InvalidScope = -10866,
    kAudioUnitErr_PropertyNotWritable = -10865,
    kAudioUnitErr_CannotDoInCurrentContext = -10863,
    kAudioUnitErr_InvalidPropertyValue = -10851,
    kAudioUnitErr_PropertyNotInUse = -10850,
    kAudioUnitErr_Initialized = -10849,
    kAudioUnitErr_InvalidOfflineRender = -10848,
    kAudioUnitErr_Unauthorized = -10847,
    kAudioUnitErr_MIDIOutputBufferFull = -66753,
    kAudioUnitErr_RenderTimeout = -66745,
    kAudioUnitErr_ExtensionNotFound = -66744,
    kAudioUnitErr_InvalidParameterValue = -66743,
    kAudioUnitErr_InvalidFilePath = -66742,
    kAudioUnitErr_MissingKey = -66741,
    kAudioUnitErr_ComponentManagerNotSupported = -66740,
    kAudioUnitErr_MultipleVoiceProcessors = -66635
};

CF_ENUM(OSStatus) {
    kAudioComponentErr_InstanceTimedOut = -66754,
    kAudioComponentErr_DuplicateDescription = -66752,
    kAudioComponentErr_UnsupportedType = -66751,
    kAudioComponentErr_TooManyInstances = -66750,
    kAudioComponentErr_InstanceInvalidated = -66749,
    kAudioComponentErr_NotPermitted = -66748,
    kAudioComponentErr_InitializationTimedOut = -66747,
    kAudioComponentErr_InvalidFormat = -66746
};

typedef CF_OPTIONS(UInt32, AudioUnitRenderActionFlags) {
    kAudioUnitRenderAction_PreRender = 1u << 2,
    kAudioUnitRenderAction_PostRender = 1u << 3,
    kAudioUnitRenderAction_OutputIsSilence = 1u << 4,
    kAudioOfflineUnitRenderAction_Preflight = 1u << 5,
    kAudioOfflineUnitRenderAction_Render = 1u << 6,
    kAudioOfflineUnitRenderAction_Complete = 1u << 7,
    kAudioUnitRenderAction_PostRenderError = 1u << 8,
    kAudioUnitRenderAction_DoNotCheckRenderArgs = 1u << 9
};

typedef CF_ENUM(UInt32, AUParameterEventType) {
    kParameterEvent_Immediate = 1,
    kParameterEvent_Ramped = 2
};

/// A change of a parameter at a frame of the next slice, or a line that it follows from there on.
typedef struct AudioUnitParameterEvent {
    AudioUnitScope scope;
    AudioUnitElement element;
    AudioUnitParameterID parameter;
    AUParameterEventType eventType;
    union {
        struct {
            SInt32 startBufferOffset;
            UInt32 durationInFrames;
            AudioUnitParameterValue startValue;
            AudioUnitParameterValue endValue;
        } ramp;
        struct {
            UInt32 bufferOffset;
            AudioUnitParameterValue value;
        } immediate;
    } eventValues;
} AudioUnitParameterEvent;

typedef struct AudioUnitParameter {
    AudioUnit mAudioUnit;
    AudioUnitParameterID mParameterID;
    AudioUnitScope mScope;
    AudioUnitElement mElement;
} AudioUnitParameter;

typedef struct AudioUnitProperty {
    AudioUnit mAudioUnit;
    AudioUnitPropertyID mPropertyID;
    AudioUnitScope mScope;
    AudioUnitElement mElement;
} AudioUnitProperty;

typedef OSStatus (*AURenderCallback)(
    void *inRefCon, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp, UInt32 inBusNumber,
    UInt32 inNumberFrames, AudioBufferList *_Nullable ioData);
typedef void (*AudioUnitPropertyListenerProc)(
    void *inRefCon, AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement);
typedef void (*AUInputSamplesInOutputCallback)(
    void *inRefCon, const AudioTimeStamp *inOutputTimeStamp, Float64 inInputSample, Float64 inNumberInputSamples);

CF_EXPORT OSStatus AudioUnitInitialize(AudioUnit inUnit);
CF_EXPORT OSStatus AudioUnitUninitialize(AudioUnit inUnit);
CF_EXPORT OSStatus AudioUnitGetPropertyInfo(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    UInt32 *_Nullable outDataSize, Boolean *_Nullable outWritable);
CF_EXPORT OSStatus AudioUnitGetProperty(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement, void *outData,
    UInt32 *ioDataSize);
CF_EXPORT OSStatus AudioUnitSetProperty(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    const void *_Nullable inData, UInt32 inDataSize);
CF_EXPORT OSStatus AudioUnitAddPropertyListener(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitPropertyListenerProc inProc, void *_Nullable inProcUserData);
CF_EXPORT OSStatus AudioUnitRemovePropertyListenerWithUserData(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitPropertyListenerProc inProc, void *_Nullable inProcUserData);
CF_EXPORT OSStatus AudioUnitAddRenderNotify(
    AudioUnit inUnit, AURenderCallback inProc, void *_Nullable inProcUserData);
CF_EXPORT OSStatus AudioUnitRemoveRenderNotify(
    AudioUnit inUnit, AURenderCallback inProc, void *_Nullable inProcUserData);
CF_EXPORT OSStatus AudioUnitGetParameter(
    AudioUnit inUnit, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue *outValue);
CF_EXPORT OSStatus AudioUnitSetParameter(
    AudioUnit inUnit, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue inValue, UInt32 inBufferOffsetInFrames);
CF_EXPORT OSStatus AudioUnitScheduleParameters(
    AudioUnit inUnit, const AudioUnitParameterEvent *inParameterEvent, UInt32 inNumParamEvents);
CF_EXPORT OSStatus AudioUnitRender(
    AudioUnit inUnit, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber, UInt32 inNumberFrames, AudioBufferList *ioData);
CF_EXPORT OSStatus AudioUnitProcess(
    AudioUnit inUnit, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames, AudioBufferList *ioData);
/// No unit here has several inputs and outputs that it processes in place: kAudio_UnimplementedError.
CF_EXPORT OSStatus AudioUnitProcessMultiple(
    AudioUnit inUnit, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames, UInt32 inNumberInputBufferLists, const AudioBufferList *_Nonnull *_Nonnull inInputBufferLists,
    UInt32 inNumberOutputBufferLists, AudioBufferList *_Nonnull *_Nonnull ioOutputBufferLists);
CF_EXPORT OSStatus AudioUnitReset(AudioUnit inUnit, AudioUnitScope inScope, AudioUnitElement inElement);
/// Programs do not send each other sound here: kAudio_UnimplementedError.
CF_EXPORT OSStatus AudioOutputUnitPublish(
    const AudioComponentDescription *inDesc, CFStringRef inName, UInt32 inVersion, AudioUnit inOutputUnit);

CF_ENUM(UInt32) {
    kAudioUnitType_SpeechSynthesizer = 0x61757370 /* 'ausp' */
};

CF_ENUM(UInt32) {
    kAudioUnitType_RemoteEffect = 0x61757278 /* 'aurx' */,
    kAudioUnitType_RemoteGenerator = 0x61757267 /* 'aurg' */,
    kAudioUnitType_RemoteInstrument = 0x61757269 /* 'auri' */,
    kAudioUnitType_RemoteMusicEffect = 0x6175726d /* 'aurm' */
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_RoundTripAAC = 0x72616163 /* 'raac' */
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_AUSoundIsolation = 0x766f6973 /* 'vois' */
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_MultiBandCompressor = 0x6d636d70 /* 'mcmp' */,
    kAudioUnitSubType_Pitch = 0x746d7074 /* 'tmpt' */,
    kAudioUnitSubType_AUFilter = 0x66696c74 /* 'filt' */,
    kAudioUnitSubType_NetSend = 0x6e736e64 /* 'nsnd' */,
    kAudioUnitSubType_RogerBeep = 0x726f6772 /* 'rogr' */
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_3DMixer = 0x33646d78 /* '3dmx' */
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_SphericalHeadPanner = 0x73706872 /* 'sphr' */,
    kAudioUnitSubType_VectorPanner = 0x76626173 /* 'vbas' */,
    kAudioUnitSubType_SoundFieldPanner = 0x616d6269 /* 'ambi' */,
    kAudioUnitSubType_HRTFPanner = 0x68727466 /* 'hrtf' */
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_NetReceive = 0x6e726376 /* 'nrcv' */
};

CF_ENUM(UInt32) {
    kAudioUnitRange = 0,
    kAudioUnitInitializeSelect = 1,
    kAudioUnitUninitializeSelect = 2,
    kAudioUnitGetPropertyInfoSelect = 3,
    kAudioUnitGetPropertySelect = 4,
    kAudioUnitSetPropertySelect = 5,
    kAudioUnitAddPropertyListenerSelect = 10,
    kAudioUnitRemovePropertyListenerSelect = 11,
    kAudioUnitRemovePropertyListenerWithUserDataSelect = 18,
    kAudioUnitAddRenderNotifySelect = 15,
    kAudioUnitRemoveRenderNotifySelect = 16,
    kAudioUnitGetParameterSelect = 6,
    kAudioUnitSetParameterSelect = 7,
    kAudioUnitScheduleParametersSelect = 17,
    kAudioUnitRenderSelect = 14,
    kAudioUnitResetSelect = 9,
    kAudioUnitComplexRenderSelect = 19,
    kAudioUnitProcessSelect = 20,
    kAudioUnitProcessMultipleSelect = 21
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_AUiPodTime = 0x6970746d /* 'iptm' */
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_AUiPodEQ = 0x69706571 /* 'ipeq' */
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_AU3DMixerEmbedded = 0x3364656d /* '3dem' */
};

CF_ENUM(UInt32) {
    kAudioUnitSubType_AUAudioMix = 0x616d6978 /* 'amix' */
};

CA_HEADER_END

#endif
