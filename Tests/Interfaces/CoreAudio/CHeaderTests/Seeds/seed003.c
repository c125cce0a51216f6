// The C code of a text about an encoder of AAC-ELD, and the names it presumes.
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
AudioStreamBasicDescription inAudioStreamBasicDescription = *CMAudioFormatDescriptionGetStreamBasicDescription((CMAudioFormatDescriptionRef)CMSampleBufferGetFormatDescription(sampleBuffer));
AudioStreamBasicDescription outAudioStreamBasicDescription = {0}; // 初始化輸出流的結構體描述為0. 很重要。
outAudioStreamBasicDescription.mSampleRate = inAudioStreamBasicDescription.mSampleRate; // 音頻流，在正常播放情況下的幀率。如果是壓縮的格式，這個屬性表示解壓縮後的幀率。幀率不能為0。
outAudioStreamBasicDescription.mFormatID = kAudioFormatMPEG4AAC_ELD; // 設置編碼格式
outAudioStreamBasicDescription.mFormatFlags = 0; // 無損編碼 ，0表示沒有
outAudioStreamBasicDescription.mBytesPerPacket = 0; // 每一個packet的音頻數據大小。如果的動態大小，設置為0。動態大小的格式，需要用AudioStreamPacketDescription 來確定每個packet的大小。
outAudioStreamBasicDescription.mFramesPerPacket = 480; // 每個packet的幀數。如果是未壓縮的音頻數據，值是1。動態碼率格式，這個值是一個較大的固定數位，比如說AAC的1024。如果是動態大小幀數（比如Ogg格式）設置為0。
outAudioStreamBasicDescription.mBytesPerFrame = 0; //  每幀的大小。每一幀的起始點到下一幀的起始點。如果是壓縮格式，設置為0 。
outAudioStreamBasicDescription.mChannelsPerFrame = 2; // 聲道數
outAudioStreamBasicDescription.mBitsPerChannel = 0; // 壓縮格式設置為0
outAudioStreamBasicDescription.mReserved = 0; // 8字節對齊，填0.
OSStatus status = AudioConverterNew(&inAudioStreamBasicDescription, &outAudioStreamBasicDescription, &_audioConverter);
AudioConverterGetProperty (_audioConverter,
                                kAudioConverterPropertyMaximumOutputPacketSize,
                                &dataSize,
                                &maxOutputSizePerPacket );

self.aacPacketSize = maxOutputSizePerPacket;
self.aacPredictBufferSize = maxOutputSizePerPacket; //should be 1 packet per buffer
AudioConverterSetProperty(_audioConverter, kAudioConverterEncodeBitRate, propSize, &outputBitRate);
    *encoder = self;
    return status;
}

OSStatus takeSampleBuffer(CMSampleBufferRef sampleBuffer, struct Encoder *self) {
    size_t bufferListSizeNeededOut;
    AudioBufferList audioBufferList;
    CMBlockBufferRef blockBuffer = NULL;
    OSStatus status;
status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(sampleBuffer, &bufferListSizeNeededOut, &audioBufferList, sizeof(AudioBufferList), NULL, NULL, kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment, &blockBuffer);

TPCircularBufferProduceBytes(&self->_pcmBuffer,audioBufferList.mBuffers[0].mData,audioBufferList.mBuffers[0].mDataByteSize);
    return status;
}
