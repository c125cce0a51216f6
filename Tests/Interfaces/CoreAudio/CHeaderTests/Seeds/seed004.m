// The callback of a text about Audio File Services.
#import <Foundation/Foundation.h>
#import <AudioToolbox/AudioToolbox.h>
#include <string.h>

@interface MyContext : NSObject
- (UInt32)availableDataLengthAtOffset:(SInt64)offset maxLength:(UInt32)length;
- (NSData *)dataAtOffset:(SInt64)offset length:(UInt32)length;
@end

static OSStatus MyAudioFileReadCallBack(void *inClientData,
                                        SInt64 inPosition,
                                        UInt32 requestCount,
                                        void *buffer,
                                        UInt32 *actualCount)
{
    __unsafe_unretained MyContext *context = (__bridge MyContext *)inClientData;

    *actualCount = [context availableDataLengthAtOffset:inPosition maxLength:requestCount];
    if (*actualCount > 0)
    {
        NSData *data = [context dataAtOffset:inPosition length:*actualCount];
        memcpy(buffer, [data bytes], [data length]);
    }

    return noErr;
}
AudioFile_ReadProc callback(void) { return MyAudioFileReadCallBack; }
