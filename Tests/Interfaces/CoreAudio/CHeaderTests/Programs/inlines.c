/* What headers define in place: in C the ways to show a parameter, in C++ descriptions of formats and times. */
#include <AudioToolbox/AudioToolbox.h>
#include <string.h>

#include "check.h"

int main(void) {
    AudioUnitParameterOptions options = kAudioUnitParameterFlag_IsReadable;
    options = SetAudioUnitParameterDisplayType(options, kAudioUnitParameterFlag_DisplayLogarithmic);
    CHECK(GetAudioUnitParameterDisplayType(options) == kAudioUnitParameterFlag_DisplayLogarithmic);
    CHECK((UInt32)options
          == ((UInt32)kAudioUnitParameterFlag_IsReadable | (UInt32)kAudioUnitParameterFlag_DisplayLogarithmic));
    CHECK(kReverb2Param_DecayTimeAt0Hz == 4 && kMultiChannelMixerParam_PostPeakHoldLevel == 4000);
#if defined(__cplusplus)
    AudioStreamBasicDescription format;
    AudioTimeStamp time;
    memset(&format, 0x55, sizeof format);
    FillOutASBDForLPCM(format, 48000, 2, 24, 32, false, false);
    CHECK(format.mSampleRate == 48000 && format.mFormatID == kAudioFormatLinearPCM && format.mFramesPerPacket == 1);
    CHECK(format.mFormatFlags == (kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsAlignedHigh));
    CHECK(format.mBytesPerFrame == 8 && format.mBytesPerPacket == 8 && format.mBitsPerChannel == 24);
    CHECK(format.mChannelsPerFrame == 2 && format.mReserved == 0x55555555u);
    CHECK(IsAudioFormatNativeEndian(format));
    FillOutASBDForLPCM(format, 44100, 6, 32, 32, true, true, true);
    CHECK(format.mFormatFlags
          == (kAudioFormatFlagIsFloat | kAudioFormatFlagIsBigEndian | kAudioFormatFlagIsPacked
              | kAudioFormatFlagIsNonInterleaved));
    CHECK(format.mBytesPerFrame == 4 && !IsAudioFormatNativeEndian(format));
    CHECK(CalculateLPCMFlags(16, 16, false, false) == (kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked));
    memset(&time, 0x55, sizeof time);
    FillOutAudioTimeStampWithSampleTime(time, 7);
    CHECK(time.mSampleTime == 7 && time.mHostTime == 0 && time.mFlags == kAudioTimeStampSampleTimeValid);
    CHECK(time.mRateScalar == 0 && time.mWordClockTime == 0 && time.mSMPTETime.mHours == 0);
    FillOutAudioTimeStampWithHostTime(time, 9);
    CHECK(time.mSampleTime == 0 && time.mHostTime == 9 && time.mFlags == kAudioTimeStampHostTimeValid);
    FillOutAudioTimeStampWithSampleAndHostTime(time, 3, 4);
    CHECK(time.mSampleTime == 3 && time.mHostTime == 4);
    CHECK(time.mFlags == (kAudioTimeStampSampleTimeValid | kAudioTimeStampHostTimeValid));
#endif
    puts("what headers define in place does what it says");
    return 0;
}
