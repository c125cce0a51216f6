// Written by Scripts/extract-seed-code: the C code of a text about an encoder of AAC-ELD, and the names it presumes.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreMedia/CoreMedia.h>

typedef struct { int length; } TPCircularBuffer;
_Bool TPCircularBufferProduceBytes(TPCircularBuffer *buffer, const void *source, UInt32 byteCount);

struct Encoder {
    UInt32 aacPacketSize, aacPredictBufferSize;
    TPCircularBuffer _pcmBuffer;
};

OSStatus setupEncoderFromSampleBuffer(CMSampleBufferRef sampleBuffer, struct Encoder *encoder) {
    AudioConverterRef _audioConverter = NULL;
    struct Encoder self = *encoder;
    UInt32 maxOutputSizePerPacket = 0, dataSize = sizeof maxOutputSizePerPacket;
    UInt32 outputBitRate = 64000, propSize = sizeof outputBitRate;
%% 003.3
%% 003.4
%% 003.5
%% 003.8
%% 003.9
    *encoder = self;
    return status;
}

OSStatus takeSampleBuffer(CMSampleBufferRef sampleBuffer, struct Encoder *self) {
    size_t bufferListSizeNeededOut;
    AudioBufferList audioBufferList;
    CMBlockBufferRef blockBuffer = NULL;
    OSStatus status;
%% 003.10
    return status;
}
