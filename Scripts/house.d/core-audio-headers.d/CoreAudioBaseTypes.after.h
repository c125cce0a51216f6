/// The low 16 bits of a layout tag are its number of channels.
CF_INLINE UInt32 AudioChannelLayoutTag_GetNumberOfChannels(AudioChannelLayoutTag inLayoutTag) {
    return (UInt32)(inLayoutTag & 0x0000FFFFu);
}

/// Whether samples are in this processor's byte order.
#define TestAudioFormatNativeEndian(f) \
    (((f).mFormatID == kAudioFormatLinearPCM) \
     && (((f).mFormatFlags & kAudioFormatFlagIsBigEndian) == kAudioFormatFlagsNativeEndian))

#define CA_CANONICAL_DEPRECATED

/// In a list of formats: the format goes with any rate.
static const Float64 kAudioStreamAnyRate CA_UNUSED = 0;

#if defined(__cplusplus)
extern "C++" {

/// Whether samples are in this processor's byte order.
inline bool IsAudioFormatNativeEndian(const AudioStreamBasicDescription &f) { return TestAudioFormatNativeEndian(f); }

/// The flags of linear PCM.
inline AudioFormatFlags CalculateLPCMFlags(
    UInt32 inValidBitsPerChannel, UInt32 inTotalBitsPerChannel, bool inIsFloat, bool inIsBigEndian,
    bool inIsNonInterleaved = false) {
    AudioFormatFlags flags = inIsFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger;
    if (inIsBigEndian) flags |= kAudioFormatFlagIsBigEndian;
    if (inIsNonInterleaved) flags |= kAudioFormatFlagIsNonInterleaved;
    return flags | (inValidBitsPerChannel == inTotalBitsPerChannel ? kAudioFormatFlagIsPacked
                                                                   : kAudioFormatFlagIsAlignedHigh);
}

/// Describes linear PCM, but for mReserved.
inline void FillOutASBDForLPCM(
    AudioStreamBasicDescription &outASBD, Float64 inSampleRate, UInt32 inChannelsPerFrame,
    UInt32 inValidBitsPerChannel, UInt32 inTotalBitsPerChannel, bool inIsFloat, bool inIsBigEndian,
    bool inIsNonInterleaved = false) {
    outASBD.mSampleRate = inSampleRate;
    outASBD.mFormatID = kAudioFormatLinearPCM;
    outASBD.mFormatFlags = CalculateLPCMFlags(
        inValidBitsPerChannel, inTotalBitsPerChannel, inIsFloat, inIsBigEndian, inIsNonInterleaved);
    outASBD.mFramesPerPacket = 1;
    outASBD.mBytesPerFrame = (inIsNonInterleaved ? 1 : inChannelsPerFrame) * (inTotalBitsPerChannel / 8);
    outASBD.mBytesPerPacket = outASBD.mBytesPerFrame;
    outASBD.mChannelsPerFrame = inChannelsPerFrame;
    outASBD.mBitsPerChannel = inValidBitsPerChannel;
}

/// A time that tells samples and ticks of the host, of which the flags say what is valid; but for mReserved.
inline void FillOutAudioTimeStampWithSampleAndHostTime(
    AudioTimeStamp &outATS, Float64 inSampleTime, UInt64 inHostTime) {
    const SMPTETime none = {};
    outATS.mSampleTime = inSampleTime;
    outATS.mHostTime = inHostTime;
    outATS.mRateScalar = 0;
    outATS.mWordClockTime = 0;
    outATS.mSMPTETime = none;
    outATS.mFlags = AudioTimeStampFlags(kAudioTimeStampSampleTimeValid | kAudioTimeStampHostTimeValid);
}

/// A time that tells samples alone.
inline void FillOutAudioTimeStampWithSampleTime(AudioTimeStamp &outATS, Float64 inSampleTime) {
    FillOutAudioTimeStampWithSampleAndHostTime(outATS, inSampleTime, 0);
    outATS.mFlags = kAudioTimeStampSampleTimeValid;
}

/// A time that tells ticks of the host alone.
inline void FillOutAudioTimeStampWithHostTime(AudioTimeStamp &outATS, UInt64 inHostTime) {
    FillOutAudioTimeStampWithSampleAndHostTime(outATS, 0, inHostTime);
    outATS.mFlags = kAudioTimeStampHostTimeValid;
}

}
#endif
