// The text shows this class's interface and not its code.
#import "KFMP4Demuxer.h"

KFMP4DemuxerStatus statusOf(KFMP4Demuxer *demuxer) { return demuxer.demuxerStatus; }
