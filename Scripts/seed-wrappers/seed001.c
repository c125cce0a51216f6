// Written by Scripts/extract-seed-code: the C code of a text about Core Audio's data formats.
#include <AudioToolbox/AudioToolbox.h>
#include <stddef.h>

// The two structs under other names, to be compared with those of the headers.
#define AudioStreamBasicDescription TextBasicDescription
#define AudioStreamPacketDescription TextPacketDescription
%% 001.1
%% 001.2
#undef AudioStreamBasicDescription
#undef AudioStreamPacketDescription

#define SAME_PLACE(text, ours, field)                                          \
    _Static_assert(offsetof(text, field) == offsetof(ours, field), #field);    \
    _Static_assert(sizeof(((text *)0)->field) == sizeof(((ours *)0)->field), #field)

SAME_PLACE(TextBasicDescription, AudioStreamBasicDescription, mSampleRate);
SAME_PLACE(TextBasicDescription, AudioStreamBasicDescription, mFormatID);
SAME_PLACE(TextBasicDescription, AudioStreamBasicDescription, mFormatFlags);
SAME_PLACE(TextBasicDescription, AudioStreamBasicDescription, mBytesPerPacket);
SAME_PLACE(TextBasicDescription, AudioStreamBasicDescription, mFramesPerPacket);
SAME_PLACE(TextBasicDescription, AudioStreamBasicDescription, mBytesPerFrame);
SAME_PLACE(TextBasicDescription, AudioStreamBasicDescription, mChannelsPerFrame);
SAME_PLACE(TextBasicDescription, AudioStreamBasicDescription, mBitsPerChannel);
SAME_PLACE(TextBasicDescription, AudioStreamBasicDescription, mReserved);
SAME_PLACE(TextPacketDescription, AudioStreamPacketDescription, mStartOffset);
SAME_PLACE(TextPacketDescription, AudioStreamPacketDescription, mVariableFramesInPacket);
SAME_PLACE(TextPacketDescription, AudioStreamPacketDescription, mDataByteSize);
_Static_assert(sizeof(TextBasicDescription) == sizeof(AudioStreamBasicDescription), "size");
_Static_assert(sizeof(TextPacketDescription) == sizeof(AudioStreamPacketDescription), "size");

AudioStreamBasicDescription canonicalFormat(void) {
    Float64 mSampleRate;
    UInt32 mFormatID, mFormatFlags, mBytesPerPacket, mFramesPerPacket;
    UInt32 mBytesPerFrame, mChannelsPerFrame, mBitsPerChannel, mReserved;
%% 001.4
    AudioStreamBasicDescription format = {mSampleRate, mFormatID, mFormatFlags, mBytesPerPacket, mFramesPerPacket,
        mBytesPerFrame, mChannelsPerFrame, mBitsPerChannel, mReserved};
    return format;
}
