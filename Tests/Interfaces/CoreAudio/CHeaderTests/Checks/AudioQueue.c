// Written by Scripts/house core-audio-headers from the facts about AudioToolbox/AudioQueue.h.
#include <AudioToolbox/AudioQueue.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kAudioQueueErr_InvalidBuffer == -66687LL || (unsigned int)kAudioQueueErr_InvalidBuffer == -66687LL);
CHECK((long long)kAudioQueueErr_BufferEmpty == -66686LL || (unsigned int)kAudioQueueErr_BufferEmpty == -66686LL);
CHECK((long long)kAudioQueueErr_DisposalPending == -66685LL || (unsigned int)kAudioQueueErr_DisposalPending == -66685LL);
CHECK((long long)kAudioQueueErr_InvalidProperty == -66684LL || (unsigned int)kAudioQueueErr_InvalidProperty == -66684LL);
CHECK((long long)kAudioQueueErr_InvalidPropertySize == -66683LL || (unsigned int)kAudioQueueErr_InvalidPropertySize == -66683LL);
CHECK((long long)kAudioQueueErr_InvalidParameter == -66682LL || (unsigned int)kAudioQueueErr_InvalidParameter == -66682LL);
CHECK((long long)kAudioQueueErr_CannotStart == -66681LL || (unsigned int)kAudioQueueErr_CannotStart == -66681LL);
CHECK((long long)kAudioQueueErr_InvalidDevice == -66680LL || (unsigned int)kAudioQueueErr_InvalidDevice == -66680LL);
CHECK((long long)kAudioQueueErr_BufferInQueue == -66679LL || (unsigned int)kAudioQueueErr_BufferInQueue == -66679LL);
CHECK((long long)kAudioQueueErr_InvalidRunState == -66678LL || (unsigned int)kAudioQueueErr_InvalidRunState == -66678LL);
CHECK((long long)kAudioQueueErr_InvalidQueueType == -66677LL || (unsigned int)kAudioQueueErr_InvalidQueueType == -66677LL);
CHECK((long long)kAudioQueueErr_Permissions == -66676LL || (unsigned int)kAudioQueueErr_Permissions == -66676LL);
CHECK((long long)kAudioQueueErr_InvalidPropertyValue == -66675LL || (unsigned int)kAudioQueueErr_InvalidPropertyValue == -66675LL);
CHECK((long long)kAudioQueueErr_PrimeTimedOut == -66674LL || (unsigned int)kAudioQueueErr_PrimeTimedOut == -66674LL);
CHECK((long long)kAudioQueueErr_CodecNotFound == -66673LL || (unsigned int)kAudioQueueErr_CodecNotFound == -66673LL);
CHECK((long long)kAudioQueueErr_InvalidCodecAccess == -66672LL || (unsigned int)kAudioQueueErr_InvalidCodecAccess == -66672LL);
CHECK((long long)kAudioQueueErr_QueueInvalidated == -66671LL || (unsigned int)kAudioQueueErr_QueueInvalidated == -66671LL);
CHECK((long long)kAudioQueueErr_TooManyTaps == -66670LL || (unsigned int)kAudioQueueErr_TooManyTaps == -66670LL);
CHECK((long long)kAudioQueueErr_InvalidTapContext == -66669LL || (unsigned int)kAudioQueueErr_InvalidTapContext == -66669LL);
CHECK((long long)kAudioQueueErr_RecordUnderrun == -66668LL || (unsigned int)kAudioQueueErr_RecordUnderrun == -66668LL);
CHECK((long long)kAudioQueueErr_InvalidTapType == -66667LL || (unsigned int)kAudioQueueErr_InvalidTapType == -66667LL);
CHECK((long long)kAudioQueueErr_BufferEnqueuedTwice == -66666LL || (unsigned int)kAudioQueueErr_BufferEnqueuedTwice == -66666LL);
CHECK((long long)kAudioQueueErr_CannotStartYet == -66665LL || (unsigned int)kAudioQueueErr_CannotStartYet == -66665LL);
CHECK((long long)kAudioQueueErr_EnqueueDuringReset == -66632LL || (unsigned int)kAudioQueueErr_EnqueueDuringReset == -66632LL);
CHECK((long long)kAudioQueueErr_InvalidOfflineMode == -66626LL || (unsigned int)kAudioQueueErr_InvalidOfflineMode == -66626LL);
CHECK((long long)kAudioQueueProperty_IsRunning == 1634824814LL || (unsigned int)kAudioQueueProperty_IsRunning == 1634824814LL);
CHECK((long long)kAudioQueueDeviceProperty_SampleRate == 1634825074LL || (unsigned int)kAudioQueueDeviceProperty_SampleRate == 1634825074LL);
CHECK((long long)kAudioQueueDeviceProperty_NumberChannels == 1634821219LL || (unsigned int)kAudioQueueDeviceProperty_NumberChannels == 1634821219LL);
CHECK((long long)kAudioQueueProperty_CurrentDevice == 1634820964LL || (unsigned int)kAudioQueueProperty_CurrentDevice == 1634820964LL);
CHECK((long long)kAudioQueueProperty_MagicCookie == 1634823523LL || (unsigned int)kAudioQueueProperty_MagicCookie == 1634823523LL);
CHECK((long long)kAudioQueueProperty_MaximumOutputPacketSize == 2020569203LL || (unsigned int)kAudioQueueProperty_MaximumOutputPacketSize == 2020569203LL);
CHECK((long long)kAudioQueueProperty_StreamDescription == 1634821748LL || (unsigned int)kAudioQueueProperty_StreamDescription == 1634821748LL);
CHECK((long long)kAudioQueueProperty_ChannelLayout == 1634820972LL || (unsigned int)kAudioQueueProperty_ChannelLayout == 1634820972LL);
CHECK((long long)kAudioQueueProperty_EnableLevelMetering == 1634823525LL || (unsigned int)kAudioQueueProperty_EnableLevelMetering == 1634823525LL);
CHECK((long long)kAudioQueueProperty_CurrentLevelMeter == 1634823542LL || (unsigned int)kAudioQueueProperty_CurrentLevelMeter == 1634823542LL);
CHECK((long long)kAudioQueueProperty_CurrentLevelMeterDB == 1634823524LL || (unsigned int)kAudioQueueProperty_CurrentLevelMeterDB == 1634823524LL);
CHECK((long long)kAudioQueueProperty_DecodeBufferSizeFrames == 1684234854LL || (unsigned int)kAudioQueueProperty_DecodeBufferSizeFrames == 1684234854LL);
CHECK((long long)kAudioQueueProperty_ConverterError == 1902343781LL || (unsigned int)kAudioQueueProperty_ConverterError == 1902343781LL);
CHECK((long long)kAudioQueueProperty_EnableTimePitch == 1902081136LL || (unsigned int)kAudioQueueProperty_EnableTimePitch == 1902081136LL);
CHECK((long long)kAudioQueueProperty_TimePitchAlgorithm == 1903456353LL || (unsigned int)kAudioQueueProperty_TimePitchAlgorithm == 1903456353LL);
CHECK((long long)kAudioQueueProperty_TimePitchBypass == 1903456354LL || (unsigned int)kAudioQueueProperty_TimePitchBypass == 1903456354LL);
CHECK((long long)kAudioQueueProperty_IntendedSpatialExperience == 1769170287LL || (unsigned int)kAudioQueueProperty_IntendedSpatialExperience == 1769170287LL);
CHECK((long long)kAudioQueueTimePitchAlgorithm_Spectral == 1936745827LL || (unsigned int)kAudioQueueTimePitchAlgorithm_Spectral == 1936745827LL);
CHECK((long long)kAudioQueueTimePitchAlgorithm_TimeDomain == 1953064047LL || (unsigned int)kAudioQueueTimePitchAlgorithm_TimeDomain == 1953064047LL);
CHECK((long long)kAudioQueueTimePitchAlgorithm_Varispeed == 1987276900LL || (unsigned int)kAudioQueueTimePitchAlgorithm_Varispeed == 1987276900LL);
CHECK((long long)kAudioQueueProperty_ChannelAssignments == 1634820961LL || (unsigned int)kAudioQueueProperty_ChannelAssignments == 1634820961LL);
CHECK((long long)kAudioQueueParam_Volume == 1LL || (unsigned int)kAudioQueueParam_Volume == 1LL);
CHECK((long long)kAudioQueueParam_PlayRate == 2LL || (unsigned int)kAudioQueueParam_PlayRate == 2LL);
CHECK((long long)kAudioQueueParam_Pitch == 3LL || (unsigned int)kAudioQueueParam_Pitch == 3LL);
CHECK((long long)kAudioQueueParam_VolumeRampTime == 4LL || (unsigned int)kAudioQueueParam_VolumeRampTime == 4LL);
CHECK((long long)kAudioQueueParam_Pan == 13LL || (unsigned int)kAudioQueueParam_Pan == 13LL);
CHECK((long long)kAudioQueueProcessingTap_PreEffects == 1LL || (unsigned int)kAudioQueueProcessingTap_PreEffects == 1LL);
CHECK((long long)kAudioQueueProcessingTap_PostEffects == 2LL || (unsigned int)kAudioQueueProcessingTap_PostEffects == 2LL);
CHECK((long long)kAudioQueueProcessingTap_Siphon == 4LL || (unsigned int)kAudioQueueProcessingTap_Siphon == 4LL);
CHECK((long long)kAudioQueueProcessingTap_StartOfStream == 256LL || (unsigned int)kAudioQueueProcessingTap_StartOfStream == 256LL);
CHECK((long long)kAudioQueueProcessingTap_EndOfStream == 512LL || (unsigned int)kAudioQueueProcessingTap_EndOfStream == 512LL);
CHECK(sizeof(AudioQueueBuffer) == 56);
CHECK(offsetof(AudioQueueBuffer, mAudioDataBytesCapacity) == 0);
CHECK(offsetof(AudioQueueBuffer, mAudioData) == 8);
CHECK(offsetof(AudioQueueBuffer, mAudioDataByteSize) == 16);
CHECK(offsetof(AudioQueueBuffer, mUserData) == 24);
CHECK(offsetof(AudioQueueBuffer, mPacketDescriptionCapacity) == 32);
CHECK(offsetof(AudioQueueBuffer, mPacketDescriptions) == 40);
CHECK(offsetof(AudioQueueBuffer, mPacketDescriptionCount) == 48);
CHECK(sizeof(AudioQueueParameterEvent) == 8);
CHECK(offsetof(AudioQueueParameterEvent, mID) == 0);
CHECK(offsetof(AudioQueueParameterEvent, mValue) == 4);
CHECK(sizeof(AudioQueueLevelMeterState) == 8);
CHECK(offsetof(AudioQueueLevelMeterState, mAveragePower) == 0);
CHECK(offsetof(AudioQueueLevelMeterState, mPeakPower) == 4);
CHECK(sizeof(AudioQueueChannelAssignment) == 16);
CHECK(offsetof(AudioQueueChannelAssignment, mDeviceUID) == 0);
CHECK(offsetof(AudioQueueChannelAssignment, mChannelNumber) == 8);
