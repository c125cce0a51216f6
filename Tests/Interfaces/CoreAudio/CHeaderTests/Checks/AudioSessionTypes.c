// Written by Scripts/house core-audio-headers from the facts about CoreAudioTypes/AudioSessionTypes.h.
#include <CoreAudioTypes/AudioSessionTypes.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)AVAudioSessionErrorCodeNone == 0LL || (unsigned int)AVAudioSessionErrorCodeNone == 0LL);
CHECK((long long)AVAudioSessionErrorCodeMediaServicesFailed == 1836282486LL || (unsigned int)AVAudioSessionErrorCodeMediaServicesFailed == 1836282486LL);
CHECK((long long)AVAudioSessionErrorCodeIsBusy == 560030580LL || (unsigned int)AVAudioSessionErrorCodeIsBusy == 560030580LL);
CHECK((long long)AVAudioSessionErrorCodeIncompatibleCategory == 560161140LL || (unsigned int)AVAudioSessionErrorCodeIncompatibleCategory == 560161140LL);
CHECK((long long)AVAudioSessionErrorCodeCannotInterruptOthers == 560557684LL || (unsigned int)AVAudioSessionErrorCodeCannotInterruptOthers == 560557684LL);
CHECK((long long)AVAudioSessionErrorCodeMissingEntitlement == 1701737535LL || (unsigned int)AVAudioSessionErrorCodeMissingEntitlement == 1701737535LL);
CHECK((long long)AVAudioSessionErrorCodeSiriIsRecording == 1936290409LL || (unsigned int)AVAudioSessionErrorCodeSiriIsRecording == 1936290409LL);
CHECK((long long)AVAudioSessionErrorCodeCannotStartPlaying == 561015905LL || (unsigned int)AVAudioSessionErrorCodeCannotStartPlaying == 561015905LL);
CHECK((long long)AVAudioSessionErrorCodeCannotStartRecording == 561145187LL || (unsigned int)AVAudioSessionErrorCodeCannotStartRecording == 561145187LL);
CHECK((long long)AVAudioSessionErrorCodeBadParam == -50LL || (unsigned int)AVAudioSessionErrorCodeBadParam == -50LL);
CHECK((long long)AVAudioSessionErrorCodeInsufficientPriority == 561017449LL || (unsigned int)AVAudioSessionErrorCodeInsufficientPriority == 561017449LL);
CHECK((long long)AVAudioSessionErrorCodeResourceNotAvailable == 561145203LL || (unsigned int)AVAudioSessionErrorCodeResourceNotAvailable == 561145203LL);
CHECK((long long)AVAudioSessionErrorCodeUnspecified == 2003329396LL || (unsigned int)AVAudioSessionErrorCodeUnspecified == 2003329396LL);
CHECK((long long)AVAudioSessionErrorCodeExpiredSession == 561210739LL || (unsigned int)AVAudioSessionErrorCodeExpiredSession == 561210739LL);
CHECK((long long)AVAudioSessionErrorCodeSessionNotActive == 1768841571LL || (unsigned int)AVAudioSessionErrorCodeSessionNotActive == 1768841571LL);
CHECK((long long)AVAudioSessionErrorInsufficientPriority == 561017449LL || (unsigned int)AVAudioSessionErrorInsufficientPriority == 561017449LL);
