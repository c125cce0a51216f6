// Objects of the hardware abstraction layer: what they are called and what can be asked of them.
#ifndef CA_COREAUDIO_AUDIOHARDWAREBASE_H
#define CA_COREAUDIO_AUDIOHARDWAREBASE_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

CA_HEADER_BEGIN

typedef UInt32 AudioObjectID;
typedef AudioObjectID AudioDeviceID;
typedef AudioObjectID AudioStreamID;
typedef UInt32 AudioClassID;
typedef UInt32 AudioObjectPropertySelector;
typedef UInt32 AudioObjectPropertyScope;
typedef UInt32 AudioObjectPropertyElement;
typedef AudioObjectPropertySelector AudioHardwarePropertyID;
typedef AudioObjectPropertySelector AudioDevicePropertyID;
typedef UInt32 AudioLevelControlTransferFunction;

/// Which property of an object is meant, of which side and of which channel; 0 is the object as a whole.
typedef struct AudioObjectPropertyAddress {
    AudioObjectPropertySelector mSelector;
    AudioObjectPropertyScope mScope;
    AudioObjectPropertyElement mElement;
} AudioObjectPropertyAddress;

typedef struct AudioStreamRangedDescription {
    AudioStreamBasicDescription mFormat;
    AudioValueRange mSampleRateRange;
} AudioStreamRangedDescription;

/// Which streams of a device an IOProc wants to be given.
typedef struct AudioHardwareIOProcStreamUsage {
    void *_Nullable mIOProc;
    UInt32 mNumberStreams;
    UInt32 mStreamIsOn[1];
} AudioHardwareIOProcStreamUsage;

enum {
    kAudioObjectUnknown = 0,
    kAudioObjectSystemObject = 1
};

CF_ENUM(OSStatus) {
    kAudioHardwareNoError = 0,
    kAudioDevicePermissionsError = 0x21686f67 /* '!hog' */,
    kAudioDeviceUnsupportedFormatError = 0x21646174 /* '!dat' */,
    kAudioHardwareBadDeviceError = 0x21646576 /* '!dev' */,
    kAudioHardwareBadObjectError = 0x216f626a /* '!obj' */,
    kAudioHardwareBadPropertySizeError = 0x2173697a /* '!siz' */,
    kAudioHardwareBadStreamError = 0x21737472 /* '!str' */,
    kAudioHardwareIllegalOperationError = 0x6e6f7065 /* 'nope' */,
    kAudioHardwareNotReadyError = 0x6e726479 /* 'nrdy' */,
    kAudioHardwareNotRunningError = 0x73746f70 /* 'stop' */,
    kAudioHardwareUnknownPropertyError = 0x77686f3f /* 'who?' */,
    kAudioHardwareUnspecifiedError = 0x77686174 /* 'what' */,
    kAudioHardwareUnsupportedOperationError = 0x756e6f70 /* 'unop' */
};

CF_ENUM(AudioClassID) {
    kAudioAggregateDeviceClassID = 0x61616767 /* 'aagg' */,
    kAudioBooleanControlClassID = 0x746f676c /* 'togl' */,
    kAudioBootChimeVolumeControlClassID = 0x7072616d /* 'pram' */,
    kAudioBoxClassID = 0x61626f78 /* 'abox' */,
    kAudioClipLightControlClassID = 0x636c6970 /* 'clip' */,
    kAudioClockDeviceClassID = 0x61636c6b /* 'aclk' */,
    kAudioClockSourceControlClassID = 0x636c636b /* 'clck' */,
    kAudioControlClassID = 0x6163746c /* 'actl' */,
    kAudioDataDestinationControlClassID = 0x64657374 /* 'dest' */,
    kAudioDataSourceControlClassID = 0x64737263 /* 'dsrc' */,
    kAudioDeviceClassID = 0x61646576 /* 'adev' */,
    kAudioEndPointClassID = 0x656e6470 /* 'endp' */,
    kAudioEndPointDeviceClassID = 0x65646576 /* 'edev' */,
    kAudioHighPassFilterControlClassID = 0x68697066 /* 'hipf' */,
    kAudioISubOwnerControlClassID = 0x61746368 /* 'atch' */,
    kAudioJackControlClassID = 0x6a61636b /* 'jack' */,
    kAudioLFEMuteControlClassID = 0x7375626d /* 'subm' */,
    kAudioLFEVolumeControlClassID = 0x73756276 /* 'subv' */,
    kAudioLevelControlClassID = 0x6c65766c /* 'levl' */,
    kAudioLineLevelControlClassID = 0x6e6c766c /* 'nlvl' */,
    kAudioListenbackControlClassID = 0x6c736e62 /* 'lsnb' */,
    kAudioMuteControlClassID = 0x6d757465 /* 'mute' */,
    kAudioObjectClassID = 0x616f626a /* 'aobj' */,
    kAudioObjectClassIDWildcard = 0x2a2a2a2a /* '****' */,
    kAudioPhantomPowerControlClassID = 0x7068616e /* 'phan' */,
    kAudioPhaseInvertControlClassID = 0x70687369 /* 'phsi' */,
    kAudioPlugInClassID = 0x61706c67 /* 'aplg' */,
    kAudioProcessClassID = 0x636c6e74 /* 'clnt' */,
    kAudioSelectorControlClassID = 0x736c6374 /* 'slct' */,
    kAudioSliderControlClassID = 0x736c6472 /* 'sldr' */,
    kAudioSoloControlClassID = 0x736f6c6f /* 'solo' */,
    kAudioStereoPanControlClassID = 0x7370616e /* 'span' */,
    kAudioStreamClassID = 0x61737472 /* 'astr' */,
    kAudioSubDeviceClassID = 0x61737562 /* 'asub' */,
    kAudioSubTapClassID = 0x73746170 /* 'stap' */,
    kAudioSystemObjectClassID = 0x61737973 /* 'asys' */,
    kAudioTalkbackControlClassID = 0x74616c62 /* 'talb' */,
    kAudioTapClassID = 0x74636c73 /* 'tcls' */,
    kAudioTransportManagerClassID = 0x7472706d /* 'trpm' */,
    kAudioVolumeControlClassID = 0x766c6d65 /* 'vlme' */
};

CF_ENUM(AudioObjectPropertyScope) {
    kAudioObjectPropertyScopeGlobal = 0x676c6f62 /* 'glob' */,
    kAudioObjectPropertyScopeInput = 0x696e7074 /* 'inpt' */,
    kAudioObjectPropertyScopeOutput = 0x6f757470 /* 'outp' */,
    kAudioObjectPropertyScopePlayThrough = 0x70747275 /* 'ptru' */,
    kAudioObjectPropertyScopeWildcard = 0x2a2a2a2a /* '****' */
};

CF_ENUM(AudioObjectPropertyElement) {
    kAudioObjectPropertyElementMain = 0,
    kAudioObjectPropertyElementMaster = 0,
    kAudioObjectPropertyElementWildcard = 0xffffffffu
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioObjectPropertyBaseClass = 0x62636c73 /* 'bcls' */,
    kAudioObjectPropertyClass = 0x636c6173 /* 'clas' */,
    kAudioObjectPropertyControlList = 0x6374726c /* 'ctrl' */,
    kAudioObjectPropertyCreator = 0x6f706c67 /* 'oplg' */,
    kAudioObjectPropertyFirmwareVersion = 0x6677766e /* 'fwvn' */,
    kAudioObjectPropertyIdentify = 0x6964656e /* 'iden' */,
    kAudioObjectPropertyListenerAdded = 0x6c697361 /* 'lisa' */,
    kAudioObjectPropertyListenerRemoved = 0x6c697372 /* 'lisr' */,
    kAudioObjectPropertyManufacturer = 0x6c6d616b /* 'lmak' */,
    kAudioObjectPropertyModelName = 0x6c6d6f64 /* 'lmod' */,
    kAudioObjectPropertyName = 0x6c6e616d /* 'lnam' */,
    kAudioObjectPropertyOwnedObjects = 0x6f776e64 /* 'ownd' */,
    kAudioObjectPropertyOwner = 0x73746476 /* 'stdv' */,
    kAudioObjectPropertySerialNumber = 0x736e756d /* 'snum' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioPlugInPropertyBoxList = 0x626f7823 /* 'box#' */,
    kAudioPlugInPropertyBundleID = 0x70696964 /* 'piid' */,
    kAudioPlugInPropertyClockDeviceList = 0x636c6b23 /* 'clk#' */,
    kAudioPlugInPropertyDeviceList = 0x64657623 /* 'dev#' */,
    kAudioPlugInPropertyTranslateUIDToBox = 0x75696462 /* 'uidb' */,
    kAudioPlugInPropertyTranslateUIDToClockDevice = 0x75696463 /* 'uidc' */,
    kAudioPlugInPropertyTranslateUIDToDevice = 0x75696464 /* 'uidd' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioTransportManagerPropertyEndPointList = 0x656e6423 /* 'end#' */,
    kAudioTransportManagerPropertyTranslateUIDToEndPoint = 0x75696465 /* 'uide' */,
    kAudioTransportManagerPropertyTransportType = 0x7472616e /* 'tran' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioBoxPropertyAcquired = 0x62786f6e /* 'bxon' */,
    kAudioBoxPropertyAcquisitionFailed = 0x62786f66 /* 'bxof' */,
    kAudioBoxPropertyBoxUID = 0x62756964 /* 'buid' */,
    kAudioBoxPropertyClockDeviceList = 0x62636c23 /* 'bcl#' */,
    kAudioBoxPropertyDeviceList = 0x62647623 /* 'bdv#' */,
    kAudioBoxPropertyHasAudio = 0x62686175 /* 'bhau' */,
    kAudioBoxPropertyHasMIDI = 0x62686d69 /* 'bhmi' */,
    kAudioBoxPropertyHasVideo = 0x62687669 /* 'bhvi' */,
    kAudioBoxPropertyIsProtected = 0x6270726f /* 'bpro' */,
    kAudioBoxPropertyTransportType = 0x7472616e /* 'tran' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioClockDevicePropertyAvailableNominalSampleRates = 0x6e737223 /* 'nsr#' */,
    kAudioClockDevicePropertyClockDomain = 0x636c6b64 /* 'clkd' */,
    kAudioClockDevicePropertyControlList = 0x6374726c /* 'ctrl' */,
    kAudioClockDevicePropertyDeviceIsAlive = 0x6c69766e /* 'livn' */,
    kAudioClockDevicePropertyDeviceIsRunning = 0x676f696e /* 'goin' */,
    kAudioClockDevicePropertyDeviceUID = 0x63756964 /* 'cuid' */,
    kAudioClockDevicePropertyLatency = 0x6c746e63 /* 'ltnc' */,
    kAudioClockDevicePropertyNominalSampleRate = 0x6e737274 /* 'nsrt' */,
    kAudioClockDevicePropertyTransportType = 0x7472616e /* 'tran' */,
    kAudioClockSourceControlPropertyItemKind = 0x636c6b6b /* 'clkk' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioHardwarePropertyBootChimeVolumeDecibels = 0x62627664 /* 'bbvd' */,
    kAudioHardwarePropertyBootChimeVolumeDecibelsToScalar = 0x62643276 /* 'bd2v' */,
    kAudioHardwarePropertyBootChimeVolumeDecibelsToScalarTransferFunction = 0x62767466 /* 'bvtf' */,
    kAudioHardwarePropertyBootChimeVolumeRangeDecibels = 0x62626423 /* 'bbd#' */,
    kAudioHardwarePropertyBootChimeVolumeScalar = 0x62627673 /* 'bbvs' */,
    kAudioHardwarePropertyBootChimeVolumeScalarToDecibels = 0x62763264 /* 'bv2d' */,
    kAudioHardwarePropertyBoxList = 0x626f7823 /* 'box#' */,
    kAudioHardwarePropertyClockDeviceList = 0x636c6b23 /* 'clk#' */,
    kAudioHardwarePropertyDefaultInputDevice = 0x64496e20 /* 'dIn ' */,
    kAudioHardwarePropertyDefaultOutputDevice = 0x644f7574 /* 'dOut' */,
    kAudioHardwarePropertyDefaultSystemOutputDevice = 0x734f7574 /* 'sOut' */,
    kAudioHardwarePropertyDeviceForUID = 0x64756964 /* 'duid' */,
    kAudioHardwarePropertyDevices = 0x64657623 /* 'dev#' */,
    kAudioHardwarePropertyHogModeIsAllowed = 0x686f6772 /* 'hogr' */,
    kAudioHardwarePropertyIsInitingOrExiting = 0x696e6f74 /* 'inot' */,
    kAudioHardwarePropertyMixStereoToMono = 0x73746d6f /* 'stmo' */,
    kAudioHardwarePropertyPlugInForBundleID = 0x70696269 /* 'pibi' */,
    kAudioHardwarePropertyPlugInList = 0x706c6723 /* 'plg#' */,
    kAudioHardwarePropertyPowerHint = 0x706f7768 /* 'powh' */,
    kAudioHardwarePropertyProcessInputMute = 0x706d696e /* 'pmin' */,
    kAudioHardwarePropertyProcessIsAudible = 0x706d7574 /* 'pmut' */,
    kAudioHardwarePropertyProcessIsMain = 0x6d61696e /* 'main' */,
    kAudioHardwarePropertyProcessIsMaster = 0x6d617374 /* 'mast' */,
    kAudioHardwarePropertyProcessObjectList = 0x70727323 /* 'prs#' */,
    kAudioHardwarePropertyRunLoop = 0x726e6c70 /* 'rnlp' */,
    kAudioHardwarePropertyServiceRestarted = 0x73727374 /* 'srst' */,
    kAudioHardwarePropertySleepingIsAllowed = 0x736c6570 /* 'slep' */,
    kAudioHardwarePropertyTapList = 0x74707323 /* 'tps#' */,
    kAudioHardwarePropertyTranslateBundleIDToPlugIn = 0x62696470 /* 'bidp' */,
    kAudioHardwarePropertyTranslateBundleIDToTransportManager = 0x746d6269 /* 'tmbi' */,
    kAudioHardwarePropertyTranslatePIDToProcessObject = 0x69643270 /* 'id2p' */,
    kAudioHardwarePropertyTranslateUIDToBox = 0x75696462 /* 'uidb' */,
    kAudioHardwarePropertyTranslateUIDToClockDevice = 0x75696463 /* 'uidc' */,
    kAudioHardwarePropertyTranslateUIDToDevice = 0x75696464 /* 'uidd' */,
    kAudioHardwarePropertyTranslateUIDToTap = 0x75696474 /* 'uidt' */,
    kAudioHardwarePropertyTransportManagerList = 0x746d6723 /* 'tmg#' */,
    kAudioHardwarePropertyUnloadingIsAllowed = 0x756e6c64 /* 'unld' */,
    kAudioHardwarePropertyUserIDChanged = 0x65756964 /* 'euid' */,
    kAudioHardwarePropertyUserSessionIsActiveOrHeadless = 0x75736572 /* 'user' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioDevicePropertyActualSampleRate = 0x61737274 /* 'asrt' */,
    kAudioDevicePropertyAvailableNominalSampleRates = 0x6e737223 /* 'nsr#' */,
    kAudioDevicePropertyBufferFrameSize = 0x6673697a /* 'fsiz' */,
    kAudioDevicePropertyBufferFrameSizeRange = 0x66737a23 /* 'fsz#' */,
    kAudioDevicePropertyBufferSize = 0x6273697a /* 'bsiz' */,
    kAudioDevicePropertyBufferSizeRange = 0x62737a23 /* 'bsz#' */,
    kAudioDevicePropertyChannelCategoryName = 0x63636e6d /* 'ccnm' */,
    kAudioDevicePropertyChannelCategoryNameCFString = 0x6c63636e /* 'lccn' */,
    kAudioDevicePropertyChannelName = 0x63686e6d /* 'chnm' */,
    kAudioDevicePropertyChannelNameCFString = 0x6c63686e /* 'lchn' */,
    kAudioDevicePropertyChannelNominalLineLevel = 0x6e6c766c /* 'nlvl' */,
    kAudioDevicePropertyChannelNominalLineLevelNameForID = 0x636e6c76 /* 'cnlv' */,
    kAudioDevicePropertyChannelNominalLineLevelNameForIDCFString = 0x6c636e6c /* 'lcnl' */,
    kAudioDevicePropertyChannelNominalLineLevels = 0x6e6c7623 /* 'nlv#' */,
    kAudioDevicePropertyChannelNumberName = 0x636e6e6d /* 'cnnm' */,
    kAudioDevicePropertyChannelNumberNameCFString = 0x6c636e6e /* 'lcnn' */,
    kAudioDevicePropertyClipLight = 0x636c6970 /* 'clip' */,
    kAudioDevicePropertyClockDevice = 0x61706364 /* 'apcd' */,
    kAudioDevicePropertyClockDomain = 0x636c6b64 /* 'clkd' */,
    kAudioDevicePropertyClockSource = 0x63737263 /* 'csrc' */,
    kAudioDevicePropertyClockSourceKindForID = 0x6373636b /* 'csck' */,
    kAudioDevicePropertyClockSourceNameForID = 0x6373636e /* 'cscn' */,
    kAudioDevicePropertyClockSourceNameForIDCFString = 0x6c63736e /* 'lcsn' */,
    kAudioDevicePropertyClockSources = 0x63736323 /* 'csc#' */,
    kAudioDevicePropertyConfigurationApplication = 0x63617070 /* 'capp' */,
    kAudioDevicePropertyDataSource = 0x73737263 /* 'ssrc' */,
    kAudioDevicePropertyDataSourceKindForID = 0x7373636b /* 'ssck' */,
    kAudioDevicePropertyDataSourceNameForID = 0x7373636e /* 'sscn' */,
    kAudioDevicePropertyDataSourceNameForIDCFString = 0x6c73636e /* 'lscn' */,
    kAudioDevicePropertyDataSources = 0x73736323 /* 'ssc#' */,
    kAudioDevicePropertyDeviceCanBeDefaultDevice = 0x64666c74 /* 'dflt' */,
    kAudioDevicePropertyDeviceCanBeDefaultSystemDevice = 0x73666c74 /* 'sflt' */,
    kAudioDevicePropertyDeviceHasChanged = 0x64696666 /* 'diff' */,
    kAudioDevicePropertyDeviceIsAlive = 0x6c69766e /* 'livn' */,
    kAudioDevicePropertyDeviceIsRunning = 0x676f696e /* 'goin' */,
    kAudioDevicePropertyDeviceIsRunningSomewhere = 0x676f6e65 /* 'gone' */,
    kAudioDevicePropertyDeviceManufacturer = 0x6d616b72 /* 'makr' */,
    kAudioDevicePropertyDeviceManufacturerCFString = 0x6c6d616b /* 'lmak' */,
    kAudioDevicePropertyDeviceName = 0x6e616d65 /* 'name' */,
    kAudioDevicePropertyDeviceNameCFString = 0x6c6e616d /* 'lnam' */,
    kAudioDevicePropertyDeviceUID = 0x75696420 /* 'uid ' */,
    kAudioDevicePropertyDriverShouldOwniSub = 0x69737562 /* 'isub' */,
    kAudioDevicePropertyHighPassFilterSetting = 0x68697066 /* 'hipf' */,
    kAudioDevicePropertyHighPassFilterSettingNameForID = 0x63686970 /* 'chip' */,
    kAudioDevicePropertyHighPassFilterSettingNameForIDCFString = 0x6869706c /* 'hipl' */,
    kAudioDevicePropertyHighPassFilterSettings = 0x68697023 /* 'hip#' */,
    kAudioDevicePropertyHogMode = 0x6f696e6b /* 'oink' */,
    kAudioDevicePropertyIOCycleUsage = 0x6e637963 /* 'ncyc' */,
    kAudioDevicePropertyIOProcStreamUsage = 0x73757365 /* 'suse' */,
    kAudioDevicePropertyIOStoppedAbnormally = 0x73747064 /* 'stpd' */,
    kAudioDevicePropertyIOThreadOSWorkgroup = 0x6f737767 /* 'oswg' */,
    kAudioDevicePropertyIcon = 0x69636f6e /* 'icon' */,
    kAudioDevicePropertyIsHidden = 0x6869646e /* 'hidn' */,
    kAudioDevicePropertyJackIsConnected = 0x6a61636b /* 'jack' */,
    kAudioDevicePropertyLatency = 0x6c746e63 /* 'ltnc' */,
    kAudioDevicePropertyListenback = 0x6c736e62 /* 'lsnb' */,
    kAudioDevicePropertyModelUID = 0x6d756964 /* 'muid' */,
    kAudioDevicePropertyMute = 0x6d757465 /* 'mute' */,
    kAudioDevicePropertyNominalSampleRate = 0x6e737274 /* 'nsrt' */,
    kAudioDevicePropertyPhantomPower = 0x7068616e /* 'phan' */,
    kAudioDevicePropertyPhaseInvert = 0x70687369 /* 'phsi' */,
    kAudioDevicePropertyPlayThru = 0x74687275 /* 'thru' */,
    kAudioDevicePropertyPlayThruDestination = 0x6d646473 /* 'mdds' */,
    kAudioDevicePropertyPlayThruDestinationNameForID = 0x6d64646e /* 'mddn' */,
    kAudioDevicePropertyPlayThruDestinationNameForIDCFString = 0x6d646463 /* 'mddc' */,
    kAudioDevicePropertyPlayThruDestinations = 0x6d646423 /* 'mdd#' */,
    kAudioDevicePropertyPlayThruSolo = 0x74687273 /* 'thrs' */,
    kAudioDevicePropertyPlayThruStereoPan = 0x6d73706e /* 'mspn' */,
    kAudioDevicePropertyPlayThruStereoPanChannels = 0x6d737023 /* 'msp#' */,
    kAudioDevicePropertyPlayThruVolumeDecibels = 0x6d766462 /* 'mvdb' */,
    kAudioDevicePropertyPlayThruVolumeDecibelsToScalar = 0x6d763273 /* 'mv2s' */,
    kAudioDevicePropertyPlayThruVolumeDecibelsToScalarTransferFunction = 0x6d767466 /* 'mvtf' */,
    kAudioDevicePropertyPlayThruVolumeRangeDecibels = 0x6d766423 /* 'mvd#' */,
    kAudioDevicePropertyPlayThruVolumeScalar = 0x6d767363 /* 'mvsc' */,
    kAudioDevicePropertyPlayThruVolumeScalarToDecibels = 0x6d763264 /* 'mv2d' */,
    kAudioDevicePropertyPlugIn = 0x706c7567 /* 'plug' */,
    kAudioDevicePropertyPreferredChannelLayout = 0x73726e64 /* 'srnd' */,
    kAudioDevicePropertyPreferredChannelsForStereo = 0x64636832 /* 'dch2' */,
    kAudioDevicePropertyProcessMute = 0x6170706d /* 'appm' */,
    kAudioDevicePropertyRegisterBufferList = 0x72627566 /* 'rbuf' */,
    kAudioDevicePropertyRelatedDevices = 0x616b696e /* 'akin' */,
    kAudioDevicePropertySafetyOffset = 0x73616674 /* 'saft' */,
    kAudioDevicePropertyScopeInput = 0x696e7074 /* 'inpt' */,
    kAudioDevicePropertyScopeOutput = 0x6f757470 /* 'outp' */,
    kAudioDevicePropertyScopePlayThrough = 0x70747275 /* 'ptru' */,
    kAudioDevicePropertySolo = 0x736f6c6f /* 'solo' */,
    kAudioDevicePropertyStereoPan = 0x7370616e /* 'span' */,
    kAudioDevicePropertyStereoPanChannels = 0x73706e23 /* 'spn#' */,
    kAudioDevicePropertyStreamConfiguration = 0x736c6179 /* 'slay' */,
    kAudioDevicePropertyStreamFormat = 0x73666d74 /* 'sfmt' */,
    kAudioDevicePropertyStreamFormatMatch = 0x73666d6d /* 'sfmm' */,
    kAudioDevicePropertyStreamFormatSupported = 0x73666d3f /* 'sfm?' */,
    kAudioDevicePropertyStreamFormats = 0x73666d23 /* 'sfm#' */,
    kAudioDevicePropertyStreams = 0x73746d23 /* 'stm#' */,
    kAudioDevicePropertySubMute = 0x736d7574 /* 'smut' */,
    kAudioDevicePropertySubVolumeDecibels = 0x73766c64 /* 'svld' */,
    kAudioDevicePropertySubVolumeDecibelsToScalar = 0x73643276 /* 'sd2v' */,
    kAudioDevicePropertySubVolumeDecibelsToScalarTransferFunction = 0x73767466 /* 'svtf' */,
    kAudioDevicePropertySubVolumeRangeDecibels = 0x73766423 /* 'svd#' */,
    kAudioDevicePropertySubVolumeScalar = 0x73766c6d /* 'svlm' */,
    kAudioDevicePropertySubVolumeScalarToDecibels = 0x73763264 /* 'sv2d' */,
    kAudioDevicePropertySupportsMixing = 0x6d69783f /* 'mix?' */,
    kAudioDevicePropertyTalkback = 0x74616c62 /* 'talb' */,
    kAudioDevicePropertyTransportType = 0x7472616e /* 'tran' */,
    kAudioDevicePropertyUsesVariableBufferFrameSizes = 0x7666737a /* 'vfsz' */,
    kAudioDevicePropertyVoiceActivityDetectionEnable = 0x7641642b /* 'vAd+' */,
    kAudioDevicePropertyVoiceActivityDetectionState = 0x76416453 /* 'vAdS' */,
    kAudioDevicePropertyVolumeDecibels = 0x766f6c64 /* 'vold' */,
    kAudioDevicePropertyVolumeDecibelsToScalar = 0x64623276 /* 'db2v' */,
    kAudioDevicePropertyVolumeDecibelsToScalarTransferFunction = 0x76637466 /* 'vctf' */,
    kAudioDevicePropertyVolumeRangeDecibels = 0x76646223 /* 'vdb#' */,
    kAudioDevicePropertyVolumeScalar = 0x766f6c6d /* 'volm' */,
    kAudioDevicePropertyVolumeScalarToDecibels = 0x76326462 /* 'v2db' */,
    kAudioDevicePropertyWantsControlsRestored = 0x72657363 /* 'resc' */,
    kAudioDevicePropertyWantsStreamFormatsRestored = 0x72657366 /* 'resf' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioEndPointDevicePropertyComposition = 0x61636f6d /* 'acom' */,
    kAudioEndPointDevicePropertyEndPointList = 0x61677270 /* 'agrp' */,
    kAudioEndPointDevicePropertyIsPrivate = 0x70726976 /* 'priv' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioStreamPropertyAvailablePhysicalFormats = 0x70667461 /* 'pfta' */,
    kAudioStreamPropertyAvailableVirtualFormats = 0x73666d61 /* 'sfma' */,
    kAudioStreamPropertyDirection = 0x73646972 /* 'sdir' */,
    kAudioStreamPropertyIsActive = 0x73616374 /* 'sact' */,
    kAudioStreamPropertyLatency = 0x6c746e63 /* 'ltnc' */,
    kAudioStreamPropertyOwningDevice = 0x73746476 /* 'stdv' */,
    kAudioStreamPropertyPhysicalFormat = 0x70667420 /* 'pft ' */,
    kAudioStreamPropertyPhysicalFormatMatch = 0x7066746d /* 'pftm' */,
    kAudioStreamPropertyPhysicalFormatSupported = 0x7066743f /* 'pft?' */,
    kAudioStreamPropertyPhysicalFormats = 0x70667423 /* 'pft#' */,
    kAudioStreamPropertyStartingChannel = 0x7363686e /* 'schn' */,
    kAudioStreamPropertyTerminalType = 0x7465726d /* 'term' */,
    kAudioStreamPropertyVirtualFormat = 0x73666d74 /* 'sfmt' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioAggregateDevicePropertyActiveSubDeviceList = 0x61677270 /* 'agrp' */,
    kAudioAggregateDevicePropertyClockDevice = 0x61706364 /* 'apcd' */,
    kAudioAggregateDevicePropertyComposition = 0x61636f6d /* 'acom' */,
    kAudioAggregateDevicePropertyFullSubDeviceList = 0x67727570 /* 'grup' */,
    kAudioAggregateDevicePropertyMainSubDevice = 0x616d7374 /* 'amst' */,
    kAudioAggregateDevicePropertyMasterSubDevice = 0x616d7374 /* 'amst' */,
    kAudioAggregateDevicePropertySubTapList = 0x61746170 /* 'atap' */,
    kAudioAggregateDevicePropertyTapList = 0x74617023 /* 'tap#' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioSubDevicePropertyDriftCompensation = 0x64726674 /* 'drft' */,
    kAudioSubDevicePropertyDriftCompensationQuality = 0x64726671 /* 'drfq' */,
    kAudioSubDevicePropertyExtraLatency = 0x786c7463 /* 'xltc' */,
    kAudioSubTapPropertyDriftCompensation = 0x64726674 /* 'drft' */,
    kAudioSubTapPropertyDriftCompensationQuality = 0x64726671 /* 'drfq' */,
    kAudioSubTapPropertyExtraLatency = 0x786c7463 /* 'xltc' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioTapPropertyDescription = 0x74647363 /* 'tdsc' */,
    kAudioTapPropertyFormat = 0x74666d74 /* 'tfmt' */,
    kAudioTapPropertyUID = 0x74756964 /* 'tuid' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioProcessPropertyBundleID = 0x70626964 /* 'pbid' */,
    kAudioProcessPropertyDevices = 0x70647623 /* 'pdv#' */,
    kAudioProcessPropertyIsRunning = 0x7069723f /* 'pir?' */,
    kAudioProcessPropertyIsRunningInput = 0x70697269 /* 'piri' */,
    kAudioProcessPropertyIsRunningOutput = 0x7069726f /* 'piro' */,
    kAudioProcessPropertyPID = 0x70706964 /* 'ppid' */
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioBooleanControlPropertyValue = 0x6263766c /* 'bcvl' */,
    kAudioControlPropertyElement = 0x63656c6d /* 'celm' */,
    kAudioControlPropertyScope = 0x63736370 /* 'cscp' */,
    kAudioControlPropertyVariant = 0x63766172 /* 'cvar' */,
    kAudioLevelControlPropertyConvertDecibelsToScalar = 0x6c636473 /* 'lcds' */,
    kAudioLevelControlPropertyConvertScalarToDecibels = 0x6c637364 /* 'lcsd' */,
    kAudioLevelControlPropertyDecibelRange = 0x6c636472 /* 'lcdr' */,
    kAudioLevelControlPropertyDecibelValue = 0x6c636476 /* 'lcdv' */,
    kAudioLevelControlPropertyDecibelsToScalarTransferFunction = 0x6c637466 /* 'lctf' */,
    kAudioLevelControlPropertyScalarValue = 0x6c637376 /* 'lcsv' */,
    kAudioSelectorControlPropertyAvailableItems = 0x73636169 /* 'scai' */,
    kAudioSelectorControlPropertyCurrentItem = 0x73636369 /* 'scci' */,
    kAudioSelectorControlPropertyItemKind = 0x636c6b6b /* 'clkk' */,
    kAudioSelectorControlPropertyItemName = 0x7363696e /* 'scin' */,
    kAudioSliderControlPropertyRange = 0x73647272 /* 'sdrr' */,
    kAudioSliderControlPropertyValue = 0x73647276 /* 'sdrv' */,
    kAudioStereoPanControlPropertyPanningChannels = 0x73706363 /* 'spcc' */,
    kAudioStereoPanControlPropertyValue = 0x73706376 /* 'spcv' */
};

CF_ENUM(UInt32) {
    kAudioDeviceTransportTypeAVB = 0x65617662 /* 'eavb' */,
    kAudioDeviceTransportTypeAggregate = 0x67727570 /* 'grup' */,
    kAudioDeviceTransportTypeAirPlay = 0x61697270 /* 'airp' */,
    kAudioDeviceTransportTypeAutoAggregate = 0x66677270 /* 'fgrp' */,
    kAudioDeviceTransportTypeBluetooth = 0x626c7565 /* 'blue' */,
    kAudioDeviceTransportTypeBluetoothLE = 0x626c6561 /* 'blea' */,
    kAudioDeviceTransportTypeBuiltIn = 0x626c746e /* 'bltn' */,
    kAudioDeviceTransportTypeContinuityCapture = 0x63636170 /* 'ccap' */,
    kAudioDeviceTransportTypeContinuityCaptureWired = 0x63637764 /* 'ccwd' */,
    kAudioDeviceTransportTypeContinuityCaptureWireless = 0x6363776c /* 'ccwl' */,
    kAudioDeviceTransportTypeDisplayPort = 0x64707274 /* 'dprt' */,
    kAudioDeviceTransportTypeFireWire = 0x31333934 /* '1394' */,
    kAudioDeviceTransportTypeHDMI = 0x68646d69 /* 'hdmi' */,
    kAudioDeviceTransportTypePCI = 0x70636920 /* 'pci ' */,
    kAudioDeviceTransportTypeThunderbolt = 0x7468756e /* 'thun' */,
    kAudioDeviceTransportTypeUSB = 0x75736220 /* 'usb ' */,
    kAudioDeviceTransportTypeUnknown = 0,
    kAudioDeviceTransportTypeVirtual = 0x76697274 /* 'virt' */
};

CF_ENUM(UInt32) {
    kAudioStreamTerminalTypeDigitalAudioInterface = 0x73706466 /* 'spdf' */,
    kAudioStreamTerminalTypeDisplayPort = 0x64707274 /* 'dprt' */,
    kAudioStreamTerminalTypeHDMI = 0x68646d69 /* 'hdmi' */,
    kAudioStreamTerminalTypeHeadphones = 0x68647068 /* 'hdph' */,
    kAudioStreamTerminalTypeHeadsetMicrophone = 0x686d6963 /* 'hmic' */,
    kAudioStreamTerminalTypeLFESpeaker = 0x6c666573 /* 'lfes' */,
    kAudioStreamTerminalTypeLine = 0x6c696e65 /* 'line' */,
    kAudioStreamTerminalTypeMicrophone = 0x6d696372 /* 'micr' */,
    kAudioStreamTerminalTypeReceiverMicrophone = 0x726d6963 /* 'rmic' */,
    kAudioStreamTerminalTypeReceiverSpeaker = 0x7273706b /* 'rspk' */,
    kAudioStreamTerminalTypeSpeaker = 0x73706b72 /* 'spkr' */,
    kAudioStreamTerminalTypeTTY = 0x7474795f /* 'tty_' */,
    kAudioStreamTerminalTypeUnknown = 0
};

CF_ENUM(UInt32) {
    kAudioDeviceStartTimeDontConsultDeviceFlag = 2,
    kAudioDeviceStartTimeDontConsultHALFlag = 4,
    kAudioDeviceStartTimeIsInputFlag = 1
};

CF_ENUM(UInt32) {
    kAudioLevelControlTranferFunction10Over1 = 13,
    kAudioLevelControlTranferFunction11Over1 = 14,
    kAudioLevelControlTranferFunction12Over1 = 15,
    kAudioLevelControlTranferFunction1Over2 = 2,
    kAudioLevelControlTranferFunction1Over3 = 1,
    kAudioLevelControlTranferFunction2Over1 = 5,
    kAudioLevelControlTranferFunction3Over1 = 6,
    kAudioLevelControlTranferFunction3Over2 = 4,
    kAudioLevelControlTranferFunction3Over4 = 3,
    kAudioLevelControlTranferFunction4Over1 = 7,
    kAudioLevelControlTranferFunction5Over1 = 8,
    kAudioLevelControlTranferFunction6Over1 = 9,
    kAudioLevelControlTranferFunction7Over1 = 10,
    kAudioLevelControlTranferFunction8Over1 = 11,
    kAudioLevelControlTranferFunction9Over1 = 12,
    kAudioLevelControlTranferFunctionLinear = 0
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioObjectPropertyElementCategoryName = 0x6c63636e /* 'lccn' */,
    kAudioObjectPropertyElementName = 0x6c63686e /* 'lchn' */,
    kAudioObjectPropertyElementNumberName = 0x6c636e6e /* 'lcnn' */,
    kAudioObjectPropertySelectorWildcard = 0x2a2a2a2a /* '****' */
};

CF_ENUM(UInt32) {
    kAudioAggregateDriftCompensationHighQuality = 96,
    kAudioAggregateDriftCompensationLowQuality = 32,
    kAudioAggregateDriftCompensationMaxQuality = 127,
    kAudioAggregateDriftCompensationMediumQuality = 64,
    kAudioAggregateDriftCompensationMinQuality = 0,
    kAudioClockSourceItemKindInternal = 0x696e7420 /* 'int ' */,
    kAudioDeviceProcessorOverload = 0x6f766572 /* 'over' */,
    kAudioDeviceUnknown = 0,
    kAudioHardwarePowerHintFavorSavingPower = 1,
    kAudioHardwarePowerHintNone = 0,
    kAudioPlugInCreateAggregateDevice = 0x63616767 /* 'cagg' */,
    kAudioPlugInDestroyAggregateDevice = 0x64616767 /* 'dagg' */,
    kAudioSelectorControlItemKindSpacer = 0x73706372 /* 'spcr' */,
    kAudioStreamUnknown = 0,
    kAudioSubDeviceDriftCompensationHighQuality = 96,
    kAudioSubDeviceDriftCompensationLowQuality = 32,
    kAudioSubDeviceDriftCompensationMaxQuality = 127,
    kAudioSubDeviceDriftCompensationMediumQuality = 64,
    kAudioSubDeviceDriftCompensationMinQuality = 0,
    kAudioTransportManagerCreateEndPointDevice = 0x63646576 /* 'cdev' */,
    kAudioTransportManagerDestroyEndPointDevice = 0x64646576 /* 'ddev' */
};
CA_HEADER_END

#endif
