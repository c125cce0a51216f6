// Properties of audio units.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_AUDIOUNITPROPERTIES_H
#define CA_AUDIOTOOLBOX_AUDIOUNITPROPERTIES_H

#include <CAudioToolbox/Platform.h>
#include <AudioToolbox/AUComponent.h>

CA_HEADER_BEGIN

struct MIDIEventList;
struct MIDIPacketList;
/// A group of threads that a system schedules together. There is none here.
typedef struct os_workgroup_s *os_workgroup_t;

typedef CF_OPTIONS(UInt32, AUScheduledAudioSliceFlags) {
    kScheduledAudioSliceFlag_Complete = 0x01,
    kScheduledAudioSliceFlag_BeganToRender = 0x02,
    kScheduledAudioSliceFlag_BeganToRenderLate = 0x04,
    kScheduledAudioSliceFlag_Loop = 0x08,
    kScheduledAudioSliceFlag_Interrupt = 0x10,
    kScheduledAudioSliceFlag_InterruptAtLoop = 0x20
};

CF_ENUM(AudioUnitScope) {
    kAudioUnitScope_Global = 0,
    kAudioUnitScope_Input = 1,
    kAudioUnitScope_Output = 2,
    kAudioUnitScope_Group = 3,
    kAudioUnitScope_Part = 4,
    kAudioUnitScope_Note = 5,
    kAudioUnitScope_Layer = 6,
    kAudioUnitScope_LayerItem = 7
};

CF_ENUM(AudioUnitPropertyID) {
    kAudioUnitProperty_ClassInfo = 0,
    kAudioUnitProperty_MakeConnection = 1,
    kAudioUnitProperty_SampleRate = 2,
    kAudioUnitProperty_ParameterList = 3,
    kAudioUnitProperty_ParameterInfo = 4,
    kAudioUnitProperty_CPULoad = 6,
    kAudioUnitProperty_StreamFormat = 8,
    kAudioUnitProperty_ElementCount = 11,
    kAudioUnitProperty_Latency = 12,
    kAudioUnitProperty_SupportedNumChannels = 13,
    kAudioUnitProperty_MaximumFramesPerSlice = 14,
    kAudioUnitProperty_ParameterValueStrings = 16,
    kAudioUnitProperty_AudioChannelLayout = 19,
    kAudioUnitProperty_TailTime = 20,
    kAudioUnitProperty_BypassEffect = 21,
    kAudioUnitProperty_LastRenderError = 22,
    kAudioUnitProperty_SetRenderCallback = 23,
    kAudioUnitProperty_FactoryPresets = 24,
    kAudioUnitProperty_RenderQuality = 26,
    kAudioUnitProperty_HostCallbacks = 27,
    kAudioUnitProperty_InPlaceProcessing = 29,
    kAudioUnitProperty_ElementName = 30,
    kAudioUnitProperty_SupportedChannelLayoutTags = 32,
    kAudioUnitProperty_ParameterStringFromValue = 33,
    kAudioUnitProperty_PresentPreset = 36,
    kAudioUnitProperty_OfflineRender = 37,
    kAudioUnitProperty_ParameterValueFromString = 38,
    kAudioUnitProperty_ShouldAllocateBuffer = 51
};

CF_ENUM(AudioUnitPropertyID) {
    kAudioOutputUnitProperty_CurrentDevice = 2000,
    kAudioOutputUnitProperty_IsRunning = 2001,
    kAudioOutputUnitProperty_ChannelMap = 2002,
    kAudioOutputUnitProperty_EnableIO = 2003,
    kAudioOutputUnitProperty_StartTime = 2004,
    kAudioOutputUnitProperty_SetInputCallback = 2005,
    kAudioOutputUnitProperty_HasIO = 2006,
    kAudioOutputUnitProperty_StartTimestampsAtZero = 2007
};

CF_ENUM(AudioUnitPropertyID) {
    kAUVoiceIOProperty_BypassVoiceProcessing = 2100,
    kAUVoiceIOProperty_VoiceProcessingEnableAGC = 2101,
    kAUVoiceIOProperty_MuteOutput = 2104
};

CF_ENUM(UInt32) {
    kRenderQuality_Max = 127,
    kRenderQuality_High = 96,
    kRenderQuality_Medium = 64,
    kRenderQuality_Low = 32,
    kRenderQuality_Min = 0
};

CF_ENUM(AudioUnitPropertyID) {
    kAudioUnitProperty_MeteringMode = 3007,
    kAudioUnitProperty_SampleRateConverterComplexity = 3014
};

typedef CF_ENUM(UInt32, AudioUnitParameterUnit) {
    kAudioUnitParameterUnit_Generic = 0,
    kAudioUnitParameterUnit_Indexed = 1,
    kAudioUnitParameterUnit_Boolean = 2,
    kAudioUnitParameterUnit_Percent = 3,
    kAudioUnitParameterUnit_Seconds = 4,
    kAudioUnitParameterUnit_SampleFrames = 5,
    kAudioUnitParameterUnit_Phase = 6,
    kAudioUnitParameterUnit_Rate = 7,
    kAudioUnitParameterUnit_Hertz = 8,
    kAudioUnitParameterUnit_Cents = 9,
    kAudioUnitParameterUnit_RelativeSemiTones = 10,
    kAudioUnitParameterUnit_MIDINoteNumber = 11,
    kAudioUnitParameterUnit_MIDIController = 12,
    kAudioUnitParameterUnit_Decibels = 13,
    kAudioUnitParameterUnit_LinearGain = 14,
    kAudioUnitParameterUnit_Degrees = 15,
    kAudioUnitParameterUnit_EqualPowerCrossfade = 16,
    kAudioUnitParameterUnit_MixerFaderCurve1 = 17,
    kAudioUnitParameterUnit_Pan = 18,
    kAudioUnitParameterUnit_Meters = 19,
    kAudioUnitParameterUnit_AbsoluteCents = 20,
    kAudioUnitParameterUnit_Octaves = 21,
    kAudioUnitParameterUnit_BPM = 22,
    kAudioUnitParameterUnit_Beats = 23,
    kAudioUnitParameterUnit_Milliseconds = 24,
    kAudioUnitParameterUnit_Ratio = 25,
    kAudioUnitParameterUnit_CustomUnit = 26,
    kAudioUnitParameterUnit_MIDI2Controller = 27
};

typedef CF_OPTIONS(UInt32, AudioUnitParameterOptions) {
    kAudioUnitParameterFlag_CFNameRelease = 1u << 4,
    kAudioUnitParameterFlag_OmitFromPresets = 1u << 13,
    kAudioUnitParameterFlag_PlotHistory = 1u << 14,
    kAudioUnitParameterFlag_MeterReadOnly = 1u << 15,
    kAudioUnitParameterFlag_DisplayMask = 4653056,
    kAudioUnitParameterFlag_DisplaySquareRoot = 1u << 16,
    kAudioUnitParameterFlag_DisplaySquared = 1u << 17,
    kAudioUnitParameterFlag_DisplayCubed = 196608,
    kAudioUnitParameterFlag_DisplayCubeRoot = 1u << 18,
    kAudioUnitParameterFlag_DisplayExponential = 327680,
    kAudioUnitParameterFlag_HasClump = 1u << 20,
    kAudioUnitParameterFlag_ValuesHaveStrings = 1u << 21,
    kAudioUnitParameterFlag_DisplayLogarithmic = 1u << 22,
    kAudioUnitParameterFlag_IsHighResolution = 1u << 23,
    kAudioUnitParameterFlag_NonRealTime = 1u << 24,
    kAudioUnitParameterFlag_CanRamp = 1u << 25,
    kAudioUnitParameterFlag_ExpertMode = 1u << 26,
    kAudioUnitParameterFlag_HasCFNameString = 1u << 27,
    kAudioUnitParameterFlag_IsGlobalMeta = 1u << 28,
    kAudioUnitParameterFlag_IsElementMeta = 1u << 29,
    kAudioUnitParameterFlag_IsReadable = 1u << 30,
    kAudioUnitParameterFlag_IsWritable = 1u << 31,
    kAudioUnitParameterFlag_Global = 1u << 0,
    kAudioUnitParameterFlag_Input = 1u << 1,
    kAudioUnitParameterFlag_Output = 1u << 2,
    kAudioUnitParameterFlag_Group = 1u << 3
};

/// A parameter: its name, its unit and its range.
typedef struct AudioUnitParameterInfo {
    char name[52];
    CFStringRef _Nullable unitName;
    UInt32 clumpID;
    CFStringRef _Nullable cfNameString;
    AudioUnitParameterUnit unit;
    AudioUnitParameterValue minValue;
    AudioUnitParameterValue maxValue;
    AudioUnitParameterValue defaultValue;
    AudioUnitParameterOptions flags;
} AudioUnitParameterInfo;

typedef struct AudioOutputUnitStartAtTimeParams {
    AudioTimeStamp mTimestamp;
    UInt32 mFlags;
} AudioOutputUnitStartAtTimeParams;

typedef struct AudioUnitConnection {
    AudioUnit _Nullable sourceAudioUnit;
    UInt32 sourceOutputNumber;
    UInt32 destInputNumber;
} AudioUnitConnection;

typedef struct AUChannelInfo {
    SInt16 inChannels;
    SInt16 outChannels;
} AUChannelInfo;

typedef struct AURenderCallbackStruct {
    AURenderCallback _Nullable inputProc;
    void *_Nullable inputProcRefCon;
} AURenderCallbackStruct;

typedef struct AudioUnitExternalBuffer AudioUnitExternalBuffer;
typedef struct AUPreset AUPreset;
typedef struct AudioUnitFrequencyResponseBin AudioUnitFrequencyResponseBin;
typedef struct HostCallbackInfo HostCallbackInfo;
typedef struct AUDependentParameter AUDependentParameter;
typedef struct AudioUnitCocoaViewInfo AudioUnitCocoaViewInfo;
typedef struct AUHostVersionIdentifier AUHostVersionIdentifier;
typedef struct AUMIDIOutputCallbackStruct AUMIDIOutputCallbackStruct;
typedef struct AUInputSamplesInOutputCallbackStruct AUInputSamplesInOutputCallbackStruct;
typedef struct AudioUnitParameterHistoryInfo AudioUnitParameterHistoryInfo;
typedef struct AudioUnitRenderContext AudioUnitRenderContext;
typedef struct AudioUnitParameterNameInfo AudioUnitParameterNameInfo;
typedef struct AudioUnitParameterStringFromValue AudioUnitParameterStringFromValue;
typedef struct AudioUnitParameterValueFromString AudioUnitParameterValueFromString;
typedef struct AUParameterMIDIMapping AUParameterMIDIMapping;
typedef struct AUDistanceAttenuationData AUDistanceAttenuationData;
typedef struct AudioUnitOtherPluginDesc AudioUnitOtherPluginDesc;
typedef struct AudioUnitParameterValueTranslation AudioUnitParameterValueTranslation;
typedef struct AudioUnitPresetMAS_SettingData AudioUnitPresetMAS_SettingData;
typedef struct AudioUnitPresetMAS_Settings AudioUnitPresetMAS_Settings;
typedef struct AudioOutputUnitMIDICallbacks AudioOutputUnitMIDICallbacks;
typedef struct AUVoiceIOOtherAudioDuckingConfiguration AUVoiceIOOtherAudioDuckingConfiguration;
typedef struct AudioUnitMeterClipping AudioUnitMeterClipping;
typedef struct MixerDistanceParams MixerDistanceParams;
typedef struct ScheduledAudioSlice ScheduledAudioSlice;
typedef struct ScheduledAudioFileRegion ScheduledAudioFileRegion;
typedef struct AUSamplerInstrumentData AUSamplerInstrumentData;
typedef struct AUNumVersion AUNumVersion;
typedef struct AUHostIdentifier AUHostIdentifier;
typedef struct AudioUnitMIDIControlMapping AudioUnitMIDIControlMapping;
typedef struct AudioUnitParameterValueName AudioUnitParameterValueName;
typedef struct AUSamplerBankPresetData AUSamplerBankPresetData;
typedef int64_t AUEventSampleTime;
typedef struct AudioUnitParameterNameInfo AudioUnitParameterIDName;
typedef UInt32 AudioUnitRemoteControlEvent;
typedef UInt32 AUParameterMIDIMappingFlags;
typedef UInt32 AUVoiceIOSpeechActivityEvent;
typedef UInt32 AUVoiceIOOtherAudioDuckingLevel;
typedef UInt32 AUSpatializationAlgorithm;
typedef UInt32 AUSpatialMixerSourceMode;
typedef UInt32 AUReverbRoomType;
typedef UInt32 AUSpatialMixerAttenuationCurve;
typedef UInt32 AUSpatialMixerRenderingFlags;
typedef UInt32 AUSpatialMixerPersonalizedHRTFMode;
typedef UInt32 AUSpatialMixerOutputType;
typedef UInt32 AUSpatialMixerPointSourceInHeadMode;
typedef UInt32 AU3DMixerRenderingFlags;
typedef UInt32 AU3DMixerAttenuationCurve;

CF_ENUM(UInt32) {
    kAudioUnitProperty_DependentParameters = 45,
    kAudioUnitProperty_InputSamplesInOutput = 49,
    kAudioUnitProperty_FrequencyResponse = 52,
    kAudioUnitProperty_ParameterHistoryInfo = 53,
    kAudioUnitProperty_NickName = 54,
    kAudioUnitProperty_ParameterIDName = 34,
    kAudioUnitProperty_ParameterClumpName = 35,
    kAudioUnitProperty_ContextName = 25,
    kAudioUnitProperty_PresentationLatency = 40,
    kAudioUnitProperty_ClassInfoFromDocument = 50,
    kAudioUnitProperty_RequestViewController = 56,
    kAudioUnitProperty_ParametersForOverview = 57,
    kAudioUnitProperty_SupportsMPE = 58,
    kAudioUnitProperty_RenderContextObserver = 60,
    kAudioUnitProperty_LastRenderSampleTime = 61,
    kAudioUnitProperty_LoadedOutOfProcess = 62,
    kAudioUnitProperty_FastDispatch = 5,
    kAudioUnitProperty_SetExternalBuffer = 15,
    kAudioUnitProperty_GetUIComponentList = 18,
    kAudioUnitProperty_CocoaUI = 31,
    kAudioUnitProperty_IconLocation = 39,
    kAudioUnitProperty_AUHostIdentifier = 46,
    kAudioUnitProperty_MIDIOutputCallbackInfo = 47,
    kAudioUnitProperty_MIDIOutputCallback = 48,
    kAudioUnitProperty_MIDIOutputEventListCallback = 63,
    kAudioUnitProperty_AudioUnitMIDIProtocol = 64,
    kAudioUnitProperty_HostMIDIProtocol = 65,
    kAudioUnitProperty_MIDIOutputBufferSizeHint = 66
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_RemoteControlEventListener = 100,
    kAudioUnitProperty_IsInterAppConnected = 101,
    kAudioUnitProperty_PeerURL = 102
};

enum {
    kNumberOfResponseFrequencies = 1024
};

enum {
    kAudioUnitClumpID_System = 0
};

CF_ENUM(OSStatus) {
    kAudioUnitParameterName_Full = -1
};

CF_ENUM(UInt32) {
    kAudioUnitRemoteControlEvent_TogglePlayPause = 1,
    kAudioUnitRemoteControlEvent_ToggleRecord = 2,
    kAudioUnitRemoteControlEvent_Rewind = 3
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_AllParameterMIDIMappings = 41,
    kAudioUnitProperty_AddParameterMIDIMapping = 42,
    kAudioUnitProperty_RemoveParameterMIDIMapping = 43,
    kAudioUnitProperty_HotMapParameterMIDIMapping = 44
};

CF_ENUM(UInt32) {
    kAUParameterMIDIMapping_AnyChannelFlag = 1,
    kAUParameterMIDIMapping_AnyNoteFlag = 2,
    kAUParameterMIDIMapping_SubRange = 4,
    kAUParameterMIDIMapping_Toggle = 8,
    kAUParameterMIDIMapping_Bipolar = 16,
    kAUParameterMIDIMapping_Bipolar_On = 32
};

CF_ENUM(UInt32) {
    kMusicDeviceProperty_MIDIXMLNames = 1006,
    kMusicDeviceProperty_PartGroup = 1010,
    kMusicDeviceProperty_DualSchedulingMode = 1013,
    kMusicDeviceProperty_SupportsStartStopNote = 1014
};

enum {
    kMusicDeviceSampleFrameMask_SampleOffset = 0x00ffffff,
    kMusicDeviceSampleFrameMask_IsScheduled = 0x01000000
};

CF_ENUM(UInt32) {
    kAudioUnitOfflineProperty_InputSize = 3020,
    kAudioUnitOfflineProperty_OutputSize = 3021,
    kAudioUnitOfflineProperty_StartOffset = 3022,
    kAudioUnitOfflineProperty_PreflightRequirements = 3023,
    kAudioUnitOfflineProperty_PreflightName = 3024
};

enum {
    kOfflinePreflight_NotRequired = 0,
    kOfflinePreflight_Optional = 1,
    kOfflinePreflight_Required = 2
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_DistanceAttenuationData = 3600
};

CF_ENUM(UInt32) {
    kAudioUnitMigrateProperty_FromPlugin = 4000,
    kAudioUnitMigrateProperty_OldAutomation = 4001
};

CF_ENUM(UInt32) {
    kOtherPluginFormat_Undefined = 0,
    kOtherPluginFormat_kMAS = 1,
    kOtherPluginFormat_kVST = 2,
    kOtherPluginFormat_AU = 3
};

CF_ENUM(UInt32) {
    kAudioUnitSampleRateConverterComplexity_Linear = 0x6c696e65 /* 'line' */,
    kAudioUnitSampleRateConverterComplexity_Normal = 0x6e6f726d /* 'norm' */,
    kAudioUnitSampleRateConverterComplexity_Mastering = 0x62617473 /* 'bats' */
};

CF_ENUM(UInt32) {
    kAudioOutputUnitProperty_OSWorkgroup = 2015
};

CF_ENUM(UInt32) {
    kAudioOutputUnitProperty_MIDICallbacks = 2010,
    kAudioOutputUnitProperty_HostReceivesRemoteControlEvents = 2011,
    kAudioOutputUnitProperty_RemoteControlToHost = 2012,
    kAudioOutputUnitProperty_HostTransportState = 2013,
    kAudioOutputUnitProperty_NodeComponentDescription = 2014
};

CF_ENUM(UInt32) {
    kAUVoiceIOSpeechActivityHasStarted = 0,
    kAUVoiceIOSpeechActivityHasEnded = 1
};

CF_ENUM(UInt32) {
    kAUVoiceIOProperty_MutedSpeechActivityEventListener = 2106
};

CF_ENUM(UInt32) {
    kAUVoiceIOOtherAudioDuckingLevelDefault = 0,
    kAUVoiceIOOtherAudioDuckingLevelMin = 10,
    kAUVoiceIOOtherAudioDuckingLevelMid = 20,
    kAUVoiceIOOtherAudioDuckingLevelMax = 30
};

CF_ENUM(UInt32) {
    kAUVoiceIOProperty_OtherAudioDuckingConfiguration = 2108
};

CF_ENUM(UInt32) {
    kAUVoiceIOProperty_VoiceProcessingQuality = 2103
};

CF_ENUM(UInt32) {
    kAUNBandEQProperty_NumberOfBands = 2200,
    kAUNBandEQProperty_MaxNumberOfBands = 2201,
    kAUNBandEQProperty_BiquadCoefficients = 2203
};

CF_ENUM(OSStatus) {
    kAUVoiceIOErr_UnexpectedNumberOfInputChannels = -66784
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_MatrixLevels = 3006,
    kAudioUnitProperty_MatrixDimensions = 3009,
    kAudioUnitProperty_MeterClipping = 3011,
    kAudioUnitProperty_InputAnchorTimeStamp = 3016
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_ReverbRoomType = 10,
    kAudioUnitProperty_UsesInternalReverb = 1005,
    kAudioUnitProperty_SpatializationAlgorithm = 3000,
    kAudioUnitProperty_SpatialMixerRenderingFlags = 3003,
    kAudioUnitProperty_SpatialMixerSourceMode = 3005,
    kAudioUnitProperty_SpatialMixerDistanceParams = 3010,
    kAudioUnitProperty_SpatialMixerAttenuationCurve = 3013,
    kAudioUnitProperty_SpatialMixerOutputType = 3100,
    kAudioUnitProperty_SpatialMixerPointSourceInHeadMode = 3103,
    kAudioUnitProperty_SpatialMixerEnableHeadTracking = 3111,
    kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode = 3113,
    kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF = 3116
};

CF_ENUM(UInt32) {
    kSpatializationAlgorithm_EqualPowerPanning = 0,
    kSpatializationAlgorithm_SphericalHead = 1,
    kSpatializationAlgorithm_HRTF = 2,
    kSpatializationAlgorithm_SoundField = 3,
    kSpatializationAlgorithm_VectorBasedPanning = 4,
    kSpatializationAlgorithm_StereoPassThrough = 5,
    kSpatializationAlgorithm_HRTFHQ = 6,
    kSpatializationAlgorithm_UseOutputType = 7
};

CF_ENUM(UInt32) {
    kSpatialMixerSourceMode_SpatializeIfMono = 0,
    kSpatialMixerSourceMode_Bypass = 1,
    kSpatialMixerSourceMode_PointSource = 2,
    kSpatialMixerSourceMode_AmbienceBed = 3
};

CF_ENUM(UInt32) {
    kReverbRoomType_SmallRoom = 0,
    kReverbRoomType_MediumRoom = 1,
    kReverbRoomType_LargeRoom = 2,
    kReverbRoomType_MediumHall = 3,
    kReverbRoomType_LargeHall = 4,
    kReverbRoomType_Plate = 5,
    kReverbRoomType_MediumChamber = 6,
    kReverbRoomType_LargeChamber = 7,
    kReverbRoomType_Cathedral = 8,
    kReverbRoomType_LargeRoom2 = 9,
    kReverbRoomType_MediumHall2 = 10,
    kReverbRoomType_MediumHall3 = 11,
    kReverbRoomType_LargeHall2 = 12
};

CF_ENUM(UInt32) {
    kSpatialMixerAttenuationCurve_Power = 0,
    kSpatialMixerAttenuationCurve_Exponential = 1,
    kSpatialMixerAttenuationCurve_Inverse = 2,
    kSpatialMixerAttenuationCurve_Linear = 3
};

CF_ENUM(UInt32) {
    kSpatialMixerRenderingFlags_InterAuralDelay = 1,
    kSpatialMixerRenderingFlags_DistanceAttenuation = 4
};

CF_ENUM(UInt32) {
    kSpatialMixerPersonalizedHRTFMode_Off = 0,
    kSpatialMixerPersonalizedHRTFMode_On = 1,
    kSpatialMixerPersonalizedHRTFMode_Auto = 2
};

CF_ENUM(UInt32) {
    kSpatialMixerOutputType_Headphones = 1,
    kSpatialMixerOutputType_BuiltInSpeakers = 2,
    kSpatialMixerOutputType_ExternalSpeakers = 3
};

CF_ENUM(UInt32) {
    kSpatialMixerPointSourceInHeadMode_Mono = 0,
    kSpatialMixerPointSourceInHeadMode_Bypass = 1
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_3DMixerDistanceParams = 3010,
    kAudioUnitProperty_3DMixerAttenuationCurve = 3013,
    kAudioUnitProperty_DopplerShift = 3002,
    kAudioUnitProperty_3DMixerRenderingFlags = 3003,
    kAudioUnitProperty_3DMixerDistanceAtten = 3004,
    kAudioUnitProperty_ReverbPreset = 3012
};

CF_ENUM(UInt32) {
    k3DMixerRenderingFlags_InterAuralDelay = 1,
    k3DMixerRenderingFlags_DopplerShift = 2,
    k3DMixerRenderingFlags_DistanceAttenuation = 4,
    k3DMixerRenderingFlags_DistanceFilter = 8,
    k3DMixerRenderingFlags_DistanceDiffusion = 16,
    k3DMixerRenderingFlags_LinearDistanceAttenuation = 32,
    k3DMixerRenderingFlags_ConstantReverbBlend = 64
};

CF_ENUM(UInt32) {
    k3DMixerAttenuationCurve_Power = 0,
    k3DMixerAttenuationCurve_Exponential = 1,
    k3DMixerAttenuationCurve_Inverse = 2,
    k3DMixerAttenuationCurve_Linear = 3
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_ScheduleAudioSlice = 3300,
    kAudioUnitProperty_ScheduleStartTimeStamp = 3301,
    kAudioUnitProperty_CurrentPlayTime = 3302
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_ScheduledFileIDs = 3310,
    kAudioUnitProperty_ScheduledFileRegion = 3311,
    kAudioUnitProperty_ScheduledFilePrime = 3312,
    kAudioUnitProperty_ScheduledFileBufferSizeFrames = 3313,
    kAudioUnitProperty_ScheduledFileNumberBuffers = 3314
};

CF_ENUM(UInt32) {
    kMusicDeviceProperty_UsesInternalReverb = 1005,
    kMusicDeviceProperty_SoundBankData = 1008,
    kMusicDeviceProperty_StreamFromDisk = 1011,
    kMusicDeviceProperty_SoundBankFSRef = 1012
};

CF_ENUM(UInt32) {
    kMusicDeviceProperty_InstrumentName = 1001,
    kMusicDeviceProperty_InstrumentNumber = 1004
};

CF_ENUM(UInt32) {
    kMusicDeviceProperty_InstrumentCount = 1000,
    kMusicDeviceProperty_BankName = 1007,
    kMusicDeviceProperty_SoundBankURL = 1100
};

CF_ENUM(UInt32) {
    kAUMIDISynthProperty_EnablePreload = 4119
};

CF_ENUM(UInt32) {
    kAUSamplerProperty_LoadInstrument = 4102,
    kAUSamplerProperty_LoadAudioFiles = 4101
};

enum {
    kInstrumentType_DLSPreset = 1,
    kInstrumentType_SF2Preset = 1,
    kInstrumentType_AUPreset = 2,
    kInstrumentType_Audiofile = 3,
    kInstrumentType_EXS24 = 4
};

enum {
    kAUSampler_DefaultPercussionBankMSB = 120,
    kAUSampler_DefaultMelodicBankMSB = 121,
    kAUSampler_DefaultBankLSB = 0
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_DeferredRendererPullSize = 3320,
    kAudioUnitProperty_DeferredRendererExtraLatency = 3321,
    kAudioUnitProperty_DeferredRendererWaitFrames = 3322
};

CF_ENUM(UInt32) {
    kAUNetReceiveProperty_Hostname = 3511,
    kAUNetReceiveProperty_Password = 3512
};

CF_ENUM(UInt32) {
    kAUNetSendProperty_PortNum = 3513,
    kAUNetSendProperty_TransmissionFormat = 3514,
    kAUNetSendProperty_TransmissionFormatIndex = 3515,
    kAUNetSendProperty_ServiceName = 3516,
    kAUNetSendProperty_Disconnect = 3517,
    kAUNetSendProperty_Password = 3518
};

CF_ENUM(UInt32) {
    kAUNetSendPresetFormat_PCMFloat32 = 0,
    kAUNetSendPresetFormat_PCMInt24 = 1,
    kAUNetSendPresetFormat_PCMInt16 = 2,
    kAUNetSendPresetFormat_Lossless24 = 3,
    kAUNetSendPresetFormat_Lossless16 = 4,
    kAUNetSendPresetFormat_ULaw = 5,
    kAUNetSendPresetFormat_IMA4 = 6,
    kAUNetSendPresetFormat_AAC_128kbpspc = 7,
    kAUNetSendPresetFormat_AAC_96kbpspc = 8,
    kAUNetSendPresetFormat_AAC_80kbpspc = 9,
    kAUNetSendPresetFormat_AAC_64kbpspc = 10,
    kAUNetSendPresetFormat_AAC_48kbpspc = 11,
    kAUNetSendPresetFormat_AAC_40kbpspc = 12,
    kAUNetSendPresetFormat_AAC_32kbpspc = 13,
    kAUNetSendPresetFormat_AAC_LD_64kbpspc = 14,
    kAUNetSendPresetFormat_AAC_LD_48kbpspc = 15,
    kAUNetSendPresetFormat_AAC_LD_40kbpspc = 16,
    kAUNetSendPresetFormat_AAC_LD_32kbpspc = 17,
    kAUNetSendNumPresetFormats = 18
};

enum {
    kAudioUnitParameterFlag_HasName = 0x00200000
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_SRCAlgorithm = 9,
    kAudioUnitProperty_MIDIControlMapping = 17,
    kAudioUnitProperty_CurrentPreset = 28,
    kAudioUnitProperty_ParameterValueName = 33,
    kAudioUnitProperty_BusCount = 11,
    kAudioOfflineUnitProperty_InputSize = 3020,
    kAudioOfflineUnitProperty_OutputSize = 3021
};

CF_ENUM(UInt32) {
    kAudioUnitSRCAlgorithm_Polyphase = 0x706f6c79 /* 'poly' */,
    kAudioUnitSRCAlgorithm_MediumQuality = 0x63737263 /* 'csrc' */
};

CF_ENUM(UInt32) {
    kMusicDeviceProperty_GroupOutputBus = 1002,
    kMusicDeviceProperty_SoundBankFSSpec = 1003,
    kAudioUnitProperty_PannerMode = 3008
};

CF_ENUM(UInt32) {
    kAudioUnitProperty_SpeakerConfiguration = 3001
};

enum {
    kSpeakerConfiguration_HeadPhones = 0,
    kSpeakerConfiguration_Stereo = 1,
    kSpeakerConfiguration_Quad = 2,
    kSpeakerConfiguration_5_0 = 3,
    kSpeakerConfiguration_5_1 = 3
};

CF_ENUM(UInt32) {
    kAUSamplerProperty_LoadPresetFromBank = 4100,
    kAUSamplerProperty_BankAndPreset = 4100
};

CF_ENUM(UInt32) {
    kAUVoiceIOProperty_DuckNonVoiceAudio = 2102
};

CF_ENUM(AudioUnitPropertyID) {
    kAudioOutputUnitProperty_IntendedSpatialExperience = 2016,
    kAUAudioMixProperty_SpatialAudioMixMetadata = 5000,
    kAUAudioMixProperty_EnableSpatialization = 5001
};

typedef OSStatus (*HostCallback_GetBeatAndTempo)(void * _Nullable inHostUserData, Float64 * _Nullable outCurrentBeat, Float64 * _Nullable outCurrentTempo);
typedef OSStatus (*HostCallback_GetMusicalTimeLocation)(void * _Nullable inHostUserData, UInt32 * _Nullable outDeltaSampleOffsetToNextBeat, Float32 * _Nullable outTimeSig_Numerator, UInt32 * _Nullable outTimeSig_Denominator, Float64 * _Nullable outCurrentMeasureDownBeat);
typedef OSStatus (*HostCallback_GetTransportState)(void * _Nullable inHostUserData, Boolean * _Nullable outIsPlaying, Boolean * _Nullable outTransportStateChanged, Float64 * _Nullable outCurrentSampleInTimeLine, Boolean * _Nullable outIsCycling, Float64 * _Nullable outCycleStartBeat, Float64 * _Nullable outCycleEndBeat);
typedef OSStatus (*HostCallback_GetTransportState2)(void * _Nullable inHostUserData, Boolean * _Nullable outIsPlaying, Boolean * _Nullable outIsRecording, Boolean * _Nullable outTransportStateChanged, Float64 * _Nullable outCurrentSampleInTimeLine, Boolean * _Nullable outIsCycling, Float64 * _Nullable outCycleStartBeat, Float64 * _Nullable outCycleEndBeat);
typedef OSStatus (*AUMIDIOutputCallback)(void * _Nullable userData, const AudioTimeStamp *timeStamp, UInt32 midiOutNum, const struct MIDIPacketList *pktlist);
typedef void (*ScheduledAudioSliceCompletionProc)(void * _Nullable userData, ScheduledAudioSlice *bufferList);
typedef void (*ScheduledAudioFileRegionCompletionProc)(void * _Nullable userData, ScheduledAudioFileRegion *fileRegion, OSStatus result);

#if defined(CA_HAVE_BLOCKS)
typedef void (^AURenderContextObserver)(const AudioUnitRenderContext *context);
typedef OSStatus (^AUMIDIEventListBlock)(AUEventSampleTime eventSampleTime, uint8_t cable, const struct MIDIEventList *eventList);
typedef void (^AudioUnitRemoteControlEventListener)(AudioUnitRemoteControlEvent event);
typedef void (^AUVoiceIOMutedSpeechActivityEventListener)(AUVoiceIOSpeechActivityEvent event);
#endif

struct AudioUnitExternalBuffer {
    Byte *buffer;
    UInt32 size;
};

struct AUPreset {
    SInt32 presetNumber;
    CFStringRef _Nullable presetName;
};

struct AudioUnitFrequencyResponseBin {
    Float64 mFrequency;
    Float64 mMagnitude;
};

struct HostCallbackInfo {
    void * _Nullable hostUserData;
    HostCallback_GetBeatAndTempo _Nullable beatAndTempoProc;
    HostCallback_GetMusicalTimeLocation _Nullable musicalTimeLocationProc;
    HostCallback_GetTransportState _Nullable transportStateProc;
    HostCallback_GetTransportState2 _Nullable transportStateProc2;
};

struct AUDependentParameter {
    AudioUnitScope mScope;
    AudioUnitParameterID mParameterID;
};

struct AudioUnitCocoaViewInfo {
    CFURLRef mCocoaAUViewBundleLocation;
    CFStringRef _Nonnull mCocoaAUViewClass[1];
};

struct AUHostVersionIdentifier {
    CFStringRef hostName;
    UInt32 hostVersion;
};

struct AUMIDIOutputCallbackStruct {
    AUMIDIOutputCallback midiOutputCallback;
    void * _Nullable userData;
};

struct AUInputSamplesInOutputCallbackStruct {
    AUInputSamplesInOutputCallback inputToOutputCallback;
    void * _Nullable userData;
};

struct AudioUnitParameterHistoryInfo {
    Float32 updatesPerSecond;
    Float32 historyDurationInSeconds;
};

struct AudioUnitRenderContext {
    os_workgroup_t _Nullable workgroup;
    uint32_t reserved[6];
};

struct AudioUnitParameterNameInfo {
    AudioUnitParameterID inID;
    SInt32 inDesiredLength;
    CFStringRef _Nullable outName;
};

struct AudioUnitParameterStringFromValue {
    AudioUnitParameterID inParamID;
    const AudioUnitParameterValue *inValue;
    CFStringRef _Nullable outString;
};

struct AudioUnitParameterValueFromString {
    AudioUnitParameterID inParamID;
    CFStringRef inString;
    AudioUnitParameterValue outValue;
};

struct AUParameterMIDIMapping {
    AudioUnitScope mScope;
    AudioUnitElement mElement;
    AudioUnitParameterID mParameterID;
    AUParameterMIDIMappingFlags mFlags;
    AudioUnitParameterValue mSubRangeMin;
    AudioUnitParameterValue mSubRangeMax;
    UInt8 mStatus;
    UInt8 mData1;
    UInt8 reserved1;
    UInt8 reserved2;
    UInt32 reserved3;
};

struct AUDistanceAttenuationData {
    UInt32 inNumberOfPairs;
    struct {
        Float32 inDistance;
        Float32 outGain;
    } pairs[1];
};

struct AudioUnitOtherPluginDesc {
    UInt32 format;
    AudioClassDescription plugin;
};

struct AudioUnitParameterValueTranslation {
    AudioUnitOtherPluginDesc otherDesc;
    UInt32 otherParamID;
    Float32 otherValue;
    AudioUnitParameterID auParamID;
    AudioUnitParameterValue auValue;
};

struct AudioUnitPresetMAS_SettingData {
    UInt32 isStockSetting;
    UInt32 settingID;
    UInt32 dataLen;
    UInt8 data[1];
};

struct AudioUnitPresetMAS_Settings {
    UInt32 manufacturerID;
    UInt32 effectID;
    UInt32 variantID;
    UInt32 settingsVersion;
    UInt32 numberOfSettings;
    AudioUnitPresetMAS_SettingData settings[1];
};

struct AudioOutputUnitMIDICallbacks {
    void * _Nullable userData;
    void (*MIDIEventProc)(void * _Nullable, UInt32, UInt32, UInt32, UInt32);
    void (*MIDISysExProc)(void * _Nullable, const UInt8 * , UInt32);
};

struct AUVoiceIOOtherAudioDuckingConfiguration {
    Boolean mEnableAdvancedDucking;
    AUVoiceIOOtherAudioDuckingLevel mDuckingLevel;
};

struct AudioUnitMeterClipping {
    Float32 peakValueSinceLastCall;
    Boolean sawInfinity;
    Boolean sawNotANumber;
};

struct MixerDistanceParams {
    Float32 mReferenceDistance;
    Float32 mMaxDistance;
    Float32 mMaxAttenuation;
};

struct ScheduledAudioSlice {
    AudioTimeStamp mTimeStamp;
    ScheduledAudioSliceCompletionProc _Nullable mCompletionProc;
    void * _Nullable mCompletionProcUserData;
    AUScheduledAudioSliceFlags mFlags;
    UInt32 mReserved;
    void * _Nullable mReserved2;
    UInt32 mNumberFrames;
    AudioBufferList *mBufferList;
};

struct ScheduledAudioFileRegion {
    AudioTimeStamp mTimeStamp;
    ScheduledAudioFileRegionCompletionProc _Nullable mCompletionProc;
    void * _Nullable mCompletionProcUserData;
    struct OpaqueAudioFileID * _Nullable mAudioFile;
    UInt32 mLoopCount;
    SInt64 mStartFrame;
    UInt32 mFramesToPlay;
};

struct AUSamplerInstrumentData {
    CFURLRef fileURL;
    UInt8 instrumentType;
    UInt8 bankMSB;
    UInt8 bankLSB;
    UInt8 presetID;
};

struct AUNumVersion {
    UInt8 nonRelRev;
    UInt8 stage;
    UInt8 minorAndBugRev;
    UInt8 majorRev;
};

struct AUHostIdentifier {
    CFStringRef hostName;
    AUNumVersion hostVersion;
};

struct AudioUnitMIDIControlMapping {
    UInt16 midiNRPN;
    UInt8 midiControl;
    UInt8 scope;
    AudioUnitElement element;
    AudioUnitParameterID parameter;
};

struct AudioUnitParameterValueName {
    AudioUnitParameterID inParamID;
    const Float32 *inValue;
    CFStringRef outName;
};

struct AUSamplerBankPresetData {
    CFURLRef bankURL;
    UInt8 bankMSB;
    UInt8 bankLSB;
    UInt8 presetID;
    UInt8 reserved;
};

#define kAUPresetVersionKey "version"

#define kAUPresetTypeKey "type"

#define kAUPresetSubtypeKey "subtype"

#define kAUPresetManufacturerKey "manufacturer"

#define kAUPresetDataKey "data"

#define kAUPresetNameKey "name"

#define kAUPresetNumberKey "preset-number"

#define kAUPresetRenderQualityKey "render-quality"

#define kAUPresetCPULoadKey "cpu-load"

#define kAUPresetElementNameKey "element-name"

#define kAUPresetExternalFileRefs "file-references"

#define kAUPresetVSTDataKey "vstdata"

#define kAUPresetVSTPresetKey "vstpreset"

#define kAUPresetMASDataKey "masdata"

#define kAUPresetPartKey "part"

#define kAudioUnitConfigurationInfo_HasCustomView "HasCustomView"

#define kAudioUnitConfigurationInfo_ChannelConfigurations "ChannelConfigurations"

#define kAudioUnitConfigurationInfo_InitialInputs "InitialInputs"

#define kAudioUnitConfigurationInfo_InitialOutputs "InitialOutputs"

#define kAudioUnitConfigurationInfo_IconURL "IconURL"

#define kAudioUnitConfigurationInfo_BusCountWritable "BusCountWritable"

#define kAudioUnitConfigurationInfo_SupportedChannelLayoutTags "SupportedChannelLayoutTags"

#define kAudioUnitConfigurationInfo_MIDIProtocol "MIDIProtocol"

#define kAudioUnitConfigurationInfo_MigrateFromPlugin "MigrateFromPlugin"

#define kAudioUnitConfigurationInfo_AvailableArchitectures "AvailableArchitectures"

/// How a parameter is shown: the flags of kAudioUnitParameterFlag_DisplayMask.
CF_INLINE AudioUnitParameterOptions GetAudioUnitParameterDisplayType(AudioUnitParameterOptions flags) {
    return (AudioUnitParameterOptions)((UInt32)flags & (UInt32)kAudioUnitParameterFlag_DisplayMask);
}

/// The flags with another way of being shown.
CF_INLINE AudioUnitParameterOptions SetAudioUnitParameterDisplayType(
    AudioUnitParameterOptions flags, AudioUnitParameterOptions displayType) {
    return (AudioUnitParameterOptions)(((UInt32)flags & ~(UInt32)kAudioUnitParameterFlag_DisplayMask) | (UInt32)displayType);
}

CA_HEADER_END

#endif
