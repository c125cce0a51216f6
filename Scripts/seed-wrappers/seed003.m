// Written by Scripts/extract-seed-code: the Objective-C code of a text about an encoder of AAC-ELD.
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
%% 003.6
    return status;
}

- (void)runEncodeLoop {
%% 003.11
}
@end
