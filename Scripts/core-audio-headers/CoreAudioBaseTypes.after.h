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
