// Written by Scripts/house core-audio-headers from the facts about AudioToolbox/AudioUnitUtilities.h.
#include <AudioToolbox/AudioUnitUtilities.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kAUParameterListener_AnyParameter == 4294967295LL || (unsigned int)kAUParameterListener_AnyParameter == 4294967295LL);
CHECK((long long)kAudioUnitEvent_ParameterValueChange == 0LL || (unsigned int)kAudioUnitEvent_ParameterValueChange == 0LL);
CHECK((long long)kAudioUnitEvent_BeginParameterChangeGesture == 1LL || (unsigned int)kAudioUnitEvent_BeginParameterChangeGesture == 1LL);
CHECK((long long)kAudioUnitEvent_EndParameterChangeGesture == 2LL || (unsigned int)kAudioUnitEvent_EndParameterChangeGesture == 2LL);
CHECK((long long)kAudioUnitEvent_PropertyChange == 3LL || (unsigned int)kAudioUnitEvent_PropertyChange == 3LL);
CHECK(sizeof(AudioUnitEvent) == 32);
CHECK(offsetof(AudioUnitEvent, mEventType) == 0);
CHECK(offsetof(AudioUnitEvent, mArgument) == 8);
