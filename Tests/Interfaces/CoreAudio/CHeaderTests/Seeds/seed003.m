// The Objective-C code of a text about an encoder of AAC-ELD.
#import <Foundation/Foundation.h>
#import <AudioToolbox/AudioToolbox.h>

typedef struct { int length; } TPCircularBuffer;
void *TPCircularBufferTail(TPCircularBuffer *buffer, uint32_t *availableBytes);
OSStatus inInputDataProc(AudioConverterRef converter, UInt32 *count, AudioBufferList *data,
    AudioStreamPacketDescription **descriptions, void *userData);

@interface AACEncoder : NSObject {
    TPCircularBuffer _pcmBuffer;
    AudioConverterRef _audioConverter;
    UInt32 _aacPacketSize, _aacPredictBufferSize;
    uint8_t *_aacBuffer;
    dispatch_queue_t _callbackQueue;
}
@property (nonatomic, strong) dispatch_source_t timer;
@property (nonatomic, copy) void (^encodeResultBlock)(NSData *data, NSError *error);
- (AudioClassDescription *)getAudioClassDescriptionWithType:(UInt32)type fromManufacturer:(UInt32)manufacturer;
@end

@implementation AACEncoder
- (AudioClassDescription *)getAudioClassDescriptionWithType:(UInt32)type fromManufacturer:(UInt32)manufacturer {
    return NULL;
}

- (OSStatus)setupFrom:(AudioStreamBasicDescription)inAudioStreamBasicDescription
                   to:(AudioStreamBasicDescription)outAudioStreamBasicDescription {
    OSStatus status;
AudioClassDescription *description = [self getAudioClassDescriptionWithType:kAudioFormatMPEG4AAC fromManufacturer:'appl']; //軟編
status = AudioConverterNewSpecific(&inAudioStreamBasicDescription, &outAudioStreamBasicDescription, 1, description, &_audioConverter);
    return status;
}

- (void)runEncodeLoop {
dispatch_source_set_timer(self.timer,DISPATCH_TIME_NOW,0.001*NSEC_PER_SEC, 0);
dispatch_source_set_event_handler(self.timer, ^{
    //        NSLog(@"PCM BUFFER LENGTH:%d",_pcmBuffer.length);
    uint32_t buffLength = 0;
    TPCircularBufferTail(&self->_pcmBuffer, &buffLength);
    if(buffLength < 480 * 4) {
        //            usleep(100);
        return;
    }
    NSError *error = nil;
    OSStatus status = noErr;
    AudioBufferList outAudioBufferList = {0};
    self->_aacBuffer = malloc(self->_aacPredictBufferSize * sizeof(uint8_t));
    memset(self->_aacBuffer, 0, self->_aacPredictBufferSize);
    outAudioBufferList.mNumberBuffers = 1;
    outAudioBufferList.mBuffers[0].mNumberChannels = 2;
    outAudioBufferList.mBuffers[0].mDataByteSize = self->_aacPredictBufferSize;
    outAudioBufferList.mBuffers[0].mData = self->_aacBuffer;

    AudioStreamPacketDescription *outPacketDescription = NULL;
    UInt32 ioOutputDataPacketSize = self->_aacPredictBufferSize/self->_aacPacketSize; //On input, the size of the output buffer (in the outOutputData parameter), expressed in number packets in the audio converter’s output format.

    NSMutableData *rawAAC = [NSMutableData new];
    status = AudioConverterFillComplexBuffer(self->_audioConverter, inInputDataProc, (__bridge void *)(self), &ioOutputDataPacketSize, &outAudioBufferList, outPacketDescription);
    if (status == 0) {
        [rawAAC appendBytes:outAudioBufferList.mBuffers[0].mData length:outAudioBufferList.mBuffers[0].mDataByteSize];
    } else {
        error = [NSError errorWithDomain:NSOSStatusErrorDomain code:status userInfo:nil];
    }
    if (self.encodeResultBlock) {
        //            NSLog(@"OUTPUT! AAC SIZE:%d",rawAAC.length);
        dispatch_async(self->_callbackQueue, ^{
            self.encodeResultBlock(rawAAC, error);
        });
    }
    if(self->_aacBuffer) free(self->_aacBuffer);
});
}
@end
