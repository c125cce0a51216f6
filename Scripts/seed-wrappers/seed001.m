// Written by Scripts/extract-seed-code: the methods of a text about Core Audio's data formats.
#import <Foundation/Foundation.h>
#import <AudioToolbox/AudioToolbox.h>

@interface Player : NSObject {
    AudioFileID audioFileID;
    AudioStreamBasicDescription audioFormat;
    UInt32 bufferByteSize;
}
@property (nonatomic, assign) CFURLRef audioFileURL;
@property (nonatomic, assign) AudioFileID audioFileID;
@property (nonatomic, assign) AudioStreamBasicDescription audioFormat;
@property (nonatomic, assign) UInt32 bufferByteSize;
@property (nonatomic, assign) UInt32 numPacketsToRead;
@end

@implementation Player
@synthesize audioFileID, audioFormat, bufferByteSize;
%% 001.3
%% 001.5
%% 001.6
@end
