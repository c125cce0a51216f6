// The C code of a text about Core Audio's data formats.
#include <AudioToolbox/AudioToolbox.h>
#include <stddef.h>

// The two structs under other names, to be compared with those of the headers.
#define AudioStreamBasicDescription TextBasicDescription
#define AudioStreamPacketDescription TextPacketDescription
struct AudioStreamBasicDescription {
    Float64 mSampleRate;
    UInt32  mFormatID;
    UInt32  mFormatFlags;
    UInt32  mBytesPerPacket;
    UInt32  mFramesPerPacket;
    UInt32  mBytesPerFrame;
    UInt32  mChannelsPerFrame;
    UInt32  mBitsPerChannel;
    UInt32  mReserved;
};
typedef struct AudioStreamBasicDescription  AudioStreamBasicDescription;
struct  AudioStreamPacketDescription {
    SInt64  mStartOffset;
    UInt32  mVariableFramesInPacket;
    UInt32  mDataByteSize;
};
typedef struct AudioStreamPacketDescription AudioStreamPacketDescription;
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
    mSampleRate       = 44100.0;
    mFormatID         = kAudioFormatLinearPCM;
    mFormatFlags      = kAudioFormatFlagsAudioUnitCanonical;
    mBitsPerChannel   = 8 * sizeof(AudioUnitSampleType);                    // 32 bits
    mChannelsPerFrame = 2;
    mBytesPerFrame    = mChannelsPerFrame * sizeof(AudioUnitSampleType);    // 8 bytes
    mFramesPerPacket  = 1;
    mBytesPerPacket   = mFramesPerPacket * mBytesPerFrame;     // 8 bytes
    mReserved         = 0;
    AudioStreamBasicDescription format = {mSampleRate, mFormatID, mFormatFlags, mBytesPerPacket, mFramesPerPacket,
        mBytesPerFrame, mChannelsPerFrame, mBitsPerChannel, mReserved};
    return format;
}
