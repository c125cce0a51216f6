// Written by Scripts/house core-audio-headers from the facts about AudioToolbox/AudioServices.h.
#include <AudioToolbox/AudioServices.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kAudioServicesNoError == 0LL || (unsigned int)kAudioServicesNoError == 0LL);
CHECK((long long)kAudioServicesUnsupportedPropertyError == 1886681407LL || (unsigned int)kAudioServicesUnsupportedPropertyError == 1886681407LL);
CHECK((long long)kAudioServicesBadPropertySizeError == 561211770LL || (unsigned int)kAudioServicesBadPropertySizeError == 561211770LL);
CHECK((long long)kAudioServicesBadSpecifierSizeError == 561213539LL || (unsigned int)kAudioServicesBadSpecifierSizeError == 561213539LL);
CHECK((long long)kAudioServicesSystemSoundUnspecifiedError == -1500LL || (unsigned int)kAudioServicesSystemSoundUnspecifiedError == -1500LL);
CHECK((long long)kAudioServicesSystemSoundClientTimedOutError == -1501LL || (unsigned int)kAudioServicesSystemSoundClientTimedOutError == -1501LL);
CHECK((long long)kAudioServicesSystemSoundExceededMaximumDurationError == -1502LL || (unsigned int)kAudioServicesSystemSoundExceededMaximumDurationError == -1502LL);
CHECK((long long)kSystemSoundID_UserPreferredAlert == 4096LL || (unsigned int)kSystemSoundID_UserPreferredAlert == 4096LL);
CHECK((long long)kSystemSoundID_FlashScreen == 4094LL || (unsigned int)kSystemSoundID_FlashScreen == 4094LL);
CHECK((long long)kUserPreferredAlert == 4096LL || (unsigned int)kUserPreferredAlert == 4096LL);
CHECK((long long)kSystemSoundID_Vibrate == 4095LL || (unsigned int)kSystemSoundID_Vibrate == 4095LL);
CHECK((long long)kAudioServicesPropertyIsUISound == 1769174377LL || (unsigned int)kAudioServicesPropertyIsUISound == 1769174377LL);
CHECK((long long)kAudioServicesPropertyCompletePlaybackIfAppDies == 1768318057LL || (unsigned int)kAudioServicesPropertyCompletePlaybackIfAppDies == 1768318057LL);
