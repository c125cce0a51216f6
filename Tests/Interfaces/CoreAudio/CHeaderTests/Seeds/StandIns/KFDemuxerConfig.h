// The text imports this header and does not show it.
#import <Foundation/Foundation.h>

@interface KFDemuxerConfig : NSObject
@end
