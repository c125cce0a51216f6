// Written by Scripts/extract-seed-code: the callback of a text about Audio File Services.
#import <Foundation/Foundation.h>
#import <AudioToolbox/AudioToolbox.h>
#include <string.h>

@interface MyContext : NSObject
- (UInt32)availableDataLengthAtOffset:(SInt64)offset maxLength:(UInt32)length;
- (NSData *)dataAtOffset:(SInt64)offset length:(UInt32)length;
@end

%% 004.4
AudioFile_ReadProc callback(void) { return MyAudioFileReadCallBack; }
